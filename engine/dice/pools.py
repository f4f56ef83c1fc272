"""Dice thrown together, counted in integers.

How pools are counted: put a number x for one point of worth. A die is then the sum of its faces,
dice thrown together are a product, "each success becomes further dice" puts one sum into another,
and a chain is a geometric series. With x a power of two beyond every count, the digits of that one
big integer are the ways to each worth.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, gcd
from struct import unpack
from typing import TypeAlias

from engine.dice.odds import Odds, odds_of
from engine.values.stages import Again, Chain, Stage, Then


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice thrown together, each worth the number of targets it meets, and what happens to them
    afterwards."""

    dice: int
    faces: tuple[int, ...]
    targets: tuple[int, ...]
    stages: tuple[Stage, ...] = ()
    most: int | None = None

    def __post_init__(self) -> None:
        if self.stages and self.most is None and Chain in map(type, self.stages):
            raise ValueError("a chain may go on for ever: say up to where it is counted")
        if self.dice < 0 or not self.faces or (self.most or 0) < 0:
            raise ValueError(f"nobody can throw {self}")


_Ways: TypeAlias = Sequence[int]  # the ways to 0, 1, 2 and so on
_Throw: TypeAlias = tuple[int, list[list[int]]]  # so many dice, and what each may roll one after the other; []: a chain


def pooled(pool: Pool) -> Odds[int]:
    """The odds of a pool's whole worth."""
    if pool.stages:
        return _staged(pool)
    if len(pool.targets) == 1 and pool.most is None:
        hit = [face >= pool.targets[0] for face in pool.faces].count(True)
        return _hits(pool.dice, len(pool.faces) - hit, hit)
    return _thrown(pool, _worths(pool.faces, pool.targets), len(pool.faces))


