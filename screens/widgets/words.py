"""Text in its roles, and icons."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.core.text import LabelBase
from kivy.core.text.markup import MarkupLabel
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.properties import StringProperty
from kivy.uix.widget import Widget
from kivy.utils import get_hex_from_color

from screens.app.resources import FONTS
from screens.widgets.drawing import rgba
from screens.widgets.ground import PICTURES, stamp, when_moved
from screens.widgets.layouts import Across, Column
from screens.widgets.running import c, part, stacked, text_px
from screens.widgets.theme import TYPE
from screens.widgets.tree import UNRULED

LabelBase.register("slab", str(FONTS / "RobotoSlab-SemiBold.ttf"))
LabelBase.register("cond", str(FONTS / "RobotoCondensed-Medium.ttf"), fn_bold=str(FONTS / "RobotoCondensed-Bold.ttf"))
LabelBase.register("icons", str(FONTS / "adjutant-icons.ttf"))
ICONS: dict[str, str] = json.loads((FONTS / "adjutant-icons.json").read_text("utf-8"))
HELP = "help"

UNDRAWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Halves of letters stop the drawing, a NUL cuts the text short there: they are shown as the
sign for an unknown letter."""


def drawable(text: str) -> str:
    return UNDRAWABLE.sub("\ufffd", text)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """How letters look; there is one of each, by `face`."""

    family: str
    size: float
    bold: bool
    colour: tuple[float, ...]
    leading: float = 1.0
    marked: bool = False


@cache
def face(
    family: str, size: float, bold: bool, colour: tuple[float, ...], leading: float = 1.0, marked: bool = False
) -> Face:
    return Face(family, size, bold, colour, leading, marked)


class Ink(Widget):
    """Letters in one face, drawn once for each text and width and shown as a picture.

    Kivy's own label carries sixty properties and draws its text again for every widget.
    """

    text = StringProperty("")

    def __init__(self, text: str, face: Face, align: str = "left", **kw: Any) -> None:
        self.face, self.halign = face, align
        self.text_size: tuple[float | None, float | None] = (None, None)
        self.texture_size = (0.0, 0.0)
        super().__init__(**UNRULED, **kw)
        self._paper = Rectangle(size=(0, 0))
        self.canvas.add(Color(1, 1, 1, 1))
        self.canvas.add(self._paper)
        self.text = text
        self.fbind("pos", self._place)
        self.fbind("size", self._place)
        self.fbind("text", self._reworded)

    @property
    def font_name(self) -> str:
        return self.face.family

    def draw(self, widest: float | None = None) -> None:
        """The text in this width, or as wide as it is."""
        self.text_size = (widest, None)
        texture = fitted(self.text, self.face, self.halign, widest)
        self._paper.texture = texture
        self.texture_size = self._paper.size = texture.size if texture else (0, 0)
        self._place()

    def _reworded(self, *_: object) -> None:
        self.draw(self.text_size[0])

    def _place(self, *_: object) -> None:
        """From the numbers themselves: while Kivy tells of a move its centre may still be the old
        one."""
        wide, high = self.texture_size
        aside = (self.width - wide) * ASIDE.get(self.halign, 0.5)
        self._paper.pos = (int(self.x + aside), int(self.y + (self.height - high) / 2))


ASIDE = {"left": 0.0, "right": 1.0}
"""Which share of the free room stands before a text; half of it where its place is the middle."""
LETTERED: dict[Hashable, Texture] = {}
MOST_LETTERED = 600
"""Texts drawn once and kept: pages say the same words again and again."""
LINE = 60
"""Letters that may well stand on one line."""


def fitted(text: str, face: Face, align: str, widest: float | None) -> Texture | None:
    """A text that fits on its lines is the same picture in every width."""
    if widest is None or face.marked or len(text) > LINE:
        return lettered(text, face, align, widest)
    texture = lettered(text, face, align, None)
    return texture if texture is None or texture.width <= widest else lettered(text, face, align, widest)


