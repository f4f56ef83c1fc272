"""How many a transport carries, and whether there is room beside it."""

from engine.games.aam import refs
from engine.games.aam.movement import terrain
from engine.games.aam.transport.situation import Boarding, Dismounting
from engine.games.aam.units import has, is_a, is_opposed, is_soldier
from engine.playing.citing import rule
from engine.values.table import GameState, Unit

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


@rule(refs.AAM_86, refs.AAM_102)
def places(transport: Unit) -> int:
    """How many it has room for, by its abilities."""
    return max((count for key, count in CARRIERS.items() if has(transport, key)), default=0)


@rule(refs.AAM_102)
def riders(now: GameState, boarding: Boarding) -> list[Unit]:
    """The others aboard: Soldiers that say so, and those of the army that are told to be in it."""
    named, transport = boarding.holds if isinstance(boarding.holds, tuple) else (), now.unit(boarding.transport)
    inside = (each for each in now.units.values() if each.trackers.get("aboard") == transport.id or each.id in named)
    able = (each for each in inside if not each.gone and not is_opposed(each, transport) and is_soldier(each))
    return [each for each in able if each.id != boarding.unit]


@rule(refs.AAM_86, refs.AAM_107)
def carries_gun(now: GameState, boarding: Boarding) -> bool:
    """Some carry guns that are not large; a Large Transport only one beside a Soldier."""
    transport = now.unit(boarding.transport)
    able = any(has(transport, each) for each in GUN_CARRIERS) and not has(now.unit(boarding.unit), "large")
    has_gun = any(is_a(each, "artillery") for each in riders(now, boarding))
    return able and not (has_gun and has(transport, "large_transport"))


@rule(refs.AAM_95, refs.AAM_107)
def carries_men(transport: Unit) -> bool:
    """Light Towing is for Light Artillery alone."""
    return any(has(transport, each) for each in CARRIERS if each != "light_towing")


@rule(refs.AAM_106)
def has_room_beside(now: GameState, ride: Dismounting) -> bool:
    """A passenger counts in the hex once it is off; the transport is there."""
    if isinstance(ride.holds, int):
        return ride.holds < terrain.OWN_UNITS
    there = dict.fromkeys((str(now.unit(ride.unit).trackers.get("aboard") or ""), *ride.named))
    return terrain.has_room(now, ride.unit, (each for each in there if each in now.units))
