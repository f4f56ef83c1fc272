"""The path of a flamethrower that reaches farther than one square."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.games.dust.cover import blocks
from engine.games.dust.heroes import together
from engine.games.dust.lines import planned
from engine.games.dust.problems import Problem, knowing, verdict
from engine.games.dust.refs import DUST_24, DUST_165, DUST_166, DUST_193
from engine.games.dust.told import Told, squares, whose
from engine.games.dust.units import is_element, kind
from engine.games.dust.values import bounds
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Fixed, ListOf, Record, UnitId, Whole, Word
from engine.values.maps import Value
from engine.values.table import GameState
from engine.values.texts import say

Place = int | tuple[int, int]


def held(square: Value) -> tuple[str, ...]:
    """The units of a square; none in an empty one."""
    if square is None or square == "":
        return ()
    return tuple(map(str, square)) if isinstance(square, tuple) else (str(square),)


def far(place: Place | None) -> int | None:
    return squares(*place) if isinstance(place, tuple) else place


def problems(
    now: GameState,
    attacker: str,
    weapon: str,
    path: tuple[Value, ...],
    at: tuple[Place | None, ...] = (),
    target: str | None = None,
) -> Iterator[Problem]:
    """As many squares as the range, the first beside the attacker, each beside the one before,
    all seen (DUST-166, 193)."""
    reach = bounds(whose(now, Told(attacker, weapon, attacker)), weapon)[1]
    places = [*at, *([None] * (len(path) - len(at)))]
    if len(path) > reach:
        yield Problem(say("at most {reach} squares", reach=reach), DUST_193)
    if any((far(place) or 0) > reach for place in places):
        yield Problem(say("a square lies beyond the range"), DUST_193)
    if places and far(places[0]) not in (None, 1):
        yield Problem(say("the flames begin next to the attacker"), DUST_193)
    if any(apart(one, other) for one, other in pairwise(places)):
        yield Problem(say("each square lies next to the one before"), DUST_193)
    yield from unseen(now, attacker, path, places)
    if target is not None and kind(now.unit(target)) == "trap":
        yield Problem(say("a flamethrower cannot destroy an anti-tank trap"), DUST_165)
    if target is not None and (not path or target not in held(path[-1])):
        yield Problem(say("the target stands in the last square"), DUST_166)


def apart(one: Place | None, other: Place | None) -> bool:
    """Two squares that cannot touch (DUST-193)."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return max(abs(one[0] - other[0]), abs(one[1] - other[1])) != 1
    near, next_one = far(one), far(other)
    return near is not None and next_one is not None and abs(next_one - near) > 1


def unseen(now: GameState, attacker: str, path: tuple[Value, ...], places: list[Place | None]) -> Iterator[Problem]:
    """A vehicle hides what is behind it; soldiers and traps hide soldiers from soldiers, crates
    nobody (DUST-20, 24, 166)."""
    for n, square in enumerate(path):
        screens = [other for k in range(n) if hides(places[k], places[n]) for other in held(path[k])]
        for unit in held(square):
            if any(blocks(now, each, attacker, unit) for each in screens):
                yield Problem(say("{unit} is hidden", unit=now.unit(unit).name), DUST_24)


def hides(near: Place | None, far_one: Place | None) -> bool:
    """Whether a square lies on the line to the other; without places, when it is nearer
    (DUST-18, 193)."""
    if isinstance(near, tuple) and isinstance(far_one, tuple):
        return crosses(near, far_one)
    one, other = far(near), far(far_one)
    return one is None or other is None or one < other


def crosses(square: tuple[int, int], end: tuple[int, int]) -> bool:
    """Whether the straight line from the attacker's centre to the end's goes through the inside
    of a square (DUST-18)."""
    (x, y), (dx, dy) = square, end
    sides = [(2 * x + i) * dy - (2 * y + j) * dx for i in (-1, 1) for j in (-1, 1)]
    between = x * dx + y * dy in range(dx * dx + dy * dy)
    return between and min(sides) < 0 < max(sides)


def burnt(now: GameState, path: tuple[Value, ...], target: str | None) -> tuple[str, ...]:
    """Every unit on the way, friends too; of the last square only the target and whoever is
    joined to it (DUST-166, 193)."""
    *before, last = [held(square) for square in path] or [()]
    everybody = target is None or now.reading("flameLastSquare") == "all"
    meant = () if target is None else together(now, target)
    aimed = tuple(unit for unit in last if everybody or unit in meant)
    found = dict.fromkeys((*(unit for square in before for unit in square), *aimed))
    return tuple(unit for unit in found if unit == target or not is_element(now.unit(unit)))


def flame(
    now: GameState,
    attacker: str,
    weapon: str,
    path: tuple[Value, ...],
    at: tuple[Place | None, ...] = (),
    target: str | None = None,
) -> dict[str, Value]:
    """Who burns, each with the value of its own armour class (DUST-166)."""
    found = list(problems(now, attacker, weapon, path, at, target))
    units = burnt(now, path, target) if not found else ()
    shots = {unit: planned(now, Told(attacker, weapon, unit)) for unit in units}
    return {
        **verdict("legal", found),
        "burnt": units,
        "dice": tuple(shot.dice if shot else 0 for shot in shots.values()),
    }


FLAME = Opening(
    "flame",
    say("flamethrower"),
    DUST_166,
    knowing(flame, nothing),
    Record(
        (
            Field("attacker", UnitId(), required=True),
            Field("weapon", Word(), required=True),
            Field("path", ListOf(Either((Word(), ListOf(Word()))), 0, 9, blanks=True), required=True),
            Field(
                "at",
                ListOf(Either((Whole(0, 99), Fixed((Whole(-99, 99), Whole(-99, 99))))), 0, 9, blanks=True),
                default=(),
            ),
            Field("target", UnitId(enemy=True)),
        )
    ),
    tells=flame,
)
