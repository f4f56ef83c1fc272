"""What is told of decks and hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.values.kinds import Whole
from engine.values.situation import SeatNumber, Situation, UnitName, YesNo

Count = Annotated[int, Whole(0, 999)]


@dataclass(frozen=True, slots=True)
class Discards(Situation):
    """A hand that is only counted; in play the table knows it."""

    hand: Count | None = None
    drawn: Count = 0
    played: Count = 0


@dataclass(frozen=True, slots=True)
class FirstHand(Situation):
    """Who draws from how large a deck, for the first or the second time."""

    seat: SeatNumber
    deck: Count
    mulligan: YesNo = False


@dataclass(frozen=True, slots=True)
class NamedHand(Situation):
    """The cards that a side holds, as many of them as it wants to tell."""

    seat: SeatNumber
    cards: tuple[UnitName, ...]
