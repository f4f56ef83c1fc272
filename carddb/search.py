"""Search while typing: words without accents, beginnings of words, and filters.

The cards are sorted by name; a set of cards is one long number with a bit for each, so that "all of
these words, on this side, at this cost" are a few operations on numbers, however many cards there
are.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, compress, groupby
from typing import TypeAlias

from carddb.cards import Card
from engine.games import RULESETS
from engine.values.kinds import Record
from engine.values.maps import Map, Value

Bits: TypeAlias = int
FACETS: Mapping[str, tuple[str, ...]] = {
    "side": ("side", "army"),
    "kind": ("type", "kind", "domain"),
    "nation": ("nation",),
    "cost": ("cost", "ap", "points"),
    "year": ("year",),
}
"""The filters, and the names under which the games state their values."""
UNLIKE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "œ": "oe", "æ": "ae", "ı": "i"})
WORD = re.compile(r"[^\W_]+")
FLAGS = bytes.maketrans(b"01", b"\x00\x01")


@dataclass(frozen=True, slots=True)
class Filters:
    """What the wanted cards have in common; a range includes both ends, and leaves out cards
    without that value."""

    game: str = ""
    edition: str = ""
    source: str = ""
    side: str = ""
    kind: str = ""
    nation: str = ""
    cost: tuple[int, int] | None = None
    year: tuple[int, int] | None = None


@lru_cache(maxsize=1 << 12)
def folded(text: str) -> str:
    """A text in small letters without accents."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold().translate(UNLIKE))
    return "".join(char for char in apart if not unicodedata.combining(char))


@lru_cache(maxsize=1 << 12)
def words(text: str) -> frozenset[str]:
    """The words of a text; words joined by a sign are found as one too: t, 34 and t34 for T-34."""
    parts = folded(text).split()
    return frozenset(
        word for part in parts for found in [WORD.findall(part)] for word in (*found, "".join(found)) if word
    )


def facet(card: Card, key: str) -> Value:
    """The value by which a filter judges a card: a field of every card, or a value of its game."""
    return card.values.get(_name(card.game, key)) if key in FACETS else str(getattr(card, key))


@lru_cache(maxsize=100)
def _name(game: str, key: str) -> str:
    """The name that a game has for a filter: the first of the names that its cards use."""
    card = RULESETS[game].card if game in RULESETS else Record()
    return next((name for name in FACETS[key] if card.field(name)), key)


def told(card: Card) -> Iterator[str]:
    """Every text of a card except its name, and the names of the things it lists."""
    yield from (card.edition, card.source)
    waiting: list[Value] = [value for key, value in card.values.items() if key != "name"]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            waiting += value
        elif isinstance(value, Map):
            yield from (key for key, each in value.items() if each not in (False, None))
            waiting += value.values()


def fits(card: Card, text: str, filters: Filters) -> bool:
    """Whether a card is found by a search; the slow and simple form of the whole search."""
    known = words(card.name).union(*map(words, told(card)))
    return all(any(each.startswith(word) for each in known) for word in asked(text)) and _within(card, filters)


def named(card: Card, text: str) -> bool:
    """Whether a card has all these words in its name."""
    return all(any(each.startswith(word) for each in words(card.name)) for word in asked(text))


def asked(text: str) -> list[str]:
    """The words to look for; joined words one by one."""
    return WORD.findall(folded(text))


def _within(card: Card, filters: Filters) -> bool:
    for key in ("game", "edition", "source", "side", "kind", "nation"):
        if (wanted := getattr(filters, key)) and facet(card, key) != wanted:
            return False
    ranges = ((filters.cost, facet(card, "cost")), (filters.year, facet(card, "year")))
    return all(isinstance(value, int) and span[0] <= value <= span[1] for span, value in ranges if span)


