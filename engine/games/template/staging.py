"""How a question without a game becomes a table: at the step where it comes up."""

from dataclasses import replace

from engine.games.template.shooting.situation import Shot
from engine.values.table import GameState


def stage_shot(state: GameState, shot: Shot) -> GameState:
    """The step of the shooter's player, who is the first one."""
    seat = state.unit(shot.shooter).seat
    return replace(state, step="first", first=seat, seat=seat)
