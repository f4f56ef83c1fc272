"""A value that is counted on the row of its unit: a figure to tap, which opens its plus and minus
in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.present.lines import ValueLine
from screens.widgets.layouts import Across, Column
from screens.widgets.markers import Token
from screens.widgets.press import Do, IconButton, Press
from screens.widgets.theme import MARKERS, Touch
from screens.widgets.words import Words


@dataclass(frozen=True, slots=True)
class Counter:
    """What is counted, and whether its plus and minus are open."""

    key: str
    name: str
    mark: str
    by: Callable[[int], object]
    turn: Do
    is_open: bool = False

    def target(self, words: Widget) -> Press:
        """The figure; a tap on it opens the keys, or closes them."""
        key = Press(self.turn, None, self.name, size_hint=(None, None), pos_hint={"center_y": 0.5})
        key.add_widget(words)
        key.bind(
            minimum_width=lambda w, v: setattr(w, "width", max(dp(Touch.min), v)),
            minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)),
        )
        return key

    def figure(self, value: ValueLine, wide: float) -> Press:
        """Marker and number, a target of its own."""
        number = Words(value.now, "number", "text" if value.now != "0" else "text3", hug=True)
        token = Token(self.mark, 18) if value.now != "0" and self.mark in MARKERS else None
        line = Across(Widget(), token, number, Widget(), gap=3)
        below = Words(value.printed, "cite", "text3", align="center") if value.printed else None
        wide = max(wide, dp(Touch.min))
        return self.target(Column(line, below, pos_hint={"center_y": 0.5}, size_hint_x=None, width=wide))

    def keys(self, figure: Widget) -> Widget:
        """Minus, the figure, plus; the plus stands where the figure stood, under the finger."""
        less, more = (
            IconButton(f"{sign}-thick", partial(self.by, step), f"{self.name} {word}", "text", "high")
            for sign, step, word in (("minus", -1, "-1"), ("plus", 1, "+1"))
        )
        box = Across(less, figure, more, gap=0, pos_hint={"center_y": 0.5})
        box.size_hint_x = None
        box.bind(minimum_width=box.setter("width"))
        return box
