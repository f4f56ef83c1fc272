"""Paratroopers: who shoots at them, who lands, and how hard."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.air.plan import plan_of
from engine.games.twogm.air.prompts import HOLD, at_which_aircraft
from engine.games.twogm.air.situation import AirMission, AirSquare, Battery
from engine.games.twogm.air.values import can_fire, is_covered
from engine.games.twogm.movement.ground import ground
from engine.games.twogm.shooting.damage import hurt_unit
from engine.games.twogm.shooting.procedure import fire_shot
from engine.games.twogm.shooting.situation import AimedShot
from engine.games.twogm.shooting.weapons import place_of
from engine.games.twogm.units import is_a, survivors
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, choose
from engine.values.maps import Value
from engine.values.table import GameState


@rule(refs.TWOGM_185, refs.TWOGM_186)
def shot_of_battery(now: GameState, battery: Battery, target: str, terrain: Value = None) -> AimedShot:
    """With any active weapon of the battery, told or the primary one; a paratrooper comes down on
    some terrain."""
    place, airborne = place_of(now.unit(battery.unit), battery.weapon), not is_a(now.unit(target), "air")
    return AimedShot(battery.unit, place, target, "aa", terrain=terrain, key=f"aa:{battery.unit}", airborne=airborne)


@rule(refs.TWOGM_107, refs.TWOGM_185, refs.TWOGM_188)
def fire_at_drop(state: GameState, mission: AirMission, battery: Battery) -> Procedure:
    """A battery fires at one paratrooper in its range; the others land."""
    plan = plan_of(state, mission)
    covered = tuple(unit for n, unit in enumerate(plan.flyers, 1) if is_covered(battery, n, unit))
    if not can_fire(state, battery) or not survivors(state, covered):
        return state
    state, target = yield from choose(state, at_which_aircraft, battery, (), covered)
    if target == HOLD:
        return state
    below = plan.square(1 + plan.flyers.index(target)).terrain
    return (yield from fire_shot(state, shot_of_battery(state, battery, target, below)))


@rule(refs.TWOGM_111)
def land_paratroopers(state: GameState, mission: AirMission) -> GameState:
    """Those who are alive land."""
    plan = plan_of(state, mission)
    for number, unit in enumerate(plan.flyers, 1):
        if state.unit(unit).where == "table":
            state = land_unit(state, unit, plan.square(number))
    return state


def land_unit(state: GameState, unit: str, square: AirSquare) -> GameState:
    """On its square since this turn; rough ground or a terrain card costs 1 damage and takes none
    itself."""
    state, terrain = state.set(unit, "deployed_turn", state.turn, refs.TWOGM_67), square.terrain
    for tracker, value in (("row", square.row), ("column", square.column)):
        state = state.set(unit, tracker, value, refs.TWOGM_111) if value is not None else state
    if terrain is None:
        return state
    if isinstance(terrain, str) and terrain in state.units:
        state = state.set(unit, "in", terrain, refs.TWOGM_112)
    elif isinstance(terrain, str) and not ground(state, terrain).card:
        state = state.set(unit, "terrain", terrain if terrain != "plain" else None, refs.TWOGM_80)
    return hurt_unit(state, unit, 1) if ground(state, terrain).rough else state
