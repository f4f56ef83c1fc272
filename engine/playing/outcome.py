"""The outcome of a procedure: what happened, and what to do on the table, from its dice and its
changes.

The table, the text game and headless replies show the same lines, each made from a change of the
table, with its rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.playing.labels import label, owner_name, told, tracker_name
from engine.playing.rules import Ruleset, Tracker
from engine.playing.session import Session
from engine.values.events import Advanced, Answered, Opened
from engine.values.kinds import Flag, ListOf, Whole, Word
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Ref
from engine.values.table import GameState
from engine.values.texts import Text, say

PLACED = {
    "destroyed": say("{unit}: off the table, destroyed"),
    "reserve": say("{unit}: into reserve"),
    "discarded": say("{unit}: onto the discard pile"),
    "inside": say("{unit}: off the table, aboard"),
    "table": say("{unit}: onto the table"),
}


@dataclass(frozen=True, slots=True)
class Handwork:
    """One thing to do on the table, its rule, and the tracker whose change it describes."""

    text: Text
    ref: Ref
    owner: str
    tracker: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished procedure: its name, its dice, and what to do on the table."""

    what: Text
    dice: tuple[Text, ...]
    hands: tuple[Handwork, ...]


def last_outcome(session: Session) -> Outcome | None:
    """The outcome of the last procedure, once it has ended; None if the players only set something
    by hand."""
    at = _last_deed(session)
    if session.state.pending or at is None:
        return None
    events, before = session.log[at:], session.states[at]
    what = events[0].label or label(session.rules, before, events[0], ())
    return Outcome(what, tuple(_dice(session, at)), hands(session.rules, session.states[at:]))


def _last_deed(session: Session) -> int | None:
    """Where the last procedure began: at its opening, or at the first of the steps that the game
    went on since."""
    at = next((n for n in reversed(range(len(session.log))) if _begins(session, n)), None)
    while at and isinstance(session.log[at], Advanced) and isinstance(session.log[at - 1], Advanced):
        at -= 1
    return at


def _begins(session: Session, at: int) -> bool:
    return session.states[at].pending is None and isinstance(session.log[at], (Opened, Advanced))


def _dice(session: Session, at: int) -> Iterator[Text]:
    """Every roll of the procedure with its result."""
    for n, event in enumerate(session.log[at:], at):
        if not isinstance(event, Answered) or not event.label or isinstance(event.value, (str, bool)):
            continue  # words and a yes answer no roll: the question need not be looked up
        asked = session.fold.questions(session.states[n])
        if asked and asked[-1].prompt.kind == "roll":
            yield event.label


# What the hands do


def hands(rules: Ruleset, states: Iterable[GameState]) -> tuple[Handwork, ...]:
    """What has to be changed on the table after several events: each change once, with its rule;
    changes that cancel each other are left out."""
    tables = list(states)
    before, after = tables[0], tables[-1]
    owners = ("", *(f"@{seat}" for seat in range(len(after.seats))), *after.units)
    return tuple(line for owner in owners for line in _lines_of(rules, before, after, owner, tables))


def _lines_of(
    rules: Ruleset, before: GameState, after: GameState, owner: str, tables: list[GameState]
) -> Iterator[Handwork]:
    old, new = held(before, owner), held(after, owner)
    if old is new or new.get("where") == old.get("where") == "destroyed":
        return
    turned = _turned(rules, old, new)
    for key in dict.fromkeys((*old, *new)):
        tracker = rules.tracker(key)
        if tracker is None or not tracker.physical or old.get(key) == new.get(key):
            continue
        if new.get("where") == "destroyed" and key != "where":
            continue  # what lay on it goes with it
        ref = rule_behind(tables, owner, key) or tracker.ref
        for text in told_change(rules, before, after, owner, tracker, turned):
            yield Handwork(text, ref, owner, key)


def held(now: GameState, owner: str) -> Map[Value]:
    return now.held(owner) if not owner or owner[0] == "@" or owner in now.units else EMPTY


def rule_behind(tables: list[GameState], owner: str, tracker: str) -> Ref | None:
    """The last rule that set a tracker."""
    return next((ref for table in reversed(tables) if (ref := table.rule_behind(owner, tracker))), None)


