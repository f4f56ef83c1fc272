"""A row or a stack of widgets that lays itself out in two passes: widths from the outside inwards
and heights from the inside outwards, then every place once.

Kivy's own box hears of eleven properties of itself and its children, and is laid out anew for each;
a page of two hundred widgets spends most of its time there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from screens.widgets.layer import Layer
from screens.widgets.tree import UNRULED

Sides = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def _sides(pad: float | Sequence[float]) -> Sides:
    if isinstance(pad, (int, float)):
        return (pad, pad, pad, pad)
    left, top, right, bottom = pad
    return (left, top, right, bottom)


class Box(Layout):
    """Children side by side, or one below the other. What has no share of the room (`size_hint`)
    keeps its size; with `least` the box is as high as what it holds, and at least so high."""

    minimum_width = NumericProperty(0)
    minimum_height = NumericProperty(0)

    def __init__(
        self,
        orientation: str = "horizontal",
        spacing: float = 0,
        padding: float | Sequence[float] = 0,
        least: float | None = None,
        **kw: Any,
    ) -> None:
        self.is_row, self.spacing, self._padding = orientation == "horizontal", spacing, _sides(padding)
        self._is_outdated, self._tall = True, least
        if least is not None:
            kw = {"size_hint_y": None, "height": least, **kw}
        super().__init__(**UNRULED, **kw)
        self._trigger_layout()
        self.fbind("width", self._outdate)
        self.fbind("height", self._trigger_layout)
        self.fbind("pos", self._trigger_layout)

    @property
    def padding(self) -> Sides:
        return self._padding

    @padding.setter
    def padding(self, pad: float | Sequence[float]) -> None:
        if (sides := _sides(pad)) != self._padding:
            self._padding = sides
            self._outdate()

    def add_widget(self, child: Widget, *args: Any, **kw: Any) -> None:
        child.fbind("size", self._outdate)
        super(Layout, self).add_widget(child, *args, **kw)
        self._outdate()

    def remove_widget(self, child: Widget, *args: Any, **kw: Any) -> None:
        child.funbind("size", self._outdate)
        super(Layout, self).remove_widget(child, *args, **kw)
        self._outdate()

    def _outdate(self, *_: object) -> None:
        self._is_outdated = True
        self._trigger_layout()

    def do_layout(self, *_: object) -> None:
        self.fit()
        self.place()

    # Sizes

    def fit(self) -> None:
        """Widths from the outside, heights from the inside; once more where what it holds has
        changed its own width or its rims."""
        for _ in range(3):
            if not self._is_outdated:
                return
            width = self.width
            wide, high = self._fit_row() if self.is_row else self._fit_stack()
            self._is_outdated = self.width != width
            self.minimum_width, self.minimum_height = wide, high
            if self._tall is not None:
                self.height = max(self._tall, high)

    def _fit_row(self) -> tuple[float, float]:
        """The room that is left goes to those who share it."""
        left, top, right, bottom = self._padding
        children = self.children
        needs, shares, high = left + right + self.spacing * max(0, len(children) - 1), 0.0, 0.0
        for child in children:
            if (share := child.size_hint_x) is None:
                fit(child)
                needs += child.width
            else:
                shares += share
        room = max(0.0, self.width - needs)
        for child in children:
            if share := child.size_hint_x:
                child.width = room * share / shares
                fit(child)
            if child.size_hint_y is None and child.height > high:
                high = child.height
        return needs, high + top + bottom

    def _fit_stack(self) -> tuple[float, float]:
        left, top, right, bottom = self._padding
        children = self.children
        room, wide = max(0.0, self.width - left - right), 0.0
        high = top + bottom + self.spacing * max(0, len(children) - 1)
        for child in children:
            if share := child.size_hint_x:
                child.width = room * share
            fit(child)
            if child.size_hint_x is None and child.width > wide:
                wide = child.width
            if child.size_hint_y is None:
                high += child.height
        return wide + left + right, high

    # Places

    def place(self) -> None:
        """Every child where it belongs, and what lies in it."""
        if self.children:
            (self._place_row if self.is_row else self._place_stack)()
        self._trigger_layout.cancel()

    def _place_row(self) -> None:
        left, top, _, bottom = self._padding
        x, low, room = self.x + left, self.y + bottom, self.height - top - bottom
        for child in reversed(self.children):
            if share := child.size_hint_y:
                child.height = max(0, share * room)
            put(child, x, low + (_up(child, room) if child.pos_hint else 0.0))
            x += child.width + self.spacing

    def _place_stack(self) -> None:
        """From below upwards; those who share the height get what is left of it."""
        left, _, right, bottom = self._padding
        x, y, room = self.x + left, self.y + bottom, self.width - left - right
        shares = sum(child.size_hint_y or 0 for child in self.children)
        left_over = max(0.0, self.height - self.minimum_height) if shares else 0.0
        for child in self.children:
            if share := child.size_hint_y:
                child.height = left_over * share / shares
            put(child, x + (_aside(child, room) if child.pos_hint else 0.0), y)
            y += child.height + self.spacing


def fit(child: Widget) -> None:
    """What a child waits to lay out gives it its size now."""
    if isinstance(child, (Box, Layer)):
        child.fit()
    elif isinstance(child, Layout) and child._trigger_layout.is_triggered:
        child._trigger_layout.cancel()
        child.do_layout()


def put(child: Widget, x: float, y: float) -> None:
    """There, with all that lies in it."""
    if child.x != x or child.y != y:
        child.pos = (x, y)
    if isinstance(child, Layout) and child._trigger_layout.is_triggered:
        child._trigger_layout.cancel()
        child.do_layout()


def _aside(child: Widget, room: float) -> float:
    """How far to the right a child of a stack wishes to stand."""
    hint = child.pos_hint
    if "center_x" in hint:
        return float(hint["center_x"] * room - child.width / 2)
    return float(hint["right"] * room - child.width if "right" in hint else hint.get("x", 0) * room)


def _up(child: Widget, room: float) -> float:
    """How far up a child of a row wishes to stand."""
    hint = child.pos_hint
    if "center_y" in hint:
        return float(hint["center_y"] * room - child.height / 2)
    return float(hint["top"] * room - child.height if "top" in hint else hint.get("y", 0) * room)
