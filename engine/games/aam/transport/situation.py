"""What is told when a Soldier gets aboard a transport or off it."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from engine.games.aam.movement.situation import Phase
from engine.values.kinds import Either, ListOf, Whole, Word
from engine.values.situation import Situation, UnitName

Holds = Annotated[tuple[str, ...] | int, Either((ListOf(Word()), Whole(0, 9)))]
"""Units by name, or how many."""


@dataclass(frozen=True, slots=True)
class Boarding(Situation):
    """A Soldier, the transport, and what it holds already."""

    unit: UnitName
    transport: UnitName
    holds: Holds | None = None
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class Dismounting(Situation):
    """A passenger, and what the hex of its transport holds."""

    unit: UnitName
    transport: UnitName | None = None
    holds: Holds | None = None
    phase: Phase | None = None

    @property
    def named(self) -> tuple[str, ...]:
        return self.holds if isinstance(self.holds, tuple) else ()


Ride: TypeAlias = Boarding | Dismounting
