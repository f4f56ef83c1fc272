"""Getting aboard a transport and getting off: what forbids it, and the whole move of a Soldier."""

from __future__ import annotations

from engine.games.aam.abilities import RIDING, by_hand_here
from engine.games.aam.refs import AAM_61, AAM_66, AAM_102, AAM_103, AAM_106, AAM_107, AAM_130
from engine.games.aam.terrain import OWN, PHASES, room
from engine.games.aam.units import disrupted, gives_up, has, is_a, is_soldier, opposed, pinned
from engine.playing.procedure import Procedure, confirm
from engine.playing.rules import Opening
from engine.values.kinds import Either, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Value
from engine.values.model import Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import english, say

CARRIERS = {
    "transport": 1,
    "gun_transport": 1,
    "exposed_transport": 1,
    "light_towing": 1,
    "large_transport": 2,
    "heavy_transport": 2,
}
"""How many Soldiers each kind carries."""
GUN_CARRIERS = ("gun_transport", "large_transport", "heavy_transport")


def carrier(now: GameState, unit: str) -> str:
    """The transport a unit is aboard of."""
    return str(now.unit(unit).trackers.get("aboard") or "")


def places(unit: Unit) -> int:
    """How many it has room for, by its abilities (AAM-86, 102)."""
    return max((count for key, count in CARRIERS.items() if has(unit, key)), default=0)


def riders(now: GameState, transport: str, holds: Value = None) -> list[Unit]:
    """Who is aboard: Soldiers that say so, and others of the army told to be in it (AAM-102)."""
    told, carries = holds if isinstance(holds, tuple) else (), now.unit(transport)
    inside = (each for each in now.units.values() if each.trackers.get("aboard") == transport or each.id in told)
    return [each for each in inside if not each.gone and not opposed(each, carries) and is_soldier(each)]


def no_soldier(now: GameState, unit: str, transport: str | None = None, **_: Value) -> Refusal | None:
    """Transports carry Soldiers (AAM-102)."""
    rider = now.unit(unit)
    if transport is None or is_soldier(rider):
        return None
    return Refusal("no_soldier", say("{unit} is a Vehicle: transports carry Soldiers", unit=rider.name), AAM_102)


def no_transport(now: GameState, transport: str | None = None, **_: Value) -> Refusal | None:
    """A Vehicle with the ability, of the same army, on the map (AAM-102)."""
    if transport is None or places(now.unit(transport)):
        return None
    return Refusal("no_transport", say("{unit} is no transport", unit=now.unit(transport).name), AAM_102)


def not_a_friend(now: GameState, unit: str, transport: str | None = None, **_: Value) -> Refusal | None:
    if transport is None or not opposed(now.unit(unit), now.unit(transport)):
        return None
    return Refusal("not_a_friend", say("{unit} belongs to the other army", unit=now.unit(transport).name), AAM_102)


def off_the_map(now: GameState, unit: str, transport: str, **_: Value) -> Refusal | None:
    """Both are in the same hex of the map (AAM-102, 130)."""
    if carrier(now, unit):
        return Refusal("aboard", say("{unit} is aboard already", unit=now.unit(unit).name), AAM_103)
    for each in (now.unit(unit), now.unit(transport)):
        if each.where != "table":
            return Refusal("off_the_map", say("{unit} is not on the map", unit=each.name), AAM_66)
    return None


def full(now: GameState, unit: str, transport: str | None = None, holds: Value = None, **_: Value) -> Refusal | None:
    """One Soldier rides, more only by an ability; who rides may be told by name or by number
    (AAM-86, 102)."""
    if transport is None or not places(now.unit(transport)):
        return None
    aboard = [each for each in riders(now, transport, holds) if each.id != unit]
    if max(len(aboard), holds if isinstance(holds, int) else 0) < places(now.unit(transport)):
        return None
    return Refusal("full", say("{unit} is full", unit=now.unit(transport).name), AAM_102)


def too_heavy(now: GameState, unit: str, transport: str | None = None, **_: Value) -> Refusal | None:
    """Artillery does not ride, but for abilities that say so (AAM-86, 107)."""
    rider = now.unit(unit)
    if transport is None or not places(now.unit(transport)) or has(rider, "light_artillery"):
        return None
    if takes_a_gun(now, unit, transport) if is_a(rider, "artillery") else tows_more(now.unit(transport)):
        return None
    text = say("{transport} does not carry {unit}", transport=now.unit(transport).name, unit=rider.name)
    return Refusal("artillery", text, AAM_107)


def takes_a_gun(now: GameState, unit: str, transport: str) -> bool:
    """Some carry guns that are not large; a Large Transport only one beside a Soldier (AAM-86,
    107)."""
    carries, guns = (
        now.unit(transport),
        [each for each in riders(now, transport) if is_a(each, "artillery") and each.id != unit],
    )
    able = any(has(carries, each) for each in GUN_CARRIERS) and not has(now.unit(unit), "large")
    return able and not (guns and has(carries, "large_transport"))


def tows_more(unit: Unit) -> bool:
    """Light Towing is for Light Artillery alone (AAM-95, 107)."""
    return any(has(unit, each) for each in CARRIERS if each != "light_towing")


