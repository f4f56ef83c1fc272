"""How lucky a side was: its dice as they fell, compared with what was to be expected of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from engine.dice.check import foregone, odds, tally
from engine.dice.odds import Odds, mean, variance
from engine.playing.answers import by_check, contest, rollers
from engine.playing.fold import questions
from engine.playing.rules import Ruleset
from engine.values.events import Answered, Event
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many

LEAST = 1e-12
"""Chances smaller than this change no label, so that the tail of many dice stays short."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one check as they fell: the seat, the turn, the result, and the odds of all
    results. Successes are counted; dice that are `added` up count as luck only where two sides roll
    against each other."""

    seat: int
    turn: int
    got: int
    odds: Odds[int]
    added: bool = False


@dataclass(frozen=True, slots=True)
class Luck:
    """Several throws together: their result, its exact mean and variance, and the chance of such a
    result."""

    throws: tuple[Throw, ...] = ()

    @property
    def got(self) -> int:
        return sum(throw.got for throw in self.throws)

    @property
    def mean(self) -> Fraction:
        return sum((mean(throw.odds) for throw in self.throws), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variances of the throws added up, as throws are independent."""
        return sum((variance(throw.odds) for throw in self.throws), Fraction(0))

    @property
    def more(self) -> Fraction:
        """The result less its expectation."""
        return self.got - self.mean

    @property
    def expected(self) -> bool:
        """Whether the result is within the usual spread."""
        return self.more**2 <= self.variance

    @property
    def chance(self) -> float:
        """The chance of a result so high, or, below the expectation, so low."""
        spread, got = spread_of(self.throws), self.got
        return max(
            LEAST, sum(share for total, share in spread.items() if (total >= got if self.more > 0 else total <= got))
        )


def spread_of(throws: tuple[Throw, ...]) -> dict[int, float]:
    """The odds of all throws together, in floats: they only choose a label, and the exact ways of
    thousands of dice fill megabytes."""
    found = {0: 1.0}
    for throw in throws:
        after: dict[int, float] = {}
        for outcome, share in throw.odds.chances().items():
            for total, before in found.items():
                after[total + outcome] = after.get(total + outcome, 0.0) + before * float(share)
        found = {total: share for total, share in after.items() if share > LEAST}
    return found


def luck_in_words(luck: Luck) -> Text:
    """The luck of one side in words."""
    if not luck.throws:
        return say("no dice")
    if luck.expected:
        return say("about as expected")
    times, off = max(2, round(1 / luck.chance)), max(1, round(abs(luck.more)))
    if luck.more > 0:
        return say_many(
            "lucky: one more than expected, happens 1 time in {times}",
            "lucky: {count} more than expected, happens 1 time in {times}",
            off,
            times=times,
        )
    return say_many(
        "unlucky: one less than expected, happens 1 time in {times}",
        "unlucky: {count} less than expected, happens 1 time in {times}",
        off,
        times=times,
    )


def luck_in_figures(luck: Luck) -> Text:
    """The numbers behind the words."""
    spread = decimal(Fraction(sqrt(luck.variance)))
    return say_many(
        "successes in one roll: {got}; {mean} expected, give or take {spread}",
        "successes in {count} rolls: {got}; {mean} expected, give or take {spread}",
        len(luck.throws),
        got=luck.got,
        mean=decimal(luck.mean),
        spread=spread,
    )


def decimal(number: Fraction) -> Text:
    """A number of at least 0, with one decimal."""
    tenths = round(number * 10)
    return say("{whole}.{tenth}", whole=tenths // 10, tenth=tenths % 10)


def luck_of(throws: list[Throw], seat: int, added: bool, turn: int | None = None) -> Luck:
    """The throws of one side, in one turn or in all."""
    return Luck(
        tuple(throw for throw in throws if throw.seat == seat and throw.added is added and turn in (None, throw.turn))
    )


def throws_of(rules: Ruleset, state: GameState, event: Event) -> Iterator[Throw]:
    """The throws of an answer, read by its question; dice that decide nothing are left out, and
    thresholds that do nothing here: a critical on who suffers none."""
    if not isinstance(event, Answered) or not (asked := questions(rules, state)):
        return
    prompt = asked[-1].prompt
    prompt = next((slot for slot in prompt.slots if slot.key == event.prompt), prompt)
    if prompt.kind != "roll":
        return
    whose = rollers(prompt, state)
    for n, (check, faces) in enumerate(zip(prompt.checks, by_check(prompt, event.value), strict=True)):
        if foregone(check) is None and (check.keep is None or contest(prompt)):
            bare = replace(check, grades=())
            counted = replace(bare, bases=bare.bases[: len(bare.names)]) if bare.names else bare
            got = min(tally(bare, faces), max(odds(counted).chances()))
            yield Throw(whose[n], state.turn, got, odds(counted), check.keep is not None)
