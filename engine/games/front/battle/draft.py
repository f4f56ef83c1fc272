"""The choices of a battle as they are filled in on its page; what is not chosen yet is as the
side that chooses would do best."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.games.front import refs, units
from engine.games.front.advice import effort, ranked
from engine.games.front.advice.options import Options
from engine.games.front.battle import procedure, strikes, values
from engine.games.front.battle.situation import Plan
from engine.playing.citing import rule
from engine.playing.plan import Draft
from engine.values.maps import Map
from engine.values.model import Unknown
from engine.values.table import GameState

SIDE, ATTACKERS = "side", "attackers"
BLOCK, TARGET, ANSWER, BONUS = "block:", "target:", "answer:", "bonus:"
SPLIT = "split:{}:{}"
NOBODY = ""


def attackers(now: GameState, draft: Draft) -> tuple[str, ...]:
    """Of the side that attacks: those chosen before it was changed do not count."""
    found, side = draft.get(ATTACKERS), draft.get(SIDE, now.seat)
    named = map(str, found) if isinstance(found, tuple) else ()
    return tuple(each for each in named if now.unit(each).seat == side)


@rule(refs.FRONT_04, refs.FRONT_15, refs.FRONT_16, refs.FRONT_18)
def plan_of(now: GameState, draft: Draft) -> Plan:
    """Blocks as told; splits, targets and answers as told, else as they are best."""
    plan = with_blocks(Plan(attackers(now, draft)), draft)
    if not plan.attackers:
        return plan
    best = best_reply(now, plan)
    plan = with_targets(now, with_splits(now, plan, best, draft), best, draft)
    return with_bonuses(now, with_answers(now, plan, best, draft), draft)


@rule(refs.FRONT_04, refs.FRONT_25)
def with_blocks(plan: Plan, draft: Draft) -> Plan:
    """Who blocks one attacker blocks no other."""
    for attacker in plan.attackers:
        named = draft.get(BLOCK + attacker)
        for unit in named if isinstance(named, tuple) else ():
            plan = plan if plan.blocked_by(str(unit)) else plan.with_block(str(unit), attacker)
    return plan


@lru_cache(maxsize=8)
def best_reply(now: GameState, plan: Plan) -> Plan:
    """The attacker's best splits and targets against these blocks, and the answers to them; of very
    many units only the splits."""
    try:
        if effort.is_crowded(plan):
            return ranked.with_best_splits(now, plan)
        return ranked.plan_of(plan, plan.blockers, Options(now, plan, None, None).reply(plan.blockers)[1])
    except Unknown:
        return plan


# Points on blockers


@rule(refs.FRONT_15)
def with_splits(now: GameState, plan: Plan, best: Plan, draft: Draft) -> Plan:
    for attacker in plan.attackers:
        points: Map[int] = Map()
        for row in rows_to_split(now, plan, attacker):
            for unit, some, _ in shares(now, attacker, row, best, draft):
                points = points.put(unit, some)
        plan = plan.with_split(attacker, points) if points else plan
    return plan


@rule(refs.FRONT_15)
def rows_to_split(now: GameState, plan: Plan, attacker: str) -> tuple[tuple[str, ...], ...]:
    """Several blockers of one domain, which the attacker's value for it has to do for."""
    return tuple(row for row in procedure.rows_of_blockers(now, plan, attacker) if len(row) > 1)


@rule(refs.FRONT_15)
def shares(
    now: GameState, attacker: str, row: tuple[str, ...], best: Plan, draft: Draft
) -> Iterator[tuple[str, int, int]]:
    """Blocker by blocker: its points, and how many there were to give; what is left goes to the
    last."""
    left = values.attack_value(now, now.unit(attacker), now.unit(row[0]))
    for unit in row[:-1]:
        given = draft.get(SPLIT.format(attacker, unit))
        some = min(left, given if isinstance(given, int) else best.splits.get(attacker, Map()).get(unit, 0))
        yield unit, some, left
        left -= some
    yield row[-1], left, left


# Targets, answers and bonuses


@rule(refs.FRONT_16)
def targets(now: GameState, plan: Plan, attacker: str) -> tuple[str, ...]:
    """Whom an unblocked attacker may strike."""
    by = now.unit(attacker)
    return tuple(unit.id for unit in units.enemies(now, plan.attackers) if values.may_hit(now, by, unit))


def with_targets(now: GameState, plan: Plan, best: Plan, draft: Draft) -> Plan:
    for attacker in plan.unblocked:
        told = draft.get(TARGET + attacker)
        target = best.targets.get(attacker, NOBODY) if told is None else str(told)
        plan = plan.with_target(attacker, target) if target in targets(now, plan, attacker) else plan
    return plan


@rule(refs.FRONT_18, refs.FRONT_19)
def with_answers(now: GameState, plan: Plan, best: Plan, draft: Draft) -> Plan:
    """One after another, each on the table that those before it leave."""
    state = strikes.declare(now, plan)
    for attacker, target in plan.targets.items():
        told = draft.get(ANSWER + attacker)
        is_best = best.targets.get(attacker) != target or bool(best.answers.get(attacker))
        if (is_best if told is None else told) and not strikes.cannot_answer(state, plan, attacker):
            state, plan = strikes.lock_answerer(state, target, attacker), plan.with_answer(attacker)
    return plan


@rule(refs.FRONT_20)
def with_bonuses(now: GameState, plan: Plan, draft: Draft) -> Plan:
    for unit, able in procedure.boostable(now, plan).items():
        target = str(draft.get(BONUS + unit))
        plan = plan.with_boost(unit, target) if target in able else plan
    return plan
