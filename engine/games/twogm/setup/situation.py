"""What is told before the first turn: the bids, and the terrain they buy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.twogm.economy.situation import Amount
from engine.games.twogm.movement.ground import EXTENDED, SQUARES, Extended
from engine.games.twogm.movement.situation import Column, Natural
from engine.values.kinds import Either, Fixed, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map
from engine.values.situation import SeatNumber, Situation, YesNo

START = 5  # 2GM-30
CARD = Record(
    fields(name=Word(), cost=Whole(0, 99), row=Whole(1, 6), on=Word(), skills=ListOf(Word()), extended=EXTENDED)
)
CardBought = Annotated[int | str | Map[Any], Either((Whole(0, 99), Word(), CARD))]
"""A terrain card by its price, its name, or its values."""


CARDS = tuple(name for name, square in SQUARES.items() if square.card)


@dataclass(frozen=True, slots=True)
class Bids(Situation):
    """Both bids, where they are known already."""

    bids: Annotated[tuple[int, int], Fixed((Whole(0, 99), Whole(0, 99)))] | None = None


@dataclass(frozen=True, slots=True)
class BidSpent(Situation):
    """The points of a side before the game, its bid, and the terrain bought with it."""

    start: Amount = START
    bid: Amount = 0
    terrain: tuple[CardBought, ...] = ()


@dataclass(frozen=True, slots=True)
class LaidBid(Situation):
    """A terrain card that a side has bought with its bid, and where it lies."""

    seat: SeatNumber
    name: Annotated[str, Word(CARDS)]
    row: Annotated[int, Whole(2, 4)] | None = None
    column: Column | None = None
    cost: Amount | None = None
    on: Natural = "plain"
    advanced: YesNo = False
    extended: Extended = 0
