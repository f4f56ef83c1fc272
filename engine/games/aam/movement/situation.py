"""What is told of a move and of a movement roll."""

from dataclasses import dataclass, field
from typing import Annotated

from engine.games.aam.attack.situation import Arc, DiceBonus, Hexes, Ranges, Terrain
from engine.games.aam.commanders.effects import Effect
from engine.values.kinds import Either, ListOf, Word
from engine.values.maps import Map
from engine.values.situation import LATER, EnemyName, Situation, UnitName, YesNo

MOMENTS = ("left", "entered")
CROSSED = Word(("stream",))
Phase = Annotated[str, Word(("movement", "assault"))]
Obstacles = Annotated[tuple[str, ...] | str, Either((ListOf(CROSSED), CROSSED))]


@dataclass(frozen=True, slots=True)
class Hex(Situation):
    """What is known of a hex; None is what the players have not said."""

    terrain: Terrain | None = None
    road: YesNo | None = None


@dataclass(frozen=True, slots=True)
class DefensiveShot(Situation):
    """A shot at the mover in one of the two hexes of a step; what it leaves out follows from the
    step."""

    attacker: EnemyName
    at: Annotated[str, Word(MOMENTS)] = "entered"
    range: Hexes | None = None
    arc: Arc | None = None
    terrain: Terrain | None = None
    road: YesNo | None = None
    effects: tuple[Effect, ...] | None = None
    others: tuple[UnitName, ...] | None = None
    commanders: tuple[EnemyName, ...] | None = None
    bonus: DiceBonus = 0


@dataclass(frozen=True, slots=True)
class MoveStep(Situation):
    """One step: the hex entered, what lies across, which enemies are near, and who else is there.

    An enemy whose ranges are None is next to both hexes, or in one of them. Where `shots` is None
    the other side is asked who fires.
    """

    into: Terrain
    across: Obstacles | None = None
    road: YesNo | None = None
    near: Map[Ranges | None] | None = None
    shots: tuple[DefensiveShot, ...] | None = None
    holds: tuple[Annotated[str, Word()], ...] | None = None

    @property
    def hex(self) -> Hex:
        """The hex entered; one that is entered off the road may have a road all the same."""
        return Hex(self.into, self.road or None)

    def shots_at(self, moment: str) -> tuple[DefensiveShot, ...]:
        return tuple(shot for shot in self.shots or () if shot.at == moment)


@dataclass(frozen=True, slots=True)
class Moving(Situation):
    """A unit that is to move."""

    unit: UnitName

    @property
    def is_turn(self) -> bool:
        """Whether it only turns in its hex."""
        return False


@dataclass(frozen=True, slots=True)
class Move(Moving):
    """A move, told whole or led hex by hex; of no hexes it is a turn in place. A `plain` one met
    nothing that has to be told.

    The last three fields are the hex that the players name next while they lead it.
    """

    phase: Phase | None = None
    steps: tuple[MoveStep, ...] | None = None
    effects: tuple[Effect, ...] | None = None
    from_: Hex | None = None
    plain: YesNo = False
    into: Terrain | None = field(default=None, metadata=LATER)
    across: Obstacles | None = field(default=None, metadata=LATER)
    road: YesNo | None = field(default=None, metadata=LATER)

    @property
    def start(self) -> Hex:
        return self.from_ or Hex()

    @property
    def is_turn(self) -> bool:
        return self.steps == ()


@dataclass(frozen=True, slots=True)
class FreeMove(Move):
    """The Vanguard's move before the first turn: its phase is known, and no Commander leads it."""

    phase: str | None = "vanguard"
    effects: tuple[Effect, ...] | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class MovementRoll(Moving):
    """One step that may need a roll."""

    into: Terrain
    across: Obstacles | None = None
    road: YesNo | None = None
