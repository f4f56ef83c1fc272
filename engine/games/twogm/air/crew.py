"""Who flies at what, where it is not told: a game asks for it, a question without a game does
not."""

from __future__ import annotations

from dataclasses import replace

from engine.games.twogm import refs
from engine.games.twogm.air.prompts import NONE, options_of
from engine.games.twogm.air.refusals import MOST, wrong_target
from engine.games.twogm.air.situation import AirMission, AirSquare, Names
from engine.games.twogm.deployment.values import is_bomber
from engine.games.twogm.units import ROWS, is_a, is_fighter
from engine.playing.citing import rule
from engine.playing.procedure import Asking, choose, number
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

FLYING = ("deployment", "fire")


# Who flies


@rule(refs.TWOGM_95, refs.TWOGM_102, refs.TWOGM_111)
def with_flyers(state: GameState, mission: AirMission) -> Asking[AirMission]:
    """One aircraft, or up to three paratroopers, each with the row on which it lands."""
    if mission.flyers or not able_flyers(state, ()):
        return state, mission
    state, unit = yield from choose(state, who_flies, ())
    if state.step == "fire":
        return state, replace(mission, fighters=(unit,))
    if flies_as_bomber(state.unit(unit)):
        return state, replace(mission, bombers=(unit,))
    found: Names = ()
    while unit != NONE:
        found = (*found, unit)
        able = len(found) < MOST and able_flyers(state, found)
        state, unit = (yield from choose(state, who_flies, found)) if able else (state, NONE)
    squares: tuple[AirSquare, ...] = ()
    for each in found:
        state, row = yield from number(state, where_it_lands, each)
        squares = (*squares, AirSquare(row=row))
    return state, replace(mission, paratroopers=found, squares=squares)


def who_flies(now: GameState, taken: Names) -> Prompt:
    done = (Option(NONE, say("nobody more")),) if taken else ()
    options = (*done, *options_of(now, able_flyers(now, taken)))
    return Prompt(f"flies:{len(taken)}", "choice", now.seat, say("who flies?"), refs.TWOGM_95, options=options)


@rule(refs.TWOGM_95, refs.TWOGM_102, refs.TWOGM_111)
def able_flyers(now: GameState, taken: Names) -> Names:
    """Fighters in Fire; in Deployment bombers, and infantry that came in this turn."""
    own = [unit for unit in now.standing(now.seat) if unit.id not in taken]
    if now.step == "fire":
        return tuple(unit.id for unit in own if is_fighter(unit))
    bombers = [unit for unit in own if flies_as_bomber(unit) and not taken]
    jumpers = [unit for unit in own if can_be_dropped(now, unit)]
    return tuple(unit.id for unit in (*bombers, *jumpers)) if now.step == "deployment" else ()


def flies_as_bomber(unit: Unit) -> bool:
    return is_bomber(unit, str(unit.trackers.get("role")))


def can_be_dropped(now: GameState, unit: Unit) -> bool:
    return is_a(unit, "infantry") and unit.count("deployed_turn") == now.turn


def where_it_lands(now: GameState, unit: str) -> Prompt:
    at = now.unit(unit)
    text = say("{unit}: on which of your rows does it land?", unit=at.name)
    return Prompt(f"land:{unit}", "number", at.seat, text, refs.TWOGM_111, (unit,), least=1, most=ROWS, default=1)


# At what


@rule(refs.TWOGM_93, refs.TWOGM_102)
def with_targets(state: GameState, mission: AirMission) -> Asking[AirMission]:
    """One target of a fighter, the HQ, one aircraft; or every unit of an area."""
    told = mission.target or mission.squares or mission.purpose == "drop"
    found: Names = ()
    while not told and able_targets(state, mission, found):
        state, unit = yield from choose(state, at_what, mission, found)
        if unit == NONE:
            break
        found, told = (*found, unit), mission.purpose == "attack" or is_a(state.unit(unit), "hq", "air")
    if found and told:
        return state, replace(mission, target=found[0])
    return state, replace(mission, squares=tuple(AirSquare(units=(unit,)) for unit in found) or mission.squares)


def at_what(now: GameState, mission: AirMission, taken: Names) -> Prompt:
    plane = now.unit(mission.plane)
    done = (Option(NONE, say("nobody more")),) if taken else ()
    options = (*done, *options_of(now, able_targets(now, mission, taken)))
    text = say("{unit} attacks: what?", unit=plane.name)
    return Prompt(f"target:{len(taken)}", "choice", plane.seat, text, refs.TWOGM_93, (plane.id,), options=options)


@rule(refs.TWOGM_93, refs.TWOGM_102)
def able_targets(now: GameState, mission: AirMission, taken: Names) -> Names:
    """What can be attacked; besides a unit of an area only other units on the ground."""
    if now.step not in FLYING:
        return ()
    enemies = (unit for unit in now.standing(1 - now.unit(mission.plane).seat) if unit.id not in taken)
    able = (unit for unit in enemies if not (taken and is_a(unit, "hq", "air")))
    return tuple(unit.id for unit in able if not wrong_target(now, replace(mission, target=unit.id)))
