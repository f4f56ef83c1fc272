"""What a file of cards holds: the cards that can be taken, and those that are refused, with
everything that is wrong with them and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from carddb.cards import Card, examined
from carddb.trouble import CannotOpen, Trouble
from engine.playing.rules import Ruleset
from engine.values.kinds import Mistake, sentence
from engine.values.model import Path, dotted
from engine.values.texts import Text, say

LARGEST_FILE, MOST_CARDS = 32 * 2**20, 50_000

Progress: TypeAlias = Callable[[int, int], bool]
"""A callback that hears how many of how many are done; when it returns False, the work stops."""


class Cancelled(Trouble):
    """The player stopped it; everything is as it was."""

    def __init__(self) -> None:
        super().__init__(say("stopped: nothing was changed"))


@dataclass(frozen=True, slots=True)
class Refused:
    """A row or card that cannot be imported, and everything that is wrong with it."""

    row: int
    name: str
    why: Text


@dataclass(frozen=True, slots=True)
class Found:
    """The content of a file: the cards that can be imported, and those that are refused."""

    cards: tuple[Card, ...] = ()
    refused: tuple[Refused, ...] = ()
    armies: tuple[Mapping[str, Any], ...] = field(default=())
    notes: tuple[Text, ...] = ()
    """What was not understood and is left out."""


@dataclass(frozen=True, slots=True)
class Told:
    """A card as a file tells it: the row that it begins in, from 1, and in a table the line and the
    column of each value, with what is wrong with the lines themselves."""

    row: int
    data: object
    places: Mapping[Path, tuple[int, str]] = field(default_factory=dict)
    problems: tuple[Mistake, ...] = ()


def text_of(data: bytes) -> str:
    """The text of a file."""
    if len(data) > LARGEST_FILE:
        raise CannotOpen(say("the file is too large: at most {most} MB", most=LARGEST_FILE // 2**20))
    if data[:2] == b"PK":
        raise CannotOpen(say("this is a workbook or an archive: save the table as CSV first"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise CannotOpen(say("this is no text: neither a table nor a file of cards")) from wrong


def examine(
    rulesets: Mapping[str, Ruleset], rows: Iterable[Told], total: int, progress: Progress | None
) -> tuple[tuple[Card, ...], tuple[Refused, ...]]:
    """The cards of a file, each id once, and those refused with their reasons."""
    cards: dict[str, Card] = {}
    refused: list[Refused] = []
    for number, told in enumerate(rows):
        if number >= MOST_CARDS:
            raise CannotOpen(say("too many cards: at most {most}", most=MOST_CARDS))
        if progress and number % 50 == 0 and not progress(told.row - 1, total):
            raise Cancelled
        card, problems = examined(rulesets, told.data)
        if card is None or told.problems:
            why = sentence(_placed(told, (*told.problems, *problems)))
            refused.append(Refused(told.row, _name(told.data), why if isinstance(why, Text) else say("not a card")))
        elif card.id in cards:
            why = say("another card of this file has the id {id}", id=card.id)
            refused.append(Refused(told.row, card.name, why))
        else:
            cards[card.id] = card
    return tuple(cards.values()), tuple(refused)


def _placed(told: Told, problems: Iterable[Mistake]) -> Iterator[Mistake]:
    """Problems in the column as its writer called it, with the line where it is not the card's
    first."""
    for each in problems:
        at = each.at[1:] if each.at[:1] == ("card",) else each.at
        known = next((size for size in range(len(at), 0, -1) if at[:size] in told.places), 0)
        if not known:
            yield each
            continue
        line, column = told.places[at[:known]]
        place: Path = (column, *at[known:]) if column else ()
        if line == told.row:
            yield Mistake(place, each.why)
        else:
            why = say("line {line}, {place}: {problem}", line=line, place=dotted(place), problem=each.why)
            yield Mistake((), why)


def _name(row: object) -> str:
    """The name of a refused card, if it has one that can be shown."""
    card = row.get("card") if isinstance(row, dict) else None
    name = card.get("name") if isinstance(card, dict) else ""
    return "".join(char for char in name[:40] if char.isprintable()) if isinstance(name, str) else ""
