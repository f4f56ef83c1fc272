"""A flight: take-off, patrols, flak, air combat, disengagement."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.abilities import capacity
from engine.games.epic.activation.parts import begin_parts
from engine.games.epic.air import prompts
from engine.games.epic.air.flak import FlakVolley, brings_marker_anyway, has_moved, salvos_at_aircraft
from engine.games.epic.air.memory import FlakHeld
from engine.games.epic.air.procedure import remember_flak, resolve_flak
from engine.games.epic.air.prompts import NOBODY
from engine.games.epic.air.reserves import move_to
from engine.games.epic.air.values import enemies_in_flight, gunners, has_attack_left, lose_attack, patrols
from engine.games.epic.formations.rows import rows
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, Task, call, choose, confirm, fill, lastly, task, until
from engine.values.table import GameState


@rule(refs.EPIC_187, refs.EPIC_191, refs.EPIC_192, refs.EPIC_193, refs.EPIC_195)
def fly_sortie(state: GameState, formation: str, order: str) -> Procedure:
    """Enter, approach, patrols, flak, then the attack that is left to make."""
    if order in ("cap", "stand_down"):
        return stay_off_table(state, formation, order)
    approach = task(fly_through_flak, formation, "approach")
    parts: tuple[Task, ...] = (approach, task(hunt, formation))
    if order == "ground_attack":
        parts = task(meet_patrol, formation), approach, task(prepare_attack, formation)
    return (yield from lastly(take_off(state, formation), *parts))


def stay_off_table(state: GameState, formation: str, order: str) -> GameState:
    """On patrol, or doing nothing this turn."""
    ref = refs.EPIC_193 if order == "cap" else refs.EPIC_194
    return move_to(state, formation, "reserve", ref).set(formation, "cap", order == "cap", ref)


def take_off(state: GameState, formation: str) -> GameState:
    """On the table and in flight."""
    state = move_to(state, formation, "table", refs.EPIC_187).set(formation, "flying", True, refs.EPIC_187)
    return state.set(formation, "landed", False, refs.EPIC_187).set(formation, "cap", False, refs.EPIC_193)


@rule(refs.EPIC_206, refs.EPIC_211)
def prepare_attack(state: GameState, formation: str) -> GameState:
    """After the flak a transport may land, and the ground attack is still to make, unless a jink
    has cost it."""
    if state.unit(formation).gone:
        return begin_parts(state, formation, (), refs.EPIC_192)
    lands = any(row.left and capacity(row.card) for row in rows(state.unit(formation)))
    parts = (*(("land",) if lands else ()), *(("shoot",) if has_attack_left(state, formation) else ()))
    return begin_parts(state, formation, parts, refs.EPIC_192)


# Combat air patrol


@rule(refs.EPIC_193, refs.EPIC_279)
def meet_patrol(state: GameState, formation: str) -> Procedure:
    """One enemy formation on patrol may intercept, untested, before any flak at the attackers;
    it meets flak first."""
    if not patrols(state, formation):
        return state
    state, who = yield from choose(state, prompts.who_intercepts, formation)
    if who == NOBODY:
        return state
    state = take_off(state, who).set(who, "activated", True, refs.EPIC_193)
    state = state.set(who, "order", "cap_interception", refs.EPIC_193)
    return (yield from lastly(state, task(fly_through_flak, who, "approach"), task(attack, who, formation)))


# Flak


@rule(refs.EPIC_200, refs.EPIC_201, refs.EPIC_202, refs.EPIC_280)
def fly_through_flak(state: GameState, formation: str, moment: str) -> Procedure:
    """Enemies fire flak one by one, each resolved before the next; none has to."""
    state = state.remember(FlakHeld())
    return (yield from until(lambda now: is_flak_over(now, formation), state, task(meet_flak, formation, moment)))


@rule(refs.EPIC_202)
def is_flak_over(now: GameState, formation: str) -> bool:
    return now.recall(FlakHeld).held or now.unit(formation).gone or not gunners(now, formation)


@rule(refs.EPIC_44, refs.EPIC_204)
def meet_flak(state: GameState, formation: str, moment: str) -> Procedure:
    """Each fires once at the same aircraft, or was asked in vain."""
    state, who = yield from choose(state, prompts.who_fires_flak, formation, moment)
    if who == NOBODY:
        return state.remember(FlakHeld(True))
    state, (able, arcs, moved) = yield from look_at_gunners(state, who, formation, moment)
    salvos = salvos_at_aircraft(state, who, able, arcs)
    if not salvos and not brings_marker_anyway(state, who, able, arcs):
        return remember_flak(state, who, formation)
    return (yield from call(state, task(resolve_flak, FlakVolley(formation, salvos, who, moment, moved))))


@rule(refs.EPIC_201, refs.EPIC_202, refs.EPIC_205)
def look_at_gunners(
    state: GameState, who: str, formation: str, moment: str
) -> Asking[tuple[int | None, tuple[str, ...] | None, bool]]:
    """How many fire, in which arcs, and whether they have moved; nothing is asked where the choice
    of the formation has said it all."""
    moved = has_moved(state, who)
    if not prompts.seen_by_gunners(state, who, moment).fields:
        return state, (None, None, moved)
    state, seen = yield from fill(state, prompts.how_many_can_fire, who, formation, moment)
    arcs = seen.get("arcs")
    return state, (seen.get("able"), arcs if isinstance(arcs, tuple) else None, bool(seen.get("moved", moved)))


# Air combat


@rule(refs.EPIC_191, refs.EPIC_206)
def hunt(state: GameState, formation: str) -> Procedure:
    """Interceptors pick an enemy in the air, unless a jink has cost them the attack."""
    if not has_attack_left(state, formation) or not enemies_in_flight(state, formation):
        return state
    state, target = yield from choose(state, prompts.which_aircraft, formation)
    return state if target == NOBODY else (yield from attack(state, formation, target))


@rule(refs.EPIC_198, refs.EPIC_206)
def attack(state: GameState, by: str, target: str) -> Procedure:
    """AA weapons at +1; the attack is then made."""
    if not has_attack_left(state, by) or state.unit(target).gone:
        return state
    salvos = salvos_at_aircraft(state, by)
    state = lose_attack(state, by)
    return (
        (yield from call(state, task(resolve_flak, FlakVolley(target, salvos, by, attack=True)))) if salvos else state
    )


# Disengagement


@rule(refs.EPIC_117, refs.EPIC_207, refs.EPIC_214)
def end_flights(state: GameState) -> Procedure:
    """At the end of the turn, before the rallies, aircraft leave; those that landed may."""
    for name in [unit.id for unit in state.standing()]:
        if state.unit(name).count("landed"):
            state, goes = yield from confirm(state, prompts.whether_to_take_off, name)
            if goes:
                state = state.set(name, "landed", False, refs.EPIC_207).set(name, "flying", True, refs.EPIC_207)
        if state.unit(name).count("flying"):
            state = yield from call(state, task(leave, name))
    return end_patrols(state) if state.reading("cap_lasts") == "turn" else state


def end_patrols(state: GameState) -> GameState:
    for unit in [unit.id for unit in state.units.values() if unit.count("cap")]:
        state = state.set(unit, "cap", False, refs.EPIC_193)
    return state


@rule(refs.EPIC_205, refs.EPIC_207, refs.EPIC_208)
def leave(state: GameState, formation: str) -> Procedure:
    """Flak once more, then off an edge; another than its own costs a marker."""
    state = yield from call(state, task(fly_through_flak, formation, "disengagement"))
    if state.unit(formation).gone:
        return state
    state, edge = yield from choose(state, prompts.which_edge, formation)
    blast = state.unit(formation).count("blast") + (edge != "own")
    state = state.set(formation, "blast", blast, refs.EPIC_208).set(formation, "flying", False, refs.EPIC_207)
    return move_to(state, formation, "reserve", refs.EPIC_207)
