"""Units on their rows: name, what lies there, the values of the step in columns, the ring."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from screens.present.lines import NBSP, ChipLine, UnitLine, ValueLine
from screens.widgets.counters import Counter
from screens.widgets.drawing import rgba
from screens.widgets.ground import Drawn, paint, stamp
from screens.widgets.layouts import Across, Column, Flow, fill
from screens.widgets.markers import chip, mini_chip, symbol
from screens.widgets.press import Do, Press
from screens.widgets.release import let_go_soon
from screens.widgets.running import c, compact, dps, huge, part, short, stacked
from screens.widgets.theme import Radius, Size, Touch
from screens.widgets.words import Icon, Words, width_of

NUMBER = re.compile(r"\s+\d+$")
Columns = tuple[tuple[str, float], ...]
"""Heads of the columns that fit, with their widths in pixels."""
Step = Callable[[int], object]
Named = tuple[Do, str]
"""What a tap does, and how that is called."""
NAME, AIRY, MOST_TIGHT, LONG = 112, 60, 2, 4
"""The least room for a name, in dp, and so much more where a column more is to stand beside it;
columns that may be tight; letters of a value that is set narrower."""


class Ring(Press):
    """Whether a unit can act, a target of its own: hollow can, half has one more part to do, a
    number is so many of a group, a tick has acted, a dash cannot."""

    def __init__(self, ring: str, count: int = 1, do: Do | None = None, name: str = "") -> None:
        side = dp(Touch.min)
        super().__init__(do, None, name, size_hint=(None, None), size=(side, side), pos_hint={"center_y": 0.5})
        self.ring = ring
        if ring in ("done", "none"):
            sign = ("check-circle", 24, "activated") if ring == "done" else ("minus-thick", 18, "text3")
            picture: Widget = Icon(*sign, box=24)
            picture.size, picture.pos_hint = self.size, {}
        else:
            picture = self._hollow(count)
        self.add_widget(picture)

    def _hollow(self, count: int) -> Widget:
        """A circle, and in it how many."""
        box = FloatLayout(size_hint=(None, None), size=self.size)
        circle = Drawn(Touch.min, Touch.min, self._draw)
        circle.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        box.add_widget(circle)
        if count > 1:
            number = Words(str(count), "row", "accent", hug=True)
            number.pos_hint = {"center_x": 0.5, "center_y": 0.5}
            box.add_widget(number)
        return box

    def _draw(self, w: Widget) -> None:
        Color(rgba=rgba(c("accent")))
        r = part(12.5)
        stamp(("ring", self.ring), w.center, 2 * r + dp(6), partial(_circle, r, self.ring == "half"))


def _circle(r: float, is_half: bool, w: Widget) -> None:
    """Open, or half of it done."""
    SmoothLine(circle=(*w.center, r), width=dp(1.2))
    if is_half:
        at = (w.center_x - r, w.center_y - r)
        SmoothEllipse(pos=at, size=(2 * r, 2 * r), angle_start=180, angle_end=360)


class UnitRow(Press):
    """Sign, name, what lies on it; values under the heads of their columns, or one fact; the ring
    at the end."""

    def __init__(
        self,
        line: UnitLine,
        do: Do | None = None,
        hold: Do | None = None,
        tail: Widget | None = None,
        swipe: Step | None = None,
        columns: Columns | None = None,
        ring: Named | None = None,
        step: Counter | None = None,
    ) -> None:
        narrow = 8 if compact() else 10
        pad = dps((narrow, 3, 2, 3)) if line.ring else dps((narrow, 5, 8, 5))
        below = line.detail if columns is not None and not huge() and (line.is_worn or not short()) else ""
        way = "vertical" if below else "horizontal"
        super().__init__(
            do, hold, line.name, Radius.card, swipe, orientation=way, size_hint_y=None, spacing=dp(6), padding=pad
        )
        self.line, self.step = line, step
        self.columns, self.dense = columns, columns is not None
        ground = "raised" if line.chosen else "surface"
        paint(self, ground, Radius.card, "accent" if line.chosen else None)
        self.chips = [(each, self._chip(each)) for each in line.chips]
        self.flow = Flow(*(widget for _, widget in self.chips), gap=4) if line.chips else None
        if stacked() or columns is None:
            parts = self._in_words(line, tail, ground)
        else:
            parts = self._in_columns(line, columns, tail, ground)
        end = Ring(line.ring, line.count, *(ring or (None, ""))) if line.ring else None
        if below:
            self.spacing = 0
            fill(self, (Across(*parts, end, gap=6), Words(below, "cite", "text2")))
        else:
            fill(self, (*parts, end))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(52), v)))
        if line.gone:
            self.opacity = 0.75

    def release(self) -> None:
        super().release()
        self.step = None

    def _chip(self, each: ChipLine) -> Widget:
        return (mini_chip if self.dense else chip)(each.look, each.mark, each.word)

    def _in_columns(self, line: UnitLine, columns: Columns, tail: Widget | None, ground: str) -> list[Widget | None]:
        name = Column(Words(shown_name(line), "name"), self.flow, gap=2, pos_hint={"center_y": 0.5})
        found = {value.head: value for value in line.values}
        cells = [self._cell(found.get(head), wide) for head, wide in columns]
        picture = symbol(line.sign, line.seat, 30 if compact() else 34, ground)
        at = next((n for n, (head, _) in enumerate(columns) if self._counts(found.get(head))), None)
        if at is None or not (self.step and self.step.is_open):
            return [picture, name, *cells, tail]
        return [None if compact() else picture, name, self.step.keys(cells[at]), *cells[at + 1 :], tail]

    def _counts(self, value: ValueLine | None) -> bool:
        return bool(value and self.step and self.step.key == value.key)

    def _cell(self, value: ValueLine | None, wide: float) -> Widget:
        if value is None:
            return Widget(size_hint=(None, None), size=(wide, 1))
        if self.step and self.step.key == value.key:
            return self.step.figure(value, wide)
        now = Words(value.now, figures(value.now), "accent" if value.printed else "text", align="center")
        printed = Words(value.printed, "cite", "text3", align="center") if value.printed else None
        return Column(now, printed, size_hint_x=None, width=wide, pos_hint={"center_y": 0.5})

    def _in_words(self, line: UnitLine, tail: Widget | None, ground: str) -> list[Widget | None]:
        """Words and values in the row, where columns have no room or are not set."""
        if self.dense:
            told: Widget | None = Flow(*map(self._value, line.values[: 2 if huge() or compact() else 3]), gap=8)
        else:
            told = Words(line.fact, "meta", "text2") if line.fact and not (line.chips and short()) else None
        head: Widget = Column(Words(shown_name(line), "row"), told, gap=2, pos_hint={"center_y": 0.5})
        if tail and stacked() and tail.width > dp(Touch.min):  # beside large letters it leaves them too little room
            head, tail = Column(head, tail, gap=3), None
        worn = Words(line.differing, "cite", "text2") if line.differing else None
        words = Column(head, worn, self.flow, gap=3, pos_hint={"center_y": 0.5})
        size = 38 if compact() else Size.symbol
        return [None if huge() else symbol(line.sign, line.seat, size, ground), words, tail]

    def _value(self, value: ValueLine) -> Widget:
        counted = self.step if self._counts(value) else None
        printed = Words(value.printed, "cite", "text3", hug=True) if value.printed else None
        ink = "accent" if value.printed and not counted else "text"
        head = Words(value.head, "cite", "text2", hug=True)
        box = Across(head, Words(value.now, "number", ink, hug=True), printed, gap=4, pos_hint={"center_y": 0.5})
        box.size_hint_x = None
        box.bind(minimum_width=box.setter("width"))
        if not counted:
            return box
        figure = counted.target(box)
        return counted.keys(figure) if counted.is_open else figure

    def becomes(self, line: object) -> bool:
        """Whether nothing but some chips has changed: then those alone are drawn anew, as after
        most taps."""
        if isinstance(line, tuple) and line[1:] == (self.columns, bool(self.step and self.step.is_open)):
            line = line[0]
        if not (
            isinstance(line, UnitLine)
            and self.flow
            and line.chips
            and replace(line, chips=self.line.chips) == self.line
        ):
            return False
        before, self.line, self.chips = self.chips, line, []
        for each in line.chips:
            kept = next((n for n, (known, _) in enumerate(before) if known == each), None)
            self.chips.append((each, self._chip(each)) if kept is None else before.pop(kept))
        self.flow.clear_widgets()
        for _, gone in before:
            let_go_soon(gone)
        fill(self.flow, (widget for _, widget in self.chips))
        return True


class SunkRow(Press):
    """A unit that is out of the way, in one line: what it did or why it cannot."""

    def __init__(self, line: UnitLine, do: Do | None = None, hold: Do | None = None, swipe: Step | None = None) -> None:
        super().__init__(
            do, hold, line.name, Radius.control, swipe, size_hint_y=None, spacing=dp(8), padding=dps((10, 2, 2, 2))
        )
        self.line = line
        chips = [mini_chip(each.look, each.mark, each.word) for each in line.chips]
        told = Words(line.reason, "cite", "text2") if line.reason else None
        words = Column(
            Words(shown_name(line), "body", "text2"),
            told,
            Flow(*chips, gap=4) if chips else None,
            gap=2,
            pos_hint={"center_y": 0.5},
        )
        end = Ring(line.ring, line.count) if line.ring else None
        fill(self, (None if huge() else symbol(line.sign, line.seat, 26, "bg"), words, end))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))


def shown_name(line: UnitLine) -> str:
    """Equal units are told by the name they share, and how many they are."""
    return f"{NUMBER.sub('', line.name)} ×{NBSP}{line.count}" if line.count > 1 else line.name


def figures(value: str) -> str:
    """The role of a number in a column; several in one are set narrower."""
    return "number" if len(value) < LONG else "name"


def fitting(lines: Iterable[UnitLine], heads: tuple[str, ...], room: float) -> Columns:
    """As many columns as leave room for the names, each as wide as its widest word; the third and
    later ones only beside names of one line."""
    units, found = list(lines), list[tuple[str, float]]()
    words = {word for line in units for word in shown_name(line).split()}
    name = max(dp(NAME), *(width_of(word, "name") for word in words), 0)
    left = room - name - dp(Touch.min + (56 if compact() else 64))
    for n, head in enumerate(heads):
        wide = _width(head, [value for line in units for value in line.values if value.head == head])
        left -= wide + dp(6)
        if left < (dp(AIRY) if n >= MOST_TIGHT else 0):
            break
        found.append((head, wide))
    return tuple(found)


def _width(head: str, values: list[ValueLine]) -> float:
    """Of a column."""
    texts = {
        (head, "cite"),
        *((each.now, figures(each.now)) for each in values),
        *((each.printed, "cite") for each in values),
    }
    return float(max(dp(34), *(width_of(text, role) for text, role in texts)) + dp(4))


def column_heads(columns: Columns, lead: str, ringed: bool) -> Widget:
    """The heads over their columns; they stay while the list rolls."""
    cells = [Words(head, "cite", "text2", align="center", size_hint_x=None, width=wide) for head, wide in columns]
    end = Widget(size_hint=(None, None), size=(dp(Touch.min + 2 if ringed else 8), 1))
    return Across(Words(lead, "cite", "text3"), *cells, end, gap=6, pad=(4, 0, 0, 0), least=20)
