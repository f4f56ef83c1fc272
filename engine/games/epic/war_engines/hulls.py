"""War engines as the table keeps them, one by one: damage, shields that are down, and what a
point of damage changes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow, lose_units, number, once, rows
from engine.games.epic.war_engines.memory import CriticalDue, harm, remember_due, remember_harm
from engine.playing.citing import rule
from engine.playing.watched import fact
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Ref
from engine.values.table import GameState, Unit
from engine.values.texts import say


class Hull(NamedTuple):
    """What one engine has taken: points of damage, shields that are down."""

    damage: int = 0
    down: int = 0


@rule(refs.EPIC_161)
def is_engine(row: UnitRow) -> bool:
    """Whether it is damaged instead of killed: war engines, and aircraft as big as one."""
    return row.type == "WE" or row.weight > 1


@fact
@once
def has_engines(unit: Unit) -> bool:
    return any(row.left and is_engine(row) for row in rows(unit))


@rule(refs.EPIC_161)
def damage_stated(damage: int, capacity: int) -> int:
    """Points of damage on an engine that stands: fewer than its capacity."""
    if damage >= capacity:
        why = say(
            "{damage} points of damage on a capacity of {capacity}: it is destroyed", damage=damage, capacity=capacity
        )
        raise Impossible(why)
    return damage


def shields(row: UnitRow) -> int:
    return number(row.card.get("shields"))


def has_shields(unit: Unit) -> bool:
    """Whether the card has engines with shields, whatever is left of them."""
    units = unit.known("units")
    return isinstance(units, tuple) and any(number(row[1].get("shields")) for row in units)  # type: ignore


def tally(unit: Unit, tracker: str, at: int) -> int:
    """What a tracker holds for one row."""
    found = unit.trackers.get(tracker)
    return number(found[at]) if isinstance(found, tuple) and at < len(found) else 0


def set_tally(state: GameState, formation: str, tracker: str, at: int, count: int) -> GameState:
    """One row holds so much of it; without any on the formation the tracker is empty."""
    unit = state.unit(formation)
    found = tuple(count if row.at == at else tally(unit, tracker, row.at) for row in rows(unit))
    return state.set(formation, tracker, found if any(found) else (), refs.EPIC_277)


@rule(refs.EPIC_277)
def shaken_engines(unit: Unit, row: UnitRow) -> int:
    """Engines of a row that a critical hit has left at -1 to hit: no more than stand."""
    return min(row.left, tally(unit, "shaken", row.at))


@rule(refs.EPIC_161)
def hulls(unit: Unit, row: UnitRow) -> tuple[Hull, ...]:
    """The engines of a row, front first: as remembered, or the row's points filled up from the
    front. A war engine without a damage capacity cannot be counted."""
    if row.type == "WE":
        unit.need("units", row.at, 1, "dc")
    return _hulls(row, tally(unit, "damage", row.at), tally(unit, "shields_down", row.at), known_hulls(unit, row))


@lru_cache(maxsize=4096)
def _hulls(row: UnitRow, damage: int, down: int, kept: tuple[Hull, ...]) -> tuple[Hull, ...]:
    if len(kept) == row.left and (sum(each.damage for each in kept), sum(each.down for each in kept)) == (damage, down):
        return kept
    return hulls_from_front(row, damage, down)


@rule(refs.EPIC_161)
def hulls_from_front(row: UnitRow, damage: int, down: int) -> tuple[Hull, ...]:
    """No engine that stands has lost all its capacity."""
    found = []
    for _ in range(row.left):
        hull = Hull(min(damage, row.weight - 1), min(down, shields(row)))
        damage, down = damage - hull.damage, down - hull.down
        found.append(hull)
    return tuple(found)


def known_hulls(unit: Unit, row: UnitRow) -> tuple[Hull, ...]:
    """The engines that the table remembers one by one."""
    kept = unit.trackers.get("hulls")
    numbers = kept.get(str(row.at)) if isinstance(kept, Map) else None
    if not isinstance(numbers, tuple):
        return ()
    return tuple(Hull(number(numbers[n]), number(numbers[n + 1])) for n in range(0, len(numbers) - 1, 2))


def set_hulls(state: GameState, formation: str, at: int, found: tuple[Hull, ...], ref: Ref) -> GameState:
    """The engines of a row as they now are: one number a row, and which engine has how much
    where that does not say it."""
    damage, down = sum(hull.damage for hull in found), sum(hull.down for hull in found)
    for tracker, points in (("damage", damage), ("shields_down", down)):
        unit = state.unit(formation)
        totals = tuple(points if row.at == at else tally(unit, tracker, row.at) for row in rows(unit))
        if points != tally(unit, tracker, at):
            state = state.set(formation, tracker, totals if any(totals) else (), ref)
    unit = state.unit(formation)
    kept = unit.trackers.get("hulls")
    known: Map[Value] = kept if isinstance(kept, Map) else Map()
    plain = found == hulls_from_front(rows(unit)[at], damage, down)
    flat: tuple[Value, ...] = tuple(each for hull in found for each in hull)
    return state.set(formation, "hulls", known.without(str(at)) if plain else known.put(str(at), flat), ref)


def with_hull(found: tuple[Hull, ...], nth: int, hull: Hull) -> tuple[Hull, ...]:
    return (*found[:nth], hull, *found[nth + 1 :])


# Damage


@rule(refs.EPIC_161, refs.EPIC_174, refs.EPIC_175, refs.EPIC_277)
def damage_engine(
    state: GameState, formation: str, at: int, nth: int, points: int, ref: Ref, quiet: int = 0
) -> GameState:
    """Points of damage on one engine: at none left it is destroyed, else each asks for a
    critical roll; each is a marker owed, but for `quiet` ones, and what is beyond the last point
    is lost."""
    row = rows(state.unit(formation))[at]
    found = hulls(state.unit(formation), row)
    if not points or nth >= len(found):
        return state
    left = row.weight - found[nth].damage
    taken = min(points, left)
    held = harm(state, formation)
    state = remember_harm(state, formation, held._replace(points=held.points + taken))
    state = owe_markers(state, formation, row, taken - min(quiet, taken))
    if taken == left:
        return wreck_engine(state, formation, at, nth, ref)
    hull = Hull(found[nth].damage + taken, found[nth].down)
    state = set_hulls(state, formation, at, with_hull(found, nth, hull), ref)
    return remember_due(state, formation, (*harm(state, formation).due, CriticalDue(at, nth, taken)))


@rule(refs.EPIC_145, refs.EPIC_175, refs.EPIC_185)
def owe_markers(state: GameState, formation: str, row: UnitRow, markers: int) -> GameState:
    """Markers for damage, and kills of an assault; none for expendables."""
    held = harm(state, formation)
    shock = 0 if row.has("expendable") else markers
    return remember_harm(state, formation, held._replace(hurt=held.hurt + markers, shock=held.shock + shock))


def wreck_engine(state: GameState, formation: str, at: int, nth: int, ref: Ref) -> GameState:
    """One engine is gone; those behind it move up. What burns or leaks is the front one."""
    unit, held = state.unit(formation), harm(state, formation)
    found = hulls(unit, rows(unit)[at])
    standing = [each for each in range(len(found)) if each != nth]
    state = lose_units(state, formation, tuple(int(row.at == at) for row in rows(unit)), ref)
    for trouble in ("fires", "leaks") if nth == 0 else ():
        state = set_tally(state, formation, trouble, at, 0) if tally(unit, trouble, at) else state
    state = set_hulls(state, formation, at, tuple(found[each] for each in standing), ref)
    due = tuple(
        each._replace(nth=standing.index(each.nth)) if each.row == at else each
        for each in held.due
        if (each.row, each.nth) != (at, nth)
    )
    return remember_harm(state, formation, held._replace(wrecks=held.wrecks + 1, due=due))


@rule(refs.EPIC_277)
def blast_of(row: UnitRow) -> int:
    """What the explosion of an engine needs to hit those within 5 cm, as its card says; 0: it
    hits none."""
    found = re.search(r"hit on ([2-6])\+|([2-6])\+ within 5 cm", str(row.card.get("critical")))
    return int(found[1] or found[2]) if found else 0


def explode_engine(state: GameState, formation: str, at: int, nth: int) -> GameState:
    """Destroyed by a critical: as many markers more as it had capacity left."""
    row = rows(state.unit(formation))[at]
    left = row.weight - hulls(state.unit(formation), row)[nth].damage
    if score := blast_of(row):
        held = state.trackers.get("explosions")
        state = state.set("", "explosions", (*(held if isinstance(held, tuple) else ()), score), refs.EPIC_277)
    return wreck_engine(owe_markers(state, formation, row, left), formation, at, nth, refs.EPIC_176)


def sort_hulls(state: GameState, formation: str) -> GameState:
    """Engines of one row stand as the owner likes: those that have taken most are counted as its
    front."""
    for row in rows(state.unit(formation)):
        if is_engine(row):
            found = hulls(state.unit(formation), row)
            state = set_hulls(state, formation, row.at, tuple(sorted(found, reverse=True)), refs.EPIC_161)
    return state