def told_change(
    rules: Ruleset, before: GameState, after: GameState, owner: str, tracker: Tracker, turned: frozenset[str]
) -> Iterator[Text]:
    """A change in the words of the game, else in those of its kind."""
    if tracker.key in rules.glance.hands and owner in before.units:
        yield from rules.glance.hands[tracker.key](before.units[owner], after.units[owner])
        return
    old, new = (held(now, owner).get(tracker.key) for now in (before, after))
    who, what = owner_name(rules, after, owner), tracker_name(rules, tracker.key)
    match tracker.kind:
        case Whole():
            yield from _counted(who, what, old or tracker.default, new or tracker.default)
        case Flag():
            yield (
                say("{unit}: {what}", unit=who, what=what)
                if new
                else say("{unit}: no longer {what}", unit=who, what=what)
            )
        case ListOf(kind=Word()):
            yield from _marked(rules, who, tracker, old, new, turned)
        case _ if tracker.key == "where" and (place := str(new or tracker.default or "table")) in PLACED:
            yield replace(PLACED[place], values=Map({"unit": who}))
        case _ if isinstance(old, Map) or isinstance(new, Map):
            yield from _parts(rules, who, what, old, new)
        case _:
            yield say(
                "{unit}: {what}: {value}", unit=who, what=what, value=told(rules, new or tracker.default, after.units)
            )


def _counted(who: Text | str, what: Text | str, old: Value, new: Value) -> Iterator[Text]:
    was, now = (value if isinstance(value, int) else 0 for value in (old, new))
    if now > was:
        yield say("{unit}: {what}: {count} more, {total} in all", unit=who, what=what, count=now - was, total=now)
    elif now < was:
        yield say("{unit}: {what}: {count} less, {total} left", unit=who, what=what, count=was - now, total=now)


def _marked(
    rules: Ruleset, who: Text | str, tracker: Tracker, old: Value, new: Value, turned: frozenset[str]
) -> Iterator[Text]:
    """Markers that are laid, taken off, or turned over."""
    was, now = (value if isinstance(value, tuple) else () for value in (old, new))
    down = tracker.key in rules.glance.face_down
    for mark in _more(now, was):
        if mark in turned and not down:
            yield say("{unit}: turn {marker} face up", unit=who, marker=rules.word(mark))
        else:
            lay = say("{unit}: lay {marker} face down", unit=who, marker=rules.word(mark))
            yield lay if down else say("{unit}: lay {marker}", unit=who, marker=rules.word(mark))
    for mark in _more(was, now):
        if mark not in turned or not down:
            yield say("{unit}: take {marker} off", unit=who, marker=rules.word(mark))


def _more(these: tuple[Value, ...], those: tuple[Value, ...]) -> Iterator[str]:
    """Words that occur more often than before."""
    left = list(those)
    for each in these:
        if each in left:
            left.remove(each)
        else:
            yield str(each)


def _turned(rules: Ruleset, old: Map[Value], new: Map[Value]) -> frozenset[str]:
    """Markers that were face down and are face up now."""
    gone: set[str] = set()
    for key in rules.glance.face_down:
        was, now = (value if isinstance(value, tuple) else () for value in (old.get(key), new.get(key)))
        gone.update(_more(was, now))
    shown = (
        mark
        for key in old.keys() | new.keys()
        if key not in rules.glance.face_down
        for mark in _more(*(value if isinstance(value, tuple) else () for value in (new.get(key), old.get(key))))
    )
    return frozenset(gone.intersection(shown))


def _parts(rules: Ruleset, who: Text | str, what: Text | str, old: Value, new: Value) -> Iterator[Text]:
    """The places of a tracker with several, and their values now."""
    was, now = (value if isinstance(value, Map) else EMPTY for value in (old, new))
    for part in dict.fromkeys((*was, *now)):
        if was.get(part) != now.get(part):
            value, place = told(rules, now.get(part)), rules.word(part)
            yield say("{unit}: {what}: {place}: {value}", unit=who, what=what, place=place, value=value)
