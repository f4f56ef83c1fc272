"""What every page has: the context it is given, a way to build itself once, a way to show what
has changed."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from engine.values.texts import Text, say
from screens.app.context import Context
from screens.app.navigator import Navigator
from screens.app.table import Table
from screens.present.view import View
from screens.widgets.press import IconButton
from screens.widgets.words import HELP


class Page:
    """A place of the app. `args` says where in it one is; it is saved, so that a restart comes
    back here."""

    kept = False
    """Whether a page that is left may be shown again: `show` then brings it up to date."""

    def __init__(self, context: Context, args: dict[str, Any]) -> None:
        self.context, self.args = context, args

    @property
    def nav(self) -> Navigator:
        return self.context.navigator

    def build(self) -> Widget:
        raise NotImplementedError

    def show(self) -> None:
        """Something it shows has changed, or it is shown for another place; a page that cannot
        change is built anew."""
        self.nav.rebuild()

    def moved_on(self) -> bool:
        """The game has moved on: whether this page brings its questions to the players itself."""
        return False

    def back(self) -> bool:
        """The back key: whether this page had a use for it."""
        return False

    def key(self, _key: str) -> bool:
        """A key of the keyboard: whether this page had a use for it."""
        return False

    def leave(self) -> None:
        """Another page takes over: what is to be kept goes into `args`."""

    def put_away(self) -> None:
        """Another page is shown, and this one is kept."""

    def close(self) -> None:
        """This page is taken down: give back what it holds."""

    def pause(self) -> None:
        """The app goes to the background: what others may want is given back."""

    def resume(self) -> None:
        """The app is back."""

    def put_beside(self, _other: Widget | None) -> None:
        """Another page stands beside this one from now on, or none."""

    def about(self) -> tuple[str, ...]:
        """The units it is about; where it stands beside the table they are marked there."""
        return ()

    def takes(self, _unit: str) -> bool:
        """A unit was tapped on the table beside it: whether this page had a use for it."""
        return False

    def throw_all(self) -> None:
        """The app's dice are wished for: a page that asks for dice throws them."""

    def tell(self, text: Text | str) -> str:
        return self.context.tell(text)

    def helping(self, chapter: str) -> IconButton:
        """The way to the chapter of the manual that fits this page."""
        return IconButton(HELP, lambda: self.nav.go("help", chapter=chapter), self.tell(say("Help")), "text2")


class GamePage(Page):
    """A page of the open game: the table is there."""

    def __init__(self, context: Context, args: dict[str, Any], table: Table) -> None:
        super().__init__(context, args)
        self.table = table

    @property
    def view(self) -> View:
        return self.table.view
