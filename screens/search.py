"""What screens that search have in common: one game or all, a text, and a list that follows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.widget import Widget

from engine.texts import Text
from screens.shell import Screen
from screens.widgets.entry import Entry
from screens.widgets.ground import Column, Flow, centred, margin
from screens.widgets.longlist import LongList
from screens.widgets.press import Pill
from screens.widgets.words import Words


class SearchScreen(Screen):
    """A text to type, games to choose, rows that get fewer with every letter."""

    def searching(self, hint: Text, games: dict[str, Text], chosen: str, guess: float) -> Widget:
        """The upper part; the list stands in `self.list`."""
        entry = Entry(str(self.args.get("search", "")), hint=self.tell(hint), changed=self.search)
        pills = [Pill(self.tell(title), key == chosen, lambda key=key: self.choose(key)) for key, title in games.items()]
        self.list = LongList(pad=(margin(), 4, margin(), 16), guess=guess)
        self.show()
        return centred(Column(entry, Flow(*pills, gap=8), gap=8, pad=(margin(), 0, margin(), 6)))

    def choose(self, game: str) -> None:
        self.args["game"] = game
        self.app.rebuild()

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
        nothing = [("none", self.tell(none), lambda text: Words(text, "body", "text2"))]
        self.list.show([(each.id, each, row) for each in found] or nothing)
