"""One step of a move in its order: movement rolls, then defensive fire at the hex left and at the
hex entered."""

from __future__ import annotations

from engine.games.aam import refs
from engine.games.aam.movement import prompts, terrain, values
from engine.games.aam.movement.memory import is_halted, journey
from engine.games.aam.movement.shots import fire_shot, offer_fire
from engine.games.aam.movement.situation import MOMENTS, Hex, Move, MoveStep
from engine.games.aam.movement.terrain import Stride
from engine.games.aam.movement.values import Moment
from engine.games.aam.units import is_action_phase
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, call, roll, task
from engine.values.table import GameState


@rule(refs.AAM_41, refs.AAM_121)
def take_step(state: GameState, move: Move, step: MoveStep, start: Hex, key: str) -> Procedure:
    """Movement rolls, shots at the hex left, enter, shots at the hex entered; a failed roll
    provokes no fire."""
    if is_halted(state):
        return state
    state = state.set(move.unit, "moved", True, values.rule_of_phase(state, move))
    state = state.remember(journey(state)._replace(fired_at_step=(), hold_fire=False, waiting=()))
    state, enters = yield from attempt(state, move.unit, values.strides(start, step)[0], key)
    if not enters:
        return state.remember(journey(state)._replace(has_failed=True))
    for at in MOMENTS:
        if not is_halted(state):
            trip = journey(state)
            state = state.remember(trip._replace(made=trip.made + (at == "entered"), moment=at))
            state = yield from draw_fire(state, Moment(move.unit, step, start, at))
    return state


@rule(refs.AAM_39, refs.AAM_40)
def attempt(state: GameState, unit: str, stride: Stride, key: str) -> Asking[bool]:
    """One die for each thing in the way; all of them must succeed."""
    needed = terrain.movement_rolls(state.unit(unit), stride)
    if not needed:
        return state, True
    state, passed = yield from roll(state, prompts.movement_roll, unit, stride, key)
    return state, passed == len(needed)


@rule(refs.AAM_84, refs.AAM_139)
def draw_fire(state: GameState, moment: Moment) -> Procedure:
    """The shots told for this moment, in their order; where none are told, the other side is
    asked."""
    if moment.step.shots is None and is_action_phase(state) and not journey(state).is_unopposed:
        return (yield from offer_fire(state, moment))
    tasks = (task(fire_shot, moment, shot) for shot in moment.step.shots_at(moment.at))
    return (yield from call(state, *tasks))
