"""A card's value in one cell of a table: numbers and words as they are, lists with semicolons, a
dash for an empty one, other values as JSON."""

from __future__ import annotations

import json
import re
from typing import Any

from engine.values.kinds import Either, Flag, Kind, ListOf, MapOf, Record, Whole, Word

YES, NO, BLANK = "yes", "no", "-"
SAID = {YES: True, NO: False, "true": True, "false": False, "oui": True, "non": False, "vrai": True, "faux": False}
SPACES = re.compile("[ \u00a0\u202f]")
NUMBER = re.compile("(-?[0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+|-?[0-9]+)(?:[.,]0+|[+]|[ \u00a0\u202f]?cm)?")
"""A whole number as people write it: spaces between thousands, zeros behind a point or a comma; a
plus or centimetres, as on cards."""


def cell(record: Record, key: str, value: Any) -> str:
    """A value as a person would write it, if that reads back as the same value; otherwise as
    JSON."""
    field = record.field(key)
    short = _written(field.kind, value) if field else None
    if short is not None and short == short.strip() and short and _same(value_of(record, key, short), value):
        return short
    return json.dumps(value, ensure_ascii=False)


def value_of(record: Record, key: str, text: str) -> Any:
    """The value of a cell; a cell that does not fit is kept as it is, so that the card's own check
    names the problem."""
    if text[:1] in ("[", "{", '"'):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    field = record.field(key)
    return _read(field.kind, text) if field else text


def _same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _written(kind: Kind, value: Any) -> str | None:
    match kind:
        case ListOf(blanks=False) | MapOf() | Record() if not value and isinstance(value, list | dict):
            return BLANK
        case Flag() if isinstance(value, bool):
            return YES if value else NO
        case ListOf(kind=inner) if isinstance(value, list):
            parts = [BLANK if each is None else _written(inner, each) for each in value]
            return "; ".join(map(str, parts)) if None not in parts else None
        case MapOf(kind=inner) if isinstance(value, dict):
            return "; ".join(_pair(key, each) for key, each in value.items())
        case Either() if isinstance(value, bool):
            return YES if value else NO
        case Record() | MapOf() | ListOf():
            return None
    return str(value)


def _pair(key: str, value: Any) -> str:
    return key if value is True else f"{key}: {NO if value is False else value}"


def _read(kind: Kind, text: str) -> Any:
    match kind:
        case Whole():
            return number(text)
        case Flag():
            return SAID.get(text.lower(), text)
        case ListOf(blanks=False) if text == BLANK:
            return []
        case MapOf() | Record() if text == BLANK:
            return {}
        case ListOf(kind=inner, blanks=blanks):
            parts = [part.strip() for part in text.split(";")]
            return [None if blanks and part == BLANK else _read(inner, part) for part in parts]
        case MapOf(kind=inner):
            return dict(_read_pair(inner, part.strip()) for part in text.split(";") if part.strip())
        case Either(kinds=kinds):
            return _first(kinds, text)
    return text


def _read_pair(kind: Kind, text: str) -> tuple[str, Any]:
    key, sign, value = text.partition(":")
    return key.strip(), _read(kind, value.strip()) if sign else True


def _first(kinds: tuple[Kind, ...], text: str) -> Any:
    """A cell read as a number, else as yes or no, else as a word."""
    for kind in kinds:
        if not isinstance(kind, Word) and (value := _read(kind, text)) != text:
            return value
    return text


def number(text: str) -> Any:
    """A whole number, or the text itself where it is not one."""
    found = NUMBER.fullmatch(text)
    return int(SPACES.sub("", found[1])) if found and len(found[1]) < 13 else text
