"""Who is the first player of a turn."""

from __future__ import annotations

from engine.games.template import refs
from engine.parts import contest
from engine.playing.opening import Nothing, opens
from engine.playing.procedure import Procedure
from engine.values.model import D6, Check, Prompt
from engine.values.table import GameState
from engine.values.texts import say


def roll_initiative(state: GameState, _: Nothing) -> Procedure:
    """The higher die is the first player; ties are rolled again."""
    state, winner = yield from contest.contest(state, dice, contest.difference)
    return contest.begin(state, winner)


def dice(now: GameState) -> Prompt:
    key = contest.key_of_throw(now, "initiative")
    checks = tuple(Check(f"{key}:{seat}", 1, D6, refs.TEMPLATE_02, keep=0) for seat in (0, 1))
    return Prompt(key, "roll", 0, say("initiative"), refs.TEMPLATE_02, checks=checks)


OPENINGS = (opens("initiative", say("initiative"), refs.TEMPLATE_02, Nothing, roll_initiative, shows=contest.outcomes),)
