"""Cards as a table that a spreadsheet opens: comma-separated values in, out, and to begin with."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import StringIO
from typing import Any, TypeAlias

from carddb.cards import Card, plain
from carddb.cells import number
from carddb.columns import Tell, Vocabulary
from carddb.found import LARGEST_FILE, Found, Progress, Told, examine, text_of
from carddb.library import free_id
from carddb.lines import Gathering, Line, begins, columns_of, lines_of
from carddb.trouble import CannotOpen
from engine.playing.rules import Ruleset
from engine.values.kinds import Mistake, Record
from engine.values.maps import thawed
from engine.values.model import Path
from engine.values.texts import Text, english, say

ABOUT = ("id", "game", "edition", "source", "revision", "cites")
BEYOND = "+"
"""The column of cells beyond the last one; no field is called so."""
Words: TypeAlias = Mapping[str, Vocabulary]


# Out


def headers(rulesets: Mapping[str, Ruleset], games: Iterable[str]) -> list[str]:
    """The columns of a table of cards: those about the card, then the values of its game."""
    keys = [key for game in games for key in columns_of(rulesets[game].card)]
    return [*ABOUT, *dict.fromkeys(keys)]


def to_csv(rulesets: Mapping[str, Ruleset], cards: Sequence[Card]) -> str:
    """Cards as a table: a line for each, and lines below it for its units, weapons and the like."""
    lines = [line for card in cards for line in _lines(rulesets, card)]
    columns = headers(rulesets, dict.fromkeys(card.game for card in cards))
    whole = dict.fromkeys(key for line in lines for key in line if key not in columns)
    into = StringIO()
    table = csv.DictWriter(into, [*columns, *whole], restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(lines)
    return into.getvalue()


def _lines(rulesets: Mapping[str, Ruleset], card: Card) -> list[dict[str, Any]]:
    about = {key: value for key, value in plain(card).items() if key != "card"}
    first, *rest = lines_of(rulesets[card.game].card, _values(card))
    return [{**about, **first}, *rest]


def _values(card: Card) -> dict[str, Any]:
    return {key: thawed(value) for key, value in card.values.items()}


def starting_table(rules: Ruleset, cards: Sequence[Card], tell: Tell = english) -> str:
    """A table to fill in: the columns in the player's words, and some cards as examples."""
    words, keys = Vocabulary(rules, (tell,)), [*columns_of(rules.card)]
    lines = [line for card in cards for line in lines_of(rules.card, _values(card), words.cell, words.value)]
    keys += dict.fromkeys(key for line in lines for key in line if key not in keys)
    rows = [[line.get(key, "") for key in keys] for line in lines]
    return "\ufeff" + "".join(";".join(map(_quoted, row)) + "\r\n" for row in ([*map(words.head, keys)], *rows))


def examples(rules: Ruleset, cards: Sequence[Card], most: int = 2) -> list[Card]:
    """A few cards that show as many columns as they can."""
    shown, found = set[str](), list[Card]()
    filled = {card.id: {key for line in lines_of(rules.card, _values(card)) for key in line} for card in cards}
    while len(found) < min(most, len(cards)):
        best = max((card for card in cards if card not in found), key=lambda card: len(filled[card.id] - shown))
        shown |= filled[best.id]
        found.append(best)
    return found


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ';"\n') else text


# In


def from_csv(
    rulesets: Mapping[str, Ruleset],
    data: bytes,
    game: str = "",
    progress: Progress | None = None,
    taken: Iterable[str] = (),
    tells: Sequence[Tell] = (english,),
) -> Found:
    """The content of a table; a card without a game is of the given game, one without an id gets
    one."""
    text = _table_text(data)
    named, rows = _table(text)
    table = Table(rulesets, named, game, tells)
    known = set(taken)
    cards = (table.card(lines, known) for lines in table.cards(rows))
    found, refused = examine(rulesets, cards, text.count("\n"), progress)
    return Found(found, refused, (), table.notes)


