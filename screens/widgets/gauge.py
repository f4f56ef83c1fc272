"""A counter that has a cap, as a scale: what is held, what each source adds next, what room is
left."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.present.lines import GaugeLine
from screens.widgets.drawing import rgba
from screens.widgets.ground import paint, when_moved
from screens.widgets.layouts import Across, Column, Flow
from screens.widgets.press import Press
from screens.widgets.running import c, dps
from screens.widgets.theme import Radius
from screens.widgets.words import Words

HELD = "accent"
SOURCES = ("activated", "seat1", "blast", "smoke", "text2", "text3")
"""The colours of what comes next, one a source, in the order of the sources."""


class GaugeBar(Widget):
    """A cell for each point; one to come is half as high."""

    def __init__(self, held: int, colours: list[str], most: int) -> None:
        super().__init__(size_hint_y=None, height=dp(12))
        room = max(0, most - held)
        self.cells = [HELD] * held + colours[:room]
        self.held, self.count = held, max(most, held)
        when_moved(self, self.lay)

    def lay(self) -> None:
        self.canvas.clear()
        cell = self.width / self.count
        with self.canvas:
            for n in range(self.count):
                colour = self.cells[n] if n < len(self.cells) else "high"
                high = dp(6 if self.held <= n < len(self.cells) else 12)
                Color(rgba=rgba(c(colour)))
                Rectangle(pos=(self.x + n * cell + dp(1), self.y), size=(max(dp(1), cell - dp(2)), high))


class Swatch(Widget):
    """The colour of a source beside its words."""

    def __init__(self, colour: str) -> None:
        super().__init__(size_hint=(None, None), size=(dp(10), dp(10)), pos_hint={"center_y": 0.5})
        paint(self, colour)


class GaugeCard(Press):
    """The scale with its sum and the words of its sources; a tap sets the counter."""

    def __init__(self, line: GaugeLine, do: Callable[[], object]) -> None:
        super().__init__(do, name=line.name, orientation="vertical", size_hint_y=None, padding=dps((14, 8, 14, 10)))
        self.bind(minimum_height=self.setter("height"))
        colours = [SOURCES[n % len(SOURCES)] for n, (_, count) in enumerate(line.coming) for _ in range(count)]
        legend = (_legend(SOURCES[n % len(SOURCES)], text) for n, (text, _) in enumerate(line.coming))
        head = Across(Words(line.name, "meta", "text2"), Words(line.sum, "title", "accent", hug=True), gap=8)
        self.add_widget(Column(head, GaugeBar(line.held, colours, line.most), Flow(*legend, gap=12), gap=6))
        paint(self, "surface", Radius.card)


def _legend(colour: str, text: str) -> Widget:
    line = Across(Swatch(colour), Words(f"+ {text}", "cite", "text2", hug=True), gap=6, size_hint_x=None)
    line.bind(minimum_width=line.setter("width"))
    return line
