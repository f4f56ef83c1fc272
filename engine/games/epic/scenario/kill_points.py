"""Kill points: what a formation is worth to the enemy, by what has become of it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_destroyed
from engine.games.epic.formations.rows import rows
from engine.games.epic.scenario.goals import SEATS
from engine.games.epic.scenario.situation import LostFormations
from engine.games.epic.war_engines.hulls import hulls, is_engine
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.table import GameState, Unit


@rule(refs.EPIC_249, refs.EPIC_250)
def strength_left(now: GameState, unit: Unit) -> tuple[int, int]:
    """What is left and what there was: units, war engines by the damage capacity they have left,
    by one reading and one for each."""
    more = now.reading("we_strength") == "one_plus_dc"
    left = start = 0
    for row in rows(unit):
        weight = row.weight + (more and is_engine(row))
        damage = sum(hull.damage for hull in hulls(unit, row)) if is_engine(row) else 0
        left, start = left + row.left * weight - damage, start + row.start * weight
    return left, start


@rule(refs.EPIC_249)
def worth(now: GameState, points: int, halved: bool, broken: bool, destroyed: bool) -> Fraction:
    """All for a formation destroyed, or broken at half strength; half for either alone."""
    if destroyed or (broken and halved):
        return Fraction(points)
    if not broken and not halved:
        return Fraction()
    return Fraction((points + 1) // 2) if now.reading("half_points") == "up" else Fraction(points, 2)


@rule(refs.EPIC_249)
def is_halved(left: int, start: int) -> bool:
    return 2 * left <= start


def worth_of(now: GameState, unit: Unit) -> Fraction:
    halved = is_halved(*strength_left(now, unit))
    return worth(now, unit.need("points"), halved, bool(unit.count("broken")), is_destroyed(unit))


def whole_or_half(points: Fraction) -> Value:
    """Points as a number, and halves as a fraction in words."""
    return points.numerator if points.denominator == 1 else str(points)


@rule(refs.EPIC_249)
def kill_points(now: GameState, seat: int) -> Fraction:
    """What a side has earned by the enemy's formations."""
    return total(worth_of(now, unit) for unit in now.units.values() if unit.seat != seat)


def total(points: Iterable[Fraction]) -> Fraction:
    return sum(points, Fraction())


@rule(refs.EPIC_249)
def points_earned(now: GameState, losses: LostFormations) -> dict[str, Value]:
    """One formation, by its state or in numbers; several; or both sides' totals."""
    if losses.formation is not None:
        return {"points": whole_or_half(worth_of(now, now.unit(losses.formation)))}
    if losses.formations is not None:
        return {"points": whole_or_half(total(worth_of(now, now.unit(each)) for each in losses.formations))}
    if losses.points is None:
        return {"points": tuple(whole_or_half(kill_points(now, seat)) for seat in SEATS)}
    halved = losses.left is not None and losses.start is not None and is_halved(losses.left, losses.start)
    return {"points": whole_or_half(worth(now, losses.points, halved, losses.broken, losses.destroyed))}
