"""Numbers the hand changes: steppers, budgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.widgets.drawing import rgba
from screens.widgets.entry import Entry
from screens.widgets.ground import when_moved
from screens.widgets.layouts import Across
from screens.widgets.press import Press, RepeatKey
from screens.widgets.release import let_go_soon
from screens.widgets.running import c, text_px
from screens.widgets.theme import Touch
from screens.widgets.words import Words

GiveNumber = Callable[[int], object]
NO_NUMBER, ANY = "–", (-9999, 9999)


class TypedNumber(Press):
    """A number that a tap makes a place to type in; it counts when the typing is done."""

    def __init__(self, text: str, give: GiveNumber, name: str, role: str = "title", **kw: Any) -> None:
        super().__init__(self.type_it, name=name, size_hint_y=None, **kw)
        self.give = give
        self.words = Words(text, role, align="center", pos_hint={"center_y": 0.5})
        self.entry: Entry | None = None
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))
        self.add_widget(self.words)

    def say(self, text: str) -> None:
        self.words.text = text

    def type_it(self) -> None:
        if self.entry:
            return
        self.entry = Entry("", self._typed, self.words.text, name=self.name, longest=9, input_filter="int")
        self.entry.halign, self.entry.padding = "center", (dp(4), dp(12))
        self.entry.bind(focus=self._left)
        self.remove_widget(self.words)
        self.add_widget(self.entry)
        self.entry.focus = True

    def _left(self, entry: Entry, is_typing: bool) -> None:
        if not is_typing:
            self._typed(entry.text)

    def _typed(self, text: str) -> None:
        """The number is there again; what is no number changes nothing."""
        entry, self.entry = self.entry, None
        if not entry:
            return
        self.remove_widget(entry)
        let_go_soon(entry)
        self.add_widget(self.words)
        if text.removeprefix("-").isdecimal():
            self.give(int(text))

    def release(self) -> None:
        self.give, self.entry = _nothing, None
        super().release()


def _nothing(_number: int) -> None:
    """A number that is let go is not reported."""


class Stepping:
    """A number with keys for one less and one more. Keys that are held go on and on; what wants
    the number hears of it when they are let go."""

    def __init__(
        self, value: int | None, bounds: tuple[int, int], give: GiveNumber, names: tuple[str, str], role: str, name: str
    ) -> None:
        self.value, self.bounds, self.give = value, bounds, give
        self.number = TypedNumber(NO_NUMBER if value is None else str(value), self._typed, name, role)
        self.keys = [
            RepeatKey(icon, partial(self._step, by), each, self._tell)
            for icon, by, each in (("minus-thick", -1, names[0]), ("plus-thick", 1, names[1]))
        ]

    def _step(self, by: int) -> None:
        """Where nothing is told, the first step says the least."""
        least, most = self.bounds
        to = max(least, 0) if self.value is None else self.value + by
        self.value = max(least, min(most, to))
        self.number.say(str(self.value))

    def _tell(self) -> None:
        if self.value is not None:
            self.give(self.value)

    def _typed(self, number: int) -> None:
        least, most = self.bounds
        self.give(max(least, min(most, number)))


def stepper(value: int | None, bounds: tuple[int, int], give: GiveNumber, names: tuple[str, str], name: str) -> Across:
    """Minus, a number that can be read across the table, plus. 60 dp keys: they are hit every
    minute."""
    parts = Stepping(value, bounds, give, names, "display", name)
    less, more = parts.keys
    for key in parts.keys:
        key.size = (dp(Touch.primary), dp(Touch.primary))
    return Across(less, parts.number, more, gap=12)


def counted(name: str, value: int, give: GiveNumber, names: tuple[str, str]) -> Across:
    """A counter in one line: its name, minus, its number, plus."""
    parts = Stepping(value, ANY, give, names, "title", name)
    parts.number.size_hint_x, parts.number.width = None, text_px(56)
    less, more = parts.keys
    return Across(Words(name, "body"), less, parts.number, more, gap=6, pad=(14, 2, 10, 2))


class Segments(Widget):
    """A budget or a progress in equal pieces, like the scale bar of a map."""

    def __init__(self, total: int, done: int, height: float = 8) -> None:
        super().__init__(size_hint_y=None, height=dp(height))
        self.total, self.done = max(1, total), done
        when_moved(self, self.lay)

    def lay(self) -> None:
        self.canvas.clear()
        cell = self.width / self.total
        with self.canvas:
            for n in range(self.total):
                Color(rgba=rgba(c("accent" if n < self.done else "high")))
                Rectangle(pos=(self.x + n * cell + dp(1), self.y), size=(cell - dp(2), self.height))
