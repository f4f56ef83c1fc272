"""How much is tried while a player waits for advice. What is not tried changes how long an answer
takes, or whether it is called complete; none of it is a rule of the game."""

from engine.games.front.battle.situation import Plan

MOST_UNITS = 5
MOST_ATTACKERS = 6
MOST_SPLITS = 1000
FEW_POINTS = 20
WORK = 6**MOST_UNITS * 3**MOST_UNITS
"""Blocks of five units a side, times the ways in which five attackers strike together: seconds."""
QUICK_WORK = 50_000
"""The same while a player looks at a screen."""
WORK_WHILE_CHOOSING = 2_500
"""Blocks that are compared at every tap; of more the likely ones."""


def is_crowded(plan: Plan) -> bool:
    """Too many units for the best reply at every tap: only the splits are looked for."""
    return len(plan.attackers) > MOST_ATTACKERS or any(len(row) > MOST_UNITS for row in plan.blockers.values())


def tries_every_split(points: int, may_answer: bool) -> bool:
    """An answer may change with every point, so that all are tried while they are few."""
    return points < FEW_POINTS and may_answer


def most_of_use(points: int, defense_left: int) -> int:
    """Points on a unit beyond what is left of its defense change nothing."""
    return min(points, max(0, defense_left))
