"""The first start: what this is in one glance, in which language, and a game to try at once."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from engine.values.texts import say
from screens.app.page import Page
from screens.present.i18n import languages
from screens.widgets.layouts import Column, Equal, Scroll, centred, pane, space
from screens.widgets.markers import symbol
from screens.widgets.press import PushButton
from screens.widgets.rows import note
from screens.widgets.running import margin
from screens.widgets.theme import Touch
from screens.widgets.words import HELP, Words

NAMES = {"en": "English", "fr": "Français"}


class WelcomePage(Page):
    """Language first; then a sample game or Home."""

    def build(self) -> Widget:
        body = Column(
            *(self._begin() if self.args.get("chosen") else self._languages()), gap=14, pad=(margin(), 24, margin(), 16)
        )
        return pane(Scroll(centred(body)))

    def _head(self) -> list[Widget]:
        return [symbol("command", 0, 56, "bg"), Words("Adjutant", "display")]

    def _languages(self) -> list[Widget]:
        """All of them, that of the device in front."""
        codes, own = languages(self.context.preferences.locale), self.context.device.language()
        first = own if own in codes else "en"
        buttons = [
            PushButton(NAMES.get(code, code), partial(self._choose, code), "primary" if code == first else "tonal")
            for code in sorted(codes, key=lambda code: code != first)
        ]
        return [
            *self._head(),
            Words("Beside your wargame: turn, markers, dice, odds.", "title"),
            Words("À côté de votre jeu : tour, marqueurs, dés, probabilités.", "title", "text2"),
            space(8),
            *buttons,
        ]

    def _choose(self, code: str) -> None:
        self.args["chosen"] = True
        self.context.app.set("language", code)

    def _begin(self) -> list[Widget]:
        t = self.tell
        return [
            *self._head(),
            Words(t(say("The phone beside your table. Miniatures, cards and dice stay real.")), "title"),
            note("check-circle", t(say("Leads through the turn step by step and keeps every marker"))),
            note("dice-multiple", t(say("Says what dice to roll and why, with exact odds"))),
            note("content-save-check-outline", t(say("Works without a network and never loses a game"))),
            space(8),
            PushButton(
                t(say("Try it")),
                lambda: self.nav.replace({"screen": "home"}, {"screen": "setup", "sample": True}),
                "primary",
                "play",
                t(say("A sample game, ready on the table")),
            ),
            Equal(
                PushButton(t(say("To the start")), lambda: self.nav.replace({"screen": "home"}), "outline"),
                PushButton(t(say("Help")), lambda: self.nav.go("help"), "quiet", HELP),
                least=Touch.comfortable,
            ),
        ]

    def back(self) -> bool:
        if self.args.pop("chosen", None):
            self.nav.rebuild()
            return True
        return False
