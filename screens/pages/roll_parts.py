"""Parts of the page of a roll: the verdict, its odds, its reasons, a modifier of the players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.values.events import HouseRuled
from engine.values.kinds import Whole
from engine.values.maps import Value
from engine.values.texts import say
from screens.app.table import Table
from screens.pages.fields import Controls
from screens.present.asking import ReasonLine
from screens.present.lines import OddsLine, PadLine
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column
from screens.widgets.markers import symbol
from screens.widgets.odds import odds_card
from screens.widgets.press import PushButton
from screens.widgets.rows import SwitchRow, note
from screens.widgets.running import huge
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Icon, Words, section

Verdicts = tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...]
"""For each check what to roll, what succeeds, and the signs of the two it is about."""
Reasons = tuple[str, str, tuple[tuple[ReasonLine, bool], ...]]
"""A title, what stands at its right, and the rows, each with whether it counts."""


class PadBox(Column):
    """A pad with its words above it."""

    def becomes(self, line: PadLine) -> bool:
        return bool(self.children[0].becomes(line))


def verdict(roll: str, need: str, pair: tuple[tuple[str, int], ...]) -> Widget:
    """The largest words on the page, beside who does it to whom; large text leaves room for the
    dice."""
    words = Column(Words(roll, "title" if huge() else "display", "accent"), Words(need, "title"))
    if not pair:
        return words
    by, at = (symbol(sign, seat, 36, "bg") for sign, seat in pair)
    arrow = Icon("arrow-right", 20, "text3")
    return Across(words, Across(by, arrow, at, gap=6, size_hint_x=None, width=dp(104)), gap=8)


def odds_cards(shown: tuple[tuple[str, str, tuple[OddsLine, ...]], ...]) -> Widget:
    cards = (
        odds_card(title, head, lines) if lines else note("dice-multiple", head, ink="text")
        for title, head, lines in shown
    )
    return Column(*cards, gap=10)


def tie(text: str) -> Widget:
    return note("undo", text, ink="text")


def verdicts(shown: Verdicts) -> Widget:
    return Column(*(verdict(*each) for each in shown), gap=8)


def reasons_card(what_if: Callable[[str], object] | None, shown: Reasons) -> Widget:
    """Why the number is what it is; where `what_if` is given, a row can be switched off to see what
    it does."""
    title, right, lines = shown
    rows = []
    for line, on in lines:
        turn = partial(what_if, line.key) if what_if and line.toggles else None
        rows.append(SwitchRow(line.text, line.cite, on if turn else None, turn, line.amount))
    head = section(title, right, (14, 6, 14, 0))
    return paint(Column(head, *rows, pad=(0, 0, 0, 4)), "surface", Radius.card)


def house_button(table: Table, _: object) -> Widget:
    text = table.tell(say("Add a house modifier"))
    return PushButton(text, partial(_add_house, table), "outline", "plus-thick", height=Touch.min)


def _add_house(table: Table) -> None:
    t = table.tell
    entry = Entry("", hint=t(say("Why")))
    rows = Controls(table.view).control(Whole(-3, 3), None, lambda amount: _add(table, amount, entry.text))
    told = t(say("Plus helps the roller. It counts for this question and stands in the history."))
    table.nav.sheet(Words(t(say("Add a house modifier")), "title"), Words(told, "body", "text2"), entry, rows)


def _add(table: Table, amount: Value, why: str) -> None:
    if isinstance(amount, int) and amount:
        table.enter(HouseRuled(amount, why.strip() or table.tell(say("as agreed"))))
