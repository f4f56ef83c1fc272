"""A check as rows that add up: reason, amount, running target, chance before and after,
citation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.dice.check import odds
from engine.dice.odds import at_least
from engine.values.model import Check, Ref
from engine.values.texts import Text, say


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the explanation of a number."""

    key: str
    why: Text
    amount: int | tuple[int, ...]
    targets: tuple[int, ...]
    before: Fraction
    after: Fraction
    ref: Ref


def success(check: Check) -> Fraction:
    """The chance of success: of as many successes as needed, at least one; for a sum, of reaching
    `needs`."""
    bare = replace(check, grades=())
    return at_least(odds(bare), 1 if check.needs is None else check.needs)


def explain(check: Check) -> tuple[Row, ...]:
    """The printed number first, then every modifier in order; the last running target is the one
    shown."""
    return tuple(_rows(check))


def _rows(check: Check) -> Iterator[Row]:
    bare = replace(check, modifiers=(), settled="" if check.modifiers else check.settled)
    chance = success(bare)
    yield Row("base", say("as printed"), 0, bare.targets, chance, chance, check.ref)
    for n, modifier in enumerate(check.modifiers):
        here = replace(bare, modifiers=check.modifiers[: n + 1])
        if n + 1 == len(check.modifiers):
            here = replace(here, settled=check.settled)
        now = success(here)
        yield Row(modifier.key, modifier.why, modifier.amount, here.targets, chance, now, modifier.ref)
        chance = now
