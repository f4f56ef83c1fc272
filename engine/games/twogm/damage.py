"""Damage: on units, their cargo, the terrain they stand on; and what is gone with them."""

from __future__ import annotations

from engine.games.twogm.ground import card, impact_points, indestructible, is_natural
from engine.games.twogm.units import cargo_of, inside_of, is_a, key, occupants, pitched
from engine.playing.rules import PLAYERS
from engine.values.maps import Map
from engine.values.table import GameState, Unit

ON_THE_UNIT = ("support", "promotion", "at_cover", "in", "suppressed", "smoke", "screen_by")


def life(unit: Unit) -> int:
    """Life of a unit; impact points of an HQ or a terrain card (2GM-24, 74, 86)."""
    return impact_points(unit) if is_a(unit, "hq", "terrain") else unit.need("life")


def hurt(state: GameState, target: str, points: int, aboard: bool = True) -> GameState:
    """Damage adds up to the life of the unit; then it is destroyed. Cargo takes the same, at sea
    too (2GM-74, 150, 196, 199)."""
    unit = state.unit(target)
    if is_a(unit, "terrain"):
        return wrecked(state, target, points)
    total = min(life(unit), unit.count("damage") + points)
    state = state.set(target, "damage", total)
    if total >= life(unit):
        return killed(state, target)
    for cargo in cargo_of(state, target) if aboard else ():
        state = hurt(state, cargo, points, aboard=False)
    return state


def killed(state: GameState, target: str) -> GameState:
    """Destroyed, with its cargo and its support cards; whoever hid behind it is in the open
    (2GM-10, 60, 70, 150)."""
    unit = state.unit(target)
    total = unit.stated("life")
    state = state.set(target, "damage", total) if isinstance(total, int) else state
    state = state.set(target, "where", "destroyed")
    for cargo in cargo_of(state, target):
        state = killed(state, cargo)
    for tracker in ON_THE_UNIT:
        state = state.set(target, tracker, None)
    for other in [each.id for each in state.units.values() if each.trackers.get("at_cover") == target]:
        state = state.set(other, "at_cover", None)
    return won(state, unit) if is_a(unit, "hq") else state


def won(state: GameState, hq: Unit) -> GameState:
    """A Pitched Battle is won with the enemy HQ; elsewhere its loss costs the store (2GM-20,
    26)."""
    if pitched(state) and not state.trackers.get("winner"):
        return state.set("", "winner", PLAYERS[1 - hq.seat])
    return state.set(f"@{hq.seat}", "hq_lost", True)


def wrecked(state: GameState, terrain: str, points: int) -> GameState:
    """Terrain takes damage as points, never criticals; a building becomes ruins and kills who is
    in it, other cards go back to the box and their unit stays; natural terrain is hurt only if
    that is agreed (2GM-32, 82, 85, 87, 91, 175)."""
    unit = state.unit(terrain)
    kept = is_natural(unit) and state.reading("natural_destruction") == "no"
    if kept or indestructible(unit) or unit.count("ruins"):
        return state
    total = min(impact_points(unit), unit.count("damage") + points)
    state = state.set(terrain, "damage", total)
    if total < impact_points(unit):
        return state
    return collapsed(state, unit) if card(unit).building else cleared(state, terrain)


def collapsed(state: GameState, building: Unit) -> GameState:
    """A building at 0: occupants die, ruins remain; of a bridge nothing remains but the river
    (2GM-84, 85, 87)."""
    for unit in occupants(state, building.id):
        state = killed(state, unit)
    if key(building.stated("name")) == "bridge":
        return state.set(building.id, "where", "destroyed")
    return state.set(building.id, "ruins", True)


def cleared(state: GameState, terrain: str) -> GameState:
    """Other terrain is taken away; who stood on it stays, without cover (2GM-85, 175)."""
    for unit in occupants(state, terrain):
        state = state.set(unit, "in", None)
    return state.set(terrain, "where", "destroyed")


def standing_on(now: GameState, unit: Unit) -> str | None:
    """The terrain card under a unit (2GM-86)."""
    holder = inside_of(now, unit)
    return holder.id if holder and is_a(holder, "terrain") and not holder.gone else None


def struck(state: GameState, target: str, points: int, critical: bool) -> GameState:
    """A hit or a critical on a unit and on the terrain under it (2GM-70, 74, 87, 88, 177)."""
    unit = state.unit(target)
    below = standing_on(state, unit)
    lost = points
    if not critical and state.reading("overkill") == "life_left":
        lost = min(points, life(unit) - unit.count("damage"))
    state = killed(state, target) if critical else hurt(state, target, points)
    return wrecked(state, below, lost) if below else state


def healed(state: GameState, target: str) -> GameState:
    """One point of damage less (2GM-134, 135)."""
    return state.set(target, "damage", max(0, state.unit(target).count("damage") - 1))


def removed_support(state: GameState, unit: str, name: str) -> GameState:
    """A support card leaves a unit (2GM-09, 135)."""
    held = state.unit(unit).trackers.get("support")
    rows = (
        tuple(row for row in held if isinstance(row, Map) and key(row["name"]) != key(name))
        if isinstance(held, tuple)
        else ()
    )
    return state.set(unit, "support", rows)
