"""What is told of a Move: where it leads, and what stands in its way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.dust.activation.situation import ActionPair, Round
from engine.games.dust.attack.situation import AnyWord, Count, Offset
from engine.values.kinds import Either, ListOf, Word
from engine.values.situation import Situation, UnitName, YesNo

Things = Annotated[str | tuple[str, ...], Either((ListOf(Word()), Word()))]


@dataclass(frozen=True, slots=True)
class MoveAction(Situation):
    """A Move by `dx` squares across and `dy` along; what it goes through, ends on, and which
    corners it cuts; diagonals made before, crates it destroys."""

    unit: UnitName
    declared: Annotated[tuple[str, ...], ListOf(Word(), 0, 3)] = ()
    through: Things | None = None
    onto: Things | None = None
    corners: Things | None = None
    diagonals: Count | None = None
    dx: Offset | None = None
    dy: Offset | None = None
    destroys: tuple[UnitName, ...] = ()
    entering: YesNo | None = None
    round: Round | None = None
    skills: tuple[AnyWord, ...] = ()

    @property
    def pair(self) -> ActionPair:
        return ActionPair(self.declared, self.skills, self.unit)


def thing_list(things: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """One thing or several, as several."""
    return (things,) if isinstance(things, str) else things or ()
