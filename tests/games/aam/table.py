"""Cards and short questions for all tests of the game; odds counted here, apart from the engine."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.aam.examples import PANZER, SHERMAN
from engine.playing.session import Session
from engine.values.maps import frozen
from tests.games.asking import ask

rule = pytest.mark.rule
RULES = RULESETS["aam"]
NO = Fraction(0)
SOLDIER = {"name": "Riflemen", "type": "soldier", "defense": [4], "soldiers": [8, 6, None], "vehicles": [2, None, None], "speed": 1}
PAK = {"name": "PAK 38", "type": "soldier", "subtypes": ["artillery"], "defense": [3], "soldiers": [3, 3, 3], "vehicles": [11, 9, 7], "speed": 0}
CAPTAIN = {**SOLDIER, "name": "Captain", "subtypes": ["commander"], "initiative": 2}

RIFLES: dict[str, Any] = {"name": "Riflemen", "type": "soldier", "defense": [4], "soldiers": [8, 6, None], "vehicles": [2, None, None], "speed": 2}
ANTITANK_GUN: dict[str, Any] = {
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
TALLY_HO = {**RIFLES, "name": "Captain", "subtypes": ["commander"], "initiative": 1, "abilities": {"tally_ho": 1}}


def able(card: Mapping[str, Any], **abilities: Any) -> dict[str, Any]:
    """The same card with these abilities alone."""
    return {**card, "abilities": abilities}


def attack(
    attacker: Any = SHERMAN,
    target: Any = PANZER,
    by: Any = None,
    at: Any = None,
    readings: Any = None,
    question: str = "attack",
    more: Any = None,
    **situation: Any,
) -> dict[str, Any]:
    """One attack of `a` on `b`: medium range, front, clear, unless it is said otherwise."""
    units = {"a": {"card": attacker, "state": by or {}, "seat": 0}, "b": {"card": target, "state": at or {}, "seat": 1}, **(more or {})}
    seen = {"attacker": "a", "target": "b", "range": 4, "arc": "front", "terrain": "clear"}
    return ask("aam", question, units, readings, **{**seen, **situation})


def shot(attacker: Any = PAK, target: Any = SHERMAN, **told: Any) -> dict[str, Any]:
    """Defensive fire of `a` on `b`, next to each other, at the front, in the open, unless it is
    said otherwise."""
    return attack(attacker, target, question="defensive_fire", **{"range": 1, **told})


def refused(reply: Mapping[str, Any]) -> list[str]:
    """The rules against it; none where it was answered."""
    return list(reply["refused"]["refs"]) if "refused" in reply else []


def sixes(successes: int, dice: int) -> list[int]:
    """So many successes, the other dice showing 1."""
    return [6] * successes + [1] * (dice - successes)


def playing(step: str, units: Mapping[str, Any], **told: Any) -> Session:
    return Session(RULES, table(RULES, frozen({"step": step, "units": units, **told})))


# Movement


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


def check_names(reply: Mapping[str, Any]) -> list[str]:
    return [check["what"] for check in reply["checks"]]


# The twin of the engine: dice counted by the binomial formula, hits and markers as the book has
# them


def successes(dice: int, target: int) -> dict[int, Fraction]:
    """So many of the dice at or above a target."""
    win = Fraction(7 - min(7, max(1, target)), 6)
    return {n: comb(dice, n) * win**n * (1 - win) ** (dice - n) for n in range(dice + 1)}


def hit_odds(dice: int, target: int, defense: int) -> dict[int, Fraction]:
    return added((0 if n < defense else 3 if n >= 2 * defense else 2 if n > defense else 1, chance) for n, chance in successes(dice, target).items())


def added(parts: Iterable[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for key, chance in parts:
        found[key] = found.get(key, NO) + chance
    return {key: chance for key, chance in found.items() if chance}


Table = tuple[str, ...]


def climbed(ladder: Table, held: Table, hits: int) -> Table:
    return (*held, *ladder[len(held) : len(held) + hits])


def in_order(ladder: Table, attacks: Iterable[tuple[int, int, int, Fraction]]) -> dict[Table, Fraction]:
    """Markers after several attacks: dice, target number, defense, chance of the cover roll."""
    found: dict[Table, Fraction] = {(): Fraction(1)}
    for dice, target, defense, cover in attacks:
        found = added(part for held, chance in found.items() for part in _one(ladder, held, chance, hit_odds(dice, target, defense), cover))
    return found


def _one(ladder: Table, held: Table, chance: Fraction, hits: Mapping[int, Fraction], cover: Fraction) -> Iterable[tuple[Table, Fraction]]:
    for number, odds in hits.items():
        sheltered = held if "disrupted" in held or not number else (*held, "disrupted")
        yield climbed(ladder, held, number), chance * odds * (1 - cover)
        yield sheltered, chance * odds * cover


def named(found: Mapping[Table, Fraction], word: Callable[[Table], str]) -> dict[str, str]:
    """As the engine tells odds."""
    return {key: str(chance) for key, chance in added((word(marks), chance) for marks, chance in found.items()).items()}


def worst(marks: Table) -> str:
    return next((mark for mark in ("destroyed", "damaged", "disrupted") if mark in marks), "none")
