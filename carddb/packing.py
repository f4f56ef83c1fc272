"""Smaller saves: sentences without their packaging, tables compressed."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, TypeVar

from engine.playing import codec
from engine.playing.codec import Damaged
from engine.values.events import Entry
from engine.values.maps import Map
from engine.values.table import GameState
from engine.values.texts import Text

KEY, MANY, COUNT, TABLE = "~", "~many", "~count", "~table"
LARGEST = 2**26
T = TypeVar("T")


def packed(state: GameState) -> str:
    """A table as a short text."""
    text = json.dumps(codec.plain(state), ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"))).decode("ascii")


def unpacked(data: Any) -> GameState:
    """A table from such a text, or from plain data."""
    return _sure(codec.state, _inflated(data) if isinstance(data, str) else data)


def _inflated(text: str) -> Any:
    opened = zlib.decompressobj()
    try:
        data = opened.decompress(b64decode(text, validate=True), LARGEST)
        if opened.eof:
            return json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, zlib.error, RecursionError) as wrong:
        raise Damaged("a table that cannot be unpacked") from wrong
    raise Damaged("a table that is cut off, or too large")


def short(entry: Entry) -> dict[str, Any]:
    """An entry as plain data, with its sentence shortened."""
    found: dict[str, Any] = codec.plain(entry, _short_form)
    return found


def long(data: Any) -> Entry:
    """An entry read from such data."""
    if isinstance(data, dict) and data.get("is") == "Amended":
        data = {**data, "event": _labelled(data.get("event"), _long_form)}
    return _sure(codec.entry, _labelled(data, _long_form))


def _sure(read: Callable[[Any], T], data: Any) -> T:
    """A value decoded from saved data; any error of the codec means that the data is damaged."""
    try:
        return read(data)
    except TypeError as wrong:
        raise Damaged("a list or a table in the place of a name") from wrong


def _labelled(data: Any, change: Callable[[Any], Any]) -> Any:
    return {**data, "label": change(data["label"])} if isinstance(data, dict) and "label" in data else data


def _short_form(text: Text) -> dict[str, Any]:
    """A shortened sentence: "{who} rolls" with its values as {"~": "{who} rolls", "who": "Ann"}."""
    found: dict[str, Any] = {KEY: text.key}
    if text.plural:
        found |= {MANY: text.plural, COUNT: text.count}
    for name, value in text.values.items():
        if isinstance(value, str):
            found[name] = value
        elif isinstance(value, Map):
            found[name] = {TABLE: codec.plain(value)}
        else:
            found[name] = _short_form(value) if isinstance(value, Text) else codec.plain(value)
    return found


def _long_form(data: Any) -> Any:
    """A sentence restored from its short form."""
    if not isinstance(data, dict):
        return data
    if KEY not in data:
        return data.get(TABLE)
    counted = {"plural": data[MANY], "count": data.get(COUNT, 1)} if MANY in data else {}
    values = {name: _long_form(value) for name, value in data.items() if name not in (KEY, MANY, COUNT)}
    return {"is": "Text", "key": data[KEY], "values": values, **counted}
