"""What the players say of spacecraft and of those who drop from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.epic.shooting.situation import ShotsStated
from engine.games.epic.space.landing import SPOT
from engine.values.kinds import Whole
from engine.values.maps import Map
from engine.values.situation import EnemyName, Situation, UnitName, YesNo

TurnNumber = Annotated[int, Whole(1, 99)]
Pods = Annotated[int, Whole(1, 20)]


@dataclass(frozen=True, slots=True)
class Arrival(Situation):
    """The turn on which a spacecraft comes, and the plan of all, where the players say it."""

    formation: UnitName
    turn: TurnNumber
    schedule: Map[TurnNumber] | None = None


@dataclass(frozen=True, slots=True)
class Drop(Situation):
    """A formation that comes down from orbit."""

    formation: UnitName


@dataclass(frozen=True, slots=True)
class Landing(Drop):
    """Where it comes down, and who gets out."""

    spot: Annotated[str | Map[Any], SPOT] = "clear"
    unload: tuple[UnitName, ...] = ()


@dataclass(frozen=True, slots=True)
class Planetfall(Drop):
    """Who gets out of those that land; whether the players have rolled themselves how far each goes
    astray."""

    unload: tuple[UnitName, ...] = ()
    scattered: YesNo = False


@dataclass(frozen=True, slots=True)
class PodAttack(Situation):
    """What the pods do to one formation."""

    target: EnemyName
    shots: tuple[ShotsStated, ...]
    pods: Pods = 1


@dataclass(frozen=True, slots=True)
class PodDrop(Drop):
    """How many pods bring the formation, and their attacks; whether the players have rolled
    themselves how far each goes astray."""

    pods: Pods = 1
    attacks: tuple[PodAttack, ...] = ()
    scattered: YesNo = False
