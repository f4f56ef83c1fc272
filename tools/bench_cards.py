"""A keystroke in a library of 10,000 cards: the rows it shows, beside a plain scan of TinyDB's documents and sqlite3's FTS5.

Each line is one text being typed, keystroke after keystroke; a card is found by the beginnings of words, accents or not.
The scan looks at names only, which is less than ours does. Times are the processor's, in microseconds a keystroke.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from tinydb import TinyDB
from tinydb.storages import MemoryStorage
from tinydb.table import Table

from carddb.cards import plain
from carddb.library import Library
from carddb.search import Filters, asked, folded, told
from engine.texts import say
from tests.carddb.libraries import many, opened
from tools.timing import Race, race

CARDS, BAR = 10_000, 20.0
TYPED = ("pankor", "korjag vor", "close assault", "marnor axis", "qui tank", "zzz")


@dataclass(frozen=True, slots=True)
class Line:
    """One text typed, beside one peer; a bar of None is only shown."""

    what: str
    race: Race
    bar: float | None

    @property
    def missed(self) -> bool:
        return self.bar is not None and self.race.ratio < self.bar

    def __str__(self) -> str:
        verdict = "" if self.bar is None else f"at least {self.bar:g}" + ("  MISSED" if self.missed else "")
        return f"{self.what:<48}{self.race.ours:>10.0f}{self.race.peer:>12.0f}{self.race.ratio:>8.1f}  {verdict}"


def keystrokes(text: str) -> list[str]:
    return [text[:end] for end in range(1, len(text) + 1)]


def ours(library: Library, typed: list[str], filters: Filters) -> list[int]:
    return [len(library.search(text, filters)) for text in typed]


def forget(library: Library) -> None:
    """Nothing of an earlier keystroke."""
    for words in (library.index._names, library.index._others):
        words._asked = {}


def scanned(table: Table, typed: list[str]) -> list[int]:
    """A plain look at every document, for every keystroke."""
    found = []
    for text in typed:
        words = asked(text)
        table.clear_cache()
        found.append(len(table.search(lambda doc, words=words: _has(folded(doc["card"]["name"]), words))))  # type: ignore[arg-type, misc]
    return found


def _has(name: str, words: list[str]) -> bool:
    return all(word in name for word in words)


def matched(base: sqlite3.Connection, typed: list[str]) -> list[int]:
    """The same by the full-text search of a database."""
    found = []
    for text in typed:
        words = " ".join(f'"{word}"*' for word in asked(text))
        found.append(len(base.execute("select id from cards where cards match ? order by name", (words,)).fetchall()))
    return found


def full_text(library: Library) -> sqlite3.Connection:
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table cards using fts5(id unindexed, name, words, tokenize='unicode61 remove_diacritics 2')")
    rows = ((card.id, card.name, " ".join(told(card)).replace("_", " ")) for card in library.cards.values())
    base.executemany("insert into cards values (?, ?, ?)", rows)
    return base


def documents(library: Library) -> Table:
    table = TinyDB(storage=MemoryStorage).table("cards")
    table.insert_multiple(plain(card) for card in library.cards.values())
    return table


def measured(library: Library) -> list[Line]:
    table, base, lines = documents(library), full_text(library), list[Line]()
    for text in TYPED:
        typed = keystrokes(text)
        mine, clean = partial(ours, library, typed, Filters()), partial(forget, library)
        found = mine()
        for name, peer, bar in (("scan", partial(scanned, table, typed), BAR), ("FTS5", partial(matched, base, typed), None)):
            what = f"“{text}”, {found[0]:,} to {found[-1]:,} rows (peer: {name})"
            lines.append(Line(what, _each(race(mine, peer, clean), typed), bar))
    filters = Filters(game="aam", side="axis", cost=(5, 20))
    once: list[Any] = ["pan"]
    alone = race(partial(ours, library, once, filters), partial(scanned, table, once), partial(forget, library))
    return [*lines, Line("“pan”, one side, one game, a range of costs (scan)", alone, BAR)]


def _each(total: Race, typed: list[str]) -> Race:
    return Race(total.ours / len(typed), total.peer / len(typed))


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        library = opened(Path(folder))
        library.write(say("{problem}", problem="bench"), {card.id: card for card in many(CARDS - len(library.cards))})
        start = perf_counter()
        library.search("")
        print(f"{len(library.cards):,} cards; the index is made in {perf_counter() - start:.2f} s, when somebody first searches")
        print(f"{'':<48}{'ours':>10}{'peer':>12}{'ratio':>8}")
        lines = measured(library)
        print(*lines, sep="\n")
        library.store.close()
    missed = [line.what for line in lines if line.missed]
    print(f"Missed: {'; '.join(missed)}." if missed else "Every bar is met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
