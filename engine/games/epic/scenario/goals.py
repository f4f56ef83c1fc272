"""The five victory conditions."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_destroyed
from engine.games.epic.scenario.situation import Conditions, Objective
from engine.games.epic.units import GOALS
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.table import GameState

SEATS = (0, 1)


@rule(refs.EPIC_243, refs.EPIC_244, refs.EPIC_245, refs.EPIC_246, refs.EPIC_247)
def goals_met(objectives: tuple[Objective, ...], seat: int, enemies_in_half: int, spirit: bool) -> tuple[str, ...]:
    """Conditions that a side has met."""
    mine = [each for each in objectives if each.seat_of_half == seat]
    held = [each for each in objectives if each.control == seat]
    own = sum(each.seat_of_half == seat for each in held)
    blitz = any(each.by != seat and each.number == 1 for each in held)
    known = (blitz, spirit, own == len(mine) == 3, len(held) - own >= 2, not enemies_in_half)
    return tuple(goal for goal, holds in zip(GOALS, known, strict=True) if holds)


@rule(refs.EPIC_244)
def is_spirit_broken(now: GameState, seat: int) -> bool:
    """The enemy's costliest formation is destroyed, or one of those as costly."""
    enemies = [unit for unit in now.units.values() if unit.seat != seat and unit.stated("points") is not None]
    most = max((unit.need("points") for unit in enemies), default=0)
    return any(is_destroyed(unit) and unit.need("points") == most for unit in enemies)


@rule(refs.EPIC_242)
def goals_of_both(now: GameState, conditions: Conditions) -> dict[str, Value]:
    """Conditions of both sides and how many."""
    spirit = conditions.spirit or tuple(is_spirit_broken(now, seat) for seat in SEATS)
    goals = tuple(goals_met(conditions.objectives, seat, conditions.in_half[seat], spirit[seat]) for seat in SEATS)
    return {"goals": goals, "counts": tuple(map(len, goals))}
