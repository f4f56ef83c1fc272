"""Armies: what they cost, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.template import refs
from engine.parts.muster import Cards
from engine.values.model import Problem
from engine.values.table import GameState
from engine.values.texts import say

MOST = 10


def points(cards: Cards) -> int:
    return sum(cost for card in cards if isinstance(cost := card.get("points"), int))


def too_dear(now: GameState, cards: Cards) -> Iterator[Problem]:
    if points(cards) > MOST:
        yield Problem(say("{points} points: {most} at most", points=points(cards), most=MOST), refs.TEMPLATE_08)


LIMITS = (too_dear,)


def muster(now: GameState, cards: Cards, terms: Mapping[str, Any], joined: object = ()) -> Iterator[Problem]:
    """Everything wrong with an army that a player builds."""
    return (problem for limit in LIMITS for problem in limit(now, cards))
