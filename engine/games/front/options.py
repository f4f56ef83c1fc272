"""All choices of one side: the attacker's splits and targets for a block, or the defender's blocks with the best reply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from heapq import nlargest
from itertools import product
from typing import Any

from engine.games.front.declared import no_block
from engine.games.front.plan import Plan
from engine.games.front.ranking import Keys, Part, Parts, Points
from engine.games.front.units import enemies, locked
from engine.games.front.values import reach
from engine.maps import Map
from engine.model import GameState

LISTED = 100
Blocks = Map[Keys]
Judge = Callable[[Any, int], "Part | None"]
Best = dict[int, tuple[int, tuple[Part, ...]]]
"""For each crowd of attackers, a bit for each, the best number that they reach together, and the parts it is made of."""


class Options:
    """The choices in a battle of some attackers; targets and answers may be told."""

    def __init__(self, now: GameState, plan: Plan, targets: Map[str] | None, answers: Map[bool] | None) -> None:
        self.now, self.plan, self.targets = now, plan, targets
        self.parts = Parts(now, plan, answers)
        self.defenders = tuple(unit.id for unit in enemies(now, plan.attackers))
        self.group, self.alone = cache(self._group), cache(self._alone)
        self.aims, self.crowd = cache(self._aims), cache(self._crowd)

    def _aims(self, attacker: str) -> tuple[str | None, ...]:
        """What an unblocked attacker may strike, and nothing (FRONT-08, 16)."""
        if self.targets is not None:
            return (self.targets.get(attacker),)
        by = self.now.unit(attacker)
        return (None, *(unit for unit in self.defenders if reach(self.now, by, self.now.unit(unit))))

    def _crowd(self, bits: int) -> Keys:
        """The attackers of a crowd (FRONT-16)."""
        return tuple(attacker for place, attacker in enumerate(self.plan.attackers) if bits >> place & 1)

    # The defender

    def blocks(self) -> Iterator[Blocks]:
        """Every unlocked unit blocks one attacker or nobody (FRONT-04, 05, 06, 25)."""
        able = [unit for unit in map(self.now.unit, self.defenders) if not locked(unit)]
        choices = (("", *(key for key in self.plan.attackers if not no_block(self.now, unit, self.now.unit(key))))
                   for unit in able)
        for chosen in product(*choices):
            plan = Plan(self.plan.attackers)
            for unit, attacker in zip(able, chosen, strict=True):
                plan = plan.block(unit.id, attacker) if attacker else plan
            yield plan.blockers

    def reply(self, blocks: Blocks) -> tuple[int, tuple[Part, ...]]:
        """The attacker's best splits and targets against a block (FRONT-15, 16)."""
        free = sum(1 << place for place, attacker in enumerate(self.plan.attackers) if attacker not in blocks)
        best: Best = {0: (0, ())}
        for key in blocks.items():
            best = grown(best, free, self.group, key)
        for unit in self.others(blocks):
            best = grown(best, free, self.alone, unit)
        return max((found for crowd, found in best.items() if self.idle(free & ~crowd)), key=lambda found: found[0])

    def others(self, blocks: Blocks) -> Keys:
        """Units that block nobody (FRONT-16)."""
        blocking = {unit for units in blocks.values() for unit in units}
        return tuple(unit for unit in self.defenders if unit not in blocking)

    def idle(self, crowd: int) -> bool:
        """Attackers that may strike nothing (FRONT-16)."""
        return all(None in self.aims(attacker) for attacker in self.crowd(crowd))

    def _group(self, block: tuple[str, Keys], crowd: int) -> Part | None:
        """The best of an attacker and its blockers while some others strike at these (FRONT-15, 16)."""
        (attacker, units), strikers = block, self.crowd(crowd)
        able = ([aim for aim in self.aims(each) if aim in units] for each in strikers)
        found = ((self.parts.best(attacker, units, on), on) for on in (spread(units, strikers, aims) for aims in product(*able)))
        (_, points), on = max(found, default=((0, ()), ()))
        return self.parts.part(attacker, units, on, points) if points else None

    def _alone(self, unit: str, crowd: int) -> Part | None:
        """A unit that blocks nobody, and those who strike at it (FRONT-16, 17, 18)."""
        strikers = self.crowd(crowd)
        return self.struck(unit, strikers) if all(unit in self.aims(each) for each in strikers) else None

    # The attacker

    def plans(self, blocks: Blocks) -> list[tuple[int, tuple[Part, ...]]]:
        """The attacker's targets and splits for a block, best first (FRONT-15, 16)."""
        best = nlargest(LISTED, self.valued(blocks), key=lambda found: found[0])
        return [(value, (*(self.struck(unit, on[unit]) for unit in self.others(blocks)),
                         *(self.parts.part(attacker, units, tuple(map(on.__getitem__, units)), points)
                           for (attacker, units), points in zip(blocks.items(), choice, strict=True))))
                for value, on, choice in best]

    def valued(self, blocks: Blocks) -> Iterator[tuple[int, dict[str, Keys], tuple[Points, ...]]]:
        """The number of all targets and splits: who strikes at whom, and the points of each attacker that is blocked
        (FRONT-15, 16)."""
        unblocked = tuple(attacker for attacker in self.plan.attackers if attacker not in blocks)
        for aims in product(*map(self.aims, unblocked)):
            on = dict(zip(self.defenders, spread(self.defenders, unblocked, aims), strict=True))
            alone = sum(self.struck(unit, on[unit]).value for unit in self.others(blocks))
            splits = (self.splits(attacker, units, tuple(on[unit] for unit in units)) for attacker, units in blocks.items())
            for choice in product(*splits):
                yield alone + sum(value for value, _ in choice), on, tuple(points for _, points in choice)

    def struck(self, unit: str, strikers: Keys) -> Part:
        """A unit that blocks nobody (FRONT-16)."""
        member = self.parts.member(unit, "", 0, 0, strikers)
        return Part(member.value, (), tuple((each, unit) for each in strikers), member.answers)

    def splits(self, attacker: str, units: Keys, on: tuple[Keys, ...]) -> list[tuple[int, Points]]:
        """An attacker's splits, best first (FRONT-15)."""
        found = ((self.parts.value(attacker, units, on, points), points) for points in self.parts.every(attacker, units, on))
        return nlargest(LISTED, found)


def spread(units: Keys, strikers: Keys, aims: Iterable[str | None]) -> tuple[Keys, ...]:
    """Who strikes at each unit (FRONT-16)."""
    pairs = tuple(zip(strikers, aims, strict=True))
    return tuple(tuple(each for each, aim in pairs if aim == unit) for unit in units)


def grown(best: Best, free: int, judge: Judge, key: object) -> Best:
    """One more part of the battle: every crowd on it, added to the best of those before (FRONT-16)."""
    found: Best = {}
    for crowd, (value, parts) in best.items():
        for more in subsets(free & ~crowd):
            part = judge(key, more)
            if part is None:
                continue
            total = value + part.value
            if crowd | more not in found or total > found[crowd | more][0]:  # no mutant: of equal ones any will do
                found[crowd | more] = total, (*parts, part)
    return found


@cache
def subsets(bits: int) -> list[int]:
    """All crowds within a crowd (FRONT-16)."""
    return [each for each in range(bits + 1) if each & bits == each]  # no mutant: no greater number is within it
