"""Decks and hands as the table counts them."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.playing.citing import rule
from engine.values.maps import Map
from engine.values.table import GameState

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


def play_cards(state: GameState, seat: int, count: int = 1) -> GameState:
    """Take cards out of the hand, where they are counted."""
    cards = state.seats[seat].get("cards")
    if not isinstance(cards, Map):
        return state
    left = max(0, int(str(cards.get("hand") or 0)) - count)
    return state.set(f"@{seat}", "cards", cards.put("hand", left), refs.TWOGM_65)
