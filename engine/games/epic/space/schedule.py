"""The turns on which spacecraft arrive: declared openly, kept, or missed."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.parts import begin_parts
from engine.games.epic.air.reserves import is_spacecraft
from engine.games.epic.space.situation import Arrival
from engine.playing.citing import rule
from engine.playing.procedure import Procedure
from engine.values.maps import Map
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


def turns_of_arrival(now: GameState, schedule: Map[int] | None) -> Map[int]:
    """The plan as the players say, else what was declared openly before the battle."""
    return schedule if schedule is not None else Map({unit.id: unit.count("due") for unit in now.units.values()})


@rule(refs.EPIC_219)
def next_free_turn(now: GameState, craft: str, turn: int, schedule: Map[int] | None) -> int:
    """The first turn after this one on which no other spacecraft is due."""
    taken = turns_of_arrival(now, schedule).without(craft).values()
    later = turn + 1
    while later in taken:
        later += 1
    return later


def declare(state: GameState, arrival: Arrival) -> Procedure:
    """The plan is declared openly before anything is deployed."""
    state = state.set(arrival.formation, "due", arrival.turn, refs.EPIC_216)
    return state.set(arrival.formation, "where", "reserve", refs.EPIC_216)
    yield


def arrive(state: GameState, formation: str) -> GameState:
    """The spacecraft is there: bombardment, pin-point attacks, planetfall, then it is gone."""
    state = state.set(formation, "due", 0, refs.EPIC_218)
    return begin_parts(state, formation, ("bombardment", "pin_point"), refs.EPIC_218)


def delay(state: GameState, formation: str, turn: int, schedule: Map[int] | None) -> GameState:
    """It comes on a later turn; by one reading it also takes a marker."""
    if state.reading("spacecraft_fail") == "bm":
        state = state.set(formation, "blast", state.unit(formation).count("blast") + 1, refs.EPIC_219)
    return state.set(formation, "due", next_free_turn(state, formation, turn, schedule), refs.EPIC_219)


def no_spacecraft(now: GameState, arrival: Arrival) -> Refusal | None:
    unit = now.unit(arrival.formation)
    if not is_spacecraft(unit):
        return Refusal("no_spacecraft", say("{unit} is no spacecraft", unit=unit.name), refs.EPIC_216)
    return None


def no_second_on_one_turn(now: GameState, arrival: Arrival) -> Refusal | None:
    """Two spacecraft are never over the field on one turn."""
    turn = arrival.turn
    if turn in turns_of_arrival(now, arrival.schedule).without(arrival.formation).values():
        return Refusal("same_turn", say("another spacecraft is due on turn {turn}", turn=turn), refs.EPIC_216)
    return None
