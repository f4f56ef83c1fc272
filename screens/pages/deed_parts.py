"""Parts of the page of a deed: targets with their odds, what forbids it, what comes of it."""

from __future__ import annotations

from fractions import Fraction

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.dice.check import foregone
from engine.doors.ranking import Rank, levels
from engine.playing.drafting import Filled, facts_missing
from engine.playing.plan import DeedPlan
from engine.values.model import Check
from engine.values.texts import say
from screens.pages.force import cited
from screens.present import dicing
from screens.present.lines import OddsLine, UnitLine, capital, one_in, percent
from screens.present.view import View
from screens.widgets.bars import BottomAction
from screens.widgets.dice import fits
from screens.widgets.drawing import rgba
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Flow, fill
from screens.widgets.markers import chip, symbol
from screens.widgets.odds import Bar, odds_card
from screens.widgets.press import Do, Press
from screens.widgets.rows import note
from screens.widgets.running import c, dps, stacked, text_px
from screens.widgets.theme import MARKERS, Radius, Touch
from screens.widgets.words import Icon, Words

COLOURS = ("destroyed", "damaged", "disrupted")
"""Of the levels, the worst first; the words beside a bar say the same."""
Odds = tuple[str, str, tuple[float, ...]]
"""The chances of a target: the sum, the words, the shares."""
Bottom = tuple[str, str, str, tuple[int, ...], str]
"""The large button: its words, one line below, its icon; the numbers above it, with their words."""


def reword(bar: BottomAction, before: Bottom, shown: Bottom) -> bool:
    """Other words on the same button, as long as it looks alike."""
    return before[2:] == shown[2:] and bar.reword(*shown[:2])


def first_check(plan: DeedPlan, filled: Filled) -> Check | None:
    """The one roll that the deed asks for first, if it is one alone and nothing is open."""
    prompt = None if plan.at_once or facts_missing(filled) else filled.prompt
    if not prompt or prompt.kind != "roll" or len(prompt.checks) != 1:
        return None
    check = prompt.checks[0]
    return None if foregone(check) is not None or dicing.comes_in_waves(check) else check


def numbers_of(check: Check | None) -> tuple[int, ...]:
    """What the dice can come to: one die by its faces, several by their number."""
    if check is None or check.die.words:
        return ()
    found = check.die.faces if check.dice == 1 else dicing.totals(check)
    return found if fits(found) else ()


def outcome_lines(shown: tuple[tuple[str, str], ...]) -> Widget:
    return paint(Column(cited("arrow-right-thick", shown, "text"), pad=(10, 4, 12, 4)), "surface", Radius.card)


def refusals(shown: tuple[str, ...]) -> Widget:
    return Column(*(note("alert-outline", each, ink="text") for each in shown), gap=4)


def fates(shown: tuple[str, tuple[OddsLine, ...]]) -> Widget:
    title, lines = shown
    return odds_card(title, "", lines)


def odds_text(view: View, rank: Rank) -> str:
    """The chances in words, the worst for the target first."""
    if not rank.chances:
        return capital(view.tell(rank.why))
    parts: list[str] = []
    for word, chance in zip(levels(view.rules), rank.chances, strict=True):
        if chance:
            name = capital(view.tell(word)) if not parts else view.tell(word).lower()
            rare = one_in(chance)
            told = say("{word} {chance}", word=name, chance=percent(chance))
            parts.append(view.tell(say("{odds} ({rare})", odds=told, rare=rare) if rare and not parts else told))
    return ", ".join(parts) or view.tell(say("Nothing can become of it"))


def odds_of(view: View, rank: Rank | None) -> Odds:
    """The chance that anything becomes of it, the rest in words, and the shares."""
    if rank is None or not rank.chances:
        return "", capital(view.tell(rank.why)) if rank and rank.why else "", ()
    return percent(sum(rank.chances, Fraction(0))), odds_text(view, rank), tuple(map(float, rank.chances))


class TargetRow(Press):
    """Symbol, name, what lies on it, and its odds; the chosen one is outlined."""

    def __init__(self, line: UnitLine, odds: Odds, against: str, is_chosen: bool, do: Do) -> None:
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


class Shares(Bar):
    """Several shares of one whole, one after another."""

    def __init__(self, shares: tuple[float, ...]) -> None:
        self.shares = shares
        super().__init__(0, "high", 10)

    def lay(self) -> None:
        super().lay()
        at = self.x
        with self.canvas:
            for share, mark in zip(self.shares, COLOURS, strict=False):
                Color(rgba=rgba(c(MARKERS[mark].colour)))
                wide = max(dp(2), self.width * share) if share else 0
                Rectangle(pos=(at, self.y), size=(wide, self.height))
                at += wide
