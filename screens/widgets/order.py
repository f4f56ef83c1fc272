"""What changes the order of a list: a handle that is drawn up and down, keys for one place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.widgets.drawing import rgba
from screens.widgets.ground import Drawn
from screens.widgets.press import Do, Press
from screens.widgets.running import c
from screens.widgets.theme import Touch

Moved = Callable[[int, int], object]
"""Told by how many places it was drawn before, and by how many it is drawn now, down is more."""


class Handle(Drawn):
    """Follows a finger from place to place; the page does not roll meanwhile."""

    drags = True

    def __init__(self, moved: Moved, name: str) -> None:
        super().__init__(Touch.min, Touch.min, _bars)
        self.moved, self.name, self.begin, self.by = moved, name, 0.0, 0

    def release(self) -> None:
        super().release()
        self.moved = _nowhere

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.begin, self.by = touch.y, 0
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        before, self.by = self.by, round((self.begin - touch.y) / self.height)
        if self.by != before:
            self.moved(before, self.by)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
        return False


class ArrowKey(Press):
    """One place up or down."""

    def __init__(self, by: int, do: Do, name: str) -> None:
        side = dp(Touch.min)
        super().__init__(do, name=name, size_hint=(None, None), size=(side, side), pos_hint={"center_y": 0.5})
        self.add_widget(Drawn(Touch.min, Touch.min, partial(_arrow, by)))


def _nowhere(_before: int, _now: int) -> None:
    """What a handle does that is let go."""


def _bars(w: Widget) -> None:
    Color(rgba=rgba(c("text2")))
    for n in (-1, 0, 1):
        y = w.center_y + n * dp(6)
        SmoothLine(points=[w.center_x - dp(9), y, w.center_x + dp(9), y], width=dp(1.1))


def _arrow(by: int, w: Widget) -> None:
    Color(rgba=rgba(c("text")))
    x, y, s = w.center_x, w.center_y - by * dp(4), dp(8)
    SmoothLine(points=[x - s, y, x, y - by * s, x + s, y], width=dp(1.4))
