"""The library: the cards of the starter packs and the players' own, to find, copy, change and
delete.

A card of a starter pack is never written to: the changed card is saved under its id and hides it,
and a deleted card of the pack is saved as deleted.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from carddb.cards import SOURCES, Card, NotACard, examined, filled, plain, stated, unfit
from carddb.search import Filters, Index, fits, folded, named, order
from carddb.starter import starter_cards
from carddb.store import Store
from carddb.trouble import CannotOpen
from engine.values.kinds import Fixed, Flag, ListOf, MapOf, Mistake, Record, Whole, Word
from engine.values.maps import EMPTY, Map, Value, frozen, thawed
from engine.values.model import Path
from engine.values.table import inside
from engine.values.texts import Text, say, say_many

SHAPES: Mapping[type, type] = {Whole: int, Flag: bool, Word: str, ListOf: tuple, Fixed: tuple, MapOf: Map, Record: Map}
"""The Python types of each kind of value; other kinds may have any type."""
GONE: Mapping[str, Any] = {"gone": True}
CROWD = 50
RECENT = 200
"""So many changed cards are searched one by one; when there are more, the index is made again."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be undone: its name, and the cards as they were before."""

    label: Text
    before: Mapping[str, Card | None]


class Library:
    """All cards, those of the starter packs and those on the device."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._shelf: object = None
        self._undo: list[Change] = []
        self._index: Index | None = None
        self._recent: dict[str, Card] = {}
        self._hidden = 0
        self._kept: set[str] = set()
        self._open()

    # Looking

    def get(self, key: str) -> Card:
        """One card."""
        if card := self.cards.get(key):
            return card
        raise CannotOpen(say("there is no card {name}", name=key))

    @property
    def cards(self) -> Mapping[str, Card]:
        """All cards by their ids."""
        if self._shelf is not self.store.cards:  # a backup was restored
            self._open()
        return self._cards

    def search(self, text: str = "", filters: Filters | None = None) -> list[Card]:
        """The cards that have all these words: first those with the words in their name, then the
        others, both sorted by name."""
        index, wanted = self.index, filters or Filters()
        by_name, others = index.search(text, wanted, self._hidden)
        recent = [card for card in self._recent.values() if fits(card, text, wanted)]
        for card in recent:
            insort(by_name if named(card, text) else others, card, key=order)
        return by_name + others

    def choices(self, key: str) -> tuple[str, ...]:
        """The values that cards can be filtered by: sides, kinds, editions and so on."""
        return tuple(self.index.values(key))

    @property
    def index(self) -> Index:
        """The search index, made at the first search, and again when many cards have changed
        since."""
        cards = self.cards
        if self._index is None or len(self._recent) > RECENT:
            self._index = Index(cards.values())
            self._recent, self._hidden = {}, 0
        return self._index

    def problems(self, game: str, values: Mapping[str, Any]) -> tuple[Mistake, ...]:
        """Everything that is wrong with the values of a form, each problem with its place."""
        return stated(self.store.rulesets[game], dict(values))[1]

    def behind(self, game: str, values: Map[Value], path: Path) -> Card | None:
        """The library card that a unit's card comes from, before the game filled in a value: there
        the value can be saved too."""
        value: Value = values
        for part in path:
            value = inside(value, part)
        return next(
            (
                card
                for card in self.cards.values()
                if card.game == game
                and card.name == values.get("name")
                and card.values != values
                and filled(card.values, path, value) == values
            ),
            None,
        )

    # Changing, each with undo

    def add(self, game: str, values: Mapping[str, Any], source: str = "own", edition: str = "") -> Card:
        """A card of the player's own."""
        key = self._free(str(values.get("name") or ""), game)
        return self._keep(
            say("card added: {name}", name=str(values.get("name"))),
            {"id": key, "game": game, "source": source, "edition": edition, "card": dict(values)},
        )

    def duplicate(self, key: str) -> Card:
        """A copy that is the player's own, under another name."""
        old = self.get(key)
        name = self._another(old.name)
        values = thawed(old.values.put("name", name))
        return self._keep(
            say("card added: {name}", name=name),
            {**plain(old), "id": self._free(name, old.game), "source": "own", "revision": 1, "card": values},
        )

    def edit(self, key: str, values: Mapping[str, Any]) -> Card:
        """Replace the values of a card; it is the player's own card from now on, in its next
        revision."""
        return self._revise(self.get(key), values, "own")

    def fill(self, key: str, path: Path, value: Value) -> Card:
        """Set one value that a card did not state, as a game asked for it; the next game knows
        it."""
        old = self.get(key)
        return self._revise(old, _plain(filled(old.values, path, value)), old.source)

    def delete(self, *keys: str) -> None:
        """Delete cards; undo brings them back."""
        cards = [self.get(key) for key in keys]
        label = (
            say("card deleted: {name}", name=cards[0].name)
            if len(cards) == 1
            else say_many("one card deleted", "{count} cards deleted", len(cards))
        )
        self.write(label, dict.fromkeys(keys))

    @property
    def undoes(self) -> Text | None:
        """The name of the change that undo would take back."""
        return self._undo[-1].label if self._undo else None

    def undo(self) -> None:
        """Take back the last change."""
        if self._undo:
            self._write(self._undo[-1].before)
            self._undo.pop()

    def write(self, label: Text, cards: Mapping[str, Card | None]) -> None:
        """Write or delete cards by their ids, all of them or none."""
        before = {key: self.cards.get(key) for key in cards}
        self._write(cards)
        self._undo.append(Change(label, before))

    # Inside

    def _open(self) -> None:
        self._shelf, self._index, self._undo, self._recent = self.store.cards, None, [], {}
        self._cards = {key: card for game in self.store.rulesets for key, card in starter_cards(game).items()}
        self._packed = dict(self._cards)
        self._shapes: dict[str, dict[str, type] | None] = {}
        self._kept = set()
        for key, doc in self.store.cards.each():
            self._kept.add(key)
            card = restored(key, doc)
            if card is None or not self._shaped(card):
                card = None if doc == GONE else self._cards.get(key)
            self._cards.pop(key, None)
            if card:
                self._cards[key] = card

    def _shaped(self, card: Card) -> bool:
        """Whether a card can be shown: its game is known, and every value has the type that the
        game says. No more than that is checked, as ten thousand cards are loaded when the library
        opens."""
        if card.game not in self._shapes:
            rules = self.store.rulesets.get(card.game)
            self._shapes[card.game] = _shapes(rules.card) if rules else None
        shapes = self._shapes[card.game]
        return shapes is not None and all(
            value is None
            or (isinstance(value, shapes.get(key, object)) and (not isinstance(value, str) or _readable(value)))
            for key, value in card.values.items()
        )

    def _revise(self, old: Card, values: Mapping[str, Any], source: str) -> Card:
        return self._keep(
            say("card changed: {name}", name=old.name),
            {**plain(old), "source": source, "revision": min(old.revision + 1, 9999), "card": dict(values)},
        )

    def _keep(self, label: Text, data: Mapping[str, Any]) -> Card:
        card, problems = examined(self.store.rulesets, data)
        if card is None:
            raise NotACard(problems)
        self.write(label, {card.id: card})
        return card

    def _write(self, cards: Mapping[str, Card | None]) -> None:
        """Write to the device first, then to memory."""
        old = self.cards
        docs = {key: dict(doc) for key, doc in self._documents(cards)}
        gone = [key for key in cards if key not in docs and key in self._kept]
        self.store.cards.change(docs, gone)
        self._kept.update(docs)
        self._kept.difference_update(gone)
        for key, card in cards.items():
            self._forget(old.get(key))
            self._cards.pop(key, None)
            if card:
                self._cards[key] = card
                self._recent[key] = card

    def _documents(self, cards: Mapping[str, Card | None]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The documents to save on the device; a card that equals the one of the pack needs
        none."""
        for key, card in cards.items():
            if card and card != self._packed.get(key):
                yield key, plain(card)
            elif not card and key in self._packed:
                yield key, GONE

    def _forget(self, old: Card | None) -> None:
        """Hide a card that changes in the index; it is searched among the recently changed ones."""
        if (
            old
            and self._recent.pop(old.id, None) is None
            and self._index
            and (rank := self._index.rank(old)) is not None
        ):
            self._hidden |= 1 << rank

    def _another(self, name: str) -> str:
        """A name with the next free number."""
        stem, names = re.sub(r" \(\d+\)$", "", name), {card.name for card in self.cards.values()}
        return next(made for number in range(2, len(names) + 3) if (made := f"{stem} ({number})") not in names)

    def _free(self, name: str, game: str) -> str:
        """An id that no card has now or had before."""
        return free_id(f"own-{game}-{name}", {*self.cards, *self._kept, *self._packed})


def free_id(wanted: str, taken: Iterable[str]) -> str:
    """An id made from a name, with a number if the id is taken."""
    stem = re.sub(r"[^a-z0-9]+", "-", folded(wanted)).strip("-")[:56] or "card"
    known, number = taken if isinstance(taken, (set, Mapping)) else set(taken), 1
    while (key := stem if number == 1 else f"{stem}-{number}") in known:
        number = number + 1 if number != CROWD else max(CROWD + 1, len(known))  # thousands of one name: not one by one
    return key


def restored(key: str, doc: Mapping[str, Any]) -> Card | None:
    """A card as it is saved on the device; None if it is deleted, or if the document is not a
    card."""
    try:
        values = frozen(doc.get("card"))
    except TypeError:
        return None
    if not isinstance(values, Map) or not isinstance(values.get("name"), str):
        return None
    about: dict[str, Any] = {name: doc[name] for name in ("source", "edition", "revision", "cites") if name in doc}
    card = Card(key, str(doc.get("game")), values or EMPTY, **about)
    return card if _is_readable_head(card) else None


def _is_readable_head(card: Card) -> bool:
    """Whether a card's own statements have the right types and use known words."""
    words = isinstance(card.edition, str) and isinstance(card.cites, str) and card.source in SOURCES
    return words and type(card.revision) is int and _readable(card.edition) and _readable(card.cites)


def _readable(text: str) -> bool:
    """Whether a screen can show a text."""
    return text.isprintable() or not any(unfit(text))


def _shapes(record: Record) -> dict[str, type]:
    return {field.key: SHAPES[type(field.kind)] for field in record.fields if type(field.kind) in SHAPES}


def _plain(values: Map[Value]) -> dict[str, Any]:
    found = thawed(values)
    return found if isinstance(found, dict) else {}
