"""Cards in and out. A file is looked at first, by what its name ends in: our own JSON, a table, a
roster of another program; then it is imported or refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from carddb.armies import plain as plain_army
from carddb.armies import read as read_army
from carddb.battlescribe import ENDINGS, plain_armies
from carddb.battlescribe import read as read_roster
from carddb.cards import Card, NotACard, plain
from carddb.columns import Tell
from carddb.found import LARGEST_FILE, Found, Progress, Refused, Told, examine, text_of
from carddb.library import Library
from carddb.starter import INHERITED, used
from carddb.tables import from_csv
from carddb.trouble import CannotOpen
from engine.playing.rules import Ruleset
from engine.values.texts import Text, english, say, say_many

VERSION = 1


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
    told = (Told(number, each) for number, each in enumerate(whole, 1))
    cards, refused = examine(rulesets, told, len(rows), progress)
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
        file = json.loads(text_of(data), parse_constant=_no_number)
    except (ValueError, RecursionError) as wrong:
        raise CannotOpen(say("this is no file of cards, or it is torn")) from wrong
    version = file.get("version") if isinstance(file, dict) and file.get("adjutant") == "cards" else None
    if type(version) is not int or version < 1:
        raise CannotOpen(say("this is not a file of cards"))
    if version > VERSION:
        raise CannotOpen(say("the file was made by a newer version of the app: please update it"))
    return dict(file)


def _no_number(name: str) -> float:
    raise ValueError(name)
