"""Rules: search as you type over every numbered rule, in the player's language, with its
section."""

from __future__ import annotations

import unicodedata

from kivy.uix.widget import Widget

from engine.values.model import Ref
from engine.values.texts import say, say_many
from screens.pages.search import SearchPage
from screens.present.lines import capital
from screens.widgets.bars import AppBar
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, centred, pane
from screens.widgets.theme import Radius
from screens.widgets.words import Words


class RulesPage(SearchPage):
    """All rules of one game, fewer with every letter."""

    def build(self) -> Widget:
        t = self.tell
        self.key_of = str(self.args.get("game") or self.last_game() or next(iter(self.context.rulesets)))
        titles = {key: rules.title for key, rules in self.context.rulesets.items()}
        head = self.searching(say("Search the rules"), titles, self.key_of, 84)
        count = t(say_many("one rule", "{count} rules", len(self.context.rulesets[self.key_of].refs)))
        bar = AppBar(t(say("Rules")), count, self.nav.back, (self.helping("rules"),), back_name=t(say("Back")))
        return pane(bar, head, centred(self.list))

    def show(self) -> None:
        words = plain(self.searched).split()
        found = [
            ref for ref in self.context.rulesets[self.key_of].refs if all(word in self._haystack(ref) for word in words)
        ]
        self.listed(found, self._rule, say("No rule has these words. Try fewer letters, or another game."))

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


def plain(text: str) -> str:
    """Letters without accents, all small."""
    return "".join(ch for ch in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(ch))
