"""Decks: what they count, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.twogm import refs
from engine.games.twogm.cards import CARD
from engine.games.twogm.units import key
from engine.playing.citing import rule
from engine.values.kinds import Either, ListOf, UnitId, Whole, Word
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Problem
from engine.values.situation import Situation, YesNo, situation_from
from engine.values.table import GameState
from engine.values.texts import say

LIMIT = 120  # 2GM-03
COST_X = 5  # 2GM-04
Cards = tuple[Map[Value], ...]
CardNames = Annotated[tuple[Map[Any] | str, ...], ListOf(Either((CARD, UnitId())))]
"""Cards by their values, or units by their names."""


@dataclass(frozen=True, slots=True)
class Deck(Situation):
    """The cards of a deck, what was agreed on it, and the cards of allies set aside for it."""

    cards: CardNames
    limit: Annotated[int, Whole(0, 9999)] = LIMIT
    year: Annotated[int, Whole(1900, 2000)] | None = None
    army: Annotated[str, Word()] | None = None
    pair: YesNo = False
    allies: CardNames = ()


@rule(refs.TWOGM_03, refs.TWOGM_04, refs.TWOGM_05)
def points(card: Map[Value]) -> int:
    """What a card counts in a deck; X counts 5, whatever it costs in play."""
    cost = card.get("cost")
    if cost is None:
        raise Impossible(say("{card}: its cost is not stated", card=str(card.get("name") or "?")))
    return COST_X if cost == "X" else int(str(cost))


def cards_named(now: GameState, cards: CardNames) -> Cards:
    return tuple(now.unit(card).card if isinstance(card, str) else card for card in cards)


@rule(refs.TWOGM_113)
def most_points(deck: Deck) -> int:
    """What was agreed; half of it in a pair."""
    return deck.limit // 2 if deck.pair else deck.limit


@rule(refs.TWOGM_152)
def side(now: GameState, deck: Deck) -> str:
    """The army of a deck: as told, else that of its first card that has one."""
    armies = (str(card["army"]) for card in cards_named(now, deck.cards) if card.get("army"))
    return key(deck.army or next(armies, ""))


def words(card: Map[Value]) -> list[str]:
    skills = card.get("skills")
    return [key(word) for word in skills] if isinstance(skills, tuple) else []


# What is wrong


def too_many_points(now: GameState, deck: Deck) -> Problem | None:
    """The costs of all cards stay within the limit."""
    total, most = sum(map(points, cards_named(now, deck.cards))), most_points(deck)
    return (
        Problem(say("{points} points: at most {cap}", points=total, cap=most), refs.TWOGM_03) if total > most else None
    )


def terrain_in_deck(now: GameState, deck: Deck) -> Problem | None:
    """Terrain is picked from a common deck."""
    found = any(card.get("type") == "terrain" for card in cards_named(now, deck.cards))
    return Problem(say("terrain cards are no part of a deck"), refs.TWOGM_02) if found else None


def too_new(now: GameState, deck: Deck) -> Problem | None:
    """Undated, or up to the limit year, or before it by another reading."""
    if deck.year is None:
        return None
    last = deck.year if now.reading("year_limit") == "included" else deck.year - 1
    made = (card.get("year") for card in cards_named(now, deck.cards))
    later = any(isinstance(year, int) and year > last for year in made)
    return Problem(say("cards of a later year than {year}", year=deck.year), refs.TWOGM_06) if later else None


def foreign_cards(now: GameState, deck: Deck) -> Problem | None:
    """All cards are of one army."""
    armies = {key(card["army"]) for card in cards_named(now, deck.cards) if card.get("army")}
    return Problem(say("cards of another army"), refs.TWOGM_152) if armies - {side(now, deck)} else None


def wrong_allies(now: GameState, deck: Deck) -> Problem | None:
    """One card of another, allied army per Setup card, no Only cards."""
    allies = cards_named(now, deck.allies)
    able = sum("setup" in words(card) for card in cards_named(now, deck.cards))
    only = any(word.startswith("only") for card in allies for word in words(card))
    own = any(key(card.get("army")) == side(now, deck) for card in allies)
    return Problem(say("cards of an ally need Setup"), refs.TWOGM_146) if len(allies) > able or only or own else None


LIMITS = {
    "limit": too_many_points,
    "terrain": terrain_in_deck,
    "year": too_new,
    "army": foreign_cards,
    "allies": wrong_allies,
}


def problems(now: GameState, deck: Deck) -> dict[str, Problem]:
    return {name: problem for name, limit in LIMITS.items() if (problem := limit(now, deck))}


def deck_facts(now: GameState, deck: Deck) -> dict[str, Value]:
    """Points, and everything that is wrong."""
    found = problems(now, deck)
    return {
        "points": sum(map(points, cards_named(now, deck.cards))),
        "cards": len(deck.cards),
        "limit": most_points(deck),
        "legal": not found,
        "problems": tuple(found),
        "rules": tuple(each.ref.id for each in found.values()),
    }


def muster(now: GameState, cards: Cards, terms: Mapping[str, Any], _: object = ()) -> Iterator[Problem]:
    """The same for a deck that is built, in sentences; a card without a cost counts nothing."""
    priced = tuple(card for card in cards if card.get("cost") is not None)
    yield from problems(now, situation_from(Deck, {**terms, "cards": priced})).values()
    for card in dict.fromkeys(cards):
        if card.get("cost") is None:
            yield Problem(say("{unit}: the card states no cost", unit=str(card.get("name"))), refs.TWOGM_03)
