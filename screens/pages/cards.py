"""Cards: search as you type, add them to an army, bring and take them as files, make one of your
own."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from carddb.armies import Armies, Army
from carddb.cards import SOURCE_WORDS, Card
from carddb.imports import to_json
from carddb.legality import points
from carddb.library import Library
from carddb.lists import army_lists
from carddb.search import Filters
from carddb.trouble import Trouble
from engine.values.table import Unit
from engine.values.texts import say, say_many
from screens.pages import exchange
from screens.pages.card import about
from screens.pages.search import SearchPage
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.layouts import centred, pane
from screens.widgets.markers import symbol
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import PlainRow
from screens.widgets.words import Icon, Words


class CardsPage(SearchPage):
    """The library, fewer cards with every letter."""

    def build(self) -> Widget:
        t = self.tell
        self.library: Library = self.context.library
        there = {card.game for card in self.library.cards.values()}
        if "game" not in self.args:
            self.args["game"] = last if (last := self.last_game()) in there else ""
        games = {
            "": say("All games"),
            **{key: rules.title for key, rules in self.context.rulesets.items() if key in there},
        }
        self.armies, self.bar = Armies(self.library), None
        self.army = self._army()
        if self.army:
            games = {self.army.game: games[self.army.game]} if self.army.game in games else games
        head = self.searching(say("Search the cards"), games, str(self.args.get("game", "")), 64, self._by_list())
        self.list.offset = float(self.args.get("offset", 0))
        tools = (
            IconButton(
                "qrcode-scan", lambda: self.nav.go("scan", army=self.args.get("army", "")), t(say("Scan")), "text2"
            ),
            IconButton("dots-vertical", self._menu, t(say("More")), "text2"),
            self.helping("cards"),
        )
        bar = self.bar = AppBar(t(say("Cards")), self._count(), self.nav.back, tools, back_name=t(say("Back")))
        undo = self.library.undoes
        action = (
            [BottomAction(PushButton(t(say("Undo: {what}", what=undo)), self._undo, "outline", "undo"))] if undo else []
        )
        return pane(bar, head, centred(self.list), *action)

    def show(self) -> None:
        self.found = self._found()
        self.listed(self.found, self._row, say("No card has these words. Try fewer letters, or all games."))
        if self.bar:
            self.bar.reword(self.tell(say("Cards")), self._count())

    def _found(self) -> list[Card]:
        """Those with these words; of an army list in its order."""
        found = self.library.search(self.searched, Filters(game=str(self.args.get("game", ""))))
        codex = army_lists(str(self.args.get("game", ""))).get(self._list())
        if not codex:
            return found
        places = {card: n for n, card in enumerate(card for each in codex.sections for card in each.cards)}
        return sorted((card for card in found if card.id in places), key=lambda card: places[card.id])

    def _list(self) -> str:
        """The army list chosen; at first that of the army that cards are added to."""
        return str(self.args.get("list", self.army.list if self.army else ""))

    def _by_list(self) -> Widget | None:
        """The army lists of the game, where it has some."""
        lists = army_lists(str(self.args.get("game", "")))
        names = {"": self.tell(say("All cards")), **{key: codex.name for key, codex in lists.items()}}
        return self.one_of(names, self._list(), self._choose_list) if lists else None

    def _choose_list(self, key: str) -> None:
        self.args["list"] = key
        self.nav.rebuild()

    def choose(self, game: str) -> None:
        self.args.pop("list", None)
        super().choose(game)

    def _count(self) -> str:
        """How many cards are found; when an army is built, how it stands."""
        if self.army:
            points = self.armies.check(self.army).points
            return self.tell(
                say("{name}: {value}", name=self.army.name, value=say_many("one point", "{count} points", points))
            )
        return self.tell(say_many("one card", "{count} cards", len(self.found)))

    def _army(self) -> Army | None:
        """The army that cards are added to."""
        key = str(self.args.get("army", ""))
        return next((army for army in self.armies.all() if army.id == key), None) if key else None

    def _row(self, card: Card) -> Widget:
        rules, army = self.context.rulesets[card.game], self.army
        have = sum(row.count for row in army.rows if row.card == card.id) if army else 0
        return PlainRow(
            card.name,
            self._about(card),
            self._points(card, have),
            (lambda: self._add(card)) if army else (lambda: self.nav.go("card", card=card.id)),
            (lambda: self.nav.go("card", card=card.id)) if army else None,
            lead=symbol(rules.glance.sign(Unit("", 0, card.values)), 0, 38),
            tail=Icon("plus-thick", 22, "accent") if army else None,
        )

    def _about(self, card: Card) -> str:
        """What tells a card from others of its name; its game where not all are of one."""
        if not self.args.get("game") and not self.army:
            return about(self.context, card, SOURCE_WORDS[card.source])
        army = card.values.get("army")
        of = self.context.rulesets[card.game].word(army) if isinstance(army, str) else ""
        parts = of, card.edition_text, SOURCE_WORDS[card.source]
        return ", ".join(dict.fromkeys(self.tell(part) for part in parts if part))

    def _points(self, card: Card, have: int) -> str:
        """What it costs, and how many the army has."""
        cost = points(card)
        told = self.tell(say_many("one point", "{count} points", cost)) if cost else ""
        return ", ".join(filter(None, (told, f"{have} ×" if have else "")))

    def _add(self, card: Card) -> None:
        """One more of this card, without leaving the list."""
        assert self.army
        if card.game != self.army.game:
            self.nav.complain(say("This card is of another game."))
            return
        try:
            self.armies.add(self.army, (card,))
        except Trouble as no:
            self.nav.complain(no.why)
            return
        self.nav.rebuild()

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def _menu(self) -> None:
        t, found = self.tell, self._found()
        self.nav.sheet(
            PushButton(t(say("A card of your own")), self._new, "tonal", "plus-thick", t(say("By a form"))),
            PushButton(
                t(say("Cards from a file")),
                lambda: exchange.choose_file(self.context, str(self.args.get("game", ""))),
                "tonal",
                "content-save-check-outline",
                t(say("A table, a roster of BattleScribe, a file of this app")),
            ),
            PushButton(
                t(say("A table to fill in")),
                self._table_to_fill_in,
                "tonal",
                "keyboard-outline",
                t(say("For a spreadsheet, with two examples")),
            ),
            PushButton(
                t(say("These cards as a file")),
                lambda: exchange.share_file(self.context, "cards.json", to_json(found).encode()),
                "tonal",
                "arrow-right",
                t(say_many("one card", "{count} cards", len(found))),
            ),
            PushButton(
                t(say("Labels to print")),
                lambda: exchange.share_labels(self.context, found),
                "tonal",
                "qrcode",
                t(say_many("one card", "{count} cards", len(found))),
            ),
        )

    def _table_to_fill_in(self) -> None:
        if game := str(self.args.get("game", "")):
            exchange.share_starting_table(self.context, game)
            return
        rows = [
            PushButton(self.tell(rules.title), partial(exchange.share_starting_table, self.context, key), "tonal")
            for key, rules in self.context.rulesets.items()
        ]
        self.nav.sheet(Words(self.tell(say("Which game?")), "title"), *rows)

    def _undo(self) -> None:
        self.library.undo()
        self.nav.rebuild()

    def _new(self) -> None:
        t = self.tell
        rows = [
            PushButton(t(rules.title), partial(self.nav.go, "card_edit", game=key), "tonal")
            for key, rules in self.context.rulesets.items()
        ]
        self.nav.sheet(Words(t(say("A card of your own")), "title"), *rows)
