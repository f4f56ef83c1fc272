"""The map of a table: what a tap and a drag on it mean, and what stands below it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from engine.playing.glance import Lanes
from engine.playing.legality import offered
from engine.values.events import TrackerSet
from engine.values.maps import Value
from engine.values.texts import say
from screens.app.table import Table
from screens.pages.unit import begin
from screens.present.boards import attack, board, square_as_counted
from screens.present.lines import MapLine, Square
from screens.widgets.board import LaneMap
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Flow
from screens.widgets.live import Live
from screens.widgets.longlist import Row
from screens.widgets.press import IconButton, Pill
from screens.widgets.theme import Radius
from screens.widgets.words import Words


class Boarding:
    """Who is chosen on the map, and what is done with him. `show` brings the page up to date,
    `choose` opens a unit."""

    def __init__(self, table: Table, show: Callable[[], object], choose: Callable[[str], object]) -> None:
        self.table, self.show, self.choose = table, show, choose
        self.chosen, self.line = "", MapLine(0, 0, 0, (), "", "")

    def rows(self, seat: int) -> list[Row]:
        found = board(self.table.view, self.table.state, seat, self.chosen)
        if not found:
            return []
        self.line = found
        return [("map", found, self._card)]

    @property
    def lanes(self) -> Lanes:
        lanes = self.table.rules.glance.lanes
        assert lanes
        return lanes

    # What a finger means

    def tap(self, square: Square, there: list[str]) -> None:
        """A lit square is moved to, an enemy in reach attacked; a unit is chosen, the next one of
        several; else the chosen one is put there, or the square offers something."""
        if foe := next((unit for unit in there if unit in self.line.targets), ""):
            self._attack(foe)
        elif self.chosen and (square in self.line.lit or not there):
            self.put(self.chosen, square)
        elif there:
            at = there.index(self.chosen) + 1 if self.chosen in there else 0
            self.pick(there[at] if at < len(there) else "")
        else:
            self._offer(square)

    def drag(self, there: list[str], to: Square) -> None:
        unit = self.chosen if self.chosen in there else there[-1]
        self.put(unit, to)

    def pick(self, unit: str) -> None:
        self.chosen = "" if unit == self.chosen else unit
        self.show()

    def put(self, unit: str, square: Square) -> None:
        """A move where this step knows one, which the rules may refuse; else by hand."""
        table, lanes = self.table, self.lanes
        owner = table.state.unit(unit)
        row, column = square_as_counted(lanes, owner.seat, self.line.seat, square)
        self.chosen = ""
        if owner.count(lanes.row) and lanes.move in offered(table.rules, table.state, owner.seat):
            args: dict[str, Value] = {table.rules.opening(lanes.move).actor: unit, lanes.row: row, lanes.column: column}
            table.open(lanes.move, **args)
        else:
            there = ((lanes.row, row), (lanes.column, column))
            new = [TrackerSet(unit, tracker, at) for tracker, at in there if owner.count(tracker) != at]
            table.each(*(partial(table.enter, event) for event in new))
        self.show()

    def _attack(self, foe: str) -> None:
        table = self.table
        found = attack(table.rules, table.state, table.state.unit(self.chosen), foe)
        self.chosen = ""
        if found:
            begin(table, *found)

    def _offer(self, square: Square) -> None:
        """What an empty square is for in this step."""
        seat = self.line.seat
        found = self.lanes.offers(self.table.state, seat, *square_as_counted(self.lanes, seat, seat, square))
        if found:
            begin(self.table, *found)

    # What is drawn

    def _card(self, line: MapLine) -> Widget:
        return MapCard(self, line)

    def below(self, line: MapLine) -> Widget:
        """The sentence of the line; who is chosen, with the way to his sheet; whom the map does not
        know."""
        t, state = self.table.tell, self.table.state
        sentence = Across(Words(line.sentence, "meta"), Words(line.cite, "cite", "text3", hug=True), gap=8)
        parts: list[Widget] = [sentence]
        if line.chosen in state.units:
            name = state.unit(line.chosen).name
            words = Words(", ".join(each for each in (name, line.told) if each), "row")
            hint = say("Tap a lit square") if line.lit else say("Tap a square to put it there")
            if line.targets:
                hint = say("Tap a lit square, or an enemy") if line.lit else say("Tap an enemy to attack it")
            open_it = IconButton(
                "chevron-right", partial(self.choose, line.chosen), t(say("Sheet of {unit}", unit=name))
            )
            card = Across(Column(words, Words(t(hint), "meta", "text2")), open_it, gap=8, pad=(12, 2, 4, 2))
            parts.append(paint(card, "raised", Radius.control, "accent"))
        if line.unplaced:
            parts.append(Words(t(say("Not on the map yet")), "head", "text2"))
            pills = (Pill(name, unit == line.chosen, partial(self.pick, unit)) for unit, name in line.unplaced)
            parts.append(Flow(*pills, gap=6))
        return Column(*parts, gap=6, pad=(6, 4, 6, 6))


class MapCard(Column):
    """The board and what is told below it."""

    def __init__(self, boarding: Boarding, line: MapLine) -> None:
        self.map = LaneMap(line, self._tap, self._drag)
        self.below = Live(boarding.below, line)
        super().__init__(self.map, self.below)
        self.boarding: Boarding | None = boarding

    def release(self) -> None:
        self.boarding = None

    def becomes(self, line: MapLine) -> bool:
        if not self.map.becomes(line):
            return False
        self.below.show(line)
        return True

    def _tap(self, square: Square) -> None:
        if self.boarding:
            self.boarding.tap(square, self.map.units_at(square))

    def _drag(self, begins: Square, ends: Square) -> None:
        if self.boarding:
            self.boarding.drag(self.map.units_at(begins), ends)
