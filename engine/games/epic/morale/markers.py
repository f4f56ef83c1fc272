"""Blast markers, from fire, losses, assaults and failed tests: placing them, breaking by them."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.parts import forfeit_parts
from engine.games.epic.formations.rows import army, front_to_back, in_order, lose_units, models, rows, strength
from engine.games.epic.morale.memory import Broken
from engine.games.epic.shooting.hits import Hit, Mark, Screen, hits_on_each
from engine.games.epic.war_engines.hulls import damage_engine, has_engines, is_engine
from engine.playing.citing import rule
from engine.values.model import Ref
from engine.values.table import GameState, Unit


@rule(refs.EPIC_115)
def blast(now: GameState, formation: str) -> int:
    """Markers a formation counts as having: broken, as many as it has units."""
    unit = now.unit(formation)
    return strength(now, formation) if unit.count("broken") else unit.count("blast")


@rule(refs.EPIC_140)
def is_stubborn(now: GameState, unit: Unit) -> bool:
    """Every unit left has it, characters aside; by one reading a single one is enough."""
    alive = [row.has("stubborn") for row in rows(unit) if row.left]
    return any(alive) if now.reading("stubborn_needs") == "any" else bool(alive) and all(alive)


@rule(refs.EPIC_145)
def is_all_expendable(now: GameState, target: str) -> bool:
    """By one reading a formation of nothing but expendables takes markers like any other."""
    lost = now.reading("all_expendable") == "lost"
    return lost and all(row.has("expendable") for row in rows(now.unit(target)) if row.start)


@rule(refs.EPIC_41, refs.EPIC_109)
def markers_per_unit(unit: Unit) -> int:
    """It takes two markers to shake each Space Marine."""
    return 2 if army(unit) == "space_marines" else 1


@rule(refs.EPIC_109, refs.EPIC_140, refs.EPIC_177)
def break_point(now: GameState, formation: str) -> int:
    """Markers at which it breaks: its units, war engines by their capacity, one more for the
    stubborn."""
    unit = now.unit(formation)
    return strength(now, formation) * markers_per_unit(unit) + is_stubborn(now, unit)


@rule(refs.EPIC_03)
def place_markers(state: GameState, formation: str, markers: int, ref: Ref) -> GameState:
    """Markers put on a formation; on a broken one each is a hit without a save instead."""
    unit = state.unit(formation)
    if unit.gone:
        return state
    if unit.count("broken"):
        return kill_without_saves(state, formation, markers // markers_per_unit(unit), refs.EPIC_116)
    return state.set(formation, "blast", unit.count("blast") + markers, ref)


@rule(refs.EPIC_99, refs.EPIC_116, refs.EPIC_143)
def kill_without_saves(state: GameState, formation: str, hits: int, ref: Ref, front: tuple[str, ...] = ()) -> GameState:
    """Hits without a save, front to back, never on the fearless; hits without a unit to take are
    lost."""
    if has_engines(state.unit(formation)):
        return damage_without_saves(state, formation, hits, ref, front)
    lines = in_order(rows(state.unit(formation)), front)
    taken = zip(lines, front_to_back(tuple(row.mortal for row in lines), hits), strict=True)
    kills = {row.at: killed for row, killed in taken}
    return kill(state, formation, tuple(kills[at] for at in sorted(kills)), ref)


@rule(refs.EPIC_171, refs.EPIC_186, refs.EPIC_273)
def damage_without_saves(state: GameState, formation: str, hits: int, ref: Ref, front: tuple[str, ...]) -> GameState:
    """The same where war engines stand: each hit is a point of damage, by their capacity in
    turn; shields do not help, critical rolls follow."""
    marks = tuple(
        Mark(row.at, row.type, row.weight, screen=Screen(nth) if is_engine(row) else None)
        for row in in_order(rows(state.unit(formation)), front)
        for nth in range(row.mortal)
    )
    taken = tuple(zip(marks, hits_on_each(marks, ((Hit("any"), hits),)), strict=True))
    kills = tuple(
        sum(bool(found) for mark, found in taken if mark.row == row.at and not mark.screen)
        for row in rows(state.unit(formation))
    )
    state = kill(state, formation, kills, ref)
    for mark, found in reversed(taken):
        if mark.screen:
            state = damage_engine(state, formation, mark.row, mark.screen.nth, len(found), ref)
    return state


@rule(refs.EPIC_109)
def kill(state: GameState, formation: str, kills: tuple[int, ...], ref: Ref) -> GameState:
    """Units that die outside an attack's own count; the reading may break a formation by that
    alone."""
    state = lose_units(state, formation, kills, ref)
    return break_if_due(state, formation) if any(kills) and state.reading("break_check") == "always" else state


@rule(refs.EPIC_52, refs.EPIC_109, refs.EPIC_110)
def break_if_due(state: GameState, formation: str) -> GameState:
    """The break check: as many markers as it can bear."""
    unit = state.unit(formation)
    if unit.gone or unit.count("broken") or unit.count("blast") < break_point(state, formation):
        return state
    return break_formation(state, formation, refs.EPIC_109)


def break_formation(state: GameState, formation: str, ref: Ref) -> GameState:
    """Broken: its markers go, it is on overwatch no more and finishes no action."""
    if not models(state, formation):
        return state.set(formation, "where", "destroyed", ref)
    state = state.set(formation, "broken", True, ref).set(formation, "blast", 0, refs.EPIC_111)
    state = state.set(formation, "overwatch", False, refs.EPIC_261)
    state = forfeit_parts(state, formation, refs.EPIC_112)
    return state.remember(Broken(state.recall(Broken).formations | {formation}))


def has_broken(now: GameState, formation: str) -> bool:
    """Whether it broke in this procedure."""
    return formation in now.recall(Broken).formations
