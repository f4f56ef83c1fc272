"""Sheets of labels to print: a sticker with a card's code for its back, or a reference card with
its values in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from carddb.armies import Armies, Army, Row
from carddb.cards import SOURCE_WORDS, Card
from carddb.legality import points
from carddb.lists import army_lists
from carddb.pdf import Page, document, fitted, wrapped
from carddb.qr import card_codes, matrix
from engine.playing.labels import told
from engine.playing.rules import Ruleset
from engine.values.maps import Map, Value
from engine.values.texts import Text, english

Tell: TypeAlias = Callable[[Text | str], str]
"""A function that puts a text into the player's language."""


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
    return _sheets(cards, STICKERS[sheet], lambda page, at, card: _sticker(page, STICKERS[sheet], at, card, tell))


def reference_cards(
    rulesets: Mapping[str, Ruleset], cards: Sequence[Card], sheet: str = "a4", tell: Tell = english
) -> bytes:
    """Sheets of cards with their values in words and their codes."""
    return _sheets(cards, CARDS[sheet], lambda page, at, card: _reference(page, at, rulesets[card.game], card, tell))


def roster(armies: Armies, army: Army, paper: str = "a4", tell: Tell = english) -> bytes:
    """An army on one page: every row with its points and options, the sum, what is not legal,
    and room to tick off losses."""
    sheet, found = CARDS[paper], armies.check(army)
    page, line = Page(sheet.wide, sheet.high), 22.0
    page.text(15, line, fitted(army.name, 130, 18, bold=True), 18, bold=True)
    page.text(150, line, str(found.points), 18, bold=True)
    page.text(15, line + 6, tell(armies.library.store.rulesets[army.game].title), 9, grey=0.3)
    line += 15
    step = min(7.0, (sheet.high - line - 20 - 5 * len(found.problems)) / max(1, len(army.rows)))
    for row in army.rows:
        page.text(15, line, fitted(_row_told(armies, army, row, tell), 120, 10), 10)
        for tick in range(min(row.count, 8)):
            page.frame(140 + 6 * tick, line - 3.5, 4, 4)
        line += step
    for problem in found.problems:
        page.text(15, line + 4, fitted(f"! {tell(problem.why)} {problem.rule}", 180, 9), 9, bold=True)
        line += 5
    return document([page])


def _row_told(armies: Armies, army: Army, row: Row, tell: Tell) -> str:
    """A row of an army in words: how many, of which card, with which options, for how many
    points."""
    same = armies.units(replace(army, rows=(row,)))
    if not same:
        return f"{row.count} × {row.card}"
    codex = army_lists(army.game).get(army.list)
    options = "".join(f" + {codex.options[key].name if codex and key in codex.options else key}" for key in row.options)
    mark = f" ({tell(SOURCE_WORDS['training'])})" if same[0].training else ""
    return f"{row.count} × {same[0].name}{mark}{options}: {sum(map(points, same))}"


def _sheets(cards: Sequence[Card], sheet: Sheet, draw: Callable[[Page, tuple[float, float], Card], None]) -> bytes:
    """Labels on as many pages as they need."""
    pages, places = [], list(sheet.places())
    for first in range(0, max(len(cards), 1), len(places)):
        page = Page(sheet.wide, sheet.high)
        for at, card in zip(places, cards[first : first + len(places)], strict=False):
            if sheet.cut:
                page.frame(*at, *sheet.label)
            draw(page, at, card)
        pages.append(page)
    return document(pages)


def _code(page: Page, left: float, top: float, size: float, card: Card) -> None:
    """The squares of a card's code; none for a card that is too large for one code."""
    if len(codes := card_codes(card)) == 1:
        squares = matrix(codes[0])
        page.boxes(squares, left, top, size / len(squares))


