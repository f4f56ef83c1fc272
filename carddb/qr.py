"""Cards, armies and games as short codes that need no network: the code carries the thing itself.
No camera here.

A code reads ADJ, the version, a letter for what it is, a full stop, and bytes in 41 letters;
docs/codes.md says it all. Reading never trusts: size, checksum, version and schema are looked at
before anything is believed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import qrcode  # type: ignore[import-untyped]  # it has no types

from carddb.armies import Armies, Army
from carddb.armies import plain as plain_army
from carddb.armies import read as read_army
from carddb.cards import Card, NotACard, examined
from carddb.letters import Unreadable, opened, weight, written
from carddb.library import Library, free_id
from carddb.saves import Header, header
from carddb.squeezing import squeezed, unsqueezed
from carddb.templates import Template
from carddb.templates import read as read_template
from carddb.trouble import Trouble
from engine.playing import codec
from engine.playing.rules import Ruleset
from engine.values.kinds import sentence
from engine.values.maps import thawed
from engine.values.table import GameState
from engine.values.texts import Text, say

CARD, PART = "C", "P"
MOST_PARTS = 255
ROOM = {"A": 130, "C": 260, "G": 260, "T": 260}
"""The bytes in each code of an army, of a large card, of a game, and of a template of one."""
MOST = 300
"""The bytes of a code that a camera reads with ease."""
MOST_TURNS, MOST_SEATS = 9999, 8


# Black and white


def matrix(text: str) -> list[list[bool]]:
    """The squares of a QR code (dark ones are true), with the quiet zone around them."""
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=4)
    code.add_data(text)
    code.make(fit=True)
    found: list[list[bool]] = code.get_matrix()
    return found


# A card


def card_code(card: Card) -> str:
    """A whole card in one code; its id is left out."""
    codes = card_codes(card)
    if len(codes) > 1:
        raise Unreadable(say("{card} is too large for one code", card=card.name))
    return codes[0]


def card_codes(card: Card) -> list[str]:
    """A card in one code, or in several if it is larger than the cards that games print."""
    body = squeezed(card.game, [card.edition, int(card.training), card.revision, thawed(card.values)])
    code = written(CARD, body)
    return [code] if weight(code) <= MOST else split(CARD, body)


def _card(rulesets: Mapping[str, Ruleset], game: str, data: Any) -> Card:
    match data:
        case [str(edition), 0 | 1 as training, int(revision), dict(values)]:
            source = "training" if training else "scanned"
            told = {
                "id": "scanned",
                "game": game,
                "edition": edition,
                "source": source,
                "revision": revision,
                "card": values,
            }
            card, problems = examined(rulesets, told)
            if card:
                return card
            raise NotACard(problems)
    raise Unreadable(say("the code is damaged"))


def known(cards: Mapping[str, Card], card: Card) -> Card:
    """A scanned card under the id of an equal card, or under a new one."""
    for own in cards.values():
        if (own.game, own.edition, own.values) == (card.game, card.edition, card.values):
            return own
    return replace(card, id=free_id(f"{card.game}-{card.name}", cards))


def kept(library: Library, *cards: Card) -> tuple[Card, ...]:
    """Scanned cards, added to the library; cards that it has already are not added twice."""
    have, found = dict(library.cards), []
    for card in cards:
        found.append(own := known(have, card))
        have[own.id] = own
    if new := {card.id: card for card in found if card.id not in library.cards}:
        library.write(say("scanned: {names}", names=", ".join(card.name for card in new.values())), new)
    return tuple(found)


# Something larger, over several codes


@dataclass(frozen=True, slots=True)
class Sent:
    """A game sent to another phone: its name and its table."""

    about: Header
    state: GameState


Thing: TypeAlias = Card | tuple[Army, tuple[Card, ...]] | Sent | Template


def army_codes(library: Library, army: Army) -> list[str]:
    """An army and its cards, in as many codes as it needs."""
    ids = dict.fromkeys(row.card for row in army.rows)
    cards = [
        [card.id, card.edition, int(card.training), card.revision, thawed(card.values)]
        for card in (library.cards.get(key) for key in ids)
        if card
    ]
    return split("A", squeezed(army.game, [plain_army(army), cards]))


def kept_army(armies: Armies, army: Army, cards: tuple[Card, ...]) -> Army:
    """A scanned army, added with its cards to the armies of this device."""
    own = dict(zip((card.id for card in cards), kept(armies.library, *cards), strict=True))
    rows = tuple(
        replace(
            row,
            card=own[row.card].id if row.card in own else row.card,
            joins=own[row.joins].id if row.joins in own else row.joins,
        )
        for row in army.rows
    )
    key = free_id(army.id, armies.library.store.armies.all())
    return armies.save(replace(army, id=key, rows=rows), say("army added: {name}", name=army.name))


def game_codes(about: Header, state: GameState) -> list[str]:
    """A game's table as it is now, in as many codes as it needs."""
    told = {
        "game": about.game,
        "name": about.name,
        "rules": about.rules,
        "created": about.created,
        "seats": [*about.seats],
    }
    return split("G", squeezed(about.game, [told, codec.plain(state)]))


