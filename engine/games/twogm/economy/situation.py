"""What is told of action points: rows, an income, shares, a store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.twogm.turn import Moment
from engine.games.twogm.units import ROWS
from engine.values.kinds import Either, Flag, Whole, Word
from engine.values.situation import SeatNumber, Situation, YesNo

PAYERS = ("marshal", "general")
Payer = Annotated[str, Word(PAYERS)]
Amount = Annotated[int, Whole(0, 99)]
RowNumber = Annotated[int, Whole(1, ROWS)]


@dataclass(frozen=True, slots=True)
class AskedSide(Situation):
    """The side that a question is about."""

    seat: SeatNumber | None = None


@dataclass(frozen=True, slots=True)
class SupplyLine(Situation):
    """Rows with own units, or the side whose rows the table knows."""

    rows: tuple[RowNumber, ...] | None = None
    seat: SeatNumber | None = None


@dataclass(frozen=True, slots=True)
class Income(Situation):
    """The store of a side and everything that pays; None is what is not told."""

    stored: Amount | None = None
    cap: Amount | None = None
    rows: tuple[RowNumber, ...] | None = None
    command_groups: tuple[RowNumber, ...] | None = None
    radio_links: Amount | None = None
    general: Annotated[int | bool | str, Either((Whole(0, 9), Flag(), Word()))] | None = None
    hq_alive: YesNo | None = None
    handicap: Annotated[int, Whole(0, 9)] | None = None


@dataclass(frozen=True, slots=True)
class PairIncome(Situation):
    """Points that a pair shares, and what the Marshal gives of his."""

    points: Amount
    gift: Annotated[bool | int, Either((Flag(), Whole(0, 99)))] = 0


@dataclass(frozen=True, slots=True)
class StoredPoints(Situation):
    """A store, whether its HQ lives, when it fell, and when the store is asked for."""

    stored: Amount
    hq_alive: YesNo = True
    fell_in: Moment | None = None
    asked_in: Moment | None = None
