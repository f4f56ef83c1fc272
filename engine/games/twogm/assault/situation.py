"""What is told of an assault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.twogm.movement.ground import Terrain
from engine.games.twogm.units import Name
from engine.values.kinds import Either, Flag, Word
from engine.values.situation import EnemyName, Situation, UnitName


@dataclass(frozen=True, slots=True)
class DeclaredAssault(Situation):
    """Who assaults whom; `reaction` is the weapon of the target, yes for its primary one."""

    assaulter: UnitName
    target: EnemyName
    weapon: Name | None = None
    reaction: Annotated[bool | str, Either((Flag(), Word()))] | None = None
    terrain: Terrain | None = None
    from_terrain: Terrain | None = None
