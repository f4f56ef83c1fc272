"""The turns on which spacecraft arrive: declared openly, kept, or missed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.activation.parts import begin_parts, has_part
from engine.games.epic.air.reserves import is_aircraft, is_spacecraft
from engine.games.epic.formations.rows import rows
from engine.games.epic.space.situation import Arrival
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.procedure import Procedure
from engine.playing.rules import Duty
from engine.values.maps import Map
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

PASSAGE = ("bombardment", "pin_point", "planetfall")
"""What a spacecraft does over the table, in this order."""


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
    """The spacecraft is there: bombardment, pin-point attacks, planetfall, then it is gone for
    good."""
    state = state.set(formation, "due", 0, refs.EPIC_218).set(formation, "passed", True, refs.EPIC_218)
    return begin_parts(state, formation, PASSAGE, refs.EPIC_218)


@rule(refs.EPIC_218)
def craft_overhead(now: GameState, seat: int) -> str:
    """The spacecraft of a side that has arrived and may still let down what it brings; "" if none
    is there."""
    acting = activation.acting_unit(now)
    return acting if acting and now.unit(acting).seat == seat and has_part(now, acting, "planetfall") else ""


@rule(refs.EPIC_218, refs.EPIC_230)
def waiting_in_orbit(now: GameState, craft: str) -> tuple[Unit, ...]:
    """Formations that may come down from a spacecraft: those aboard it, and those of its side that
    wait off the table and fly by planetfall alone."""
    seat = now.unit(craft).seat
    return tuple(unit for unit in now.units.values() if unit.seat == seat and may_come_down(unit, craft))


@rule(refs.EPIC_222, refs.EPIC_225)
def may_come_down(unit: Unit, craft: str) -> bool:
    """Formations aboard it; of those who wait off the table those without a way of their own."""
    if unit.trackers.get("aboard"):
        return unit.trackers["aboard"] == craft and not unit.gone
    has_own_way = is_spacecraft(unit) or is_aircraft(unit) or falls(unit, "teleport")
    return unit.where == "reserve" and not has_own_way


def falls(unit: Unit, ability: str = "planetfall") -> bool:
    """Whether all its units have the ability."""
    lines = [row for row in rows(unit) if row.left]
    return bool(lines) and all(row.has(ability) for row in lines)


@rule(refs.EPIC_218)
def begin_drop(state: GameState, formation: str) -> GameState:
    """Once troops come down, bombardment and pin-point attacks are over."""
    craft = craft_overhead(state, state.unit(formation).seat)
    return begin_parts(state, craft, ("planetfall",), refs.EPIC_218) if craft else state


@rule(refs.EPIC_216)
def without_a_plan(now: GameState) -> Iterator[Duty]:
    """Before the battle every spacecraft is planned."""
    for unit in now.units.values() if now.turn == 1 else ():
        if is_spacecraft(unit) and not (unit.gone or unit.count("due") or unit.count("passed")):
            text = say("Plan a spacecraft: {unit}", unit=unit.name)
            yield Duty("schedule", text, refs.EPIC_216, Map({"formation": unit.id}))


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
