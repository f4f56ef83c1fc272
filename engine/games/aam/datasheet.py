"""A unit card as a table: dice by range in hexes against each kind of target, and its abilities
with what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.aam import refs
from engine.games.aam.abilities import EFFECTS
from engine.games.aam.words import WORDS
from engine.playing.citing import rule
from engine.playing.datasheet import (
    Datasheet,
    Said,
    SheetRow,
    Stated,
    known,
    number,
    parts_of,
    several,
    spread,
    table,
    together,
    worded,
)
from engine.values.maps import Map, Value
from engine.values.texts import say

RANGES = (("0–1", True), ("2–4", True), ("5–8", True))
TARGETS = (("soldiers", say("Soldiers")), ("vehicles", say("Vehicles")))


@rule(refs.AAM_13)
def datasheet(card: Map[Value]) -> Datasheet:
    dice = (
        SheetRow(name, tuple(map(number, row)), at=(key,))
        for key, name in TARGETS
        if isinstance(row := card.get(key), tuple)
    )
    return Datasheet(tuple(_figures(card)), tuple(table(say("Dice, by hexes"), RANGES, dice)), tuple(_facts(card)))


def _figures(card: Map[Value]) -> Iterator[Stated]:
    """What a commander adds to the initiative only where there is something."""
    yield Stated(say("points"), known(card.get("cost")), ("cost",))
    yield Stated(say("speed"), known(card.get("speed")), ("speed",))
    yield Stated(say("defense"), spread(card.get("defense")) if card.get("defense") else known(None), ("defense",))
    if isinstance(bonus := card.get("initiative"), int):
        yield Stated(say("initiative"), f"{bonus:+}", ("initiative",))


def _facts(card: Map[Value]) -> Iterator[Stated]:
    for key, value in parts_of(card.get("abilities")).items():
        if value is not False:
            yield Stated(_ability(key, value), _effect(key, value), ("abilities",))
    kind = together((worded(WORDS, card.get("type") or ""), several(WORDS, card.get("subtypes"))))
    if kind:
        yield Stated(say("type"), kind, ("type",))
    origin = together(worded(WORDS, card.get(key) or "") for key in ("nation", "side", "year"))
    if origin:
        yield Stated(say("nation"), origin, ("nation",))


def _ability(key: str, value: Value) -> Said:
    name = worded(WORDS, key)
    return name if value is True else say("{name} {number}", name=name, number=str(value))


def _effect(key: str, value: Value) -> Said:
    """What it does, with the number on the card."""
    text = EFFECTS.get(key)
    amount = value if isinstance(value, int) and not isinstance(value, bool) else 1
    return replace(text, values=Map({"number": amount})) if text else ""
