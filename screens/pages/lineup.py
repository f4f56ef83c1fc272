"""Two lines of cards without a game: who stands against whom, then the page of the deed."""

from __future__ import annotations

from collections import Counter
from functools import partial

from kivy.uix.widget import Widget

from carddb.cards import Card
from carddb.samples import Sample
from carddb.search import Filters
from engine.playing.rules import Ruleset
from engine.values.table import Unit
from engine.values.texts import say, say_many
from screens.app.page import Page
from screens.pages.muster import Force, Muster
from screens.present.lines import capital
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.entry import Entry
from screens.widgets.layouts import Column, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import symbol
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import PlainRow
from screens.widgets.running import margin
from screens.widgets.words import Words

MOST = 12
"""Cards of one line."""


class LineupPage(Page):
    """Cards for one line, then for the other; a page of the set-up. `lines` in its args are the
    cards of both by their ids, `seat` whose are chosen."""

    def build(self) -> Widget:
        t, rules = self.tell, self.rules
        title = t(say("Who stands against them?") if self.seat else say("Who attacks?"))
        bar = AppBar(title, t(rules.title), self.nav.back, (self.helping("targets"),), back_name=t(say("Back")))
        entry = Entry(str(self.args.get("search", "")), hint=t(say("Search the cards")), changed=self._search)
        self.list = LongList(pad=(margin(), 4, margin(), 16), guess=64)
        self.bottom = Live(self._bottom)
        self._search(entry.text)
        return pane(bar, centred(Column(entry, pad=(margin(), 0, margin(), 6))), centred(self.list), self.bottom)

    @property
    def rules(self) -> Ruleset:
        return self.context.rulesets[self.args["game"]]

    @property
    def seat(self) -> int:
        return int(self.args.get("seat", 0))

    def _lines(self) -> list[list[str]]:
        lines: list[list[str]] = self.args.setdefault("lines", [[], []])
        return lines

    # The cards

    def _search(self, text: str) -> None:
        self.args["search"] = text
        found = self.context.library.search(text, Filters(game=str(self.args["game"])))
        counts = Counter(self._lines()[self.seat])
        rows: list[Row] = [(card.id, (card, counts[card.id]), self._card) for card in found]
        none = self.tell(say("No card is called so."))
        self.list.show(rows or [("none", none, lambda none: Words(none, "body", "text2"))])
        self.bottom.show((sum(counts.values()),))

    def _card(self, shown: tuple[Card, int]) -> Widget:
        card, count = shown
        sign = self.rules.glance.sign(Unit("", self.seat, card.values))
        less = (
            IconButton("minus-thick", partial(self._drop, card), f"{card.name} -1", "text", "high") if count else None
        )
        return PlainRow(
            card.name,
            self._values(card),
            f"× {count}" if count else "",
            partial(self._add, card),
            lead=symbol(sign, self.seat, 38, "bg"),
            tail=less,
        )

    def _values(self, card: Card) -> str:
        """What counts of the card."""
        found = self.rules.glance.effective(self.rules.opened(), Unit("", self.seat, card.values))
        return capital(", ".join(f"{self.tell(each.name)} {each.printed}" for each in found))

    def _add(self, card: Card) -> None:
        line = self._lines()[self.seat]
        if len(line) < MOST:
            line.append(card.id)
        self._search(str(self.args.get("search", "")))

    def _drop(self, card: Card) -> None:
        self._lines()[self.seat].remove(card.id)
        self._search(str(self.args.get("search", "")))

    # The way on

    def _bottom(self, shown: tuple[int]) -> Widget:
        t, (count,) = self.tell, shown
        if not count:
            return BottomAction(PushButton(t(say("Tap the cards of this line")), None, "tonal"))
        text = say("See what comes of it") if self.seat else say("Who stands against them?")
        chosen = t(say_many("one card", "{count} cards", count))
        return BottomAction(PushButton(t(text), self.go_on, "primary", "arrow-right", chosen))

    def go_on(self) -> None:
        """To the other line; from there to the deed over a table of their own."""
        self.args.pop("search", None)
        if not self.seat:
            self.args["seat"] = 1
            self.nav.rebuild()
            return
        forces = tuple(self._force(seat) for seat in (0, 1))
        if all(force.cards for force in forces):
            Muster(self.context).calculate(self.args["game"], forces, {"lines": self._lines(), "seat": 1})

    def _force(self, seat: int) -> Force:
        cards = (self.context.library.cards.get(each) for each in self._lines()[seat])
        sample = Sample(say("Quick odds"), seat, tuple(card for card in cards if card))
        return Muster(self.context).ready_made(sample)
