"""What every screen has: the app around it, a way to build itself, a way to show what has
changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from engine.values.texts import Text, say
from screens.widgets.press import IconButton
from screens.widgets.words import HELP

if TYPE_CHECKING:
    from screens.app.lifecycle import AdjutantApp


class Screen:
    """A place of the app. `args` says where in it one is; it is saved, so that a restart comes
    back here."""

    def __init__(self, app: AdjutantApp, args: dict[str, Any]) -> None:
        self.app, self.args = app, args

    def build(self) -> Widget:
        raise NotImplementedError

    def refresh(self) -> None:
        """The game has moved on: show it."""
        self.app.rebuild()

    def moved_on(self) -> bool:
        """The game has moved on: whether this screen brings its questions to the players itself."""
        return False

    def back(self) -> bool:
        """The back key: whether this screen had a use for it."""
        return False

    def key(self, _key: str) -> bool:
        """A key of the keyboard: whether this screen had a use for it."""
        return False

    def leave(self) -> None:
        """Another screen takes over."""

    def close(self) -> None:
        """This screen is taken down, to be built anew or not: give back what it holds."""

    def tell(self, text: Text | str) -> str:
        return self.app.tell(text)

    def helping(self, chapter: str) -> IconButton:
        """The way to the chapter of the manual that fits this screen."""
        return IconButton(HELP, lambda: self.app.go("help", chapter=chapter), self.tell(say("Help")), "text2")
