"""Numbers the hand changes: steppers, budgets."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.widgets.drawing import rgba
from screens.widgets.ground import when_moved
from screens.widgets.layouts import Across, Column
from screens.widgets.press import Do, IconButton
from screens.widgets.running import c, text_px
from screens.widgets.theme import Touch
from screens.widgets.words import Words


def stepper(value: str, label: str, less: Do, more: Do, names: tuple[str, str]) -> Across:
    """Minus, a number that can be read across the table, plus. 60 dp keys: they are hit every
    minute."""
    return Across(
        IconButton("minus-thick", less, names[0], "text", "high", Touch.primary),
        Column(Words(value, "display", align="center"), Words(label, "row", "text", align="center") if label else None),
        IconButton("plus-thick", more, names[1], "on_accent", "accent", Touch.primary),
        gap=12,
    )


def counted(name: str, value: str, less: Do, more: Do, names: tuple[str, str]) -> Across:
    """A counter in one line: its name, minus, its number, plus."""
    number = Words(value, "title", align="center", size_hint_x=None, width=text_px(44))
    return Across(
        Words(name, "body"),
        IconButton("minus-thick", less, names[0], "text", "raised"),
        number,
        IconButton("plus-thick", more, names[1], "text", "raised"),
        gap=6,
        pad=(14, 2, 10, 2),
    )


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
