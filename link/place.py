"""Where this device keeps the game of a table: in the store, like any other game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from carddb.saves import Header, header
from carddb.storage import Op, Tables
from carddb.store import Store
from carddb.trouble import Trouble
from engine.playing.rules import Ruleset
from engine.values.texts import Text, english, say
from link.log import Doc, Log

TABLES = "tables"
"""The setting that knows the game of each table; keys are here too, never in a file one shares."""


class Place:
    """The game of one table, as far as it is here. `kept` are the names of the games that had to
    make room for it; *call* says how a game is called in the language of this device."""

    def __init__(
        self,
        store: Store,
        table: bytes,
        tell: Callable[[Text], str] = english,
        call: Callable[[Header], str] = lambda header: header.name,
    ) -> None:
        self.store, self.table, self._tell, self._call = store, table, tell, call
        self.kept: list[Text] = []

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        return self.store.rulesets

    @property
    def notes(self) -> Doc:
        """What is remembered about the table."""
        found = self.store.settings.get(TABLES, {}).get(self.table.hex(), {})
        return dict(found) if isinstance(found, dict) else {}

    def note(self, **new: Any) -> None:
        tables = self.store.settings.get(TABLES, {})
        self.store.settings.set(TABLES, {**tables, self.table.hex(): {**self.notes, **new}})

    def open(self) -> Log | None:
        """The log that is here, if any."""
        try:
            log = Log(self.store.open_game(str(self.notes.get("game", ""))))
        except Trouble:
            return None
        return log if log.link.get("table") == self.table.hex() else None

    def take_in(self, new: Doc, old: Log | None) -> Log:
        """A whole game from the host; what was here of that table and says something else is kept
        as another game."""
        tables = self._tables(new)
        game = self.store.take_in(header(new["header"]), _ops(tables, new["points"]))
        self.note(game=game.key)
        if old:
            self._keep(old)
        return Log(game, tables)

    def _tables(self, new: Doc) -> Tables:
        numbers = list(map(str, range(1, len(new["docs"]) + 1)))
        return {
            "start": {"1": new["start"]},
            "entries": dict(zip(numbers, new["docs"], strict=True)),
            "by": {n: {"id": who} for n, who in zip(numbers, new["by"], strict=True) if who},
            "link": {"1": {"epoch": new["epoch"], "table": self.table.hex()}},
        }

    def _keep(self, old: Log) -> None:
        name = say("{name} (as it was on this device)", name=self._call(old.game.header))
        old.let_go()
        self.store.keep_as_another(old.game.key, self._tell(name))
        self.kept.append(name)


def _ops(tables: Tables, points: list[Doc]) -> list[Op]:
    """The lines of a game's file, in the order in which they would have come."""
    ops: list[Op] = [("start", "1", tables["start"]["1"])]
    after = {str(point["entries"]): point for point in points}
    for n, doc in tables["entries"].items():
        ops += [("by", n, tables["by"][n])] if n in tables["by"] else []
        ops.append(("entries", n, doc))
        ops += [("checkpoints", str(int(n) + 1), after[n])] if n in after else []
    return [*ops, ("link", "1", tables["link"]["1"])]
