"""What the players say of garrisons, objectives, victory conditions and kill points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.epic import refs
from engine.games.epic.cards import ROW
from engine.games.epic.terrain.ground import TerrainName
from engine.games.epic.units import Count, Markers
from engine.playing.citing import rule
from engine.values.kinds import Either, Flag, ListOf, Whole, Word
from engine.values.situation import SeatNumber, Situation, UnitName, YesNo

Centimetres = Annotated[int, Whole(0, 999)]
Half = Annotated[str, Word(("own", "enemy"))]
ObjectiveNumber = Annotated[int, Whole(1, 3)]


@dataclass(frozen=True, slots=True)
class Garrison(Situation):
    """A formation of the table, a list of units, or numbers alone; and where it is to stand.

    `distance` is that to an objective, `on_overwatch` how many garrisons of its side are on
    overwatch already.
    """

    formation: UnitName | None = None
    units: Annotated[int | tuple[Any, ...], Either((Whole(0, 999), ListOf(ROW)))] | None = None
    scouts: Markers | None = None
    fast: Markers | None = None
    war_engines: Count | None = None
    immobile: Count | None = None
    distance: Centimetres | None = None
    on_overwatch: Count | None = None
    half: Half = "own"
    terrain: TerrainName = "open_ground"
    overwatch: YesNo = False


@dataclass(frozen=True, slots=True)
class UnitNearObjective(Situation):
    """A unit of a seat, how far it is, and what its formation went through this turn."""

    seat: SeatNumber
    distance: Centimetres = 0
    broken: YesNo = False
    rallied: YesNo = False
    landed: YesNo = False


@dataclass(frozen=True, slots=True)
class Placing(Situation):
    """Where a player wants to put an objective: its number, and what it is away from."""

    number: ObjectiveNumber
    half: Half
    from_edge: Centimetres | None = None
    from_objectives: tuple[Centimetres, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectiveSeen(Situation):
    """The units near an objective, or the place where one is to stand."""

    units: tuple[UnitNearObjective, ...] | None = None
    placing: Placing | None = None


@dataclass(frozen=True, slots=True)
class Objective(Situation):
    """An objective: who placed it, which of his it is, who controls it, in whose half it stands."""

    by: SeatNumber
    number: ObjectiveNumber
    control: SeatNumber | None = None
    half: SeatNumber | None = None

    @property
    @rule(refs.EPIC_229)
    def seat_of_half(self) -> int:
        """The first stands in the half of the player who placed it, the others in the enemy's."""
        if self.half is not None:
            return self.half
        return self.by if self.number == 1 else 1 - self.by


@dataclass(frozen=True, slots=True)
class Conditions(Situation):
    """The objectives, the unbroken enemies in each half, and whose enemy's spirit is broken."""

    objectives: tuple[Objective, ...]
    in_half: Annotated[tuple[int, ...], ListOf(Whole(0, 99), 2, 2)] = (1, 1)
    spirit: Annotated[tuple[bool, ...], ListOf(Flag(), 2, 2)] | None = None


@dataclass(frozen=True, slots=True)
class LostFormations(Situation):
    """One formation or several of the table, or one in numbers; nothing asks for both sides."""

    formation: UnitName | None = None
    formations: tuple[UnitName, ...] | None = None
    points: Annotated[int, Whole(0, 9999)] | None = None
    start: Markers | None = None
    left: Markers | None = None
    broken: YesNo = False
    destroyed: YesNo = False
