"""The log of a game on one device: its entries as the file has them, numbered from 1, with a
running digest.

Two devices have the same log up to n if their digests at n are equal: nothing else is compared.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any, TypeAlias

from carddb.loading import entry as read_entry
from carddb.saves import Game, Origin
from engine.playing import codec
from engine.values.events import Amended, Entry, Redone, Undone
from engine.values.table import GameState

Doc: TypeAlias = dict[str, Any]
Epoch: TypeAlias = tuple[int, str]
"""Which host the table has: it grows by one with each take-over, and names who took over."""
NOBODY = ""


def _text(doc: Any) -> bytes:
    return json.dumps(doc, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _link(before: bytes, text: bytes) -> bytes:
    return blake2b(text, key=before, digest_size=16).digest()


def chain(before: bytes, doc: Any) -> bytes:
    """The digest after one more line."""
    return _link(before, _text(doc))


def state_sum(state: GameState) -> str:
    """The digest of a table."""
    return blake2b(_text(codec.plain(state)), digest_size=8).hexdigest()


class Log:
    """Every entry of a game, who asked for it, and what is saved beside them.

    `by` holds the device and the intent behind each entry, `last` the last intent of each device.
    `held` follows the log and cannot be entered yet, as something in it is under cover.
    """

    def __init__(self, game: Game, tables: Any = None) -> None:
        """*tables* are those of its file, where they are at hand."""
        self.game = game
        tables = tables or game.saver.storage.read() or {}
        self.start: Doc = tables["start"]["1"]
        self.link: Doc = tables.get("link", {}).get("1", {})
        self.people: dict[str, Doc] = dict(tables.get("people", {}))
        self.docs: list[Doc] = []
        self.by: list[str] = []
        self.sums = [chain(b"", self.start)]
        self.sizes: list[int] = []
        self.last: dict[str, tuple[str, int]] = {}
        self._read(tables.get("entries", {}), tables.get("by", {}))
        held = tables.get("held", {}).get("1", {"first": 0})
        self.held: list[Doc] = held["docs"] if held["first"] == self.number + 1 else []
        game.session.followers.append(self._follow)

    def _read(self, entries: Any, by: Any) -> None:
        for n in range(1, self.game.saver.count + 1):
            self._add(entries[str(n)], by[str(n)]["id"] if str(n) in by else NOBODY)

    def _follow(self, _entry: Entry) -> None:
        self._add(self.game.saver.line, self.game.saver.by)

    def _add(self, doc: Doc, by: str) -> None:
        text = _text(doc)
        self.docs.append(doc)
        self.by.append(by)
        self.sizes.append(len(text))
        self.sums.append(_link(self.sums[-1], text))
        who, _, what = by.partition(".")
        if who:
            self.last[who] = what, self.number

    @property
    def number(self) -> int:
        return len(self.docs)

    @property
    def on_disk(self) -> int:
        """The entries that may be told to others: what is not on our disk is not said."""
        return self.game.saver.on_disk

    @property
    def epoch(self) -> Epoch:
        number, whose = self.link.get("epoch", (0, ""))
        return int(number), str(whose)

    def sum_at(self, n: int) -> str:
        return self.sums[n].hex()

    def enter(self, doc: Doc, by: str = NOBODY) -> None:
        """A line made elsewhere; older history is read where it reaches behind what is at hand."""
        entry, self.game.saver.origin = read_entry(doc), Origin(str(doc.get("t", "")), by)
        try:
            while not self._tried(entry):
                pass
        finally:
            self.game.saver.origin = None

    def _tried(self, entry: Entry) -> bool:
        try:
            self.game.session.enter(entry)
        except ValueError:
            if not self.game.remember():
                raise
            return False
        return True

    def set_link(self, **new: Any) -> None:
        self.link = {**self.link, **new}
        self.game.saver.put(("link", "1", self.link))

    def save_link(self, **new: Any) -> None:
        """The same, on disk at once or not at all."""
        self.game.saver.storage.append(("link", "1", {**self.link, **new}))
        self.link = {**self.link, **new}

    def set_held(self, docs: list[Doc]) -> None:
        """It counts only right behind the last entry."""
        self.held = docs
        self.game.saver.put(("held", "1", {"first": self.number + 1, "docs": docs}))

    def name(self, tag: str, name: str) -> None:
        """How the device of this tag is called; the history says it."""
        if self.people.get(tag, {}).get("name") != name:
            self.people[tag] = {"name": name}
            self.game.saver.put(("people", tag, self.people[tag]))

    def who(self, n: int) -> str:
        """The name of who asked for an entry; "" where the host itself did."""
        tag = self.by[n - 1].partition(".")[0] if 0 < n <= self.number else NOBODY
        return str(self.people.get(tag, {}).get("name", "")) if tag else NOBODY

    def names(self) -> dict[int, str]:
        """Who asked for each event at hand, by the identity of the event."""
        journal = self.game.session.journal
        numbered = enumerate(journal, self.number - len(journal) + 1)
        return {id(entry.event if isinstance(entry, Amended) else entry): self.who(n) for n, entry in numbered}

    def takers(self) -> tuple[str, ...]:
        """Who took back each event that can be brought back, in the order of `Session.undone`."""
        session, found = self.game.session, list[str]()
        for n, entry in enumerate(session.journal, self.number - len(session.journal) + 1):
            match entry:
                case Undone(count=count):
                    found += [self.who(n)] * count
                case Redone(count=count):
                    found = found[: len(found) - count]
                case _:
                    found = []
        return tuple(found) if len(found) == len(session.undone) else ()

    def points(self, most: int, count: int = 6) -> list[Doc]:
        """The newest checkpoints after at most so many entries; several, as an undo may reach
        behind the last."""
        found: list[Doc] = []
        for change in self.game.saver.storage.backwards():
            match change:
                case ("checkpoints", str(key), dict(doc)) if int(key) <= most + 1:
                    found.insert(0, doc)
            if len(found) == count:
                break
        return found

    def let_go(self) -> None:
        """The game is this device's alone again."""
        self.game.saver.ask = None
        if self._follow in self.game.session.followers:
            self.game.session.followers.remove(self._follow)