class _Words:
    """Words in order, each with the cards that have it; sets for the first one or two letters are
    made at the start."""

    def __init__(self, found: Mapping[str, Iterable[int]]) -> None:
        self._words = sorted(found)
        self._cards = [array("I", found[word]) for word in self._words]
        self._short: dict[str, Bits] = {}
        self._asked: dict[str, Bits] = {}
        for size in (2, 1):  # in this order, as a word of one letter is a group of its own among those of two
            self._short |= self._begun(size)

    def _begun(self, size: int) -> dict[str, Bits]:
        """The cards of all words with the same first letters, so many letters long."""
        alike = groupby(zip(self._words, self._cards, strict=True), lambda each: each[0][:size])
        return {start: bits(chain.from_iterable(cards for _, cards in same)) for start, same in alike}

    def starting(self, word: str) -> Bits:
        """The cards with a word that begins with these letters."""
        if len(word) < 3:
            return self._short.get(word, 0)
        if word not in self._asked:
            first = bisect_left(self._words, word)
            last = bisect_left(self._words, word + "\U0010ffff", first)
            self._asked = {
                **(self._asked if len(self._asked) < 100 else {}),
                word: bits(set().union(*self._cards[first:last])),
            }
        return self._asked[word]


def bits(ranks: Iterable[int]) -> Bits:
    """A set of cards as a number."""
    flags = bytearray(b"0")
    for rank in ranks:
        if rank >= len(flags):
            flags.extend(b"0" * (rank + 1 - len(flags)))
        flags[rank] = 49
    flags.reverse()
    return int(flags, 2)


class Index:
    """Cards in the order of their names, ready to be searched."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = sorted(cards, key=order)
        names, others = defaultdict(list), defaultdict(list)
        facets: dict[str, dict[Value, list[int]]] = {
            key: defaultdict(list) for key in (*FACETS, "game", "edition", "source")
        }
        for rank, card in enumerate(self.cards):
            for word in words(card.name):
                names[word].append(rank)
            for word in set().union(*map(words, told(card))):
                others[word].append(rank)
            for key, found in facets.items():
                found[facet(card, key)].append(rank)
        self._names, self._others = _Words(names), _Words(others)
        self._facets = {key: {value: bits(ranks) for value, ranks in found.items()} for key, found in facets.items()}
        self._all: Bits = (1 << len(self.cards)) - 1

    def search(self, text: str, filters: Filters, hidden: Bits = 0) -> tuple[list[Card], list[Card]]:
        """The cards that have all these words in their names, and those that have them
        somewhere."""
        by_name, found = self._all, self._filtered(filters) & ~hidden
        for word in asked(text):
            named = self._names.starting(word)
            by_name, found = by_name & named, found & (named | self._others.starting(word))
        return self._picked(found & by_name), self._picked(found & ~by_name)

    def _picked(self, found: Bits) -> list[Card]:
        return list(compress(self.cards, f"{found:b}"[::-1].encode("ascii").translate(FLAGS))) if found else []

    def _filtered(self, filters: Filters) -> Bits:
        found = self._all
        for key in ("game", "edition", "source", "side", "kind", "nation"):
            if wanted := getattr(filters, key):
                found &= self._facets[key].get(wanted, 0)
        for key, span in (("cost", filters.cost), ("year", filters.year)):
            if span:
                found &= self._between(key, *span)
        return found

    def _between(self, key: str, least: int, most: int) -> Bits:
        found = 0
        for value, cards in self._facets[key].items():
            if isinstance(value, int) and least <= value <= most:
                found |= cards
        return found

    def rank(self, card: Card) -> int | None:
        """The place of a card in the order of names."""
        place = bisect_left(self.cards, order(card), key=order)
        return place if place < len(self.cards) and self.cards[place].id == card.id else None

    def values(self, key: str) -> Sequence[str]:
        """The values that a filter can have, in order."""
        return sorted(str(value) for value in self._facets[key] if value not in (None, ""))


def order(card: Card) -> tuple[str, str]:
    return folded(card.name), card.id
