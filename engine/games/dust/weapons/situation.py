"""What is told of ammunition, of reloading, and of the path of flames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from engine.games.dust.attack.situation import AnyWord, Count, WeaponLine
from engine.values.kinds import Either, Fixed, ListOf, MapOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.situation import EnemyName, Situation, UnitName, YesNo

WEAPON = Record(fields(range=Word(), kinds=ListOf(Word()), ammo=Whole(0, 99), columns=Whole(1, 99)))
SQUARE = Either((Word(), ListOf(Word())))
OFFSET = Fixed((Whole(-99, 99), Whole(-99, 99)))
PLACE = Either((Whole(0, 99), OFFSET))
NOBODY_BESIDE: Map[tuple[int, int]] = Map()
Square: TypeAlias = "str | tuple[str, ...] | None"
"""The units of a square."""
Place: TypeAlias = "int | tuple[int, int] | None"
"""Where a square is: how far, or how far across and along."""


@dataclass(frozen=True, slots=True)
class Reload(Situation):
    """The unit, and the weapon where several are empty."""

    unit: UnitName
    weapon: AnyWord | None = None


@dataclass(frozen=True, slots=True)
class AmmoCheck(Situation):
    """A weapon, of a unit or by itself, and as far as no card says it: who lives, what is left."""

    weapon: Annotated[str | Map[Value], Either((Word(), WEAPON))] | None = None
    unit: UnitName | None = None
    alive: Annotated[int | tuple[int, ...], Either((Whole(0, 99), ListOf(Whole(0, 99))))] | None = None
    ammo: Count | None = None
    skills: tuple[AnyWord, ...] = ()
    wanted: Count | None = None
    kind: Annotated[str, Word(("squad", "hero", "walker"))] | None = None
    columns: Annotated[int, Whole(1, 99)] | None = None
    loaded: YesNo | None = None

    @property
    def name(self) -> str:
        """The weapon by its name; "" where it is told by its values."""
        return self.weapon if isinstance(self.weapon, str) else ""


@dataclass(frozen=True, slots=True)
class FlamePath(Situation):
    """A flamethrower, the squares that it burns with who stands there, its target, and where units
    beside the path stand that may hide another."""

    attacker: UnitName
    weapon: AnyWord
    path: Annotated[tuple[Square, ...], ListOf(SQUARE, 0, 9, blanks=True)]
    at: Annotated[tuple[Place, ...], ListOf(PLACE, 0, 9, blanks=True)] = ()
    target: EnemyName | None = None
    beside: Annotated[Map[tuple[int, int]], MapOf(OFFSET)] = NOBODY_BESIDE

    def line(self, target: str) -> WeaponLine:
        return WeaponLine(self.attacker, self.weapon, target)
