"""The cards that the app brings along: one pack for each game in carddb/packs, in the format of
card files."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from carddb.cards import DEEPEST, Card, read
from engine.games import RULESETS
from engine.values.maps import Map

PACKS = Path(__file__).resolve().parent / "packs"
INHERITED = ("game", "edition", "source", "revision", "cites")


@cache
def starter_cards(game: str) -> Map[Card]:
    """The cards of a pack by their ids; none for a game without one."""
    file = PACKS / f"{game}.json"
    found = expanded(json.loads(file.read_text("utf-8"))) if file.exists() else []
    return Map({card.id: card for card in (read(RULESETS, data) for data in found)})


def expanded(pack: dict[str, Any]) -> list[dict[str, Any]]:
    """Every card of a file in full: values that the file states once for all cards are copied into
    each, shared parts are put in their places."""
    common = {key: pack[key] for key in INHERITED if key in pack}
    shared = pack.get("shared", {})
    return [used({**common, **card}, shared) for card in pack["cards"]]


def used(data: Any, shared: dict[str, Any], depth: int = 0) -> Any:
    """Data with every {"use": "name"} replaced by the shared part of that name; data nested too
    deeply for a card stays as it is."""
    if depth > DEEPEST:
        return data
    if isinstance(data, dict):
        name = data.get("use") if len(data) == 1 else None
        known = isinstance(name, str) and name in shared
        return shared[str(name)] if known else {key: used(each, shared, depth + 1) for key, each in data.items()}
    return [used(each, shared, depth + 1) for each in data] if isinstance(data, list) else data
