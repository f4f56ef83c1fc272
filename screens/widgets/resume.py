"""The game that was left: the large card on Home."""

from __future__ import annotations

from kivy.graphics import (
    Color,
    RoundedRectangle,
    SmoothRoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.widgets import drawing
from screens.widgets.colours import mix
from screens.widgets.drawing import rgba
from screens.widgets.ground import when_moved
from screens.widgets.layouts import Across, Column, space
from screens.widgets.markers import symbol
from screens.widgets.press import Do, PushButton
from screens.widgets.running import c
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Words


class ResumeCard(Column):
    """The game that was left, with hill lines behind it: the one decorated surface in the app."""

    def __init__(
        self,
        title: str,
        sub: str,
        bar: Widget | None,
        where: str,
        last: str,
        saved: Widget,
        go: tuple[str, Do],
        more: Widget,
    ) -> None:
        head = Across(
            Column(Words(title, "title"), Words(sub, "meta", "text2") if sub else None, gap=2),
            symbol("armour", 0, 38),
            symbol("armour", 1, 38),
            more,
            gap=8,
        )
        there = Column(Words(where, "row"), Words(last, "body", "text2") if last else None, gap=3)
        super().__init__(
            head,
            bar,
            there,
            saved,
            space(2),
            PushButton(go[0], go[1], "primary", "play", height=Touch.primary),
            gap=12,
            pad=16,
        )
        when_moved(self, self.lay)

    def lay(self) -> None:
        self.canvas.before.clear()
        inner = {
            "pos": (self.x + dp(1), self.y + dp(1)),
            "size": (self.width - dp(2), self.height - dp(2)),
            "radius": [dp(Radius.card)],
        }
        with self.canvas.before:
            Color(rgba=rgba(c("surface")))
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[dp(Radius.card)])
            StencilPush()
            RoundedRectangle(**inner)
            StencilUse()
            drawing.contours(
                self.x,
                self.y,
                self.width,
                self.height,
                mix(c("accent"), c("surface"), 0.15),
                ((0.86, 0.92, dp(210)), (0.1, 0.02, dp(150))),
            )
            StencilUnUse()
            RoundedRectangle(**inner)
            StencilPop()
