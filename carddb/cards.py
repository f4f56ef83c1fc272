"""A card of the library: the values that its game states, and where they come from. A card that is
wrong is refused with all its problems at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from carddb.trouble import Trouble
from engine.playing.rules import Ruleset
from engine.values.kinds import Field, Mistake, Mistakes, Record, Whole, Word, sentence, taken
from engine.values.maps import EMPTY, Map, Value, thawed
from engine.values.model import Path
from engine.values.texts import Text, say

SOURCE_WORDS = {
    "rulebook": say("from the rulebook"),
    "published": say("published"),
    "training": say("training"),
    "own": say("own"),
    "imported": say("imported"),
    "scanned": say("scanned"),
}
"""Where the values come from: printed in a rulebook, published elsewhere, invented for the app, or
entered by players."""
SOURCES = tuple(SOURCE_WORDS)
EDITION_WORDS = {"first": say("first edition"), "revised": say("revised edition"), "training": say("training")}
LONGEST_NAME, LARGEST, DEEPEST = 80, 4000, 20
KEY = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")
ABOUT = Record(
    (
        Field("id", Word(), required=True),
        Field("game", Word(), required=True),
        Field("edition", Word()),
        Field("source", Word(SOURCES)),
        Field("revision", Whole(1, 9999)),
        Field("cites", Word()),
    )
)
"""The fields that every card has, beside the values of its game."""
FORBIDDEN = {
    "Cc": say("a control character"),
    "Cs": say("half a character"),
    "Cf": say("an invisible character"),
    "Zl": say("a line end"),
    "Zp": say("a line end"),
    "Cn": say("a character that is none"),
}
LEFTWARD = {"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"}


class NotACard(Trouble):
    """Data that is not a card; `problems` names everything that is wrong with it."""

    def __init__(self, problems: tuple[Mistake, ...]) -> None:
        told = sentence(problems)
        super().__init__(told if isinstance(told, Text) else say("not a card"))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `values` holds what its game states; a value that is missing is unknown."""

    id: str
    game: str
    values: Map[Value]
    source: str = "own"
    edition: str = ""
    revision: int = 1
    cites: str = ""

    @property
    def name(self) -> str:
        return str(self.values.get("name") or "")

    @property
    def training(self) -> bool:
        """Whether the values were invented for the app; every screen that shows the card says
        so."""
        return self.source == "training"

    @property
    def edition_text(self) -> Text | str:
        """The edition in the player's words; a year or a proper name stays as it is."""
        return EDITION_WORDS.get(self.edition, self.edition)


def plain(card: Card) -> dict[str, Any]:
    """A card as plain data."""
    told = {
        "id": card.id,
        "game": card.game,
        "edition": card.edition,
        "source": card.source,
        "revision": card.revision,
        "cites": card.cites,
    }
    return {**{key: value for key, value in told.items() if value}, "card": thawed(card.values)}


def read(rulesets: Mapping[str, Ruleset], data: object) -> Card:
    """A card from plain data, or everything that is wrong with it."""
    card, problems = examined(rulesets, data)
    if card is None:
        raise NotACard(problems)
    return card


def examined(rulesets: Mapping[str, Ruleset], data: object) -> tuple[Card | None, tuple[Mistake, ...]]:
    """A card and no problems, or no card and all its problems."""
    if not isinstance(data, Mapping):
        return None, (Mistake((), say("not a card")),)
    if problems := tuple(unfit(data)):
        return None, problems
    about, found = taken(ABOUT, {key: value for key, value in data.items() if key != "card"})
    rules = rulesets.get(str(data.get("game")))
    if rules is None:
        return None, (*found, Mistake(("game",), say("there is no game {game}", game=str(data.get("game")))))
    values, wrong = _stated(rules, data.get("card"))
    wrong = (*found, *_key(data.get("id")), *wrong)
    return (None, wrong) if wrong or not isinstance(about, Map) else (_made(about, values), ())


def _key(key: object) -> Iterator[Mistake]:
    if isinstance(key, str) and not KEY.fullmatch(key):
        yield Mistake(("id",), say("not up to 64 small letters, digits, dots, dashes and underscores"))


def _made(about: Map[Value], values: Map[Value]) -> Card:
    told: dict[str, Any] = {key: value for key, value in about.items() if value is not None}
    return Card(values=values, **told)


def stated(rules: Ruleset, data: object) -> tuple[Map[Value], tuple[Mistake, ...]]:
    """The values of a card by the definitions of its game, and all problems; only the name is
    required."""
    problems = tuple(unfit(data, ("card",)))
    return (EMPTY, problems) if problems else _stated(rules, data)


def _stated(rules: Ruleset, data: object) -> tuple[Map[Value], tuple[Mistake, ...]]:
    values, wrong = taken(rules.card, data, "card")
    found = values if isinstance(values, Map) else EMPTY
    return found, (*wrong, *_named(found, wrong))


def _named(values: Map[Value], wrong: tuple[Mistake, ...]) -> Iterator[Mistake]:
    name, at = values.get("name"), ("card", "name")
    if not str(name or "").strip() and not any(each.at == at for each in wrong):
        yield Mistake(at, say("is missing"))
    elif len(str(name)) > LONGEST_NAME:
        yield Mistake(at, say("longer than {most} characters", most=LONGEST_NAME))


def unfit(data: object, at: Path = ()) -> Iterator[Mistake]:
    """The problems of data that is not examined further: nested too deeply, too large, or with
    characters that no screen can show."""
    left = LARGEST
    waiting: list[tuple[object, Path]] = [(data, at)]
    while waiting and left > 0:
        value, place = waiting.pop()
        left -= 1
        if isinstance(value, str):
            left -= len(value) // 50
            yield from _unreadable(value, place)
        elif isinstance(value, (Mapping, list, tuple)):
            if len(place) > DEEPEST:
                yield Mistake(at, say("nested too deeply"))
                return
            waiting += _parts(value, place)
    if left <= 0:
        yield Mistake(at, say("too large for a card"))


def _parts(value: Mapping[Any, object] | list[object] | tuple[object, ...], at: Path) -> list[tuple[object, Path]]:
    if isinstance(value, Mapping):
        names: list[tuple[object, Path]] = [(str(key), at) for key in value]
        return [*names, *((each, (*at, str(key)[:LONGEST_NAME])) for key, each in value.items())]
    return [(each, (*at, n)) for n, each in enumerate(value)]


def _unreadable(text: str, at: Path) -> Mistakes:
    """The first character of a text that a card may not have."""
    if text.isascii() and text.isprintable():
        return []
    for char in text[:LARGEST]:
        if why := FORBIDDEN.get(unicodedata.category(char)):
            return [Mistake(at, say("{why} (U+{code}) has no place on a card", why=why, code=f"{ord(char):04X}"))]
        if unicodedata.bidirectional(char) in LEFTWARD:
            return [Mistake(at, say("text from right to left cannot be shown yet"))]
    return []


def filled(value: Value, path: Path, new: Value) -> Any:
    """The values of a card with one of them set."""
    if not path:
        return new
    head, *rest = path
    if isinstance(head, int):
        row = list(value) if isinstance(value, tuple) else []
        row += [None] * (head + 1 - len(row))
        row[head] = filled(row[head], tuple(rest), new)
        return tuple(row)
    held = value if isinstance(value, Map) else EMPTY
    return held.put(head, filled(held.get(head), tuple(rest), new))
