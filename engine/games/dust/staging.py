"""How a question without a game becomes a table: in the round in which it comes up."""

from __future__ import annotations

from dataclasses import replace

from engine.games.dust import refs
from engine.games.dust.movement.situation import MoveAction
from engine.playing.citing import rule
from engine.values.table import GameState


@rule(refs.DUST_103, refs.DUST_129)
def stage_move(state: GameState, move: MoveAction) -> GameState:
    """In a round that is not the first, unless the move says otherwise."""
    return replace(state, turn=2)
