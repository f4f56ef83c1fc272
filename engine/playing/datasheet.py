"""A card laid out as a table: figures above, tables of rows below, then what is told in words.

A game declares it once; screens, printed cards and the editor draw the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Path
from engine.values.texts import Text, say

Said: TypeAlias = Text | str
DASH = "–"


@dataclass(frozen=True, slots=True)
class Stated:
    """One value of a card and what it is; `at` is its place on the card."""

    name: Said
    value: Said
    at: Path = ()


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a table: how many, what, a cell for each head, and what else is to be said of it.

    `at` is its place on the card: the first one, where several count as one row.
    """

    name: Said
    cells: tuple[Said, ...]
    more: Said = ""
    count: int = 0
    at: Path = ()


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows of one kind under their heads; `add` is the list that a new row goes into."""

    title: Text
    heads: tuple[Said, ...]
    rows: tuple[SheetRow, ...]
    add: Path = ()


@dataclass(frozen=True, slots=True)
class Datasheet:
    """A card: a few `figures`, tables, and the rest in words; `boxes` are losses to tick off."""

    figures: tuple[Stated, ...] = ()
    tables: tuple[SheetTable, ...] = ()
    facts: tuple[Stated, ...] = ()
    boxes: int = 0


Layout: TypeAlias = Callable[[Map[Value]], Datasheet]


def number(value: Value) -> str:
    """A number as it is printed; a dash where there is none."""
    return DASH if value is None or value == "-" else str(value)


def known(value: Value) -> str:
    """A number that the card should state; a question mark where it does not."""
    return "?" if value is None else str(value)


def score(value: Value) -> str:
    """What a die must show: "4+"."""
    return DASH if value is None else f"{value}+"


def spread(value: Value) -> str:
    """Several numbers of one thing: "5/9"."""
    return "/".join(map(number, value)) if isinstance(value, tuple) and value else DASH


def worded(words: Mapping[str, Text], key: Value) -> Said:
    """A word of a card as players call it; one that only this card has stays as it is."""
    plain = str(key).replace("_", " ")
    return words.get(str(key)) or words.get(str(key).lower()) or words.get(plain.lower()) or plain


def several(words: Mapping[str, Text], keys: Value) -> Said:
    """Some words of a card, one after another."""
    return together(worded(words, key) for key in keys) if isinstance(keys, tuple) else ""


def together(parts: Iterable[Said]) -> Said:
    """What there is to say, one after another; nothing where there is nothing."""
    found: Said = ""
    for part in parts:
        found = say("{first}, {second}", first=found, second=part) if found and part else found or part
    return found


def table(
    title: Text, heads: Iterable[tuple[Said, int]], rows: Iterable[SheetRow], add: Path = ()
) -> Iterator[SheetTable]:
    """A table without the columns in which no row has anything; none without rows.

    A head comes with 1 where its column is always shown.
    """
    found, named = tuple(rows), tuple(heads)
    kept = [n for n, (_, always) in enumerate(named) if always or any(row.cells[n] not in (DASH, "") for row in found)]
    if found:
        thin = (SheetRow(row.name, tuple(row.cells[n] for n in kept), row.more, row.count, row.at) for row in found)
        yield SheetTable(title, tuple(named[n][0] for n in kept), tuple(thin), add)


def parts_of(value: Value) -> Map[Value]:
    """The named parts of a value, if it has any."""
    return value if isinstance(value, Map) else EMPTY


def items_of(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


def by_stats(names: Mapping[str, Text]) -> Layout:
    """A card of numbers and words alone: numbers as figures, words as facts."""

    def layout(card: Map[Value]) -> Datasheet:
        figures = (Stated(name, str(card[key]), (key,)) for key, name in names.items() if _is_number(card.get(key)))
        words = (
            Stated(name, several({}, value) if isinstance(value, tuple) else str(value), (key,))
            for key, name in names.items()
            if (value := card.get(key)) and not _is_number(value)
        )
        return Datasheet(tuple(figures), facts=tuple(words))

    return layout


def _is_number(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


YES, NO = say("yes"), say("no")
