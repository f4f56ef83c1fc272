"""What a battle is told, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.front.plan import Plan, answer_declared, attack_declared, declared, no_answer, rivals
from engine.games.front.refs import (
    FRONT_01,
    FRONT_03,
    FRONT_04,
    FRONT_05,
    FRONT_06,
    FRONT_08,
    FRONT_15,
    FRONT_16,
    FRONT_20,
    FRONT_21,
    FRONT_25,
)
from engine.games.front.units import in_play, is_enemy, locked, site
from engine.games.front.values import attack_value, bonus, reach
from engine.kinds import Field, Flag, ListOf, MapOf, Record, UnitId, Whole, required
from engine.maps import Map, Value
from engine.model import GameState, Impossible, Refusal, Unit
from engine.texts import Text, say

ENEMY = UnitId(enemy=True)
SITUATION = Record((
    *required(attackers=ListOf(UnitId(), least=1)),
    Field("blockers", MapOf(ListOf(ENEMY))),
    Field("splits", MapOf(MapOf(Whole(0, 99)))),
    Field("targets", MapOf(ENEMY)),
    Field("answers", MapOf(Flag())),
    Field("boosts", MapOf(UnitId())),
))


def planned(**told: Any) -> Plan:
    """The choices that were told; what makes no sense is no battle (FRONT-23)."""
    choices = (told.get(key) or Map() for key in ("blockers", "splits", "targets", "answers", "boosts"))
    plan = Plan(told["attackers"], *choices)
    for key, why in nonsense(plan):
        raise Impossible(say("{unit}: {why}", unit=key, why=why))
    return plan


def nonsense(plan: Plan) -> Iterator[tuple[str, Text]]:
    """Choices for units that do not have them (FRONT-04, 15, 16)."""
    for key in plan.attackers:
        if plan.attackers.count(key) > 1:
            yield key, say("it is named twice as an attacker")
    for key in (*plan.blockers, *plan.splits, *plan.targets, *plan.answers):
        if key not in plan.attackers:
            yield key, say("it does not attack")
    for attacker, split in plan.splits.items():
        for key in split:
            if key not in plan.blocked(attacker):
                yield key, say("it does not block this attacker")


# The attackers


def two_sides(now: GameState, attackers: tuple[str, ...], **_: Value) -> Refusal | None:
    """Attackers belong to one player (FRONT-01)."""
    if any(is_enemy(now.unit(attackers[0]), now.unit(key)) for key in attackers):
        return Refusal("two_sides", say("the attackers belong to one player"), FRONT_01)
    return None


def locked_attacker(now: GameState, attackers: tuple[str, ...], **_: Value) -> Refusal | None:
    """Declaring an attack locks the unit, so it must be unlocked (FRONT-03)."""
    for unit in map(now.unit, attackers):
        if locked(unit):
            return Refusal("locked", say("{unit} is locked already and cannot be locked to attack", unit=unit.name), FRONT_03)
    return None


def out_of_play(now: GameState, **told: Value) -> Refusal | None:
    """Who fights is in play (FRONT-21)."""
    for unit in involved(now, planned(**told)):
        if not in_play(unit):
            return Refusal("out_of_play", say("{unit} is not in a territory", unit=unit.name), FRONT_21)
    return None


def elsewhere(now: GameState, **told: Value) -> Refusal | None:
    """A battle is fought in one territory (FRONT-01, 16)."""
    first, *others = involved(now, planned(**told))
    for unit in others:
        if site(unit) != site(first):
            return Refusal("elsewhere", say("{unit} is in another territory than {other}", unit=unit.name, other=first.name),
                           FRONT_16 if unit.id in planned(**told).targets.values() else FRONT_01)
    return None


def involved(now: GameState, plan: Plan) -> tuple[Unit, ...]:
    """All who fight: attackers, blockers, targets (FRONT-07)."""
    blockers = (unit for units in plan.blockers.values() for unit in units)
    return tuple(map(now.unit, dict.fromkeys((*plan.attackers, *blockers, *plan.targets.values()))))


# The blockers


def own_blocker(now: GameState, **told: Value) -> Refusal | None:
    """The defender blocks with units of his own (FRONT-04)."""
    for unit, attacker in blocks(now, planned(**told)):
        if not is_enemy(unit, attacker):
            return Refusal("not_an_enemy", say("{unit} is on the side of {other} and does not block it", unit=unit.name,
                                               other=attacker.name), FRONT_04)
    return None


def locked_blocker(now: GameState, **told: Value) -> Refusal | None:
    """Only unlocked units block, or those that block this attacker already; attackers are locked by now (FRONT-05, 23)."""
    plan = planned(**told)
    state = attack_declared(now, plan.attackers)
    new = (unit for unit, attacker in blocks(state, plan) if unit.trackers.get("blocking") != attacker.id)
    return next((refusal for refusal in map(cannot_block, new) if refusal), None)


def cannot_block(unit: Unit) -> Refusal | None:
    """The same for one unit (FRONT-05)."""
    return Refusal("locked", say("{unit} is locked and cannot block", unit=unit.name), FRONT_05) if locked(unit) else None


def blocks_twice(now: GameState, **told: Value) -> Refusal | None:
    """One blocker, one attacker (FRONT-25)."""
    units = [unit.id for unit, _ in blocks(now, planned(**told))]
    for key in units:
        if units.count(key) > 1:
            return Refusal("blocks_twice", say("{unit} blocks one attacker only", unit=now.unit(key).name), FRONT_25)
    return None


def other_domain(now: GameState, **told: Value) -> Refusal | None:
    """By another reading a unit blocks its own domain only (FRONT-06)."""
    found = (no_block(now, unit, attacker) for unit, attacker in blocks(now, planned(**told)))
    return next((refusal for refusal in found if refusal), None)


def no_block(now: GameState, unit: Unit, attacker: Unit) -> Refusal | None:
    """The same for one unit and one attacker (FRONT-06)."""
    if now.reading("cross_domain_block") == "yes" or unit.word("domain") == attacker.word("domain"):
        return None
    return Refusal("other_domain", say("{unit} blocks only attackers of its own domain", unit=unit.name), FRONT_06)


def blocks(now: GameState, plan: Plan) -> tuple[tuple[Unit, Unit], ...]:
    """Every blocker with the attacker it blocks (FRONT-04)."""
    return tuple((now.unit(unit), now.unit(attacker)) for attacker, units in plan.blockers.items() for unit in units)


# The allocation of damage


def out_of_domain(now: GameState, **told: Value) -> Refusal | None:
    """Points and targets only where an attack value reaches (FRONT-08, 09)."""
    plan = planned(**told)
    split = ((attacker, unit) for attacker, points in plan.splits.items() for unit in points if points[unit])
    for attacker, unit in (*split, *plan.targets.items()):
        by, at = now.unit(attacker), now.unit(unit)
        if not reach(now, by, at):
            return Refusal("out_of_domain", say("{unit} has no attack value it may use against {other}", unit=by.name,
                                                other=at.name), FRONT_08)
    return None


def wrong_split(now: GameState, **told: Value) -> Refusal | None:
    """Each attack value is split in whole points, all of them, among the blockers of its domain (FRONT-15)."""
    plan = planned(**told)
    for attacker, split in plan.splits.items():
        for unit in split:
            value = attack_value(now, now.unit(attacker), now.unit(unit))
            points = sum(split.get(each, 0) for each in rivals(now, plan, attacker, unit))
            if points != value:
                return Refusal("wrong_split", say("{unit} assigns {points} points of an attack value of {value}",
                                                  unit=now.unit(attacker).name, points=points, value=value), FRONT_15)
    return None


def blocked_target(now: GameState, **told: Value) -> Refusal | None:
    """Only an unblocked attacker names a target (FRONT-16)."""
    plan = planned(**told)
    for attacker in plan.targets:
        if plan.blocked(attacker):
            unit = now.unit(attacker)
            return Refusal("blocked", say("{unit} is blocked and strikes its blockers only", unit=unit.name), FRONT_16)
    return None


def own_target(now: GameState, **told: Value) -> Refusal | None:
    """The target is an enemy (FRONT-16)."""
    for attacker, target in planned(**told).targets.items():
        if not is_enemy(now.unit(attacker), now.unit(target)):
            return Refusal("not_an_enemy", say("{unit} is no enemy of {other}", unit=now.unit(target).name,
                                               other=now.unit(attacker).name), FRONT_16)
    return None


def wrong_answer(now: GameState, **told: Value) -> Refusal | None:
    """Who may answer an unblocked attacker, and how often (FRONT-17, 18, 19, 24)."""
    given = planned(**told)
    plan = Plan(given.attackers, given.blockers, targets=given.targets)
    state = declared(now, plan)
    for attacker in (key for key in plan.attackers if given.answers.get(key)):
        against = no_answer(state, plan, attacker)
        if against:
            return against
        plan, state = plan.answer(attacker), answer_declared(state, plan.targets[attacker], attacker)
    return None


def wrong_boost(now: GameState, **told: Value) -> Refusal | None:
    """A bonus that the card does not have against such a target, or that was used this turn (FRONT-20)."""
    for key, target in planned(**told).boosts.items():
        unit, at = now.unit(key), now.unit(target)
        if unit.trackers.get("bonus_used") or not bonus(now, unit, at):
            return Refusal("no_bonus", say("{unit} has no bonus left against {other}", unit=unit.name, other=at.name), FRONT_20)
    return None


FORBIDS = (
    two_sides, locked_attacker, out_of_play, elsewhere, own_blocker, locked_blocker, blocks_twice, other_domain,
    out_of_domain, wrong_split, blocked_target, own_target, wrong_answer, wrong_boost,
)
