"""One card: what it states, its code, and what can be done with it."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from carddb import qr
from carddb.cards import SOURCE_WORDS, Card
from carddb.cites import cited
from carddb.fielding import put_on_table
from carddb.trouble import Trouble
from engine.values.model import Path
from engine.values.table import Unit
from engine.values.texts import Text, say
from screens.app.context import Context
from screens.app.page import Page
from screens.pages import exchange
from screens.widgets.bars import AppBar
from screens.widgets.code import CodeView
from screens.widgets.datasheet import DatasheetView
from screens.widgets.layouts import Across, Column, Scroll, centred, pane
from screens.widgets.markers import symbol
from screens.widgets.press import PushButton
from screens.widgets.running import margin
from screens.widgets.words import Words, section


def about(context: Context, card: Card, source: Text | str) -> str:
    """The game of a card, its edition, and where it comes from."""
    parts = context.rulesets[card.game].title, card.edition_text, source
    return ", ".join(dict.fromkeys(context.tell(part) for part in parts if part))


class CardPage(Page):
    """One card: what it states, its code, and what can be done with it."""

    def build(self) -> Widget:
        t, library = self.tell, self.context.library
        card = library.cards.get(str(self.args.get("card")))
        if card is None:
            return pane(AppBar(t(say("Cards")), "", self.nav.back, back_name=t(say("Back"))), Widget())
        rules = self.context.rulesets[card.game]
        unit = Unit("", 0, card.values)
        codes = qr.card_codes(card)
        source = about(self.context, card, cited(card.cites) if card.cites else SOURCE_WORDS[card.source])
        body = Column(
            Across(
                symbol(rules.glance.sign(unit), 0, 56, "bg"),
                Column(Words(card.name, "headline"), Words(source, "meta", "text2"), gap=2),
                gap=14,
                pad=(0, 8, 0, 4),
            ),
            *self._to_table(card),
            DatasheetView(rules.datasheet(card.values), t, partial(self._change, card)),
            section(t(say("Its code"))),
            *(CodeView(code) for code in codes),
            section(t(say("More"))),
            PushButton(
                t(say("Labels to print")), lambda: exchange.share_labels(self.context, [card]), "tonal", "qrcode"
            ),
            PushButton(
                t(say("Make a copy")), lambda: self._do(lambda: library.duplicate(card.id)), "tonal", "plus-thick"
            ),
            PushButton(
                t(say("Change it")), lambda: self.nav.go("card_edit", game=card.game, card=card.id), "tonal", "wrench"
            ),
            PushButton(
                t(say("Delete it")),
                lambda: self._delete(card),
                "outline",
                "close-thick",
                t(say("It can be undone in the list")),
            ),
            gap=10,
            pad=(margin(), 4, margin(), 20),
        )
        self.scroll = Scroll(centred(body))
        bar = AppBar(t(say("Cards")), "", self.nav.back, (self.helping("cards"),), back_name=t(say("Back")))
        return pane(bar, self.scroll)

    def _change(self, card: Card, path: Path) -> None:
        """A row of the card to be changed."""
        self.nav.go("card_edit", game=card.game, card=card.id, path=list(path))

    def _to_table(self, card: Card) -> list[Widget]:
        """Straight onto the table of the game that is open."""
        table = self.context.desk.table
        if not table or table.rules.key != card.game:
            return []
        view = table.view
        return [
            PushButton(
                self.tell(say("Onto the table: {player}", player=view.words.seat(seat))),
                partial(self._field, card, seat),
                "tonal",
                "plus-thick",
            )
            for seat in range(len(table.state.seats))
        ]

    def _field(self, card: Card, seat: int) -> None:
        if table := self.context.desk.table:
            table.field(put_on_table([card], seat, table.state))

    def _do(self, change: Any) -> None:
        try:
            made = change()
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.args["card"] = made.id
        self.nav.rebuild()

    def _delete(self, card: Card) -> None:
        try:
            self.context.library.delete(card.id)
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.nav.back()
