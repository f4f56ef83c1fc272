"""What is told when a hero joins a squad, or a pair separates."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.dust.attack.situation import Count
from engine.values.situation import Situation, UnitName


@dataclass(frozen=True, slots=True)
class Joining(Situation):
    """The hero, the squad, and the round where no table says it; 0 is before the game."""

    hero: UnitName
    squad: UnitName
    round: Count | None = None


@dataclass(frozen=True, slots=True)
class Separation(Situation):
    """One of the pair."""

    unit: UnitName