def template_codes(template: Template) -> list[str]:
    """A game of the players' own as a template."""
    return split("T", squeezed(template.game, thawed(template.values)))


def split(letter: str, body: bytes) -> list[str]:
    """Numbered codes; each carries the checksum of the whole."""
    room = ROOM[letter]
    chunks = [body[at : at + room] for at in range(0, len(body), room)]
    if len(chunks) > MOST_PARTS:
        raise Unreadable(say("too large for codes: send it as a file"))
    whole = letter.encode("ascii") + zlib.crc32(body).to_bytes(4, "big")
    return [written(PART, whole + bytes([place, len(chunks)]) + chunk) for place, chunk in enumerate(chunks)]


class Collector:
    """Collects scanned codes in any order: a card is whole at once, something larger when its last
    part is there."""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        self._rulesets = rulesets
        self._whole = b""
        self._parts: dict[int, bytes] = {}
        self.wanted = 0

    @property
    def found(self) -> int:
        """How many parts are there; `wanted` is their number in all."""
        return len(self._parts)

    def missing(self) -> tuple[int, ...]:
        """The numbers of the parts still to come, from 1."""
        return tuple(place + 1 for place in range(self.wanted) if place not in self._parts)

    def add(self, text: str) -> Thing | None:
        """The thing that this code completes; None while parts are missing."""
        letter, body = opened(text)
        if letter == CARD:
            return _card(self._rulesets, *unsqueezed(body, self._rulesets))
        if letter != PART:
            raise Unreadable(say("the code was made by a newer version of the app: please update it"))
        self._take(body)
        return None if self.missing() else self._thing()

    def _take(self, body: bytes) -> None:
        if len(body) < 8 or not body[6] or body[5] >= body[6]:
            raise Unreadable(say("the code is damaged"))
        if body[:5] + body[6:7] != self._whole:
            self._whole, self._parts, self.wanted = body[:5] + body[6:7], {}, body[6]
        self._parts[body[5]] = body[7:]

    def _thing(self) -> Thing:
        letter, body = chr(self._whole[0]), b"".join(self._parts[place] for place in range(self.wanted))
        if zlib.crc32(body).to_bytes(4, "big") != self._whole[1:5]:
            raise Unreadable(say("the code is damaged"))
        game, data = unsqueezed(body, self._rulesets)
        if letter == CARD:
            return _card(self._rulesets, game, data)
        if letter == "A":
            return _army(self._rulesets, game, data)
        if letter == "G":
            return _sent(self._rulesets[game], data)
        if letter == "T":
            return read_template(self._rulesets, game, data)
        raise Unreadable(say("the code was made by a newer version of the app: please update it"))


def read(rulesets: Mapping[str, Ruleset], codes: Iterable[str]) -> Thing:
    """The thing that several codes hold together."""
    collector, thing = Collector(rulesets), None
    for code in codes:
        thing = collector.add(code) or thing
    if thing is None:
        raise Unreadable(say("parts are missing: {parts}", parts=", ".join(map(str, collector.missing()))))
    return thing


def _army(rulesets: Mapping[str, Ruleset], game: str, data: Any) -> tuple[Army, tuple[Card, ...]]:
    match data:
        case [{"game": str(named)} as told, list(rows)] if named == game:
            return read_army(rulesets, told), tuple(_named_card(rulesets, game, row) for row in rows)
    raise Unreadable(say("the code is damaged"))


def _named_card(rulesets: Mapping[str, Ruleset], game: str, row: Any) -> Card:
    match row:
        case [str(key), *rest]:
            card, problems = examined(rulesets, {"id": key, "game": game, "card": {"name": "x"}})
            if not card:
                raise Unreadable(_why(sentence(problems)))
            return replace(_card(rulesets, game, rest), id=key)
    raise Unreadable(say("the code is damaged"))


def _why(told: Text | str) -> Text:
    return told if isinstance(told, Text) else say("the code is damaged")


def _sent(rules: Ruleset, data: Any) -> Sent:
    match data:
        case [{"game": str(named)} as about, dict(state)] if named == rules.key:
            try:
                sent = Sent(header(about), codec.state(state))
            except (codec.Damaged, TypeError, Trouble) as wrong:
                raise Unreadable(say("the code is damaged")) from wrong
            if playable(rules, sent.state):
                return sent
    raise Unreadable(say("the code is damaged"))


def playable(rules: Ruleset, state: GameState) -> bool:
    """Whether a table from another device fits its game: its step, its seats, its units and
    readings."""
    begun = rules.opened()
    seats = range(len(state.seats))
    return (
        any(step.key == state.step for step in rules.steps)
        and 1 <= state.turn <= MOST_TURNS
        and len(begun.seats) <= len(seats) <= MOST_SEATS
        and state.seat in seats
        and state.first in seats
        and all(unit.id == key and unit.seat in seats for key, unit in state.units.items())
        and state.options.keys() == begun.options.keys()
        and all(state.options[reading.key] in reading.values for reading in rules.readings)
    )
