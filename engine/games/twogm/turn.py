"""The nine phases of one player's turn; then the other's (2GM-39)."""

from dataclasses import replace

from engine.games.twogm.refs import (
    TWOGM_40,
    TWOGM_41,
    TWOGM_45,
    TWOGM_46,
    TWOGM_65,
    TWOGM_68,
    TWOGM_77,
    TWOGM_78,
    TWOGM_79,
)
from engine.model import GameState
from engine.rules import Offer, Step
from engine.texts import say

STEPS = (
    Step("start", say("Start"), TWOGM_40, "active"),
    Step("headquarters", say("Headquarters"), TWOGM_41, "active"),
    Step("cards", say("Cards"), TWOGM_45, "active"),
    Step("movement", say("Movement"), TWOGM_46, "active"),
    Step("deployment", say("Deployment"), TWOGM_65, "active", (Offer("air"),)),
    Step("fire", say("Fire"), TWOGM_68, "active"),
    Step("reactivation", say("Reactivation"), TWOGM_77, "active"),
    Step("discard", say("Discard"), TWOGM_78, "active"),
    Step("end", say("End"), TWOGM_79, "active"),
)


def next_turn(state: GameState) -> GameState:
    """The other player's nine phases (2GM-39)."""
    return replace(state, seat=(state.seat + 1) % len(state.seats))
