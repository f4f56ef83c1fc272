"""Tables as plain data and back: the format in which other programs state and read a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.playing.fold import apply
from engine.playing.rules import Ruleset, Tracker, seats_of
from engine.values.events import OptionSet, TrackerSet, UnitAdded
from engine.values.kinds import Anything, Either, Field, Flag, Kind, ListOf, MapOf, Record, Whole, Word, sentence, taken
from engine.values.maps import EMPTY, Map, Value, thawed
from engine.values.model import Change, Impossible, Ref
from engine.values.table import GameState, Unit

UNIT = Record(
    (
        Field("card", Anything(), required=True),
        Field("state", MapOf(Anything())),
        Field("seat", Whole(0, 7)),
        Field("name", Word()),
    )
)
READINGS = MapOf(Either((Word(), Whole(), Flag())))
TABLE = Record(
    (
        Field("game", Word()),
        Field("scenario", Word()),
        Field("readings", READINGS),
        Field("turn", Whole(1, 9999)),
        Field("step", Word()),
        Field("first", Whole(0, 7)),
        Field("seat", Whole(0, 7)),
        Field("units", MapOf(UNIT)),
        Field("table", MapOf(Anything())),
        Field("seats", ListOf(MapOf(Anything()))),
    )
)


def table(rules: Ruleset, data: object, *at: str) -> GameState:
    """A table from plain data; Impossible names every problem in one sentence."""
    told, problems = taken(TABLE, data, *at)
    if problems or not isinstance(told, Map):
        raise Impossible(sentence(problems))
    state = rules.opened()
    state = with_readings(rules, state, _named(told, "readings"))
    state = with_units(rules, state, _named(told, "units"), *at)
    for owner, held in _held(told):
        for tracker, value in held.items():
            state = apply(rules, state, TrackerSet(owner, tracker, value))
    step = rules.step(str(told.get("step") or rules.steps[0].key))
    state = replace(
        state,
        turn=_number(told, "turn", 1),
        step=step.key,
        first=_seat(state, told, "first", 0),
        scenario=str(told.get("scenario") or ""),
    )
    acting = seats_of(step.who, state)
    return replace(
        state, seat=_seat(state, told, "seat", acting[0] if step.who in ("first", "second") else state.first)
    )


def _named(told: Map[Value], key: str) -> Map[Value]:
    found = told.get(key)
    return found if isinstance(found, Map) else EMPTY


def _number(told: Map[Value], key: str, default: int) -> int:
    found = told.get(key)
    return found if isinstance(found, int) else default


def _seat(state: GameState, told: Map[Value], key: str, default: int) -> int:
    seat = _number(told, key, default)
    if seat >= len(state.seats):
        raise Impossible(f"{key}: there is no seat {seat}")
    return seat


def _held(told: Map[Value]) -> Iterator[tuple[str, Map[Value]]]:
    yield "", _named(told, "table")
    seats = told.get("seats")
    for seat, held in enumerate(seats if isinstance(seats, tuple) else ()):
        yield f"@{seat}", held if isinstance(held, Map) else EMPTY


def with_readings(rules: Ruleset, state: GameState, readings: Mapping[str, Value]) -> GameState:
    for key, value in readings.items():
        state = apply(rules, state, OptionSet(key, value))
    return state


def with_units(rules: Ruleset, state: GameState, units: Mapping[str, Value], *at: str) -> GameState:
    """The table with these units; all problems of all cards and states are reported at once."""
    problems: list[str] = []
    for key, told in units.items():
        try:
            state = apply(rules, state, _unit(rules, key, told, (*at, "units", key)))
        except Impossible as wrong:
            problems.append(str(wrong))
    if problems:
        raise Impossible("; ".join(problems))
    return state


def _unit(rules: Ruleset, key: str, told: Value, at: tuple[str, ...]) -> UnitAdded:
    assert isinstance(told, Map)
    card, problems = taken(rules.card, told.get("card"), *at, "card")
    state = _named(told, "state")
    for tracker, value in state.items():
        if rules.tracker(tracker) and value is not None:
            problems = (*problems, *taken(rules.tracker_kind(tracker), value, *at, "state", tracker)[1])
    if problems or not isinstance(card, Map):
        raise Impossible(sentence(problems))
    if told.get("name"):
        state = state.put("name", told["name"])
    return UnitAdded(key, _number(told, "seat", 0), card, state)


def plain_table(rules: Ruleset, state: GameState) -> dict[str, Any]:
    """A table as plain data, in the same format."""
    return {
        "game": state.game,
        "scenario": state.scenario,
        "readings": thawed(state.options),
        "turn": state.turn,
        "step": state.step,
        "first": state.first,
        "seat": state.seat,
        "units": {
            unit.id: {"seat": unit.seat, "card": thawed(unit.card), "state": plain_state(rules, unit)}
            for unit in state.units.values()
        },
        "table": thawed(state.trackers),
        "seats": [thawed(held) for held in state.seats],
    }


def plain_state(rules: Ruleset, unit: Unit) -> dict[str, Any]:
    """The trackers of a unit, always with `where`."""
    place = rules.tracker("where")
    return {
        "where": (place and place.default) or unit.where,
        **{key: thawed(value) for key, value in unit.trackers.items()},
    }


def blank(kind: Kind) -> Value:
    """The plain value of an empty tracker, by its kind."""
    match kind:
        case Whole():
            return 0
        case Flag():
            return False
        case ListOf():
            return ()
        case MapOf() | Record():
            return EMPTY
        case _:
            return None


def changes(rules: Ruleset, before: GameState, after: GameState) -> tuple[Change, ...]:
    """The differences between two tables, tracker by tracker, with the rule of each."""
    owners = ["", *(f"@{seat}" for seat in range(len(after.seats))), *after.units]
    return tuple(change for owner in owners for change in _differences(rules, before, after, owner))


def _differences(rules: Ruleset, before: GameState, after: GameState, owner: str) -> Iterator[Change]:
    old = before.held(owner) if owner in before.units or not owner or owner[0] == "@" else EMPTY
    new = after.held(owner)
    if old is new:
        return
    for key in dict.fromkeys((*old, *new)):
        if old.get(key) != new.get(key):
            tracker, ref = rules.tracker(key), after.rule_behind(owner, key) or rules.rule_of_tracker(key)
            yield from _difference(
                tracker,
                ref,
                owner,
                key,
                *(whole(tracker, now, owner, held.get(key)) for now, held in ((before, old), (after, new))),
            )


def whole(tracker: Tracker | None, now: GameState, owner: str, value: Value) -> Value:
    """A tracker's value, completed by what a unit has in full unless it is stated."""
    full = tracker.full(now.units[owner]) if tracker and tracker.full and owner in now.units else None
    if isinstance(full, Map):
        return Map({**full, **(value if isinstance(value, Map) else EMPTY)})
    return full if value is None else value


def _difference(tracker: Tracker | None, ref: Ref, owner: str, key: str, old: Value, new: Value) -> Iterator[Change]:
    if isinstance(old, Map) or isinstance(new, Map):
        was, now = old if isinstance(old, Map) else EMPTY, new if isinstance(new, Map) else EMPTY
        for part in dict.fromkeys((*was, *now)):
            if was.get(part) != now.get(part):
                yield Change(owner, f"{key}.{part}", was.get(part), now.get(part), ref)
        return
    yield Change(owner, key, value_or_default(tracker, old), value_or_default(tracker, new), ref)


def value_or_default(tracker: Tracker | None, value: Value) -> Value:
    """The value of a tracker as it is shown; an absent one has its default."""
    if value or tracker is None:
        return value
    return tracker.default if tracker.default is not None else blank(tracker.kind)
