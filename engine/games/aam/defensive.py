"""Defensive fire: who is provoked, who may fire, and one shot of it; asked for by itself or called by the other side's move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.games.aam.attack import SIGHT, from_a_platform, not_an_enemy, off_the_map, riding, sides, sighted
from engine.games.aam.blast import attacked, bursts, companions, volley
from engine.games.aam.fire import dice_for
from engine.games.aam.lent import led
from engine.games.aam.refs import AAM_14, AAM_77, AAM_78, AAM_85, AAM_87
from engine.games.aam.shots import Shot
from engine.games.aam.units import comrades, disrupted, gives_up, has, is_soldier
from engine.kinds import Field, Record, UnitId, Word, required
from engine.maps import Map, Value
from engine.model import GameState, Refusal, Unknown
from engine.procedure import Procedure, call
from engine.rules import Opening, Show
from engine.texts import say

NEAR = 1


def provoked(now: GameState, mover: str, near: Mapping[str, Value]) -> tuple[str, ...]:
    """Enemies that a step provokes, each judged for itself (AAM-75, 131)."""
    return tuple(enemy for enemy, ranges in near.items()
                 if (exposed(now, ranges) or escaping(now, enemy, mover, ranges)) and watched(now, enemy, mover, ranges))


def exposed(now: GameState, ranges: Value) -> bool:
    """From a hex next to an enemy, or its own, into another such hex (AAM-75, 76, 140)."""
    before, after = hexes(ranges)
    anywhere = now.reading("df_trigger") == "any_step_ending_adjacent"
    return after <= NEAR and (anywhere or before <= NEAR)


def escaping(now: GameState, enemy: str, mover: str, ranges: Value) -> bool:
    """Battlefield Awareness: a Vehicle that leaves a hex next to it, as long as it is there (AAM-86)."""
    return has(now.unit(enemy), "battlefield_awareness") and not is_soldier(now.unit(mover)) and hexes(ranges)[0] <= NEAR


def watched(now: GameState, enemy: str, mover: str, ranges: Value = None, at: str = "entered") -> bool:
    """Soldiers provoke nothing from Vehicles, nobody from friends; passengers take no part, but on a Fighting Platform
    (AAM-77, 86, 120, 131)."""
    unit, far = now.unit(enemy), ranges[at == "entered"] if isinstance(ranges, tuple) else ranges
    present = from_a_platform(now, unit) if unit.trackers.get("aboard") else unit.where == "table"
    foe = not comrades(unit, now.unit(mover))
    return present and foe and not soldier_past_a_vehicle(now, attacker=enemy, target=mover, range=far)


def in_reach(now: GameState, enemy: str, mover: str, ranges: Value, at: str) -> bool:
    """Next to the hex of that moment, or in it (AAM-75, 80)."""
    return hexes(ranges)[at == "entered"] <= NEAR and watched(now, enemy, mover, ranges, at)


def hexes(ranges: Value) -> tuple[int, int]:
    """Range to the hex left, range to the hex entered; a single number is meant for both."""
    told = ranges if isinstance(ranges, tuple) else (ranges, ranges)
    before, after = (each if isinstance(each, int) else NEAR for each in told)
    return before, after


def side(at: str, ranges: Value) -> str:
    """The side a Vehicle shows on its way: a step past an enemy shows the front first, the rear after (AAM-81, 123, 140).

    It points where it goes. An enemy next to both hexes lies ahead of the hex left and behind the hex entered; one that
    the step only now came next to lies ahead, one that it goes away from behind. In the enemy's own hex the rear counts,
    whatever it shows.
    """
    before, after = hexes(ranges)
    ahead = after <= NEAR if at == "left" else before > NEAR
    return "front" if ahead else "rear"


# The shot


def defensive_shot(
    state: GameState, shooter: str, mover: str, range: int, arc: str | None, terrain: str, road: bool = False,
    number: int = 0, bonus: int = 0, effects: tuple[Map[Value], ...] = (), others: tuple[str, ...] | None = (),
    plain: bool = False, commanders: tuple[str, ...] | None = None,
) -> Procedure:
    """A normal attack, but cover cancels it and a hit disrupts and stops the mover at once (AAM-73, 82, 85, 89, 122).

    Its dice are called `defensive_fire:<shooter>` and `cover:<shooter>` (`:1` and so on behind them for a further
    shot of the same unit), where it is asked for by itself (`plain`) `attack` and `cover`. After a hit the scratch
    says `stopped`. Who else is in the hex matters for Blast alone; None asks for it.
    """
    tag = f":{shooter}:{number}" if number else f":{shooter}"
    shot = Shot(shooter, mover, range, arc, terrain, road, bonus, effects, commanders, defensive=True,
                roll="attack" if plain else "defensive_fire", tag="" if plain else tag)
    state, beside = yield from companions(state, shot, others)
    state, shot = yield from led(state, shot)
    state = gives_up(state.set(shooter, "fired_defensively", True), shooter, "camouflaged")
    state = yield from call(state, *volley(state, shot, beside))
    if has(state.unit(shooter), "double_shot") and not state.noted("shocked"):
        state = yield from call(state, *volley(state, replace(shot, tag=f"{shot.tag}:again"), beside))
    return state


def may_fire_defensively(now: GameState, shooter: str, mover: str, **told: Value) -> Refusal | None:
    """The first rule against it, none if it may. Having moved or attacked takes nothing away (AAM-78, 122)."""
    found = (rule(now, attacker=shooter, target=mover, **told) for rule in ABLE)
    return next((refusal for refusal in found if refusal), None)


# What forbids it


def aboard(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """A passenger neither shoots nor is shot at; from a Fighting Platform it shoots (AAM-86)."""
    by, at = now.unit(attacker), now.unit(target)
    return riding(by, from_a_platform(now, by)) or riding(at, False)


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


def soldier_past_a_vehicle(now: GameState, attacker: str, target: str, range: Value = None, **_: Value) -> Refusal | None:
    """A Vehicle lets Soldiers pass, unless its fire overlaps, or it is aware of those who come into its hex (AAM-86)."""
    by = now.unit(attacker)
    able = has(by, "overlapping_fire") or (has(by, "awareness") and not range)
    if is_soldier(now.unit(target)) and not is_soldier(by) and not able:
        return Refusal("soldier_past_a_vehicle", say("Soldiers provoke no defensive fire from Vehicles"), AAM_77)
    return None


def limited_ammo(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """Some have no shells to spare for it."""
    by = now.unit(attacker)
    if has(by, "limited_ammo"):
        return Refusal("limited_ammo", say("{unit}: Limited Ammo: no defensive fire", unit=by.name), AAM_87)
    return None


def kept_down(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """Whom Covering Fire has attacked in this turn (AAM-86)."""
    by = now.unit(attacker)
    if by.trackers.get("kept_down"):
        return Refusal("kept_down", say("{unit} is kept down by Covering Fire: no defensive fire", unit=by.name), AAM_87)
    return None


def movement_only(now: GameState, phase: str = "", **_: Value) -> Refusal | None:
    """By one reading there is no defensive fire in assault phases (AAM-78)."""
    if now.reading("df_phases") == "movement_only" and "assault" in (phase or now.step):
        return Refusal("movement_only", say("defensive fire in movement phases only"), AAM_78)
    return None


def no_dice(now: GameState, attacker: str, target: str, range: int | None = None, arc: str | None = None, **_: Value
            ) -> Refusal | None:
    """Neither in the next hex nor in its own, from neither side, as long as nobody says which (AAM-86)."""
    by, ranges = now.unit(attacker), (0, 1) if range is None else (range,)
    if any(dice_for(now, Shot(attacker, target, hexes, side, defensive=True)) for hexes in ranges for side in sides(arc)):
        return None
    return Refusal("no_value", say("{unit} has no dice for this shot", unit=by.name), AAM_14)


def too_far(now: GameState, range: int | None = None, **_: Value) -> Refusal | None:
    if range is None or range <= NEAR:
        return None
    return Refusal("too_far", say("defensive fire reaches adjacent hexes only"), AAM_85)


ABLE: tuple[Callable[..., Refusal | None], ...] = (
    not_an_enemy, off_the_map, aboard, shooter_disrupted, fired_already, soldier_past_a_vehicle, limited_ammo, kept_down,
    movement_only, no_dice, too_far)


# Asked for by itself


SITUATION = Record((*required(attacker=UnitId(), target=UnitId(enemy=True)), *SIGHT,
                    Field("phase", Word(("movement", "assault")))))


def defensive_fire(state: GameState, others: tuple[str, ...] | None = None, phase: str = "", **told: Value) -> Procedure:
    """What the players see, then the shot (AAM-80, 85)."""
    shot = Shot(**told, defensive=True)  # type: ignore[arg-type]  # checked by SITUATION
    state, beside = yield from companions(state, shot, others)
    state, shot = yield from sighted(state, shot, beside)
    return (yield from defensive_shot(state, shot.attacker, shot.target, shot.hexes, shot.arc, shot.terrain or "",
                                      bool(shot.road), 0, shot.bonus, shot.effects, beside, plain=True,
                                      commanders=shot.commanders))


def shows(target: str, others: tuple[str, ...] = (), **_: Value) -> dict[str, Show]:
    """What becomes of the mover, and of those whom Blast meets beside it (AAM-82, 100)."""
    beside = {f"effect:{unit}": effect(unit, f"shocked:{unit}") for unit in others}
    own = effect(target, "shocked")
    return {"effect": own, **({f"effect:{target}": own} if others else {}), **beside}


def effect(unit: str, noted: str) -> Show:
    """Some are not only disrupted but lost at once (AAM-82, 86)."""
    return lambda after: "destroyed" if after.noted(f"lost:{unit}") else "disrupted" if after.noted(noted) else "none"


def tells(now: GameState, others: tuple[str, ...] = (), phase: str = "", **told: Value) -> dict[str, Value]:
    """Whom Blast attacks; what a card does not state says nothing (AAM-100)."""
    shot = Shot(**told, defensive=True)  # type: ignore[arg-type]  # checked by SITUATION
    try:
        return {"attacked": attacked(now, shot, others)} if bursts(now, shot) and shot.range is not None else {}
    except Unknown:
        return {}


DEFENSIVE_FIRE = Opening("defensive_fire", say("defensive fire"), AAM_78, defensive_fire, SITUATION, ABLE, shows,
                         actor="attacker", tells=tells)
