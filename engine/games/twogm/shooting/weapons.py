"""Weapons of a card: the primary one, a printed secondary one, those among the equipment."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.cards import found_at, item_and_number, item_at, key, lines
from engine.games.twogm.units import items
from engine.playing.citing import rule
from engine.values.model import Impossible
from engine.values.table import Unit
from engine.values.texts import say

PRINTED = ("secondary", "weapon")
MAIN = -1
SECOND = -2
"""The places of the printed weapons, counted from the end; those of equipment count from 0."""
PRIMARY = ("", "primary", "weapon", "primary_weapon", "rifle", "rifles")
"""What the primary weapon is called; that of infantry is its rifles."""
RANGES = {"hmg": 3, "mortar": 4, "sniper": 4}
"""Ranges that all weapons of a kind share, where a card states none."""


@rule(refs.TWOGM_17)
def place_of(unit: Unit, weapon: str | None) -> int:
    """A weapon by its name; none named is the primary one, or what was exchanged for it."""
    if key(weapon) in PRIMARY and found_at(unit, str(weapon)) is None:
        exchanged = found_at(unit, str(unit.trackers.get("primary") or ""))
        return MAIN if exchanged is None else exchanged
    if key(weapon) == "secondary":
        return SECOND
    found = found_at(unit, str(weapon))
    if found is None:
        raise Impossible(say("{unit} has no {weapon}", unit=unit.name, weapon=str(weapon)))
    return found


@rule(refs.TWOGM_17, refs.TWOGM_142)
def printed_places(unit: Unit) -> tuple[int, int]:
    """The primary weapon, or what was exchanged for it, and a printed secondary one."""
    return place_of(unit, None), SECOND


def weapon(unit: Unit, place: int, *part: str | int) -> int:
    """A number of a weapon."""
    return unit.need(*path_to(place), *part)


def path_to(place: int) -> tuple[str | int, ...]:
    return (PRINTED[place],) if place < 0 else ("equipment", place, "weapon")


@rule(refs.TWOGM_69, refs.TWOGM_116, refs.TWOGM_119, refs.TWOGM_120)
def reach(unit: Unit, place: int) -> int:
    """How far a weapon shoots."""
    stated = unit.stated(*path_to(place), "range")
    usual = RANGES.get(key(item_and_number(item_at(unit, place))[0])) if place >= 0 else None
    return usual if stated is None and usual is not None else weapon(unit, place, "range")


def weapon_names(unit: Unit) -> tuple[str, ...]:
    """Every weapon of a unit by its name."""
    main = ("primary",) if unit.stated("weapon") else ()
    second = ("secondary",) if unit.stated("secondary") else ()
    more = (item_at(unit, place) for place in lines_bought(unit) if unit.stated("equipment", place, "weapon"))
    return (*main, *second, *more)


@rule(refs.TWOGM_66)
def lines_bought(unit: Unit) -> tuple[int, ...]:
    """The lines of the card that a unit came with; all of a unit never deployed."""
    carried = {key(item) for item in items(unit)}
    return tuple(place for place, _ in enumerate(lines(unit)) if key(item_at(unit, place)) in carried)


@rule(refs.TWOGM_66, refs.TWOGM_104)
def guns(unit: Unit, card: bool = False) -> tuple[int, ...]:
    """The machine guns a bomber came with, or all of its card, each by its place."""
    places = range(len(lines(unit))) if card else lines_bought(unit)
    return tuple(place for place in places if key(lines(unit)[place]) == "hmg")
