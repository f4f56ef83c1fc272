"""Decks and hands: what a deck may hold, drawing, discarding, the opening hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.games.twogm.cards import CARD
from engine.games.twogm.refs import TWOGM_02, TWOGM_03, TWOGM_06, TWOGM_33, TWOGM_45, TWOGM_78, TWOGM_146, TWOGM_152
from engine.games.twogm.units import key
from engine.playing.procedure import Procedure, settle_ledger
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Change, Impossible, Line, Prompt, Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many

LIMIT = 120  # 2GM-03
COST_X = 5  # 2GM-04
DRAWN = 2  # 2GM-45
HAND = 7  # 2GM-34
OPENING_HAND = 5  # 2GM-33
RULES = {"limit": TWOGM_03, "terrain": TWOGM_02, "year": TWOGM_06, "army": TWOGM_152, "allies": TWOGM_146}


def points(card: Map[Value]) -> int:
    """What a card counts in a deck; X counts 5, whatever it costs in play (2GM-03, 04, 05)."""
    cost = card.get("cost")
    if cost is None:
        raise Impossible(say("{card}: its cost is not stated", card=str(card.get("name") or "?")))
    return COST_X if cost == "X" else int(str(cost))


def dated(now: GameState, card: Map[Value], year: int) -> bool:
    """Undated, or up to the limit year, or before it by another reading (2GM-06)."""
    made = card.get("year")
    last = year if now.reading("year_limit") == "included" else year - 1
    return not isinstance(made, int) or made <= last


def cards_of(now: GameState, cards: tuple[Value, ...]) -> tuple[Map[Value], ...]:
    """Cards by their values, or units by their names."""
    return tuple(
        now.unit(card).card if isinstance(card, str) else card for card in cards if isinstance(card, (str, Map))
    )


def deck_tells(
    now: GameState,
    cards: tuple[Value, ...],
    limit: int = LIMIT,
    year: int | None = None,
    army: str | None = None,
    pair: bool = False,
    allies: tuple[Value, ...] = (),
) -> dict[str, Value]:
    """Points, and everything that is wrong (2GM-02, 03, 06, 113, 146, 152)."""
    found = cards_of(now, cards)
    total, most = sum(map(points, found)), limit // 2 if pair else limit
    side = army or next((str(card["army"]) for card in found if card.get("army")), "")
    wrong = {
        "limit": total > most,
        "terrain": any(card.get("type") == "terrain" for card in found),
        "year": year is not None and not all(dated(now, card, year) for card in found),
        "army": any(card.get("army") and key(card["army"]) != key(side) for card in found),
        "allies": not set_aside(found, cards_of(now, allies), side),
    }
    problems = tuple(name for name, holds in wrong.items() if holds)
    return {
        "points": total,
        "cards": len(found),
        "limit": most,
        "legal": not problems,
        "problems": problems,
        "rules": tuple(RULES[each].id for each in problems),
    }


def set_aside(deck: tuple[Map[Value], ...], allies: tuple[Map[Value], ...], side: str) -> bool:
    """One card of another, allied army per Setup card, no Only cards (2GM-146)."""
    able = sum("setup" in words(card) for card in deck)
    only = any(word.startswith("only") for card in allies for word in words(card))
    return len(allies) <= able and not only and not any(key(card.get("army")) == key(side) for card in allies)


def words(card: Map[Value]) -> list[str]:
    skills = card.get("skills")
    return [key(word) for word in skills] if isinstance(skills, tuple) else []


def muster(
    now: GameState, cards: tuple[Map[Value], ...], terms: Mapping[str, Any], _: object = ()
) -> Iterator[tuple[Text, Ref]]:
    """The same for a deck that is built, in sentences; a card without a cost counts nothing."""
    said: Any = deck_tells(now, tuple(card for card in cards if card.get("cost") is not None), **terms)
    words = {
        "limit": say("{points} points: at most {cap}", points=said["points"], cap=said["limit"]),
        "terrain": say("terrain cards are no part of a deck"),
        "year": say("cards of a later year than {year}", year=terms["year"]),
        "army": say("cards of another army"),
        "allies": say("cards of an ally need Setup"),
    }
    yield from ((words[each], RULES[each]) for each in said["problems"])
    for card in dict.fromkeys(cards):
        if card.get("cost") is None:
            yield say("{unit}: the card states no cost", unit=str(card.get("name"))), TWOGM_03


DECK = Opening(
    "deck",
    say("deck"),
    TWOGM_03,
    nothing,
    Record(
        (
            Field("cards", ListOf(Either((CARD, UnitId()))), required=True),
            Field("limit", Whole(0, 9999), default=LIMIT),
            *fields(year=Whole(1900, 2000), army=Word()),
            Field("pair", Flag(), default=False),
            Field("allies", ListOf(Either((CARD, UnitId()))), default=()),
        )
    ),
    tells=deck_tells,
)


# Counted decks and hands


def counted(now: GameState, seat: int) -> tuple[int, int] | None:
    """Cards left in the deck and in the hand of a side, where they are counted (2GM-34)."""
    held = now.seats[seat].get("cards")
    return (int(str(held.get("deck") or 0)), int(str(held.get("hand") or 0))) if isinstance(held, Map) else None


def cards_line(now: GameState, deck: int, hand: int, text: Text, ref: Ref, *done: str) -> tuple[Line, ...]:
    """A line of the ledger that moves cards of the active side, and notes that it was done."""
    before, seat = now.seats[now.seat].get("cards"), f"@{now.seat}"
    after = (before if isinstance(before, Map) else EMPTY).put("deck", deck).put("hand", hand)
    notes = tuple(Change(seat, each, None, True, ref) for each in done)
    return (Line(text, ref, (Change(seat, "cards", before, after, ref), *notes)),)


def draw(state: GameState) -> Procedure:
    """Two cards must be drawn, the last one too; nothing from an empty deck (2GM-45)."""
    return (yield from settle_ledger(state, draw_ledger))


def draw_ledger(now: GameState) -> Prompt:
    """A pair draws one card each: two in all (2GM-45, 113)."""
    deck, hand = counted(now, now.seat) or (0, 0)
    drawn = min(DRAWN, deck)
    text = say_many("draw one card", "draw {count} cards", drawn)
    lines = cards_line(now, deck - drawn, hand + drawn, text, TWOGM_45, "drawn") if drawn else ()
    return Prompt("draw", "ledger", now.seat, say("draw cards"), TWOGM_45, lines=lines)


def drawn_before(now: GameState) -> Refusal | None:
    """Once a turn (2GM-45)."""
    drawn = now.seats[now.seat].get("drawn")
    return Refusal("drawn", say("the cards of this turn are drawn"), TWOGM_45) if drawn else None


DRAW = Opening("draw", say("draw cards"), TWOGM_45, draw, forbids=(drawn_before,))


def players(now: GameState, seat: int) -> int:
    """Who hold a hand on a side: one, or the two of a pair (2GM-113, 189)."""
    return 2 if now.seats[seat].get("pair") else 1


def excess(hand: int, holders: int = 1) -> int:
    """Cards beyond the hand limit of each, no more (2GM-34, 78, 189)."""
    return max(0, hand - HAND * holders)


def discard_tells(now: GameState, hand: int | None = None, drawn: int = 0, played: int = 0) -> dict[str, Value]:
    """What is discarded, and what is kept (2GM-34, 78)."""
    held = hand if hand is not None else (counted(now, now.seat) or (0, 0))[1]
    left = max(0, held + drawn - played)
    over = excess(left, players(now, now.seat) if hand is None else 1)
    return {"discard": over, "hand": left - over}


def discard(state: GameState, hand: int | None = None, **_: Value) -> Procedure:
    """In the Discard phase the hand is cut down to 7 (2GM-34, 78)."""
    if hand is not None:
        return state
    return (yield from settle_ledger(state, discard_ledger))


def discard_ledger(now: GameState) -> Prompt:
    """A pair keeps seven cards each: fourteen in all (2GM-78, 189)."""
    deck, hand = counted(now, now.seat) or (0, 0)
    over = excess(hand, players(now, now.seat))
    text = say_many("discard one card", "discard {count} cards", over)
    lines = cards_line(now, deck, hand - over, text, TWOGM_78) if over else ()
    return Prompt("discard", "ledger", now.seat, say("discard"), TWOGM_78, lines=lines)


COUNT = Whole(0, 999)
DISCARD = Opening(
    "discard",
    say("discard"),
    TWOGM_78,
    discard,
    Record((Field("hand", COUNT), Field("drawn", COUNT, default=0), Field("played", COUNT, default=0))),
    tells=discard_tells,
)


def opening_hand(state: GameState, seat: int, deck: int, mulligan: bool = False) -> Procedure:
    """Five cards, five each in a pair; one mulligan draws five anew (2GM-33, 189)."""
    hand = min(OPENING_HAND * players(state, seat), deck)
    return state.set(f"@{seat}", "cards", Map({"deck": deck - hand, "hand": hand, "mulligans": int(mulligan)}))
    yield


def second_mulligan(now: GameState, seat: int, mulligan: bool = False, **_: Value) -> Refusal | None:
    """Only once (2GM-33)."""
    held = now.seats[seat].get("cards")
    if mulligan and isinstance(held, Map) and held.get("mulligans"):
        return Refusal("mulligan", say("a second mulligan is not allowed"), TWOGM_33)
    return None


HAND_DRAWN = Opening(
    "opening_hand",
    say("opening hand"),
    TWOGM_33,
    opening_hand,
    Record(
        (
            Field("seat", Whole(0, 1), required=True),
            Field("deck", COUNT, required=True),
            Field("mulligan", Flag(), default=False),
        )
    ),
    (second_mulligan,),
)
