"""One step of a move in its order: movement rolls, then defensive fire at the hex left and at the
hex entered."""

from __future__ import annotations

from dataclasses import replace

from engine.games.aam import refs
from engine.games.aam.attack.memory import toll
from engine.games.aam.attack.situation import Attack
from engine.games.aam.defensive_fire import procedure as defensive_fire
from engine.games.aam.defensive_fire.values import hexes, side_shown
from engine.games.aam.movement import prompts, terrain, values
from engine.games.aam.movement.memory import is_halted, journey
from engine.games.aam.movement.situation import MOMENTS, DefensiveShot, Hex, Move, MoveStep
from engine.games.aam.movement.terrain import Stride
from engine.games.aam.movement.values import Moment
from engine.games.aam.units import is_action_phase
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, call, choose, fill, roll, task, until
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.AAM_41, refs.AAM_121)
def take_step(state: GameState, move: Move, step: MoveStep, start: Hex, key: str) -> Procedure:
    """Movement rolls, shots at the hex left, enter, shots at the hex entered; a failed roll
    provokes nobody."""
    if is_halted(state):
        return state
    state = state.set(move.unit, "moved", True, values.rule_of_phase(state, move))
    state = state.remember(journey(state)._replace(fired_at_step=()))
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


# Shots that are told


@rule(refs.AAM_82, refs.AAM_100)
def fire_shot(state: GameState, moment: Moment, shot: DefensiveShot) -> Procedure:
    """A mover that is stopped can still be shot at in this hex; one that is lost cannot, and a
    shooter that was just disrupted does not fire. Blast meets those that the hex entered holds."""
    trip, by = journey(state), shot.attacker
    if state.unit(moment.mover).gone or by in toll(state).shocked:
        return state
    others = shot.others or (moment.step.holds if moment.at == "entered" and shot.others is None else None) or ()
    attack = replace(attack_by(shot, moment), others=others)
    state = state.remember(trip._replace(fired=(*trip.fired, by)))
    return (yield from defensive_fire.shoot(state, defensive_fire.called_by_move(attack, trip.fired.count(by))))


@rule(refs.AAM_80, refs.AAM_81)
def attack_by(shot: DefensiveShot, moment: Moment) -> Attack:
    """Range, side and terrain of the hex shot into, and what helps the shot; what is not told
    follows from the step."""
    ranges, ground = moment.ranges(shot.attacker), shot.terrain or moment.hex.terrain
    if not ground:
        raise Impossible(say("from.terrain: is missing"))
    return Attack(
        shot.attacker,
        moment.mover,
        range=hexes(ranges)[moment.at == "entered"] if shot.range is None else shot.range,
        arc=shot.arc or side_shown(moment.at, ranges),
        terrain=ground,
        road=bool(moment.hex.road if shot.road is None else shot.road),
        bonus=shot.bonus,
        effects=shot.effects,
        others=shot.others,
        commanders=shot.commanders,
    )


# Shots that are offered to the other side


@rule(refs.AAM_83)
def offer_fire(state: GameState, moment: Moment) -> Procedure:
    """Shooters are named one by one, each after the result before; nobody has to fire."""
    state = state.remember(journey(state)._replace(hold_fire=False))
    return (yield from until(lambda now: is_quiet(now, moment), state, task(offer_shot, moment)))


@rule(refs.AAM_79, refs.AAM_139)
def is_quiet(now: GameState, moment: Moment) -> bool:
    """Over when the rest hold their fire, or when nobody is left who may; a mover that is stopped
    can still be shot at in this hex."""
    able = (enemy for enemy in values.enemies_watching(now, moment) if not values.cannot_fire_now(now, enemy, moment))
    return journey(now).hold_fire or not any(able)


@rule(refs.AAM_79)
def offer_shot(state: GameState, moment: Moment) -> Procedure:
    """One shot, or no more at this hex."""
    state, shooter = yield from choose(state, prompts.who_fires, moment)
    trip = journey(state)
    if shooter == prompts.HOLD_FIRE:
        return state.remember(trip._replace(hold_fire=True))
    state, shot = state.remember(trip._replace(fired_at_step=(*trip.fired_at_step, shooter))), DefensiveShot(shooter)
    if prompts.unseen(state, shooter, moment):
        state, seen = yield from fill(state, prompts.what_shooter_sees, shooter, moment)
        shot = replace(shot, **seen)
    return (yield from defensive_fire.shoot(state, defensive_fire.called_by_move(attack_by(shot, moment))))
