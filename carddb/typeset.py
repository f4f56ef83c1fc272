"""A datasheet set in type: strips as wide as a column, one below the other, in one size of
letters; nothing is ever shortened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from carddb.pdf import Page, width, wrapped
from engine.playing.datasheet import DASH, Datasheet, SheetRow, SheetTable, Stated
from engine.values.texts import Text, say

Tell: TypeAlias = Callable[[Text | str], str]
"""A function that puts a text into the player's language."""
SMALLEST, LARGEST, STEP = 6.0, 8.0, 0.5
"""Points: no letter is smaller than the first."""
LEAD = 0.42
"""Millimetres from line to line for each point of size."""
GAP = 1.6
LEAST_NAME = 0.34
"""The share of a column that names of rows need; with less, values are told in words."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A part of a column that stays whole: its height in millimetres, and how it is drawn."""

    high: float
    draw: Callable[[Page, float, float], None]


def strips(sheet: Datasheet, room: float, size: float, tell: Tell) -> list[Strip]:
    """A whole datasheet in a column of this width."""
    tables = (strip for table in sheet.tables for strip in table_strips(table, room, size, tell))
    return [*figure_strips(sheet.figures, room, size, tell), *tables, *fact_strips(sheet.facts, room, size, tell)]


def text_strip(text: str, room: float, size: float, bold: bool = False, grey: float = 0) -> Strip:
    lines = wrapped(text, room, size, bold)

    def draw(page: Page, left: float, top: float) -> None:
        for n, line in enumerate(lines):
            page.text(left, top + (n + 0.8) * LEAD * size, line, size, bold, grey)

    return Strip(len(lines) * LEAD * size, draw)


def figure_strips(figures: Sequence[Stated], room: float, size: float, tell: Tell) -> Iterator[Strip]:
    """Numbers side by side over their names."""
    across = min(4, len(figures))
    for n in range(0, len(figures), 4):
        yield _figures(figures[n : n + 4], room / across, size, tell)


def _figures(figures: Sequence[Stated], each: float, size: float, tell: Tell) -> Strip:
    small = _unbroken((tell(figure.name) for figure in figures), each - 1, size)
    names = [wrapped(tell(figure.name), each - 1, small) for figure in figures]
    values, large = [tell(figure.value) for figure in figures], size + 4

    def draw(page: Page, left: float, top: float) -> None:
        for n, (value, lines) in enumerate(zip(values, names, strict=True)):
            middle = left + (n + 0.5) * each
            _middle(page, middle, top + 0.8 * LEAD * large, value, large, bold=True)
            for row, line in enumerate(lines):
                _middle(page, middle, top + LEAD * large + (row + 0.7) * LEAD * small, line, small, grey=0.3)

    return Strip(LEAD * large + max(map(len, names)) * LEAD * small + 1, draw)


def _unbroken(texts: Iterable[str], room: float, size: float) -> float:
    """The largest size, up to this one, in which no word has to be broken."""
    widest = max((width(word, 1) for text in texts for word in text.split()), default=0)
    return max(SMALLEST, min(size, room / widest if widest else size))


def _middle(page: Page, x: float, y: float, text: str, size: float, bold: bool = False, grey: float = 0) -> None:
    page.text(x - width(text, size, bold) / 2, y, text, size, bold, grey)


def table_strips(table: SheetTable, room: float, size: float, tell: Tell) -> Iterator[Strip]:
    """A heavy rule, the heads, a row under a thin rule each."""
    heads = [tell(head) for head in table.heads]
    cells = [[tell(cell) for cell in row.cells] for row in table.rows]
    columns = [
        max(width(head, size), *(width(cell, size, bold=True) for cell in column)) + GAP
        for head, *column in zip(heads, *cells, strict=True)
    ]
    if room - sum(columns) < LEAST_NAME * room and columns:
        rows = [
            _row(row, _in_words(heads, told), [], [], room, size, tell)
            for row, told in zip(table.rows, cells, strict=True)
        ]
        heads, columns = [], []
    else:
        rows = [_row(row, "", told, columns, room, size, tell) for row, told in zip(table.rows, cells, strict=True)]
    yield whole((_heading(tell(table.title), heads, columns, room, size), rows[0]))
    yield from rows[1:]


