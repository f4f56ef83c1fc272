"""A board of squares: who stands where, what lies there, which rows hang together and the row that
cuts them off; tapped and dragged on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    Line,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.present.lines import LETTERS, MapLine, Square, Standing
from screens.widgets import drawing
from screens.widgets.colours import mix
from screens.widgets.drawing import rgba, unit_symbol
from screens.widgets.ground import when_moved
from screens.widgets.running import c, seat_ink, short, text_px
from screens.widgets.theme import MARKERS, SEATS

SPINE, STRIP, TAP = 22, 26, 12
"""Width of the line of rows, height of the strips behind the board, and how far a finger may slip
in a tap."""

Tapped = Callable[[Square], object]
Dragged = Callable[[Square, Square], object]


def side_of_square() -> float:
    return 40 if short() else 48


class LaneMap(Widget):
    """The reader's own edge is below. A tap tells its square; so does a finger drawn from one to
    another."""

    def __init__(self, line: MapLine, tapped: Tapped, dragged: Dragged) -> None:
        super().__init__(size_hint_y=None, height=dp(side_of_square() * line.rows + 2 * STRIP))
        self.line, self.tapped, self.dragged, self.name = line, tapped, dragged, "map"
        self.places = placed(line)
        when_moved(self, self.lay)

    def release(self) -> None:
        self.tapped, self.dragged = str, _nowhere

    def becomes(self, line: object) -> bool:
        """Drawn anew in its place."""
        if not isinstance(line, MapLine) or (line.rows, line.columns) != (self.line.rows, self.line.columns):
            return False
        self.line, self.places = line, placed(line)
        self.lay()
        return True

    @property
    def cell(self) -> tuple[float, float]:
        return (self.width - dp(SPINE)) / self.line.columns, (self.height - 2 * dp(STRIP)) / self.line.rows

    def corner(self, row: int, column: int) -> tuple[float, float]:
        wide, high = self.cell
        return self.x + dp(SPINE) + (column - 1) * wide, self.y + dp(STRIP) + (row - 1) * high

    # What is drawn

    def lay(self) -> None:
        self.canvas.clear()
        with self.canvas:
            for row in range(1, self.line.rows + 1):
                self._row(row)
            for square, kind in self.line.ground:
                self._ground(square, kind)
            for square in self.line.lit:
                self._light(square)
            for unit, column in self.places:
                self._unit(unit, self.corner(unit.row, column), 0.82 if unit.column else 0.5)
                if not unit.column:
                    self._doubt(unit.row, column)
            self._strips()

    def _row(self, row: int) -> None:
        wide, high = self.cell
        lit, cut = row <= self.line.joined, row == self.line.joined + 1
        _, y = self.corner(row, 1)
        Color(rgba=rgba(c("accent" if lit else "surface")))
        Rectangle(pos=(self.x, y), size=(dp(SPINE - 3), high))
        Color(rgba=rgba(c("high" if lit else "raised")))
        for column in range(1, self.line.columns + 1):
            x, y = self.corner(row, column)
            Rectangle(pos=(x + dp(1), y + dp(1)), size=(wide - dp(2), high - dp(2)))
        if cut:
            self._hatch(row)
        ink = "on_accent" if lit else "damaged" if cut else "text2"
        self._write(str(row), self.x + dp(SPINE - 3) / 2, y + high / 2, ink)

    def _hatch(self, row: int) -> None:
        """Slanted lines: the row is told from the others without its colour."""
        _, high = self.cell
        x, y = self.corner(row, 1)
        box: dict[str, Any] = {"pos": (x, y + dp(1)), "size": (self.right - x, high - dp(2))}
        StencilPush()
        Rectangle(**box)
        StencilUse()
        Color(rgba=rgba(c("damaged"), 0.55))
        at = x - high
        while at < self.right:
            Line(points=[at, y, at + high, y + high], width=1)
            at += dp(12)
        StencilUnUse()
        Rectangle(**box)
        StencilPop()

    def _write(self, text: str, x: float, y: float, ink: str, size: float = 14) -> None:
        font = min(text_px(size), dp(size * 1.3))
        label = CoreLabel(text=text, font_size=font, font_name="cond", bold=True)
        label.refresh()
        Color(rgba=rgba(c(ink)))
        wide, tall = label.texture.size
        Rectangle(texture=label.texture, pos=(round(x - wide / 2), round(y - tall / 2)), size=(wide, tall))

    def _ground(self, square: Square, kind: str) -> None:
        """A card under units: its sign in the corner."""
        (wide, high), (x, y) = self.cell, self.corner(*square)
        Color(rgba=rgba(mix(c("smoke"), c("bg"), 0.3)))
        SmoothRoundedRectangle(pos=(x + dp(3), y + dp(3)), size=(wide - dp(6), high - dp(6)), radius=[dp(4)])
        Color(rgba=rgba(c("text2")))
        cx, cy, r = x + dp(11), y + high - dp(11), dp(5)
        if kind in ("house", "bunker"):
            points = [cx - r, cy - r, cx - r, cy, cx, cy + r, cx + r, cy, cx + r, cy - r]
            SmoothLine(points=points, close=True, width=dp(0.8))
        elif kind in ("wall", "bridge"):
            for n in (-1, 0, 1):
                SmoothLine(points=[cx - r, cy + n * r * 0.9, cx + r, cy + n * r * 0.9], width=dp(0.8))
        elif kind == "ruins":
            SmoothLine(points=[cx - r, cy + r, cx - r, cy - r, cx, cy, cx + r, cy - r, cx + r, cy], width=dp(0.8))
        else:
            SmoothLine(points=[cx - r, cy - r, cx, cy + r, cx + r, cy - r], close=True, width=dp(0.8))

    def _light(self, square: Square) -> None:
        """The chosen unit may come here."""
        (wide, high), (x, y) = self.cell, self.corner(*square)
        Color(rgba=rgba(c("accent"), 0.22))
        Rectangle(pos=(x + dp(1), y + dp(1)), size=(wide - dp(2), high - dp(2)))
        Color(rgba=rgba(c("accent")))
        SmoothEllipse(pos=(x + wide / 2 - dp(3), y + high / 2 - dp(3)), size=(dp(6), dp(6)))

    def _doubt(self, row: int, column: int) -> None:
        """It is not told in which column a unit of this row stands."""
        (wide, high), (x, y) = self.cell, self.corner(row, column)
        self._write("?", x + wide - dp(7), y + high / 2, "text2")

    def _unit(self, unit: Standing, corner: tuple[float, float], share: float = 0.82) -> None:
        (wide, high), (x, y) = self.cell, corner
        high = min(high, dp(STRIP)) if share > 1 else high
        ink = seat_ink(unit.seat)
        side, ground = min(wide, high) * min(share, 0.95), mix(ink, c("raised"), 0.2)
        unit_symbol(unit.sign, SEATS[unit.seat % len(SEATS)], x + wide / 2, y + high / 2, side, ink, ground)
        if unit.mark in MARKERS:
            marker, at = MARKERS[unit.mark], (x + wide - dp(9), y + high - dp(9))
            Color(rgba=rgba(c(marker.colour)))
            drawing.fill(drawing.placed(marker.shape, *at, dp(6.5)), *at)
        if unit.id == self.line.chosen or unit.id in self.line.targets:
            Color(rgba=rgba(c("accent" if unit.id == self.line.chosen else "damaged")))
            SmoothLine(rounded_rectangle=(x + dp(1), y + dp(1), wide - dp(2), high - dp(2), dp(5)), width=dp(1.3))

    def _strips(self) -> None:
        """Behind each edge its headquarters and who waits there; the letters of the columns."""
        wide, _ = self.cell
        for unit, corner in self._waiting():
            self._unit(unit, corner, 2.0)
        mine = sum(unit.seat == self.line.seat for unit in self.line.bases)
        middle = self.line.columns / 2
        for column in range(1, self.line.columns + 1):
            if abs(column - 0.5 - middle) > mine / 2:
                letter = LETTERS[self.line.columns - column if self.line.seat else column - 1]
                self._write(letter, self.corner(1, column)[0] + wide / 2, self.y + dp(STRIP / 2), "text2")

    def _waiting(self) -> list[tuple[Standing, tuple[float, float]]]:
        wide, found = self.cell[0], []
        for is_mine in (True, False):
            own = [unit for unit in self.line.bases if (unit.seat == self.line.seat) is is_mine][: self.line.columns]
            first = self.x + dp(SPINE) + (self.line.columns - len(own)) / 2 * wide
            y = self.y if is_mine else self.top - dp(STRIP)
            found += [(unit, (first + n * wide, y)) for n, unit in enumerate(own)]
        return found

    # What a finger does

    def square_at(self, x: float, y: float) -> Square | None:
        wide, high = self.cell
        column, row = (x - self.x - dp(SPINE)) // wide + 1, (y - self.y - dp(STRIP)) // high + 1
        inside = 1 <= column <= self.line.columns and 1 <= row <= self.line.rows
        return (int(row), int(column)) if inside else None

    def units_at(self, square: Square) -> list[str]:
        return [unit.id for unit, column in self.places if (unit.row, column) == square]

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A tap, or from one square to another; not the end of a scroll."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        begins, ends = self.square_at(touch.ox, touch.oy), self.square_at(*touch.pos)
        is_tap = abs(touch.y - touch.oy) < dp(TAP) and abs(touch.x - touch.ox) < dp(TAP)
        if begins and ends and begins != ends and not is_tap and self.units_at(begins):
            self.dragged(begins, ends)
        elif is_tap and ends:
            self.tapped(ends)
        return True


def _nowhere(_from: Square, _to: Square) -> None:
    """Where a finger draws on a board that is let go."""


def placed(line: MapLine) -> list[tuple[Standing, int]]:
    """Each unit with a column: its own, or the first free one of its row, since columns may not be
    told."""
    taken = {(unit.row, unit.column) for unit in line.units if unit.column}
    found = [(unit, unit.column) for unit in line.units if 0 < unit.column <= line.columns]
    for unit in line.units:
        if not unit.column:
            free = next((n for n in range(1, line.columns + 1) if (unit.row, n) not in taken), line.columns)
            taken.add((unit.row, free))
            found.append((unit, free))
    return found
