"""What an air mission is told: who flies, who may meet them, over which squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.twogm import refs
from engine.games.twogm.movement.ground import Terrain
from engine.games.twogm.movement.situation import Column, Row
from engine.games.twogm.units import Name
from engine.playing.citing import rule
from engine.values.kinds import Either, Flag, ListOf, Mistakes, UnitId, Whole, Word
from engine.values.maps import Value
from engine.values.model import Path
from engine.values.situation import EnemyName, Situation, YesNo, record_of

Names = tuple[str, ...]
FLYERS = {"attack": "fighters", "bomb": "bombers", "drop": "paratroopers"}
MANY = Whole(0, 99)


class Several(ListOf):
    """Units by their names, or only how many there are."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        if isinstance(data, int) and not isinstance(data, bool):
            return MANY.take(data, at, problems)
        return ListOf.take(self, (data,) if isinstance(data, str) else data, at, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [ListOf.schema(self), self.kind.schema(), MANY.schema()]}


class Batteries(ListOf):
    """Anti-aircraft units by their names alone, or with the squares they cover; or only how
    many."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        if isinstance(data, int) and not isinstance(data, bool):
            return MANY.take(data, at, problems)
        rows = data if not isinstance(data, (list, tuple)) else [_row(each) for each in data]
        return ListOf.take(self, rows, at, problems)

    def schema(self) -> dict[str, Any]:
        items = {"anyOf": [self.kind.schema(), Word().schema()]}
        return {"anyOf": [{"type": "array", "items": items}, MANY.schema()]}


def _row(battery: object) -> object:
    return {"unit": battery} if isinstance(battery, str) else battery


Flyers = Annotated[Names | int, Several(UnitId())]
EnemyFlyers = Annotated[Names | int, Several(UnitId(enemy=True))]
Covers = Annotated[
    bool | tuple[bool | int | str, ...], Either((Flag(), ListOf(Either((Flag(), Whole(1, 99), Word())))))
]


@dataclass(frozen=True, slots=True)
class Battery(Situation):
    """An anti-aircraft unit, the squares or paratroopers it covers, and its weapon; None is not
    said. One that `waits` was not named: it holds its fire unless the players say otherwise."""

    unit: EnemyName
    covers: Covers | None = None
    weapon: Name | None = None
    waits: bool = False


@dataclass(frozen=True, slots=True)
class AirSquare(Situation):
    """A square that is bombed or landed on."""

    terrain: Terrain | None = None
    units: tuple[EnemyName, ...] | None = None
    off_board: YesNo | None = None
    row: Row | None = None
    column: Column | None = None


@dataclass(frozen=True, slots=True)
class AirMission(Situation):
    """Who flies and what for; where only numbers are told, it is an order of shots without dice."""

    mission: Annotated[str, Word(tuple(FLYERS))] | None = None
    target: EnemyName | None = None
    fighters: Flyers | None = None
    bombers: Flyers | None = None
    paratroopers: Flyers | None = None
    escorts: Flyers | None = None
    interceptors: EnemyFlyers | None = None
    aa: Annotated[tuple[Battery, ...] | int, Batteries(record_of(Battery))] | None = None
    squares: tuple[AirSquare, ...] = ()
    hmgs: Annotated[int, Whole(0, 9)] | None = None
    hmg_targets: tuple[EnemyName, ...] | None = None
    at_square: Annotated[int, Whole(1, 99)] | None = None

    @property
    @rule(refs.TWOGM_92)
    def purpose(self) -> str:
        """As told, else by who flies."""
        return self.mission or ("drop" if self.paratroopers else "attack" if self.fighters else "bomb")

    @property
    def flyers(self) -> Names:
        flyers: Names | int | None = getattr(self, FLYERS[self.purpose])
        return names(flyers)

    @property
    def plane(self) -> str:
        return self.flyers[0]

    @property
    def is_counted(self) -> bool:
        """Whether only numbers were told."""
        every = (self.fighters, self.bombers, self.paratroopers, self.escorts, self.interceptors, self.aa)
        return any(isinstance(each, int) for each in every)


def names(flyers: Names | int | None) -> Names:
    """Units by their names; none where only their number is told."""
    return flyers if isinstance(flyers, tuple) else ()
