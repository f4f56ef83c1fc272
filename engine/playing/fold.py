"""The fold: a table and an event give the next table. Only an impossible event stops it; what the
rules forbid is asked beforehand, by `refusals`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import assert_never

from engine.playing import deeds
from engine.playing.answers import Stale
from engine.playing.legality import forbidden, has_ended, not_offered
from engine.playing.procedure import Asked
from engine.playing.resuming import resume
from engine.playing.rules import Ruleset
from engine.playing.turn import advanced, repeats
from engine.values.events import (
    Abandoned,
    Advanced,
    Answered,
    CardFilled,
    Event,
    HouseRuled,
    Noted,
    Opened,
    OptionSet,
    Ticked,
    TrackerSet,
    UnitAdded,
    UnitMoved,
)
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Ref, Refusal, Unknown, dotted
from engine.values.situation import keys_of
from engine.values.table import GameState, Pending, Unit
from engine.values.texts import say

ORDER = Ref("TABLE-1", "Order of play", "An open question is answered before the step is left")
REPEATS = Ref("TABLE-2", "Order of play", "A step that repeats is left when it is done")
ENDED = Ref("TABLE-4", "Order of play", "A game that has ended does not go on")
MOST_KNOWN = 1024


class Fold:
    """Applies events to the tables of one game.

    It caches the questions of the last table, because a tap is judged, named and shown by them, and
    the tables after events of nested procedures, because an outer procedure is replayed with all of
    them at every tap.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._last: tuple[GameState, tuple[Asked, ...]] | None = None
        self._nested: dict[tuple[Pending, Event], GameState] = {}

    def apply(self, state: GameState, event: Event) -> GameState:
        """The table after an event; an event during an open procedure becomes part of it."""
        if state.pending:
            return self._resume(replace(state.pending, since=(*state.pending.since, event)))
        rules, state = self.rules, replace(state, why=None) if state.why else state
        match event:
            case Opened(procedure=procedure, args=args, house=house):
                return self._resume(Pending(procedure, deeds.situation(rules, procedure, args), state, house=house))
            case Advanced(leave=leave):
                return self._enter_step(advanced(rules, state, leave))
            case TrackerSet(owner=owner, tracker=tracker, value=value):
                return deeds.set_tracker(rules, state, owner, tracker, value)
            case UnitAdded(unit=unit, seat=seat, card=card, trackers=trackers):
                return deeds.add_unit(rules, state, Unit(unit, seat, card, trackers))
            case UnitMoved(unit=unit, where=where):
                return deeds.move_unit(rules, state, unit, where)
            case CardFilled(unit=unit, path=path, value=value):
                return deeds.fill_card(rules, state, unit, path, value)
            case OptionSet(option=option, value=value):
                return deeds.set_reading(rules, state, option, value)
            case Noted():
                return state
            case Ticked():
                return state  # a line of what was just done: the log alone keeps it
            case Answered() | Abandoned() | HouseRuled():
                raise Stale(say("nothing is asked"))
            case _:
                assert_never(event)

    def within(self, state: GameState, event: Event) -> GameState:
        """The table after an event of a procedure that was opened inside another one."""
        if state.pending is None:
            return self.apply(state, event)
        key = state.pending, event
        if key not in self._nested:
            if len(self._nested) >= MOST_KNOWN:
                self._nested.clear()
            self._nested[key] = self.apply(state, event)
        return self._nested[key]

    def questions(self, state: GameState) -> tuple[Asked, ...]:
        """Open questions; the one to answer now is the last. There are several if a procedure was
        opened by hand inside another."""
        if not state.pending:
            return ()
        if self._last is None or self._last[0] is not state:
            first = resume(self.rules, state.pending, self.within)
            assert isinstance(first, Asked)
            self._last = state, (first, *self.questions(first.state))
        return self._last[1]

    def innermost(self, state: GameState) -> Pending:
        """The procedure whose question is to be answered now."""
        assert state.pending
        inner = [asked.state.pending for asked in self.questions(state) if asked.state.pending]
        return inner[-1] if inner else state.pending

    def _enter_step(self, state: GameState) -> GameState:
        """The table at a new step, which may open a procedure."""
        opens = self.rules.step(state.step).opens
        return self._resume(Pending(opens, EMPTY, state)) if opens else state

    def _resume(self, pending: Pending) -> GameState:
        here = resume(self.rules, pending, self.within)
        if isinstance(here, GameState):
            broken_off = bool(pending.since) and isinstance(pending.since[-1], Abandoned)
            return here if broken_off else deeds.end(self.rules, here, pending.procedure)
        try:
            _ = here.prompt  # a question that cannot be put is found before the event is accepted
        except Unknown as unknown:
            missing = dotted(unknown.path)
            raise Impossible(say("{unit}: {value} is not stated", unit=unknown.unit, value=missing)) from unknown
        state = replace(here.state, pending=pending, memory=())  # worked out anew at each entry
        self._last = state, (here, *self.questions(here.state))
        return state

    # What the rules forbid

    def refusals(self, state: GameState, event: Event) -> tuple[Refusal, ...]:
        """The rules against an event, without those that the players overruled."""
        return tuple(no for no in self._forbidden(state, event) if no.ref.id not in event.overruled)

    def _forbidden(self, state: GameState, event: Event) -> Iterator[Refusal]:
        match event:
            case Opened(procedure=procedure, args=args):
                found = deeds.situation(self.rules, procedure, args)
                if self.rules.opening(procedure).actor:
                    yield from self._over(state)
                yield from not_offered(self.rules, state, procedure, found)
                yield from forbidden(self.rules, state, procedure, found)
            case Answered(value=value) if state.pending:
                yield from self._forbidden_answer(state, value)
            case Advanced(leave=leave):
                if state.pending:
                    yield Refusal("open_question", say("an open question waits for its answer"), ORDER)
                elif leave and repeats(self.rules.step(state.step), state):
                    yield Refusal("not_done", say("this step is not done yet"), REPEATS)
                yield from self._over(state)

    def _over(self, state: GameState) -> Iterator[Refusal]:
        """After the end no step follows, and no unit acts; questions may still be asked."""
        if has_ended(state):
            yield Refusal("ended", say("the game has ended"), ENDED)

    def _forbidden_answer(self, state: GameState, value: Value) -> Iterator[Refusal]:
        """The rules against an answer: against an option, or against a situation that a form
        completes; one that tells something else, or of others than who acts, completes none."""
        asked, pending = self.questions(state)[-1], self.innermost(state)
        yield from (option.refusal for option in asked.prompt.options if option.key == value and option.refusal)
        opening, fields = self.rules.opening(pending.procedure), asked.prompt.fields
        known, actor = keys_of(opening.form), pending.args.get(opening.actor)
        is_of_others = bool(asked.prompt.about) and isinstance(actor, str) and actor not in asked.prompt.about
        if (
            fields
            and isinstance(value, Map)
            and any(field.key in known for field in fields.fields)
            and not is_of_others
        ):
            yield from forbidden(self.rules, asked.state, pending.procedure, Map({**pending.args, **value}))


# For those who look once and keep nothing


def apply(rules: Ruleset, state: GameState, event: Event) -> GameState:
    return Fold(rules).apply(state, event)


def questions(rules: Ruleset, state: GameState) -> tuple[Asked, ...]:
    return Fold(rules).questions(state)


def innermost(rules: Ruleset, state: GameState) -> Pending:
    return Fold(rules).innermost(state)


def refusals(rules: Ruleset, state: GameState, event: Event) -> tuple[Refusal, ...]:
    return Fold(rules).refusals(state, event)


def replay(rules: Ruleset, start: GameState, events: Iterable[Event]) -> GameState:
    return reduce(Fold(rules).apply, events, start)
