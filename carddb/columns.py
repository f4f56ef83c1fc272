"""What players call the columns of a table of cards and the words in its cells, in any of the
app's languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from carddb.cells import cell, value_of
from carddb.lines import columns_of, is_nested
from carddb.search import folded
from engine.playing.datasheet import NO, YES
from engine.playing.rules import Ruleset
from engine.values.kinds import Either, Kind, ListOf, MapOf, Record, Word
from engine.values.texts import Text, say

Tell: TypeAlias = Callable[[Text | str], str]
NAMES: Mapping[str, tuple[Text, ...]] = {
    "name": (say("name"), say("unit"), say("card")),
    "cost": (say("cost"), say("points")),
    "points": (say("points"), say("cost")),
    "ap": (say("points"), say("cost")),
    "speed": (say("speed"), say("movement")),
    "move": (say("movement"), say("speed")),
    "year": (say("year"),),
    "edition": (say("edition"),),
    "game": (say("game"),),
}
"""What else people call a column, the usual first."""
NUMBERED = re.compile(r"(.+?)(?:\s*:\s*|\s+)([dD]?[0-9]+)")
"""A word of a card with a number behind it."""


class Vocabulary:
    """The words of one game in some languages, the player's last; `about` are columns that cards of
    all games have."""

    def __init__(self, rules: Ruleset | None, tells: Sequence[Tell], about: Sequence[str] = ()) -> None:
        self.rules, self.tells = rules, tells
        card = rules.card if rules else Record()
        self.keys = dict.fromkeys((*columns_of(card), *(field.key for field in card.fields), *about))
        self._columns = {_bare(name): key for key, name in reversed([*self._called()])}
        self._words = {folded(tell(text)): key for key, text in reversed(self._meanings()) for tell in tells}

    def _called(self) -> Iterator[tuple[str, str]]:
        """Every column with every name it has, the better ones first."""
        for tell in self.tells:
            for names in (self.names, self.short_names):
                yield from ((key, name) for key in self.keys for name in names(key, tell))

    def _meanings(self) -> list[tuple[str, Text]]:
        """The words of the game, those of abilities first."""
        words = self.rules.words if self.rules else {}
        return sorted(words.items(), key=lambda pair: not (self.rules and self.rules.effect(pair[0])))

    # Columns

    def key(self, column: str) -> str:
        """The field that a column means; the column itself where nothing is called so."""
        plain = _bare(column)
        return plain if plain in self.keys else self._columns.get(plain, plain)

    def head(self, key: str) -> str:
        """The shortest name of a column that leads back to it; its key where there is none."""
        names = (*self.short_names(key, self.tells[-1]), *self.names(key, self.tells[-1]))
        return next((name for name in names if self.key(name) == key), key)

    def names(self, key: str, tell: Tell) -> Iterator[str]:
        """What a column is called, the game's own word first: "cost", "units: weapons: range"."""
        above, _, _ = key.rpartition(".")
        outer = next(self.names(above, tell), "") if above else ""
        for name in (tell(text) for text in self._texts(key)):
            yield tell(say("{name}: {value}", name=outer, value=name)) if outer else name

    def short_names(self, key: str, tell: Tell) -> Iterator[str]:
        """A part of a row without what the row belongs to: "weapons: range"."""
        above, _, _ = key.rpartition(".")
        if "." in above:
            outer = next((tell(text) for text in self._texts(above)), "")
            for text in self._texts(key) if outer else ():
                yield tell(say("{name}: {value}", name=outer, value=tell(text)))

    def _texts(self, key: str) -> Iterator[Text]:
        rules = self.rules
        found = (rules.glance.stats.get(key), rules.words.get(key), rules.fields.get(key)) if rules else ()
        yield from (text for text in found if text)
        yield from NAMES.get(key, ())

    # Cells

    def value(self, record: Record, key: str, text: str) -> Any:
        """The value of a cell, with the game's own words for what is called otherwise."""
        field = record.field(key)
        value = value_of(record, key, text)
        return self._meant(field.kind, value) if field else value

    def cell(self, record: Record, key: str, value: Any) -> str:
        """A value in the player's words, where they lead back to it."""
        field = record.field(key)
        told = cell(record, key, self._words_of(field.kind, value)) if field else ""
        if isinstance(value, bool):
            told = self.tells[-1](YES if value else NO)
        return told if told and self.value(record, key, told) == value else cell(record, key, value)

    def _meant(self, kind: Kind, value: Any) -> Any:
        return _each_word(kind, value, self._chosen, self._known)

    def _words_of(self, kind: Kind, value: Any) -> Any:
        return _each_word(kind, value, lambda word, _: self._word(word), self._word)

    def _chosen(self, word: str, choices: tuple[str, ...]) -> str:
        """One of some words by any of its names."""
        if word in choices or not self.rules:
            return word
        plain = folded(word)
        named = ((key, self.rules.word(key)) for key in choices)
        return next((key for key, text in named if any(folded(tell(text)) == plain for tell in self.tells)), word)

    def _known(self, word: str) -> str:
        """A word that cards use, by what the app calls it; any other stays as it is."""
        name, number = found.groups() if (found := NUMBERED.fullmatch(word)) else (word, "")
        for told, behind in ((word, ""), (name, number and f":{number}")):
            key = self._words.get(folded(told))
            if key and folded(key) != folded(told):
                return key + behind
        return word

    def _word(self, word: str) -> str:
        name, number = found.groups() if (found := NUMBERED.fullmatch(word)) else (word, "")
        text = self.rules.words.get(name) if self.rules else None
        return f"{self.tells[-1](text)} {number}".strip() if text else word


def _bare(name: str) -> str:
    """The name of a column without what does not count: case, accents, spaces about a colon."""
    return ":".join(part.strip() for part in folded(name).split(":"))


def _each_word(
    kind: Kind, value: Any, choose: Callable[[str, tuple[str, ...]], str], name: Callable[[str], str]
) -> Any:
    """A value with its words replaced: by `choose` where a card has choices, by `name` in lists and
    tables of words; names and texts of a card are its own."""
    match kind:
        case Word(choices=choices) if choices and isinstance(value, str):
            return choose(value, choices)
        case ListOf(kind=Word(choices=())) if isinstance(value, list):
            return [name(each) if isinstance(each, str) else each for each in value]
        case ListOf(kind=inner) if isinstance(value, list):
            return [_each_word(inner, each, choose, name) for each in value]
        case MapOf(kind=inner) if isinstance(value, dict) and not is_nested(kind):
            return {name(key): each for key, each in value.items()}
        case Either(kinds=kinds) if isinstance(value, str):
            choices = tuple(word for each in kinds if isinstance(each, Word) for word in each.choices)
            return choose(value, choices) if choices else name(value)
    return value
