"""foresee(): what a procedure may lead to, in one place for every page, ranking and report.

Small questions are walked; larger ones are traced, exactly as far as patience goes, else within a
bound that is told. Effort is counted in work done and never in seconds, so that the same question
has the same answer on any device, however busy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from engine.dice.odds import odds_of
from engine.playing.answers import Outcome
from engine.playing.procedure import Task
from engine.playing.trace import Mass, Trace
from engine.playing.walk import Policy, Rolled, Rows, TooLong, defaults, nothing_rolled, walk
from engine.playing.watched import Unfit
from engine.values.model import Prompt
from engine.values.table import GameState

Shows: TypeAlias = "Mapping[str, Callable[[GameState], Any]]"
Chances: TypeAlias = "Mapping[Any, Fraction]"

FEW_QUESTIONS = 150
"""A walk that meets more of them is traced instead."""
MANY_QUESTIONS = 20_000
"""What cannot be traced is given up after so many, some twenty seconds."""
EXACTLY, NEARLY, AT_LEISURE = 250_000, 1_000_000, 30_000_000
"""Work after which an exact answer is not tried at once, work at one within a bound, and at an
exact one while nobody waits: about in microseconds."""
LEAST = (7e-6, 1e-4, 1e-3, 1e-2)
"""What each step may leave out, from try to try."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances of each outcome by the names of the shows; each may be *within* so much more
    than told, which is nothing where they are exact. `table` is the one end, where there is but
    one."""

    chances: Mapping[str, Chances]
    within: Fraction = Fraction(0)
    table: GameState | None = None

    @property
    def is_exact(self) -> bool:
        return not self.within


@dataclass(frozen=True, slots=True)
class Foresight:
    """A question about the future of a table; `step` is called again and again and may raise to
    end the work."""

    state: GameState
    task: Task
    shows: Shows
    policy: Policy = defaults
    house: Rows = ()
    rolled: Rolled = nothing_rolled
    step: Callable[[], None] = lambda: None
    replay: tuple[tuple[str, Outcome], ...] = ()
    """What the table has answered already, in its order: those questions are not walked."""

    def first(self) -> Forecast:
        """The first answer good enough to be shown."""
        return next(self.answers())

    def best(self) -> Forecast:
        """The last answer, for which nobody waits."""
        *_, last = self.answers()
        return last

    def answers(self) -> Iterator[Forecast]:
        """One answer, exact or within a bound; then the exact one, where it can be had."""
        if not self.replay:
            try:
                yield self._walked(FEW_QUESTIONS, narrow=True)
                return
            except TooLong:
                pass
        try:
            yield from self._traced()
        except Unfit:
            if self.replay:
                raise
            yield self._walked(MANY_QUESTIONS, narrow=False)

    def _walked(self, most: int, narrow: bool) -> Forecast:
        patience = _Questions(most, self.policy, self.step)
        ends = walk(self.state, self.task, policy=patience, house=self.house, rolled=self.rolled, narrow=narrow)
        one = ends.ways[0][0] if len(ends.ways) == 1 else None
        return Forecast({name: ends.map(show).chances() for name, show in self.shows.items()}, table=one)

    def _traced(self) -> Iterator[Forecast]:
        work = _Work(self.step)
        trace = Trace(self.state, self.policy, self.house, self.rolled, work)
        near = self._bounded(trace, work)
        exact = self._tried(work, EXACTLY - work.done, trace, self._exact)
        yield exact or near
        if not exact and (late := self._tried(work, AT_LEISURE, trace, self._exact)):
            yield late

    def _bounded(self, trace: Trace, work: _Work) -> Forecast:
        """An answer within a bound, the narrowest that is soon there."""
        for least in LEAST:
            effort = NEARLY if least < LEAST[-1] else AT_LEISURE
            if found := self._tried(work, effort, trace, partial(self._near, least)):
                return found
        raise TooLong

    def _tried(self, work: _Work, effort: int, trace: Trace, answer: Callable[[Trace], Forecast]) -> Forecast | None:
        """An answer, or none where it takes more than so much work."""
        work.left = effort
        try:
            return answer(trace) if effort > 0 else None
        except TooLong:
            return None

    def _exact(self, trace: Trace) -> Forecast:
        mass = self._replayed(trace, lambda: trace.exactly(self.task))
        one = trace.slots.state(next(iter(mass))) if len(mass) == 1 else None
        return Forecast({name: _fractions(trace.shown(mass, show)) for name, show in self.shows.items()}, table=one)

    def _near(self, least: float, trace: Trace) -> Forecast:
        mass, missing = self._replayed(trace, lambda: trace.nearly(least, self.task))
        shown = {name: trace.shown(mass, show) for name, show in self.shows.items()}
        found = {name: {key: Fraction(ways) for key, ways in each.items()} for name, each in shown.items()}
        return Forecast(found, Fraction(missing))

    def _replayed(self, trace: Trace, work: Callable[[], Any]) -> Any:
        trace.policy = _Replay(trace, self.replay, self.policy) if self.replay else self.policy
        trace.replaying = bool(self.replay)
        return work()


def _fractions(mass: Mass) -> dict[Any, Fraction]:
    return odds_of(mass).chances()


class _Questions:
    """The policy, but not for ever."""

    def __init__(self, most: int, policy: Policy, step: Callable[[], None]) -> None:
        self.left, self.policy, self.step = most, policy, step

    def __call__(self, state: GameState, prompt: Prompt) -> Outcome | None:
        self.step()
        known = self.policy(state, prompt)
        self.left -= 1
        if self.left < 0:
            raise TooLong
        return known


class _Work:
    """Work done so far, and no more than is left."""

    def __init__(self, step: Callable[[], None]) -> None:
        self.left, self.done, self.step = 0, 0, step

    def __call__(self, done: int) -> None:
        self.step()
        self.done += done
        self.left -= done
        if self.left < 0:
            raise TooLong


class _Replay:
    """The answers that the table has given, one after another; then the policy."""

    def __init__(self, trace: Trace, answers: tuple[tuple[str, Outcome], ...], policy: Policy) -> None:
        self.trace, self.left, self.policy = trace, list(answers), policy

    def __call__(self, state: GameState, prompt: Prompt) -> Outcome | None:
        if not self.left:
            self.trace.replaying = False
            return self.policy(state, prompt)
        key, answer = self.left.pop(0)
        if key != prompt.key:
            raise Unfit
        return answer
