"""An open roll: what each reading of its dice leads to, from the table as it is on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.dice.check import odds
from engine.playing.answers import Outcome, Stale, accepted, settled
from engine.playing.foresight import Forecast, Questions, Shows, Work, better
from engine.playing.procedure import whole
from engine.playing.readings import Policy, Rolled, defaults, nothing_rolled
from engine.playing.resuming import Apply, beginning
from engine.playing.rules import Ruleset
from engine.playing.trace import Trace
from engine.playing.walk import walk_on
from engine.playing.watched import Unfit
from engine.values.events import Answered, CardFilled, OptionSet
from engine.values.model import Prompt
from engine.values.table import GameState, Pending


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
        start, work = beginning(self.pending, self.apply), Work(self.step)
        trace = Trace(start, self.policy, self.pending.house, rolled, work, wide)
        replays = tuple(_Replay(trace, told, self.prompt.key, reading, self.policy) for reading in readings)
        task = whole(self.rules.opening(self.pending.procedure), self.pending.args)
        try:
            yield from better(trace, work, task, self.shows, replays)
        finally:
            trace.throws.policy = self.policy  # a replay holds on to its trace

    def _walked(self, reading: tuple[int, ...] | None, rolled: Rolled) -> Forecast:
        policy = Questions.many(_Rolled(self.prompt.key, reading, self.policy), self.step)
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


class _Replay:
    """The answers that the table has given, one after another, and one for the open question,
    unless its dice are open; from then on dice are, and choices follow the policy."""

    def __init__(
        self, trace: Trace, told: tuple[Answered, ...], key: str, reading: tuple[int, ...] | None, policy: Policy
    ) -> None:
        self.trace, self.told, self.key, self.reading, self.policy = trace, told, key, reading, policy
        self.left = list(told)

    def begin(self) -> None:
        self.left, self.trace.replaying, self.trace.throws.policy = list(self.told), True, self

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
