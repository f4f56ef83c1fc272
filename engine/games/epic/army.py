"""Armies: their points, and every problem as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.epic import refs
from engine.games.epic.formations.rows import number
from engine.parts.muster import Cards
from engine.values.model import Problem
from engine.values.table import GameState
from engine.values.texts import Text, say

LEAST = 2000
MOST = 6000


def points(cards: Cards) -> int:
    return sum(number(card.get("points")) for card in cards)


def problems(cards: Cards, limit: int | None) -> Iterator[Problem]:
    """Everything wrong with an army."""
    return (Problem(why, refs.EPIC_226) for why in reasons(cards, limit))


def reasons(cards: Cards, limit: int | None) -> Iterator[Text]:
    """Between 2000 and 6000 points, or up to what was agreed; nothing without a price."""
    found, most = points(cards), MOST if limit is None else limit
    for card in cards:
        if card.get("points") is None:
            yield say("{unit} states no points", unit=str(card.get("name")))
    if found > most:
        yield say("{points} points: {most} at most", points=found, most=most)
    if limit is None and found < LEAST:
        yield say("{points} points: {least} at least", points=found, least=LEAST)
    ratings = sorted({number(card.get("strategy")) for card in cards if card.get("strategy") is not None})
    if len(ratings) > 1:
        yield say("one army has one strategy rating, not {ratings}", ratings=", ".join(map(str, ratings)))


def muster(now: GameState, cards: Cards, terms: Mapping[str, Any], joined: object = ()) -> Iterator[Problem]:
    """Everything wrong with an army that a player builds."""
    return problems(cards, terms["limit"])
