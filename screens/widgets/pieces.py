"""Numbers the hand changes: steppers, meters, budgets; markers to turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.widgets.drawing import rgba
from screens.widgets.ground import paint, when_moved
from screens.widgets.layouts import Across, Column, fill
from screens.widgets.markers import Token
from screens.widgets.press import Do, IconButton, Press
from screens.widgets.running import Running, c, dps, text_px
from screens.widgets.theme import MARKERS, Radius, Size, Touch, blend_of
from screens.widgets.words import ICONS, Icon, Words


def stepper(value: str, label: str, less: Do, more: Do, names: tuple[str, str]) -> Across:
    """Minus, a number that can be read across the table, plus. 60 dp keys: they are hit every
    minute."""
    return Across(
        IconButton("minus-thick", less, names[0], "text", "high", Touch.primary),
        Column(Words(value, "display", align="center"), Words(label, "row", "text", align="center") if label else None),
        IconButton("plus-thick", more, names[1], "on_accent", "accent", Touch.primary),
        gap=12,
    )


def small_stepper(value: int, step: Callable[[int], object], name: str) -> Across:
    """The same on the row of a unit: keys of a finger's size, the number between them."""
    keys = [
        IconButton(sign, partial(step, by), f"{name} {word}", "text", "raised")
        for sign, by, word in (("minus-thick", -1, "-1"), ("plus-thick", 1, "+1"))
    ]
    number = Words(str(value), "title", hug=True, pos_hint={"center_y": 0.5})
    return Across(
        keys[0], number, keys[1], gap=8, size_hint_x=None, width=dp(2 * Touch.min + 44), pos_hint={"center_y": 0.5}
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


class MarkerTile(Press):
    """A marker to turn: tap for the next state; the tile says which, in words."""

    def __init__(self, mark: str, word: str, state: str, face_up: bool, there: bool, do: Do) -> None:
        super().__init__(
            do,
            name=f"{word}: {state}",
            orientation="vertical",
            size_hint_y=None,
            padding=dps((4, 10, 4, 10)),
            spacing=dp(6),
        )
        known = mark in MARKERS
        mark = mark if known or mark in ICONS else "circle-small"
        strong = face_up and there
        paint(
            self,
            blend_of(Running.palette, mark) if strong and known else "surface",
            Radius.control,
            None if strong else "line",
        )
        token: Widget = (
            Token(mark, Size.token_large, not strong) if known else Icon(mark, 26, "accent" if strong else "text3")
        )
        token.pos_hint = {"center_x": 0.5}
        token.opacity = 1 if there else 0.55
        fill(
            self,
            (token, Column(Words(word, "row", align="center"), Words(state, "meta", "text2", align="center"), gap=1)),
        )
