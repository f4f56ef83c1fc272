"""What is told of reactive fire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.dust.activation.situation import ActionPair, Round
from engine.games.dust.attack.situation import AnyWord, Offset, Squares
from engine.games.dust.movement.distance import squares_apart
from engine.values.kinds import ListOf, Whole, Word
from engine.values.situation import EnemyName, Situation, UnitName, YesNo

MOMENTS = ("after_first", "after_second")


@dataclass(frozen=True, slots=True)
class ReactiveFire(Situation):
    """Who tries, at which enemy, after which of its actions, and from how far."""

    reactor: UnitName | None = None
    enemy: EnemyName | None = None
    declared: Annotated[tuple[str, ...], ListOf(Word(), 0, 3)] = ()
    moment: Annotated[str, Word(MOMENTS)] = "after_first"
    range: Squares | None = None
    dx: Offset | None = None
    dy: Offset | None = None
    los: YesNo | None = None
    enemy_skills: tuple[AnyWord, ...] = ()
    round: Round | None = None
    dice: Annotated[int, Whole(1, 9)] | None = None
    skills: tuple[AnyWord, ...] = ()

    @property
    def pair(self) -> ActionPair:
        """The actions of the enemy."""
        return ActionPair(self.declared, self.enemy_skills)

    @property
    def squares(self) -> int | None:
        return squares_apart(self.range, self.dx, self.dy)
