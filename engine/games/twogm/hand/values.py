"""Decks and hands as the table counts them."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.playing.citing import rule
from engine.values.maps import Map
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

HAND = 7  # 2GM-34


@rule(refs.TWOGM_34)
def counted_cards(now: GameState, seat: int) -> tuple[int, int] | None:
    """Cards left in the deck and in the hand of a side, where they are counted."""
    held = now.seats[seat].get("cards")
    return (int(str(held.get("deck") or 0)), int(str(held.get("hand") or 0))) if isinstance(held, Map) else None


@rule(refs.TWOGM_113, refs.TWOGM_189)
def players(now: GameState, seat: int) -> int:
    """Who hold a hand on a side: one, or the two of a pair."""
    return 2 if now.seats[seat].get("pair") else 1


@rule(refs.TWOGM_34, refs.TWOGM_78, refs.TWOGM_189)
def excess(hand: int, holders: int = 1) -> int:
    """Cards beyond the hand limit of each, no more."""
    return max(0, hand - HAND * holders)


# Cards by name


def waiting(now: GameState, seat: int) -> tuple[Unit, ...]:
    """The cards of hand and deck, as far as they are on the list."""
    return tuple(unit for unit in now.units.values() if unit.seat == seat and unit.where == "reserve")


def named_hand(now: GameState, seat: int) -> tuple[Unit, ...]:
    """The cards in hand that are told by name."""
    return tuple(unit for unit in waiting(now, seat) if unit.count("in_hand"))


def in_deck(now: GameState, seat: int) -> tuple[Unit, ...]:
    """The cards that wait and are not told to be in hand."""
    return tuple(unit for unit in waiting(now, seat) if not unit.count("in_hand"))


def discarded(now: GameState, seat: int) -> tuple[Unit, ...]:
    """Cards on the discard pile."""
    return tuple(unit for unit in now.units.values() if unit.seat == seat and unit.where == "discarded")


@rule(refs.TWOGM_65)
def playable(now: GameState, seat: int) -> tuple[Unit, ...]:
    """What can be played: the hand, where all of it is told by name; else any card that waits."""
    named, counted = named_hand(now, seat), counted_cards(now, seat)
    are_all_told = counted is None or len(named) >= counted[1]
    return named if named and are_all_told else waiting(now, seat)


@rule(refs.TWOGM_65)
def still_in_deck(now: GameState, unit: Unit) -> Refusal | None:
    """A card that waits is played from the hand, as far as the hand is told."""
    if unit.where != "reserve" or unit in playable(now, unit.seat):
        return None
    return Refusal("in_deck", say("{unit} is not in hand", unit=unit.name), refs.TWOGM_65)


def play_cards(state: GameState, seat: int, count: int = 1) -> GameState:
    """Take cards out of the hand, where they are counted."""
    cards = state.seats[seat].get("cards")
    if not isinstance(cards, Map):
        return state
    left = max(0, int(str(cards.get("hand") or 0)) - count)
    return state.set(f"@{seat}", "cards", cards.put("hand", left), refs.TWOGM_65)
