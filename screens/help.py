"""Help: the manual, in the player's language, as it stands in docs/."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kivy.uix.widget import Widget

from engine.texts import say
from screens.i18n import ENGLISH
from screens.shell import Screen
from screens.widgets.ground import Column, Scroll, centred, margin, pane
from screens.widgets.press import AppBar
from screens.widgets.words import Words

ROLES = {"# ": "headline", "## ": "title"}


class HelpScreen(Screen):
    """One page to read."""

    def build(self) -> Widget:
        body = Column(*(Words(text, role) for role, text in paragraphs(self._manual())), gap=10, pad=(margin(), 4, margin(), 24))
        self.scroll = Scroll(centred(body))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        return pane(AppBar(self.tell(say("Help")), "", self.app.back, back_name=self.tell(say("Back"))), self.scroll)

    def leave(self) -> None:
        self.args["scroll"] = self.scroll.scroll_y

    def _manual(self) -> str:
        """The manual of the language, else the English one."""
        folder: Path = self.app.locale.parent / "docs"
        own = folder / f"manual.{self.app.language.code}.md"
        file = own if self.app.language.code != ENGLISH and own.exists() else folder / "manual.md"
        return file.read_text("utf-8") if file.exists() else ""


def paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """Headings and paragraphs, each with its role."""
    for block in text.split("\n\n"):
        line = " ".join(block.split("\n")).strip()
        mark = next((mark for mark in ROLES if line.startswith(mark)), "")
        if line:
            yield ROLES.get(mark, "body"), line[len(mark) :]
