"""Parts of the page of a deed: targets with their odds, what forbids it, what comes of it."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.pages.force import cited
from screens.pages.targets import Shares
from screens.present.lines import OddsLine, UnitLine
from screens.widgets.bars import BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Flow, fill
from screens.widgets.markers import chip, symbol
from screens.widgets.odds import odds_card
from screens.widgets.press import Do, Press
from screens.widgets.rows import note
from screens.widgets.running import dps, stacked, text_px
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Icon, Words

Bottom = tuple[str, str, str, tuple[int, ...], str]
"""The large button: its words, one line below, its icon; the numbers above it, with their words."""


def reword(bar: BottomAction, before: Bottom, shown: Bottom) -> bool:
    """Other words on the same button, as long as it looks alike."""
    return before[2:] == shown[2:] and bar.reword(*shown[:2])


def outcome_lines(shown: tuple[tuple[str, str], ...]) -> Widget:
    return paint(Column(cited("arrow-right-thick", shown, "text"), pad=(10, 4, 12, 4)), "surface", Radius.card)


def refusals(shown: tuple[str, ...]) -> Widget:
    return Column(*(note("alert-outline", each, ink="text") for each in shown), gap=4)


def fates(shown: tuple[str, tuple[OddsLine, ...]]) -> Widget:
    title, lines = shown
    return odds_card(title, "", lines)


class TargetRow(Press):
    """Symbol, name, what lies on it, and its odds; the chosen one is outlined."""

    def __init__(
        self, line: UnitLine, odds: tuple[str, str, tuple[float, ...]], against: str, is_chosen: bool, do: Do
    ) -> None:
        super().__init__(
            do, name=line.name, corner=Radius.card, orientation="vertical", size_hint_y=None, spacing=dp(4)
        )
        self.padding = dps((10, 6, 12, 6))
        ground = "raised" if is_chosen else "surface"
        paint(self, None if against else ground, Radius.card, "accent" if is_chosen else "line" if against else None)
        number, words, shares = odds
        marks = [chip(each.look, each.mark, each.word) for each in line.chips if each.look != "quiet"]
        told = Words(words, "meta", "text2") if words and not is_chosen else None
        detail = Words(line.detail, "cite", "text2") if line.detail and is_chosen else None
        worn = Words(line.differing, "cite", "text2") if line.differing else None
        body = Column(Words(line.name, "row"), detail, worn, Flow(*marks) if marks else None, told, gap=2)
        body.pos_hint = {"center_y": 0.5}
        value = Words(
            number, "number", "accent" if is_chosen else "text", align="right", size_hint_x=None, width=text_px(62)
        )
        sign = None if stacked() else symbol(line.sign, line.seat, 34, "bg" if against else ground)
        change = Icon("chevron-right", 20, "text3") if not is_chosen else None
        fill(self, (Across(sign, body, value if number else None, change, gap=10, least=40),))
        if shares and not is_chosen:
            self.add_widget(Shares(shares))
        if against:
            self.add_widget(Words(against, "meta", "text3"))
        self.bind(minimum_height=self._grow)

    def _grow(self, _row: Widget, wanted: float) -> None:
        self.height = max(dp(Touch.min), wanted)
