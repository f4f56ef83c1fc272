"""Armies judged by limits: each limit finds its problems, and all problems are reported
together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from engine.values.maps import Map, Value
from engine.values.model import Problem
from engine.values.table import GameState
from engine.values.texts import english

Army = TypeVar("Army")
Cards: TypeAlias = tuple[Map[Value], ...]
Limit: TypeAlias = Callable[[GameState, Army], Iterable[Problem]]


def problems_of(limits: tuple[Limit[Army], ...], now: GameState, army: Army) -> Iterator[Problem]:
    """Everything that the limits find wrong with an army."""
    return (problem for limit in limits for problem in limit(now, army))


def cards_of_seat(now: GameState, seat: int) -> Cards:
    """The cards of all units of a seat, also of lost ones."""
    return tuple(unit.card for unit in now.units.values() if unit.seat == seat)


def verdict(problems: Iterable[Problem], word: str = "legal") -> dict[str, Value]:
    """Whether something is right; otherwise why not, and by which rules."""
    found = tuple(problems)
    return {
        word: not found,
        "problems": tuple(english(each.why) for each in found),
        "rules": tuple(each.ref.id for each in found),
    }
