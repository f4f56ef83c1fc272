"""Text in its roles, and icons."""

from __future__ import annotations

import json
import re
from typing import Any

from kivy.core.text import LabelBase
from kivy.graphics import Color, SmoothLine
from kivy.uix.label import Label

from screens.app.resources import FONTS
from screens.widgets.drawing import rgba
from screens.widgets.ground import Across, Column, c, part, stacked, text_px, when_moved
from screens.widgets.theme import TYPE

LabelBase.register("slab", str(FONTS / "RobotoSlab-SemiBold.ttf"))
LabelBase.register("cond", str(FONTS / "RobotoCondensed-Medium.ttf"), fn_bold=str(FONTS / "RobotoCondensed-Bold.ttf"))
LabelBase.register("icons", str(FONTS / "adjutant-icons.ttf"))
ICONS: dict[str, str] = json.loads((FONTS / "adjutant-icons.json").read_text("utf-8"))
HELP = "help"

UNDRAWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Halves of letters stop the drawing, a NUL cuts the text short there: they are shown as the
sign for an unknown letter."""


class Words(Label):
    """Text in a role. Wraps in the width it is given, or (`hug`) is as wide as its words. Never
    read as markup."""

    def __init__(
        self, text: str, role: str = "body", ink: str = "text", hug: bool = False, align: str = "left", **kw: Any
    ) -> None:
        t = TYPE[role]
        super().__init__(
            text=UNDRAWABLE.sub("\ufffd", text),
            font_name=t.family,
            font_size=text_px(t.size),
            bold=t.bold,
            color=rgba(c(ink)),
            line_height=t.leading,
            halign=align,
            valign="middle",
            size_hint_y=None,
            **kw,
        )
        if hug:
            self.size_hint_x = None
            self.bind(texture_size=self.setter("size"))
        else:
            if self.size_hint_x is not None:
                self.width = 0  # a widget begins 100 wide: given just that it would hear of no width, and not wrap
            self.bind(
                width=lambda _w, v: setattr(self, "text_size", (v, None)),
                texture_size=lambda _w, v: setattr(self, "height", v[1]),
            )
            if self.size_hint_x is None:
                self.text_size = (self.width, None)
        self.texture_update()
        self.height = self.texture_size[1]
        if hug:
            self.width = self.texture_size[0]

    def hold(self, widest: float) -> None:
        """Hug the words up to `widest`, then wrap."""
        self.text_size = (None, None)
        self.texture_update()
        if self.texture_size[0] > widest > 0:
            self.text_size = (widest, None)
            self.texture_update()
        self.size = self.texture_size


class Icon(Label):
    """A sign of the icon font; that of help is not in it and is drawn in its manner, a question
    mark in a ring."""

    def __init__(self, name: str, size: float = 24, ink: str = "text", box: float | None = None, **kw: Any) -> None:
        drawn = name == HELP
        super().__init__(
            text="?" if drawn else ICONS[name],
            font_name="cond" if drawn else "icons",
            bold=drawn,
            font_size=part(size * 0.68 if drawn else size),
            color=rgba(c(ink)),
            size_hint=(None, None),
            size=(part(box or size), part(box or size)),
            pos_hint={"center_y": 0.5},
            **kw,
        )
        if drawn:
            when_moved(self, lambda: self._ring(part(size)))

    def _ring(self, size: float) -> None:
        """As wide and as thick as the other signs: of 24 parts 20 and 2."""
        self.canvas.after.clear()
        with self.canvas.after:
            Color(rgba=self.color)
            SmoothLine(circle=(self.center_x, self.center_y, size * 9 / 24), width=size / 24)


def section(text: str, right: str = "", pad: tuple[float, ...] = (0, 6, 0, 0)) -> Across:
    """The head of a part of a screen, with one fact at its right."""
    head = Words(text, "head", "text2")
    if right and stacked():
        return Across(Column(head, Words(right, "over", "text2")), pad=pad)
    return Across(head, Words(right, "over", "text2", hug=True) if right else None, gap=8, pad=pad, least=28)