def _sticker(page: Page, sheet: Sheet, at: tuple[float, float], card: Card, tell: Tell) -> None:
    wide, high = sheet.label
    size, (left, top) = min(high, wide * 0.7), at
    _code(page, left, top + (high - size) / 2, size, card)
    room, line = wide - size - 2, top + 6.0
    for text in wrapped(card.name, room, 7)[: int((high - 8) / 3)]:
        page.text(left + size, line, text, 7, bold=True)
        line += 3
    page.text(left + size, min(line + 1, top + high - 2), fitted(_about(card, tell), room, 5), 5, grey=0.3)


def _about(card: Card, tell: Tell) -> str:
    """The edition of a card, and a mark if it was invented."""
    return tell(SOURCE_WORDS["training"]) if card.training else card.edition


def _reference(page: Page, at: tuple[float, float], rules: Ruleset, card: Card, tell: Tell) -> None:
    """One reference card: the name above, the values in rows with their signs, the code below."""
    left, top = at
    page.box(left, top, 63, 9, 0.88)
    page.text(left + 3, top + 6, fitted(card.name, 57, 11, bold=True), 11, bold=True)
    head = fitted(" · ".join(filter(None, (tell(rules.title), _about(card, tell)))), 57, 6)
    page.text(left + 3, top + 12, head, 6, grey=0.3)
    line, end = top + 16.5, top + 88 - 31
    for name, value in rows(rules, card, tell):
        if line > end:
            break
        page.disc(left + 3, line - 2.3, 1.5, name[:1].upper())
        for text in _cut(wrapped(f"{name}: {value}", 52, 6.5), int((end - line) / 2.7) + 1):
            page.text(left + 8, line, text, 6.5)
            line += 2.7
        line += 0.7
    _code(page, left + 17, top + 88 - 30, 29, card)


def _cut(lines: list[str], most: int) -> list[str]:
    """As many lines as there is room for; a sign at the end says that some are missing."""
    return lines if len(lines) <= most else [*lines[: most - 1], fitted(lines[most - 1], 49, 6.5) + " …"]


def rows(rules: Ruleset, card: Card, tell: Tell) -> Iterator[tuple[str, str]]:
    """The values of a card in words, the most important first; for a formation, how many units of
    each kind come before their values."""
    names: Mapping[str, Text] = rules.glance.stats
    for key in dict.fromkeys((*names, *(field.key for field in rules.card.fields))):
        if key != "name" and (value := card.values.get(key)) not in (None, (), Map()):
            yield tell(names.get(key, key)).replace("_", " ").capitalize(), _words(rules, value, tell)
            for part in _counted(value):
                yield str(part["name"]), _words(rules, part.without("name"), tell)


def _counted(value: Value) -> Iterator[Map[Value]]:
    """The units of a formation, equal ones together."""
    pairs = (each for each in value if isinstance(each, tuple)) if isinstance(value, tuple) else ()
    yield from dict.fromkeys(
        pair[1] for pair in pairs if len(pair) == 2 and isinstance(pair[1], Map) and "name" in pair[1]
    )


def _words(rules: Ruleset, value: Value, tell: Tell) -> str:
    """A value in words; equal entries of a list are written once, with their number."""
    match value:
        case (int(count), Map() as part) if "name" in part:
            return f"{count} {part['name']}"
        case tuple() if any(isinstance(each, Map) for each in value):
            things = Counter(_words(rules, each, tell) for each in value)
            return "; ".join(text if count == 1 else f"{count} × {text}" for text, count in things.items())
        case tuple():
            return ", ".join("–" if each is None else _words(rules, each, tell) for each in value)
        case Map():
            return ", ".join(
                _pair(rules, key, each, tell) for key, each in value.items() if each not in ((), Map(), "-")
            )
    return tell(told(rules, value)).replace("_", " ")


def _pair(rules: Ruleset, key: str, value: Value, tell: Tell) -> str:
    """A name and its value. An entry that has a name of its own, or a list of such entries, needs
    no heading."""
    name = tell(rules.word(key)).replace("_", " ")
    if value is True:
        return name
    told_value = _words(rules, value, tell)
    return told_value if key in ("name", "weapons", "abilities", "item") else f"{name} {told_value}"
