"""What a running move remembers."""

from typing import Any, NamedTuple

from engine.games.aam import refs
from engine.games.aam.attack.memory import toll
from engine.games.aam.commanders.effects import Effect
from engine.games.aam.movement.situation import Hex
from engine.playing.citing import rule
from engine.values.table import GameState


class Journey(NamedTuple):
    """How far a move has come.

    `made` steps are made, and `spent` so many points of the speed; `hex` is the one it is in.
    `moment` is when defensive fire was last possible, `has_failed` says that a movement roll
    stopped it. `fired` are the shots that were told, `fired_at_step` those that the other side
    chose at this step, until the rest `hold_fire`, and `waiting` those who fire when it has
    entered; a move that `is_unopposed` meets told shots
    only. It goes `back` so many hexes and comes to rest after `end` steps.
    """

    mover: str = ""
    is_unopposed: bool = False
    made: int = 0
    spent: int = 0
    bonus_gone: bool = False
    is_off_road: bool = False
    hex: Hex = Hex()
    effects: tuple[Effect, ...] = ()
    moment: str = ""
    has_failed: bool = False
    is_over: bool = False
    fired: tuple[str, ...] = ()
    fired_at_step: tuple[str, ...] = ()
    hold_fire: bool = False
    waiting: tuple[str, ...] = ()
    end: int = 0
    back: int = 0


def journey(now: GameState) -> Journey:
    return now.recall(Journey)


def shooters(now: GameState) -> Any:
    """Who has fired, in their order: an outcome that is neither a number nor a word."""
    return journey(now).fired


@rule(refs.AAM_39, refs.AAM_82)
def is_halted(now: GameState) -> bool:
    """A failed roll or a hit ends the move."""
    return journey(now).has_failed or toll(now).stopped
