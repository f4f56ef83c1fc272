"""A battle on one page: who attacks, whom each unit of the other side blocks, whom the rest strike;
what comes of it stands below while it is chosen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.front import refs, units
from engine.games.front.battle import refusals, strikes, values
from engine.games.front.battle.situation import Plan
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.model import Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

BLOCK, TARGET, ANSWER = "block:", "target:", "answer:"
NOBODY = ""
SIDE, SIDES = "side", (say("first player"), say("second player"))
HERE = "here"
"""Whether one page holds the choices of both sides; else each is asked of the player it is of."""
DOMAIN_WORDS = {"ground": say("ground"), "air": say("air"), "naval": say("naval")}


# What is filled in


def attackers(draft: Draft) -> tuple[str, ...]:
    found = draft.get("attackers")
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


def of_one_side(now: GameState, draft: Draft) -> Draft:
    """Attackers of the side that attacks: those chosen before it was changed do not count."""
    named = tuple(each for each in attackers(draft) if now.unit(each).seat == draft.get(SIDE, now.seat))
    return draft.put("attackers", named)


def plan_of(draft: Draft) -> Plan:
    """The choices so far, as the battle will be told; who blocks one attacker blocks no other."""
    plan = Plan(attackers(draft))
    for attacker in plan.attackers:
        named = draft.get(BLOCK + attacker)
        for unit in named if isinstance(named, tuple) else ():
            plan = plan if plan.blocked_by(str(unit)) else plan.with_block(str(unit), attacker)
    for attacker in plan.unblocked:
        if target := draft.get(TARGET + attacker):
            plan = plan.with_target(attacker, str(target))
            plan = plan.with_answer(attacker) if draft.get(ANSWER + attacker) else plan
    return plan


# Facts


@rule(refs.FRONT_03, refs.FRONT_04)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Attackers; then a line for each unit that may block; then whom the unblocked strike."""
    draft = of_one_side(now, draft)
    yield Fact(SIDE, say("attacking side"), tuple(enumerate(SIDES)), now.seat, place="first")
    able = [unit for unit in now.units.values() if unit.seat == draft.get(SIDE) and can_attack(now, unit)]
    answers = tuple((unit.id, strength(unit)) for unit in able)
    yield Fact("attackers", say("attackers"), answers, several=True, place="first", needed=True)
    if not attackers(draft):
        return
    where = (True, say("chosen here")), (False, say("asked one by one"))
    yield Fact(HERE, say("blocks and strikes"), where, True, place="last")
    if draft.get(HERE) is False:
        return
    yield from blocks(now, draft)
    plan = plan_of(draft)
    for attacker in plan.unblocked:
        yield from strikes_of(now, plan, attacker)


@rule(refs.FRONT_03)
def can_attack(now: GameState, unit: Unit) -> bool:
    """Unlocked, with an enemy in its territory."""
    is_ready = units.is_in_play(unit) and not units.is_locked(unit)
    return is_ready and bool(units.enemies(now, (unit.id,)))


@rule(refs.FRONT_05, refs.FRONT_06)
def blocks(now: GameState, draft: Draft) -> Iterator[Fact]:
    """For each attacker the unlocked units of the other side that may block it."""
    plan = plan_of(draft)
    free = [unit for unit in units.enemies(now, plan.attackers) if not units.is_locked(unit)]
    for attacker in map(now.unit, plan.attackers):
        able = [unit for unit in free if plan.blocked_by(unit.id) in ("", attacker.id)]
        able = [unit for unit in able if not refusals.cannot_block(now, unit, attacker)]
        text = say("{unit} is blocked by", unit=attacker.name)
        yield Fact(BLOCK + attacker.id, text, tuple((unit.id, strength(unit)) for unit in able), several=True)


def strength(unit: Unit) -> Text:
    """A unit with its best attack value and what is left of its defense."""
    found = unit.stated("av")
    best = [each for each in found.values() if isinstance(each, int)] if isinstance(found, Map) else []
    if not best or unit.stated("dv") is None:
        return say("{unit}", unit=unit.name)
    return say("{unit} {attack}/{defense}", unit=unit.name, attack=max(best), defense=units.defense_left(unit))


@rule(refs.FRONT_16, refs.FRONT_18)
def strikes_of(now: GameState, plan: Plan, attacker: str) -> Iterator[Fact]:
    """Whom an unblocked attacker strikes, and whether that one answers."""
    by = now.unit(attacker)
    able = tuple(unit for unit in units.enemies(now, plan.attackers) if values.may_hit(now, by, unit))
    if not able:
        return
    named = tuple((unit.id, strength(unit)) for unit in able)
    yield Fact(TARGET + attacker, say("{unit} strikes", unit=by.name), ((NOBODY, say("nobody")), *named), able[0].id)
    if plan.targets.get(attacker) and not strikes.cannot_answer(now, plan, attacker):
        text = say("{unit} answers", unit=now.unit(plan.targets[attacker]).name)
        yield Fact(ANSWER + attacker, text, ((False, say("no")), (True, say("yes"))), True)


# The two lines


@rule(refs.FRONT_02, refs.FRONT_07)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Everybody in the battle with attack and defense."""
    plan = plan_of(of_one_side(now, draft))
    fighting = dict.fromkeys((*plan.attackers, *(each for row in plan.blockers.values() for each in row)))
    for unit in map(now.unit, dict.fromkeys((*fighting, *plan.targets.values()))):
        yield Means(unit.id, say("{unit}", unit=unit.name), tuple(notes(unit)))


def notes(unit: Unit) -> Iterator[Text]:
    try:
        found = unit.stated("av")
        strengths = found if isinstance(found, Map) else Map[Value]()
        for domain, value in strengths.items():
            if value is not None:
                yield say("{value} against {domain}", value=value, domain=DOMAIN_WORDS.get(domain, domain))
        yield say("defense {left} of {printed}", left=units.defense_left(unit), printed=unit.need("dv"))
    except Unknown:
        return


# What the battle is told


def told(now: GameState, draft: Draft) -> Map[Value]:
    plan = plan_of(of_one_side(now, draft))
    if draft.get(HERE) is False:
        return Map({"attackers": plan.attackers})
    return Map(
        {
            "attackers": plan.attackers,
            "blockers": Map(dict(plan.blockers)),
            "targets": Map(dict(plan.targets)),
            "answers": Map(dict(plan.answers)),
        }
    )


def recalled(_args: Map[Value]) -> Draft:
    """Every battle is another one."""
    return Map()


PLAN = DeedPlan("battle", facts=facts, means=means, told=told, recalled=recalled)
