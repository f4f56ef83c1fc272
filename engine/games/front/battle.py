"""A battle in a territory: attackers, blockers, damage; every choice is asked for, the outcome is shown before it is applied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.front.asked import (
    NO_MORE,
    NOBODY,
    against_whom,
    answerable,
    how_many_points,
    whether_to_answer,
    which_target,
    whom_to_answer,
    whom_to_block,
)
from engine.games.front.declared import FORBIDS, SITUATION, involved, planned
from engine.games.front.fight import Fight, fought
from engine.games.front.outcome import Outcome, foretold, settled
from engine.games.front.plan import (
    Plan,
    allocating,
    answer_declared,
    attack_declared,
    block_declared,
    no_answer,
    rivals,
    strikes,
)
from engine.games.front.ranking import best_split
from engine.games.front.refs import (
    FRONT_07,
    FRONT_09,
    FRONT_11,
    FRONT_12,
    FRONT_13,
    FRONT_14,
    FRONT_15,
    FRONT_16,
    FRONT_17,
    FRONT_18,
    FRONT_19,
    FRONT_23,
    FRONT_24,
)
from engine.games.front.units import enemies, in_play, locked
from engine.games.front.values import attack_value, bonus, covers, reach
from engine.maps import Map, Value
from engine.model import GameState, Ref
from engine.procedure import Asking, Procedure, choose, confirm, number
from engine.rules import Opening
from engine.texts import say


def battle(state: GameState, **told: Value) -> Procedure:
    """Attackers are declared and locked, then blockers, then damage is allocated (FRONT-03, 07, 20, 23)."""
    given = planned(**told)
    state = attack_declared(state, given.attackers)
    state, plan = yield from blocking(state, Plan(given.attackers), given.blockers if "blockers" in told else None)
    state, plan = yield from splitting(allocating(state, plan), replace(plan, splits=given.splits))
    answers = given.answers if "answers" in told else None
    state, plan = yield from aiming(state, plan, given.targets if "targets" in told else None, answers)
    state, plan = yield from boosting(state, plan, given.boosts if "boosts" in told else None)
    return (yield from settled(state, ending, plan))


def blocking(state: GameState, plan: Plan, given: Map[tuple[str, ...]] | None) -> Asking[Plan]:
    """Every unlocked unit of the defender may block one attacker (FRONT-04, 05, 06, 25)."""
    if given is not None:
        for attacker, units in given.items():
            for unit in units:
                state, plan = block_declared(state, unit, attacker), plan.block(unit, attacker)
        return state, plan
    for unit in [enemy.id for enemy in enemies(state, plan.attackers)]:
        if not locked(state.unit(unit)) and in_play(state.unit(unit)):
            state, attacker = yield from choose(state, whom_to_block, plan, unit)
            if attacker == NO_MORE:
                break
            if attacker != NOBODY:
                state, plan = block_declared(state, unit, attacker), plan.block(unit, attacker)
    return state, plan


def splitting(state: GameState, plan: Plan) -> Asking[Plan]:
    """Where several of one domain block an attacker, it splits the value for that domain among them (FRONT-15)."""
    for attacker in plan.attackers:
        if attacker in plan.splits:
            continue
        split: Map[int] = Map()
        for units in rows(state, plan, attacker):
            state, points = yield from shared(state, plan, attacker, units)
            split = Map({**split, **points})
        plan = replace(plan, splits=plan.splits.put(attacker, split)) if split else plan
    return state, plan


def rows(now: GameState, plan: Plan, attacker: str) -> tuple[tuple[str, ...], ...]:
    """The blockers of an attacker by domain, if it may hit that (FRONT-08, 15)."""
    found = dict.fromkeys(rivals(now, plan, attacker, unit) for unit in plan.blocked(attacker))
    return tuple(units for units in found if reach(now, now.unit(attacker), now.unit(units[0])))


def shared(state: GameState, plan: Plan, attacker: str, units: tuple[str, ...]) -> Asking[Map[int]]:
    """Point by point; what is left goes to the last (FRONT-15)."""
    advised = best_split(state, plan, attacker)
    value = attack_value(state, state.unit(attacker), state.unit(units[0]))
    split: Map[int] = Map()
    for unit in units[:-1]:
        state, points = yield from number(state, how_many_points, attacker, unit, value, advised[unit])
        split, value = split.put(unit, points), value - points
    return state, split.put(units[-1], value)


def aiming(state: GameState, plan: Plan, targets: Map[str] | None, answers: Map[bool] | None) -> Asking[Plan]:
    """The attacker names targets one by one, each answered at once; by another reading all are named first (FRONT-16, 24)."""
    at_once = answers is not None or state.reading("assign_order") == "one_by_one"
    for attacker in plan.unblocked if targets is None else [key for key in plan.attackers if key in targets]:
        state, plan = yield from aimed(state, plan, attacker, targets)
        if at_once:
            state, plan = yield from answering(state, plan, attacker, answers)
    for unit in () if at_once else dict.fromkeys(plan.targets.values()):
        state, plan = yield from picking(state, plan, unit)
    return state, plan


def aimed(state: GameState, plan: Plan, attacker: str, targets: Map[str] | None) -> Asking[Plan]:
    """One enemy unit in the territory, of a domain it may hit, or none (FRONT-08, 16)."""
    if targets is not None:
        return state, plan.aim(attacker, targets[attacker])
    able = tuple(enemy.id for enemy in enemies(state, plan.attackers) if reach(state, state.unit(attacker), enemy))
    state, target = (yield from choose(state, which_target, attacker, able)) if able else (state, NOBODY)
    return state, plan if target == NOBODY else plan.aim(attacker, target)


def answering(state: GameState, plan: Plan, attacker: str, answers: Map[bool] | None) -> Asking[Plan]:
    """The target answers or not, if it may (FRONT-17, 18, 19)."""
    yes = answers is not None and bool(answers.get(attacker))
    if answers is None and not no_answer(state, plan, attacker):
        state, yes = yield from confirm(state, whether_to_answer, plan, attacker)
    if yes:
        return answer_declared(state, plan.targets[attacker], attacker), plan.answer(attacker)
    return state, plan


def picking(state: GameState, plan: Plan, unit: str) -> Asking[Plan]:
    """A target picks whom it answers, as long as it may answer anybody (FRONT-24)."""
    while answerable(state, plan, unit):
        state, attacker = yield from choose(state, whom_to_answer, plan, unit)
        if attacker == NOBODY:
            break
        state, plan = answer_declared(state, unit, attacker), plan.answer(attacker)
    return state, plan


def boosting(state: GameState, plan: Plan, given: Map[str] | None) -> Asking[Plan]:
    """Once per turn a unit may use its bonus, against a unit it strikes; against another it is not spent (FRONT-20)."""
    struck = {(strike.by, strike.at) for strike in strikes(state, plan)}
    boosts = Map(each for each in (given or Map()).items() if each in struck)
    for unit, targets in boostable(state, plan).items() if given is None else ():
        state, target = yield from choose(state, against_whom, unit, targets)
        boosts = boosts.put(unit, target) if target != NOBODY else boosts
    for unit in boosts:
        state = state.set(unit, "bonus_used", True)
    return state, replace(plan, boosts=boosts)


def boostable(now: GameState, plan: Plan) -> dict[str, tuple[str, ...]]:
    """Units that strike somebody their unused bonus fits (FRONT-20)."""
    found: dict[str, tuple[str, ...]] = {}
    for strike in strikes(now, plan):
        unit = now.unit(strike.by)
        if bonus(now, unit, now.unit(strike.at)) and not unit.trackers.get("bonus_used"):
            found[strike.by] = (*found.get(strike.by, ()), strike.at)
    return found


# How it ends


def ending(now: GameState, plan: Plan) -> Outcome:
    """All damage of the battle, and the rule for each unit's (FRONT-07, 11)."""
    fight = fought(now, strikes(now, plan))
    units = tuple(unit.id for unit in involved(now, plan))
    why = {unit: reason(now, plan, fight, unit) for unit in fight.hits()}
    return Outcome(say("outcome of the battle"), FRONT_07, now.unit(plan.attackers[0]).seat, units, fight, why,
                   tuple(rests_on(now, plan, fight)))


