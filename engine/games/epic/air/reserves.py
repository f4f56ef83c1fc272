"""Who is in the air, off the table or in orbit, and who may still act."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow, rows
from engine.playing.citing import rule
from engine.values.model import Ref
from engine.values.table import GameState, Unit

AIR = ("interception", "ground_attack", "cap", "cap_interception", "stand_down")
PATROLS = ("interception", "cap", "cap_interception")


def is_made_of(unit: Unit, kind: str) -> bool:
    """All its units are of one type."""
    if unit.stated("units") is None:
        return False
    lines = [row for row in rows(unit) if row.start]
    return bool(lines) and all(row.type == kind for row in lines)


@rule(refs.EPIC_187)
def is_aircraft(unit: Unit) -> bool:
    """A formation of aircraft."""
    return is_made_of(unit, "AC")


@rule(refs.EPIC_216)
def is_spacecraft(unit: Unit) -> bool:
    """A spacecraft."""
    return is_made_of(unit, "SC")


@rule(refs.EPIC_209, refs.EPIC_210)
def is_airborne(unit: Unit) -> bool:
    """Aircraft that have not landed: neither suppressed nor broken nor rallied."""
    return is_aircraft(unit) and not unit.count("landed")


@rule(refs.EPIC_191)
def bombers(unit: Unit) -> tuple[UnitRow, ...]:
    """Rows of bombers that are left."""
    return tuple(row for row in rows(unit) if row.left and row.card.get("speed") == "bomber")


@rule(refs.EPIC_09)
def is_destroyed(unit: Unit) -> bool:
    """Destroyed, or without a unit left."""
    return unit.gone or (
        unit.stated("units") is not None and bool(rows(unit)) and not any(row.left for row in rows(unit))
    )


def move_to(state: GameState, formation: str, where: str, ref: Ref) -> GameState:
    """The formation is somewhere else now; the table is where nothing else is said."""
    return state.set(formation, "where", where if where != "table" else None, ref)


@rule(refs.EPIC_187, refs.EPIC_193, refs.EPIC_213, refs.EPIC_218)
def able_to_act(now: GameState, seat: int | None = None) -> Iterator[Unit]:
    """Formations on the table, aircraft that wait beside it but not on patrol, and a spacecraft
    in its turn."""
    for unit in now.units.values():
        if seat not in (None, unit.seat) or unit.where == "inside" or unit.count("cap") or is_destroyed(unit):
            continue
        waits = unit.count("due") == now.turn if is_spacecraft(unit) else unit.where == "table" or is_aircraft(unit)
        idle = unit.count("landed") and now.reading("landed_later") == "idle"
        if waits and not idle:
            yield unit
