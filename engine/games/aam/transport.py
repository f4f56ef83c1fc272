"""Getting aboard a transport and getting off: the whole move of a Soldier."""

from __future__ import annotations

from engine.games.aam.hands import RIDING, by_hand
from engine.games.aam.refs import AAM_102, AAM_106
from engine.games.aam.riding import BOARDING, DISMOUNTING, carrier
from engine.games.aam.stacking import OWN, room
from engine.kinds import Either, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.maps import Value
from engine.model import GameState, Prompt
from engine.procedure import Procedure, confirm
from engine.rules import Opening
from engine.texts import english, say

HOLDS = Either((ListOf(Word()), Whole(0, 9)))
"""Units by name, or how many."""
ABOARD = Record((*required(unit=UnitId(), transport=UnitId()), *fields(holds=HOLDS)))
ASHORE = Record((*required(unit=UnitId()), *fields(transport=UnitId(), holds=HOLDS)))


def board(state: GameState, unit: str, transport: str, **_: Value) -> Procedure:
    """The whole move of a Soldier who stands in that hex already; nobody is provoked (AAM-102, 130, 131)."""
    return state.set(unit, "aboard", transport).set(unit, "where", "inside").set(unit, "moved", True)
    yield


def dismount(state: GameState, unit: str, holds: Value = None, **_: Value) -> Procedure:
    """Into the hex of the transport, as the whole move; where there is no room, as the players read it (AAM-102, 106, 130)."""
    fits = room_beside(state, unit, holds)
    if holds is None:
        state, fits = yield from confirm(state, room_there, unit)
    if not fits:
        state, fits = yield from confirm(state, elsewhere, unit)
    return ashore(state, unit) if fits else state


def ashore(state: GameState, unit: str) -> GameState:
    """Off the transport, with its move used (AAM-102, 130)."""
    return state.set(unit, "aboard", None).set(unit, "where", None).set(unit, "moved", True)


def room_beside(now: GameState, unit: str, holds: Value) -> bool:
    """A passenger counts in the hex once it is off; the transport is there (AAM-28, 105, 106)."""
    if isinstance(holds, int):
        return holds < OWN
    there = dict.fromkeys((carrier(now, unit), *(map(str, holds) if isinstance(holds, tuple) else ())))
    return room(now, unit, tuple(each for each in there if each in now.units))


def room_there(now: GameState, unit: str) -> Prompt:
    rider = now.unit(unit)
    text = say("{unit} gets off: is there room in the hex, two of your units at most?", unit=rider.name)
    return Prompt("room", "confirm", rider.seat, text, AAM_106, (rider.id,), default=True)


def elsewhere(now: GameState, unit: str) -> Prompt:
    """No room: the opponent puts it in one of the nearest legal hexes; by one reading the owner next to it (AAM-106)."""
    rider = now.unit(unit)
    if now.reading("overflow") == "owner_adjacent":
        text = say("{unit}: is there a legal hex next to it without enemies? Put it there, else it stays aboard", unit=rider.name)
        return Prompt("overflow", "confirm", rider.seat, text, AAM_106, (rider.id,), default=True, readings=("overflow",))
    text = say("{unit}: put it in one of the nearest legal hexes", unit=rider.name)
    return Prompt("overflow", "confirm", 1 - rider.seat, text, AAM_106, (rider.id,), default=True, readings=("overflow",))


def placing(now: GameState, unit: str, holds: Value = None, **_: Value) -> dict[str, Value]:
    """Whether the hex is full, and who then puts the Soldier elsewhere (AAM-106)."""
    full, seat = not room_beside(now, unit, holds), now.unit(unit).seat
    theirs = full and now.reading("overflow") == "opponent_nearest"
    return {"overflow": full, "placed_by": 1 - seat if theirs else seat}


def on_board(now: GameState, unit: str, transport: str, **_: Value) -> dict[str, Value]:
    """What the players have to keep in mind of such a ride (AAM-86)."""
    return {"by_hand": tuple(english(row.why) for each in (unit, transport) for row in by_hand(now.unit(each), RIDING))}


GET_ABOARD = Opening("board", say("board a transport"), AAM_102, board, ABOARD, BOARDING, actor="unit", tells=on_board)
GET_OFF = Opening("dismount", say("leave a transport"), AAM_102, dismount, ASHORE, DISMOUNTING, actor="unit", tells=placing)
