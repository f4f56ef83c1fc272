"""Cards and short ways to ask about movement, for the tests of Axis & Allies Miniatures."""

from typing import Any

from engine.games.aam.examples import SHERMAN
from tests.games.asking import ask

RIFLES: dict[str, Any] = {"name": "Riflemen", "type": "soldier", "defense": [4], "soldiers": [8, 6, None], "vehicles": [2, None, None], "speed": 2}
PAK: dict[str, Any] = {
    "name": "PAK 38",
    "type": "soldier",
    "subtypes": ["artillery"],
    "defense": [3],
    "speed": 0,
    "soldiers": [4, 2, None],
    "vehicles": [11, 9, 8],
}
HALFTRACK: dict[str, Any] = {**SHERMAN, "name": "Half-Track", "defense": [2], "abilities": {"transport": True}}
SLOW = {**SHERMAN, "name": "Matilda", "speed": 1}
CRAWLER = {**SHERMAN, "name": "Char B1", "speed": 2}
CAPTAIN = {**RIFLES, "name": "Captain", "subtypes": ["commander"], "initiative": 1, "abilities": {"tally_ho": 1}}


def move(card: Any, *steps: Any, by: Any = None, readings: Any = None, others: Any = None, **situation: Any) -> dict[str, Any]:
    units = {"a": {"card": card, "state": by or {}}, **(others or {})}
    if "start" in situation:
        situation["from"] = situation.pop("start")
    return ask("aam", "move", units, readings, unit="a", steps=list(steps), **situation)


def into(*terrains: str, **more: Any) -> list[dict[str, Any]]:
    return [{"into": terrain, **more} for terrain in terrains]


def spent(reply: dict[str, Any]) -> tuple[int, int]:
    return reply["result"]["allowance"], reply["result"]["cost"]


def why(reply: dict[str, Any]) -> tuple[str, str] | None:
    refused = reply.get("refused")
    return (refused["key"], refused["refs"][0]) if refused else None
