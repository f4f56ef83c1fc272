"""A keystroke in a library of 10,000 cards: the rows it shows, beside a plain scan of TinyDB's
documents and sqlite3's FTS5.

Each line is one text being typed, keystroke after keystroke; a card is found by the beginnings of
words, accents or not. The scan looks at names only, which is less than ours does. Times are the
processor's, in microseconds a keystroke.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from tinydb import TinyDB
from tinydb.storages import MemoryStorage
from tinydb.table import Table

from carddb.cards import plain
from carddb.library import Library
from carddb.search import Filters, asked, folded, told
from engine.values.texts import say
from tests.carddb.libraries import many, opened
from tools.timing import Call, Line, Race, Row, judged, printed, race

CARDS, BAR = 10_000, 20.0
TYPED = ("pankor", "korjag vor", "close assault", "marnor axis", "qui tank", "zzz")


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
    base.execute(
        "create virtual table cards using fts5(id unindexed, name, words, tokenize='unicode61 remove_diacritics 2')"
    )
    rows = ((card.id, card.name, " ".join(told(card)).replace("_", " ")) for card in library.cards.values())
    base.executemany("insert into cards values (?, ?, ?)", rows)
    return base


def documents(library: Library) -> Table:
    table = TinyDB(storage=MemoryStorage).table("cards")
    table.insert_multiple(plain(card) for card in library.cards.values())
    return table


def rows(library: Library) -> Iterator[Row]:
    """Every text typed, beside the scan (judged) and FTS5 (shown)."""
    table, base = documents(library), full_text(library)
    for text in TYPED:
        typed = keystrokes(text)
        mine, clean = partial(ours, library, typed, Filters()), partial(forget, library)
        found = mine()
        for name, peer, bar in (
            ("scan", partial(scanned, table, typed), BAR),
            ("FTS5", partial(matched, base, typed), None),
        ):
            what = f"A keystroke of “{text}”, {found[0]:,} to {found[-1]:,} rows ({name})"
            yield Row(what, partial(_each, mine, peer, clean, typed), faster=bar)
    filters = Filters(game="aam", side="axis", cost=(5, 20))
    once: list[Any] = ["pan"]
    alone = partial(
        race, partial(ours, library, once, filters), partial(scanned, table, once), partial(forget, library)
    )
    yield Row("“pan”, one side, one game, a range of costs (scan)", alone, faster=BAR)


def _each(mine: Call, peer: Call, clean: Call, typed: list[str]) -> Race:
    total = race(mine, peer, clean)
    return Race(total.ours / len(typed), total.peer / len(typed))


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        library = opened(Path(folder))
        library.write(say("{problem}", problem="bench"), {card.id: card for card in many(CARDS - len(library.cards))})
        library.search("")
        yield from map(judged, rows(library))
        library.store.close()


if __name__ == "__main__":
    printed(lines())
