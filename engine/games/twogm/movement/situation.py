"""What is told of moves: who, by which squares, and where it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from engine.games.twogm.movement.ground import EXTENDED, TERRAIN
from engine.games.twogm.units import NATURAL, ROWS
from engine.values.kinds import Either, Field, Fixed, Flag, Record, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.situation import Situation, UnitName, YesNo

ANY = Whole(-99, 99)
SQUARE = Either(
    (
        Word(),
        Fixed((ANY, ANY)),
        Record(
            (
                Field("terrain", TERRAIN),
                *fields(holds=Word(), unit=Word(), diagonal=Flag(), sappers=Flag(), row=ANY, column=ANY),
            )
        ),
    )
)
START = Either((Word(), Fixed((ANY, ANY)), Record((Field("terrain", TERRAIN), *fields(row=ANY, column=ANY)))))

NamedSquare = Annotated[str | tuple[int, int] | Map[Any], SQUARE]
FirstSquare = Annotated[str | tuple[int, int] | Map[Any], START]
Place = Annotated[
    str | tuple[int, int] | Map[Any],
    Either(
        (
            Fixed((Whole(1, ROWS), Whole(1, 16))),
            Record(required(row=Whole(1, ROWS), column=Whole(1, 16))),
            Record(required(hq=Whole(0, 1))),
            Word(),
        )
    ),
]
Row = Annotated[int, Whole(1, ROWS)]
Column = Annotated[int, Whole(1, 16)]
Natural = Annotated[str, Word(NATURAL)]


class Destination(NamedTuple):
    """Where a unit comes to stand; None is what is not told."""

    row: int | None = None
    column: int | None = None
    terrain: Value = None
    into: Value = None


@dataclass(frozen=True, slots=True)
class SquareMove(Situation):
    """A unit moves by a path, to a square, or onto another unit."""

    unit: UnitName
    from_: FirstSquare | None = None
    path: tuple[NamedSquare, ...] | None = None
    onto: UnitName | None = None
    row: Row | None = None
    column: Column | None = None
    terrain: Natural | None = None
    into: UnitName | None = None
    advance: YesNo = False
    ride: YesNo = False


@dataclass(frozen=True, slots=True)
class Unloading(Situation):
    """Which cargo is set down, and where."""

    unit: UnitName
    row: Row | None = None
    column: Column | None = None
    terrain: Natural | None = None
    into: UnitName | None = None


@dataclass(frozen=True, slots=True)
class CoveredMove(Situation):
    """Infantry and a vehicle move together."""

    unit: UnitName
    vehicle: UnitName
    row: Row | None = None
    column: Column | None = None
    path: tuple[NamedSquare, ...] | None = None
    terrain: Natural | None = None
    squares: Annotated[int, Whole(0, 9)] = 1


@dataclass(frozen=True, slots=True)
class Swap(Situation):
    """Two units change places."""

    unit: UnitName
    other: UnitName


@dataclass(frozen=True, slots=True)
class Distance(Situation):
    """Two places."""

    from_: Place
    to: Place


@dataclass(frozen=True, slots=True)
class TerrainCard(Situation):
    """A terrain card, and how far it is extended."""

    name: Annotated[str, Word()]
    cost: Annotated[int, Whole(0, 99)] | None = None
    extended: Annotated[str | int, EXTENDED] | None = None
