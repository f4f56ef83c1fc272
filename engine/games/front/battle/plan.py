"""A battle on one page: who attacks, and two lines in which each unit of the other side is set
against one of them; what comes of it stands there while it is chosen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.front import refs, units
from engine.games.front.battle import best, lines, procedure, refusals, strikes
from engine.games.front.battle import draft as choices
from engine.games.front.battle.draft import ANSWER, ATTACKERS, BLOCK, BONUS, NOBODY, SIDE, SPLIT, TARGET
from engine.games.front.battle.situation import Plan
from engine.games.front.words import SEATS
from engine.playing.citing import rule
from engine.playing.facing import Facing
from engine.playing.plan import DeedPlan, Draft, Fact
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

HERE = "here"
"""Whether one page holds the choices of both sides; else each is asked of the player it is of."""
NO_YES = (False, say("no")), (True, say("yes"))


# Facts


@rule(refs.FRONT_03, refs.FRONT_04)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Attackers; then blocks and strikes, which the lines show, and what hangs on them."""
    yield Fact(SIDE, say("attacking side"), tuple(enumerate(SEATS)), now.seat, place="first")
    able = [unit for unit in now.units.values() if unit.seat == draft.get(SIDE) and can_attack(now, unit)]
    answers = tuple((unit.id, strength(unit)) for unit in able)
    yield Fact(ATTACKERS, say("attackers"), answers, several=True, place="first", needed=True)
    if not choices.attackers(now, draft):
        return
    where = (True, say("chosen here")), (False, say("asked one by one"))
    yield Fact(HERE, say("blocks and strikes"), where, True, place="last")
    if draft.get(HERE) is False:
        return
    plan = choices.plan_of(now, draft)
    yield from (block_of(now, plan, attacker) for attacker in plan.attackers)
    yield from (target_of(now, plan, attacker) for attacker in plan.unblocked)
    yield from splits(now, plan, draft)
    yield from answers_of(now, plan)
    yield from bonuses(now, plan)


@rule(refs.FRONT_03)
def can_attack(now: GameState, unit: Unit) -> bool:
    """Unlocked, with an enemy in its territory."""
    is_ready = units.is_in_play(unit) and not units.is_locked(unit)
    return is_ready and bool(units.enemies(now, (unit.id,)))


def strength(unit: Unit) -> Text:
    """A unit with its best attack value and what is left of its defense."""
    found = lines.strength(unit)
    return say("{unit} {values}", unit=unit.name, values=found) if found else say("{unit}", unit=unit.name)


@rule(refs.FRONT_05, refs.FRONT_06)
def block_of(now: GameState, plan: Plan, attacker: str) -> Fact:
    """The unlocked units of the other side that may block it and block no other."""
    by = now.unit(attacker)
    free = [unit for unit in lines.free_to_block(now, plan) if plan.blocked_by(unit.id) in ("", attacker)]
    able = tuple((unit.id, strength(unit)) for unit in free if not refusals.cannot_block(now, unit, by))
    text = say("{unit} is blocked by", unit=by.name)
    return Fact(BLOCK + attacker, text, able, several=True, place="lines")


@rule(refs.FRONT_16)
def target_of(now: GameState, plan: Plan, attacker: str) -> Fact:
    """Whom an unblocked attacker strikes."""
    able = tuple((unit, strength(now.unit(unit))) for unit in choices.targets(now, plan, attacker))
    text = say("{unit} strikes", unit=now.unit(attacker).name)
    chosen = plan.targets.get(attacker, NOBODY)
    return Fact(TARGET + attacker, text, ((NOBODY, say("nobody")), *able), shown=chosen, place="lines")


@rule(refs.FRONT_15)
def splits(now: GameState, plan: Plan, draft: Draft) -> Iterator[Fact]:
    """How an attacker shares out its points among its blockers; the last has what is left."""
    for attacker in plan.attackers:
        for row in choices.rows_to_split(now, plan, attacker):
            for unit, some, most in tuple(choices.shares(now, attacker, row, plan, draft))[:-1]:
                names = {"unit": now.unit(attacker).name, "other": now.unit(unit).name}
                text = say("{unit}: points on {other}", **names)
                yield Fact(SPLIT.format(attacker, unit), text, shown=some, most=most)


@rule(refs.FRONT_18, refs.FRONT_19)
def answers_of(now: GameState, plan: Plan) -> Iterator[Fact]:
    """Whether a unit that is struck answers, where it may."""
    state, bare = strikes.declare(now, plan), Plan(plan.attackers, plan.blockers, targets=plan.targets)
    for attacker, target in plan.targets.items():
        if strikes.cannot_answer(state, bare, attacker):
            continue
        text = say("{unit} answers", unit=now.unit(target).name)
        is_answered = bool(plan.answers.get(attacker))
        yield Fact(ANSWER + attacker, text, NO_YES, shown=is_answered)
        if is_answered:
            state, bare = strikes.lock_answerer(state, target, attacker), bare.with_answer(attacker)


@rule(refs.FRONT_20)
def bonuses(now: GameState, plan: Plan) -> Iterator[Fact]:
    """Bonuses once per turn, each on a unit that is struck."""
    for unit, able in procedure.boostable(now, plan).items():
        named = ((each, say("{unit}", unit=now.unit(each).name)) for each in able)
        text = say("bonus of {unit}", unit=now.unit(unit).name)
        yield Fact(BONUS + unit, text, ((NOBODY, say("not now")), *named), shown=plan.boosts.get(unit, NOBODY))


# What the battle is told


@rule(refs.FRONT_04, refs.FRONT_16)
def situation_of(now: GameState, draft: Draft) -> Map[Value]:
    if draft.get(HERE) is False:
        return Map({"attackers": choices.attackers(now, draft)})
    plan = choices.plan_of(now, draft)
    return Map(
        {
            "attackers": plan.attackers,
            "blockers": Map(dict(plan.blockers)),
            "splits": Map(dict(plan.splits)),
            "targets": Map(dict(plan.targets)),
            "answers": Map(dict(plan.answers)),
            "boosts": Map(dict(plan.boosts)),
        }
    )


def draft_of(_args: Map[Value]) -> Draft:
    """Every battle is another one."""
    return Map()


@rule(refs.FRONT_04, refs.FRONT_16)
def facing(now: GameState, draft: Draft) -> Facing | None:
    return None if draft.get(HERE) is False else lines.facing(now, draft)


@rule(refs.FRONT_03)
def every_attacker(now: GameState) -> Draft:
    """Without a game the first line attacks."""
    return Map({ATTACKERS: tuple(unit.id for unit in now.units.values() if unit.seat == 0 and can_attack(now, unit))})


PLAN = DeedPlan(
    "battle",
    facts=facts,
    situation=situation_of,
    draft=draft_of,
    facing=facing,
    advice=best.advice,
    over_cards=every_attacker,
)
