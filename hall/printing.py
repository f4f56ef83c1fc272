"""Standings and rounds on paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from carddb.pdf import Page, document, shown, width, wrapped
from carddb.typeset import Strip, draw, sides, text_strip
from engine.values.texts import say
from hall.evening import Evening
from hall.exports import HEADS, Tell, round_lines, standing_rows

WIDE, HIGH, EDGE = 210.0, 297.0, 15.0
"""Millimetres of the page, and its rim."""
COLUMNS = (0.0, 12.0, 70.0, 88.0, 110.0, 128.0, 142.0, 151.0, 163.0)
"""Where each column begins; all but the name end before the next one."""
SIZE, SMALL, STEP, NEXT, GAP = 10.0, 7.0, 6.0, 3.0, 5.0
"""Points of letters; millimetres of a row, to the next line of a head, and between parts."""


def as_pdf(evening: Evening, name: str, tell: Tell) -> bytes:
    """As many pages as it needs."""
    parts = [text_strip(name or tell(say("Standings")), WIDE - 2 * EDGE, 18, bold=True), _gap(), *_table(evening, tell)]
    for each in evening.rounds:
        parts += [_gap(), text_strip(tell(say("Round {number}", number=each.number)), WIDE - 2 * EDGE, 12, bold=True)]
        parts += [text_strip(line, WIDE - 2 * EDGE, SIZE) for line in round_lines(evening, each, tell)]
    pages = []
    for column in sides(parts, HIGH - 2 * EDGE, HIGH - 2 * EDGE):
        page = Page(WIDE, HIGH)
        draw(page, column, EDGE, EDGE)
        pages.append(page)
    return document(pages)


def _gap() -> Strip:
    return Strip(GAP, lambda page, left, top: None)


def _table(evening: Evening, tell: Tell) -> Iterator[Strip]:
    heads = tuple(tell(head) for head in HEADS)
    yield _heads(heads)
    for row in standing_rows(evening):
        yield _line(row)


def _heads(cells: tuple[str, ...]) -> Strip:
    """Each in its column, on as many lines as it needs."""
    rooms = [after - at - 1 for at, after in pairwise((*COLUMNS, WIDE - 2 * EDGE))]
    lines = [wrapped(cell, room, SMALL, True) for cell, room in zip(cells, rooms, strict=True)]

    def put(page: Page, left: float, top: float) -> None:
        for at, column in zip(COLUMNS, lines, strict=True):
            for n, line in enumerate(column):
                page.text(left + at, top + (n + 1) * NEXT, line, SMALL, bold=True)

    return Strip(max(map(len, lines)) * NEXT + 1, put)


def _line(cells: tuple[str, ...]) -> Strip:
    def put(page: Page, left: float, top: float) -> None:
        for at, cell in zip(COLUMNS, cells, strict=False):
            page.text(left + at, top + STEP - 1.5, _cut(shown(cell)), SIZE)

    return Strip(STEP, put)


def _cut(text: str) -> str:
    """A name too long for its column ends before it."""
    room = COLUMNS[2] - COLUMNS[1] - 2
    while text and width(text, SIZE) > room:
        text = text[:-1]
    return text
