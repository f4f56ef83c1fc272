"""What screens that search have in common: one game or all, a text, and a list that follows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from engine.values.texts import Text, say
from screens.app.page import Page
from screens.widgets.entry import Entry
from screens.widgets.layouts import Column, Flow, centred
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import PlainRow
from screens.widgets.running import huge, margin, short, stacked
from screens.widgets.words import Words


class SearchPage(Page):
    """A text to type, games to choose, rows that get fewer with every letter."""

    def searching(self, hint: Text, games: dict[str, Text], chosen: str, guess: float) -> Widget:
        """The upper part; the list stands in `self.list`."""
        entry = Entry(
            str(self.args.get("search", "")), hint=self.tell(say("Search") if huge() else hint), changed=self.search
        )
        self.list = LongList(pad=(margin(), 4, margin(), 16), guess=guess)
        self.show()
        return centred(Column(entry, self._games(games, chosen), gap=8, pad=(margin(), 0, margin(), 6)))

    def _games(self, games: dict[str, Text], chosen: str) -> Widget:
        """All of them where there is room; else the chosen one, and the others at a tap: the
        list has to stay in sight."""
        if not (short() or stacked()):
            pills = (Pill(self.tell(title), key == chosen, partial(self.choose, key)) for key, title in games.items())
            return Flow(*pills, gap=8)
        return PushButton(self.tell(games[chosen]), lambda: self._others(games), "outline", "dots-horizontal")

    def _others(self, games: dict[str, Text]) -> None:
        self.nav.sheet(*(PlainRow(self.tell(title), do=partial(self._chosen, key)) for key, title in games.items()))

    def _chosen(self, game: str) -> None:
        self.nav.close_sheet()
        self.choose(game)

    def choose(self, game: str) -> None:
        self.args["game"] = game
        self.nav.rebuild()

    def search(self, text: str) -> None:
        self.args["search"] = text
        self.show()
        self.list.offset = 0

    @property
    def searched(self) -> str:
        return str(self.args.get("search", ""))

    def show(self) -> None:
        raise NotImplementedError

    def listed(self, found: Sequence[Any], row: Callable[[Any], Widget], none: Text) -> None:
        """These rows, or a sentence where there are none."""
        nothing: list[Row] = [("none", self.tell(none), lambda text: Words(text, "body", "text2"))]
        self.list.show([(each.id, each, row) for each in found] or nothing)
