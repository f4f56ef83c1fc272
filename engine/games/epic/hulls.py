"""War engines as the table keeps them, one by one: damage, shields that are down, and what a
point of damage changes."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games.epic.formations import Row, army, lose, number, once, rows
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say


class Hull(NamedTuple):
    """What one engine has taken: points of damage, shields that are down."""

    damage: int = 0
    down: int = 0


def engine(row: Row) -> bool:
    """Whether it is damaged instead of killed: war engines, and aircraft as big as one
    (EPIC-161)."""
    return row.type == "WE" or row.weight > 1


@once
def has_engines(unit: Unit) -> bool:
    return any(row.left and engine(row) for row in rows(unit))


def damage_told(damage: Value, capacity: int) -> int:
    """Points of damage on an engine that stands: fewer than its capacity (EPIC-161)."""
    if number(damage) >= capacity:
        raise Impossible(
            say(
                "{damage} points of damage on a capacity of {capacity}: it is destroyed",
                damage=number(damage),
                capacity=capacity,
            )
        )
    return number(damage)


def shields_of(row: Row) -> int:
    return number(row.card.get("shields"))


def told_at(unit: Unit, tracker: str, at: int) -> int:
    found = unit.trackers.get(tracker)
    return number(found[at]) if isinstance(found, tuple) and at < len(found) else 0


def hulls(unit: Unit, row: Row) -> tuple[Hull, ...]:
    """The engines of a row, front first: as remembered, or the row's points filled up from the
    front. A war engine without a damage capacity cannot be counted (EPIC-161)."""
    if row.type == "WE":
        unit.need("units", row.at, 1, "dc")
    damage, down = told_at(unit, "damage", row.at), told_at(unit, "shields_down", row.at)
    kept = remembered(unit, row)
    if len(kept) == row.left and (sum(each.damage for each in kept), sum(each.down for each in kept)) == (damage, down):
        return kept
    return filled(row, damage, down)


def filled(row: Row, damage: int, down: int) -> tuple[Hull, ...]:
    """No engine that stands has lost all its capacity (EPIC-161)."""
    found = []
    for _ in range(row.left):
        hull = Hull(min(damage, row.weight - 1), min(down, shields_of(row)))
        damage, down = damage - hull.damage, down - hull.down
        found.append(hull)
    return tuple(found)


def remembered(unit: Unit, row: Row) -> tuple[Hull, ...]:
    kept = unit.trackers.get("hulls")
    numbers = kept.get(str(row.at)) if isinstance(kept, Map) else None
    if not isinstance(numbers, tuple):
        return ()
    return tuple(Hull(number(numbers[n]), number(numbers[n + 1])) for n in range(0, len(numbers) - 1, 2))


def with_hulls(state: GameState, formation: str, at: int, found: tuple[Hull, ...]) -> GameState:
    """The engines of a row as they now are: one number a row, and which engine has how much
    where that does not say it."""
    for tracker, points in (
        ("damage", sum(hull.damage for hull in found)),
        ("shields_down", sum(hull.down for hull in found)),
    ):
        unit = state.unit(formation)
        totals = tuple(points if row.at == at else told_at(unit, tracker, row.at) for row in rows(unit))
        state = state.set(formation, tracker, totals if any(totals) else ())
    unit = state.unit(formation)
    row, kept = rows(unit)[at], unit.trackers.get("hulls")
    known: Map[Value] = kept if isinstance(kept, Map) else Map()
    plain = found == filled(row, sum(hull.damage for hull in found), sum(hull.down for hull in found))
    flat: tuple[Value, ...] = tuple(each for hull in found for each in hull)
    return state.set(formation, "hulls", known.without(str(at)) if plain else known.put(str(at), flat))


def replaced(found: tuple[Hull, ...], nth: int, hull: Hull) -> tuple[Hull, ...]:
    return (*found[:nth], hull, *found[nth + 1 :])


# Damage


def damaged(state: GameState, formation: str, at: int, nth: int, points: int, quiet: int = 0) -> GameState:
    """Points of damage on one engine: at none left it is destroyed, else each asks for a
    critical roll; each is a marker owed, but for `quiet` ones, and what is beyond the last point
    is lost (EPIC-161, 174, 175, 277)."""
    row = rows(state.unit(formation))[at]
    found = hulls(state.unit(formation), row)
    if not points or nth >= len(found):
        return state
    left = row.weight - found[nth].damage
    taken = min(points, left)
    state = owing(more(state, f"damage:{formation}", taken), formation, row, taken - min(quiet, taken))
    if taken == left:
        return wrecked(state, formation, at, nth)
    state = with_hulls(state, formation, at, replaced(found, nth, Hull(found[nth].damage + taken, found[nth].down)))
    return state.note(**{f"critical:{formation}": (*pending(state, formation), (at, nth, taken))})


def more(state: GameState, note: str, count: int) -> GameState:
    return state.note(**{note: state.noted(note) + count})


def owing(state: GameState, formation: str, row: Row, markers: int) -> GameState:
    """Markers for damage, and kills of an assault; nobody mourns expendables (EPIC-145, 175,
    185)."""
    state = more(state, f"hurt:{formation}", markers)
    return state if row.has("expendable") else more(state, f"shock:{formation}", markers)


def pending(now: GameState, formation: str) -> tuple[tuple[int, int, int], ...]:
    """Damage that has not been rolled for: row, engine, points."""
    found: Any = now.scratch.get(f"critical:{formation}")
    return found if isinstance(found, tuple) else ()


def wrecked(state: GameState, formation: str, at: int, nth: int) -> GameState:
    """One engine is gone; those behind it move up."""
    unit = state.unit(formation)
    found, waiting = hulls(unit, rows(unit)[at]), pending(state, formation)
    standing = [each for each in range(len(found)) if each != nth]
    state = more(lose(state, formation, tuple(int(row.at == at) for row in rows(unit))), f"wrecked:{formation}", 1)
    state = with_hulls(state, formation, at, tuple(found[each] for each in standing))
    kept = tuple(
        (row, standing.index(each) if row == at else each, points)
        for row, each, points in waiting
        if (row, each) != (at, nth)
    )
    return state.note(**{f"critical:{formation}": kept})


def exploded(state: GameState, formation: str, at: int, nth: int) -> GameState:
    """Destroyed by a critical: as many markers more as it had capacity left (EPIC-176)."""
    row = rows(state.unit(formation))[at]
    left = row.weight - hulls(state.unit(formation), row)[nth].damage
    return wrecked(owing(state, formation, row, left), formation, at, nth)


def tidied(state: GameState, formation: str) -> GameState:
    """Engines of one row stand as the owner likes: those that have taken most are counted as its
    front."""
    for row in rows(state.unit(formation)):
        if engine(row):
            found = hulls(state.unit(formation), row)
            state = with_hulls(state, formation, row.at, tuple(sorted(found, reverse=True)))
    return state


def unhurt(state: GameState, formation: str) -> GameState:
    """An attack begins: nothing is owed for damage yet."""
    return state.note(**{f"{note}:{formation}": 0 for note in ("hurt", "shock", "wrecked", "damage")})


# Shields


def lowered(state: GameState, formation: str, at: int, nth: int, shields: int) -> GameState:
    """Shields that stopped a hit are down, no more than it has; an engine that is gone has none
    (EPIC-178)."""
    row = rows(state.unit(formation))[at]
    found = hulls(state.unit(formation), row)
    if nth >= len(found):
        return state
    down = min(shields_of(row), found[nth].down + shields)
    return with_hulls(state, formation, at, replaced(found, nth, Hull(found[nth].damage, down)))


def down(unit: Unit) -> int:
    """Shields that can come back; an Ork power field never does (EPIC-180)."""
    return 0 if army(unit) == "orks" else sum(hull.down for row in rows(unit) if row.left for hull in hulls(unit, row))


def raised(state: GameState, formation: str, shields: int, each: int = 99) -> GameState:
    """Shields come back, front engine first, at most so many on each (EPIC-180, 181)."""
    for row in rows(state.unit(formation)):
        found = []
        for hull in hulls(state.unit(formation), row):
            back = min(hull.down, shields, each)
            shields -= back
            found.append(Hull(hull.damage, hull.down - back))
        if engine(row):
            state = with_hulls(state, formation, row.at, tuple(found))
    return state
