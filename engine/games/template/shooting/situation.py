"""What is said when a unit shoots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.values.kinds import Whole
from engine.values.situation import EnemyName, Situation, UnitName, YesNo

Distance = Annotated[int, Whole(1, 99)]


@dataclass(frozen=True, slots=True)
class Shot(Situation):
    """Who shoots at whom, how far away, and whether the target is in cover."""

    shooter: UnitName
    target: EnemyName
    distance: Distance
    cover: YesNo = False
