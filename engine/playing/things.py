"""What a unit has that a hand can set: markers as they lie, life, miniatures, rounds, states.

Only what this unit has, and nothing of the app's own memory. What is set is an event like any
other, so here is only which tracker would hold what.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.playing.glance import Part, Way
from engine.playing.rules import Ruleset, Tracker
from engine.values.kinds import Either, Flag, Kind, ListOf, MapOf, Whole, Word
from engine.values.maps import EMPTY, Map, Value
from engine.values.table import Unit
from engine.values.texts import Text, say

NEVER = ("where", "name", "joined")
"""Set by doing something, never by a tap."""
OFF_ON = (Way(None, say("no")), Way(True, say("yes")))


@dataclass(frozen=True, slots=True)
class Thing:
    """One of them: its tracker and the place in it, its name, how it is now.

    With `ways` it is one of those, the next at a tap. Else it is a number up to `most`; what is
    `worn` is drawn as what is left of that, what is `plain` as a number. Without either it names
    another unit.
    """

    tracker: Tracker
    place: str | int | None
    text: Text | str
    value: Value
    ways: tuple[Way, ...] = ()
    most: int = 0
    worn: bool = False
    least: int = 0
    plain: bool = False

    @property
    def is_marker(self) -> bool:
        """A word of a list or of several, of which its value names those it lies in."""
        return isinstance(self.value, tuple)

    @property
    def lists(self) -> tuple[str, ...]:
        """The lists that a marker can lie in, face down first."""
        found = self.ways[-1].value if self.is_marker else ()
        return tuple(map(str, found)) if isinstance(found, tuple) else ()

    @property
    def way(self) -> int:
        """Which of its ways it is in; an unknown one counts as the first."""
        return next((n for n, way in enumerate(self.ways) if way.value == self.value), 0)

    @property
    def next_way(self) -> Way:
        return self.ways[(self.way + 1) % len(self.ways)]


def things(rules: Ruleset, unit: Unit) -> tuple[Thing, ...]:
    """Everything a hand can set on a unit, in the order of the trackers."""
    own = [each for each in rules.trackers if each.on == "unit" and _is_shown(rules, unit, each)]
    return tuple(thing for tracker in own for thing in _of_tracker(rules, unit, tracker, own))


def _is_shown(rules: Ruleset, unit: Unit, tracker: Tracker) -> bool:
    """Whatever lies there can be taken away; else only what it can have."""
    if tracker.key in (*NEVER, *rules.glance.unseen):
        return False
    return bool(unit.trackers.get(tracker.key)) or rules.glance.has(unit, tracker.key)


def _of_tracker(rules: Ruleset, unit: Unit, tracker: Tracker, own: list[Tracker]) -> Iterator[Thing]:
    held = unit.trackers.get(tracker.key, tracker.default)
    if parts := rules.glance.parts(unit, tracker.key):
        yield from (_of_part(tracker, part) for part in parts)
        return
    match tracker.kind:
        case ListOf(kind=Word(choices=choices)) if choices:
            yield from _of_words(rules, unit, tracker, own)
        case Whole(least=least, most=most):
            whole = rules.glance.worn(unit, tracker.key)
            yield Thing(tracker, None, tracker.text, held, (), whole or most, bool(whole), least)
        case kind if ways := _ways(rules, kind, tracker.default):
            known = held if any(way.value == held for way in ways) else ways[-1].value if held else ways[0].value
            yield Thing(tracker, None, tracker.text, known, ways)
        case Word():
            yield Thing(tracker, None, tracker.text, held)


def _of_part(tracker: Tracker, part: Part) -> Thing:
    if part.ways:
        return Thing(tracker, part.place, part.text, part.value, part.ways)
    if isinstance(part.value, bool):
        ways = (Way(False, part.off), Way(True, part.on))
        return Thing(tracker, part.place, part.text, part.value, ways)
    return Thing(tracker, part.place, part.text, part.value, (), part.most, part.worn, plain=part.plain)


def _ways(rules: Ruleset, kind: Kind, default: Value) -> tuple[Way, ...]:
    """Of a yes or no, or one of some words; of several kinds the first that needs no typing."""
    match kind:
        case Flag():
            return OFF_ON
        case Word(choices=choices) if choices:
            nothing = () if default in choices or "none" in choices else (Way(None, say("nothing set")),)
            return (*nothing, *(Way(each, rules.words.get(each, each)) for each in choices))
        case Either(kinds=kinds):
            return next((found for each in kinds if (found := _ways(rules, each, default))), ())
    return ()


# Words of a list, some of which lie face down first


def _of_words(rules: Ruleset, unit: Unit, tracker: Tracker, own: list[Tracker]) -> Iterator[Thing]:
    """Each word once, at the first of the lists it goes through."""
    for word in words_on(tracker, unit):
        lists = lists_of(rules, unit, word, own)
        if lists[0] is not tracker and any(each is tracker for each in lists):
            continue
        faces = tuple(Way((each.key,), _face(rules, each, lists)) for each in lists)
        both = (Way(tuple(each.key for each in lists), say("face down and face up")),) if len(lists) > 1 else ()
        now = tuple(each.key for each in lists if word in unit.marks(each.key))
        yield Thing(tracker, word, rules.words.get(word, word), now, (Way((), say("no marker")), *faces, *both))


def _face(rules: Ruleset, tracker: Tracker, lists: list[Tracker]) -> Text:
    if len(lists) == 1:
        return say("there")
    return say("face down") if tracker.key in rules.glance.face_down else say("face up")


def words_on(tracker: Tracker, unit: Unit) -> tuple[str, ...]:
    """The markers that this unit can have, and those that lie on it all the same."""
    kind = tracker.kind
    if not (isinstance(kind, ListOf) and isinstance(kind.kind, Word)):
        return ()
    able = tracker.words(unit) if tracker.words else kind.kind.choices
    return tuple(word for word in kind.kind.choices if word in able or word in unit.marks(tracker.key))


def lists_of(rules: Ruleset, unit: Unit, word: str, own: list[Tracker]) -> list[Tracker]:
    """The lists a marker goes through, face down first."""
    found = [each for each in own if word in words_on(each, unit)]
    return sorted(found, key=lambda each: each.key not in rules.glance.face_down)


# What is set


def changes(rules: Ruleset, unit: Unit, thing: Thing, value: Value) -> Iterator[tuple[str, Value]]:
    """What the trackers hold when a thing is so: each tracker that changes, and its value."""
    tracker = thing.tracker
    if thing.is_marker:
        for key in thing.lists:
            marks = tuple(each for each in unit.marks(key) if each != thing.place)
            after = (*marks, str(thing.place)) if isinstance(value, tuple) and key in value else marks
            if after != unit.marks(key):
                yield key, after
    elif thing.place is None:
        yield tracker.key, value
    else:
        yield tracker.key, _put(rules, unit, thing, value)


def _put(rules: Ruleset, unit: Unit, thing: Thing, value: Value) -> Value:
    """One place anew: in a map it has its value, in a list of counts too; in a list of places it
    is named or not. Markers that were not touched are told along, or they would be none."""
    held = unit.trackers.get(thing.tracker.key)
    parts = rules.glance.parts(unit, thing.tracker.key)
    if isinstance(thing.tracker.kind, MapOf):
        others = {str(part.place): part.value for part in parts} if thing.ways else {}
        return Map({**others, **(held if isinstance(held, Map) else EMPTY), str(thing.place): value})
    if isinstance(thing.value, bool):
        return tuple(part.place for part in parts if (value if part.place == thing.place else part.value))
    counts: dict[int, Value] = {int(part.place): part.value for part in parts}
    counts[int(str(thing.place))] = value
    return tuple(counts.get(n, 0) for n in range(max(counts) + 1))
