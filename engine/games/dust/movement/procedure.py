"""A Move that is legal is made."""

from __future__ import annotations

from engine.games.dust import abilities, refs, staging, turn, words
from engine.games.dust.movement import refusals, values
from engine.games.dust.movement.situation import MoveAction
from engine.games.dust.units import is_soldier, kind, together
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure
from engine.values.maps import Value
from engine.values.table import GameState
from engine.values.texts import say


def move(state: GameState, move: MoveAction) -> Procedure:
    """A legal Move: a unit that leaves its square or enters has moved, its cover stays; skills told
    are used up; vehicles crush crates."""
    state = state.cite(*(problem.ref for problem in refusals.problems(state, move)))
    state = turn.finish_action(state, move.unit, "move")
    for skill in move.skills:
        state = abilities.call_up_skill(state, abilities.owner_of_skill(state, move.unit, skill), skill)
    for crate in move.destroys if not is_soldier(state.unit(move.unit)) else ():
        if kind(state.unit(crate)) == "crate":
            state = state.set(crate, "where", "destroyed", refs.DUST_12)
    leaves = values.is_entering(state, move) or (move.dx, move.dy) != (0, 0)
    return move_pair(state, move.unit, leaves)
    yield


@rule(refs.DUST_98)
def move_pair(state: GameState, unit: str, leaves: bool) -> GameState:
    """A pair moves together; a unit in reserve is on the board then; by one reading staying is a
    Move too."""
    for each in together(state, unit):
        if leaves or state.reading("burstMoved") == "moveAction":
            state = state.set(each, "moved", True, refs.DUST_161)
        if leaves:
            state = leave_square(state, each)
    return state


def leave_square(state: GameState, unit: str) -> GameState:
    """Cover stays behind; a unit that waited beside the board has entered."""
    if state.unit(unit).where == "reserve":
        state = state.set(unit, "where", None, refs.DUST_103).set(unit, "on_board", True, refs.DUST_103)
    return state.set(unit, "cover", None, refs.DUST_39)


@rule(refs.DUST_10, refs.DUST_11)
def facts(now: GameState, move: MoveAction) -> dict[str, Value]:
    """Whether a Move is legal, the points of one Move, and of all."""
    one, total, more = values.points(now, move)
    judged = words.verdict("legal", refusals.problems(now, move))
    return {**judged, "points": one, "total": total, "cost": values.cost(now, move, more)}


OPENINGS = (
    opens(
        "move",
        say("move"),
        refs.DUST_11,
        MoveAction,
        move,
        refusals=(refusals.wrong_move, turn.needs_activation("unit")),
        actor="unit",
        tells=facts,
        stage=staging.stage_move,
        judges=True,
    ),
)
