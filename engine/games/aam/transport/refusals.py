"""What forbids getting aboard a transport, and getting off."""

from engine.games.aam import refs
from engine.games.aam.transport import values
from engine.games.aam.transport.situation import Boarding, Dismounting, Ride
from engine.games.aam.units import (
    another_acts,
    has,
    is_a,
    is_disrupted,
    is_opposed,
    is_pinned,
    is_soldier,
    transport_of,
    units_of_army,
)
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say

# Before a unit is named


def nobody_carries(now: GameState, boarding: Boarding) -> Refusal | None:
    seat = now.unit(boarding.unit).seat if boarding.is_told("unit") else now.seat
    if boarding.is_told("transport") or any(values.places(unit) for unit in units_of_army(now, seat)):
        return None
    return Refusal("no_transport", say("no transport is on the map"), refs.AAM_102)


def nobody_rides(now: GameState, ride: Dismounting) -> Refusal | None:
    if ride.is_told("unit") or any(unit.trackers.get("aboard") for unit in units_of_army(now, now.seat)):
        return None
    return Refusal("not_aboard", say("nobody is aboard a transport"), refs.AAM_102)


# What a transport carries


def no_soldier(now: GameState, boarding: Boarding) -> Refusal | None:
    rider = now.unit(boarding.unit)
    if is_soldier(rider):
        return None
    return Refusal("no_soldier", say("{unit} is a Vehicle: transports carry Soldiers", unit=rider.name), refs.AAM_102)


def no_transport(now: GameState, boarding: Boarding) -> Refusal | None:
    transport = now.unit(boarding.transport)
    if values.places(transport):
        return None
    return Refusal("no_transport", say("{unit} is no transport", unit=transport.name), refs.AAM_102)


def not_a_friend(now: GameState, boarding: Boarding) -> Refusal | None:
    transport = now.unit(boarding.transport)
    if not is_opposed(now.unit(boarding.unit), transport):
        return None
    return Refusal("not_a_friend", say("{unit} belongs to the other army", unit=transport.name), refs.AAM_102)


@rule(refs.AAM_86)
def too_heavy(now: GameState, boarding: Boarding) -> Refusal | None:
    """Artillery does not ride, but for abilities that say so."""
    rider, transport = now.unit(boarding.unit), now.unit(boarding.transport)
    if not values.places(transport) or has(rider, "light_artillery"):
        return None
    if values.carries_gun(now, boarding) if is_a(rider, "artillery") else values.carries_men(transport):
        return None
    text = say("{transport} does not carry {unit}", transport=transport.name, unit=rider.name)
    return Refusal("artillery", text, refs.AAM_107)


@rule(refs.AAM_86)
def no_place_left(now: GameState, boarding: Boarding) -> Refusal | None:
    """One Soldier rides, more only by an ability; who rides may be told by name or by number."""
    transport = now.unit(boarding.transport)
    count = boarding.holds if isinstance(boarding.holds, int) else 0
    places = values.places(transport)
    if not places or max(len(values.riders(now, boarding)), count) < places:
        return None
    return Refusal("full", say("{unit} is full", unit=transport.name), refs.AAM_102)


# Who may get aboard


def already_aboard(now: GameState, boarding: Boarding) -> Refusal | None:
    rider = now.unit(boarding.unit)
    if not rider.trackers.get("aboard"):
        return None
    return Refusal("aboard", say("{unit} is aboard already", unit=rider.name), refs.AAM_103)


@rule(refs.AAM_102, refs.AAM_130)
def no_unit_off_the_map(now: GameState, boarding: Boarding) -> Refusal | None:
    """Both are in the same hex of the map."""
    for unit in (now.unit(boarding.unit), now.unit(boarding.transport)):
        if unit.where != "table":
            return Refusal("off_the_map", say("{unit} is not on the map", unit=unit.name), refs.AAM_66)
    return None


@rule(refs.AAM_130)
def no_disrupted_rider(now: GameState, ride: Ride) -> Refusal | None:
    """Boarding and getting off are moves, and a disrupted unit makes none."""
    rider = now.unit(ride.unit)
    if is_pinned(rider):
        text = say("{unit} is disrupted: it neither boards nor gets off", unit=rider.name)
        return Refusal("disrupted", text, refs.AAM_61)
    return None


@rule(refs.AAM_102)
def already_moved(now: GameState, ride: Ride) -> Refusal | None:
    """Boarding and getting off are each the whole move; never both in one phase."""
    rider = now.unit(ride.unit)
    if rider.count("moved"):
        return Refusal("already_moved", say("{unit} has moved in this phase", unit=rider.name), refs.AAM_130)
    return None


@rule(refs.AAM_137)
def not_in_assault(now: GameState, ride: Ride) -> Refusal | None:
    """In the movement phase only."""
    if (ride.phase or now.step).endswith("assault"):
        return Refusal("not_in_assault", say("Soldiers board and get off in the movement phase only"), refs.AAM_102)
    return None


# Who may get off


def not_aboard(now: GameState, ride: Dismounting) -> Refusal | None:
    rider = now.unit(ride.unit)
    inside = rider.trackers.get("aboard")
    if inside and ride.transport in (None, inside):
        return None
    return Refusal("not_aboard", say("{unit} is not aboard", unit=rider.name), refs.AAM_102)


@rule(refs.AAM_104)
def lost_with_transport(now: GameState, ride: Dismounting) -> Refusal | None:
    """A passenger is lost with its transport."""
    rider = now.unit(ride.unit)
    transport = transport_of(now, rider)
    if rider.gone or (transport and transport.gone):
        return Refusal("off_the_map", say("{unit} is not on the map", unit=rider.name), refs.AAM_66)
    return None


def held_by_disrupted_transport(now: GameState, ride: Dismounting) -> Refusal | None:
    """A disrupted transport does not hold its passenger back, unless the players read it so."""
    transport = transport_of(now, now.unit(ride.unit))
    if transport and is_disrupted(transport) and now.reading("dismount_disrupted_transport") == "no":
        return Refusal("disrupted_transport", say("the transport is disrupted: nobody gets off"), refs.AAM_103)
    return None


LOAD = (no_soldier, no_transport, not_a_friend, too_heavy, no_place_left)
MOVE = (no_disrupted_rider, already_moved, another_acts, not_in_assault)
BOARDING = (*LOAD, already_aboard, no_unit_off_the_map, *MOVE, nobody_carries)
DISMOUNTING = (not_aboard, lost_with_transport, held_by_disrupted_transport, *MOVE, nobody_rides)
