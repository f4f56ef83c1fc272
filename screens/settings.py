"""Settings: language, theme, text size, motion, checklist, backups."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from carddb.trouble import Trouble
from engine.texts import say
from screens.i18n import languages
from screens.shell import Screen
from screens.theme import PALETTES, Radius
from screens.version import version
from screens.welcome import NAMES
from screens.widgets.ground import Column, Flow, Scroll, centred, margin, paint, pane
from screens.widgets.press import AppBar, Pill, PushButton
from screens.widgets.rows import PlainRow, SwitchRow
from screens.widgets.words import Words, section

SIZES = (1.0, 1.25, 1.5, 1.75, 2.0)


class SettingsScreen(Screen):
    """Every choice takes effect at once."""

    def build(self) -> Widget:
        t = self.tell
        themes = {"dark": t(say("Dark")), "light": t(say("Light")), "high contrast": t(say("High contrast"))}
        lengths = {"full": t(say("All steps")), "short": t(say("This step and the next")), "name": t(say("Its name"))}
        body = Column(
            self._choice(
                t(say("Language")), "language", {code: NAMES.get(code, code) for code in languages(self.app.locale)}, "en"
            ),
            self._choice(t(say("Theme")), "theme", {key: themes[key] for key in PALETTES}, "dark"),
            self._choice(t(say("Text size")), "text", {size: f"{round(size * 100)} %" for size in SIZES}, 1.0),
            self._choice(t(say("Checklist")), "checklist", lengths, "short"),
            paint(
                Column(SwitchRow(t(say("Reduce motion")), "", bool(self.app.setting("still", False)), self._still)),
                "surface",
                Radius.card,
            ),
            *self._backups(),
            Words(t(say("You have version {number}", number=version())), "meta", "text2"),
            gap=10,
            pad=(margin(), 4, margin(), 16),
        )
        self.scroll = Scroll(centred(body))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        return pane(AppBar(t(say("Settings")), "", self.app.back, back_name=t(say("Back"))), self.scroll)

    def leave(self) -> None:
        self.args["scroll"] = self.scroll.scroll_y

    def _choice(self, name: str, key: str, words: dict[Any, str], default: Any) -> Widget:
        chosen = self.app.setting(key, default)
        pills = [Pill(word, value == chosen, lambda value=value: self.app.set(key, value)) for value, word in words.items()]
        return paint(Column(Words(name, "row"), Flow(*pills, gap=8), gap=8, pad=(14, 10, 14, 12)), "surface", Radius.card)

    def _still(self) -> None:
        self.app.set("still", not self.app.setting("still", False))

    def _backups(self) -> list[Widget]:
        t = self.tell
        rows = [PlainRow(kept.name, do=lambda kept=kept: self._restore(kept)) for kept in self.app.store.backups()]
        empty = (
            [Words(t(say("The first automatic backup is made when something has changed.")), "meta", "text2")] if not rows else []
        )
        return [section(t(say("Automatic backups"))), *empty, *([paint(Column(*rows), "surface", Radius.card)] if rows else [])]

    def _restore(self, kept: Any) -> None:
        t = self.tell

        def restore() -> None:
            self.app.close_sheet()
            try:
                self.app.game = self.app.view = None
                self.app.store.restore(kept)
            except Trouble as no:
                self.app.complain(no.why)
                return
            self.app.replace({"screen": "home"})

        self.app.sheet(
            Words(t(say("Restore this backup?")), "title"),
            Words(t(say("What is there now is backed up first.")), "body", "text2"),
            PushButton(t(say("Restore")), restore, "outline", "history"),
            PushButton(t(say("Leave it")), self.app.close_sheet, "primary"),
        )
