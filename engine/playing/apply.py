"""The fold. apply() stops at nonsense only; what the rules forbid is asked beforehand, by
refusals()."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial, reduce
from typing import assert_never

from engine.playing.answers import Stale
from engine.playing.procedure import Asked, resume
from engine.playing.rules import Ruleset, Step, seats_of
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
from engine.values.kinds import sentence, taken
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Path, Ref, Refusal, Unknown, dotted
from engine.values.table import GameState, Pending, Unit
from engine.values.texts import say

ORDER = Ref("TABLE-1", "Order of play", "An open question is answered before the step is left")
REPEATS = Ref("TABLE-2", "Order of play", "A step that repeats is left when it is done")


def apply(rules: Ruleset, state: GameState, event: Event) -> GameState:
    """The table after an event; under an open procedure the event joins its story."""
    if state.pending:
        return _resumed(rules, replace(state.pending, since=(*state.pending.since, event)))
    state = replace(state, why=None) if state.why else state
    match event:
        case Opened(procedure=procedure, args=args, house=house):
            return _resumed(rules, Pending(procedure, situation(rules, procedure, args), state, house=house))
        case Advanced(leave=leave):
            return _entered(rules, advanced(rules, state, leave))
        case TrackerSet(owner=owner, tracker=tracker, value=value):
            return _set(rules, state, owner, tracker, value)
        case UnitAdded(unit=unit, seat=seat, card=card, trackers=trackers):
            return _added(rules, state, Unit(unit, seat, card, trackers))
        case UnitMoved(unit=unit, where=where):
            _ = state.unit(unit)
            return state.set(unit, "where", tracker_value(rules, unit, "where", where))
        case CardFilled(unit=unit, path=path, value=value):
            return _filled(rules, state, unit, path, value)
        case OptionSet(option=option, value=value):
            return replace(state, options=state.options.put(option, _reading(rules, option, value)))
        case Noted():
            return state
        case Answered() | Abandoned() | HouseRuled() | Ticked():
            raise Stale(say("nothing is asked"))
        case _:
            assert_never(event)


def situation(rules: Ruleset, procedure: str, args: Map[Value]) -> Map[Value]:
    """The arguments of a procedure, checked against what it needs to know."""
    found, problems = taken(rules.opening(procedure).situation, args, "situation")
    if problems or not isinstance(found, Map):
        raise Impossible(sentence(problems))
    return found


def _set(rules: Ruleset, state: GameState, owner: str, tracker: str, value: Value) -> GameState:
    """A tracker, or by a dotted name one place inside it, as changes are told."""
    key, *path = tracker.split(".")
    if path and rules.tracker(key):
        tracker, value = key, _put(state.held(owner).get(key), tuple(path), value)
    kept = tracker_value(rules, owner, tracker, value)
    if kept is None or kept:
        return state.set(owner, tracker, kept)
    unit = state.unit(owner)
    return replace(state, units=state.units.put(owner, replace(unit, trackers=unit.trackers.put(tracker, kept))))


def tracker_value(rules: Ruleset, owner: str, tracker: str, value: Value) -> Value:
    """A value a tracker may hold; its default is stored as nothing, so equal tables are equal."""
    known = rules.tracker(tracker)
    if not value:
        return value if known and known.says_no and (value is False or value == ()) else None
    found, problems = taken(rules.tracker_kind(tracker), value, owner or "table", tracker)
    if problems:
        raise Impossible(sentence(problems))
    return None if known and found == known.default else found


def _added(rules: Ruleset, state: GameState, unit: Unit) -> GameState:
    if unit.id in state.units:
        raise Impossible(say("there is a unit {unit} already", unit=unit.id))
    if not unit.id or unit.id[0] == "@" or "/" in unit.id:
        raise Impossible(say("{unit} cannot name a unit: no empty name, no @ in front, no /", unit=unit.id))
    if not 0 <= unit.seat < len(state.seats):
        raise Impossible(say("there is no seat {seat}", seat=unit.seat))
    card, problems = taken(rules.card, unit.card, "card")
    if problems or not isinstance(card, Map):
        raise Impossible(sentence(problems))
    trackers: Map[Value] = EMPTY
    for key, value in unit.trackers.items():
        kept = tracker_value(rules, unit.id, key, value)
        trackers = trackers.put(key, kept) if kept is not None else trackers
    return replace(state, units=state.units.put(unit.id, Unit(unit.id, unit.seat, card, trackers)))


def _filled(rules: Ruleset, state: GameState, unit: str, path: Path, value: Value) -> GameState:
    at = state.unit(unit)
    card, problems = taken(rules.card, _put(at.card, path, value), "card")
    if problems or not isinstance(card, Map):
        raise Impossible(sentence(problems))
    return replace(state, units=state.units.put(unit, replace(at, card=card)))


def _put(into: Value, path: Path, value: Value) -> Value:
    """The same nested value with one place set."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(first, int):
        places = list(into) if isinstance(into, tuple) else []
        places += [None] * (first + 1 - len(places))
        places[first] = _put(places[first], rest, value)
        return tuple(places)
    named: Map[Value] = into if isinstance(into, Map) else EMPTY
    new = _put(named.get(first), rest, value)
    return named.without(first) if new is None else named.put(first, new)


def _reading(rules: Ruleset, option: str, told: Value) -> Value:
    """One of the words of a reading; a number or a yes may be told as such."""
    value = ("yes" if told else "no") if isinstance(told, bool) else str(told) if isinstance(told, int) else told
    for reading in rules.readings:
        if reading.key == option:
            if value not in reading.values:
                raise Impossible(
                    say(
                        "{option} is one of {right}, not {value}",
                        option=option,
                        value=str(value),
                        right=", ".join(reading.values),
                    )
                )
            return value
    raise Impossible(say("there is no reading {option}", option=option))