def _in_words(heads: Sequence[str], cells: Sequence[str]) -> str:
    """The cells of a row by their heads, without those that are empty."""
    told = (f"{head} {cell}".strip() for head, cell in zip(heads, cells, strict=True) if cell not in (DASH, ""))
    return ", ".join(told)


def _heading(title: str, heads: Sequence[str], columns: Sequence[float], room: float, size: float) -> Strip:
    lines = wrapped(title, room - sum(columns), size)

    def draw(page: Page, left: float, top: float) -> None:
        page.box(left, top + 0.5, room, 0.25)
        line = top + 1.1 + 0.8 * LEAD * size
        for n, text in enumerate(lines):
            page.text(left, line + n * LEAD * size, text, size, grey=0.3)
        for x, head in _across(left, heads, columns, room):
            _middle(page, x, line + (len(lines) - 1) * LEAD * size, head, size, grey=0.3)

    return Strip(1.3 + len(lines) * LEAD * size, draw)


def _across(left: float, cells: Sequence[str], columns: Sequence[float], room: float) -> Iterator[tuple[float, str]]:
    """The middle of each column, with what stands in it."""
    at = left + room - sum(columns)
    for cell, wide in zip(cells, columns, strict=True):
        yield at + wide / 2, cell
        at += wide


def _row(
    row: SheetRow, said: str, cells: Sequence[str], columns: Sequence[float], room: float, size: float, tell: Tell
) -> Strip:
    beside = room - sum(columns)
    name = _capital(tell(row.name))
    names = wrapped(f"{row.count} {name}" if row.count else name, beside, size, bold=True)
    small = max(SMALLEST, size - 1)
    more = [line for text in (said, _capital(tell(row.more))) if text for line in wrapped(text, room, small)]

    def draw(page: Page, left: float, top: float) -> None:
        page.box(left, top, room, 0.08, 0.6)
        line = top + 0.35
        for text in names:
            page.text(left, line + 0.8 * LEAD * size, text, size, bold=True)
            line += LEAD * size
        for text in more:
            page.text(left, line + 0.8 * LEAD * small, text, small, grey=0.2)
            line += LEAD * small
        for x, cell in _across(left, cells, columns, room):
            _middle(page, x, top + 0.35 + 0.8 * LEAD * size, cell, size, bold=True)

    return Strip(0.7 + len(names) * LEAD * size + len(more) * LEAD * small, draw)


def fact_strips(facts: Iterable[Stated], room: float, size: float, tell: Tell) -> Iterator[Strip]:
    """What is told in words, each a paragraph: its name, then what it is."""
    for fact in facts:
        name, value = _capital(tell(fact.name)), tell(fact.value)
        told = tell(say("{name}: {value}", name=name, value=value)) if value else name
        yield text_strip(told, room, max(SMALLEST, size - 1))


def box_strips(count: int, room: float) -> Iterator[Strip]:
    """Squares to tick off losses."""
    side, step = 3.0, 3.8
    across = max(1, int((room + step - side) / step))
    for first in range(0, count, across):
        yield _boxes(min(across, count - first), side, step)


def _boxes(count: int, side: float, step: float) -> Strip:
    def draw(page: Page, left: float, top: float) -> None:
        for n in range(count):
            page.frame(left + n * step, top + 0.4, side, side, 0)

    return Strip(step, draw)


def height(parts: Iterable[Strip]) -> float:
    return sum(part.high for part in parts)


def sides(parts: Sequence[Strip], first: float, other: float) -> list[list[Strip]]:
    """Strips over as many columns as they need; the first has less room than the others."""
    found: list[list[Strip]] = [[]]
    for part in parts:
        room = first if len(found) == 1 else other
        if found[-1] and height(found[-1]) + part.high > room:
            found.append([])
        found[-1].append(part)
    return found


def draw(page: Page, parts: Iterable[Strip], left: float, top: float) -> float:
    """One strip below the other; where the next one would begin."""
    for part in parts:
        part.draw(page, left, top)
        top += part.high
    return top


def whole(parts: Sequence[Strip]) -> Strip:
    """Strips that stay together."""
    return Strip(height(parts), lambda page, left, top: _draw_all(page, parts, left, top))


def _draw_all(page: Page, parts: Sequence[Strip], left: float, top: float) -> None:
    draw(page, parts, left, top)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
