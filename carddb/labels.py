"""Sheets of labels to print: a sticker with a card's code for its back, a card as a datasheet, a
roster of an army to play from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from carddb.armies import Armies, Army, Row
from carddb.cards import SOURCE_WORDS, Card
from carddb.legality import points
from carddb.lists import army_lists
from carddb.pdf import Page, document, width, wrapped
from carddb.qr import card_codes, matrix
from carddb.typeset import (
    LARGEST,
    SMALLEST,
    STEP,
    Strip,
    Tell,
    box_strips,
    draw,
    height,
    sides,
    strips,
    text_strip,
    whole,
)
from engine.playing.rules import Ruleset
from engine.values.texts import english, say

Draw: TypeAlias = Callable[[Page, float, float], None]
"""Draws a label at a place of a page."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Paper and the labels on it, in millimetres: margins, how many across and down, their size,
    the gaps between."""

    wide: float
    high: float
    left: float
    top: float
    across: int
    down: int
    label: tuple[float, float]
    gap: tuple[float, float] = (0, 0)
    cut: bool = False

    def places(self) -> Iterator[tuple[float, float]]:
        """Where each label begins, row by row."""
        (wide, high), (beside, below) = self.label, self.gap
        for row in range(self.down):
            yield from (
                (self.left + column * (wide + beside), self.top + row * (high + below)) for column in range(self.across)
            )


CARDS = {
    "a4": Sheet(210, 297, 10.5, 16.5, 3, 3, (63, 88), cut=True),
    "letter": Sheet(215.9, 279.4, 13.45, 7.7, 3, 3, (63, 88), cut=True),
}
"""Reference cards of the usual size, to cut out."""
STICKERS = {
    "a4": Sheet(210, 297, 15, 18.5, 4, 8, (45, 32), cut=True),
    "letter": Sheet(215.9, 279.4, 17.95, 11.7, 4, 8, (45, 32), cut=True),
    "a4-21": Sheet(210, 297, 7.25, 15.15, 3, 7, (63.5, 38.1), (2.5, 0)),
    "a4-65": Sheet(210, 297, 4.75, 10.7, 5, 13, (38.1, 21.2), (2.5, 0)),
    "letter-30": Sheet(215.9, 279.4, 4.8, 12.7, 3, 10, (66.7, 25.4), (3.1, 0)),
}
"""Stickers: plain paper to cut, and the common sheets of 21, 65 and 30 labels."""


def stickers(cards: Sequence[Card], sheet: str = "a4", tell: Tell = english) -> bytes:
    """Sheets with a code and a name for the back of each card."""
    return _sheets([_sticker(STICKERS[sheet], card, tell) for card in cards], STICKERS[sheet])


def reference_cards(
    rulesets: Mapping[str, Ruleset], cards: Sequence[Card], sheet: str = "a4", tell: Tell = english
) -> bytes:
    """Each card as a datasheet with its code; a large one has a second side beside it."""
    return _sheets([side for card in cards for side in _reference(rulesets[card.game], card, tell)], CARDS[sheet])


def roster(armies: Armies, army: Army, paper: str = "a4", tell: Tell = english) -> bytes:
    """An army to play from: its sum, what is not legal, and every formation with its options, its
    statistics and boxes to tick off losses, in two columns."""
    sheet, found = CARDS[paper], armies.check(army)
    rules = armies.library.store.rulesets[army.game]
    column = (sheet.wide - 2 * EDGE - BETWEEN) / 2
    parts = [text_strip(f"! {tell(each.why)} {each.rule}", column, 8, bold=True) for each in found.problems]
    high = sheet.high - EDGE - EDGE - HEAD
    for row in army.rows:
        entry = _entry(armies, army, row, rules, column, tell)
        parts += [whole(entry)] if height(entry) <= high else entry
    columns = sides(parts, high, high)
    pages = []
    for first in range(0, max(1, len(columns)), 2):
        page = Page(sheet.wide, sheet.high)
        _roster_head(page, army.name, f"{tell(rules.title)}, {found.points}", sheet.wide - 2 * EDGE)
        for n, strips_here in enumerate(columns[first : first + 2]):
            draw(page, strips_here, EDGE + n * (column + BETWEEN), EDGE + HEAD)
        pages.append(page)
    return document(pages)


EDGE, BETWEEN, HEAD = 12.0, 8.0, 14.0
"""Millimetres: the rim of a page, between its columns, for its heading."""


def _roster_head(page: Page, name: str, sub: str, room: float) -> None:
    size = next((size for size in (18.0, 14.0, 11.0, 9.0) if width(name, size, True) <= room), 7.0)
    for n, line in enumerate(wrapped(name, room, size, bold=True)[:2]):
        page.text(EDGE, EDGE + 5 + n * 4, line, size, bold=True)
    page.text(EDGE, EDGE + 11, sub, 9, grey=0.3)


def _entry(armies: Armies, army: Army, row: Row, rules: Ruleset, room: float, tell: Tell) -> list[Strip]:
    """One row of an army: how many of what for how much, then its datasheet with its options in
    it, and boxes for each of them."""
    name = text_strip(_row_told(armies, army, row, tell), room, 10, bold=True)
    same = armies.units(replace(army, rows=(row,)))
    if not same:
        return [name, GAP]
    sheet = rules.datasheet(same[0].values)
    boxes = [strip for _ in same for strip in box_strips(sheet.boxes or 1, room)]
    return [name, *strips(sheet, room, 7.0, tell), *boxes, GAP]


GAP = Strip(4.0, lambda page, left, top: None)
"""Between two formations of a roster."""


def _row_told(armies: Armies, army: Army, row: Row, tell: Tell) -> str:
    """A row of an army in words: how many, of which card, with which options, for how many
    points."""
    same = armies.units(replace(army, rows=(row,)))
    if not same:
        return f"{row.count} × {row.card}"
    codex = army_lists(army.game).get(army.list)
    options = "".join(f" + {codex.options[key].name if codex and key in codex.options else key}" for key in row.options)
    mark = f" ({tell(SOURCE_WORDS['training'])})" if same[0].training else ""
    name = f"{row.count} × {same[0].name}{mark}{options}"
    return tell(say("{name}: {value}", name=name, value=sum(map(points, same))))


def _sheets(labels: Sequence[Draw], sheet: Sheet) -> bytes:
    """As many pages as there must be."""
    pages, places = [], list(sheet.places())
    for first in range(0, max(len(labels), 1), len(places)):
        page = Page(sheet.wide, sheet.high)
        for at, label in zip(places, labels[first : first + len(places)], strict=False):
            if sheet.cut:
                page.frame(*at, *sheet.label)
            label(page, *at)
        pages.append(page)
    return document(pages)


def _code(page: Page, left: float, top: float, size: float, card: Card) -> None:
    """The squares of a card's code; none for a card that is too large for one code."""
    if len(codes := card_codes(card)) == 1:
        squares = matrix(codes[0])
        page.boxes(squares, left, top, size / len(squares))


