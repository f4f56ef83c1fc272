"""The end of the game: one side has no units left, or gives up."""

from __future__ import annotations

from engine.games.template import refs
from engine.parts.concede import concession
from engine.playing.opening import Nothing, opens
from engine.playing.procedure import Procedure
from engine.playing.rules import PLAYERS
from engine.values.table import GameState
from engine.values.texts import say


def look_for_winner(state: GameState, _: Nothing) -> Procedure:
    """A side whose enemy has no units left has won."""
    left = seats_left(state)
    return state.set("", "winner", PLAYERS[left[0]], refs.TEMPLATE_09) if len(left) == 1 else state
    yield


def seats_left(now: GameState) -> tuple[int, ...]:
    """The sides that have units on the table."""
    return tuple(seat for seat in (0, 1) if any(now.standing(seat)))


OPENINGS = (opens("victory", say("victory"), refs.TEMPLATE_09, Nothing, look_for_winner), concession(refs.TEMPLATE_09))
