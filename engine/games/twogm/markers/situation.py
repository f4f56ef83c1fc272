"""What is told where equipment is used, and where its markers are asked about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.twogm.cards import MARKERS
from engine.games.twogm.turn import PHASES, WHOSE, Moment
from engine.games.twogm.units import FACES, Name, Points
from engine.values.kinds import Either, Whole, Word
from engine.values.situation import EnemyName, SeatNumber, Situation, UnitName, YesNo

SMOKES = ("shell", "screen")
DOINGS = ("use", "react", "mount", "dismount", "move", "assault")


@dataclass(frozen=True, slots=True)
class HeavyWeapon(Situation):
    """Who mounts or takes down which weapon."""

    unit: UnitName
    item: Name


@dataclass(frozen=True, slots=True)
class Care(Situation):
    """Who cares for whom, and what for."""

    unit: UnitName
    target: UnitName
    adjacent: YesNo | None = None
    what: Annotated[str, Word(("damage", "damaged_card"))] = "damage"


@dataclass(frozen=True, slots=True)
class Clearing(Situation):
    """Which sappers clear which obstacle."""

    unit: UnitName
    terrain: UnitName
    adjacent: YesNo | None = None


@dataclass(frozen=True, slots=True)
class Smoke(Situation):
    """Smoke of one kind, and two moments."""

    kind: Annotated[str, Word(SMOKES)]
    cast_in: Moment
    asked_in: Moment
    owner: SeatNumber = 0


@dataclass(frozen=True, slots=True)
class SmokeUse(Situation):
    """Who uses which smoke, and on whom."""

    unit: UnitName
    item: Name | None = None
    on: tuple[UnitName, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppressingShot(Situation):
    """One of the shots that may suppress."""

    by: Annotated[str | int, Either((Word(), Whole()))]
    penetration: Points | None = None
    assault: YesNo | None = None
    air: YesNo | None = None
    weapon: Name | None = None
    as_: Annotated[str, Word(("attack", "reaction", "aa", "assault"))] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppressiveFire(Situation):
    """The shots of one turn at a target, and when they are looked at."""

    shots: tuple[SuppressingShot, ...] | None = None
    armor: Points | None = None
    target: EnemyName | None = None
    placed_in: Moment | None = None
    asked_in: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryStep(Situation):
    """A moment in the life of a marker, and what is done with it then."""

    seat: Annotated[str | int, WHOSE] = "own"
    phase: Annotated[str, Word(PHASES)]
    turn: Annotated[int, Whole(1, 9999)] | None = None
    do: Annotated[str, Word(DOINGS)] | None = None


@dataclass(frozen=True, slots=True)
class MarkerStory(Situation):
    """A marker, and moments one after another."""

    item: Name
    marker: Annotated[str, Word(MARKERS)] | None = None
    owner: Annotated[str | int, Either((Word(), Whole(0, 1)))] | None = None
    face: Annotated[str, Word(FACES)] | None = None
    tilted: YesNo = False
    steps: tuple[StoryStep, ...] = ()
