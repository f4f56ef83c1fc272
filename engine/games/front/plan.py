"""The choices of one battle, and the strikes that follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.games.front.refs import FRONT_08, FRONT_17, FRONT_18, FRONT_19, FRONT_24
from engine.games.front.units import in_play, left, locked
from engine.games.front.values import attack_value, bonus, reach, stated_value, strikes_first
from engine.maps import Map
from engine.model import GameState, Refusal
from engine.texts import say


@dataclass(frozen=True, slots=True)
class Plan:
    """Who attacks, who blocks whom, how points are split, whom the unblocked aim at, who answers, who spends a bonus."""

    attackers: tuple[str, ...]
    blockers: Map[tuple[str, ...]] = field(default_factory=Map)
    splits: Map[Map[int]] = field(default_factory=Map)
    targets: Map[str] = field(default_factory=Map)
    answers: Map[bool] = field(default_factory=Map)
    boosts: Map[str] = field(default_factory=Map)

    def blocked(self, attacker: str) -> tuple[str, ...]:
        return self.blockers.get(attacker, ())

    def blocks(self, unit: str) -> str:
        """The attacker that a unit blocks in this battle, or nobody."""
        return next((attacker for attacker, units in self.blockers.items() if unit in units), "")

    @property
    def unblocked(self) -> tuple[str, ...]:
        return tuple(attacker for attacker in self.attackers if not self.blocked(attacker))

    def block(self, unit: str, attacker: str) -> Plan:
        return replace(self, blockers=self.blockers.put(attacker, (*self.blocked(attacker), unit)))

    def aim(self, attacker: str, target: str) -> Plan:
        return replace(self, targets=self.targets.put(attacker, target))

    def answer(self, attacker: str) -> Plan:
        return replace(self, answers=self.answers.put(attacker, True))

    def answered(self, unit: str) -> tuple[str, ...]:
        """The attackers that a unit answers."""
        return tuple(attacker for attacker, target in self.targets.items() if target == unit and self.answers.get(attacker))


@dataclass(frozen=True, slots=True)
class Strike:
    """Points that one unit assigns to another; first ones fall before the others."""

    by: str
    at: str
    points: int
    first: bool = False


# What is done on the table as choices are made


def attack_declared(state: GameState, attackers: tuple[str, ...]) -> GameState:
    """Declaring an attack locks (FRONT-03)."""
    for attacker in attackers:
        state = state.set(attacker, "locked", True)
    return state


def block_declared(state: GameState, unit: str, attacker: str) -> GameState:
    """A blocker is locked and set next to the attacker it blocks (FRONT-04)."""
    return state.set(unit, "locked", True).set(unit, "blocking", attacker)


def declared(state: GameState, plan: Plan) -> GameState:
    """Attackers and blockers of a plan on the table, when damage is allocated (FRONT-23)."""
    state = attack_declared(state, plan.attackers)
    for attacker, units in plan.blockers.items():
        for unit in units:
            state = block_declared(state, unit, attacker)
    return allocating(state, plan)


def allocating(state: GameState, plan: Plan) -> GameState:
    """Every blocker uses its fitting value against the attacker it blocks, if it has one (FRONT-14, 19)."""
    for attacker, units in plan.blockers.items():
        for unit in units:
            if reach(state, state.unit(unit), state.unit(attacker)):
                state = spent(state, unit, attacker)
    return state


def spent(state: GameState, unit: str, at: str) -> GameState:
    """A value assigned is used in this phase (FRONT-19)."""
    used, domain = state.unit(unit).marks("used"), state.unit(at).word("domain")
    return state if domain in used else state.set(unit, "used", (*used, domain))


def answer_declared(state: GameState, unit: str, attacker: str) -> GameState:
    """Who answers is locked at once (FRONT-18)."""
    return spent(state.set(unit, "locked", True), unit, attacker)


# Answers


def no_answer(now: GameState, plan: Plan, attacker: str) -> Refusal | None:
    """What forbids an answer to an unblocked attacker; an unlocked unit may answer (FRONT-08, 17, 18, 19, 24)."""
    target = plan.targets.get(attacker)
    at = now.unit(attacker)
    if target is None:
        return Refusal("no_target", say("{unit} has no target that could answer", unit=at.name), FRONT_18)
    unit = now.unit(target)
    if not reach(now, unit, at):
        return Refusal("out_of_domain", say("{unit} has no attack value it may use against {other}", unit=unit.name,
                                            other=at.name), FRONT_08)
    return locked_answer(now, plan, attacker) if locked(unit) else None


def locked_answer(now: GameState, plan: Plan, attacker: str) -> Refusal | None:
    """A locked unit answers only if it is blocking, with a value it has not used (FRONT-17, 19, 24)."""
    unit = now.unit(plan.targets[attacker])
    if not unit.trackers.get("blocking"):
        if plan.answered(unit.id):
            return Refusal("answered", say("{unit} has answered an attacker already", unit=unit.name), FRONT_24)
        return Refusal("locked", say("{unit} is locked and not blocking: it deals no damage back", unit=unit.name), FRONT_17)
    if now.unit(attacker).word("domain") in unit.marks("used") and not rest(now, plan, attacker):
        return Refusal("used", say("{unit} has used this attack value in its block", unit=unit.name), FRONT_19)
    return None


def rest(now: GameState, plan: Plan, attacker: str) -> int:
    """By another reading, the points that a blocker's block does not need, once (FRONT-19)."""
    unit = plan.targets[attacker]
    blocked = plan.blocks(unit)
    if now.reading("unused_av") != "rest" or not blocked or not alike(now, blocked, attacker):
        return 0
    first = next((each for each in plan.answered(unit) if alike(now, each, attacker)), attacker)
    spare = attack_value(now, now.unit(unit), now.unit(blocked)) - left(now.unit(blocked))
    return max(0, spare) if first == attacker else 0


