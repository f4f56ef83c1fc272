"""What is set by hand: everything automatic has a manual path."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from engine.playing.open_turn import planned
from engine.playing.things import Thing, changes
from engine.values.events import TrackerSet
from engine.values.maps import Value
from engine.values.table import Unit
from engine.values.texts import say
from screens.app.table import Table
from screens.present.lines import TAG, TAG_WORDS, TRAINING, capital
from screens.present.things import ThingLine, ThingsLine, find, live
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Equal, Flow
from screens.widgets.live import Together
from screens.widgets.longlist import Row
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import PlainRow, SwitchRow
from screens.widgets.running import stacked
from screens.widgets.theme import Radius
from screens.widgets.things import CountRow, Figure, Piece, Pip, StateTile
from screens.widgets.words import Words, section

OURS = ("name", "where", "joined", TRAINING, TAG)
"""What every unit has, whatever the game: no counter is called so."""
ABREAST = 3


class Trackers:
    """The controls of one unit, which may change: `unit` is its id."""

    def __init__(self, table: Table) -> None:
        self.table, self.unit = table, ""
        self.entry: Entry | None = None

    def live_rows(self, unit: Unit) -> list[Row]:
        """What is true of it now, drawn as it lies and set by a tap."""
        lines = live(self.table.view, self.table.state, unit)
        return [(f"things {line.key}", line, self.things) for line in lines]

    def rows(self, unit: Unit) -> list[Row]:
        """The colour on its base, and counters of the players."""
        tell = self.table.tell
        own = tuple((key, ThingLine(key, "count", key, count=value)) for key, value in self._counters(unit))
        return [
            ("tag head", 0, lambda _: section(tell(say("Colour tag")), tell(say("To tell equal miniatures apart")))),
            ("tags", unit.trackers.get(TAG), self._tags),
            ("own head", 0, lambda _: section(tell(say("Counters of your own")))),
            *([("own", own, self._together)] if own else []),
            *((f"toggle {name}", (name, on), self._toggle) for name, on in self._toggles(unit)),
            ("counter", 0, self._adding),
        ]

    # Things

    def things(self, line: ThingsLine) -> Widget:
        head = None
        if line.head:
            head = section(line.head, line.fact, (14, 2, 14, 0))
        if all(each.shape == "count" for each in line.things):
            own = tuple((each.key, each) for each in line.things)
            return paint(Column(head, Together(self._count, own), pad=(0, 4, 0, 6)), "surface", Radius.card)
        body = Column(*self._bodies(line), gap=6, pad=(14, 0, 14, 0))
        return paint(Column(head, body, gap=4, pad=(0, 6, 0, 10)), "surface", Radius.card)

    def _bodies(self, line: ThingsLine) -> list[Widget]:
        """Tiles side by side, pieces and miniatures some in a line, life as points."""
        tiles = [self._tile(each) for each in line.things if each.shape == "tile"]
        made: list[Widget] = [Flow(*tiles, gap=6)] if tiles else []
        pieces = [self._drawn(each) for each in line.things if each.shape in ("piece", "figure")]
        abreast = 1 if stacked() else ABREAST
        made += [_abreast(pieces[n : n + abreast], abreast) for n in range(0, len(pieces), abreast)]
        for each in line.things:
            if each.shape == "pips":
                made += [Words(each.name, "meta", "text2")] if len(line.things) > 1 or each.look != "worn" else []
                made.append(self._pips(each))
            elif each.shape == "count":
                made.append(self._count(each.key, each))
            elif each.shape == "unit":
                made.append(PlainRow(each.name, right=each.word, do=partial(self._choose_unit, each.key, each.name)))
        return made

    def _tile(self, line: ThingLine) -> StateTile:
        return StateTile(line, partial(self._turn, line.key), partial(self._all_ways, line.key))

    def _drawn(self, line: ThingLine) -> Widget:
        if line.shape == "figure":
            return Figure(line, partial(self._turn, line.key))
        return Piece(line, partial(self._turn, line.key), partial(self._all_ways, line.key))

    def _pips(self, line: ThingLine) -> Widget:
        """As many as are left; a tap on the last one takes it, on another one sets it."""
        worn = line.look == "worn"
        left = line.most - (line.count or 0) if worn else line.count or 0

        def pip(n: int) -> Pip:
            to = n - 1 if n == left else n
            value = line.most - to if worn else to
            return Pip(line, n, n <= left, partial(self._set, line.key, value))

        return Flow(*(pip(n) for n in range(1, line.most + 1)), gap=4)

    def _count(self, key: str, line: ThingLine) -> Widget:
        t = self.table.tell
        names = (t(say("{name}: one less", name=line.name)), t(say("{name}: one more", name=line.name)))
        return CountRow(line, partial(self._count_by, key), partial(self._type, key, line.name), names)

    def _together(self, shown: tuple[tuple[str, ThingLine], ...]) -> Widget:
        return paint(Together(self._count, shown, pad=(0, 4, 0, 4)), "surface", Radius.card)

    # What a tap does

    def _find(self, key: str) -> Thing | None:
        return find(self.table.view, self.table.state.unit(self.unit), key)

    def _turn(self, key: str) -> None:
        """The next way it can be."""
        if (thing := self._find(key)) and thing.ways:
            self._put(thing, thing.next_way.value)

    def _set(self, key: str, value: Value) -> None:
        if thing := self._find(key):
            self._put(thing, value)
        else:
            self.table.set_by_hand(self.unit, key, value)

    def _count_by(self, key: str, by: int) -> None:
        """One more or less; an empty value counts as none."""
        thing, held = self._find(key), self.table.state.held(self.unit).get(key)
        now = thing.value if thing else held
        if not isinstance(now, int):
            now = (thing.least - 1 if by > 0 else thing.least) if thing and thing.least > 0 else 0
        least, most = (thing.least, thing.most) if thing else (0, 9999)
        to = now + by
        self._set(key, None if to < least else min(most, to))

    def _put(self, thing: Thing, value: Value) -> None:
        """What is laid no more is taken away; a place that says no keeps its no."""
        unit = self.table.state.unit(self.unit)
        for tracker, held in tuple(changes(self.table.rules, unit, thing, value)):
            if thing.place is None or tracker != thing.tracker.key:
                self.table.set_by_hand(self.unit, tracker, held)
            elif unit.trackers.get(tracker) != held:
                self.table.enter(TrackerSet(self.unit, tracker, held))

    def _all_ways(self, key: str) -> None:
        """Every way it can be, at once."""
        thing, t = self._find(key), self.table.tell
        if not (thing and thing.ways):
            return

        def choose(value: Value) -> None:
            self.table.nav.close_sheet()
            if found := self._find(key):
                self._put(found, value)

        pills = [
            Pill(capital(t(way.text)), n == thing.way, partial(choose, way.value)) for n, way in enumerate(thing.ways)
        ]
        cite = Words(thing.tracker.ref.id, "cite", "text3")
        self.table.nav.sheet(Words(capital(t(thing.text)), "title"), cite, Flow(*pills, gap=8))

    def _choose_unit(self, key: str, name: str) -> None:
        """Another unit of its side, or none."""
        table, state = self.table, self.table.state
        unit = state.unit(self.unit)

        def choose(other: str | None) -> None:
            table.nav.close_sheet()
            self._set(key, other)

        others = [
            each for each in state.units.values() if each.seat == unit.seat and each is not unit and not each.gone
        ]
        rows = [PlainRow(each.name, do=partial(choose, each.id)) for each in others]
        nobody = PushButton(table.tell(say("nobody")), partial(choose, None), "tonal")
        table.nav.sheet(Words(name, "title"), nobody, *rows)

    def _type(self, key: str, name: str) -> None:
        """A number by the keyboard."""
        nav, t = self.table.nav, self.table.tell
        entry = Entry("", hint=name, name=name, input_filter="int")

        def keep() -> None:
            text = entry.text.strip()
            nav.close_sheet()
            if text.isdecimal() and len(text) < 5:
                thing = self._find(key)
                self._set(key, min(int(text), thing.most) if thing else int(text))

        nav.sheet(Words(name, "title"), entry, PushButton(t(say("Keep it")), keep, "primary", "check-bold"))

    # The colour on a base

    def _tags(self, tagged: Value) -> Widget:
        pills = [
            Pill(capital(self.table.tell(word)), key == tagged, partial(self._tag, None if key == tagged else key))
            for key, word in TAG_WORDS.items()
        ]
        return Flow(*pills, gap=8)

    def _tag(self, colour: str | None) -> None:
        self.table.set_by_hand(self.unit, TAG, colour)

    # Counters of the players

    def _counters(self, unit: Unit) -> list[tuple[str, int]]:
        """Those that every unit of the game has, and those of this unit alone."""
        counts = dict.fromkeys(self._planned("counter"), 0)
        known = self.table.rules.tracker
        for key, value in unit.trackers.items():
            if type(value) is int and known(key) is None and key not in (TRAINING, TAG):
                counts[key] = value
        return list(counts.items())

    def _toggles(self, unit: Unit) -> list[tuple[str, bool]]:
        return [(name, bool(unit.trackers.get(name))) for name in self._planned("toggle")]

    def _planned(self, kind: str) -> list[str]:
        return [str(each["name"]) for each in planned(self.table.state, "unit") if each["kind"] == kind]

    def _toggle(self, shown: tuple[str, bool]) -> Widget:
        name, on = shown
        row = SwitchRow(name, "", on, partial(self._set, name, not on))
        return paint(Column(row, pad=(0, 4, 0, 4)), "surface", Radius.card)

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
            self.table.set_by_hand(self.unit, key, 1)


def _abreast(parts: list[Widget], count: int) -> Widget:
    """Side by side; a last line as wide as the others."""
    return Equal(*parts, *(Column() for _ in range(count - len(parts))), gap=6)
