"""Defensive fire: who may, and one shot of it. The move of the other side calls it; so can the table."""

from __future__ import annotations

from dataclasses import replace

from engine.games.aam.blast import companions, volley
from engine.games.aam.dice import dice_for
from engine.games.aam.refs import AAM_14, AAM_47, AAM_77, AAM_78, AAM_85, AAM_87, AAM_103, AAM_127
from engine.games.aam.shots import Shot
from engine.games.aam.units import disrupted, has, is_a, is_soldier
from engine.maps import Map, Value
from engine.model import GameState, Refusal, Unit
from engine.procedure import Procedure, call
from engine.texts import say


def defensive_shot(
    state: GameState, shooter: str, mover: str, range: int, arc: str | None, terrain: str, road: bool = False,
    number: int = 0, bonus: int = 0, effects: tuple[Map[Value], ...] = (), others: tuple[str, ...] | None = (),
    plain: bool = False,
) -> Procedure:
    """A normal attack, but cover cancels it and a hit disrupts and stops the mover at once (AAM-73, 82, 85, 89, 122).

    Its dice are called `defensive_fire:<shooter>` and `cover:<shooter>` (`:1` and so on behind them for a further
    shot of the same unit), where it is asked for by itself (`plain`) `attack` and `cover`. After a hit the scratch
    says `stopped`. Who else is in the hex matters for Blast alone; None asks for it.
    """
    tag = f":{shooter}:{number}" if number else f":{shooter}"
    shot = Shot(shooter, mover, range, arc, terrain, road, bonus, effects, defensive=True,
                roll="attack" if plain else "defensive_fire", tag="" if plain else tag)
    state, beside = yield from companions(state, shot, others)
    state = state.set(shooter, "fired_defensively", True)
    state = yield from call(state, *volley(state, shot, beside))
    if has(state.unit(shooter), "double_shot") and not state.noted("shocked"):
        state = yield from call(state, *volley(state, replace(shot, tag=f"{shot.tag}:again"), beside))
    return state


def may_fire_defensively(now: GameState, shooter: str, mover: str, phase: str = "") -> Refusal | None:
    """The first rule against it, none if it may. Having moved or attacked takes nothing away (AAM-78, 122)."""
    found = (rule(now, attacker=shooter, target=mover, phase=phase) for rule in ABLE)
    return next((refusal for refusal in found if refusal), None)


def not_an_enemy(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """An enemy is a unit of the other army (AAM-120)."""
    if now.unit(attacker).seat == now.unit(target).seat:
        return Refusal("not_an_enemy", say("the target of an attack is an enemy"), AAM_127)
    return None


def off_the_map(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """Destroyed or in reserve; passengers are another matter (AAM-103)."""
    for unit in (now.unit(attacker), now.unit(target)):
        if unit.where != "table" and not unit.trackers.get("aboard"):
            return Refusal("off_the_map", say("{unit} is not on the map", unit=unit.name), AAM_47)
    return None


def aboard(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """A passenger neither shoots nor is shot at; from a Fighting Platform it shoots (AAM-86)."""
    by, at = now.unit(attacker), now.unit(target)
    return riding(by, from_a_platform(now, by)) or riding(at, False)


def riding(unit: Unit, able: bool) -> Refusal | None:
    if unit.trackers.get("aboard") and not able:
        return Refusal("aboard", say("{unit} is aboard: it neither shoots nor defends", unit=unit.name), AAM_103)
    return None


def from_a_platform(now: GameState, unit: Unit) -> bool:
    """From a vehicle made for it, that has not moved in this phase; Artillery never (AAM-86)."""
    under = carrier(now, unit)
    if under is None or is_a(unit, "artillery"):
        return False
    return has(under, "fighting_platform") and not under.trackers.get("moved")


def carrier(now: GameState, unit: Unit) -> Unit | None:
    key = unit.trackers.get("aboard")
    return now.units.get(key) if isinstance(key, str) else None


def shooter_disrupted(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    by = now.unit(attacker)
    if disrupted(by):
        return Refusal("disrupted", say("{unit} is disrupted: no defensive fire", unit=by.name), AAM_85)
    return None


def fired_already(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """Once in a phase; Suppressive Fire as often as it likes (AAM-86)."""
    by = now.unit(attacker)
    if by.trackers.get("fired_defensively") and not has(by, "suppressive_fire"):
        return Refusal("fired_already", say("{unit} has fired defensively in this phase", unit=by.name), AAM_78)
    return None


def soldier_past_a_vehicle(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """A Vehicle lets Soldiers pass, unless its fire overlaps (AAM-86)."""
    by = now.unit(attacker)
    if is_soldier(now.unit(target)) and not is_soldier(by) and not has(by, "overlapping_fire"):
        return Refusal("soldier_past_a_vehicle", say("Soldiers provoke no defensive fire from Vehicles"), AAM_77)
    return None


def limited_ammo(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """Some have no shells to spare for it."""
    by = now.unit(attacker)
    if has(by, "limited_ammo"):
        return Refusal("limited_ammo", say("{unit}: Limited Ammo: no defensive fire", unit=by.name), AAM_87)
    return None


def movement_only(now: GameState, phase: str = "", **_: Value) -> Refusal | None:
    """By one reading there is no defensive fire in assault phases (AAM-78)."""
    if now.reading("df_phases") == "movement_only" and "assault" in (phase or now.step):
        return Refusal("movement_only", say("defensive fire in movement phases only"), AAM_78)
    return None


def no_dice(now: GameState, attacker: str, target: str, range: int | None = None, **_: Value) -> Refusal | None:
    """Neither in the next hex nor in its own, as long as nobody says which."""
    by, ranges = now.unit(attacker), (0, 1) if range is None else (range,)
    if any(dice_for(now, Shot(attacker, target, hexes, defensive=True)) for hexes in ranges):
        return None
    return Refusal("no_value", say("{unit} has no dice for this shot", unit=by.name), AAM_14)


ABLE = (not_an_enemy, off_the_map, aboard, shooter_disrupted, fired_already, soldier_past_a_vehicle, limited_ammo, movement_only,
        no_dice)
