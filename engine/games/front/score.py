"""How a battle is judged: most enemy units destroyed, then fewest own lost, then most damage.

A score is one number, so that scores of parts of a battle add up and compare as the whole does. Of choices that are equal
by that, the one with less damage beyond destruction is better, and then the one that costs less damage.
"""

from __future__ import annotations

from typing import NamedTuple

BASE = 1 << 20  # no mutant: any number far beyond the damage of a battle


class Score(NamedTuple):
    """From the attacker's side: units destroyed and lost, damage dealt and how much of it was of use, damage taken likewise."""

    kills: int = 0
    losses: int = 0
    damage: int = 0
    useful: int = 0
    taken: int = 0
    taken_useful: int = 0

    @property
    def attacker(self) -> int:
        """The more, the better for the attacker (FRONT-15, 16)."""
        return packed(self.kills, -self.losses, self.damage, self.useful, -self.taken, -self.taken_useful)

    @property
    def defender(self) -> int:
        """The more, the better for the defender (FRONT-04, 18)."""
        return packed(self.losses, -self.kills, self.taken, self.taken_useful, -self.damage, -self.useful)


def packed(*parts: int) -> int:
    """Parts in order of weight as one number (FRONT-15)."""
    total = 0
    for part in parts:
        total = total * BASE + part
    return total


def unpacked(value: int) -> Score:
    """The score behind an attacker's number (FRONT-15)."""
    parts: list[int] = []
    for _ in Score._fields:
        part = (value + BASE // 2) % BASE - BASE // 2  # no mutant: parts may be less than nothing
        parts, value = [part, *parts], (value - part) // BASE
    kills, losses, damage, useful, taken, taken_useful = parts
    return Score(kills, -losses, damage, useful, -taken, -taken_useful)
