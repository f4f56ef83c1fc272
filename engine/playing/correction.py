"""A correction: an earlier event is changed, and the events after it are replayed as far as they
still fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.playing.answers import Stale
from engine.playing.timeline import Timeline
from engine.values.events import Abandoned, Amended, Answered, Event, HouseRuled, Ticked
from engine.values.model import Impossible, Refusal
from engine.values.table import GameState
from engine.values.texts import say

WITHIN = (Answered, Abandoned, HouseRuled, Ticked)
"""Events that have no meaning outside the procedure they belong to."""


class Later(NamedTuple):
    """An event after the corrected one: its number, how many questions were open, and the table
    before it."""

    number: int
    event: Event
    depth: int
    before: GameState


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A later event that a correction left out, and the rules that forbid it now. There are none
    for an answer whose question is not asked any more."""

    number: int
    event: Event
    why: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction under way: its line of the journal, the log before it, and its progress. `later`
    are the events after the corrected one, of which `replayed` are done."""

    line: Amended
    before: tuple[Event, ...]
    later: tuple[Later, ...]
    replayed: int = 0
    left_out: tuple[LeftOut, ...] = ()

    @property
    def next(self) -> Later | None:
        """The next event to replay."""
        return self.later[self.replayed] if self.replayed < len(self.later) else None

    @property
    def named(self) -> Event:
        """The new event, called a correction."""
        event = self.line.event
        return replace(event, label=say("correction: {what}", what=event.label)) if event.label else event

    @property
    def held(self) -> tuple[Event, ...]:
        """Events off the log that can come back: those still to be replayed, those before it."""
        return (*(each.event for each in self.later[self.replayed :]), *self.before)

    def may_keep(self, number: int) -> bool:
        """Whether an event stays although the rules forbid it by now."""
        return self.line.kept is None or number in self.line.kept

    def leave_out(self, later: Later, why: tuple[Refusal, ...] = ()) -> Correction:
        return replace(self, left_out=(*self.left_out, LeftOut(later.number, later.event, why)))


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A correction that was taken back, with the events and tables it had led to: redo brings them
    again."""

    timeline: Timeline
    correction: Correction

    @property
    def held(self) -> tuple[Event, ...]:
        return (*self.timeline.events, *self.correction.held)

    def put_behind(self, states: list[GameState], events: list[Event]) -> Withdrawn:
        """With older history before it."""
        timeline = self.timeline.copy()
        timeline.put_before(states, events)
        return Withdrawn(timeline, replace(self.correction, before=(*events, *self.correction.before)))


def begin(line: Amended, timeline: Timeline, first: int) -> Correction:
    """Put the new event in place of the old one, and replay the events after it as far as they
    fit."""
    index, before = line.index - first, tuple(timeline.events)
    later = tuple(_later(timeline, index + 1, first))
    after = timeline.fold.apply(timeline.states[index], line.event)
    timeline.cut(index)
    timeline.append(line.event, after)
    return catch_up(Correction(line, before, later), timeline)


def _later(timeline: Timeline, index: int, first: int) -> Iterator[Later]:
    followed = zip(timeline.events[index:], timeline.states[index:-1], strict=True)
    for number, (event, before) in enumerate(followed, index + first):
        yield Later(number, event, len(timeline.fold.questions(before)), before)


def catch_up(correction: Correction, timeline: Timeline) -> Correction:
    """Replay the events after a correction, as far as they still fit; the rest waits for an answer.

    Events that the rules forbid only because of the correction are left out: a unit that is
    destroyed now cannot attack later.
    """
    waits = False
    while not waits and (later := correction.next) and len(timeline.questions) <= later.depth:
        correction, waits = _replay(replace(correction, replayed=correction.replayed + 1), later, timeline)
    return correction


def _replay(correction: Correction, later: Later, timeline: Timeline) -> tuple[Correction, bool]:
    """Replay a later event or leave it out; returns whether its question now waits for another
    answer."""
    if len(timeline.questions) < later.depth and isinstance(later.event, WITHIN):
        return correction.leave_out(later), False  # its procedure or its question is not open any more
    why, event = _forbidden_by_now(later, timeline), later.event
    if why and not correction.may_keep(later.number):
        return correction.leave_out(later, why), isinstance(event, Answered)
    try:
        timeline.push(overruling(event, why) if correction.line.kept else event)
    except (Stale, Impossible):
        return correction.leave_out(later), True
    return correction, False


def _forbidden_by_now(later: Later, timeline: Timeline) -> tuple[Refusal, ...]:
    """The rules that forbid an event now and did not when it was done."""
    refusals = timeline.fold.refusals
    try:
        known = {no.ref.id for no in refusals(later.before, later.event)}
        return tuple(no for no in refusals(timeline.state, later.event) if no.ref.id not in known)
    except (Stale, Impossible):
        return ()


def overruling(event: Event, why: tuple[Refusal, ...]) -> Event:
    """The same event, marked with the rules that it overrules."""
    return replace(event, overruled=tuple(dict.fromkeys((*event.overruled, *(no.ref.id for no in why)))))