def _sticker(sheet: Sheet, card: Card, tell: Tell) -> Draw:
    """The code, and beside it the name in letters as large as there is room for."""
    wide, high = sheet.label
    size = min(high, wide * 0.7)
    room = wide - size - 1.5

    def parts(points: float) -> list[Strip]:
        about = _about(card, tell)
        return [
            text_strip(card.name, room, points, bold=True),
            *([text_strip(about, room, SMALLEST, grey=0.3)] if about else []),
        ]

    whole_words = max(width(word, 1, True) for word in card.name.replace("-", "- ").split())
    found = _largest(parts, high - 3, room / whole_words)

    def label(page: Page, left: float, top: float) -> None:
        _code(page, left, top + (high - size) / 2, size, card)
        draw(page, found, left + size, top + max(1.5, (high - height(found)) / 2))

    return label


def _largest(parts: Callable[[float], list[Strip]], room: float, most: float) -> list[Strip]:
    """The same in the largest letters with which it fits and words stay whole, else in the
    smallest."""
    size = LARGEST
    while size > SMALLEST and (size > most or height(parts(size)) > room):
        size -= STEP
    return parts(size)


def _about(card: Card, tell: Tell) -> str:
    """Edition, and the mark of a card that was invented."""
    return tell(SOURCE_WORDS["training"]) if card.training else tell(card.edition_text)


