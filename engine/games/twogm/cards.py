"""What a card states: units, terrain, headquarters, generals and support cards share one shape; its
lines of equipment and their markers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from engine.games.twogm import refs
from engine.playing.citing import rule
from engine.values.kinds import Field, Flag, ListOf, Mistakes, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Path
from engine.values.table import Unit
from engine.values.texts import say

TYPES = ("infantry", "artillery", "tank", "transport", "air", "hq", "terrain", "general", "support")
MARKERS = ("none", "arrow", "asterisk", "double_arrow")
FULL = Whole(0, 99)
NAME = re.compile(r"[^a-z0-9]+")
ARROWS = {"mg", "hmg", "mrl", "smoke_shell", "smoke_grenade", "smoke_screen", "sappers"}
HEAVY = {"hmg", "mortar"}
HIT_THE_DIRT = {"hit_the_dirt", "take_cover"}


class Both(ListOf):
    """A number for each threshold; one number counts for both."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        return ListOf.take(self, (data, data) if isinstance(data, int) else data, at, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [ListOf.schema(self), self.kind.schema()]}


class Cost(Whole):
    """A cost, or X."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        return "X" if data in ("X", "x") else Whole.take(self, data, at, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [Whole.schema(self), {"enum": ["X"]}]}


IMPACT = Both(Whole(-20, 20), 2, 2)
COST = Cost(0, 99)
WEAPON = Record(fields(impact=ListOf(Whole(1, 20), 2, 2), penetration=FULL, damage=FULL, range=FULL))
EQUIPMENT = Record(
    (
        Field("item", Word(), required=True),
        *fields(cost=FULL, slot=Word(("offensive", "defensive")), marker=Word(MARKERS), weapon=WEAPON),
    )
)
CARD = Record(
    (
        Field("name", Word()),
        *fields(
            army=Word(),
            type=Word(TYPES),
            year=Whole(1900, 2000),
            cost=COST,
            movement=FULL,
            armor=FULL,
            life=FULL,
            weapon=WEAPON,
            secondary=WEAPON,
            equipment=ListOf(EQUIPMENT),
            skills=ListOf(Word()),
            impact=IMPACT,
            points=FULL,
            access=ListOf(Word()),
            cap=FULL,
            ap=FULL,
            playing_cost=FULL,
            permanent=Flag(),
            text=Word(),
        ),
    )
)
"""`points` are impact points of terrain and headquarters, `cap` is the store of a headquarters,
`ap` what a general adds."""

CARD_WORDS = {
    text.key.lower(): text
    for text in (
        say("German"),
        say("US"),
        say("advance"),
        say("anti aircraft"),
        say("building"),
        say("command group"),
        say("cost"),
        say("embark"),
        say("marker"),
        say("mobility"),
        say("only infantry"),
        say("penetration"),
        say("slot"),
        say("smoke shell"),
        say("tow"),
    )
}
"""What cards state in words."""


# Lines of equipment


@lru_cache(maxsize=1024)
def key(name: Value) -> str:
    """A name as cards spell it, in one form: "Anti-Tank" and "anti_tank" are the same."""
    return NAME.sub("_", str(name or "").lower()).strip("_")


def lines(unit: Unit) -> tuple[str, ...]:
    """The equipment lines of a card, one after another."""
    return _lines(unit.stated("equipment"))


@lru_cache(maxsize=1024)
def _lines(stated: Value) -> tuple[str, ...]:
    return tuple(str(line["item"]) for line in stated if isinstance(line, Map)) if isinstance(stated, tuple) else ()


def item_and_number(item: str) -> tuple[str, int]:
    """An item and which of its lines: "MG:2" is the second MG."""
    name, _, number = item.partition(":")
    return name, int(number) - 1 if number.isdecimal() else 0


def found_at(unit: Unit, item: str) -> int | None:
    """The line of the card that an item names."""
    name, which = item_and_number(item)
    found = [place for place, line in enumerate(lines(unit)) if key(line) == key(name)]
    return found[which] if which < len(found) else None


@rule(refs.TWOGM_66)
def item_at(unit: Unit, place: int) -> str:
    """The name of a line, numbered where a card has several of one item: "MG", "MG:2"."""
    return _numbered(lines(unit), place)


@lru_cache(maxsize=1024)
def _numbered(named: tuple[str, ...], place: int) -> str:
    before = [key(item) for item in named[:place]].count(key(named[place]))
    return f"{named[place]}:{before + 1}" if before else named[place]


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
