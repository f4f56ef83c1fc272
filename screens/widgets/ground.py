"""What lies behind and between widgets: grounds, outlines, hairlines, drawings made once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import ceil, hypot
from typing import Any, TypeVar

from kivy.clock import Clock
from kivy.graphics import BorderImage, ClearBuffers, ClearColor, Color, Fbo, Line, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.widgets.drawing import rgba
from screens.widgets.running import Running, c
from screens.widgets.tree import UNRULED

PAPER: list[Fbo] = []
Painted = TypeVar("Painted", bound=Widget)
Point = tuple[float, float]
"""A place, or how wide and high something is."""
PICTURES: dict[Hashable, Texture] = {}
"""Pictures drawn once: lists show the same few again and again."""
RIM = 2
"""Pixels by which a soft line reaches beyond its box."""


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
            box = box_of(corners)
            box.pos, box.size = w.pos, w.size
            w.bind(pos=lambda _w, v: setattr(box, "pos", v), size=lambda _w, v: setattr(box, "size", v))
        if edge:
            Color(rgba=rgba(c(edge)))
            ring = ring_of(corners[0], dp(edge_width) * 0.55)
            _lay(ring, w.pos, w.size)
            w.bind(pos=lambda w, at: _lay(ring, at, w.size), size=lambda w, size: _lay(ring, w.pos, size))
    return w


def box_of(corners: list[float]) -> Any:
    """Nine pieces of one small picture: far cheaper to fill than a fan of triangles."""
    if not any(corners):
        return Rectangle()
    r = round(max(corners))
    return BorderImage(texture=_rounded(r, tuple(map(bool, corners * (4 // len(corners))))), border=(r, r, r, r))


def _rounded(r: int, which: tuple[bool, ...]) -> Texture:
    """A white square with round corners, smooth at the rim: those of the four that are, from the
    upper left one clockwise."""
    key = ("rounded", r, which)
    if key not in PICTURES:
        side = 2 * r + 2
        points = bytearray()
        for y in range(side):
            left, right = which[:2] if 2 * y >= side else which[:1:-1]
            for x in range(side):
                dx, dy = (max(0.0, abs(each + 0.5 - side / 2) - 1) for each in (x, y))
                inside = min(1.0, max(0.0, r + 0.5 - hypot(dx, dy))) if (left, right)[2 * x >= side] else 1.0
                points += bytes((255, 255, 255, round(255 * inside)))
        texture = PICTURES[key] = _texture_of(side, bytes(points))
        texture.mag_filter = texture.min_filter = "nearest"  # corners are shown as they are
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


def ring_of(corner: float, width: float, inset: float = 0.5) -> BorderImage:
    """An outline, in nine pieces of one small picture: a line is laid out anew for every size, and
    takes three times as long to draw."""
    side = RIM + ceil(corner + dp(inset))
    whole, away = 2 * side + 2, RIM + dp(inset)
    box = (away, away, whole - 2 * away, whole - 2 * away, corner or 1)
    texture = _stencil(("ring", corner, width, inset), whole, lambda _: SmoothLine(rounded_rectangle=box, width=width))
    return BorderImage(texture=texture, border=(side,) * 4)


def _lay(ring: BorderImage, pos: Point, size: Point) -> None:
    """The line is soft, so that it reaches a little beyond what it runs around."""
    ring.pos, ring.size = (pos[0] - RIM, pos[1] - RIM), (size[0] + 2 * RIM, size[1] + 2 * RIM)


def draw_box(pos: Point, size: Point, corner: float) -> None:
    """A box with round corners, in the colour that was named last."""
    box = box_of([corner])
    box.pos, box.size = pos, size


def draw_ring(pos: Point, size: Point, corner: float, width: float) -> None:
    """A line around a box."""
    _lay(ring_of(corner, width, 0), pos, size)


def stamp(key: Hashable, center: Point, side: float, sketch: Callable[[Widget], object]) -> None:
    """A drawing in one colour, made once for each key, in the colour that was named last."""
    wide = 2 * ceil(side / 2)
    at = (round(center[0] - wide / 2), round(center[1] - wide / 2))
    Rectangle(texture=_stencil(("stamp", key, wide), wide, sketch), pos=at, size=(wide, wide))


def _stencil(key: Hashable, side: int, sketch: Callable[[Widget], object]) -> Texture:
    """White where something is drawn, and nothing elsewhere."""
    if key not in PICTURES:
        drawn = _sketched(side, "#000000", lambda paper: (Color(1, 1, 1, 1), sketch(paper)))
        points = bytearray(b"\xff") * len(drawn)
        points[3::4] = drawn[::4]
        PICTURES[key] = _texture_of(side, bytes(points))
        PICTURES[key].mag_filter = PICTURES[key].min_filter = "nearest"
    return PICTURES[key]


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
        super().__init__(size_hint=(None, None), size=(dp(w), dp(h)), pos_hint={"center_y": 0.5}, **UNRULED, **kw)
        self.sketch = sketch
        when_moved(self, self.redraw)

    def redraw(self) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            self.sketch(self)

    def release(self) -> None:
        self.sketch = draw_nothing


def draw_nothing(_part: object) -> None:
    """What a widget draws or builds that is let go."""


class Picture(Widget):
    """A drawing on an opaque ground, made once for each key and then shown as one texture."""

    def __init__(self, key: Hashable, side: float, ground: str, sketch: Callable[[Widget], None]) -> None:
        super().__init__(size_hint=(None, None), size=(dp(side), dp(side)), pos_hint={"center_y": 0.5})
        texture = pictured((Running.palette.name, side, ground, key), dp(side), c(ground), sketch)
        with self.canvas:
            Color(1, 1, 1, 1)
            sheet = Rectangle(texture=texture, size=self.size)
        self.bind(pos=lambda _w, v: setattr(sheet, "pos", v))


def pictured(key: Hashable, side: float, ground: str, sketch: Callable[[Widget], None]) -> Texture:
    """Drawn on the one paper there is for this, and copied: every paper has its own program."""
    if key not in PICTURES:
        PICTURES[key] = _texture_of(round(side), _sketched(round(side), ground, sketch))
    return PICTURES[key]


def _sketched(side: int, ground: str, sketch: Callable[[Widget], object]) -> bytes:
    """The points of a square drawing."""
    paper = PAPER[0] if PAPER else Fbo(size=(side, side))
    PAPER[:] = [paper]
    paper.size = (side, side)
    with paper:
        ClearColor(*rgba(ground))
        ClearBuffers()
        sketch(Widget(size=(side, side)))
    paper.draw()
    points: bytes = paper.pixels
    paper.clear()
    return points


def _texture_of(side: int, points: bytes) -> Texture:
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(points, colorfmt="rgba", bufferfmt="ubyte")
    return texture
