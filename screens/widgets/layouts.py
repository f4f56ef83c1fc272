"""Layouts as high as their content, what scrolls, panes of a window."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from screens.widgets.box import Box, fit, put
from screens.widgets.clip import clip
from screens.widgets.drawing import rgba
from screens.widgets.ground import paint
from screens.widgets.layer import Layer
from screens.widgets.running import Pad, c, dps, page_width, stacked
from screens.widgets.theme import Size
from screens.widgets.tree import everything


class Column(Box):
    """A vertical stack as high as its content."""

    def __init__(self, *children: Widget | None, gap: float = 0, pad: Pad = 0, **kw: Any) -> None:
        super().__init__("vertical", dp(gap), dps(pad), 0, **kw)
        fill(self, children)


class Across(Box):
    """A horizontal line as high as its tallest child, at least `least` dp; children are centred."""

    def __init__(self, *children: Widget | None, gap: float = 0, pad: Pad = 0, least: float = 0, **kw: Any) -> None:
        super().__init__("horizontal", dp(gap), dps(pad), dp(least), **kw)
        fill(self, children)

    def add_widget(self, child: Widget, *args: Any, **kw: Any) -> None:
        if child.size_hint_y is None and not child.pos_hint:
            child.pos_hint = {"center_y": 0.5}
        super().add_widget(child, *args, **kw)


class Flow(Box):
    """Chips and pills from left to right, wrapping."""

    def __init__(self, *children: Widget | None, gap: float = 6, **kw: Any) -> None:
        super().__init__(spacing=dp(gap), least=0, **kw)
        fill(self, children)

    def _fit_row(self) -> tuple[float, float]:
        for child in self.children:
            if share := child.size_hint_x:
                child.width = share * self.width
            fit(child)
        return 0.0, sum(high + self.spacing for high, _ in self._lines())

    def _lines(self) -> list[tuple[float, list[Widget]]]:
        """How high each line is, and who stands there."""
        lines: list[tuple[float, list[Widget]]] = []
        right = 0.0
        for child in reversed(self.children):
            right += self.spacing + child.width
            if not lines or right > self.width + 1e-6:
                lines.append((0.0, []))
                right = child.width
            high, line = lines[-1]
            lines[-1] = (max(high, child.height), [*line, child])
        return lines

    def _place_row(self) -> None:
        top = self.top
        for high, line in self._lines():
            x = self.x
            for child in line:
                put(child, x, top - child.height)
                x += child.width + self.spacing
            top -= high + self.spacing


class Grid(Box):
    """Keys in columns of equal width, each line as high as its highest key."""

    def __init__(self, columns: int, *children: Widget | None, gap: float = 6) -> None:
        self.columns = columns
        super().__init__(spacing=dp(gap), least=0)
        fill(self, children)

    def _fit_row(self) -> tuple[float, float]:
        wide = max(0.0, (self.width - self.spacing * (self.columns - 1)) / self.columns)
        for child in self.children:
            child.width = wide
            fit(child)
        lines = self._lines()
        return 0.0, sum(map(_highest, lines)) + self.spacing * max(0, len(lines) - 1)

    def _lines(self) -> list[list[Widget]]:
        children = self.children[::-1]
        return [children[n : n + self.columns] for n in range(0, len(children), self.columns)]

    def _place_row(self) -> None:
        """From above downwards; in a line all stand at its foot."""
        top = self.top
        for line in self._lines():
            top -= _highest(line)
            x = self.x
            for child in line:
                put(child, x, top)
                x += child.width + self.spacing
            top -= self.spacing


def _highest(line: list[Widget]) -> float:
    return max(float(child.height) for child in line)


class Equal(Box):
    """Equal columns, all as high as the highest; one under the other where the text is large."""

    def __init__(self, *children: Widget, gap: float = 8, least: float = 0) -> None:
        super().__init__("vertical" if stacked() else "horizontal", dp(gap), size_hint_y=None, height=dp(least))
        self.least = dp(least)
        for child in children:
            child.size_hint_y = None if stacked() else 1
            child.bind(minimum_height=self._fit)
            self.add_widget(child)
        self._fit()

    def _fit(self, *_: object) -> None:
        heights = [max(self.least, child.minimum_height) for child in self.children]
        if self.is_row:
            self.height = max(heights, default=0)
            return
        for child, height in zip(self.children, heights, strict=True):
            child.height = height
        self.height = sum(heights) + self.spacing * max(0, len(heights) - 1)


class Spring(DampedScrollEffect):
    """A list that runs on and springs back, in steps of a frame: over the seconds of a pause it
    would fly out of sight."""

    LONGEST = 1 / 20

    def update_velocity(self, dt: float) -> None:
        super().update_velocity(min(dt, self.LONGEST))


class Rolls(ScrollView):
    """What scrolls up and down; its bar goes when nothing moves any more.

    Kivy would fade the bar for half a second after every change of size, and draw the whole window
    thirty times for it.
    """

    def __init__(self, **kw: Any) -> None:
        edge = c("edge")
        super().__init__(
            do_scroll_x=False,
            bar_width=dp(3),
            bar_color=rgba(edge, 0.7),
            bar_inactive_color=rgba(edge, 0),
            effect_cls=Spring,
            **kw,
        )
        clip(self)

    def on_touch_down(self, touch: Any) -> bool:
        """A finger on a handle draws that and rolls nothing."""
        at = self.parent.to_window(*touch.pos) if self.parent else touch.pos
        if not any(getattr(each, "drags", False) and each.collide_point(*each.to_widget(*at)) for each in self.walk()):
            return bool(super().on_touch_down(touch))
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(super(ScrollView, self).on_touch_down(touch))
        touch.pop()
        return taken

    def _bind_inactive_bar_color(self, *_: object) -> None:
        self._bar_color = self.bar_inactive_color


class Scroll(Rolls):
    """One scrolling column."""

    def __init__(self, content: Widget, **kw: Any) -> None:
        super().__init__(**kw)
        self.add_widget(content)


def fill(into: Widget, children: Iterable[Widget | None]) -> None:
    for child in children:
        if child is not None:
            into.add_widget(child)


def space(height: float = 0, width: float | None = None) -> Widget:
    return Widget(size_hint=(None if width is not None else 1, None), height=dp(height), width=dp(width or 0))


def pane(*children: Widget, ground: str | None = None, **kw: Any) -> BoxLayout:
    """A vertical part of the window; what has a height of its own keeps it and is drawn once, the
    rest is shared."""
    box = BoxLayout(orientation="vertical", **kw)
    fill(box, (child if child.size_hint_y or _scrolls(child) else Layer(child, ground or "bg") for child in children))
    return paint(box, ground) if ground else box


def _scrolls(part: Widget) -> bool:
    """Whether something in it is clipped, which a picture of its own cannot be."""
    return any(isinstance(each, ScrollView) for each in everything(part))


def centred(content: Widget, widest: float = Size.widest) -> Widget:
    """A single column on a wide window: as wide as one can read, in the middle."""
    if page_width() <= dp(widest):
        return content
    box = BoxLayout(size_hint_y=content.size_hint_y)
    content.size_hint_x, content.width = None, dp(widest)
    fill(box, (Widget(), content, Widget()))
    if content.size_hint_y is None:
        content.bind(height=box.setter("height"))
        box.height = content.height
    return box
