"""Exact odds: outcomes and the integer ways to each, divided last."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Odds(Generic[T]):
    """Outcomes and the integer ways to each."""

    ways: tuple[tuple[T, int], ...]

    @property
    def total(self) -> int:
        """All ways together."""
        return sum([ways for _, ways in self.ways])

    def then(self, step: Callable[[T], Odds[U]]) -> Odds[U]:
        """What follows each outcome, equal results merged."""
        parts = [(ways, odds, odds.total) for ways, odds in [(ways, step(outcome)) for outcome, ways in self.ways]]
        whole = lcm(*[total for _, _, total in parts])
        merged: dict[U, int] = {}
        for ways, odds, total in parts:
            scale = ways * (whole // total)
            for outcome, count in odds.ways:
                merged[outcome] = merged.get(outcome, 0) + count * scale
        return odds_of(merged)

    def map(self, name: Callable[[T], U]) -> Odds[U]:
        """The same odds under new names, equal names merged."""
        merged: dict[U, int] = {}
        for outcome, ways in self.ways:
            called = name(outcome)
            merged[called] = merged.get(called, 0) + ways
        return odds_of(merged)

    def without(self, outcome: T) -> Odds[T]:
        """The same, given that *outcome* does not happen."""
        others = {each: ways for each, ways in self.ways if each != outcome}
        if not others:
            raise ValueError(f"nothing but {outcome!r} can happen")
        return odds_of(others)

    def chance(self, outcome: T) -> Fraction:
        """The chance of one outcome, 0 when it is unknown."""
        return Fraction(dict(self.ways).get(outcome, 0), self.total)

    def chances(self) -> dict[T, Fraction]:
        """The chance of every outcome."""
        total = self.total
        return {outcome: Fraction(ways, total) for outcome, ways in self.ways}


def odds_of(ways: Mapping[U, int]) -> Odds[U]:
    """Odds in lowest terms, in the order given; what cannot happen is left out."""
    common = gcd(*ways.values())
    return Odds(tuple([(outcome, count // common) for outcome, count in ways.items() if count]))


def sure(outcome: U) -> Odds[U]:
    """The one thing that happens."""
    return Odds(((outcome, 1),))


def mean(odds: Odds[int]) -> Fraction:
    """The average."""
    return Fraction(sum([outcome * ways for outcome, ways in odds.ways]), odds.total)


def variance(odds: Odds[int]) -> Fraction:
    """The mean square less the squared mean."""
    return Fraction(sum([outcome**2 * ways for outcome, ways in odds.ways]), odds.total) - mean(odds) ** 2


def at_least(odds: Odds[int], n: int) -> Fraction:
    """The chance of *n* or more."""
    return Fraction(sum([ways for outcome, ways in odds.ways if outcome >= n]), odds.total)


def opposed(ours: Odds[int], theirs: Odds[int]) -> Odds[str]:
    """Who has the higher total."""
    row = sorted(theirs.ways)
    totals, below = [total for total, _ in row], [0, *accumulate([ways for _, ways in row])]
    win = sum([ways * below[bisect_left(totals, total)] for total, ways in ours.ways])
    held = sum([ways * below[bisect_right(totals, total)] for total, ways in ours.ways])
    return odds_of({"win": win, "tie": held - win, "lose": ours.total * below[-1] - held})