RIM = 3.0
"""Millimetres: the rim of a card."""
CODES, SQUARE = (25.0, 21.0, 18.0), 0.33
"""Millimetres: how large the code of a card may be, and the least of one of its squares."""


def _reference(rules: Ruleset, card: Card, tell: Tell) -> list[Draw]:
    """A card to play from: name, datasheet, boxes to tick off losses, code; on one side if it fits
    in letters that can be read, else on as many as it needs."""
    room, high = 63 - 2 * RIM, 88 - 2 * RIM
    sheet = rules.datasheet(card.values)
    about = " · ".join(filter(None, (tell(rules.title), _about(card, tell))))

    def parts(size: float) -> list[Strip]:
        return [_name(card.name, room), text_strip(about, room, SMALLEST, grey=0.3), *strips(sheet, room, size, tell)]

    codes = _code_sizes(card)
    fitting = _fitting(parts, [_foot(card, sheet.boxes, room, size) for size in codes], high)
    boxes = list(box_strips(sheet.boxes, room))  # in the smallest letters the code alone is on another side
    foot, found = fitting or (_foot(card, 0, room, codes[0]), [*parts(SMALLEST), *boxes])
    pages = sides(found, high, high - NEXT)
    if height(pages[-1]) + foot.high > (high if len(pages) == 1 else high - NEXT):
        pages.append([])
    return [_side(card, page, (n, len(pages)), foot if n == len(pages) - 1 else None) for n, page in enumerate(pages)]


NEXT = 4.0
"""Millimetres for the name on a further side."""


def _name(name: str, room: float) -> Strip:
    """As large as it stays in one line, else in several."""
    size = next((size for size in (12.0, 11.0, 10.0, 9.0) if width(name, size, True) <= room), 9.0)
    return text_strip(name, room, size, bold=True)


def _fitting(
    parts: Callable[[float], list[Strip]], feet: Sequence[Strip], high: float
) -> tuple[Strip, list[Strip]] | None:
    """The largest letters, then the largest code, with which all of it is on one side."""
    size = LARGEST
    while size >= SMALLEST:
        for foot in feet:
            if height(found := parts(size)) + foot.high <= high:
                return foot, found
        size -= STEP
    return None


def _code_sizes(card: Card) -> list[float]:
    """Sizes at which a camera tells the squares of its code apart; none for a card too large for
    one code."""
    if len(codes := card_codes(card)) != 1:
        return [0.0]
    squares = len(matrix(codes[0]))
    return [size for size in CODES if size / squares >= SQUARE] or [CODES[0]]


def _foot(card: Card, boxes: int, room: float, code: float) -> Strip:
    """The code at the right, boxes at its left."""
    rows = list(box_strips(boxes, room - code - 1))

    def draw_it(page: Page, left: float, top: float) -> None:
        draw(page, rows, left, top + 1)
        if code:
            _code(page, left + room - code + 1, top, code, card)

    return Strip(max(code, height(rows) + 1), draw_it)


def _side(card: Card, parts: list[Strip], place: tuple[int, int], foot: Strip | None) -> Draw:
    n, count = place

    def label(page: Page, left: float, top: float) -> None:
        at = top + RIM
        if n:
            page.text(left + RIM, at + 2.2, f"{n + 1}/{count}", SMALLEST, grey=0.3)
            for line in wrapped(card.name, 63 - 2 * RIM - 8, 7, bold=True)[:1]:
                page.text(left + RIM + 6, at + 2.2, line, 7, bold=True)
            at += NEXT
        elif count > 1:
            told = f"1/{count}"
            page.text(left + 63 - RIM - width(told, SMALLEST), top + 88 - 1.5, told, SMALLEST, grey=0.3)
        draw(page, parts, left + RIM, at)
        if foot:
            foot.draw(page, left + RIM, top + 88 - RIM - foot.high + 1)

    return label
