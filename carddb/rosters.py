"""An army as plain text, to be sent in a message and read back: a name, the terms, one line for
each row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from carddb.armies import Armies, Army, Row, read
from carddb.cards import Card, NotACard, unfit
from carddb.cells import cell, value_of
from carddb.found import Refused
from carddb.legality import terms_of
from carddb.library import Library, free_id
from carddb.lists import ArmyList, army_lists
from carddb.search import Filters, folded
from engine.values.kinds import Record
from engine.values.maps import thawed
from engine.values.texts import Text, say

ROW = re.compile(r"(\d{1,3})\s*(?:[x×]\s*|\s)\s*(\S.*)", re.ASCII | re.IGNORECASE)
BULLET = re.compile(r"[-*•–·]\s+")
POINTS = re.compile(r"[\s,:;=–-]*[(\[]?\s*\d{1,5}\s*(?:pts?|points?|p)\.?\s*[)\]]?\s*$", re.IGNORECASE)
BARE = re.compile(r"\s*(?:[(\[]\s*\d{1,5}\s*[)\]]|\s[-–:=]\s*\d{1,5})\s*$")
"""Points at the end of a line: “- 650 pts”, “(650)”, “: 650 points”."""
TAIL = re.compile(r"\s+[-–]\s+|\s*[:(\[,]\s*")
"""What separates a name from what is said of it."""
MARKS = re.compile(r"(?P<name>.*?)(?:\s+\[(?P<edition>[^\[\]]*)\])?(?:\s+\{(?P<id>[a-z0-9_.-]+)\})?")
TERM = re.compile(r"([a-z_]+)\s*:\s*(.+)")
LONGEST, MOST_LINES = 100_000, 1_000


@dataclass(frozen=True, slots=True)
class Told:
    """The result of reading a text: an army if every line was understood, and the lines that were
    not."""

    army: Army | None
    refused: tuple[Refused, ...] = ()
    understood: Army | None = None
    """The army without the lines that were not understood."""


def to_text(armies: Armies, army: Army) -> str:
    """An army as lines of text."""
    found, terms = armies.check(army), terms_of(armies.library.store.rulesets[army.game])
    total = [f"# = {found.points}"] if found.points else []
    lines = [f"# {army.name}", *total, f"game: {army.game}", *([f"list: {army.list}"] if army.list else [])]
    lines += [f"{key}: {cell(terms, key, thawed(value))}" for key, value in army.terms.items() if value is not None]
    for row in army.rows:
        lines += _lines(armies.library, army, row)
    return "\n".join(lines) + "\n"


def _lines(library: Library, army: Army, row: Row) -> Iterator[str]:
    card, codex = library.cards.get(row.card), army_lists(army.game).get(army.list)
    yield f"{row.count} x {_named(library, card) if card else f'? {{{row.card}}}'}"
    yield from (f"    + {codex.options[key].name if codex and key in codex.options else key}" for key in row.options)
    if other := library.cards.get(row.joins):
        yield f"    > {_named(library, other)}"


def _named(library: Library, card: Card) -> str:
    """The name of a card, with its edition and its id if the name alone does not find it."""
    same = [
        other for other in library.cards.values() if other.game == card.game and folded(other.name) == folded(card.name)
    ]
    odd = card.name.endswith(("]", "}")) or card.name != card.name.strip() or "  " in card.name
    edition = f" [{card.edition}]" if len(same) > 1 and card.edition and not {"[", "]"} & {*card.edition} else ""
    alike = odd or len([other for other in same if other.edition == card.edition or not edition]) > 1
    return f"{card.name}{edition}" + (f" {{{card.id}}}" if alike else "")


def from_text(library: Library, text: str, game: str = "", key: str = "") -> Told:
    """The army of a text; each line that is not understood comes with the reason."""
    if len(text) > LONGEST or text.count("\n") > MOST_LINES:
        return Told(None, (Refused(1, "", say("too long for the list of an army")),))
    reading = _Reading(library, game)
    for number, line in enumerate(text.splitlines(), 1):
        reading.line(number, line)
    return reading.told(key)


class _Reading:
    """A text read line by line."""

    def __init__(self, library: Library, game: str) -> None:
        self._library, self._game = library, game
        self._name, self._list = "", ""
        self._rows: list[Row] = []
        self._terms: dict[str, Any] = {}
        self._refused: list[Refused] = []

    def line(self, number: int, line: str) -> None:
        """Read one line: a name or a remark, an option, a joined unit, a row of the army, or a
        term."""
        text = line.strip()
        if problem := next(unfit(text), None):
            self._refused.append(Refused(number, "", problem.why))
        elif text.startswith("#"):
            self._name = self._name or text.lstrip("# ")
        elif text and (why := self._taken(text)):
            if self._is_title(text):
                self._name = BARE.sub("", POINTS.sub("", text)).strip(" =-–:,") or text
            else:
                self._refused.append(Refused(number, text[:40], why))

    def _is_title(self, text: str) -> bool:
        """Whether a line names the army: the first one, if it is neither counted nor a term."""
        begun = self._name or self._rows or self._refused or self._terms
        plain = text[0] not in "+>-*•–·" and not ROW.fullmatch(text) and not TERM.fullmatch(text)
        return not begun and plain

    def _taken(self, text: str) -> Text | None:
        """None if a line was understood, otherwise why not."""
        if text[0] in "+>":
            return self._added(text[0], text[1:].strip())
        if (term := TERM.fullmatch(text)) and self._is_term(term[1]):
            return self._term(term[1], term[2].strip())
        bare = BULLET.sub("", text, count=1)
        if row := ROW.fullmatch(bare):
            found = self._meant(row[2])
            if isinstance(found, Card) and 1 <= int(row[1]) <= 99:
                self._rows.append(Row(found.id, int(row[1])))
                return None
            return found if isinstance(found, Text) else say("not between 1 and 99")
        if isinstance(alone := self._meant(bare), Card):
            self._rows.append(Row(alone.id, 1))
            return None
        if bare != text or POINTS.search(text):
            return alone if isinstance(alone, Text) else None
        if term:
            return self._term(term[1], term[2].strip())
        return say("neither a row like “{row}” nor a term like “{term}”", row="2 x Name", term="year: 1942")

    def _is_term(self, key: str) -> bool:
        """Whether the word before a colon is one of ours, and not the name of a unit."""
        rules = self._library.store.rulesets.get(self._game)
        return key in ("game", "list") or bool(rules and terms_of(rules).field(key))

    def _meant(self, text: str) -> Card | Text:
        """The card of a line as it is written, or without the points and remarks that people put
        behind a name."""
        first = found = self._card(text)
        for name in _shorter(text):
            if isinstance(found, Card):
                break
            found = self._card(name)
        return found if isinstance(found, Card) else first if found == first or isinstance(first, Card) else found

    def _term(self, key: str, value: str) -> Text | None:
        if key == "game":
            self._game = value
        elif key == "list":
            self._list = value
        else:
            self._terms[key] = value
        return None

    def _added(self, sign: str, text: str) -> Text | None:
        if not self._rows:
            return say("there is no unit before it")
        if sign == ">":
            found = self._card(text)
            if isinstance(found, Text):
                return found
            self._rows[-1] = replace(self._rows[-1], joins=found.id)
            return None
        key = _option(army_lists(self._game).get(self._list), text)
        self._rows[-1] = replace(self._rows[-1], options=(*self._rows[-1].options, key))
        return None

    def _card(self, text: str) -> Card | Text:
        """The one card that is meant, or why it cannot be found."""
        marks = MARKS.fullmatch(text)
        assert marks  # it fits every text
        if (key := marks["id"]) and (card := self._library.cards.get(key)):
            return card
        edition = marks["edition"]
        same = [
            card
            for card in self._library.search(marks["name"], Filters(game=self._game))
            if folded(card.name) == folded(marks["name"]) and edition in (None, card.edition)
        ]
        if len(same) == 1:
            return same[0]
        return (
            say(
                "there are several cards {name}: {editions}",
                name=marks["name"],
                editions=", ".join(f"[{card.edition}] {{{card.id}}}" for card in same),
            )
            if same
            else self._nearest(marks["name"])
        )

    def _nearest(self, name: str) -> Text:
        """Why a card was not found, with the most similar name."""
        like = (
            self._library.search(name, Filters(game=self._game))[:3]
            or self._library.search(name.split()[0] if name.split() else "", Filters(game=self._game))[:3]
        )
        if name.strip() and like:
            return say(
                "there is no card {name}; there are {others}", name=name, others=", ".join(card.name for card in like)
            )
        return say("there is no card {name}", name=name)

    def told(self, key: str) -> Told:
        rules = self._library.store.rulesets.get(self._game)
        if not rules:
            why = say("there is no game {game}", game=self._game or "?")
            return Told(None, (*self._refused, Refused(1, "", why)))
        name = self._name or self._game
        data = {
            "id": key or free_id(f"{self._game}-{name}", self._library.store.armies.all()),
            "game": self._game,
            "name": name,
            **({"list": self._list} if self._list else {}),
            "terms": _values(terms_of(rules), self._terms),
            "rows": [
                {
                    "card": row.card,
                    "count": row.count,
                    **({"options": [*row.options]} if row.options else {}),
                    **({"joins": row.joins} if row.joins else {}),
                }
                for row in self._rows
            ],
        }
        try:
            army = read(self._library.store.rulesets, data)
        except NotACard as no:
            return Told(None, (*self._refused, Refused(1, "", no.why)))
        return Told(None if self._refused else army, tuple(self._refused), army if army.rows else None)


def _shorter(text: str) -> Iterator[str]:
    """A name with ever less behind it."""
    shorter = BARE.sub("", POINTS.sub("", text)).strip()
    if shorter and shorter != text:
        yield shorter
    for tail in reversed(list(TAIL.finditer(shorter))):
        if head := shorter[: tail.start()].strip():
            yield head


def _option(codex: ArmyList | None, text: str) -> str:
    """The key of an option by its name."""
    found = [option.key for option in codex.options.values() if folded(option.name) == folded(text)] if codex else []
    return found[0] if found else text


def _values(record: Record, terms: Mapping[str, str]) -> dict[str, Any]:
    return {key: value_of(record, key, value) for key, value in terms.items()}
