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

from engine.dice.check import odds
from engine.dice.odds import odds_of
from engine.playing.answers import Outcome, Stale, accepted, settled
from engine.playing.masses import Mass
from engine.playing.procedure import Task, whole
from engine.playing.resuming import Apply, beginning
from engine.playing.rules import Ruleset
from engine.playing.trace import Trace
from engine.playing.walk import Policy, Rolled, Rows, TooLong, defaults, nothing_rolled, walk, walk_on
from engine.playing.watched import Unfit
from engine.values.events import Answered, CardFilled, OptionSet
from engine.values.model import Prompt
from engine.values.table import GameState, Pending

Shows: TypeAlias = "Mapping[str, Callable[[GameState], Any]]"
Chances: TypeAlias = "Mapping[Any, Fraction]"

FEW_QUESTIONS = 1200
"""A walk that meets more of them is traced instead."""
MANY_QUESTIONS = 20_000
"""What cannot be traced is given up after so many, some twenty seconds."""
SOON, EXACTLY, NEARLY, AT_LEISURE = 40_000, 250_000, 4_000_000, 30_000_000
"""Work at an exact answer before any other; all work after which it is not tried at once; work at
one within a bound; and at an exact one while nobody waits: about in microseconds."""
LEAST = (5e-6, 1e-4, 1e-3, 1e-2)
"""What each step may leave out, from try to try."""


class Stopped(Exception):
    """Nobody waits any more: who is called at every step raises it, and the work ends there."""


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
        """The last answer, for which nobody waits."""
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
        patience = _Questions(most, self.policy, self.step)
        ends = walk(self.state, self.task, policy=patience, house=self.house, rolled=self.rolled, narrow=narrow)
        one = ends.ways[0][0] if len(ends.ways) == 1 else None
        return Forecast({name: ends.map(show).chances() for name, show in self.shows.items()}, table=one)

    def _traced(self, wide: bool = False) -> Iterator[Forecast]:
        work = _Work(self.step)
        trace = Trace(self.state, self.policy, self.house, self.rolled, work, wide)
        for (found,) in _better(trace, work, self.task, self.shows, (None,)):
            yield found


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """The open roll of a procedure: what each reading of its one check leads to, or what several
    checks together do. What the table has answered so far is told again, in its order; later
    questions follow the policy."""

    rules: Ruleset
    pending: Pending
    apply: Apply
    prompt: Prompt
    shows: Shows
    step: Callable[[], None] = lambda: None
    policy: Policy = defaults

    @property
    def readings(self) -> tuple[int, ...]:
        return tuple(reading for reading, _ in odds(self.prompt.checks[0]).ways)

    def answers(self) -> Iterator[Mapping[int, Forecast]]:
        """By reading of the one check; the same as of a question: one answer, and the exact one
        where the first is not."""
        readings = self.readings
        for found in self._foreseen(tuple((reading,) for reading in readings), nothing_rolled):
            yield dict(zip(readings, found, strict=True))

    def together(self, lying: Mapping[str, int]) -> Iterator[Forecast]:
        """Over all checks; those whose dice lie there already, by their keys, are read."""
        readings = tuple(lying[check.key] for check in self.prompt.checks if check.key in lying)
        is_whole = len(readings) == len(self.prompt.checks)
        rolled = nothing_rolled if is_whole or not lying else lambda check: lying.get(check.key)
        for (found,) in self._foreseen((readings if is_whole else None,), rolled):
            yield found

    def _foreseen(self, readings: tuple[tuple[int, ...] | None, ...], rolled: Rolled) -> Iterator[tuple[Forecast, ...]]:
        for wide in (False, True):
            try:
                yield from self._traced(readings, rolled, wide)
                return
            except (Unfit, Stale):
                pass
        yield tuple(self._walked(reading, rolled) for reading in readings)

    def _traced(
        self, readings: tuple[tuple[int, ...] | None, ...], rolled: Rolled, wide: bool
    ) -> Iterator[tuple[Forecast, ...]]:
        if not all(isinstance(event, (Answered, CardFilled, OptionSet)) for event in self.pending.since):
            raise Unfit
        told = tuple(event for event in self.pending.since if isinstance(event, Answered))
        start, work = beginning(self.pending, self.apply), _Work(self.step)
        trace = Trace(start, self.policy, self.pending.house, rolled, work, wide)
        replays = tuple(_Replay(trace, told, self.prompt.key, reading, self.policy) for reading in readings)
        task = whole(self.rules.opening(self.pending.procedure), self.pending.args)
        try:
            yield from _better(trace, work, task, self.shows, replays)
        finally:
            trace.policy = self.policy  # a replay holds on to its trace

    def _walked(self, reading: tuple[int, ...] | None, rolled: Rolled) -> Forecast:
        policy = _Questions(MANY_QUESTIONS, _Rolled(self.prompt.key, reading, self.policy), self.step)
        ends = walk_on(self.rules, self.pending, self.apply, policy, rolled)
        return Forecast({name: ends.map(show).chances() for name, show in self.shows.items()})


