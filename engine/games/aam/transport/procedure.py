"""Getting aboard a transport and getting off: the whole move of a Soldier."""

from engine.games.aam import refs
from engine.games.aam.abilities import by_hand_rows
from engine.games.aam.transport import refusals, values
from engine.games.aam.transport.situation import Boarding, Dismounting
from engine.games.aam.units import give_up_positions
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, confirm
from engine.values.maps import Value
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import english, say


@rule(refs.AAM_130, refs.AAM_131)
def board(state: GameState, boarding: Boarding) -> Procedure:
    """The whole move of a Soldier who stands in that hex already; it provokes no fire."""
    refusals.no_soldier(state, boarding)  # finds what a card does not state
    state = give_up_positions(state, boarding.unit, "entrenched", "camouflaged")
    return place(state, boarding.unit, boarding.transport, "inside")
    yield


@rule(refs.AAM_106, refs.AAM_130)
def dismount(state: GameState, ride: Dismounting) -> Procedure:
    """Into the hex of the transport, as the whole move; where there is no room, as the players
    read it."""
    fits = values.has_room_beside(state, ride)
    if ride.holds is None:
        state, fits = yield from confirm(state, whether_there_is_room, ride.unit)
    if not fits:
        state, fits = yield from confirm(state, whether_it_goes_elsewhere, ride.unit)
    return place(state, ride.unit, None, None) if fits else state


def place(state: GameState, unit: str, transport: str | None, where: str | None) -> GameState:
    """Put a Soldier aboard or on the map, with its move used."""
    state = state.set(unit, "aboard", transport, refs.AAM_102).set(unit, "where", where, refs.AAM_102)
    return state.set(unit, "moved", True, refs.AAM_130)


@rule(refs.AAM_106)
def facts_of_dismounting(now: GameState, ride: Dismounting) -> dict[str, Value]:
    """Whether the hex is full, and who then puts the Soldier elsewhere."""
    is_full, seat = not values.has_room_beside(now, ride), now.unit(ride.unit).seat
    is_theirs = is_full and now.reading("overflow") == "opponent_nearest"
    return {"overflow": is_full, "placed_by": 1 - seat if is_theirs else seat}


@rule(refs.AAM_86)
def facts_of_boarding(now: GameState, boarding: Boarding) -> dict[str, Value]:
    """What the players have to keep in mind of such a ride."""
    units = (now.unit(boarding.unit), now.unit(boarding.transport))
    return {"by_hand": tuple(english(row.why) for unit in units for row in by_hand_rows(unit, "ride"))}


# What the players are asked


def whether_there_is_room(now: GameState, unit: str) -> Prompt:
    rider = now.unit(unit)
    text = say("{unit} gets off: is there room in the hex, two of your units at most?", unit=rider.name)
    return Prompt("room", "confirm", rider.seat, text, refs.AAM_106, (unit,), default=True)


def whether_it_goes_elsewhere(now: GameState, unit: str) -> Prompt:
    """No room: the opponent puts it in one of the nearest legal hexes; by one reading the owner
    next to it."""
    rider, reading = now.unit(unit), "overflow"
    seat, text = 1 - rider.seat, say("{unit}: put it in one of the nearest legal hexes", unit=rider.name)
    if now.reading(reading) == "owner_adjacent":
        seat, text = (
            rider.seat,
            say(
                "{unit}: is there a legal hex next to it without enemies? Put it there, else it stays aboard",
                unit=rider.name,
            ),
        )
    return Prompt("overflow", "confirm", seat, text, refs.AAM_106, (unit,), default=True, readings=(reading,))


OPENINGS = (
    opens(
        "board",
        say("board a transport"),
        refs.AAM_102,
        Boarding,
        board,
        refusals=refusals.BOARDING,
        tells=facts_of_boarding,
        actor="unit",
    ),
    opens(
        "dismount",
        say("leave a transport"),
        refs.AAM_102,
        Dismounting,
        dismount,
        refusals=refusals.DISMOUNTING,
        tells=facts_of_dismounting,
        actor="unit",
    ),
)
