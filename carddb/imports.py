"""Cards in and out: our own JSON, and tables of comma-separated values. A file is checked first,
then imported or refused."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

from carddb.armies import plain as plain_army
from carddb.armies import read as read_army
from carddb.battlescribe import ENDINGS, plain_armies
from carddb.battlescribe import read as read_roster
from carddb.cards import Card, NotACard, examined, plain
from carddb.cells import cell, number, value_of
from carddb.columns import Tell, key_of, worded
from carddb.library import Library, free_id
from carddb.starter import INHERITED, used
from carddb.trouble import CannotOpen, Trouble
from engine.playing.rules import Ruleset
from engine.values.kinds import Mistake, sentence
from engine.values.maps import thawed
from engine.values.texts import Text, english, say, say_many

VERSION = 1
LARGEST_FILE, MOST_CARDS = 32 * 2**20, 50_000
BEYOND = "+"
"""The place of cells beyond the last column; no field is called so."""
ABOUT = ("id", "game", "edition", "source", "revision", "cites")

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


def take(library: Library, found: Found, skip: bool = False) -> Text:
    """Import all cards of a file in one step; where some are refused, only if the caller skips
    them."""
    if found.refused and not skip:
        raise CannotOpen(
            say_many(
                "nothing was taken: one card is refused",
                "nothing was taken: {count} cards are refused",
                len(found.refused),
            )
        )
    if not found.cards and found.armies:
        return say_many("one army taken", "{count} armies taken", len(found.armies))
    if not found.cards:
        raise CannotOpen(say("there are no cards to take"))
    label = say_many("one card taken", "{count} cards taken", len(found.cards))
    library.write(label, {card.id: card for card in found.cards})
    return label


def look(
    rulesets: Mapping[str, Ruleset],
    file: Path,
    game: str = "",
    taken: Iterable[str] = (),
    progress: Progress | None = None,
    cards: Mapping[str, Card] | None = None,
    tells: Sequence[Tell] = (english,),
) -> Found:
    """The content of a file, read by the ending of its name. `cards` are those of the library,
    `tells` the languages in which columns may be named."""
    with file.open("rb") as opened:
        data = opened.read(LARGEST_FILE + 1)
    if file.suffix.lower() in ENDINGS:
        return from_roster(rulesets, data, game, cards or {})
    if file.suffix.lower() in (".csv", ".tsv", ".txt"):
        return from_csv(rulesets, data, game, progress, taken, tells)
    return from_json(rulesets, data, progress)


# Rosters of another program


def from_roster(rulesets: Mapping[str, Ruleset], data: bytes, game: str, cards: Mapping[str, Card]) -> Found:
    """A roster of BattleScribe: its army, the cards made of its profiles, and what was not
    understood."""
    able = [key for key, rules in rulesets.items() if rules.by_profiles and game in ("", key)]
    if not able:
        raise CannotOpen(say("rosters of BattleScribe are not read for this game"))
    found = read_roster(rulesets[able[0]], data, cards)
    if not found.army.rows:
        raise CannotOpen(say("the roster holds nothing that can be read"))
    notes = tuple(say("{name}: {value}", name=name, value=why) for name, why in found.problems)
    return Found(found.cards, (), plain_armies(found), notes)


# Our own JSON


def to_json(cards: Iterable[Card], armies: Iterable[Mapping[str, Any]] = ()) -> str:
    """Cards, and armies if there are any, as one JSON file."""
    rows = [f"  {_dumped(plain(card))}" for card in cards]
    lists = [f"  {_dumped(army)}" for army in armies]
    head = f'{{\n "adjutant": "cards",\n "version": {VERSION},\n "cards": [\n' + ",\n".join(rows) + "\n ]"
    return head + (',\n "armies": [\n' + ",\n".join(lists) + "\n ]" if lists else "") + "\n}\n"


def _dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def from_json(rulesets: Mapping[str, Ruleset], data: bytes, progress: Progress | None = None) -> Found:
    """The content of a JSON file."""
    file = _parsed(data)
    rows, shared = file.get("cards", []), file.get("shared", {})
    if not isinstance(rows, list) or not isinstance(shared, dict):
        raise CannotOpen(say("this is not a file of cards"))
    common = {"source": "imported", **{key: file[key] for key in INHERITED if key in file}}
    whole = ({**common, **made} if isinstance(made := used(row, shared), dict) else made for row in rows)
    cards, refused = _examined(rulesets, whole, len(rows), progress)
    armies, wrong = _armies(rulesets, file.get("armies", []), len(rows) + 1)
    return Found(cards, (*refused, *wrong), armies)


def _armies(
    rulesets: Mapping[str, Ruleset], rows: object, first: int
) -> tuple[tuple[dict[str, Any], ...], tuple[Refused, ...]]:
    """The armies of a file, and those refused with their reasons; numbered on from the cards."""
    armies, refused = [], []
    for place, row in enumerate(rows if isinstance(rows, list) else [rows], first):
        try:
            armies.append(plain_army(read_army(rulesets, row if isinstance(row, dict) else {})))
        except NotACard as no:
            name = row.get("name") if isinstance(row, dict) else ""
            refused.append(Refused(place, name[:40] if isinstance(name, str) else "", no.why))
    return tuple(armies), tuple(refused)


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        file = json.loads(_text(data), parse_constant=_no_number)
    except (ValueError, RecursionError) as wrong:
        raise CannotOpen(say("this is not JSON, or nested too deeply, or with numbers too long")) from wrong
    version = file.get("version") if isinstance(file, dict) and file.get("adjutant") == "cards" else None
    if type(version) is not int or version < 1:
        raise CannotOpen(say("this is not a file of cards"))
    if version > VERSION:
        raise CannotOpen(say("the file was made by a newer version of the app: please update it"))
    return dict(file)


def _no_number(name: str) -> float:
    raise ValueError(name)


def _text(data: bytes) -> str:
    if len(data) > LARGEST_FILE:
        raise CannotOpen(say("the file is too large: at most {most} MB", most=LARGEST_FILE // 2**20))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise CannotOpen(say("the file is not text in UTF-8")) from wrong


def _examined(
    rulesets: Mapping[str, Ruleset],
    rows: Iterable[object],
    total: int,
    progress: Progress | None,
    first: int = 1,
    columns: Mapping[str, str] | None = None,
) -> tuple[tuple[Card, ...], tuple[Refused, ...]]:
    """The cards of a file, each id once, and those refused with their reasons; a problem is placed
    in the column of a table, where it has `columns`."""
    cards: dict[str, Card] = {}
    refused: list[Refused] = []
    for place, row in enumerate(rows):
        if place >= MOST_CARDS:
            raise CannotOpen(say("too many cards: at most {most}", most=MOST_CARDS))
        if progress and place % 50 == 0 and not progress(place, total):
            raise Cancelled
        card, problems = examined(rulesets, row)
        if card is None:
            refused.append(Refused(place + first, _name(row), _why(sentence(_placed(problems, columns or {})))))
        elif card.id in cards:
            refused.append(
                Refused(place + first, card.name, say("another card of this file has the id {id}", id=card.id))
            )
        else:
            cards[card.id] = card
    return tuple(cards.values()), tuple(refused)


def _placed(problems: Iterable[Mistake], columns: Mapping[str, str]) -> Iterator[Mistake]:
    """Problems of a value in the column as its writer called it."""
    for each in problems:
        if each.at == ("card", BEYOND):
            yield Mistake((), say("there are more cells than columns"))
            continue
        column = columns.get(str(each.at[1])) if each.at[:1] == ("card",) and len(each.at) > 1 else None
        yield Mistake((column, *each.at[2:]), each.why) if column else each


def _why(told: Text | str) -> Text:
    return told if isinstance(told, Text) else say("not a card")


def _name(row: object) -> str:
    """The name of a refused card, if it has one that can be shown."""
    card = row.get("card") if isinstance(row, dict) else None
    name = card.get("name") if isinstance(card, dict) else ""
    return "".join(char for char in name[:40] if char.isprintable()) if isinstance(name, str) else ""


# Tables of comma-separated values


def headers(rulesets: Mapping[str, Ruleset], games: Iterable[str]) -> list[str]:
    """The columns of a table of cards: those about the card, then the values of its game."""
    keys = [field.key for game in games for field in rulesets[game].card.fields]
    return [*ABOUT, *dict.fromkeys(keys)]


def to_csv(rulesets: Mapping[str, Ruleset], cards: Sequence[Card]) -> str:
    """Cards as a table, one in each row."""
    into = StringIO()
    columns = headers(rulesets, dict.fromkeys(card.game for card in cards))
    table = csv.DictWriter(into, columns, restval="", lineterminator="\n")
    table.writeheader()
    for card in cards:
        about = {key: value for key, value in plain(card).items() if key != "card"}
        values = {key: cell(rulesets[card.game].card, key, thawed(value)) for key, value in card.values.items()}
        table.writerow({**about, **values})
    return into.getvalue()


def from_csv(
    rulesets: Mapping[str, Ruleset],
    data: bytes,
    game: str = "",
    progress: Progress | None = None,
    taken: Iterable[str] = (),
    tells: Sequence[Tell] = (english,),
) -> Found:
    """The content of a table, row by row; a row without a game is of the given game, a row without
    an id gets one."""
    text = _table_text(data)
    named, rows = _table(text)
    rules = rulesets.get(game)
    columns = [key_of(rules, name, tells, ABOUT) for name in named]
    if "name" not in columns:
        raise CannotOpen(say("the first row names no column “name”"))
    fields = {field.key for each in ([rules] if rules else rulesets.values()) for field in each.card.fields}
    strange = [n for n, key in enumerate(columns) if key and key not in ABOUT and key not in fields]
    known, total = set(taken), max(text.count("\n") - 1, 0)
    columns = ["" if n in strange else key for n, key in enumerate(columns)]
    whole = (_card(rulesets, columns, row, game, known, tells) for row in rows)
    called = dict(zip(columns, named, strict=False))
    cards, refused = _examined(rulesets, whole, min(total, MOST_CARDS), progress, first=2, columns=called)
    notes = tuple(say("the column {name} is not understood and is left out", name=named[n][:40]) for n in strange)
    return Found(cards, refused, (), notes)


def _table_text(data: bytes) -> str:
    """The text of a table as spreadsheets write it: Unicode, or the letters of Western Europe."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data[: LARGEST_FILE + 1].decode("utf-16", "replace")
    try:
        return _text(data)
    except CannotOpen:
        if len(data) > LARGEST_FILE or b"\x00" in data:
            raise
        with suppress(UnicodeDecodeError):
            return data.decode("cp1252")
        raise


