"""What an action test rests on, and what an action may hold."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.modifiers import Trial
from engine.games.epic.activation.situation import Action
from engine.games.epic.air.reserves import AIR, able_to_act
from engine.games.epic.formations.rows import army, number
from engine.playing.citing import rule
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_10, refs.EPIC_133)
def initiative_of(now: GameState, action: Action) -> int:
    """As the players say, or on the card; a combined assault takes the commander's, by one
    reading the worst."""
    if action.initiative is not None:
        return action.initiative
    if not action.formation:
        raise Impossible(say("a formation or its initiative is needed"))
    others = action.along or () if now.reading("commander_initiative") == "worst" else ()
    return max(now.unit(each).need("initiative") for each in (action.formation, *others))


@rule(refs.EPIC_11, refs.EPIC_133)
def trial_of(now: GameState, action: Action) -> Trial:
    """Markers of the formation, or once for any that it takes along."""
    unit, blast = now.unit(action.formation) if action.formation else None, action.blast
    if blast is None:
        blast = unit.count("blast") if unit else 0
    along = any(now.unit(other).count("blast") for other in action.along or ())
    is_air = action.aircraft or action.order in AIR
    return Trial(action.order, blast, is_retaining(now, action), is_air, along, army(unit) if unit else "")


@rule(refs.EPIC_08, refs.EPIC_11, refs.EPIC_23)
def is_retaining(now: GameState, action: Action) -> bool:
    """As the players say; else it is so when this side has just acted and the other could."""
    if action.retaining is not None:
        return action.retaining
    is_free = not may_opponent_act(now) and now.reading("opponent_done") == "free"
    return bool(action.formation) and number(now.trackers.get("acted")) > 0 and not is_free


@rule(refs.EPIC_08)
def may_opponent_act(now: GameState) -> bool:
    """The other side still has a formation to activate."""
    other = 1 - now.seat
    waiting = (not unit.count("activated") and not unit.count("broken") for unit in able_to_act(now, other))
    return any(waiting) and not now.seats[other].get("done")


@rule(refs.EPIC_22, refs.EPIC_30, refs.EPIC_190, refs.EPIC_219)
def hold_choices(action: Action) -> tuple[str, ...]:
    """Out of coherency, or in an enemy zone of control, it has to be the move; craft never hold."""
    if action.aircraft or action.order in (*AIR, "spacecraft"):
        return ()
    return ("move",) if action.out_of_coherency or action.in_zoc else ("move", "shoot", "regroup")


def is_without_move(action: Action) -> bool:
    """The action as declared has neither a move nor a charge."""
    stands = action.order in ("marshal", "hold") and action.choice in ("shoot", "regroup")
    return action.order in ("sustained", "overwatch") or stands
