"""Objectives: who controls one, and where one may be placed."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.scenario.situation import ObjectiveSeen, Placing, UnitNearObjective
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.table import GameState

NEAR = 15
APART = 30


@rule(refs.EPIC_234, refs.EPIC_237)
def is_near(now: GameState, distance: int) -> bool:
    """Within 15 cm; by one reading less than that."""
    return distance < NEAR if now.reading("boundary") == "strict" else distance <= NEAR


@rule(refs.EPIC_237, refs.EPIC_238, refs.EPIC_239, refs.EPIC_240, refs.EPIC_241)
def control(now: GameState, units: tuple[UnitNearObjective, ...]) -> tuple[int | None, bool]:
    """The seat that controls an objective, and whether it is contested: broken and just rallied
    formations do not count, an aircraft that landed this turn only contests."""
    near = [unit for unit in units if is_near(now, unit.distance) and not unit.broken and not unit.rallied]
    seats = {unit.seat for unit in near}
    holders = {unit.seat for unit in near if not unit.landed}
    return (next(iter(seats)) if len(seats) == 1 and holders == seats else None), len(seats) > 1


@rule(refs.EPIC_229)
def may_be_placed(placing: Placing) -> bool:
    """The first on one's own edge; the others in the enemy half, 30 cm from his edge and from
    all placed before."""
    if placing.number == 1:
        return placing.half == "own" and not placing.from_edge
    apart = (*placing.from_objectives, APART if placing.from_edge is None else placing.from_edge)
    return placing.half == "enemy" and min(apart) >= APART


@rule(refs.EPIC_229, refs.EPIC_237)
def facts(now: GameState, seen: ObjectiveSeen) -> dict[str, Value]:
    """Who controls an objective, or whether one may be placed there."""
    found: dict[str, Value] = {}
    if seen.units is not None:
        found["control"], found["contested"] = control(now, seen.units)
    if seen.placing is not None:
        found["legal"] = may_be_placed(seen.placing)
    return found
