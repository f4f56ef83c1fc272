"""A building and its occupant under one shot: with dice, or by a result that is told."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.twogm import refs, staging
from engine.games.twogm.movement.ground import card
from engine.games.twogm.shooting.damage import damage_terrain, strike_unit
from engine.games.twogm.shooting.procedure import aim, fire_shot
from engine.games.twogm.shooting.situation import BuildingFire, DeclaredShot
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Procedure
from engine.values.maps import Value
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import say

HOUSE = staging.HOUSE


@rule(refs.TWOGM_86, refs.TWOGM_87, refs.TWOGM_88)
def building(state: GameState, fire: BuildingFire) -> Procedure:
    """One shot at the building of a question and at those in it; a table has its own
    buildings."""
    if HOUSE not in state.units:
        return state
    shot, state = fire.shot, occupy(state, fire)
    if not shot.has_dice:
        return apply_result(state, fire)
    shooter, target = str(shot.shooter), fire.occupant or HOUSE
    declared = DeclaredShot(
        shooter, target, weapon=shot.weapon, assault=shot.assault, shot_number=shot.shot_number, as_=shot.as_
    )
    return (yield from fire_shot(state, aim(state, declared)))


def occupy(state: GameState, fire: BuildingFire) -> GameState:
    return state.set(fire.occupant, "in", HOUSE, refs.TWOGM_86) if fire.occupant else state


@rule(refs.TWOGM_87, refs.TWOGM_88, refs.TWOGM_176, refs.TWOGM_177)
def apply_result(state: GameState, fire: BuildingFire) -> GameState:
    """Nothing, a hit or a critical; an empty building knows no criticals."""
    shot = fire.shot
    if shot.result == "nothing" or not can_pierce_walls(state, fire):
        return state
    if shot.damage is None:
        raise Impossible(say("say the damage of the shot"))
    if fire.occupant:
        return strike_unit(state, fire.occupant, shot.damage, shot.result == "critical")
    return damage_terrain(state, HOUSE, shot.damage)


@rule(refs.TWOGM_71, refs.TWOGM_117, refs.TWOGM_177)
def can_pierce_walls(now: GameState, fire: BuildingFire) -> bool:
    """A shot that cannot hurt the occupant does not hurt the building."""
    shot = fire.shot
    if shot.assault or shot.flamethrower or fire.occupant is None or shot.penetration is None:
        return True
    return shot.penetration >= now.unit(fire.occupant).need("armor") + (card(now.unit(HOUSE)).armor or 0)


@rule(refs.TWOGM_86)
def points_left(after: GameState) -> int:
    """Impact points left."""
    house = after.unit(HOUSE)
    return max(0, house.need("points") - house.count("damage"))


def fate(after: GameState, occupant: str | None) -> str:
    return "none" if occupant is None else "destroyed" if after.unit(occupant).gone else "alive"


def is_ruined(after: GameState) -> bool:
    return bool(after.unit(HOUSE).count("ruins"))


@rule(refs.TWOGM_87)
def facts(now: GameState, fire: BuildingFire) -> Mapping[str, Value]:
    """What is left where the result is told."""
    if fire.shot.has_dice:
        return {}
    after = apply_result(occupy(staging.stage_building(now, fire), fire), fire)
    return {
        "points": points_left(after),
        "ruins": is_ruined(after),
        "occupant": fate(after, fire.occupant),
        "occupant_damage": after.unit(fire.occupant).count("damage") if fire.occupant else 0,
    }


@rule(refs.TWOGM_87)
def outcomes(fire: BuildingFire) -> Mapping[str, Show]:
    """The same as distributions where dice decide."""
    if not fire.shot.has_dice:
        return {}
    found: dict[str, Show] = {
        "points": points_left,
        "ruins": lambda after: "yes" if is_ruined(after) else "no",
        "occupant": lambda after: fate(after, fire.occupant),
    }
    if fire.occupant:
        found["occupant_damage"] = lambda after: after.unit(fire.occupant).count("damage")
    return found


OPENINGS = (
    opens(
        "building",
        say("building and occupant"),
        refs.TWOGM_87,
        BuildingFire,
        building,
        shows=outcomes,
        tells=facts,
        stage=staging.stage_building,
    ),
)
