"""Stacking: who may stop where, and where a unit goes that may not."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.aam.units import has, is_soldier
from engine.maps import Map, Value
from engine.model import GameState, Unit

OWN = 2
VEHICLES = 1


def room(now: GameState, unit: str, holds: Value) -> bool:
    """Two own units in a hex, and one Vehicle among all that are there; passengers do not count (AAM-28, 29, 105)."""
    mover = now.unit(unit)
    here = [each for each in others(now, unit, holds) if not each.trackers.get("aboard")]
    own = [each for each in here if each.seat == mover.seat]
    return len(own) < OWN and sum(map(bulky, (*here, mover))) <= VEHICLES


def others(now: GameState, unit: str, holds: Value) -> list[Unit]:
    return [now.unit(each) for each in holds if each != unit] if isinstance(holds, tuple) else []


def bulky(unit: Unit) -> bool:
    """Vehicles, and guns as large as one (AAM-28, 86)."""
    return not is_soldier(unit) or has(unit, "large")


def last_with_room(now: GameState, unit: str, steps: Sequence[Map[Value]], made: int) -> int:
    """Back along the path to a hex where it may stop; its first hex always is one (AAM-31, 125)."""
    while made and not room(now, unit, steps[made - 1].get("holds")):
        made -= 1
    return made
