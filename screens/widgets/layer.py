"""A part of a page that is drawn once into a picture, and drawn again only when it changes.

A frame costs what it draws: a page of sixty texts, signs and outlines is a handful of pictures.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.uix.widget import Widget

from screens.widgets.drawing import rgba
from screens.widgets.running import c


class Layer(Widget):
    """As wide as it is made, as high as what it holds; that has its corner at nought.

    The ground is what lies behind it: letters laid on nothing would have dark rims. Out of sight
    it has no picture.
    """

    def __init__(self, part: Widget, ground: str = "bg", **kw: Any) -> None:
        super().__init__(size_hint_y=None, **kw)
        self.part = part
        with self.canvas:
            Color(1, 1, 1, 1)
            self._sheet = Rectangle(size=(0, 0))
        self._paper: Fbo | None = None
        self._ground = rgba(c(ground))
        part.parent = self
        self.children.append(part)
        part.size_hint, part.pos, part.width = (None, None), (0, 0), self.width
        self._soon = Clock.create_trigger(self._draw, -1)
        self.bind(width=part.setter("width"), pos=self._place, parent=self._shown, size=self._soon)
        part.bind(height=self.setter("height"))
        self.height = part.height

    def release(self) -> None:
        self._forget()

    def _shown(self, _layer: Widget, parent: Widget | None) -> None:
        self._soon() if parent else self._forget()

    def _place(self, *_: object) -> None:
        self._sheet.pos = (round(self.x), round(self.y))

    def _draw(self, _dt: float) -> None:
        """The picture anew in this size; what is in it Kivy draws when it changes."""
        size = (ceil(self.width), ceil(self.height))
        if not self.parent or not all(size):
            return
        if self._paper is None:
            self._paper = Fbo(size=size)
            with self._paper:
                ClearColor(*self._ground)
                ClearBuffers()
            self._paper.add(self.part.canvas)
            self.canvas.insert(0, self._paper)
        elif tuple(self._paper.size) != size:
            self._paper.size = size
        texture = self._paper.texture
        texture.mag_filter = texture.min_filter = "nearest"
        self._sheet.texture, self._sheet.size = texture, size
        self._place()

    def _forget(self) -> None:
        self._soon.cancel()
        if self._paper:
            self._paper.clear()
            self.canvas.remove(self._paper)
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