def _table(text: str) -> tuple[list[str], Iterator[list[str]]]:
    """The column names, and the rows as they come; commas, semicolons or tabs between cells."""
    head = text.partition("\n")[0][:10_000]
    rows = csv.reader(StringIO(text), delimiter=max(",;\t", key=head.count), strict=True)
    columns = [name.strip() for name in next(_sound(rows), [])]
    return columns, (row for row in _sound(rows) if any(part.strip() for part in row))


def _sound(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    try:
        yield from rows
    except csv.Error as wrong:
        raise CannotOpen(say("the table is damaged, or a cell is too long")) from wrong


def _card(
    rulesets: Mapping[str, Ruleset],
    columns: list[str],
    row: list[str],
    game: str,
    known: set[str],
    tells: Sequence[Tell] = (english,),
) -> object:
    """A row as the data of a card; cells beyond the last column are kept, so that the card's own
    check names them."""
    cells = {name: part.strip() for name, part in zip(columns, row, strict=False) if name and part.strip()}
    told: dict[str, Any] = {"game": game, "source": "imported", **{key: cells[key] for key in ABOUT if key in cells}}
    if "revision" in told:
        told["revision"] = number(told["revision"])
    rules = rulesets.get(str(told["game"]))
    values = {
        key: worded(rules, key, value_of(rules.card, key, part), tells) if rules else part
        for key, part in cells.items()
        if key not in ABOUT
    }
    if extra := row[len(columns) :]:
        values[BEYOND] = extra
    if "id" not in told:
        told["id"] = free_id(f"{told['game']}-{cells.get('name', '')}", known)
    known.add(str(told["id"]))
    return {**told, "card": values}
