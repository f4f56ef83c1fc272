"""A board of rows: who stands where, which rows hang together, and the row that cuts them off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.present.lines import MapLine, Standing
from screens.widgets.drawing import rgba, unit_symbol
from screens.widgets.ground import when_moved
from screens.widgets.running import c, seat_ink, text_px
from screens.widgets.theme import SEATS, mix

CELL, SPINE, TAP = 30, 26, 12


class LaneMap(Widget):
    """The reader's own edge is below. A tap on a unit chooses it."""

    def __init__(self, line: MapLine, choose: Callable[[str], object]) -> None:
        super().__init__(size_hint_y=None, height=dp(CELL * line.rows))
        self.line, self.choose, self.name = line, choose, "map"
        self.places = placed(line)
        when_moved(self, self.lay)

    def release(self) -> None:
        self.choose = str

    @property
    def cell(self) -> tuple[float, float]:
        return (self.width - dp(SPINE)) / self.line.columns, self.height / self.line.rows

    def corner(self, row: int, column: int) -> tuple[float, float]:
        wide, high = self.cell
        return self.x + dp(SPINE) + (column - 1) * wide, self.y + (row - 1) * high

    def lay(self) -> None:
        self.canvas.clear()
        with self.canvas:
            for row in range(1, self.line.rows + 1):
                self._row(row)
            for unit, column in self.places:
                self._unit(unit, column)

    def _row(self, row: int) -> None:
        wide, high = self.cell
        lit, cut = row <= self.line.joined, row == self.line.joined + 1
        Color(rgba=rgba(c("accent" if lit else "surface")))
        Rectangle(pos=(self.x, self.y + (row - 1) * high), size=(dp(SPINE - 4), high))
        Color(rgba=rgba(c("high" if lit else "raised")))
        for column in range(1, self.line.columns + 1):
            x, y = self.corner(row, column)
            Rectangle(pos=(x, y + dp(1)), size=(wide - dp(2), high - dp(2)))
        if cut:
            self._hatch(row)
        self._number(row, "on_accent" if lit else "damaged" if cut else "text2")

    def _hatch(self, row: int) -> None:
        """Slanted lines: the row is told from the others without its colour."""
        _, high = self.cell
        left, low = self.corner(row, 1)
        Color(rgba=rgba(c("damaged")))
        at = left - high
        while at < self.right:
            start, end = max(at, left), min(at + high, self.right)
            Line(points=[start, low + start - at, end, low + end - at], width=1)
            at += dp(12)

    def _number(self, row: int, ink: str) -> None:
        label = CoreLabel(text=str(row), font_size=min(text_px(13), self.cell[1] * 0.8), font_name="Roboto", bold=True)
        label.refresh()
        _, high = self.cell
        Color(rgba=rgba(c(ink)))
        wide, tall = label.texture.size
        x, y = self.x + dp(SPINE - 4) / 2 - wide / 2, self.y + (row - 0.5) * high - tall / 2
        Rectangle(texture=label.texture, pos=(x, y), size=(wide, tall))

    def _unit(self, unit: Standing, column: int) -> None:
        wide, high = self.cell
        x, y = self.corner(unit.row, column)
        ink = seat_ink(unit.seat)
        size, ground = min(wide, high) * 0.86, mix(ink, c("raised"), 0.16)
        unit_symbol(unit.sign, SEATS[unit.seat % len(SEATS)], x + wide / 2 - dp(1), y + high / 2, size, ink, ground)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A tap, not the end of a scroll."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return bool(abs(touch.y - touch.oy) < dp(TAP)) and self._tapped(touch)

    def _tapped(self, touch: Any) -> bool:
        wide, high = self.cell
        for unit, column in self.places:
            x, y = self.corner(unit.row, column)
            if x <= touch.x < x + wide and y <= touch.y < y + high:
                self.choose(unit.id)
                return True
        return False


def placed(line: MapLine) -> list[tuple[Standing, int]]:
    """Each unit with a column: its own, or the first free one of its row, since columns are
    asked only when they matter."""
    taken = {(unit.row, unit.column) for unit in line.units if unit.column}
    found = [(unit, unit.column) for unit in line.units if 0 < unit.column <= line.columns]
    for unit in line.units:
        if not unit.column:
            free = next((n for n in range(1, line.columns + 1) if (unit.row, n) not in taken), line.columns)
            taken.add((unit.row, free))
            found.append((unit, free))
    return found
