"""The path of a flamethrower that reaches farther than one square."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.games.dust import refs, words
from engine.games.dust.attack import rolls, situation
from engine.games.dust.cover import sight
from engine.games.dust.movement.distance import squares
from engine.games.dust.movement.situation import thing_list
from engine.games.dust.units import is_element, kind, together
from engine.games.dust.weapons.situation import FlamePath, Place
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Problem
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.DUST_166)
def flames(now: GameState, flame: FlamePath) -> dict[str, Value]:
    """Who burns, each with the value of its own armour class."""
    against = list(problems(now, flame))
    units = () if against else units_burnt(now, flame)
    shots = (rolls.line_roll(now, flame.line(unit)) for unit in units)
    return {
        **words.verdict("legal", against),
        "burnt": units,
        "dice": tuple(shot.dice if shot else 0 for shot in shots),
    }


def problems(now: GameState, flame: FlamePath) -> Iterator[Problem]:
    """As many squares as the range, the first beside the attacker, each beside the one before,
    all seen."""
    _, reach = situation.weapon(now, flame.line(flame.attacker)).bounds
    places = (*flame.at, *[None] * (len(flame.path) - len(flame.at)))
    if len(flame.path) > reach:
        yield Problem(say("at most {reach} squares", reach=reach), refs.DUST_193)
    if any((squares_away(place) or 0) > reach for place in places):
        yield Problem(say("a square lies beyond the range"), refs.DUST_193)
    if places and squares_away(places[0]) not in (None, 1):
        yield Problem(say("the flames begin next to the attacker"), refs.DUST_193)
    if any(are_apart(one, other) for one, other in pairwise(places)):
        yield Problem(say("each square lies next to the one before"), refs.DUST_193)
    yield from hidden_units(now, flame, places)
    if flame.target is not None and kind(now.unit(flame.target)) == "trap":
        yield Problem(say("a flamethrower cannot destroy an anti-tank trap"), refs.DUST_165)
    if flame.target is not None and flame.target not in units_by_square(flame)[-1]:
        yield Problem(say("the target stands in the last square"), refs.DUST_166)


def units_by_square(flame: FlamePath) -> list[tuple[str, ...]]:
    """The units of each square; a path of no squares ends in an empty one."""
    return [thing_list(square) if square else () for square in flame.path] or [()]


@rule(refs.DUST_166, refs.DUST_193)
def units_burnt(now: GameState, flame: FlamePath) -> tuple[str, ...]:
    """Every unit on the way, friends too; of the last square only the target and the one
    joined to it."""
    *before, last = units_by_square(flame)
    if flame.target is not None and now.reading("flameLastSquare") != "all":
        last = tuple(unit for unit in last if unit in together(now, flame.target))
    found = dict.fromkeys((*(unit for square in before for unit in square), *last))
    return tuple(unit for unit in found if unit == flame.target or not is_element(now.unit(unit)))


@rule(refs.DUST_20, refs.DUST_166)
def hidden_units(now: GameState, flame: FlamePath, places: tuple[Place, ...]) -> Iterator[Problem]:
    """A vehicle hides what is behind it; soldiers and traps hide soldiers from soldiers, crates
    none."""
    path = units_by_square(flame)
    for number, square in enumerate(path):
        nearer = [path[n] for n in range(number) if is_on_line(places[n], places[number])]
        aside = [unit for unit, place in flame.beside.items() if is_on_line(place, places[number])]
        screens = [*aside, *(other for each in nearer for other in each)]
        for unit in square:
            if any(sight.can_block(now, each, flame.attacker, unit) for each in screens):
                yield Problem(say("{unit} is hidden", unit=now.unit(unit).name), refs.DUST_24)


# Squares


def squares_away(place: Place) -> int | None:
    return squares(*place) if isinstance(place, tuple) else place


@rule(refs.DUST_193)
def are_apart(one: Place, other: Place) -> bool:
    """Two squares that cannot touch."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return max(abs(one[0] - other[0]), abs(one[1] - other[1])) != 1
    near, far = squares_away(one), squares_away(other)
    return near is not None and far is not None and abs(far - near) > 1


@rule(refs.DUST_18, refs.DUST_193)
def is_on_line(near: Place, far: Place) -> bool:
    """Whether a square lies on the line to the other; without places, when it is nearer."""
    if isinstance(near, tuple) and isinstance(far, tuple):
        return can_cross(near, far)
    one, other = squares_away(near), squares_away(far)
    return one is None or other is None or one < other


@rule(refs.DUST_18)
def can_cross(square: tuple[int, int], end: tuple[int, int]) -> bool:
    """Whether the straight line from the attacker's centre to the end's goes through the inside
    of a square."""
    (x, y), (dx, dy) = square, end
    sides = [(2 * x + i) * dy - (2 * y + j) * dx for i in (-1, 1) for j in (-1, 1)]
    is_between = x * dx + y * dy in range(dx * dx + dy * dy)
    return is_between and min(sides) < 0 < max(sides)
