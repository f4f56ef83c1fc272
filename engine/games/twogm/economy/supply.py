"""The supply line: rows from the first one on that hold own units."""

from __future__ import annotations

from itertools import count

from engine.games.twogm import refs
from engine.games.twogm.economy.situation import SupplyLine
from engine.games.twogm.units import GROUND, ROWS, is_a
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.table import GameState


@rule(refs.TWOGM_37)
def supply(rows: tuple[int, ...]) -> int:
    """Consecutive rows from row 1 that hold an own unit."""
    return next(row - 1 for row in count(1) if row not in rows)


@rule(refs.TWOGM_37, refs.TWOGM_38, refs.TWOGM_190)
def rows_held(now: GameState, seat: int) -> tuple[int, ...]:
    """Rows with own units, never an ally's; aircraft stand beside the HQ, on row 1 by another
    reading."""
    ground = {unit.count("row") for unit in now.standing(seat) if is_a(unit, *GROUND) or unit.stated("type") is None}
    waiting = any(is_a(unit, "air") for unit in now.standing(seat)) and now.reading("air_rows") == "yes"
    return tuple(sorted((ground | ({1} if waiting else set())) - {0}))


@rule(refs.TWOGM_37, refs.TWOGM_158)
def supply_facts(now: GameState, line: SupplyLine) -> dict[str, Value]:
    """The length of the line, the row that cuts it, and the front line."""
    rows = line.rows if line.rows is not None else rows_held(now, now.seat if line.seat is None else line.seat)
    length = supply(rows)
    cut = length + 1 if length < ROWS else None
    return {"length": length, "cut_at": cut, "ap": length, "front": max(rows, default=0)}
