"""A card as a table: a line for each weapon and each piece of equipment, its figures above."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.cards import CARD_WORDS
from engine.games.twogm.words import WORDS
from engine.playing.citing import rule
from engine.playing.datasheet import (
    DASH,
    NO,
    YES,
    Datasheet,
    Said,
    SheetRow,
    Stated,
    items_of,
    number,
    parts_of,
    several,
    spread,
    table,
    together,
    worded,
)
from engine.values.maps import Map, Value
from engine.values.model import Path
from engine.values.texts import say

SAID = {**CARD_WORDS, **WORDS}
FIGURES = (
    ("cost", say("cost")),
    ("movement", say("movement")),
    ("armor", say("armour value")),
    ("life", say("life")),
    ("points", say("impact points")),
    ("cap", say("store")),
    ("ap", say("action points")),
    ("playing_cost", say("to play it")),
)
HEADS = (say("cost"), say("impact"), say("pen."), say("dmg"), say("range"))


@rule(refs.TWOGM_13)
def datasheet(card: Map[Value]) -> Datasheet:
    figures = tuple(Stated(name, number(card.get(key)), (key,)) for key, name in FIGURES if card.get(key) is not None)
    heads, rows = ((head, False) for head in HEADS), (*_weapons(card), *_equipment(card))
    tables = table(say("Weapons and equipment"), heads, rows, ("equipment",))
    life = card.get("life")
    return Datasheet(figures, tuple(tables), tuple(_facts(card)), life if isinstance(life, int) else 0)


def _weapons(card: Map[Value]) -> Iterator[SheetRow]:
    for key, name in (("weapon", say("Primary weapon")), ("secondary", say("Secondary weapon"))):
        if weapon := parts_of(card.get(key)):
            yield SheetRow(name, _cells(None, weapon), at=(key,))


def _equipment(card: Map[Value]) -> Iterator[SheetRow]:
    for place, line in enumerate(items_of(card.get("equipment"))):
        item = parts_of(line)
        at: Path = ("equipment", place)
        name, cells = str(item.get("item", "")), _cells(item.get("cost"), parts_of(item.get("weapon")))
        yield SheetRow(name, cells, _kind(item), at=at)


def _kind(item: Map[Value]) -> Said:
    """Where it lies, and the sign on its marker."""
    return together(worded(SAID, item.get(key, "")) for key in ("slot", "marker") if item.get(key) != "none")


def _cells(cost: Value, weapon: Map[Value]) -> tuple[Said, ...]:
    return (
        number(cost),
        spread(weapon.get("impact")),
        *(number(weapon.get(key)) for key in ("penetration", "damage", "range")),
    )


def _facts(card: Map[Value]) -> Iterator[Stated]:
    kind, army = card.get("type"), card.get("army")
    if skills := several(SAID, card.get("skills")):
        yield Stated(say("skills"), skills, ("skills",))
    if (cover := spread(card.get("impact"))) != DASH:
        yield Stated(say("cover values"), cover, ("impact",))
    if access := several(SAID, card.get("access")):
        yield Stated(say("access"), access, ("access",))
    if card.get("permanent") is not None:
        yield Stated(say("permanent"), YES if card.get("permanent") else NO, ("permanent",))
    if text := card.get("text"):
        yield Stated(say("text"), str(text), ("text",))
    yield from (
        Stated(name, worded(SAID, value), (key,))
        for key, name, value in (("type", say("card type"), kind), ("army", say("army"), army))
        if value
    )
    if year := card.get("year"):
        yield Stated(say("year"), str(year), ("year",))
