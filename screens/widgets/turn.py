"""Where the game is: the scale bar of turns and the checklist of the turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from screens.present.lines import StepLine
from screens.widgets.drawing import rgba
from screens.widgets.ground import paint, when_moved
from screens.widgets.layouts import Column, fill
from screens.widgets.markers import symbol
from screens.widgets.press import Press
from screens.widgets.running import c, dps, huge, stacked, text_px
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Icon, Words

NUMBER = 13
MOST_TURNS = 40
"""A game that goes on and on shows its latest ones."""


class ScaleBar(Widget):
    """Turns as the scale bar of a map: played, current, to come; a flag where victory is first
    looked for."""

    def __init__(self, turns: int, now: int, flag: int) -> None:
        super().__init__(size_hint_y=None, height=dp(10) + text_px(18))
        last = max(turns, now)
        self.before = max(0, last - MOST_TURNS)
        self.turns, self.now, self.flag = last - self.before, now - self.before, max(0, flag - self.before)
        self.labels = [
            Label(text=str(n + 1 + self.before), font_name="cond", font_size=text_px(NUMBER), bold=n + 1 == self.now)
            for n in range(self.turns)
        ]
        self.pennant = Icon("flag-variant", 13, "text", box=14)
        fill(self, self.labels)
        if self.flag:
            self.add_widget(self.pennant)
        when_moved(self, self.lay)

    def lay(self) -> None:
        self.canvas.before.clear()
        cell, bar = self.width / self.turns, dp(7)
        with self.canvas.before:
            for n in range(self.turns):
                Color(rgba=rgba(c("accent" if n + 1 == self.now else "text3" if n + 1 < self.now else "high")))
                Rectangle(pos=(self.x + n * cell + dp(1), self.top - bar), size=(cell - dp(2), bar))
        for n, label in enumerate(self.labels):
            label.size, label.pos = (cell, text_px(16)), (self.x + n * cell, self.top - bar - text_px(18))
            label.color = rgba(c("accent" if n + 1 == self.now else "text2" if n + 1 == self.flag else "text3"))
            label.opacity = 1 if cell >= text_px(15) or n + 1 == self.now else 0
        if self.flag:
            self._plant(cell)

    def _plant(self, cell: float) -> None:
        """Where a number and a flag do not fit, the flag stays."""
        label, narrow = self.labels[self.flag - 1], cell < 1.7 * text_px(NUMBER)
        label.opacity = 0 if narrow else 1
        self.pennant.pos = (
            label.center_x + (-self.pennant.width / 2 if narrow else text_px(5)),
            label.center_y - self.pennant.height / 2,
        )


class TurnLine(Widget):
    """The same as a thin line: played, current, to come; a notch where victory is first looked
    for."""

    def __init__(self, turns: int, now: int, flag: int) -> None:
        super().__init__(size_hint_y=None, height=dp(5))
        self.turns, self.now, self.flag = min(max(turns, now), MOST_TURNS), now, flag
        when_moved(self, self.lay)

    def lay(self) -> None:
        self.canvas.clear()
        cell = self.width / self.turns
        with self.canvas:
            for n in range(1, self.turns + 1):
                Color(rgba=rgba(c("accent" if n == self.now else "text3" if n < self.now else "high")))
                Rectangle(pos=(self.x + (n - 1) * cell + dp(1), self.y + dp(1)), size=(cell - dp(2), dp(4)))
                if n == self.flag:
                    Color(rgba=rgba(c("text")))
                    Rectangle(pos=(self.x + (n - 1) * cell + dp(1), self.y), size=(dp(3), dp(5)))


class StepName(Press):
    """Where the game is, in one line and a second; a tap tells more."""

    def __init__(self, title: str, sub: str, seat: int, do: Callable[[], object]) -> None:
        super().__init__(do, name=title, size_hint_y=None, spacing=dp(8), padding=dps((2, 2, 2, 2)))
        second = None if huge() or not sub else Words(sub, "cite", "text2")
        words = Column(Words(title, "name"), second, pos_hint={"center_y": 0.5})
        fill(self, (symbol("", seat, 22, "bg"), words))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))


LOOKS = {
    "done": ("check-circle", "activated", "text2"),
    "now": ("circle-slice-8", "accent", "text"),
    "later": ("circle-outline", "edge", "text2"),
}


class StepRow(Press):
    """A line of the checklist: done (tick), now (accent ring), later (dim ring)."""

    def __init__(self, line: StepLine, do: Callable[[], object] | None = None) -> None:
        super().__init__(do, name=line.text, size_hint_y=None, spacing=dp(10), padding=dps((12, 4, 12, 4)))
        icon, ink, tone = LOOKS[line.state]
        now = line.state == "now"
        words = Column(
            Words(line.text, "row" if now else "body", tone),
            *(Words(note, "meta", "text2") for note in line.notes),
            Words(line.cite, "cite", "text3") if stacked() else None,
            pos_hint={"center_y": 0.5},
            gap=1,
        )
        cite = None if stacked() else Words(line.cite, "cite", "text3", hug=True, pos_hint={"center_y": 0.5})
        fill(self, (Icon(icon, 24, ink), words, cite))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))
        if now:
            paint(self, "raised", Radius.control)


def checklist(lines: tuple[StepLine, ...], do: Callable[[StepLine], object]) -> Column:
    rows = [StepRow(line, partial(do, line)) for line in lines]
    return paint(Column(*rows, pad=4), "surface", Radius.card)
