"""What is left out where not all ways are counted: the lightest tables, together no more than is
told."""

from __future__ import annotations

from engine.playing.masses import Mass, without_light

CUT = 1e-4
"""What weighs less than this share of all that may be left out is left out, as long as it may."""
GOING_ON = 30
"""A table that goes on to another round is so much more work than one that is decided."""
FLOW = 1 / 30
"""And a way to a table so much less."""
HEAVIEST = 0.01
"""The most that any one table may weigh that is left out."""


class Spare:
    """How much of all may still be left out, and how much was. Steps take a share of what is left,
    so that there is something for the last one too."""

    __slots__ = ("cut", "dropped", "left", "whole")

    def __init__(self, whole: float, cut: float) -> None:
        self.whole, self.left, self.cut, self.dropped = whole, whole, min(cut, HEAVIEST), 0.0

    @classmethod
    def of(cls, within: float) -> Spare:
        return cls(within, within * CUT)

    @property
    def share(self) -> float:
        return self.left / 8

    def drop(self, weight: float) -> None:
        self.left, self.dropped = self.left - weight, self.dropped + weight

    def without_light(self, masses: list[Mass], worth: float = 1) -> list[Mass]:
        kept, dropped = without_light(masses, self.cut * worth, self.share)
        self.drop(dropped)
        return kept

    def within(self, weight: float, share: float) -> Spare:
        """The same for what is worked out by itself, out of 1, and used with a weight."""
        return Spare(share / weight, self.cut / weight)
