"""What the players say of an assault, of its attacks alone, and of its result alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.epic import refs
from engine.games.epic.terrain.ground import TerrainName
from engine.games.epic.units import AnyWord, Count, InOrder, Markers
from engine.playing.citing import rule
from engine.values.kinds import Either, Flag, ListOf, Whole, Word
from engine.values.maps import Map
from engine.values.situation import EnemyName, Situation, UnitName, YesNo, record_of

NUMBERS = Either((Whole(0, 99), ListOf(Whole(0, 99))))

Fought = Annotated[str, Word(("ff", "cc", "mixed"))]
Counts = tuple[Count, ...]
Numbers = Annotated[int | tuple[int, ...], NUMBERS]
"""So many from the front on, or so many of each row."""


@dataclass(frozen=True, slots=True)
class EngagedUnits(Situation):
    """Units of each row in contact, those that only shoot, and skimmers that shoot in contact."""

    cc: Counts | None = None
    ff: Counts | None = None
    ff_in_contact: Counts | None = None


@dataclass(frozen=True, slots=True)
class Supporter(Situation):
    """A formation that may support, and how many units of each row are near enough."""

    formation: AnyWord
    units: Counts | None = None


@dataclass(frozen=True, slots=True)
class Assault(Situation):
    """A formation charges another, each perhaps with others beside it.

    All fight alike as `fought` says, or by what the table is asked row by row, but for those whom
    `engaged` tells one by one. `front` says in which order the rows of a formation are hit.
    `along` are those who charge with the attacker, `drawn_in` those of its side whom
    counter-charges touch, `others` the formations attacked with the defender. With `support` the
    table is asked who supports. `landed` is the procedure's own: aircraft that have landed are not
    fired at on their way.
    """

    attacker: UnitName
    defender: EnemyName
    fought: Fought = "ff"
    along: tuple[UnitName, ...] | None = None
    drawn_in: tuple[UnitName, ...] | None = None
    others: tuple[EnemyName, ...] | None = None
    terrain: TerrainName | None = None
    engaged: Map[EngagedUnits] | None = None
    supporters: tuple[Supporter, ...] | None = None
    front: Map[InOrder] | None = None
    support: YesNo = False
    reached: YesNo = True
    landed: bool = False

    @property
    def attackers(self) -> tuple[str, ...]:
        return (self.attacker, *(self.along or ()), *(self.drawn_in or ()))

    @property
    def defenders(self) -> tuple[str, ...]:
        return (self.defender, *(self.others or ()))


@dataclass(frozen=True, slots=True)
class AttackingSide(Situation):
    """A formation, how many of its units fight how, and the ground it stands on."""

    formation: UnitName
    cc: Numbers | None = None
    ff: Numbers | None = None
    ff_in_contact: Numbers | None = None
    terrain: TerrainName | None = None


@dataclass(frozen=True, slots=True)
class AttacksOfRound(Situation):
    """The attacks of one round, attackers first."""

    sides: Annotated[tuple[AttackingSide, ...], ListOf(record_of(AttackingSide), 2, 2)]


@dataclass(frozen=True, slots=True)
class Force(Situation):
    """A formation after the attacks: units lost, damage to those that stand, whether any of it
    is still engaged."""

    formation: UnitName
    lost: Numbers | None = None
    damage: Numbers | None = None
    engaged: Annotated[bool | int | tuple[int, ...], Either((Flag(), NUMBERS))] | None = None

    @property
    @rule(refs.EPIC_84)
    def is_engaged(self) -> bool:
        """Whether any unit is engaged still; where nothing is said, it is."""
        return self.engaged is None or (any(self.engaged) if isinstance(self.engaged, tuple) else bool(self.engaged))


@dataclass(frozen=True, slots=True)
class ResultSide(Situation):
    """A side of the result roll, in numbers or by its formations."""

    kills: Markers | None = None
    kills_before: Markers | None = None
    units: Markers | None = None
    blast: Markers | None = None
    broken: YesNo | None = None
    inspiring: Count | None = None
    abilities: tuple[AnyWord, ...] | None = None
    formations: tuple[Force, ...] | None = None
    supporters: tuple[AnyWord, ...] | None = None

    @property
    def forces(self) -> tuple[Force, ...]:
        return self.formations or ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(force.formation for force in self.forces)


@dataclass(frozen=True, slots=True)
class AssaultResult(Situation):
    """Both sides after the attacks, attackers first; supporters by name, or a list for each
    side."""

    sides: Annotated[tuple[ResultSide, ...], ListOf(record_of(ResultSide), 2, 2)]
    supporters: Annotated[tuple[Any, ...], ListOf(Either((Word(), ListOf(Word()))))] | None = None
