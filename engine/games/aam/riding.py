"""What the rules say against getting aboard and getting off."""

from __future__ import annotations

from engine.games.aam.refs import AAM_61, AAM_66, AAM_102, AAM_103, AAM_107, AAM_130
from engine.games.aam.units import disrupted, has, is_soldier
from engine.maps import Value
from engine.model import GameState, Refusal, Unit
from engine.texts import say

CARRIERS = {"transport": 1, "gun_transport": 1, "exposed_transport": 1, "light_towing": 1, "large_transport": 2,
            "heavy_transport": 2}
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
    told, seat = holds if isinstance(holds, tuple) else (), now.unit(transport).seat
    inside = (each for each in now.units.values() if each.trackers.get("aboard") == transport or each.id in told)
    return [each for each in inside if not each.gone and each.seat == seat and is_soldier(each)]


def gun(unit: Unit) -> bool:
    """A Soldier of subtype Artillery (AAM-12, 107)."""
    subtypes = unit.stated("subtypes")
    return isinstance(subtypes, tuple) and any(str(each).lower() == "artillery" for each in subtypes)


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
    if transport is None or now.unit(unit).seat == now.unit(transport).seat:
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
    """One Soldier rides, more only by an ability (AAM-86, 102)."""
    if transport is None:
        return None
    aboard = [each for each in riders(now, transport, holds) if each.id != unit]
    if len(aboard) < places(now.unit(transport)):
        return None
    return Refusal("full", say("{unit} is full", unit=now.unit(transport).name), AAM_102)


def too_heavy(now: GameState, unit: str, transport: str | None = None, **_: Value) -> Refusal | None:
    """Artillery does not ride, but for abilities that say so (AAM-86, 107)."""
    rider = now.unit(unit)
    if transport is None or has(rider, "light_artillery"):
        return None
    if takes_a_gun(now, unit, transport) if gun(rider) else tows_more(now.unit(transport)):
        return None
    text = say("{transport} does not carry {unit}", transport=now.unit(transport).name, unit=rider.name)
    return Refusal("artillery", text, AAM_107)


def takes_a_gun(now: GameState, unit: str, transport: str) -> bool:
    """Some carry guns that are not large; a Large Transport only one beside a Soldier (AAM-86, 107)."""
    carries, guns = now.unit(transport), [each for each in riders(now, transport) if gun(each) and each.id != unit]
    able = any(has(carries, each) for each in GUN_CARRIERS) and not has(now.unit(unit), "large")
    return able and not (guns and has(carries, "large_transport"))


def tows_more(unit: Unit) -> bool:
    """Light Towing is for Light Artillery alone (AAM-95, 107)."""
    return any(has(unit, each) for each in CARRIERS if each != "light_towing")


def disrupted_rider(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """Boarding is a move, and a disrupted unit makes none (AAM-61, 130)."""
    rider = now.unit(unit)
    if disrupted(rider):
        return Refusal("disrupted", say("{unit} is disrupted: it cannot board", unit=rider.name), AAM_61)
    return None


def moved_already(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """Boarding and getting off are each the whole move; never both in one phase (AAM-102, 130)."""
    rider = now.unit(unit)
    if rider.count("moved"):
        return Refusal("already_moved", say("{unit} has moved in this phase", unit=rider.name), AAM_130)
    return None


def in_assault(now: GameState, **_: Value) -> Refusal | None:
    """In the movement phase only (AAM-102, 137)."""
    if now.step.endswith("_assault"):
        return Refusal("not_in_assault", say("Soldiers board and get off in the movement phase only"), AAM_102)
    return None


def not_aboard(now: GameState, unit: str, transport: str | None = None, **_: Value) -> Refusal | None:
    inside, rider = carrier(now, unit), now.unit(unit)
    if inside and transport in (None, inside):
        return None
    return Refusal("not_aboard", say("{unit} is not aboard", unit=rider.name), AAM_102)


def shaken_transport(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """A disrupted transport does not hold its passenger back, unless the players read it so (AAM-103)."""
    inside = carrier(now, unit)
    held = inside in now.units and disrupted(now.unit(inside)) and now.reading("dismount_disrupted_transport") == "no"
    return Refusal("disrupted_transport", say("the transport is disrupted: nobody gets off"), AAM_103) if held else None


LOADS = (no_soldier, no_transport, not_a_friend, full, too_heavy)
BOARDING = (*LOADS, off_the_map, disrupted_rider, moved_already, in_assault)
DISMOUNTING = (not_aboard, shaken_transport, moved_already, in_assault)
