"""The card of a formation as a table: its units front to back, its weapons counted over all of
them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.epic import refs
from engine.games.epic.abilities import ABILITIES, traits
from engine.games.epic.words import WORDS
from engine.playing.citing import rule
from engine.playing.datasheet import (
    DASH,
    Datasheet,
    Said,
    SheetRow,
    Stated,
    items_of,
    known,
    number,
    parts_of,
    score,
    table,
    together,
    worded,
)
from engine.values.maps import Map, Value
from engine.values.model import Path
from engine.values.texts import say

TYPES = {
    "INF": say("INF"),
    "LV": say("LV"),
    "AV": say("AV"),
    "WE": say("WE"),
    "AC": say("AC"),
    "SC": say("SC"),
    "CH": say("CH"),
}
SPEEDS = {"fighter": say("F"), "bomber": say("B"), "fighter_bomber": say("F/B")}
UNIT_HEADS = (
    (say("type"), True),
    (say("cm"), True),
    (say("arm."), True),
    (say("CC"), True),
    (say("FF"), True),
    (say("DC"), False),
    (say("shields"), False),
)
SMALL_ARMS = 15
REACHES: dict[str, Said] = {"contact": DASH, "unlimited": say("any")}
FIREPOWER = ("ap", "at", "aa", "mw")
WEAPON_HEADS = (
    (say("cm"), True),
    (say("shots"), False),
    (say("AP"), False),
    (say("AT"), False),
    (say("AA"), False),
    (say("MW"), False),
    (say("BP"), False),
    ("", False),
)


@rule(refs.EPIC_01, refs.EPIC_141)
def datasheet(card: Map[Value]) -> Datasheet:
    units = tuple(units_of(card))
    number_of_units = sum(count for _, count, unit in units if unit.get("type") != "CH")
    figures = (
        Stated(say("points"), known(card.get("points")), ("points",)),
        Stated(say("initiative"), score(card.get("initiative")), ("initiative",)),
        Stated(say("strategy"), number(card.get("strategy")), ("strategy",)),
        Stated(say("units"), str(number_of_units), ("units",)),
    )
    tables = (
        *table(say("Units"), UNIT_HEADS, map(unit_row, units), ("units",)),
        *table(say("Weapons"), WEAPON_HEADS, weapon_rows(units)),
    )
    army = card.get("army")
    facts = (Stated(say("army"), worded(WORDS, army), ("army",)),) if army else ()
    return Datasheet(figures, tables, facts, number_of_units)


@rule(refs.EPIC_01)
def units_of(card: Map[Value]) -> Iterator[tuple[Path, int, Map[Value]]]:
    """Each row of a formation with its place."""
    for place, row in enumerate(items_of(card.get("units"))):
        if isinstance(row, tuple) and len(row) == 2:
            yield ("units", place), row[0] if isinstance(row[0], int) else 1, parts_of(row[1])


@rule(refs.EPIC_01)
def unit_row(row: tuple[Path, int, Map[Value]]) -> SheetRow:
    at, count, unit = row
    speed = unit.get("speed")
    cells = (
        TYPES.get(str(unit.get("type")), number(unit.get("type"))),
        SPEEDS.get(str(speed), number(speed)),
        *(score(unit.get(key)) for key in ("armour", "cc", "ff")),
        *(number(unit.get(key)) for key in ("dc", "shields")),
    )
    return SheetRow(str(unit.get("name") or ""), cells, together(_of_unit(unit)), count, at)


@rule(refs.EPIC_01, refs.EPIC_174)
def _of_unit(unit: Map[Value]) -> Iterator[Said]:
    """Abilities, what it carries, what a critical hit does."""
    carried = unit.get("transport")
    yield from _abilities(word for word in items_of(unit.get("abilities")) if not (carried and word == "transport"))
    if carried:
        yield say("transport {number}", number=number(carried))
    if critical := unit.get("critical"):
        yield say("critical: {what}", what=worded(WORDS, critical))


@rule(refs.EPIC_150, refs.EPIC_160)
def _abilities(words: Iterable[Value]) -> Iterator[Said]:
    for name, amount in traits(tuple(words)).items():
        word = worded(ABILITIES, name)
        if amount < 0:
            yield say("{name} D{number}", name=word, number=-amount)
        else:
            yield say("{name} {number}", name=word, number=amount) if amount > 1 or name in COUNTED else word


COUNTED = ("extra_attacks",)
"""Abilities whose number is told even when it is one."""


def weapon_rows(units: Iterable[tuple[Path, int, Map[Value]]]) -> Iterator[SheetRow]:
    """Equal weapons are one row with their number."""
    counts: dict[Map[Value], int] = {}
    first: dict[Map[Value], Path] = {}
    for at, count, unit in units:
        for place, weapon in enumerate(items_of(unit.get("weapons"))):
            if isinstance(weapon, Map):
                counts[weapon] = counts.get(weapon, 0) + count
                first.setdefault(weapon, (*at, 1, "weapons", place))
    for weapon, count in counts.items():
        yield _weapon_row(weapon, count, first[weapon])


@rule(refs.EPIC_150, refs.EPIC_160)
def _weapon_row(weapon: Map[Value], count: int, at: Path) -> SheetRow:
    reach, shots = weapon.get("range"), weapon.get("shots")
    cells = (
        REACHES.get(str(reach), number(reach)),
        f"{shots}×" if isinstance(shots, int) and shots > 1 else DASH,
        *(score(weapon.get(key)) for key in FIREPOWER),
        number(weapon.get("bp")),
        _in_assaults(weapon),
    )
    killer = weapon.get("tk")
    damage = say("Titan Killer {number}", number=str(killer)) if killer is not None else ""
    more = together((damage, *_abilities(items_of(weapon.get("abilities")))))
    return SheetRow(str(weapon.get("name") or ""), cells, more, count, at)


@rule(refs.EPIC_89)
def _in_assaults(weapon: Map[Value]) -> Said:
    """Small arms speak in firefights, other weapons of no range in close combat."""
    if weapon.get("range") == "contact":
        return say("CC")
    is_silent = not any(weapon.get(key) for key in (*FIREPOWER, "bp"))
    return say("FF") if weapon.get("range") == SMALL_ARMS and is_silent else DASH
