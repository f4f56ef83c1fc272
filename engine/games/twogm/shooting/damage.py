"""Damage: on units, their cargo, the terrain they stand on; and what is gone with them."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.movement.ground import card, impact_points, is_indestructible, is_natural
from engine.games.twogm.units import cargo_of, infantry_behind, inside_of, is_a, is_pitched_battle, key, occupants
from engine.playing.citing import rule
from engine.playing.rules import PLAYERS
from engine.values.maps import Map
from engine.values.model import Ref
from engine.values.table import GameState, Unit

ON_THE_UNIT = {
    "support": refs.TWOGM_10,
    "promotion": refs.TWOGM_10,
    **dict.fromkeys(("at_cover", "in", "suppressed", "smoke", "screen_by"), refs.TWOGM_74),
}
"""What goes with a unit that is destroyed, and by which rule."""


@rule(refs.TWOGM_24, refs.TWOGM_74, refs.TWOGM_86)
def life(unit: Unit) -> int:
    """Life of a unit; impact points of an HQ or a terrain card."""
    return impact_points(unit) if is_a(unit, "hq", "terrain") else unit.need("life")


@rule(refs.TWOGM_150, refs.TWOGM_196, refs.TWOGM_199)
def hurt_unit(state: GameState, target: str, points: int, aboard: bool = True) -> GameState:
    """Damage adds up to the life of the unit; then it is destroyed. Cargo takes the same, at sea
    too."""
    unit = state.unit(target)
    if is_a(unit, "terrain"):
        return damage_terrain(state, target, points)
    total = min(life(unit), unit.count("damage") + points)
    state = state.set(target, "damage", total, refs.TWOGM_74)
    if total >= life(unit):
        return destroy_unit(state, target)
    for cargo in cargo_of(state, target) if aboard else ():
        state = hurt_unit(state, cargo, points, aboard=False)
    return state


@rule(refs.TWOGM_20, refs.TWOGM_74)
def destroy_unit(state: GameState, target: str) -> GameState:
    """Destroyed, with its cargo and its support cards; a unit that hid behind it is in the open."""
    unit, behind = state.unit(target), infantry_behind(state, target)
    total = unit.stated("life")
    state = state.set(target, "damage", total, refs.TWOGM_74) if isinstance(total, int) else state
    state = state.set(target, "where", "destroyed", refs.TWOGM_74)
    for cargo in cargo_of(state, target):
        state = destroy_unit(state, cargo)
    for tracker, ref in ON_THE_UNIT.items():
        state = state.set(target, tracker, None, ref)
    for other in behind:
        state = state.set(other, "at_cover", None, refs.TWOGM_60)
    return lose_headquarters(state, unit) if is_a(unit, "hq") else state


def lose_headquarters(state: GameState, hq: Unit) -> GameState:
    """A Pitched Battle is won with the enemy HQ; elsewhere its loss costs the store."""
    if is_pitched_battle(state) and not state.trackers.get("winner"):
        return state.set("", "winner", PLAYERS[1 - hq.seat], refs.TWOGM_20)
    return state.set(f"@{hq.seat}", "hq_lost", True, refs.TWOGM_26)


@rule(refs.TWOGM_82, refs.TWOGM_87)
def damage_terrain(state: GameState, terrain: str, points: int) -> GameState:
    """Terrain takes damage as points, never criticals; a building becomes ruins and kills who is in
    it, other cards go back to the box and their unit stays; natural terrain is hurt only if that is
    agreed."""
    unit = state.unit(terrain)
    kept = is_natural(unit) and state.reading("natural_destruction") == "no"
    if kept or is_indestructible(unit) or unit.count("ruins"):
        return state
    total = min(impact_points(unit), unit.count("damage") + points)
    state = state.set(terrain, "damage", total, refs.TWOGM_87)
    if total < impact_points(unit):
        return state
    return collapse_building(state, unit) if card(unit).building else remove_terrain(state, terrain, refs.TWOGM_85)


def collapse_building(state: GameState, building: Unit) -> GameState:
    """A building at 0: occupants die, ruins remain; of a bridge nothing remains but the river."""
    for unit in occupants(state, building.id):
        state = destroy_unit(state, unit)
    if key(building.stated("name")) == "bridge":
        return state.set(building.id, "where", "destroyed", refs.TWOGM_84)
    return state.set(building.id, "ruins", True, refs.TWOGM_85)


def remove_terrain(state: GameState, terrain: str, ref: Ref) -> GameState:
    """Other terrain is taken away; who stood on it stays, without cover."""
    for unit in occupants(state, terrain):
        state = state.set(unit, "in", None, refs.TWOGM_175)
    return state.set(terrain, "where", "destroyed", ref)


@rule(refs.TWOGM_86)
def terrain_under(now: GameState, unit: Unit) -> str | None:
    """The terrain card under a unit."""
    holder = inside_of(now, unit)
    return holder.id if holder and is_a(holder, "terrain") and not holder.gone else None


@rule(refs.TWOGM_70, refs.TWOGM_74, refs.TWOGM_87, refs.TWOGM_88, refs.TWOGM_177)
def strike_unit(state: GameState, target: str, points: int, critical: bool) -> GameState:
    """A hit or a critical on a unit and on the terrain under it."""
    unit = state.unit(target)
    below = terrain_under(state, unit)
    lost = points
    if not critical and state.reading("overkill") == "life_left":
        lost = min(points, life(unit) - unit.count("damage"))
    state = destroy_unit(state, target) if critical else hurt_unit(state, target, points)
    return damage_terrain(state, below, lost) if below else state


@rule(refs.TWOGM_134, refs.TWOGM_135)
def heal_unit(state: GameState, target: str, ref: Ref) -> GameState:
    """One point of damage less."""
    return state.set(target, "damage", max(0, state.unit(target).count("damage") - 1), ref)


def remove_support(state: GameState, unit: str, name: str) -> GameState:
    """A support card leaves a unit."""
    held = state.unit(unit).trackers.get("support")
    rows = held if isinstance(held, tuple) else ()
    kept = tuple(row for row in rows if isinstance(row, Map) and key(row["name"]) != key(name))
    return state.set(unit, "support", kept, refs.TWOGM_135)
