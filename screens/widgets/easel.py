"""Where pictures of parts are drawn: all on one frame, one after the other, before the window is.

Kivy would give each picture a frame and a program of its own, which takes four times its memory and
a millisecond to make, and would leave off drawing the window for each, which costs a phone most.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any, Protocol
from weakref import WeakKeyDictionary

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
_UP: WeakKeyDictionary[Drawing, Texture] = WeakKeyDictionary()
"""What has a picture, each with it."""
_BLANK: set[Drawing] = set()
"""Pictures on which nothing is drawn yet."""


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
    _UP[drawing] = paper
    _BLANK.add(drawing)


def take_down(drawing: Drawing) -> None:
    _UP.pop(drawing, None)
    _BLANK.discard(drawing)


def draw_pictures(*_: object) -> None:
    """Of everything in the window that has changed, what lies within others first."""
    changed = [each for each in _UP if each in _BLANK or each.part.canvas.needs_redraw]
    depths = {each: len(way) for each in changed if (way := list(_above(each))) and way[-1].parent is Window}
    for each in sorted(depths, key=lambda each: -depths[each]):
        _draw(each, _UP[each])
        _BLANK.discard(each)


def _above(widget: Any) -> Iterator[Any]:
    """Itself and everything it lies in."""
    while widget is not None and widget is not Window:
        yield widget
        widget = widget.parent


def in_window(widget: Widget) -> bool:
    return any(each.parent is Window for each in _above(widget))


def cover(drawing: Any) -> None:
    """What is drawn next hides what lies below, unless it fades in: then nothing has to be mixed,
    and a phone need not draw what is hidden."""
    if all(each.opacity == 1 for each in _above(drawing)):
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
