"""Defensive fire at a step of a move: shots that are told, and the one decision of the other side
who fires in which of the two hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from engine.games.aam import refs
from engine.games.aam.attack.memory import toll
from engine.games.aam.attack.situation import Attack
from engine.games.aam.defensive_fire import procedure as defensive_fire
from engine.games.aam.defensive_fire.values import hexes, side_shown
from engine.games.aam.movement import prompts, values
from engine.games.aam.movement.memory import is_halted, journey
from engine.games.aam.movement.situation import DefensiveShot
from engine.games.aam.movement.values import Moment
from engine.playing.citing import rule
from engine.playing.foresight import Foresight
from engine.playing.procedure import Procedure, call, choose, fill, task, until
from engine.values.model import Impossible, Option, Refusal
from engine.values.table import GameState
from engine.values.texts import say

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


@rule(refs.AAM_83, refs.AAM_139)
def offer_fire(state: GameState, moment: Moment) -> Procedure:
    """Units that waited for this hex fire; then shooters are named one by one, each after the
    result before. No unit has to fire."""
    if waiting := journey(state).waiting:
        state = state.remember(journey(state)._replace(hold_fire=False))
        state = yield from call(state, *(task(fire_as_decided, moment, each) for each in waiting))
    return (yield from until(lambda now: is_quiet(now, moment), state, task(offer_shot, moment)))


@rule(refs.AAM_79, refs.AAM_139)
def is_quiet(now: GameState, moment: Moment) -> bool:
    """Over when the rest hold their fire, or when no unit is left that may fire; a mover that is
    stopped can still be shot at in this hex. Before the step nothing is decided that can only be
    done after it."""
    able = (each for each in shots_to_choose(now, moment) if each.refusal is None and each.key in now.units)
    return journey(now).hold_fire or not any(able)


@rule(refs.AAM_79)
def offer_shot(state: GameState, moment: Moment) -> Procedure:
    """One shot now or in the hex entered, or no more at this step."""
    state, chosen = yield from choose(state, prompts.who_fires, moment, shots_to_choose(state, moment))
    trip = journey(state)
    if chosen == prompts.HOLD_FIRE:
        return state.remember(trip._replace(hold_fire=True))
    if chosen not in state.units:
        return state.remember(trip._replace(waiting=(*trip.waiting, chosen.removesuffix(prompts.LATER))))
    return (yield from fire_at(state, moment, chosen))


@rule(refs.AAM_83, refs.AAM_139)
def fire_as_decided(state: GameState, moment: Moment, shooter: str) -> Procedure:
    """A shot kept for the hex entered; who finds the mover stopped there may decide anew."""
    if is_halted(state) or values.cannot_fire_now(state, shooter, moment):
        return state
    return (yield from fire_at(state, moment, shooter))


@rule(refs.AAM_80)
def fire_at(state: GameState, moment: Moment, shooter: str) -> Procedure:
    trip, shot = journey(state), DefensiveShot(shooter)
    state = state.remember(trip._replace(fired_at_step=(*trip.fired_at_step, shooter)))
    if prompts.unseen(state, shooter, moment):
        state, seen = yield from fill(state, prompts.what_shooter_sees, shooter, moment)
        shot = replace(shot, **seen)
    return (yield from defensive_fire.shoot(state, defensive_fire.called_by_move(attack_by(shot, moment))))


@rule(refs.AAM_79, refs.AAM_80)
def shots_to_choose(now: GameState, moment: Moment) -> tuple[Option, ...]:
    """Every shot that is still to be decided; before the step also those into the hex entered,
    unless the mover is stopped."""
    return tuple(_shots_to_choose(now, moment))


def _shots_to_choose(now: GameState, moment: Moment) -> Iterator[Option]:
    is_last = moment.at == "entered" or is_halted(now)
    moments = (moment,) if is_last else (moment, replace(moment, at="entered"))
    watching = {at: values.enemies_watching(now, at) for at in moments}
    decided = () if moment.at == "entered" else journey(now).waiting
    for enemy in (each for each in dict.fromkeys(chain(*watching.values())) if each not in decided):
        against = values.cannot_fire_now(now, enemy, moment)
        able = [at for at in moments if enemy in watching[at]]
        yield from (shot_option(now, enemy, at, against) for at in (able[:1] if against else able))


def shot_option(now: GameState, enemy: str, at: Moment, against: Refusal | None) -> Option:
    """A shot at one moment, by the name of the shooter; later than now with what says so."""
    is_now = at.at == "left" or journey(now).moment == "entered"
    key, text = enemy if is_now else enemy + prompts.LATER, prompts.shot_text(now, enemy, at)
    return Option(key, text, against, fates_of(now, enemy, at))


@rule(refs.AAM_80, refs.AAM_82)
def fates_of(now: GameState, shooter: str, moment: Moment) -> Callable[[], Mapping[str, Fraction]]:
    """What a shot would do to the mover, as far as the hex is known, without Commanders."""

    def fates() -> Mapping[str, Fraction]:
        if not moment.hex.terrain:
            return {}
        attack = defensive_fire.called_by_move(attack_by(DefensiveShot(shooter, commanders=()), moment))
        shows = {"effect": defensive_fire.effect_on(moment.mover)}
        return Foresight(now, task(defensive_fire.shoot, attack), shows).first().chances["effect"]

    return fates
