"""How a question without a game becomes a table: with what the question speaks of on it."""

from __future__ import annotations

from dataclasses import replace

from engine.games.twogm import refs
from engine.games.twogm.air.situation import AirMission
from engine.games.twogm.assault.situation import DeclaredAssault
from engine.games.twogm.cards import marker_kind
from engine.games.twogm.markers.equipment import Marker, lay_marker
from engine.games.twogm.markers.situation import HeavyWeapon
from engine.games.twogm.shooting.situation import BuildingFire, DeclaredShot, DeclaredShots
from engine.games.twogm.units import key
from engine.playing.citing import rule
from engine.values.maps import EMPTY, Map, Value
from engine.values.table import GameState, Unit

HOUSE = "building"
"""The name of the building that a question speaks of."""


@rule(refs.TWOGM_86)
def stage_building(state: GameState, fire: BuildingFire) -> GameState:
    """Such a building; a name brings its own cover and armour."""
    plain: dict[str, Value] = {} if fire.name else {"armor": 0, "impact": (0, 0)}
    named: dict[str, Value] = {each: getattr(fire, each) for each in ("name", "points", "armor", "impact")}
    stated = {each: value for each, value in named.items() if value is not None}
    house = Map({"type": "terrain", "skills": ("building",), **plain, **stated})
    state = mount_weapon(state, fire.shot.shooter, fire.shot.weapon)
    return replace(state, units=state.units.put(HOUSE, Unit(HOUSE, 1, house, EMPTY)))


# Weapons that a question fires


@rule(refs.TWOGM_18)
def mount_weapon(state: GameState, unit: str | None, weapon: Value) -> GameState:
    """A heavy weapon that a question fires or takes down stands mounted, unless it says how it
    stands."""
    by = state.units.get(str(unit))
    if by is None or not isinstance(weapon, str) or marker_kind(by, weapon) != "asterisk":
        return state
    held = by.trackers.get("markers")
    if isinstance(held, Map) and key(weapon) in map(key, held):
        return state
    return lay_marker(state, by.id, weapon, Marker("asterisk", "mounted"), refs.TWOGM_18)


def stage_shot(state: GameState, shot: DeclaredShot) -> GameState:
    return mount_weapon(state, shot.attacker, shot.weapon)


def stage_shots(state: GameState, shots: DeclaredShots) -> GameState:
    for row in shots.rows():
        state = mount_weapon(state, row.attacker, row.weapon)
    return state


def stage_assault(state: GameState, assault: DeclaredAssault) -> GameState:
    return mount_weapon(state, assault.target, assault.reaction)


def stage_mission(state: GameState, mission: AirMission) -> GameState:
    for battery in mission.aa if isinstance(mission.aa, tuple) else ():
        state = mount_weapon(state, battery.unit, battery.weapon)
    return state


def stage_weapon(state: GameState, weapon: HeavyWeapon) -> GameState:
    return mount_weapon(state, weapon.unit, weapon.item)
