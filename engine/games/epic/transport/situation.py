"""What the players say of formations that get in, get out or land."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.epic.assault.situation import EngagedUnits, Fought, Supporter
from engine.games.epic.terrain.ground import TerrainName
from engine.games.epic.units import Count, InOrder
from engine.values.maps import Map
from engine.values.situation import EnemyName, Situation, UnitName, YesNo


@dataclass(frozen=True, slots=True)
class Embarking(Situation):
    """A formation, and what it gets into."""

    formation: UnitName
    transport: UnitName


@dataclass(frozen=True, slots=True)
class Disembarking(Situation):
    """A transport, who gets out, and how many enemies are in contact with it."""

    transport: UnitName
    formations: tuple[UnitName, ...]
    contacts: Count = 0


@dataclass(frozen=True, slots=True)
class TouchDown(Situation):
    """Aircraft that land: who gets out, who gets in, and whether the ground is dangerous."""

    formation: UnitName
    unload: tuple[UnitName, ...] = ()
    board: tuple[UnitName, ...] = ()
    bad_ground: YesNo = False


@dataclass(frozen=True, slots=True)
class AirAssault(Situation):
    """Aircraft that land among the enemy, and how they and their troops fight."""

    formation: UnitName
    defender: EnemyName
    unload: tuple[UnitName, ...] = ()
    bad_ground: YesNo = False
    fought: Fought = "ff"
    terrain: TerrainName | None = None
    others: tuple[EnemyName, ...] | None = None
    drawn_in: tuple[UnitName, ...] | None = None
    engaged: Map[EngagedUnits] | None = None
    supporters: tuple[Supporter, ...] | None = None
    front: Map[InOrder] | None = None
    support: YesNo = False
