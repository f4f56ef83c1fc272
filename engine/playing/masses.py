"""Tables and their weights, in integers or floats: laid out, mixed and added."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from math import gcd, lcm
from typing import Any, TypeAlias

from engine.playing.slots import Row

ROUNDING = 1e-9
"""Far more than rounding can make of sums and products of a million steps."""
Mass: TypeAlias = "dict[Row, Any]"
"""Tables and their weights."""


def rows_of(
    flows: dict[Row, dict[int, Any]], made: list[tuple[Row, int]], join: Callable[[Row], Row]
) -> dict[int, Mass]:
    """Flows as rows, by what is still to be done."""
    ends: dict[int, Mass] = {}
    for rest, held in flows.items():
        for number, ways in held.items():
            content, tail = made[number]
            into = ends.get(tail)
            if into is None:
                into = ends[tail] = {}
            into[join(rest + content)] = ways
    return ends


def mixed(parts: list[Mass], wholes: list[int]) -> Mass:
    """Masses whose weights have been scaled meanwhile, as one; *wholes* is what each weighs."""
    scaled: Mass = {}
    factors = [(sum(part.values()), whole) for part, whole in zip(parts, wholes, strict=True)]
    common = lcm(*(now // gcd(now, whole) for now, whole in factors))
    for part, (now, whole) in zip(parts, factors, strict=True):
        for row, ways in part.items():
            scaled[row] = scaled.get(row, 0) + ways * whole * common // now
    return scaled


def added(parts: list[Mass]) -> Mass:
    whole: Mass = {}
    for part in parts:
        for row, ways in part.items():
            whole[row] = whole.get(row, 0) + ways
    return whole


def without_light(masses: list[Mass], cut: float, most: float) -> tuple[list[Mass], float]:
    """Without what weighs less than a cut, the lightest first and no more than *most* in all; and
    how much that is."""
    light = sorted([ways for mass in masses for ways in mass.values() if ways < cut])
    if not light:
        return masses, 0.0
    totals = list(accumulate(light))
    if totals[-1] > most:
        cut = light[bisect_right(totals, most)]
    dropped = sum([ways for ways in light if ways < cut])
    return [{row: ways for row, ways in mass.items() if ways >= cut} for mass in masses], dropped