def disrupted_rider(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """Boarding and getting off are moves, and a disrupted unit makes none (AAM-61, 130)."""
    rider = now.unit(unit)
    if pinned(rider):
        return Refusal("disrupted", say("{unit} is disrupted: it neither boards nor gets off", unit=rider.name), AAM_61)
    return None


def moved_already(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """Boarding and getting off are each the whole move; never both in one phase (AAM-102, 130)."""
    rider = now.unit(unit)
    if rider.count("moved"):
        return Refusal("already_moved", say("{unit} has moved in this phase", unit=rider.name), AAM_130)
    return None


def in_assault(now: GameState, phase: str | None = None, **_: Value) -> Refusal | None:
    """In the movement phase only (AAM-102, 137)."""
    if (phase or now.step).endswith("assault"):
        return Refusal("not_in_assault", say("Soldiers board and get off in the movement phase only"), AAM_102)
    return None


def not_aboard(now: GameState, unit: str, transport: str | None = None, **_: Value) -> Refusal | None:
    inside, rider = carrier(now, unit), now.unit(unit)
    if inside and transport in (None, inside):
        return None
    return Refusal("not_aboard", say("{unit} is not aboard", unit=rider.name), AAM_102)


def lost_with_it(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """A passenger is lost with its transport (AAM-66, 104)."""
    rider, under = now.unit(unit), now.units.get(carrier(now, unit))
    if rider.gone or (under is not None and under.gone):
        return Refusal("off_the_map", say("{unit} is not on the map", unit=rider.name), AAM_66)
    return None


def shaken_transport(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """A disrupted transport does not hold its passenger back, unless the players read it so
    (AAM-103)."""
    inside = carrier(now, unit)
    held = inside in now.units and disrupted(now.unit(inside)) and now.reading("dismount_disrupted_transport") == "no"
    return Refusal("disrupted_transport", say("the transport is disrupted: nobody gets off"), AAM_103) if held else None


LOADS = (no_soldier, no_transport, not_a_friend, too_heavy)
BOARDING = (*LOADS, full, off_the_map, disrupted_rider, moved_already, in_assault)
DISMOUNTING = (not_aboard, lost_with_it, shaken_transport, disrupted_rider, moved_already, in_assault)


# Getting aboard and getting off


HOLDS = Either((ListOf(Word()), Whole(0, 9)))
"""Units by name, or how many."""
ABOARD = Record((*required(unit=UnitId(), transport=UnitId()), *fields(holds=HOLDS, phase=Word(PHASES))))
ASHORE = Record((*required(unit=UnitId()), *fields(transport=UnitId(), holds=HOLDS, phase=Word(PHASES))))


def board(state: GameState, unit: str, transport: str, **_: Value) -> Procedure:
    """The whole move of a Soldier who stands in that hex already; nobody is provoked (AAM-102,
    130, 131)."""
    no_soldier(state, unit, transport)  # finds what a card does not state
    state = gives_up(state, unit, "entrenched", "camouflaged")
    return state.set(unit, "aboard", transport).set(unit, "where", "inside").set(unit, "moved", True)
    yield


def dismount(state: GameState, unit: str, holds: Value = None, **_: Value) -> Procedure:
    """Into the hex of the transport, as the whole move; where there is no room, as the players
    read it (AAM-102, 106, 130)."""
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
    """No room: the opponent puts it in one of the nearest legal hexes; by one reading the owner
    next to it (AAM-106)."""
    rider = now.unit(unit)
    if now.reading("overflow") == "owner_adjacent":
        text = say(
            "{unit}: is there a legal hex next to it without enemies? Put it there, else it stays aboard",
            unit=rider.name,
        )
        return Prompt(
            "overflow", "confirm", rider.seat, text, AAM_106, (rider.id,), default=True, readings=("overflow",)
        )
    text = say("{unit}: put it in one of the nearest legal hexes", unit=rider.name)
    return Prompt(
        "overflow", "confirm", 1 - rider.seat, text, AAM_106, (rider.id,), default=True, readings=("overflow",)
    )


def placing(now: GameState, unit: str, holds: Value = None, **_: Value) -> dict[str, Value]:
    """Whether the hex is full, and who then puts the Soldier elsewhere (AAM-106)."""
    full, seat = not room_beside(now, unit, holds), now.unit(unit).seat
    theirs = full and now.reading("overflow") == "opponent_nearest"
    return {"overflow": full, "placed_by": 1 - seat if theirs else seat}


def on_board(now: GameState, unit: str, transport: str, **_: Value) -> dict[str, Value]:
    """What the players have to keep in mind of such a ride (AAM-86)."""
    return {
        "by_hand": tuple(english(row.why) for each in (unit, transport) for row in by_hand_here(now.unit(each), RIDING))
    }


GET_ABOARD = Opening("board", say("board a transport"), AAM_102, board, ABOARD, BOARDING, actor="unit", tells=on_board)
GET_OFF = Opening(
    "dismount", say("leave a transport"), AAM_102, dismount, ASHORE, DISMOUNTING, actor="unit", tells=placing
)
