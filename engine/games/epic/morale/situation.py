"""What the players say of a formation's morale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.epic.cards import ROW
from engine.games.epic.units import AnyWord, Capacity, Count, Markers
from engine.values.kinds import Either, ListOf, Whole, Word
from engine.values.maps import Map
from engine.values.situation import Situation, UnitName, YesNo, record_of


@dataclass(frozen=True, slots=True)
class UnitsAlike(Situation):
    """So many units of a formation, as far as its break point rests on them."""

    count: Count = 1
    type: AnyWord | None = None
    dc: Capacity = 1
    abilities: tuple[AnyWord, ...] = ()


@dataclass(frozen=True, slots=True)
class BreakPoint(Situation):
    """A formation of the table, or how many units it has: a number, groups of them, or rows of
    a card."""

    formation: UnitName | None = None
    units: (
        Annotated[int | tuple[Any, ...], Either((Whole(0, 999), ListOf(record_of(UnitsAlike)), ListOf(ROW)))] | None
    ) = None
    blast: Markers | None = None
    stubborn: YesNo | None = None
    abilities: tuple[AnyWord, ...] | None = None


@dataclass(frozen=True, slots=True)
class AbleUnit(Situation):
    """A unit in range and sight; one that is not ready has no weapon to fire."""

    id: Annotated[str | int, Either((Word(), Whole()))] | None = None
    dc: Capacity = 1
    ready: YesNo = True


@dataclass(frozen=True, slots=True)
class Suppression(Situation):
    """Units able to shoot, front to back, and the markers on their formation."""

    able: Annotated[int | tuple[Map[Any], ...], Either((Whole(0, 999), ListOf(record_of(AbleUnit))))] | None = None
    blast: Markers | None = None
    formation: UnitName | None = None


@dataclass(frozen=True, slots=True)
class Regrouping(Situation):
    """A formation that regroups, or what it has: markers, Leaders, shields that are down."""

    formation: UnitName | None = None
    blast: Markers | None = None
    leaders: Count | None = None
    shields_down: Count | None = None


@dataclass(frozen=True, slots=True)
class Withdrawing(Situation):
    """A formation that withdraws, and how near to it the enemy is where it ends."""

    formation: UnitName
    moved: YesNo = True
    distance: Markers | None = None
    enemies_within_15: Count | None = None


@dataclass(frozen=True, slots=True)
class RallyPlace(Situation):
    """A formation that waits to rally, and its side."""

    id: AnyWord
    seat: Annotated[int, Whole(0, 1)]


@dataclass(frozen=True, slots=True)
class Rallying(Situation):
    """One rally test, of a formation or described; or those who wait for theirs, side by side;
    or nothing, and all of the table try."""

    formation: UnitName | None = None
    initiative: Annotated[int, Whole(1, 6)] | None = None
    broken: YesNo | None = None
    blast: Markers | None = None
    leaders: Count | None = None
    enemy_within_30: YesNo = False
    reroll: YesNo = False
    formations: tuple[UnitName, ...] | None = None
    queue: Annotated[tuple[Any, ...], ListOf(Either((Word(), ListOf(Word()), record_of(RallyPlace))))] | None = None
    rating: Annotated[tuple[int, ...], ListOf(Whole(0, 99), 2, 2)] | None = None