def lettered(text: str, face: Face, align: str, widest: float | None) -> Texture | None:
    """A text as a picture."""
    if not text:
        return None
    key = (text, face, align, widest)
    texture = LETTERED.pop(key, None)
    if texture is None:
        label = (MarkupLabel if face.marked else CoreLabel)(
            text=f"[color={get_hex_from_color(face.colour)}]{text}[/color]" if face.marked else text,
            font_name=face.family,
            font_size=face.size,
            bold=face.bold,
            color=face.colour,
            line_height=face.leading,
            halign=align,
            valign="middle",
            text_size=(widest, None),
        )
        label.refresh()
        texture = label.texture
        texture.mag_filter = texture.min_filter = "nearest"  # it is shown as it is
        texture.bind()  # it is filled now
        label.texture = None  # or each would hold the other
        if len(LETTERED) >= MOST_LETTERED:
            del LETTERED[next(iter(LETTERED))]
    LETTERED[key] = texture
    return texture


def forget_pictures() -> None:
    """Everything drawn once is drawn again when it is next shown."""
    PICTURES.clear()
    LETTERED.clear()


def face_of(role: str, ink: str = "text", markup: bool = False) -> Face:
    t = TYPE[role]
    return face(t.family, text_px(t.size), t.bold, tuple(rgba(c(ink))), t.leading, markup)


def width_of(text: str, role: str, ink: str = "text") -> float:
    """How wide a text is in a role, on one line. Words of its own would never be let go."""
    texture = lettered(drawable(text), face_of(role, ink), "left", None)
    return float(texture.width) if texture else 0.0


class Words(Ink):
    """Text in a role. Wraps in the width it is given, or (`hug`) is as wide as its words. Read as
    markup only where it says so."""

    def __init__(
        self,
        text: str,
        role: str = "body",
        ink: str = "text",
        hug: bool = False,
        align: str = "left",
        markup: bool = False,
        **kw: Any,
    ) -> None:
        cut = face_of(role, ink, markup)
        if hug:
            kw["size_hint_x"] = None
        super().__init__(drawable(text), cut, align, size_hint_y=None, **kw)
        self.hugs = hug
        if hug:
            self.draw()
        elif self.size_hint_x is None:
            self.draw(kw.get("width", 100))
        else:
            self.width = 0  # a widget begins 100 wide: given just that it would hear of no width, and not wrap
            self.height = cut.size * 1.2 if text else 0  # until its width is known
        if not hug:
            self.fbind("width", self._wrap)

    def draw(self, widest: float | None = None) -> None:
        super().draw(widest)
        if self.hugs:
            self.size = self.texture_size
        else:
            self.height = self.texture_size[1]

    def say(self, text: str) -> None:
        """Other words in the same face."""
        self.text = drawable(text)

    def _wrap(self, _words: Widget, width: float) -> None:
        if width != self.text_size[0]:
            self.draw(width)

    def hold(self, widest: float) -> None:
        """Hug the words up to `widest`, then wrap."""
        self.hugs = True
        self.draw()
        if self.texture_size[0] > widest > 0:
            self.draw(widest)


class Icon(Ink):
    """A sign of the icon font; that of help is not in it and is drawn in its manner, a question
    mark in a ring."""

    def __init__(
        self,
        name: str,
        size: float = 24,
        ink: str = "text",
        box: float | None = None,
        pixels: float | None = None,
        **kw: Any,
    ) -> None:
        drawn = name == HELP
        wide = part(box or size)
        self.ring = part(size)
        side = pixels or part(size * 0.68 if drawn else size)
        cut = face("cond" if drawn else "icons", side, drawn, tuple(rgba(c(ink))))
        kw = {"size_hint": (None, None), "size": (wide, wide), "pos_hint": {"center_y": 0.5}, **kw}
        super().__init__("?" if drawn else ICONS[name], cut, "center", **kw)
        self.draw()
        if drawn:
            when_moved(self, self._draw_ring)

    def _draw_ring(self) -> None:
        """As wide and as thick as the other signs: of 24 parts 20 and 2."""
        self.canvas.after.clear()
        with self.canvas.after:
            Color(rgba=self.face.colour)
            stamp(("help", self.ring), self.center, self.ring, partial(_help_ring, self.ring))


def _help_ring(side: float, w: Widget) -> None:
    SmoothLine(circle=(*w.center, side * 9 / 24), width=side / 24)


def section(text: str, right: str = "", pad: tuple[float, ...] = (0, 6, 0, 0)) -> Across:
    """The head of a part of a screen, with one fact at its right."""
    head = Words(text, "head", "text2")
    if right and stacked():
        return Across(Column(head, Words(right, "over", "text2")), pad=pad)
    return Across(head, Words(right, "over", "text2", hug=True) if right else None, gap=8, pad=pad, least=28)