def _entered(rules: Ruleset, state: GameState) -> GameState:
    """A step may open a procedure by itself."""
    opens = rules.step(state.step).opens
    return _resumed(rules, Pending(opens, EMPTY, state)) if opens else state


_KNOWN: dict[tuple[int, Pending, Event], tuple[Ruleset, GameState]] = {}
MOST_KNOWN = 1024


def within(rules: Ruleset, state: GameState, event: Event) -> GameState:
    """An event under a procedure that was opened inside another.

    The outer one is told the whole story of the inner one again at every tap, so each part of it is
    remembered: without that, a third one inside takes as many steps again for each step, and so on.
    """
    if state.pending is None:
        return apply(rules, state, event)
    key = id(rules), state.pending, event
    if (known := _KNOWN.get(key)) is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[key] = rules, apply(rules, state, event)
    return known[1]


def _resumed(rules: Ruleset, pending: Pending) -> GameState:
    here = resume(rules, pending, partial(within, rules))
    if isinstance(here, GameState):
        return here
    try:
        _ = here.prompt  # a question that cannot be put is found before the event is accepted
    except Unknown as unknown:
        raise Impossible(
            say("{unit}: {value} is not stated", unit=unknown.unit, value=dotted(unknown.path))
        ) from unknown
    state = replace(here.state, pending=pending, memory=())  # what it remembers is worked out anew from its beginning
    _LAST[:] = [(rules, state, (here, *questions(rules, here.state)))]
    return state


_LAST: list[tuple[Ruleset, GameState, tuple[Asked, ...]]] = []
"""The questions of the last table: a tap is judged, named and shown by them, and the procedure
is not entered for each."""


def questions(rules: Ruleset, state: GameState) -> tuple[Asked, ...]:
    """Open questions, the one to answer last; more than one after opening a procedure by hand
    inside another."""
    if not state.pending:
        return ()
    for of, table, asked in _LAST:
        if table is state and of is rules:
            return asked
    first = resume(rules, state.pending, partial(within, rules))
    assert isinstance(first, Asked)
    found = (first, *questions(rules, first.state))
    _LAST[:] = [(rules, state, found)]
    return found


def refusals(rules: Ruleset, state: GameState, event: Event) -> tuple[Refusal, ...]:
    """What the rules say against an event, less what the players overruled."""
    return tuple(no for no in _forbidden(rules, state, event) if no.ref.id not in event.overruled)


def _forbidden(rules: Ruleset, state: GameState, event: Event) -> Iterator[Refusal]:
    match event:
        case Opened(procedure=procedure, args=args):
            found = situation(rules, procedure, args)
            yield from not_offered(rules, state, procedure, found)
            yield from forbidden(rules, state, procedure, found)
        case Answered(value=value) if state.pending:
            yield from _forbidden_answer(rules, state, value)
        case Advanced(leave=leave):
            if state.pending:
                yield Refusal("open_question", say("an open question waits for its answer"), ORDER)
            elif leave and repeats(rules.step(state.step), state):
                yield Refusal("not_done", say("this step is not done yet"), REPEATS)


def _forbidden_answer(rules: Ruleset, state: GameState, value: Value) -> Iterator[Refusal]:
    """An option that the rules forbid; or a form whose answers complete a situation that they
    forbid."""
    asked = questions(rules, state)[-1]
    prompt, pending = asked.prompt, innermost(rules, state)
    yield from (option.refusal for option in prompt.options if option.key == value and option.refusal)
    if prompt.kind == "form" and isinstance(value, Map):
        yield from forbidden(rules, asked.state, pending.procedure, Map({**pending.args, **value}))


def innermost(rules: Ruleset, state: GameState) -> Pending:
    """The procedure whose question is to be answered now."""
    assert state.pending
    inner = [asked.state.pending for asked in questions(rules, state) if asked.state.pending]
    return inner[-1] if inner else state.pending


def forbidden(rules: Ruleset, state: GameState, procedure: str, args: Map[Value]) -> Iterator[Refusal]:
    """What a procedure's own rules say against it. A card that does not state a value forbids
    nothing."""
    return rules.opening(procedure).refusals(state, args)


def not_offered(rules: Ruleset, state: GameState, procedure: str, args: Map[Value]) -> Iterator[Refusal]:
    """A procedure that the step does not offer, or not to that seat."""
    step = rules.step(state.step)
    offers = [offer for offer in step.offers if offer.procedure == procedure]
    actor = args.get(rules.opening(procedure).actor)
    if not offers:
        if any(offer.procedure == procedure for each in rules.steps for offer in each.offers):
            yield Refusal("not_now", say("not in this step: {step}", step=step.name), step.ref)
    elif actor and not any(state.unit(actor).seat in seats_of(offer.who, state) for offer in offers):
        yield Refusal(
            "not_yours",
            say("{unit} does not act in this step: {step}", unit=state.unit(actor).name, step=step.name),
            step.ref,
        )


def offered(rules: Ruleset, state: GameState, seat: int) -> tuple[str, ...]:
    """What a seat may open now."""
    step: Step = rules.step(state.step)
    return tuple(offer.procedure for offer in step.offers if seat in seats_of(offer.who, state))


def replay(rules: Ruleset, start: GameState, events: Iterable[Event]) -> GameState:
    return reduce(partial(apply, rules), events, start)
