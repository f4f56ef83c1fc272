"""Blast markers, from fire, losses, assaults and failed tests (EPIC-03): taking them, breaking
by them."""

from __future__ import annotations

from engine.games.epic.formations import army, front_to_back, left, lose, models, rows
from engine.games.epic.hits import Hit, Mark, Screen, handed_out
from engine.games.epic.hulls import damaged, engine, has_engines
from engine.values.table import GameState, Unit


def blast(now: GameState, formation: str) -> int:
    """Markers a formation counts as having: broken, as many as it has units (EPIC-115)."""
    unit = now.unit(formation)
    return left(now, formation) if unit.count("broken") else unit.count("blast")


def stubborn(now: GameState, unit: Unit) -> bool:
    """Every unit left has it, characters aside; by one reading a single one is enough
    (EPIC-140)."""
    alive = [row.has("stubborn") for row in rows(unit) if row.left]
    return any(alive) if now.reading("stubborn_needs") == "any" else bool(alive) and all(alive)


def only_expendables(now: GameState, target: str) -> bool:
    """By one reading a formation of nothing but expendables takes markers like any other
    (EPIC-145)."""
    lost = now.reading("all_expendable") == "lost"
    return lost and all(row.has("expendable") for row in rows(now.unit(target)) if row.start)


def markers_per_unit(unit: Unit) -> int:
    """It takes two markers to shake each Space Marine (EPIC-41, 109)."""
    return 2 if army(unit) == "space_marines" else 1


def break_point(now: GameState, formation: str) -> int:
    """Markers at which it breaks: its units, war engines by their capacity, one more for the
    stubborn (EPIC-109, 140, 177)."""
    unit = now.unit(formation)
    return left(now, formation) * markers_per_unit(unit) + stubborn(now, unit)


def placed(state: GameState, formation: str, markers: int) -> GameState:
    """Markers put on a formation; on a broken one each is a hit without a save instead (EPIC-44,
    116)."""
    unit = state.unit(formation)
    if unit.gone:
        return state
    if unit.count("broken"):
        return stricken(state, formation, markers // markers_per_unit(unit))
    return state.set(formation, "blast", unit.count("blast") + markers)


def stricken(state: GameState, formation: str, hits: int) -> GameState:
    """Hits without a save, front to back, never on the fearless; what finds nobody is lost
    (EPIC-99, 116, 143)."""
    if has_engines(state.unit(formation)):
        return battered(state, formation, hits)
    counts = tuple(row.mortal for row in rows(state.unit(formation)))
    return fell(state, formation, front_to_back(counts, hits))


def battered(state: GameState, formation: str, hits: int) -> GameState:
    """The same where war engines stand: each hit is a point of damage, by their capacity in
    turn; shields do not help, critical rolls follow (EPIC-171, 186, 273)."""
    marks = tuple(
        Mark(row.at, row.type, row.weight, screen=Screen(nth) if engine(row) else None)
        for row in rows(state.unit(formation))
        for nth in range(row.mortal)
    )
    taken = tuple(zip(marks, handed_out(marks, ((Hit("any"), hits),)), strict=True))
    kills = tuple(
        sum(bool(struck) for mark, struck in taken if mark.row == row.at and not mark.screen)
        for row in rows(state.unit(formation))
    )
    state = fell(state, formation, kills)
    for mark, struck in reversed(taken):
        state = damaged(state, formation, mark.row, mark.screen.nth, len(struck)) if mark.screen else state
    return state


def fell(state: GameState, formation: str, kills: tuple[int, ...]) -> GameState:
    """Units that die outside an attack's own count; the reading may break a formation by that
    alone (EPIC-109)."""
    state = lose(state, formation, kills)
    return judged(state, formation) if any(kills) and state.reading("break_check") == "always" else state


def judged(state: GameState, formation: str) -> GameState:
    """The break check: as many markers as it can bear (EPIC-52, 109, 110)."""
    unit = state.unit(formation)
    if unit.gone or unit.count("broken"):
        return state
    return broke(state, formation) if unit.count("blast") >= break_point(state, formation) else state


def broke(state: GameState, formation: str) -> GameState:
    """Broken: its markers go, it waits for nobody and finishes no action (EPIC-111, 112, 261)."""
    if not models(state, formation):
        return state.set(formation, "where", "destroyed")
    state = state.set(formation, "broken", True).set(formation, "blast", 0).set(formation, "overwatch", False)
    return state.set(formation, "todo", ()).note(**{f"broke:{formation}": True})


def has_broken(now: GameState, formation: str) -> bool:
    """Whether it broke in this procedure."""
    return bool(now.noted(f"broke:{formation}"))
