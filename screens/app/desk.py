"""The game that is open, or none: taken from the store, put away, left."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

from carddb.saves import Game
from carddb.store import Store
from carddb.trouble import Trouble
from screens.app.table import Table


class Desk:
    """Holds the open game for all pages; `lay` makes its table."""

    def __init__(self, store: Store, lay: Callable[[Game], Table], changed: Callable[[], object]) -> None:
        self._store, self._lay, self._changed = store, lay, changed
        self.table: Table | None = None

    def open_game(self, key: str) -> None:
        self.take(self._store.open_game(key))

    def take(self, game: Game) -> None:
        """Play this game from now on."""
        if self.table:
            self.table.stop_listening()
        self.table = self._lay(game)
        self.table.listen()
        self._changed()
        if game.rules_changed:
            Clock.schedule_once(self._offer_recomputing, 0)

    def _offer_recomputing(self, _dt: float) -> None:
        from screens.app.recompute import offer_recomputing

        if self.table:
            offer_recomputing(self.table)

    def put_away(self) -> None:
        """The open game is closed as it is."""
        if self.table:
            self.table.stop_listening()
            self._store.close_game(self.table.game.key)

    def forget(self) -> None:
        """No game is open any more; its file is left alone."""
        if self.table:
            self.table.stop_listening()
        self.table = None
        self._changed()

    def leave(self) -> None:
        """Close the game and go home."""
        if self.table:
            navigator = self.table.context.navigator
            self.put_away()
            self.forget()
            navigator.replace({"screen": "home"})
            self.remember()

    def remember(self) -> Trouble | None:
        """Keep which game is open; what stands against it."""
        try:
            self._store.settings.set("game", self.table.game.key if self.table else "")
        except Trouble as no:
            return no
        return None
