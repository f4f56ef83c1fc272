"""What is told of repairs and of Heroic Attack, and what repairs remember."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.values.maps import Map
from engine.values.situation import Situation, UnitName, YesNo


@dataclass(frozen=True, slots=True)
class SkillUser(Situation):
    """The unit that repairs itself, or whose hero is heroic."""

    unit: UnitName


@dataclass(frozen=True, slots=True)
class TankHead(Situation):
    """The hero, the vehicle, and as far as no table says it: whether it is near."""

    unit: UnitName
    target: UnitName
    adjacent: YesNo | None = None
    same_square: YesNo | None = None


class Repairs(NamedTuple):
    """How many points each vehicle has repaired."""

    points: Map[int] = Map()