class _Rolled:
    """The open roll reads so, once; a later one by the same name is open."""

    def __init__(self, key: str, reading: tuple[int, ...] | None, policy: Policy) -> None:
        self.key, self.reading, self.policy = key, reading, policy

    def __call__(self, state: GameState, prompt: Prompt) -> Outcome | None:
        if prompt.kind == "roll" and prompt.key == self.key:
            self.key = ""
            return self.reading
        return self.policy(state, prompt)


def _better(
    trace: Trace, work: _Work, task: Task, shows: Shows, replays: tuple[_Replay | None, ...]
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
    trace: Trace, work: _Work, task: Task, shows: Shows, replays: tuple[_Replay | None, ...]
) -> tuple[Forecast, ...]:
    """Answers within a bound, the narrowest that is soon there."""
    for least in LEAST:
        effort = NEARLY if least < LEAST[-1] else AT_LEISURE
        if found := _tried(work, effort, partial(_near, trace, task, shows, replays, least)):
            return found
    raise TooLong


def _tried(work: _Work, effort: int, answer: Callable[[], tuple[Forecast, ...]]) -> tuple[Forecast, ...] | None:
    """An answer, or none where it takes more than so much work."""
    work.left = effort
    try:
        return answer() if effort > 0 else None
    except TooLong:
        return None


def _exact(trace: Trace, task: Task, shows: Shows, replays: tuple[_Replay | None, ...]) -> tuple[Forecast, ...]:
    found = []
    for replay in replays:
        mass = _begun(trace, replay).exactly(task)
        one = trace.slots.state(next(iter(mass))) if len(mass) == 1 else None
        found.append(Forecast({name: _fractions(trace.shown(mass, show)) for name, show in shows.items()}, table=one))
    return tuple(found)


def _near(
    trace: Trace, task: Task, shows: Shows, replays: tuple[_Replay | None, ...], least: float
) -> tuple[Forecast, ...]:
    found = []
    for replay in replays:
        mass, missing = _begun(trace, replay).nearly(least, task)
        shown = {name: trace.shown(mass, show) for name, show in shows.items()}
        chances = {name: {key: Fraction(ways) for key, ways in each.items()} for name, each in shown.items()}
        found.append(Forecast(chances, Fraction(missing)))
    return tuple(found)


def _begun(trace: Trace, replay: _Replay | None) -> Trace:
    """The trace with what has happened before it, if anything."""
    if replay:
        replay.begin()
    return trace


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
    """The answers that the table has given, one after another, and one for the open question,
    unless its dice are open; from then on dice are, and choices follow the policy."""

    def __init__(
        self, trace: Trace, told: tuple[Answered, ...], key: str, reading: tuple[int, ...] | None, policy: Policy
    ) -> None:
        self.trace, self.told, self.key, self.reading, self.policy = trace, told, key, reading, policy
        self.left = list(told)

    def begin(self) -> None:
        self.left, self.trace.replaying, self.trace.policy = list(self.told), True, self

    def __call__(self, state: GameState, prompt: Prompt) -> Outcome | None:
        if not self.trace.replaying:
            return self.policy(state, prompt)
        known = settled(prompt)
        if known is not None:
            return known
        if prompt.kind == "each" and self.left:
            slots = {slot.key: slot for slot in prompt.slots}
            given = [self.left.pop(0) for _ in prompt.slots if self.left]
            if {event.prompt for event in given} != set(slots):
                raise Unfit
            answers = {event.prompt: accepted(slots[event.prompt], event) for event in given}
            return tuple(answers[key] for key in slots)
        if self.left:
            return accepted(prompt, self.left.pop(0))
        if prompt.key != self.key:
            raise Unfit
        self.trace.replaying = False
        return self.reading