def _hits(dice: int, miss: int, hit: int) -> Odds[int]:
    """Dice that only miss or hit, the common case: in lowest terms as soon as one die is."""
    if not miss or not hit:
        return Odds(((dice if hit else 0, 1),))
    if miss == hit:  # as many ways to hit as to miss: the second half is the first one backwards
        half = _binomial(1, 1, dice, dice // 2 + 1)
        return Odds(tuple(enumerate(half + half[(dice - 1) // 2 :: -1] if dice else half)))
    common = gcd(miss, hit)
    return Odds(tuple(enumerate(_binomial(miss // common, hit // common, dice, dice + 1))))


def _worths(faces: Sequence[int], targets: Sequence[int]) -> list[int]:
    """How many faces meet no target, one, two and so on."""
    row, ways, seen = sorted(faces), [], 0
    for target in sorted(targets):
        short = bisect_left(row, target)
        ways.append(short - seen)
        seen = short
    ways.append(len(row) - seen)
    return ways


def _thrown(pool: Pool, die: _Ways, under: int, step: int = 1) -> Odds[int]:
    """Dice thrown together; the chance that one is worth k is its ways to k by under * step**k."""
    common = gcd(under, *die)
    die, under, count = [ways // common for ways in die], under // common, pool.dice * (len(die) - 1) + 1
    if pool.most is not None:
        count = min(count, pool.most)
    whole = under**pool.dice * step**count
    ways = _powered(die, pool.dice, whole, count)
    if step > 1:
        ways = [each * step ** (count - worth) for worth, each in enumerate(ways)]
    return _counted(ways if pool.most is None else [*ways, whole - sum(ways)])


def _powered(die: _Ways, dice: int, bound: int, count: int) -> _Ways:
    """The ways to the first sums of equal dice, none of them beyond *bound*."""
    if len(die) == 2 and die[0]:
        return _binomial(die[0], die[1], dice, count)
    width, packed = _width(bound), 0
    if len(die) == 3 and die[0] and width > 8:
        return _trinomial(die[0], die[1], die[2], dice, count)
    for ways in reversed(die):
        packed = (packed << 8 * width) + ways
    return _digits(pow(packed, dice, 1 << 8 * width * count), width, count)[::-1]


def _binomial(miss: int, hit: int, dice: int, count: int) -> list[int]:
    """The same for dice that only miss or hit: from each number of hits to the next, one more
    miss is a hit."""
    ways, row = miss**dice, []
    turning, turned = dice * hit, 0
    for _ in range(count):
        row.append(ways)
        turned += miss
        ways = ways * turning // turned
        turning -= hit
    return row


def _trinomial(miss: int, hit: int, twice: int, dice: int, count: int) -> _Ways:
    """The same for dice worth up to two, from the two counts before; long numbers are quicker so
    than packed."""
    before, ways, row = 0, miss**dice, []
    turning, jumping, turned = dice * hit, (2 * dice + 1) * twice, 0
    for _ in range(count):
        row.append(ways)
        turned += miss
        before, ways = ways, (ways * turning + before * jumping) // turned
        turning, jumping = turning - hit, jumping - twice
    return row


def _width(bound: int) -> int:
    """Bytes that hold a count: one of the sizes a machine reads at once, if there is one."""
    width = (bound.bit_length() + 7) // 8
    return width if width > 8 else 1 << (width - 1).bit_length()


def _digits(packed: int, width: int, count: int) -> _Ways:
    """A big integer's digits, the highest first."""
    row = packed.to_bytes(width * count, "big")
    if width <= 8:
        return unpack(f">{count}{' BH I   Q'[width]}", row)
    return tuple(map(int.from_bytes, unpack(f"{width}s" * count, row)))


def _counted(ways: _Ways, least: int = 0) -> Odds[int]:
    """Ways in a row as odds from *least* on."""
    if all(ways) and gcd(ways[0], ways[-1], *ways) == 1:  # nothing to leave out or to divide; the ends mostly tell
        return Odds(tuple(enumerate(ways, least)))
    return odds_of(dict(enumerate(ways, least)))


def _staged(pool: Pool) -> Odds[int]:
    """A die and all that comes of it is a die with more faces: dice with stages are thrown like
    any others."""
    if Chain in map(type, pool.stages):
        return _chained(pool)
    throws, bits = _throws(pool), 64
    part, under, _ = _value(throws, 1 << bits, 1)
    if under >> bits:
        bits = under.bit_length()
        part, _, _ = _value(throws, 1 << bits, 1)
    die, digit = [], (1 << bits) - 1
    while part:
        die.append(part & digit)
        part >>= bits
    return _hits(pool.dice, *die) if len(die) == 2 and pool.most is None else _thrown(pool, die, under)


@lru_cache(maxsize=4096)
def _chained(pool: Pool) -> Odds[int]:
    """A chain has no end, so x is a small number and the digits stand behind the point.

    Each point of worth divides by *step* once more, so x is taken that much larger to keep every
    digit whole.
    """
    throws, most = _throws(pool), max(pool.most or 0, 1) - 1
    _, under, step = _value(throws, 0, 1)
    width = _width(under * step ** (most + 1))
    part, below, _ = _value(throws, step, 1 << 8 * width)
    die = _digits((under * part << 8 * width * most) // below, width, most + 1)
    return _thrown(pool, die, under, step)


def _throws(pool: Pool) -> list[_Throw]:
    """One die of the pool, then the dice each success is replaced by."""
    targets, faces, rolls = pool.targets, pool.faces, [_worths(pool.faces, pool.targets)]
    throws = [(1, rolls)]
    for stage in pool.stages:
        if isinstance(stage, Then):
            targets, faces = stage.targets, stage.faces or pool.faces
            rolls = [_worths(faces, targets)]
            throws.append((stage.dice, rolls))
        elif isinstance(stage, Again):
            rolls.append(_worths(faces, stage.targets) if stage.targets else rolls[0])
        else:
            rolls.append([])
    return throws


def _value(throws: list[_Throw], part: int, under: int) -> tuple[int, int, int]:
    """The first die's value as a fraction when each point of worth at the end is part/under; and
    the chains' step."""
    step = 1
    for dice, rolls in reversed(throws):
        part, under, chained = _die(rolls, part, under)
        step *= chained
        if dice != 1:
            part, under = part**dice, under**dice
    return part, under, step


def _die(rolls: list[list[int]], part: int, under: int) -> tuple[int, int, int]:
    """The same for one die and its later rolls."""
    miss, value, whole = _roll(rolls[0], part, under)
    missed, fresh, done, every, step = miss, value - miss, 0, whole, 1
    for ways in rolls[1:]:
        if ways:
            again, better, all_ = _roll(ways, part, under)
            shared = under ** (min(len(ways), len(rolls[0])) - 1)  # else it doubles with every roll
            fresh, done = (fresh * all_ + missed * (better - again)) // shared, done * all_ // shared
            missed, every = missed * again // shared, every * all_ // shared
        elif miss:  # a geometric series: miss, met and miss, met and met and miss, and so on
            step = whole - value + miss
            missed, fresh, done, every = missed * step, 0, done * step + fresh * miss, every * step
        else:  # a chain that cannot end lies beyond everything counted
            fresh = 0
    return missed + fresh + done, every, step


def _roll(ways: list[int], part: int, under: int) -> tuple[int, int, int]:
    """One roll: the ways to miss, the value of all ways, and their number."""
    value, scale = 0, 1
    for count in reversed(ways):
        value = value * part + count * scale
        scale *= under
    scale //= under
    return ways[0] * scale, value, sum(ways) * scale


def summed(dice: int, faces: tuple[int, ...], keep: int = 0, lowest: bool = False) -> Odds[int]:
    """The sum of the *keep* highest dice, or lowest; 0 keeps all."""
    if not 0 < keep < dice:
        return _all(dice, faces)
    if lowest:
        mirrored = summed(dice, tuple([-face for face in faces]), keep)
        return Odds(tuple([(-total, ways) for total, ways in reversed(mirrored.ways)]))
    if keep == 1 and len(set(faces)) == len(faces):
        return _best(dice, faces)
    return _kept(dice, faces, keep)


def _all(dice: int, faces: tuple[int, ...]) -> Odds[int]:
    least = min(faces)
    die = [0] * (max(faces) - least + 1)
    for face in faces:
        die[face - least] += 1
    return _counted(_powered(die, dice, len(faces) ** dice, dice * (len(die) - 1) + 1), dice * least)


def _best(dice: int, faces: tuple[int, ...]) -> Odds[int]:
    """The best of dice whose faces all differ: none is higher, less those where all are lower."""
    ways, lower = [], 0
    for upto, face in enumerate(sorted(faces), 1):
        none_higher = upto**dice
        ways.append((face, none_higher - lower))
        lower = none_higher
    return Odds(tuple(ways))


def _kept(dice: int, faces: tuple[int, ...], keep: int) -> Odds[int]:
    """The sum of the highest dice, by going down from face to face.

    At first all throws count as if every die showed the highest face. At each step down, the throws
    with fewer than *keep* dice above it take their other kept dice down with them: they leave the
    upper face and come to the lower.
    """
    row = sorted(faces, reverse=True)
    below, least, better = len(row), row[-1], 0
    bits = 8 * (width := _width(below**dice))
    upper = bits * (row[0] - least)
    packed, choices = below**dice << keep * upper, [comb(dice, above) for above in range(1, keep)]
    for face in row[1:]:
        lower, below, better = bits * (face - least), below - 1, better + (1 << upper)
        leaving = coming = held = below ** (dice - keep + 1)
        for choice in choices:
            held *= better
            ways = choice * held
            leaving, coming = (leaving * below << upper) + ways, (coming * below << lower) + ways
        packed += (coming << lower) - (leaving << upper)
        upper = lower
    return _counted(_digits(packed, width, keep * (row[0] - least) + 1)[::-1], keep * least)


def clear_caches() -> None:
    """Forget what was counted before; only a benchmark wants this."""
    _chained.cache_clear()
