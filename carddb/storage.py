"""TinyDB on a journal: every change is one line at the end of the file, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from sys import intern
from typing import Any, TypeAlias

from tinydb.storages import Storage

from carddb.disk import Disk
from carddb.journal import Journal, Lost
from carddb.trouble import CannotOpen, CannotSave
from engine.playing import codec
from engine.playing.codec import SAVE_VERSION, UPGRADES, Upgrade
from engine.values.texts import say

Tables: TypeAlias = dict[str, Mapping[str, Any]]
Texts: TypeAlias = dict[tuple[str, str], str]
"""Documents as JSON by table and id, in the order in which they came."""
Op: TypeAlias = tuple[str, str | None, Mapping[str, Any]] | tuple[str, str | None] | tuple[str]
"""A document put (table, id, document) or removed (table, id), a table emptied (table) or
dropped (table, None)."""

SMALL = 32_768
"""A file up to this size is never compacted."""
DEEPEST = 200
"""The deepest nesting of lists and tables in a line."""


@dataclass(frozen=True, slots=True)
class Format:
    """The version written, and how files of older versions are upgraded."""

    version: int = SAVE_VERSION
    upgrades: Mapping[int, Upgrade] = field(default_factory=lambda: UPGRADES)
    small: int = SMALL


class Documents(Mapping[str, Any]):
    """The documents of a table, each parsed from its text when it is used: parsing ten thousand at
    once takes too long."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def __getitem__(self, key: str) -> Any:
        return document(self._texts[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class JournalStorage(Storage):
    """Documents by table and id; in memory they are texts, as TinyDB changes the objects it is
    given.

    `holds` says in the first line what the file is for; the line names the save version too.
    `damaged` is called for lines that cannot be understood though their checksums are right: they
    count as lost. Without it, a file with such a line is refused.
    """

    def __init__(
        self,
        disk: Disk,
        name: str,
        holds: str = "documents",
        form: Format | None = None,
        mend: bool = True,
        damaged: Callable[[Lost], None] | None = None,
    ) -> None:
        self.holds, self.form, self._damaged = holds, form or Format(), damaged
        self.journal = Journal(disk, name, mend)
        self._tables: set[str] = set()
        self._texts: Texts = {}
        self._folded = 0
        self._old = False
        if (version := self._version()) < self.form.version:
            self._upgrade(version, mend)

    # What TinyDB asks for

    def read(self) -> Tables | None:  # type: ignore[override]  # TinyDB's annotation says dict, its tables want a mapping
        self._fold()
        found: dict[str, dict[str, str]] = {table: {} for table in self._tables}
        for (table, key), text in self._texts.items():
            found[table][key] = text
        return {table: Documents(texts) for table, texts in found.items()} or None

    def write(self, data: Mapping[str, Mapping[Any, Any]]) -> None:
        """Append the difference to the saved documents, in one line."""
        self._fold()
        texts = {(table, str(key)): dumped(doc) for table, found in data.items() for key, doc in found.items()}
        if changes := list(self._changes(data, texts)):
            self._add(f"[{','.join(changes)}]")
            self.tidy()

    # The short way for a game

    def append(self, *ops: Op) -> None:
        """Append changes in one line, whatever the size of the file."""
        self._add(dumped(ops))

    def begin(self, ops: Iterable[Op]) -> None:
        """Make a new file with a line for each change, all at once or not at all."""
        self.journal.add(self._head(), *(dumped((op,)) for op in ops))

    def backwards(self) -> Iterator[Op]:
        """All changes that were made, the latest first."""
        for line in reversed(self._lines()) if self._old else self.journal.backwards():
            yield from reversed(list(self._ops(line))) if line.startswith("[") else ()

    def last(self, table: str) -> Any:
        """The document that was put last in a table by a line of its own."""
        if self._old:
            return next((json.loads(text) for (name, _), text in reversed(self._texts.items()) if name == table), None)
        line = self.journal.last(f"[[{dumped(table)},")
        return next(self._ops(line))[-1] if line else None

    def tidy(self) -> None:
        """Compact the file if more than half of it is out of date; if that fails, the file stays as
        it is."""
        size = len(self.journal.data)
        if size > self.form.small and size > 2 * self._live():
            with suppress(CannotSave):
                self._rewrite()

    # Inside

    def _head(self) -> str:
        return dumped({"adjutant": self.holds, "version": self.form.version})

    def _add(self, line: str) -> None:
        if self._damaged and not self._folded:
            self._fold()  # or what comes after a line that says nothing would be lost with it
        if self._old:
            self._rewrite()
        self.journal.add(*(() if self.journal.data else (self._head(),)), line)

    def _version(self) -> int:
        """The version in the first line; a file of another kind or of a newer app is refused."""
        first = next(self.journal.lines(), None)
        if first is None:
            return self.form.version
        head, _ = self._loaded(first)
        version = head.get("version") if isinstance(head, dict) and head.get("adjutant") == self.holds else None
        if isinstance(version, bool) or not isinstance(version, int) or version < 1:
            raise self._strange()
        if version > self.form.version:
            raise CannotOpen(
                say("{file} was saved by a newer version of the app: please update it", file=self.journal.name)
            )
        return version

    def _upgrade(self, version: int, write: bool) -> None:
        """Bring an older file into the current form: in memory at once, on the device now or with
        the first change."""
        tables = {table: dict(docs) for table, docs in (self.read() or {}).items()}
        old = {"version": version, "holds": self.holds, "tables": tables}
        new: Tables = codec.upgraded(old, self.form.upgrades, self.form.version)["tables"]
        texts = {(table, key): dumped(doc) for table, found in new.items() for key, doc in found.items()}
        self._texts = {
            at: texts[at] for at in (*(at for at in self._texts if at in texts), *texts)
        }  # in their old order
        self._tables, self._old = set(new), True
        if write:
            with suppress(CannotSave):
                self._rewrite()

    def _rewrite(self) -> None:
        self._fold()
        self.journal.rewrite(self._lines())
        self._folded, self._old = len(self.journal.data), False

    def _lines(self) -> list[str]:
        """The whole file in compact form, a line for each document."""
        empty = self._tables - {table for table, _ in self._texts}
        puts = (f"[{_put(table, key, text)}]" for (table, key), text in self._texts.items())
        return [self._head(), *(f"[{dumped((table,))}]" for table in sorted(empty)), *puts]

    def _live(self) -> int:
        """About the size that the file would have after compaction."""
        self._fold()
        return sum(len(table) + len(key) + len(text) + 20 for (table, key), text in self._texts.items())

    def _fold(self) -> None:
        """Read the lines that were added since the last time."""
        count = 0
        try:
            for count, line in enumerate(self.journal.lines(self._folded)):
                for op in self._ops(line) if count or self._folded else ():
                    self._apply(op)
        except CannotOpen:
            if not self._damaged:
                raise
            self._cut(count, self._damaged)
        self._folded = len(self.journal.data)

    def _cut(self, count: int, damaged: Callable[[Lost], None]) -> None:
        """Keep so many more lines: the others are lost, and the rest is read again from the
        beginning."""
        self.journal.cut(self._folded, count)
        self._tables, self._texts, self._folded = set(), {}, 0
        self._fold()
        if self.journal.lost:
            damaged(self.journal.lost)

    def _ops(self, line: str) -> Iterator[Op]:
        """The changes of a line, one after another, as one line may hold ten thousand cards."""
        at = 0
        while at < len(line) - 1:
            op, end = self._loaded(line, at + 1)
            if line[at] != "[,"[at > 0] or not isinstance(op, list):
                raise self._strange()
            yield tuple(op)
            at = end
        if line[at:] != "]":
            raise self._strange()

    def _loaded(self, line: str, start: int = 0) -> tuple[Any, int]:
        """The content of a line from a place on; content nested too deeply is refused."""
        try:
            found, end = decoded(line, start)
        except (ValueError, RecursionError) as wrong:
            raise self._strange() from wrong
        if line.count("[", start, end) + line.count("{", start, end) > DEEPEST and _deep(found):
            raise self._strange()
        return found, end

    def _strange(self) -> CannotOpen:
        return CannotOpen(say("{file} is not what it should be", file=self.journal.name))

    def _apply(self, op: Op) -> None:
        match op:
            case (str(table), str(key), dict(doc)):
                self._tables.add(table)
                self._texts[table, key] = dumped(doc)
            case (str(table), str(key)) if (table, key) in self._texts:
                del self._texts[table, key]
            case (str(table),) | (str(table), None):
                self._texts = {at: text for at, text in self._texts.items() if at[0] != table}
                (self._tables.add if len(op) == 1 else self._tables.discard)(table)
            case _:
                raise self._strange()

    def _changes(self, data: Mapping[str, Mapping[Any, Any]], texts: Texts) -> Iterator[str]:
        """The changes that turn the saved documents into these."""
        gone, used = self._tables - data.keys(), {table for table, _ in self._texts}
        emptied = {table for table, found in data.items() if not found and (table not in self._tables or table in used)}
        yield from (dumped((table, None)) for table in sorted(gone))
        yield from (dumped((table,)) for table in sorted(emptied))
        yield from (dumped(at) for at in self._texts if at not in texts and at[0] not in gone | emptied)
        yield from (_put(*at, text) for at, text in texts.items() if self._texts.get(at) != text)


def _named(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which equal keys are one string, so that ten thousand cards share one "name"."""
    return {intern(key): value for key, value in pairs}


def _deep(found: Any) -> bool:
    """Whether something is nested deeper than any real document."""
    layer = [found]
    for _ in range(DEEPEST):
        layer = [
            part
            for each in layer
            if isinstance(each, (dict, list)) and each
            for part in (each.values() if isinstance(each, dict) else each)
        ]
        if not layer:
            return False
    return True


def _finite(text: str) -> float:
    """Refuse NaN, Infinity and 1e999: Python reads them as numbers, but JSON cannot hold them."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


decoded = json.JSONDecoder(parse_float=_finite, parse_constant=_finite).raw_decode
document = json.JSONDecoder(object_pairs_hook=_named).decode
dumped = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def _put(table: str, key: str, text: str) -> str:
    return f"[{dumped(table)},{dumped(key)},{text}]"
