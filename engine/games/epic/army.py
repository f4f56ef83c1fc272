"""Armies: their points, and every problem as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.epic.cards import CARD
from engine.games.epic.formations import number
from engine.games.epic.refs import EPIC_226
from engine.playing.rules import Opening, nothing
from engine.values.kinds import ListOf, Record, UnitId, Whole, fields
from engine.values.maps import Map, Value
from engine.values.model import Ref
from engine.values.table import GameState
from engine.values.texts import Text, english, say

LEAST, MOST = 2000, 6000  # EPIC-226


def problems(cards: tuple[Map[Value], ...], limit: int | None) -> tuple[Text, ...]:
    """Between 2000 and 6000 points, or up to what was agreed; nothing without a price
    (EPIC-226)."""
    points = sum(number(card.get("points")) for card in cards)
    most = MOST if limit is None else limit
    found = [say("{unit} states no points", unit=str(card.get("name"))) for card in cards if card.get("points") is None]
    if points > most:
        found.append(say("{points} points: {most} at most", points=points, most=most))
    if limit is None and points < LEAST:
        found.append(say("{points} points: {least} at least", points=points, least=LEAST))
    ratings = sorted({number(card.get("strategy")) for card in cards if card.get("strategy") is not None})
    if len(ratings) > 1:
        found.append(say("one army has one strategy rating, not {ratings}", ratings=", ".join(map(str, ratings))))
    return tuple(found)


def muster(
    _: GameState, cards: tuple[Map[Value], ...], terms: Mapping[str, Any], __: object = ()
) -> Iterator[tuple[Text, Ref]]:
    """The same for an army that is built (EPIC-226)."""
    return ((why, EPIC_226) for why in problems(cards, terms["limit"]))


def told(
    now: GameState,
    cards: tuple[Map[Value], ...] | None = None,
    units: tuple[str, ...] | None = None,
    limit: int | None = None,
) -> dict[str, Value]:
    army = cards if cards is not None else tuple(now.unit(each).card for each in units or ())
    wrong = problems(army, limit)
    return {
        "points": sum(number(card.get("points")) for card in army),
        "formations": len(army),
        "legal": not wrong,
        "problems": tuple(english(each) for each in wrong),
    }


ARMY = Opening(
    "army",
    say("army"),
    EPIC_226,
    nothing,
    Record(fields(cards=ListOf(CARD), units=ListOf(UnitId()), limit=Whole(0, 99999))),
    tells=told,
)
