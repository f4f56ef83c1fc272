"""A part of a page that is drawn once into a picture, and drawn again only when it changes.

A frame costs what it draws: a page of sixty texts, signs and outlines is a handful of pictures.
"""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Callback, Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from screens.widgets import easel
from screens.widgets.drawing import rgba
from screens.widgets.running import c
from screens.widgets.tree import UNRULED, everything

SPARE: list[Texture] = []
"""Papers that are not drawn on: they are handed on."""

STEP, MOST_SPARE = 32, 16
"""Pixels by which papers differ in height, so that few sizes are in use; spare papers that are
kept."""


def take_paper(size: tuple[int, int]) -> Texture:
    """A paper for a drawing of this size, which lies in its lower corner."""
    size = (size[0], ceil(size[1] / STEP) * STEP)
    fits = next((n for n, each in enumerate(SPARE) if tuple(each.size) == size), None)
    return easel.new_paper(size) if fits is None else SPARE.pop(fits)


def put_pictures_away(root: Widget) -> None:
    """Of what is not shown: its papers are for others."""
    for layer in _layers(root):
        layer.give_back()


def take_pictures_out(root: Widget) -> None:
    """Of what is shown again."""
    for layer in _layers(root):
        layer.draw_soon()


def _layers(root: Widget) -> list[Layer]:
    return [each for each in everything(root) if isinstance(each, Layer)]


def _cover(layer: Layer, _call: Callback) -> None:
    easel.cover(layer)


class Layer(Widget):
    """As wide as it is made, as high as what it holds; that has its corner at nought.

    The ground is what lies behind it: letters laid on nothing would have dark rims. Out of sight
    it has no picture.
    """

    def __init__(self, part: Widget, ground: str = "bg", **kw: Any) -> None:
        super().__init__(size_hint_y=None, **UNRULED, **kw)
        self.part = part
        with self.canvas:
            tells = InstructionGroup()
            Color(1, 1, 1, 1)
            Callback(partial(_cover, self.proxy_ref))
            self._sheet = Rectangle(size=(0, 0))
            Callback(easel.mix)
        easel.follow(part.canvas, tells)
        self._paper: Texture | None = None
        self.ground = rgba(c(ground))
        part.parent = self
        self.children.append(part)
        part.size_hint, part.pos, part.width = (None, None), (0, 0), self.width
        self.draw_soon = Clock.create_trigger(self._draw, -1)
        self.bind(width=part.setter("width"), pos=self._place, parent=self._shown, size=self.draw_soon)
        part.bind(height=self.setter("height"))
        self.height = part.height

    def release(self) -> None:
        self.give_back()

    def fit(self) -> None:
        """What it holds lays itself out now, and gives it its height."""
        if isinstance(self.part, Layout) and self.part._trigger_layout.is_triggered:
            self.part._trigger_layout.cancel()
            self.part.do_layout()

    def _shown(self, _layer: Widget, parent: Widget | None) -> None:
        self.draw_soon() if parent else self.give_back()

    def _place(self, *_: object) -> None:
        self._sheet.pos = (round(self.x), round(self.y))

    def _draw(self, _dt: float) -> None:
        """A picture of this size; it is drawn before the frame whenever what is in it changes."""
        size = (ceil(self.width), ceil(self.height))
        if not self.parent or not all(size):
            self.give_back()
            return
        if self._paper and tuple(self._sheet.size) != size:
            self.give_back()
        if self._paper is None:
            self._paper = take_paper(size)
            easel.put_up(self, self._paper)
            high = size[1] / self._paper.size[1]
            self._sheet.texture, self._sheet.size = self._paper, size
            self._sheet.tex_coords = (0, 0, 1, 0, 1, high, 0, high)
        self._place()

    def give_back(self) -> None:
        self.draw_soon.cancel()
        if self._paper:
            easel.take_down(self)
            SPARE.append(self._paper)
            del SPARE[:-MOST_SPARE]
            self._paper = None
            self._sheet.texture, self._sheet.size = None, (0, 0)

    # Where things are

    def to_parent(self, x: float, y: float, **_kw: Any) -> tuple[float, float]:
        return x + self.x, y + self.y

    def to_local(self, x: float, y: float, **_kw: Any) -> tuple[float, float]:
        return x - self.x, y - self.y

    def _apply_transform(self, matrix: Any, pos: Any = None) -> Any:
        matrix.translate(self.x, self.y, 0)
        return super()._apply_transform(matrix, (0, 0))

    def on_motion(self, etype: str, event: Any) -> bool:
        if event.type_id not in self.motion_filter or "pos" not in event.profile:
            return bool(super().on_motion(etype, event))
        event.push()
        event.apply_transform_2d(self.to_local)
        taken = bool(super().on_motion(etype, event))
        event.pop()
        return taken

    def on_touch_down(self, touch: Any) -> bool:
        return self.collide_point(*touch.pos) and self._within("on_touch_down", touch)

    def on_touch_move(self, touch: Any) -> bool:
        return self._within("on_touch_move", touch)

    def on_touch_up(self, touch: Any) -> bool:
        return self._within("on_touch_up", touch)

    def _within(self, event: str, touch: Any) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(self.part.dispatch(event, touch))
        touch.pop()
        return taken
