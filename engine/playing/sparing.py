"""What is left out where not all ways are counted: the lightest tables, together no more than is
told."""

from __future__ import annotations

from engine.playing.masses import Mass, without_light

CUT = 1e-4
"""What weighs less than this share of all that may be left out is left out, as long as it may."""
GOING_ON, FLOW = 30, 1 / 30
"""A table that goes on to another round is so much more work than one that is decided; a way to a
table so much less."""
HEAVIEST = 0.01
"""The most that a table may weigh that is left out."""
STEPS, ROUNDS, STEPS_OF_A_CHAIN, CHAINS = 8, 4, 3, 2
"""One share of what is left for a step, a round, a step of a chain, all chains of both sides."""


class Spare:
    """How much of all may still be left out, and how much was. Every step takes a share of what is
    left, so that there is something for the last one too."""

    __slots__ = ("cut", "dropped", "left", "steps")

    def __init__(self, whole: float, cut: float, steps: int = STEPS) -> None:
        self.left, self.cut, self.steps, self.dropped = whole, min(cut, HEAVIEST), steps, 0.0

    @classmethod
    def of(cls, within: float) -> Spare:
        return cls(within, within * CUT)

    @property
    def share(self) -> float:
        return self.left / self.steps

    def for_chain(self, weight: float, share: float) -> Spare:
        """The same for what is worked out by itself, out of 1, and used with a weight."""
        return Spare(share / weight, self.cut / weight, STEPS_OF_A_CHAIN)

    def drop(self, weight: float) -> None:
        self.left, self.dropped = self.left - weight, self.dropped + weight

    def without_light(self, masses: list[Mass]) -> list[Mass]:
        kept, dropped = without_light(masses, self.cut, self.share)
        self.drop(dropped)
        return kept

    def going_on(self, mass: Mass) -> Mass:
        """What goes on to another round."""
        (kept,), dropped = without_light([mass], self.cut * GOING_ON, self.left / ROUNDS)
        self.drop(dropped)
        return kept
