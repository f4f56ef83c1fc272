"""What a unit's state holds."""

from __future__ import annotations

from engine.games.twogm.refs import TWOGM_74, TWOGM_75, TWOGM_95, TWOGM_107, TWOGM_108
from engine.kinds import Flag, Whole, Word
from engine.model import GameState, Unit
from engine.rules import Reading, Tracker
from engine.texts import say

TRACKERS = (
    Tracker("damage", Whole(0, 99), say("damage"), TWOGM_74),
    Tracker("suppressed", Flag(), say("suppressed"), TWOGM_75),
    Tracker("aa_fired", Flag(), say("anti-aircraft shot fired"), TWOGM_107, lasts="turn", physical=False),
    Tracker("where", Word(("table", "destroyed", "reserve", "inside", "discarded")), say("place"), TWOGM_95,
            default="table"),
)

READINGS = (
    Reading("aa_must_fire", ("no", "yes"), say("an anti-aircraft unit with an escort in range may hold its fire, or must fire"),
            TWOGM_108),
)

WORDS = {
    "table": say("on the board"), "destroyed": say("destroyed"), "reserve": say("in reserve"), "inside": say("inside"),
    "discarded": say("discarded"), "hold": say("hold fire"), "aa_must_fire": say("anti-aircraft fire"), "no": say("may hold"),
    "yes": say("must fire"),
}

MAIN = -1  # no mutant: any number that is no place will do
"""The place of the primary weapon; equipment counts from 0."""


def weapon(unit: Unit, place: int, *part: str | int) -> int:
    """A number of the primary weapon or of an equipment line."""
    return unit.need("weapon", *part) if place == MAIN else unit.need("equipment", place, "weapon", *part)


def guns(unit: Unit) -> tuple[int, ...]:
    """The machine guns of a bomber, each by its place on the card."""
    equipment = unit.stated("equipment")
    size = len(equipment) if isinstance(equipment, tuple) else 0
    return tuple(place for place in range(size) if str(unit.stated("equipment", place, "item")).lower() == "hmg")


def flying(now: GameState, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(unit for unit in units if now.unit(unit).where == "table")


def hurt(state: GameState, target: str, damage: int) -> GameState:
    """Damage adds up to the life of the unit; then it is destroyed (2GM-74)."""
    unit = state.unit(target)
    total = min(unit.need("life"), unit.count("damage") + damage)
    state = state.set(target, "damage", total)
    return state.set(target, "where", "destroyed") if total == unit.need("life") else state
