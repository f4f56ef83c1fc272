"""Rules: search as you type over every numbered rule, in the player's language, with its section."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable
from typing import Any

from kivy.uix.widget import Widget

from engine.model import Ref
from engine.texts import say, say_many
from screens.present import capital
from screens.shell import Screen
from screens.theme import Radius
from screens.widgets.entry import Entry
from screens.widgets.ground import Column, Flow, centred, margin, paint, pane
from screens.widgets.longlist import Build, LongList
from screens.widgets.press import AppBar, Pill
from screens.widgets.words import Words


class RulesScreen(Screen):
    """All rules of one game, fewer with every letter."""

    def build(self) -> Widget:
        t = self.tell
        self.key_of = str(self.args.get("game") or next(iter(self.app.rulesets)))
        pills = Flow(
            *(
                Pill(t(rules.title), key == self.key_of, lambda key=key: self._choose(key))
                for key, rules in self.app.rulesets.items()
            ),
            gap=8,
        )
        entry = Entry(str(self.args.get("search", "")), hint=t(say("Search the rules")), changed=self._search)
        self.list = LongList(pad=(margin(), 4, margin(), 16), guess=84)
        self._show()
        rules = self.app.rulesets[self.key_of]
        bar = AppBar(
            t(say("Rules")), t(say_many("one rule", "{count} rules", len(rules.refs))), self.app.back, back_name=t(say("Back"))
        )
        head = Column(pills, entry, gap=8, pad=(margin(), 0, margin(), 6))
        return pane(bar, centred(head), centred(self.list))

    def _choose(self, key: str) -> None:
        self.args["game"] = key
        self.app.rebuild()

    def _search(self, text: str) -> None:
        self.args["search"] = text
        self._show()
        self.list.offset = 0

    def _show(self) -> None:
        rules = self.app.rulesets[self.key_of]
        words = plain(str(self.args.get("search", ""))).split()
        found = [ref for ref in rules.refs if all(word in self._haystack(ref) for word in words)]
        rows: list[tuple[Hashable, Any, Build]] = [(ref.id, ref, self._rule) for ref in found]
        self.list.show(rows or [("none", "", self._none)])

    def _haystack(self, ref: Ref) -> str:
        return plain(f"{ref.id} {ref.section} {ref.title} {self.tell(ref.title)}")

    def _rule(self, ref: Ref) -> Widget:
        return paint(
            Column(
                Words(capital(self.tell(ref.title)), "body"),
                Words(f"{ref.id}, {ref.section}", "cite", "text3"),
                gap=3,
                pad=(14, 10, 14, 10),
            ),
            "surface",
            Radius.card,
        )

    def _none(self, _shown: str) -> Widget:
        return Words(self.tell(say("No rule has these words. Try fewer letters, or another game.")), "body", "text2")


def plain(text: str) -> str:
    """Letters without accents, all small."""
    return "".join(ch for ch in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(ch))
