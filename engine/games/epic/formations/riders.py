"""Units aboard transports of their own formation, such as infantry in its carriers."""

from __future__ import annotations

from dataclasses import replace

from engine.games.epic import refs
from engine.games.epic.abilities import capacity
from engine.games.epic.formations.rows import UnitRow, front_to_back, rows
from engine.playing.citing import rule
from engine.values.table import GameState, Unit

OFF_THE_GROUND = ("WE", "AC", "SC")
"""What carries whole formations, and is none of these transports."""


def riding(unit: Unit) -> tuple[int, ...]:
    """How many of each row are aboard; nothing where none is."""
    found = unit.trackers.get("riding")
    if not isinstance(found, tuple) or not any(found):
        return ()
    stated = (*(each for each in found if isinstance(each, int)), *(0,) * len(rows(unit)))
    return tuple(min(row.left, count) for row, count in zip(rows(unit), stated, strict=False))


@rule(refs.EPIC_253)
def outside(unit: Unit) -> tuple[UnitRow, ...]:
    """Its rows with those units alone that are seen, hit and fire: none for whom there is room
    aboard."""
    if not riding(unit):
        return rows(unit)
    inside = rear_first(riding(unit), places(unit))
    return tuple(replace(row, left=row.left - count) for row, count in zip(rows(unit), inside, strict=True))


@rule(refs.EPIC_33)
def is_transport(row: UnitRow) -> bool:
    return row.type not in OFF_THE_GROUND and capacity(row.card) > 0


@rule(refs.EPIC_33)
def may_ride(unit: Unit, row: UnitRow) -> bool:
    """Infantry of a formation that has transports."""
    return row.type == "INF" and any(each.left and is_transport(each) for each in rows(unit))


def transports(unit: Unit) -> int:
    return sum(row.left for row in rows(unit) if is_transport(row))


@rule(refs.EPIC_253)
def places(unit: Unit) -> int:
    return sum(row.left * capacity(row.card) for row in rows(unit) if is_transport(row))


def rear_first(counts: tuple[int, ...], most: int) -> tuple[int, ...]:
    return front_to_back(counts[::-1], most)[::-1]


@rule(refs.EPIC_37)
def get_out_to_fight(state: GameState, formation: str) -> GameState:
    """Who rides in transports of his own formation gets out by the charge or the counter-charge."""
    inside = state.unit(formation).trackers.get("riding")
    return state.set(formation, "riding", (), refs.EPIC_37) if inside else state
