"""A round: alternating activations, then the reset."""

from engine.games.dust.refs import DUST_07, DUST_08
from engine.model import GameState
from engine.rules import Offer, Step
from engine.texts import say


def all_activated(now: GameState) -> bool:
    return all(unit.count("activated") for unit in now.standing())


def next_seat(now: GameState) -> int:
    """The other side, unless it has nobody left to activate."""
    other = 1 - now.seat
    return other if any(not unit.count("activated") for unit in now.standing(other)) else now.seat


STEPS = (
    Step("activation", say("Activations"), DUST_07, "active", (Offer("activation"), Offer("fire", "all")),
         repeat_until=all_activated, next_seat=next_seat),
    Step("end", say("End of the round"), DUST_08),
)
