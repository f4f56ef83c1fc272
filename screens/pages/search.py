"""What screens that search have in common: one game or all, a text, and a list that follows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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

    def searching(
        self, hint: Text, games: dict[str, Text], chosen: str, guess: float, more: Widget | None = None
    ) -> Widget:
        """The upper part; the list stands in `self.list`."""
        entry = Entry(
            str(self.args.get("search", "")), hint=self.tell(say("Search") if huge() else hint), changed=self.search
        )
        self.list = LongList(pad=(margin(), 4, margin(), 16), guess=guess)
        self.show()
        pills = self.one_of(games, chosen, self.choose) if len(games) > 1 else None
        return centred(Column(entry, pills, more, gap=8, pad=(margin(), 0, margin(), 6)))

    def one_of(self, titles: Mapping[str, Text | str], chosen: str, choose: Callable[[str], object]) -> Widget:
        """All of them where there is room and none is chosen; else the chosen one, and the others
        at a tap: the list has to stay in sight."""
        if not (short() or stacked() or chosen):
            pills = (Pill(self.tell(title), key == chosen, partial(choose, key)) for key, title in titles.items())
            return Flow(*pills, gap=8)
        title = self.tell(titles.get(chosen) or next(iter(titles.values())))
        return PushButton(title, lambda: self._others(titles, choose), "outline", "dots-horizontal")

    def _others(self, titles: Mapping[str, Text | str], choose: Callable[[str], object]) -> None:
        def take(key: str) -> None:
            self.nav.close_sheet()
            choose(key)

        self.nav.sheet(*(PlainRow(self.tell(title), do=partial(take, key)) for key, title in titles.items()))

    def choose(self, game: str) -> None:
        self.args["game"] = game
        self.nav.rebuild()

    def last_game(self) -> str:
        """The game that was played last, if any was."""
        table = self.context.desk.table
        if table:
            return table.rules.key
        return next((each.game for each in self.context.store.games() if each.game in self.context.rulesets), "")

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
