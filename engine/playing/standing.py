"""How a game stands: what counts in it, for each side; every game declares it in this one way."""

from __future__ import annotations

from dataclasses import dataclass

from engine.values.texts import Text


@dataclass(frozen=True, slots=True)
class SideScore:
    """The points of one side that count, more being better, and the same in words; None while the
    cards do not say them."""

    points: int | None = None
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """All sides, seat by seat. A game that is over has a winner, or is a draw."""

    sides: tuple[SideScore, ...]
    winner: int | None = None
    is_over: bool = False

    @property
    def leader(self) -> int | None:
        """Who has won, or has more points than any other; None where no player has."""
        if self.is_over:
            return self.winner
        points = [side.points for side in self.sides]
        known = [each for each in points if each is not None]
        if not known or len(known) < len(points) or known.count(max(known)) > 1:
            return None
        return known.index(max(known))
