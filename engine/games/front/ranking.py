"""Parts of a battle that do not touch each other, each judged once.

An attacker with its blockers and all who strike at these is a part; so is a unit that blocks nobody with all who strike
at it. A choice is worth the sum of its parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from engine.games.front.fight import destroyed, fought
from engine.games.front.plan import Plan, Strike, answer_declared, declared, no_answer, row_of, strikes
from engine.games.front.score import Score, unpacked
from engine.games.front.units import left
from engine.games.front.values import attack_value
from engine.maps import Map
from engine.model import GameState

MOST_UNITS = 5
MOST_SPLITS = 1000
MOST_POINTS = 20  # no mutant: beyond any card we know
Keys = tuple[str, ...]
Points = tuple[int, ...]


class Member(NamedTuple):
    """One defender with all that touches it: its number for the attacker, its points on the one it blocks, whom it answers."""

    value: int
    on_blocked: int
    answers: Keys


class Part(NamedTuple):
    """A part of a battle: its number for the attacker, and the choices that lead to it."""

    value: int
    splits: tuple[tuple[str, Map[int]], ...] = ()
    targets: tuple[tuple[str, str], ...] = ()
    answers: Keys = ()


class Parts:
    """The parts of all battles of some attackers; a plan may fix splits, answers and boosts."""

    def __init__(self, now: GameState, plan: Plan, answers: Map[bool] | None = None) -> None:
        self.now, self.plan, self.answers = now, plan, answers
        self.member, self.steps, self.own = cache(self._member), cache(self._steps), cache(self._own)
        self.before, self.rows, self.filled = cache(self._before), cache(self._rows), cache(filled)
        self.placed = cache(self._placed)

    # One defender

    def _member(self, unit: str, attacker: str, points: int, before: int, strikers: Keys) -> Member:
        """The defender answers as well as it can; `before` are first strikes of others on the attacker (FRONT-18, 19, 24)."""
        plan = self.around(unit, attacker, points, strikers)
        state = self.placed(unit, attacker)
        found = [self.judged(state, each, unit, attacker, before) for each in self.replies(state, plan, strikers)]
        return max(found, key=lambda member: unpacked(member.value).defender)

    def around(self, unit: str, attacker: str, points: int, strikers: Keys) -> Plan:
        """The battle as this defender sees it (FRONT-07)."""
        blocked = {attacker: (unit,)} if attacker else {}
        return Plan((*blocked, *strikers), Map(blocked), Map({key: Map({unit: points}) for key in blocked}),
                    Map(dict.fromkeys(strikers, unit)), boosts=self.plan.boosts)

    def _placed(self, unit: str, attacker: str) -> GameState:
        """The table as this defender finds it: it blocks, or not (FRONT-04, 19)."""
        return declared(self.now, Plan((), Map({attacker: (unit,)}))) if attacker else self.now

    def replies(self, state: GameState, plan: Plan, strikers: Keys) -> Iterator[Plan]:
        """Every way to answer some of those who strike at a unit, or the one that was told (FRONT-18, 19, 24)."""
        if not strikers:
            yield plan
            return
        first, *others = strikers
        told = None if self.answers is None else bool(self.answers.get(first))
        if not told:
            yield from self.replies(state, plan, tuple(others))
        if told or (told is None and not no_answer(state, plan, first)):
            state = answer_declared(state, plan.targets[first], first)
            yield from self.replies(state, plan.answer(first), tuple(others))

    def judged(self, state: GameState, plan: Plan, unit: str, attacker: str, before: int) -> Member:
        """The fight around one defender, first strikes of others on the attacker included (FRONT-11, 12)."""
        fight = fought(state, (*strikes(state, plan), Strike("", attacker, before, True)))
        gone, hits = destroyed(state, fight), fight.hits()
        useful = {key: min(hits[key], left(state.unit(key))) for key in (unit, *plan.targets) if hits[key]}
        score = Score(unit in gone, sum(key in gone for key in plan.targets), hits[unit], useful.pop(unit, 0),
                      sum(hits[key] for key in plan.targets), sum(useful.values()))
        dealt = sum(each.points for each in fight.dealt if (each.by, each.at) == (unit, attacker))
        return Member(score.attacker, dealt, tuple(plan.answers))

    # An attacker and its blockers

    def best(self, attacker: str, units: Keys, on: tuple[Keys, ...]) -> tuple[int, Points]:
        """The attacker's best split, and its number (FRONT-15)."""
        return max((self.value(attacker, units, on, points), points) for points in self.worthwhile(attacker, units, on))

    def value(self, attacker: str, units: Keys, on: tuple[Keys, ...], points: Points) -> int:
        """The number of one split: blockers' points on the attacker add up (FRONT-15)."""
        members = self.members(attacker, units, on, points)
        return sum(member.value for member in members) + self.own(attacker, sum(member.on_blocked for member in members))

    def members(self, attacker: str, units: Keys, on: tuple[Keys, ...], points: Points) -> list[Member]:
        """Each blocker of an attacker, with those who strike at it (FRONT-14, 15)."""
        return [self.member(unit, attacker, some, before, strikers) for unit, some, before, strikers
                in zip(units, points, self.before(attacker, units), on, strict=True)]

    def _own(self, attacker: str, taken: int) -> int:
        """What becomes of the attacker itself (FRONT-10, 15)."""
        stands = left(self.now.unit(attacker)) if taken else 1  # no mutant: who takes nothing stands
        return Score(losses=taken >= stands, taken=taken, taken_useful=min(taken, stands)).attacker

    def part(self, attacker: str, units: Keys, on: tuple[Keys, ...], points: Points) -> Part:
        """An attacker, its blockers and those who strike at them, for one split (FRONT-15, 16)."""
        split = ((attacker, Map(zip(units, points, strict=True))),) if len(units) > 1 else ()
        targets = tuple((each, unit) for unit, strikers in zip(units, on, strict=True) for each in strikers)
        answers = tuple(each for member in self.members(attacker, units, on, points) for each in member.answers)
        return Part(self.value(attacker, units, on, points), split, targets, answers)

    def _before(self, attacker: str, units: Keys) -> Points:
        """For each blocker, points that the others deal to the attacker before it can reply (FRONT-12)."""
        plan = Plan((attacker,), Map({attacker: units}), boosts=self.plan.boosts)
        first = [each for each in strikes(self.now, plan) if each.at == attacker and each.first]
        return tuple(sum(each.points for each in first if each.by != unit) for unit in units)

    # Splits

    def every(self, attacker: str, units: Keys, on: tuple[Keys, ...]) -> Iterable[Points]:
        """All splits, unless there are so many that only those with different effects are told apart (FRONT-15)."""
        rows = self.rows(attacker, units)
        many = prod(comb(value + len(row) - 1, value) for row, value in rows) > MOST_SPLITS
        if attacker in self.plan.splits or many:
            return self.worthwhile(attacker, units, on)
        return joined(units, [(row, list(shares(value, len(row)))) for row, value in rows])

    def worthwhile(self, attacker: str, units: Keys, on: tuple[Keys, ...]) -> Iterable[Points]:
        """Splits among which a best one is: whatever changes more than damage, the rest filled up (FRONT-15)."""
        told = self.plan.splits.get(attacker)
        if told is not None:
            return [tuple(told.get(unit, 0) for unit in units)]
        facts = dict(zip(units, zip(self.before(attacker, units), on, strict=True), strict=True))
        return joined(units, [(row, self.filled(tuple(self.steps(unit, attacker, value, *facts[unit]) for unit in row), value))
                              for row, value in self.rows(attacker, units)])

    def _rows(self, attacker: str, units: Keys) -> list[tuple[Keys, int]]:
        """Blockers by domain, and the attacker's value for it (FRONT-08, 15)."""
        rows = dict.fromkeys(row_of(self.now, attacker, units, unit) for unit in units)
        return [(row, attack_value(self.now, self.now.unit(attacker), self.now.unit(row[0]))) for row in rows]

    def _steps(self, unit: str, attacker: str, value: int, before: int, strikers: Keys) -> tuple[Points, int]:
        """Points on a blocker at which more changes than damage, and how many are of use (FRONT-15)."""
        if value <= MOST_POINTS and self.may_answer(unit, attacker, strikers):  # no mutant: a limit to what is tried
            return tuple(range(value + 1)), 0  # no mutant: its answers may follow the points in any way, more there are not
        most = max(0, min(value, left(self.now.unit(unit)))) if value else 0  # no mutant: beyond that nothing changes
        found = [self.member(unit, attacker, points, before, strikers) for points in range(most + 1)]  # no mutant: as above
        scores = [unpacked(member.value) for member in found]
        plain = [(score._replace(damage=0, useful=0), member.on_blocked) for score, member in zip(scores, found, strict=True)]
        useful = next(points for points, score in enumerate(scores) if score.useful == scores[-1].useful)
        return tuple(points for points in range(most + 1) if not points or plain[points] != plain[points - 1]), useful

    def may_answer(self, unit: str, attacker: str, strikers: Keys) -> bool:
        """Somebody strikes at a blocker that it may answer (FRONT-15, 19)."""
        plan = self.around(unit, attacker, 0, strikers)
        return any(not no_answer(self.placed(unit, attacker), plan, each) for each in strikers)


