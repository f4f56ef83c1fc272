"""What simple events do to a table: set a tracker, add a unit, fill in a card, choose a reading."""

from __future__ import annotations

from dataclasses import replace

from engine.playing.rules import Ruleset
from engine.values.kinds import sentence, taken
from engine.values.maps import EMPTY, Map, Value, in_words
from engine.values.model import Impossible, Path
from engine.values.table import GameState, Unit
from engine.values.texts import say


def situation(rules: Ruleset, procedure: str, args: Map[Value]) -> Map[Value]:
    """The arguments of a procedure, checked against its form."""
    found, problems = taken(rules.opening(procedure).situation, args, "situation")
    if problems or not isinstance(found, Map):
        raise Impossible(sentence(problems))
    return found


def end(rules: Ruleset, state: GameState, procedure: str) -> GameState:
    """The table after a procedure has ended; a question that only calculates leaves no trace."""
    if procedure in state.done or rules.opening(procedure).calculation:
        return state
    return replace(state, done=(*state.done, procedure))


def set_tracker(rules: Ruleset, state: GameState, owner: str, tracker: str, value: Value) -> GameState:
    """Set a tracker, or by a dotted name one place inside it."""
    key, *path = tracker.split(".")
    if path and rules.tracker(key):
        tracker, value = key, _put(state.held(owner).get(key), tuple(path), value)
    kept = tracker_value(rules, owner, tracker, value)
    if kept is None or kept:
        return state.set(owner, tracker, kept, rules.rule_of_tracker(tracker))
    unit = state.unit(owner)
    return replace(state, units=state.units.put(owner, replace(unit, trackers=unit.trackers.put(tracker, kept))))


def tracker_value(rules: Ruleset, owner: str, tracker: str, value: Value) -> Value:
    """A value that a tracker may hold; its default is stored as nothing, so that equal tables are
    equal."""
    known = rules.tracker(tracker)
    if not value:
        return value if known and known.says_no and (value is False or value == ()) else None
    found, problems = taken(rules.tracker_kind(tracker), value, owner or "table", tracker)
    if problems:
        raise Impossible(sentence(problems))
    return None if known and found == known.default else found


def add_unit(rules: Ruleset, state: GameState, unit: Unit) -> GameState:
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


def fill_card(rules: Ruleset, state: GameState, unit: str, path: Path, value: Value) -> GameState:
    at = state.unit(unit)
    card, problems = taken(rules.card, _put(at.card, path, value), "card")
    if problems or not isinstance(card, Map):
        raise Impossible(sentence(problems))
    return replace(state, units=state.units.put(unit, replace(at, card=card)))


def _put(into: Value, path: Path, value: Value) -> Value:
    """A nested value with one place set."""
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


def reading_value(rules: Ruleset, option: str, told: Value) -> Value:
    """One of the words of a reading; a number or a yes may be given as such."""
    value = ("yes" if told else "no") if isinstance(told, bool) else str(told) if isinstance(told, int) else told
    for reading in rules.readings:
        if reading.key == option:
            if value not in reading.values:
                raise Impossible(
                    say(
                        "{option} is one of {right}, not {value}",
                        option=option,
                        value=in_words(value),
                        right=", ".join(reading.values),
                    )
                )
            return value
    raise Impossible(say("there is no reading {option}", option=option))


def set_reading(rules: Ruleset, state: GameState, option: str, value: Value) -> GameState:
    return replace(state, options=state.options.put(option, reading_value(rules, option, value)))


def move_unit(rules: Ruleset, state: GameState, unit: str, where: str) -> GameState:
    """Put a unit on the table, into reserve, among the destroyed, or inside another unit."""
    _ = state.unit(unit)
    return state.set(unit, "where", tracker_value(rules, unit, "where", where), rules.rule_of_tracker("where"))
