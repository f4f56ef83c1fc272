"""Quick odds: two cards of a game, and what the one does to the other."""

from __future__ import annotations

from kivy.uix.widget import Widget

from carddb.cards import Card
from carddb.samples import Sample
from carddb.search import Filters
from engine.values.table import Unit
from engine.values.texts import say
from screens.app.page import Page
from screens.pages.muster import Muster
from screens.widgets.bars import AppBar
from screens.widgets.entry import Entry
from screens.widgets.layouts import Column, centred, pane
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import symbol
from screens.widgets.rows import PlainRow
from screens.widgets.running import margin
from screens.widgets.words import Words


class DuelPage(Page):
    """Two cards of one game; a page of the set-up."""

    def build(self) -> Widget:
        """Two cards, one after the other, found by typing; then the question is asked on a table
        of their own."""
        t, rules = self.tell, self.context.rulesets[self.args["game"]]
        first = self.context.library.cards.get(str(self.args.get("first", "")))
        title = t(say("Against whom?") if first else say("Who attacks?"))
        sub = first.name if first else t(rules.title)
        bar = AppBar(title, sub, self.nav.back, (self.helping("targets"),), back_name=t(say("Back")))
        entry = Entry(str(self.args.get("search", "")), hint=t(say("Search the cards")), changed=self._search)
        self.list = LongList(pad=(margin(), 4, margin(), 16), guess=64)
        self._search(entry.text)
        return pane(bar, centred(Column(entry, pad=(margin(), 0, margin(), 6))), centred(self.list))

    def _search(self, text: str) -> None:
        self.args["search"] = text
        found = self.context.library.search(text, Filters(game=str(self.args["game"])))
        none = self.tell(say("No card is called so."))
        nothing: list[Row] = [("none", none, lambda none: Words(none, "body", "text2"))]
        self.list.show([(card.id, card, self._card) for card in found] or nothing)
        self.list.offset = 0

    def _card(self, card: Card) -> Widget:
        seat = 1 if self.args.get("first") else 0
        sign = self.context.rulesets[card.game].glance.sign(Unit("", seat, card.values))
        return PlainRow(
            card.name, self.tell(card.edition_text), do=lambda: self._take(card), lead=symbol(sign, seat, 38, "bg")
        )

    def _take(self, card: Card) -> None:
        first = self.context.library.cards.get(str(self.args.get("first", "")))
        self.args.pop("search", None)
        if first is None:
            self.args["first"] = card.id
            self.nav.rebuild()
            return
        pair = tuple(
            Muster(self.context).ready_made(Sample(say("Quick odds"), seat, (each,)))
            for seat, each in enumerate((first, card))
        )
        Muster(self.context).start(self.args["game"], {}, (first.name, card.name), pair, 1, odds={"first": first.id})