def joined(units: Keys, rows: list[tuple[Keys, list[Points]]]) -> Iterable[Points]:
    """Splits of several attack values as one, in the order of the units (FRONT-15)."""
    if len(rows) == 1:
        return rows[0][1]
    places = [unit for row, _ in rows for unit in row]
    found = (sum(choice, ()) for choice in product(*(splits for _, splits in rows)))
    return (tuple(points[places.index(unit)] for unit in units) for points in found)


def shares(value: int, units: int) -> Iterator[Points]:
    """All ways to split points among units (FRONT-15)."""
    if units == 1:
        yield (value,)
        return
    for points in range(value, -1, -1):
        yield from ((points, *rest) for rest in shares(value - points, units - 1))


def filled(tried: tuple[tuple[Points, int], ...], value: int) -> list[Points]:
    """Points for each unit out of those tried, what is left over filled up where it is of use, or put on any one (FRONT-15)."""
    found: dict[Points, None] = {}
    for points in product(*(steps for steps, _ in tried)):
        spare = value - sum(points)
        if spare < 0:
            continue
        full = list(points)
        for place, (_, most) in enumerate(tried):
            more = min(spare, max(most - full[place], 0))
            full[place], spare = full[place] + more, spare - more
        for place in range(len(full) if spare else 1):
            found[(*full[:place], full[place] + spare, *full[place + 1 :])] = None
    return list(found)


def best_split(now: GameState, plan: Plan, attacker: str) -> Map[int]:
    """How an attacker best splits its points among its blockers; among very many, the weakest first (FRONT-15)."""
    units, parts = plan.blocked(attacker), Parts(now, Plan(plan.attackers))
    if len(units) > MOST_UNITS:
        return Map(each for row, value in parts.rows(attacker, units) for each in weakest_first(now, row, value))
    _, points = parts.best(attacker, units, ((),) * len(units))
    return Map(zip(units, points, strict=True))


def weakest_first(now: GameState, row: Keys, value: int) -> Iterator[tuple[str, int]]:
    """Points enough for one blocker after another, as far as they go (FRONT-15)."""
    units = sorted(row, key=lambda unit: left(now.unit(unit)))
    points, *_ = filled(tuple(((0,), left(now.unit(unit))) for unit in units), value)
    return zip(units, points, strict=True)
