"""Strategy, actions, end of turn."""

from engine.games.epic.refs import EPIC_05, EPIC_07, EPIC_117
from engine.model import GameState
from engine.rules import Offer, Step
from engine.texts import say


def to_activate(now: GameState, seat: int | None = None) -> bool:
    return any(not unit.count("activated") and not unit.count("broken") for unit in now.standing(seat))


def all_activated(now: GameState) -> bool:
    return not to_activate(now)


def next_seat(now: GameState) -> int:
    """The other side, unless it has no formation left to activate (EPIC-07, 08)."""
    return 1 - now.seat if to_activate(now, 1 - now.seat) else now.seat


STEPS = (
    Step("strategy", say("Strategy phase"), EPIC_05),
    Step("action", say("Action phase"), EPIC_07, "active", (Offer("assault"),), repeat_until=all_activated,
         next_seat=next_seat),
    Step("rally", say("End of turn"), EPIC_117),
)
