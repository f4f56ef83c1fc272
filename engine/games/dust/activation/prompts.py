"""What the players are asked in an activation, beside its attacks, skills and reactions."""

from __future__ import annotations

from engine.games.dust import refs
from engine.playing.citing import rule
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.DUST_11, refs.DUST_161)
def whether_it_moves(now: GameState, unit: str) -> Prompt:
    """A Move may be one of no squares; a unit beside the board enters."""
    at = now.unit(unit)
    text, ref = say("{unit} moves: to another square?", unit=at.name), refs.DUST_02
    if at.where == "reserve":
        text, ref = say("{unit} enters the board: done?", unit=at.name), refs.DUST_103
    return Prompt("move", "confirm", at.seat, text, ref, (unit,), default=True)