def reason(now: GameState, plan: Plan, fight: Fight, unit: str) -> Ref:
    """Advantage!, an answer, an unblocked attacker, or a block by one or by several (FRONT-12, 14, 15, 16, 18, 19)."""
    strikes = [strike for strike in fight.dealt if strike.at == unit]
    attacker = unit if unit in plan.attackers else plan.blocks(unit)
    if any(strike.first for strike in strikes):
        return FRONT_12
    if unit in plan.attackers and not plan.blocked(unit):
        return FRONT_19 if now.unit(plan.targets[unit]).trackers.get("blocking") else FRONT_18
    if not any(attacker in (strike.by, strike.at) for strike in strikes):
        return FRONT_16
    return FRONT_15 if len(plan.blocked(attacker)) > 1 else FRONT_14


def rests_on(now: GameState, plan: Plan, fight: Fight) -> Iterator[Ref]:
    """Rules that no line of the outcome need name: other domains, all at once, Advantage! cancelled, targets and why they do
    not answer (FRONT-09, 11, 13, 16, 17, 19, 24)."""
    for strike in fight.dealt:
        by, at = now.unit(strike.by), now.unit(strike.at)
        if by.word("domain") != at.word("domain") and by.has("initiative", at.word("domain")):
            yield FRONT_09
        if not strike.first:
            yield FRONT_11
            yield from (FRONT_13,) if covers(by, at) else ()
    for attacker, key in plan.targets.items():
        target = now.unit(key)
        yield FRONT_16
        if attacker not in plan.answers and locked(target):
            yield FRONT_19 if target.trackers.get("blocking") else FRONT_24 if plan.answered(key) else FRONT_17


BATTLE = Opening("battle", say("battle"), FRONT_23, battle, SITUATION, FORBIDS, tells=foretold(battle))
