"""Odds as bars: read by shape, by word, by length and by number."""

from __future__ import annotations

from kivy.graphics import Color
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.present.lines import OddsLine
from screens.widgets.colours import contrast
from screens.widgets.drawing import rgba
from screens.widgets.ground import draw_box, draw_ring, paint, when_moved
from screens.widgets.layouts import Across, Column
from screens.widgets.markers import Token
from screens.widgets.running import c, stacked, text_px
from screens.widgets.theme import MARKERS, Radius, Size
from screens.widgets.words import Icon, Words, section


class Bar(Widget):
    """A share of a whole."""

    def __init__(self, share: float, colour: str, height: float = Size.bar) -> None:
        super().__init__(size_hint_y=None, height=dp(height), pos_hint={"center_y": 0.5})
        self.share, self.colour = share, colour
        when_moved(self, self.lay)

    def lay(self) -> None:
        self.canvas.clear()
        corner = dp(3)
        with self.canvas:
            Color(rgba=rgba(c("high")))
            draw_box(self.pos, self.size, corner)
            if self.share <= 0:
                return
            Color(rgba=rgba(c(self.colour)))
            filled = max(2 * corner, self.width * self.share)
            draw_box(self.pos, (filled, self.height), corner)
            if contrast(c(self.colour), c("surface")) < 3:
                Color(rgba=rgba(c("text")))
                draw_ring(self.pos, (filled, self.height), corner, dp(0.6))


def odds_row(line: OddsLine) -> Column:
    """Marker, word, bar, percentage. With large text the bar moves below."""
    known = line.mark in MARKERS
    lead: Widget = Token(line.mark, 24) if known else Icon("circle-outline", 22, "text3", box=24)
    bar = Bar(line.share, MARKERS[line.mark].colour if known else "text3")
    value = Words(line.percent, "number", "text", align="right", size_hint_x=None, width=text_px(62))
    if stacked():
        return Column(Across(lead, Words(line.word), value, gap=10, least=36), bar, gap=2, pad=(0, 0, 0, 6))
    return Column(Across(lead, Words(line.word, size_hint_x=None, width=text_px(104)), bar, value, gap=10, least=37))


def odds_card(title: str, head: str, lines: tuple[OddsLine, ...]) -> Column:
    return paint(Column(section(title, head), *map(odds_row, lines), pad=(14, 6, 14, 8)), "surface", Radius.card)