def alike(now: GameState, one: str, other: str) -> bool:
    """Of one domain (FRONT-19)."""
    return now.unit(one).word("domain") == now.unit(other).word("domain")


# Strikes


def strikes(now: GameState, plan: Plan) -> tuple[Strike, ...]:
    """All that is assigned in the damage allocation, by units that are still there (FRONT-07)."""
    return tuple(each for attacker in plan.attackers for each in struck(now, plan, attacker)
                 if in_play(now.unit(each.by)) and in_play(now.unit(each.at)))


def struck(now: GameState, plan: Plan, attacker: str) -> Iterator[Strike]:
    """An attacker against its blockers and they against it, or against its target and the answer (FRONT-14, 15, 16, 18)."""
    for unit in plan.blocked(attacker):
        yield strike(now, plan, attacker, unit, share(now, plan, attacker, unit))
        yield strike(now, plan, unit, attacker, kept(now, plan, unit, attacker))
    target = plan.targets.get(attacker)
    if target is not None:
        yield strike(now, plan, attacker, target, stated_value(now.unit(attacker), now.unit(target)))
        if plan.answers.get(attacker):
            yield strike(now, plan, target, attacker, reply(now, plan, attacker))


def strike(now: GameState, plan: Plan, by: str, at: str, points: int) -> Strike:
    """A bonus once per turn goes on top, against the one target it is spent on (FRONT-12, 20)."""
    one, other = now.unit(by), now.unit(at)
    more = bonus(now, one, other) if plan.boosts.get(by) == at else 0
    return Strike(by, at, points + more, strikes_first(now, one, other))


def share(now: GameState, plan: Plan, attacker: str, unit: str) -> int:
    """The attacker's points for one blocker: as split, or all of them for the only one of its domain (FRONT-14, 15)."""
    split = plan.splits.get(attacker)
    if split is not None and unit in split:
        return split[unit]
    alone = len(rivals(now, plan, attacker, unit)) == 1
    return attack_value(now, now.unit(attacker), now.unit(unit)) if alone else 0


def rivals(now: GameState, plan: Plan, attacker: str, unit: str) -> tuple[str, ...]:
    """The blockers of one domain, among which the attacker splits the value for it (FRONT-15)."""
    return row_of(now, attacker, plan.blocked(attacker), unit)


def row_of(now: GameState, attacker: str, units: tuple[str, ...], unit: str) -> tuple[str, ...]:
    """Those of the domain of a unit that the attacker may hit as well, or may not either (FRONT-08, 15)."""
    by = now.unit(attacker)
    hits = reach(now, by, now.unit(unit))
    return tuple(each for each in units if alike(now, each, unit) and reach(now, by, now.unit(each)) is hits)


def reply(now: GameState, plan: Plan, attacker: str) -> int:
    """The answer's points: the fitting value, or what the block leaves of it (FRONT-18, 19)."""
    unit = plan.targets[attacker]
    value = stated_value(now.unit(unit), now.unit(attacker))
    blocked = plan.blocks(unit)
    shared = now.reading("unused_av") == "rest" and blocked and alike(now, blocked, attacker)
    return rest(now, plan, attacker) if shared else value


def kept(now: GameState, plan: Plan, unit: str, attacker: str) -> int:
    """A blocker's points for the attacker it blocks, less those its answers take by another reading (FRONT-14, 19)."""
    value = attack_value(now, now.unit(unit), now.unit(attacker))
    given = (rest(now, plan, each) for each in plan.answered(unit) if alike(now, each, attacker))
    return value - next(given, 0)
