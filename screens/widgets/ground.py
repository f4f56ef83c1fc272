"""What all widgets stand on: the running theme, layouts as high as their content, grounds and
outlines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from math import hypot
from typing import Any, TypeVar

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.graphics import (
    BorderImage,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    Line,
    Rectangle,
    RoundedRectangle,
    SmoothLine,
)
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.stacklayout import StackLayout
from kivy.uix.widget import Widget

from screens.widgets.drawing import rgba
from screens.widgets.release import let_go_soon
from screens.widgets.theme import DARK, Motion, Palette, Size, Space, grown

Pad = tuple[float, ...] | float
Painted = TypeVar("Painted", bound=Widget)


PICTURES: dict[Hashable, Texture] = {}
"""Pictures drawn once: lists show the same few again and again."""


class Running:
    """The theme in force: palette, text size, motion; whether the window is shared by two readers;
    whether somebody types.

    While somebody types, what holds the place he types into is not drawn anew: it would be gone.
    """

    palette: Palette = DARK
    scale: float = 1.0
    still: bool = False
    halved: bool = False
    typing: bool = False


def motion(kind: str) -> float:
    """Seconds of a movement; none when motion is reduced."""
    return 0.0 if Running.still else getattr(Motion, kind)


def c(token: str) -> str:
    """A colour by its token, or a colour as it is."""
    return getattr(Running.palette, token, token)


def text_px(size: float) -> float:
    """Pixels of a text size at the running text-size setting."""
    return float(dp(grown(size, Running.scale)))


def part(size: float) -> float:
    """Pixels of an icon or marker beside text: grows half as fast as the text."""
    return float(dp(size * (1 + (Running.scale - 1) / 2)))


def stacked() -> bool:
    return Running.scale >= Size.stack_from


def huge() -> bool:
    return Running.scale >= Size.huge_from


def compact() -> bool:
    return bool(Window.width < dp(Size.compact_below))


def short() -> bool:
    return bool(Window.height / (2 if Running.halved else 1) < dp(Size.short_below))


def wide() -> bool:
    """Room for two panes."""
    return bool(Window.width >= dp(Size.two_pane_from))


def margin() -> float:
    return Space.margin_compact if compact() else Space.margin


def dps(pad: Pad) -> list[float]:
    return [dp(x) for x in pad] if isinstance(pad, tuple) else [dp(pad)] * 4


class Column(BoxLayout):
    """A vertical stack as high as its content."""

    def __init__(self, *children: Widget | None, gap: float = 0, pad: Pad = 0, **kw: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(gap), padding=dps(pad), size_hint_y=None, height=0, **kw)
        self.bind(minimum_height=self.setter("height"))
        fill(self, children)


class Across(BoxLayout):
    """A horizontal line as high as its tallest child, at least `least` dp; children are centred."""

    def __init__(self, *children: Widget | None, gap: float = 0, pad: Pad = 0, least: float = 0, **kw: Any) -> None:
        super().__init__(spacing=dp(gap), padding=dps(pad), size_hint_y=None, **kw)
        self.least = dp(least)
        self.bind(minimum_height=self._fit)
        self._fit(self, 0)
        fill(self, children)

    def add_widget(self, child: Widget, *args: Any, **kw: Any) -> None:
        if child.size_hint_y is None and not child.pos_hint:
            child.pos_hint = {"center_y": 0.5}
        super().add_widget(child, *args, **kw)

    def _fit(self, _w: Widget, value: float) -> None:
        self.height = max(self.least, value)


class Flow(StackLayout):
    """Chips and pills, wrapping."""

    def __init__(self, *children: Widget | None, gap: float = 6, **kw: Any) -> None:
        super().__init__(spacing=dp(gap), size_hint_y=None, height=0, **kw)
        self.bind(minimum_height=self.setter("height"))
        fill(self, children)


class Equal(BoxLayout):
    """Equal columns, all as high as the highest; one under the other where the text is large."""

    def __init__(self, *children: Widget, gap: float = 8, least: float = 0) -> None:
        super().__init__(
            spacing=dp(gap), size_hint_y=None, height=dp(least), orientation="vertical" if stacked() else "horizontal"
        )
        self.least = dp(least)
        for child in children:
            child.size_hint_y = None if stacked() else 1
            child.bind(minimum_height=self._fit)
            self.add_widget(child)
        self._fit()

    def _fit(self, *_: object) -> None:
        heights = [max(self.least, child.minimum_height) for child in self.children]
        if self.orientation == "horizontal":
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
    """A vertical part of the window; what has a height of its own keeps it, the rest is shared."""
    box = BoxLayout(orientation="vertical", **kw)
    fill(box, children)
    return paint(box, ground) if ground else box


def centred(content: Widget, widest: float = Size.widest) -> Widget:
    """A single column on a wide window: as wide as one can read, in the middle."""
    if Window.width <= dp(widest):
        return content
    box = BoxLayout(size_hint_y=content.size_hint_y)
    content.size_hint_x, content.width = None, dp(widest)
    fill(box, (Widget(), content, Widget()))
    if content.size_hint_y is None:
        content.bind(height=box.setter("height"))
        box.height = content.height
    return box


def paint(
    w: Painted, ground: str | None, radius: float | list[float] = 0, edge: str | None = None, edge_width: float = 1
) -> Painted:
    """A ground and an outline behind any widget."""
    if _needs_edge(ground, radius, edge):
        edge = "line"
    corners = [dp(r) for r in radius] if isinstance(radius, list) else [dp(radius)]
    with w.canvas.before:
        if ground:
            Color(rgba=rgba(c(ground)))
            box = _box(corners)
            box.pos, box.size = w.pos, w.size
            w.bind(pos=lambda _w, v: setattr(box, "pos", v), size=lambda _w, v: setattr(box, "size", v))
        if edge:
            Color(rgba=rgba(c(edge)))
            ring = SmoothLine(width=dp(edge_width) * 0.55)
            when_moved(w, lambda: _lay(ring, w, corners[0]))
    return w


def _box(corners: list[float]) -> Any:
    """Nine pieces of one small picture where all corners are alike: far cheaper to fill than a
    fan of triangles."""
    if not any(corners):
        return Rectangle()
    if len(corners) > 1:
        return RoundedRectangle(radius=corners)
    r = round(corners[0])
    return BorderImage(texture=_rounded(r), border=(r, r, r, r))


def _rounded(r: int) -> Texture:
    """A white square with round corners, smooth at the rim."""
    key = ("rounded", r)
    if key not in PICTURES:
        side = 2 * r + 2
        points = bytearray()
        for y in range(side):
            for x in range(side):
                dx, dy = (max(0.0, abs(each + 0.5 - side / 2) - 1) for each in (x, y))
                points += bytes((255, 255, 255, round(255 * min(1.0, max(0.0, r + 0.5 - hypot(dx, dy))))))
        texture = Texture.create(size=(side, side), colorfmt="rgba")
        texture.blit_buffer(bytes(points), colorfmt="rgba", bufferfmt="ubyte")
        PICTURES[key] = texture
    return PICTURES[key]


def _needs_edge(ground: str | None, radius: float | list[float], edge: str | None) -> bool:
    """Levels of black cannot be told apart: in high contrast every surface has its outline."""
    levels = ("surface", "raised", "high")
    return (
        Running.palette.name == "high contrast"
        and ground in levels
        and bool(radius)
        and not edge
        and not isinstance(radius, list)
    )


def _lay(ring: SmoothLine, w: Widget, corner: float) -> None:
    half = dp(0.5)
    ring.rounded_rectangle = (
        w.x + half,
        w.y + half,
        max(1, w.width - 2 * half),
        max(1, w.height - 2 * half),
        corner or 1,
    )


def top_line(w: Widget) -> None:
    """A hairline along the upper rim."""
    with w.canvas.after:
        Color(rgba=rgba(c("line")))
        line = Line(width=1)
    when_moved(w, lambda: setattr(line, "points", [w.x, w.top, w.right, w.top]))


def left_line(w: Widget) -> None:
    """The rule between two panes."""
    with w.canvas.after:
        Color(rgba=rgba(c("line")))
        line = Line(width=1)
    when_moved(w, lambda: setattr(line, "points", [w.x, w.y, w.x, w.top]))


def when_moved(w: Widget, redraw: Callable[[], None]) -> None:
    """Call `redraw` once per frame in which the widget moved or grew: never stale, never twice."""
    trigger = Clock.create_trigger(lambda _dt: redraw(), -1)
    w.bind(pos=lambda *_: trigger(), size=lambda *_: trigger())
    trigger()


class Drawn(Widget):
    """A fixed-size widget whose picture is drawn by `sketch`."""

    def __init__(self, w: float, h: float, sketch: Callable[[Widget], None], **kw: Any) -> None:
        super().__init__(size_hint=(None, None), size=(dp(w), dp(h)), pos_hint={"center_y": 0.5}, **kw)
        self.sketch = sketch
        when_moved(self, self.redraw)

    def redraw(self) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            self.sketch(self)

    def release(self) -> None:
        self.sketch = _nothing


def _nothing(_part: object) -> None:
    """What a widget draws or builds that is let go."""


class Picture(Widget):
    """A drawing on an opaque ground, made once for each key and then shown as one texture."""

    def __init__(self, key: Hashable, side: float, ground: str, sketch: Callable[[Widget], None]) -> None:
        super().__init__(size_hint=(None, None), size=(dp(side), dp(side)), pos_hint={"center_y": 0.5})
        with self.canvas:
            Color(1, 1, 1, 1)
            texture = pictured((Running.palette.name, side, ground, key), dp(side), c(ground), sketch)
            sheet = Rectangle(texture=texture, size=self.size)
        self.bind(pos=lambda _w, v: setattr(sheet, "pos", v))


def pictured(key: Hashable, side: float, ground: str, sketch: Callable[[Widget], None]) -> Texture:
    if key not in PICTURES:
        paper = Fbo(size=(round(side), round(side)))
        with paper:
            ClearColor(*rgba(ground))
            ClearBuffers()
            sketch(Widget(size=paper.size))
        paper.draw()
        PICTURES[key] = paper.texture
    return PICTURES[key]


def typed_into(root: Widget) -> bool:
    """Whether the place somebody types into is in here."""
    return any(getattr(widget, "focus", False) for widget in root.walk(restrict=True))


def becomes(widget: Widget, value: object) -> bool:
    """Whether a part that can has taken on what it shows now by itself."""
    take_on = getattr(widget, "becomes", None)
    return take_on is not None and bool(take_on(value))


class Live(Column):
    """A part of a screen that is built again only when what it shows has changed."""

    def __init__(self, build: Callable[[Any], Widget | None], shown: Any = None, **kw: Any) -> None:
        super().__init__(**kw)
        self.build = build
        self.shown: Any = None
        self.show(shown)

    def release(self) -> None:
        self.build, self.shown = _nothing, None

    def show(self, shown: Any) -> None:
        if (Running.typing and typed_into(self)) or (shown == self.shown and (self.children or shown is None)):
            return
        self.shown = shown
        if self.children and shown is not None and becomes(self.children[0], shown):
            return
        for child in self.children[:]:
            self.remove_widget(child)
            let_go_soon(child)
        if shown is not None:
            fill(self, (self.build(shown),))