class Table:
    """A table by its columns, whose names may be those of a game."""

    def __init__(self, rulesets: Mapping[str, Ruleset], named: Sequence[str], game: str, tells: Sequence[Tell]) -> None:
        self._rulesets, self._game = rulesets, game
        self._words = cache(lambda key: Vocabulary(rulesets.get(key), tells, ABOUT))
        keys = [self._words(game).key(name) for name in named]
        if "name" not in keys:
            raise CannotOpen(say("the first row names no column “name”; the list of an army is read under Armies"))
        problems = [self._problem(n, keys, named) for n in range(len(keys))]
        self.notes = tuple(problem for problem in problems if problem)
        self._keys = ["" if problem else key for key, problem in zip(keys, problems, strict=True)]
        self._called = dict(zip(self._keys, named, strict=True))

    def _problem(self, n: int, keys: Sequence[str], named: Sequence[str]) -> Text | None:
        """Why a column is left out: it is not understood, or an earlier one says the same."""
        key, name = keys[n], named[n][:40]
        if key and key not in self._known():
            return say("the column {name} is not understood and is left out", name=name)
        if key and key in keys[:n]:
            other = named[keys.index(key)][:40]
            return say("the column {name} means the same as {other} and is left out", name=name, other=other)
        return None

    def _known(self) -> set[str]:
        games = [self._game] if self._game in self._rulesets else [*self._rulesets]
        return {key for game in games for key in self._words(game).keys}

    def cards(self, rows: Iterable[tuple[int, list[str]]]) -> Iterator[list[Line]]:
        """The lines of each card: one that begins it, and those below with cells of its parts
        alone."""
        lines: list[Line] = []
        for line in (self._line(place, row) for place, row in rows):
            if lines and begins(self._record(lines[0]), line, (*ABOUT, BEYOND)):
                yield lines
                lines = []
            lines.append(line)
        if lines:
            yield lines

    def _line(self, place: int, row: list[str]) -> Line:
        cells = {key: text.strip() for key, text in zip(self._keys, row, strict=False) if key and text.strip()}
        return Line(place, cells | ({BEYOND: "+"} if len(row) > len(self._keys) else {}))

    def _record(self, line: Line) -> Record:
        rules = self._rulesets.get(line.cells.get("game", self._game))
        return rules.card if rules else Record()

    def card(self, lines: Sequence[Line], known: set[str]) -> Told:
        """The data of a card, and where each value stands; it gets an id that is not known yet."""
        first, record = lines[0], self._record(lines[0])
        about = {"game": self._game, "source": "imported"}
        told: dict[str, Any] = about | {key: first.cells[key] for key in ABOUT if key in first.cells}
        if "revision" in told:
            told["revision"] = number(told["revision"])
        if "id" not in told:
            told["id"] = free_id(f"{told['game']}-{first.cells.get('name', '')}", known)
        known.add(str(told["id"]))
        words = self._words(str(told["game"]))
        gathering = Gathering(words.value)
        values = gathering.record(record, lines) | self._strange(record, lines)
        places: dict[Path, tuple[int, str]] = {(key,): (first.number, key) for key in (*ABOUT, *first.cells)}
        named = {
            at: (line, self._called.get(key) or words.head(key))
            for at, (line, key) in (places | gathering.places).items()
        }
        return Told(first.number, {**told, "card": values}, named, (*self._beyond(lines), *gathering.problems))

    def _strange(self, record: Record, lines: Sequence[Line]) -> dict[str, str]:
        """Cells of columns that cards of this game do not have: the card's own check names them."""
        known = {*ABOUT, BEYOND, *columns_of(record), *(field.key for field in record.fields)}
        return {key: text for line in lines for key, text in line.cells.items() if key not in known}

    def _beyond(self, lines: Sequence[Line]) -> Iterator[Mistake]:
        if any(BEYOND in line.cells for line in lines):
            yield Mistake((), say("there are more cells than columns"))


def _table_text(data: bytes) -> str:
    """The text of a table as spreadsheets write it: Unicode, or the letters of Western Europe."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data[: LARGEST_FILE + 1].decode("utf-16", "replace")
    try:
        return text_of(data)
    except CannotOpen:
        if len(data) > LARGEST_FILE or b"\x00" in data:
            raise
        with suppress(UnicodeDecodeError):
            return data.decode("cp1252")
        raise


def _table(text: str) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """The column names, and the rows as they come, numbered as a spreadsheet does; commas,
    semicolons or tabs between cells."""
    head = text.partition("\n")[0][:10_000]
    rows = _sound(csv.reader(StringIO(text), delimiter=max(",;\t", key=head.count), strict=True))
    columns = [name.strip() for name in next(rows, [])]
    return columns, ((n, row) for n, row in enumerate(rows, 2) if any(part.strip() for part in row))


def _sound(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    try:
        yield from rows
    except csv.Error as wrong:
        raise CannotOpen(say("the table is damaged, or a cell is too long")) from wrong
