"""A card as a table: its attack values by domain and its defense, then its texts."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.front import refs
from engine.games.front.words import CARD_WORDS, WORDS
from engine.playing.citing import rule
from engine.playing.datasheet import (
    Datasheet,
    Said,
    Stated,
    items_of,
    known,
    number,
    parts_of,
    several,
    together,
    worded,
)
from engine.values.maps import Map, Value
from engine.values.texts import say

SAID = {**CARD_WORDS, **WORDS}
ATTACKS = (("ground", say("attack, ground")), ("air", say("attack, air")), ("naval", say("attack, naval")))
LISTS = (
    ("advantage", say("Advantage! over")),
    ("initiative", say("Initiative! against")),
    ("junkyard", say("on going to the junkyard")),
)


@rule(refs.FRONT_02, refs.FRONT_20)
def datasheet(card: Map[Value]) -> Datasheet:
    values = parts_of(card.get("av"))
    attacks = (Stated(name, number(values[key]), ("av", key)) for key, name in ATTACKS if key in values)
    defense = Stated(say("defense"), known(card.get("dv")), ("dv",))
    return Datasheet((*attacks, defense), facts=tuple(_facts(card)))


def _facts(card: Map[Value]) -> Iterator[Stated]:
    for key, name in LISTS:
        yield from _said(key, name, several(SAID, card.get(key)))
    bonuses = (
        say(
            "+{amount} {domain} against {whom}",
            amount=number(each.get("amount")),
            domain=worded(SAID, each.get("domain")),
            whom=worded(SAID, each.get("against")),
        )
        for each in map(parts_of, items_of(card.get("bonus")))
    )
    yield from _said("bonus", say("bonus"), together(bonuses))
    locks = (
        say("{damage} damage to {domain}", damage=number(each.get("damage")), domain=worded(SAID, each.get("domain")))
        for each in map(parts_of, items_of(card.get("lock")))
    )
    yield from _said("lock", say("by locking"), together(locks))
    kind = together(
        (
            several(SAID, card.get("subtypes")),
            worded(SAID, card.get("domain") or ""),
            worded(SAID, card.get("side") or ""),
        )
    )
    yield from _said("subtypes", say("kind"), kind)
    yield from _said("text", say("further text"), str(card.get("text") or ""))
    data = parts_of(card.get("data"))
    told = (say("{name}: {value}", name=worded(SAID, key), value=str(value)) for key, value in data.items())
    yield from _said("data", say("data"), together(told))


@rule(refs.FRONT_20)
def _said(key: str, name: Said, value: Said) -> Iterator[Stated]:
    if value:
        yield Stated(name, value, (key,))
