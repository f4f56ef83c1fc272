"""What is set by hand on a unit: everything automatic has a manual path."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from engine.playing.glance import Part
from engine.playing.rules import Tracker
from engine.values.events import TrackerSet
from engine.values.kinds import Flag, ListOf, MapOf, Whole, Word
from engine.values.maps import Map, Value
from engine.values.table import Unit
from engine.values.texts import say
from screens.app.table import Table
from screens.pages.fields import Controls
from screens.present.lines import TAG, TAG_WORDS, TRAINING, capital
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Flow
from screens.widgets.live import Together
from screens.widgets.longlist import Row
from screens.widgets.pieces import stepper
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import SwitchRow
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

OURS = ("name", "where", "joined", TRAINING, TAG)
"""What every unit has, whatever the game: no counter is called so."""


class Trackers:
    """The controls of one unit, which may change: `unit` is its id."""

    def __init__(self, table: Table) -> None:
        self.table, self.unit = table, ""
        self.entry: Entry | None = None

    def rows(self, unit: Unit) -> list[Row]:
        tell = self.table.tell
        return [
            ("tag head", 0, lambda _: section(tell(say("Colour tag")), tell(say("To tell equal miniatures apart")))),
            ("tags", unit.trackers.get(TAG), self._tags),
            ("hand head", 0, lambda _: section(tell(say("Set by hand")))),
            ("hand", tuple(self._controls(unit)), self._together),
            ("counter", 0, self._adding),
        ]

    def _tags(self, tagged: Value) -> Widget:
        pills = [
            Pill(capital(self.table.tell(word)), key == tagged, partial(self._tag, None if key == tagged else key))
            for key, word in TAG_WORDS.items()
        ]
        return Flow(*pills, gap=8)

    def _tag(self, colour: str | None) -> None:
        self.table.set_by_hand(self.unit, TAG, colour)

    def _controls(self, unit: Unit) -> Iterator[tuple[str, Any]]:
        """Trackers of the game, each with what it holds; then counters of the players."""
        rules = self.table.rules
        for tracker in rules.trackers:
            if tracker.on == "unit" and is_simple(tracker):
                yield tracker.key, unit.trackers.get(tracker.key, tracker.default)
            elif tracker.on == "unit" and not marker_words(tracker, unit):
                parts = rules.glance.parts(unit, tracker.key)
                yield from ((tracker.key, each) for each in ([parts] if parts else []))
        for key, value in unit.trackers.items():
            if rules.tracker(key) is None and isinstance(value, int) and key not in (TRAINING, TAG):
                yield key, value

    def _together(self, shown: tuple[tuple[str, Any], ...]) -> Widget:
        return paint(Together(self._control, shown, gap=4, pad=(0, 4, 0, 4)), "surface", Radius.card)

    def _control(self, key: str, held: Any) -> Widget:
        tracker = self.table.rules.tracker(key)
        if tracker is None:
            return self._counter(key, held)
        return self._tracker(tracker, held) if is_simple(tracker) else self._parts(tracker, held)

    def _tracker(self, tracker: Tracker, held: Value) -> Widget:
        return control(self.table, tracker, held, partial(self._set, tracker.key))

    def _set(self, tracker: str, value: Value) -> None:
        self.table.set_by_hand(self.unit, tracker, value)

    # A tracker of several places

    def _parts(self, tracker: Tracker, parts: tuple[Part, ...]) -> Widget:
        """Each place set by hand: rounds by weapon, miniatures one by one."""
        name = capital(self.table.tell(tracker.text))
        head = Column(Words(name, "body"), Words(tracker.ref.id, "cite", "text3"), pad=(14, 6, 14, 0))
        return Column(head, *(self._part(tracker, parts, part) for part in parts))

    def _part(self, tracker: Tracker, parts: tuple[Part, ...], part: Part) -> Widget:
        name, value = capital(self.table.tell(part.text)), part.value
        put = partial(self._put, tracker, parts, part)
        if isinstance(value, bool):
            return SwitchRow(name, "", value, partial(put, not value))
        count = value if isinstance(value, int) else 0
        return Column(Words(name, "body", "text2"), self._stepper(name, count, put), gap=4, pad=(14, 4, 14, 6))

    def _put(self, tracker: Tracker, parts: tuple[Part, ...], part: Part, value: Value) -> None:
        """One place anew: in a map it has its value, in a list it is named or not."""
        held = self.table.state.held(self.unit).get(tracker.key)
        if isinstance(tracker.kind, MapOf):
            old = held if isinstance(held, Map) else Map()
            self._set(tracker.key, old.put(str(part.place), value))
        else:
            kept = tuple(each.place for each in parts if (value if each is part else each.value))
            self.table.enter(TrackerSet(self.unit, tracker.key, kept))

    # Counters of the players

    def _counter(self, key: str, value: Value) -> Widget:
        count = value if isinstance(value, int) else 0
        return Column(Words(key, "body"), self._stepper(key, count, partial(self._set, key)), pad=(14, 6, 14, 6))

    def _stepper(self, name: str, count: int, put: partial[None]) -> Widget:
        t = self.table.tell
        names = (t(say("{name}: one less", name=name)), t(say("{name}: one more", name=name)))
        return stepper(str(count), "", partial(put, max(0, count - 1)), partial(put, count + 1), names)

    def _adding(self, _: object) -> Widget:
        self.entry = Entry("", hint=self.table.tell(say("Name of a counter")))
        add = PushButton(self.table.tell(say("Add")), self._add, "outline", "plus-thick", grow=False)
        return Across(self.entry, add, gap=8)

    def _add(self) -> None:
        key = self.entry.text.strip() if self.entry else ""
        if key in OURS or "/" in key or self.table.rules.tracker(key):
            self.table.nav.complain(say("The game uses this name itself, or a sign in it: choose another."))
        elif key and self.entry:
            self.entry.text = ""
            self._set(key, 1)


def is_simple(tracker: Tracker) -> bool:
    """Whether one control holds all of it."""
    return isinstance(tracker.kind, (Flag, Whole)) or (isinstance(tracker.kind, Word) and bool(tracker.kind.choices))


def marker_words(tracker: Tracker, unit: Unit) -> tuple[str, ...]:
    """The markers that this unit can have, and those that lie on it all the same."""
    kind = tracker.kind
    if not (isinstance(kind, ListOf) and isinstance(kind.kind, Word) and tracker.physical):
        return ()
    able = tracker.words(unit) if tracker.words else kind.kind.choices
    return tuple(word for word in kind.kind.choices if word in able or word in unit.marks(tracker.key))


def control(table: Table, tracker: Tracker, held: Value, put: partial[None]) -> Widget:
    """A tracker to set by hand; an event like any other."""
    name = capital(table.tell(tracker.text))
    if isinstance(tracker.kind, Flag):
        return SwitchRow(name, tracker.ref.id, bool(held), partial(put, not held))
    made = Controls(table.view).control(tracker.kind, held, put, name)
    return Column(Words(name, "body"), Words(tracker.ref.id, "cite", "text3"), made, gap=4, pad=(14, 6, 14, 6))


def tracker_control(table: Table, owner: str, tracker: Tracker) -> Widget:
    """The same for any owner: a seat, the table, a unit."""
    held = table.state.held(owner).get(tracker.key, tracker.default)
    return control(table, tracker, held, partial(table.set_by_hand, owner, tracker.key))
