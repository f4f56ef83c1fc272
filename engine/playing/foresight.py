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
from typing import Any, Protocol, TypeAlias

from engine.dice.odds import odds_of
from engine.playing.answers import Outcome
from engine.playing.masses import Mass
from engine.playing.procedure import Task
from engine.playing.readings import Policy, Rolled, Rows, defaults, nothing_rolled
from engine.playing.trace import Trace
from engine.playing.walk import TooLong, walk
from engine.playing.watched import Unfit
from engine.values.model import Prompt
from engine.values.table import GameState

Shows: TypeAlias = "Mapping[str, Callable[[GameState], Any]]"
Chances: TypeAlias = "Mapping[Any, Fraction]"

FEW_QUESTIONS = 1200
"""A walk that meets more of them is traced instead."""
MANY_QUESTIONS = 20_000
"""What cannot be traced is given up after so many, some twenty seconds."""
SOON, EXACTLY, NEARLY, AT_LEISURE = 40_000, 250_000, 8_000_000, 30_000_000
"""Work at an exact answer before any other; all work after which it is not tried at once; work at
one within a bound; and at an exact one while no player waits: about in microseconds."""
WITHIN = (9.7e-5, 1e-3, 1e-2)
"""What may be left out in all, from try to try: at first so much that 1 in 10,000 holds as it is
written, rounded."""


class Beginning(Protocol):
    """What has happened before a trace goes on by itself."""

    def begin(self) -> None: ...


class Stopped(Exception):
    """No player waits any more: what is called at every step raises it, and the work ends there."""


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

    def first(self) -> Forecast:
        """The first answer good enough to be shown."""
        return next(self.answers())

    def best(self) -> Forecast:
        """The last answer, for which no player waits."""
        *_, last = self.answers()
        return last

    def answers(self) -> Iterator[Forecast]:
        """One answer, exact or within a bound; then the exact one, where it can be had."""
        try:
            yield self._walked(FEW_QUESTIONS, narrow=True)
            return
        except TooLong:
            pass
        for wide in (False, True):
            try:
                yield from self._traced(wide)
                return
            except Unfit:
                pass
        yield self._walked(MANY_QUESTIONS, narrow=False)

    def _walked(self, most: int, narrow: bool) -> Forecast:
        patience = Questions(most, self.policy, self.step)
        ends = walk(self.state, self.task, policy=patience, house=self.house, rolled=self.rolled, narrow=narrow)
        one = ends.ways[0][0] if len(ends.ways) == 1 else None
        return Forecast({name: ends.map(show).chances() for name, show in self.shows.items()}, table=one)

    def _traced(self, wide: bool = False) -> Iterator[Forecast]:
        work = Work(self.step)
        trace = Trace(self.state, self.policy, self.house, self.rolled, work, wide)
        for (found,) in better(trace, work, self.task, self.shows, (None,)):
            yield found


def better(
    trace: Trace, work: Work, task: Task, shows: Shows, replays: tuple[Beginning | None, ...]
) -> Iterator[tuple[Forecast, ...]]:
    """Answers for each of some beginnings: within a bound or exact, then exact."""
    if soon := _tried(work, SOON, partial(_exact, trace, task, shows, replays)):
        yield soon
        return
    near = _bounded(trace, work, task, shows, replays)
    exact = _tried(work, EXACTLY - work.done, partial(_exact, trace, task, shows, replays))
    yield exact or near
    if not exact and (late := _tried(work, AT_LEISURE, partial(_exact, trace, task, shows, replays))):
        yield late


def _bounded(
    trace: Trace, work: Work, task: Task, shows: Shows, replays: tuple[Beginning | None, ...]
) -> tuple[Forecast, ...]:
    """Answers within a bound, the narrowest that is soon there."""
    for within in WITHIN:
        effort = NEARLY if within < WITHIN[-1] else AT_LEISURE
        if found := _tried(work, effort, partial(_near, trace, task, shows, replays, within)):
            return found
    raise TooLong


def _tried(work: Work, effort: int, answer: Callable[[], tuple[Forecast, ...]]) -> tuple[Forecast, ...] | None:
    """An answer, or none where it takes more than so much work."""
    work.left = effort
    try:
        return answer() if effort > 0 else None
    except TooLong:
        return None


def _exact(trace: Trace, task: Task, shows: Shows, replays: tuple[Beginning | None, ...]) -> tuple[Forecast, ...]:
    found = []
    for replay in replays:
        mass = _begun(trace, replay).exactly(task)
        one = trace.slots.state(next(iter(mass))) if len(mass) == 1 else None
        found.append(Forecast({name: _fractions(trace.shown(mass, show)) for name, show in shows.items()}, table=one))
    return tuple(found)


def _near(
    trace: Trace, task: Task, shows: Shows, replays: tuple[Beginning | None, ...], within: float
) -> tuple[Forecast, ...]:
    found = []
    for replay in replays:
        mass, missing = _begun(trace, replay).nearly(within, task)
        shown = {name: trace.shown(mass, show) for name, show in shows.items()}
        chances = {name: {key: Fraction(ways) for key, ways in each.items()} for name, each in shown.items()}
        found.append(Forecast(chances, Fraction(missing)))
    return tuple(found)


def _begun(trace: Trace, replay: Beginning | None) -> Trace:
    """The trace with what has happened before it, if anything."""
    if replay:
        replay.begin()
    return trace


def _fractions(mass: Mass) -> dict[Any, Fraction]:
    return odds_of(mass).chances()


class Questions:
    """The policy, but not for ever."""

    def __init__(self, most: int, policy: Policy, step: Callable[[], None]) -> None:
        self.left, self.policy, self.step = most, policy, step

    @classmethod
    def many(cls, policy: Policy, step: Callable[[], None]) -> Questions:
        """For what cannot be traced."""
        return cls(MANY_QUESTIONS, policy, step)

    def __call__(self, state: GameState, prompt: Prompt) -> Outcome | None:
        self.step()
        known = self.policy(state, prompt)
        self.left -= 1
        if self.left < 0:
            raise TooLong
        return known


class Work:
    """Work done so far, and no more than is left."""

    def __init__(self, step: Callable[[], None]) -> None:
        self.left, self.done, self.step = 0, 0, step

    def __call__(self, done: int) -> None:
        self.step()
        self.done += done
        self.left -= done
        if self.left < 0:
            raise TooLong
