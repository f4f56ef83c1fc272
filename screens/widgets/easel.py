"""Where pictures of parts are drawn: all on one frame, one after the other, before the window is.

Kivy would give each picture a frame and a program of its own, which takes four times its memory and
a millisecond to make, and would leave off drawing the window for each, which costs a phone most.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any, Protocol
from weakref import ReferenceType, ref

from kivy.core.window import Window
from kivy.graphics import Canvas, Fbo, InstructionGroup, Rectangle
from kivy.graphics.opengl import (
    GL_BLEND,
    GL_COLOR_ATTACHMENT0,
    GL_FRAMEBUFFER,
    glDisable,
    glEnable,
    glFramebufferTexture2D,
)
from kivy.graphics.texture import Texture
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget


class Drawing(Protocol):
    """Something with a part that is drawn into a picture, on a ground."""

    part: Widget
    ground: list[float]
    parent: Widget | None


LEAST = 1024
"""Pixels of the frame; it grows with what is drawn on it. It has no picture of its own, so its size
is only how far one may draw."""
_FRAME: list[Fbo] = []
_UP: dict[int, tuple[ReferenceType[Drawing], Texture]] = {}
"""What has a picture, each with it; widgets themselves would be slow keys."""
_BLANK: set[int] = set()
"""Those on whose picture nothing is drawn yet."""


def new_paper(size: tuple[int, int]) -> Texture:
    """Shown as it is drawn, point for point."""
    paper = Texture.create(size=size, colorfmt="rgba")
    paper.mag_filter = paper.min_filter = "nearest"
    paper.bind()  # it is made now
    return paper


def follow(canvas: Canvas, tells: InstructionGroup) -> None:
    """Whatever changes on a canvas makes the window draw, though the canvas is no part of it."""
    tells.add(canvas)
    tells.children.clear()


def put_up(drawing: Drawing, paper: Texture) -> None:
    """It is drawn before the next frame, and before any in which it has changed."""
    key = id(drawing)
    _UP[key] = (ref(drawing, lambda _: _forget(key)), paper)
    _BLANK.add(key)


def take_down(drawing: Drawing) -> None:
    _forget(id(drawing))


def _forget(key: int) -> None:
    _UP.pop(key, None)
    _BLANK.discard(key)


def draw_pictures(*_: object) -> None:
    """Of everything in the window that has changed, what lies within others first."""
    changed: list[tuple[int, int, Drawing, Texture]] = []
    for key, (drawing, paper) in list(_UP.items()):
        each = drawing()
        if each is not None and (key in _BLANK or each.part.canvas.needs_redraw):
            way = list(_above(each))
            if way[-1].parent is Window and not (key in _BLANK and _is_cut_off(each, way)):
                changed.append((len(way), key, each, paper))
    for _depth, key, each, paper in sorted(changed, key=lambda found: -found[0]):
        _draw(each, paper)
        _BLANK.discard(key)


def _above(widget: Any) -> Iterator[Any]:
    """Itself and everything it lies in."""
    while widget is not None and widget is not Window:
        yield widget
        widget = widget.parent


def _is_cut_off(drawing: Any, way: list[Any]) -> bool:
    """Whether nothing of it can be seen now, because what it lies in is rolled elsewhere."""
    low, high = _edges(drawing)
    views = (_edges(each) for each in way if isinstance(each, ScrollView))
    return any(high <= bottom or low >= top for bottom, top in views)


def _edges(widget: Widget) -> tuple[float, float]:
    """Its lower and upper edge in the window, also where it is turned."""
    ends = (widget.to_window(*widget.pos)[1], widget.to_window(widget.right, widget.top)[1])
    return min(ends), max(ends)


def in_window(widget: Widget) -> bool:
    return any(each.parent is Window for each in _above(widget))


def cover(drawing: Any) -> None:
    """What is drawn next hides what lies below, unless it fades in: then nothing has to be mixed,
    and a phone need not draw what is hidden."""
    while drawing is not None and drawing is not Window:
        if drawing.opacity != 1:
            return
        drawing = drawing.parent
    glDisable(GL_BLEND)


def mix(*_: object) -> None:
    """What is drawn next is laid over what is there."""
    glEnable(GL_BLEND)


def _draw(drawing: Drawing, paper: Texture) -> None:
    frame = _frame(paper.size)
    frame.bind()
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, paper.target, paper.id, 0)
    frame.clear_color = drawing.ground
    frame.clear_buffer()
    frame.release()
    frame.children[:] = [drawing.part.canvas]
    frame.ask_update()
    frame.draw()
    frame.children.clear()


def _frame(size: tuple[int, int]) -> Fbo:
    """Large enough for this."""
    high = max(size)
    if not _FRAME or _FRAME[0].size[0] < high:
        side = ceil(high / LEAST) * LEAST
        _FRAME[:] = [Fbo(size=(side, side), texture=new_paper((1, 1)))]
        _FRAME[0].add_reload_observer(_draw_all_again)
    return _FRAME[0]


def _draw_all_again(_frame: Fbo) -> None:
    """The phone has lost every picture."""
    _BLANK.update(_UP)


def _sharpen() -> None:
    """What is filled with one colour shows a white picture: there is nothing to smooth in it."""
    white = Rectangle().texture
    white.mag_filter = white.min_filter = "nearest"


_sharpen()
Window.bind(on_draw=draw_pictures)
