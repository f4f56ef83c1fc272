"""What is told of shots; and the shot that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Annotated

from engine.games.twogm.cards import IMPACT
from engine.games.twogm.movement.ground import Terrain
from engine.games.twogm.units import Name, Points
from engine.values.kinds import ListOf, Whole, Word
from engine.values.maps import Value
from engine.values.model import Impossible
from engine.values.situation import EnemyName, Situation, UnitName, YesNo, record_of
from engine.values.texts import say

Role = Annotated[str, Word(("attack", "reaction", "aa", "assault"))]
Number = Annotated[int, Whole(1, 9)]


@dataclass(frozen=True, slots=True)
class AimedShot:
    """One shot; `number` counts shots of a Multiple unit, `terrain` is what the table says the
    target stands on.

    `key` names its dice; `airborne` is a paratrooper still in the air.
    """

    shooter: str
    place: int
    target: str
    role: str = "attack"
    number: int = 1
    terrain: Value = None
    key: str = "shot"
    airborne: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Firing(Situation):
    """What players may say of a shot; None is what they have not said."""

    weapon: Name | None = None
    terrain: Terrain | None = None
    shot_number: Number | None = None
    assault: YesNo | None = None
    range: Points | None = None
    as_: Role | None = None

    @property
    def role(self) -> str:
        return "assault" if self.assault else self.as_ or "attack"


@dataclass(frozen=True, slots=True)
class DeclaredShot(Firing):
    """One shot at one target."""

    attacker: UnitName
    target: EnemyName


@dataclass(frozen=True, slots=True)
class ShotRow(Firing):
    """One of several shots; what it leaves out is told for all."""

    attacker: UnitName | None = None
    target: EnemyName | None = None

    def declared(self) -> DeclaredShot:
        if not self.attacker or not self.target:
            raise Impossible(say("say who shoots at whom"))
        return DeclaredShot(**{each.name: getattr(self, each.name) for each in fields(self)})


@dataclass(frozen=True, slots=True)
class DeclaredShots(Firing):
    """Shots one after another."""

    shots: Annotated[tuple[ShotRow, ...], ListOf(record_of(ShotRow), 1)]
    attacker: UnitName | None = None
    target: EnemyName | None = None

    def rows(self) -> Iterator[ShotRow]:
        """Each shot with what is told for all."""
        for row in self.shots:
            own = {each.name: getattr(row, each.name) for each in fields(row)}
            yield ShotRow(**{name: getattr(self, name) if value is None else value for name, value in own.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingShot(Situation):
    """A shot at a building: by a unit with its dice, or by its damage and its result."""

    attacker: UnitName | None = None
    by: UnitName | None = None
    weapon: Name | None = None
    damage: Points | None = None
    penetration: Points | None = None
    result: Annotated[str, Word(("nothing", "hit", "critical"))] | None = None
    assault: YesNo | None = None
    flamethrower: YesNo | None = None
    shot_number: Number | None = None
    as_: Role | None = None

    @property
    def shooter(self) -> str | None:
        return self.attacker or self.by

    @property
    def has_dice(self) -> bool:
        """A shooter is told, and no result."""
        return bool(self.shooter) and self.result is None


@dataclass(frozen=True, slots=True)
class BuildingFire(Situation):
    """A building, who is in it, and one shot at both."""

    points: Points
    shot: BuildingShot
    occupant: EnemyName | None = None
    name: Name | None = None
    armor: Points | None = None
    impact: Annotated[tuple[int, int], IMPACT] | None = None
