"""What the players say of a unit in terrain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.epic.cards import TYPES
from engine.games.epic.terrain.ground import TerrainName
from engine.games.epic.units import AnyWord, Capacity, Count, UnitOrCard, UnitType
from engine.values.kinds import Either, Flag, Whole, Word
from engine.values.situation import Situation, UnitName, YesNo


@dataclass(frozen=True, slots=True)
class UnitInTerrain(Situation):
    """A unit, described or of the table, and where it stands."""

    terrain: TerrainName
    type: UnitType | None = None
    unit: UnitOrCard | None = None
    overwatch: YesNo | None = None
    touching: Annotated[bool | str, Either((Flag(), Word(TYPES)))] = False
    abilities: tuple[AnyWord, ...] = ()


@dataclass(frozen=True, slots=True)
class DangerousGround(Situation):
    """Units that cross dangerous ground: a row of a formation, or described."""

    type: UnitType = "INF"
    abilities: tuple[AnyWord, ...] = ()
    cautious: YesNo = False
    tests: Annotated[int, Whole(1, 99)] = 1
    dc: Capacity | None = None
    formation: UnitName | None = None
    row: Count = 0
