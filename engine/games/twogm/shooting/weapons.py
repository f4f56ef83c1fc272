"""Weapons of a card: the primary one, a printed secondary one, those among the equipment; and
their markers."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.units import items, key
from engine.playing.citing import rule
from engine.values.maps import Map
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
ARROWS = {"mg", "hmg", "mrl", "smoke_shell", "smoke_grenade", "smoke_screen", "sappers"}
HEAVY = {"hmg", "mortar"}
HIT_THE_DIRT = {"hit_the_dirt", "take_cover"}


def item_and_number(item: str) -> tuple[str, int]:
    """An item and which of its lines: "MG:2" is the second MG."""
    name, _, number = item.partition(":")
    return name, int(number) - 1 if number.isdecimal() else 0


def found_at(unit: Unit, item: str) -> int | None:
    """The line of the card that an item names."""
    name, which = item_and_number(item)
    found = [place for place, line in enumerate(lines(unit)) if key(line) == key(name)]
    return found[which] if which < len(found) else None


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


def lines(unit: Unit) -> tuple[str, ...]:
    """The equipment lines of a card, one after another."""
    stated = unit.stated("equipment")
    return tuple(str(line["item"]) for line in stated if isinstance(line, Map)) if isinstance(stated, tuple) else ()


@rule(refs.TWOGM_66)
def item_at(unit: Unit, place: int) -> str:
    """The name of a line, numbered where a card has several of one item: "MG", "MG:2"."""
    named = lines(unit)
    before = [key(item) for item in named[:place]].count(key(named[place]))
    return f"{named[place]}:{before + 1}" if before else named[place]


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


@rule(refs.TWOGM_14, refs.TWOGM_15, refs.TWOGM_18, refs.TWOGM_119, refs.TWOGM_191)
def marker_kind(unit: Unit, item: str) -> str:
    """The marker of an equipment: as its card says, else as the rulebook says."""
    found = found_at(unit, item)
    stated = unit.stated("equipment", found, "marker") if found is not None else None
    return str(stated) if stated else usual_marker(item_and_number(item)[0], str(unit.stated("type") or ""))


@rule(refs.TWOGM_18, refs.TWOGM_119, refs.TWOGM_120, refs.TWOGM_191)
def usual_marker(item: str, owner: str) -> str:
    """Infantry's heavy weapons have an asterisk, a mortar is always one of them, its smoke screen
    has no arrow; a vehicle's guns have one."""
    name = key(item)
    if "*" in item or (owner == "infantry" and name in HEAVY) or (not owner and name == "mortar"):
        return "asterisk"
    if owner == "infantry" and name == "smoke_screen":
        return "none"
    return "arrow" if name in ARROWS else "none"


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
    every = items(unit) == lines(unit)
    return tuple(place for place, _ in enumerate(lines(unit)) if every or key(item_at(unit, place)) in carried)


@rule(refs.TWOGM_66, refs.TWOGM_104)
def guns(unit: Unit, card: bool = False) -> tuple[int, ...]:
    """The machine guns a bomber came with, or all of its card, each by its place."""
    places = range(len(lines(unit))) if card else lines_bought(unit)
    return tuple(place for place in places if key(lines(unit)[place]) == "hmg")
