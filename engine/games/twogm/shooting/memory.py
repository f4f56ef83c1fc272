"""What the shots of a running procedure have done so far."""

from __future__ import annotations

from typing import NamedTuple

from engine.values.table import GameState


class ShotScore(NamedTuple):
    """The grade of the last shot; hits and criticals of all of them."""

    last: int = 0
    hits: int = 0
    criticals: int = 0


def remember_grade(state: GameState, grade: int) -> GameState:
    held = state.recall(ShotScore)
    return state.remember(ShotScore(grade, held.hits + (grade > 0), held.criticals + (grade > 1)))
