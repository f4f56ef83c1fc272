"""What a question may be answered: choices by a policy, dice by all their readings and the ways to
each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from engine.dice.check import odds, weight
from engine.dice.odds import Odds, odds_of, sure
from engine.playing.answers import Outcome, by_default, outcome
from engine.playing.procedure import Asked
from engine.values.model import Check, Impossible, Prompt
from engine.values.table import GameState
from engine.values.texts import say

Policy: TypeAlias = "Callable[[GameState, Prompt], Outcome | None]"
"""The answer to a prompt, or None: then dice are walked over all their faces."""
Rows: TypeAlias = tuple[tuple[int, str], ...]
"""House rows: how much, and why."""
Rolled: TypeAlias = Callable[[Check], "int | None"]
"""The reading of dice that lie on the table already."""


def defaults(_: GameState, prompt: Prompt) -> Outcome | None:
    """Dice are open; choices take their default; each seat's too."""
    if prompt.kind == "roll":
        return None
    if prompt.kind == "each":
        slots = [defaults(_, slot) for slot in prompt.slots]
        return None if None in slots else tuple(slot for slot in slots if slot is not None)
    return outcome(prompt, by_default(prompt))


def nothing_rolled(_: Check) -> int | None:
    return None


class Throws:
    """The answers of one question about the future; dice of equal weight are counted once."""

    __slots__ = ("house", "policy", "rolled", "thrown")

    def __init__(self, policy: Policy = defaults, house: Rows = (), rolled: Rolled = nothing_rolled) -> None:
        self.policy, self.house, self.rolled = policy, house, rolled
        self.thrown: dict[object, Odds[Outcome]] = {}

    def answers(self, here: Asked) -> Odds[Outcome]:
        """What the table may answer."""
        prompt = (replace(here, house=self.house) if self.house else here).prompt
        known = self.policy(here.state, prompt)
        if known is not None:
            return sure(known)
        if prompt.kind != "roll":
            raise Impossible(say("{asked} has no answer by default", asked=prompt.key))
        if self.rolled is not nothing_rolled:
            return Odds(together(prompt, self.rolled).ways)
        key = prompt.opposed, prompt.summed, prompt.floors, *[weight(check) for check in prompt.checks]
        found = self.thrown.get(key)
        if found is None:
            found = self.thrown[key] = Odds(together(prompt, self.rolled).ways)
        return found


def together(prompt: Prompt, rolled: Rolled) -> Odds[tuple[int, ...]]:
    """All readings of a prompt's checks, side by side, or what the first has more than the
    second."""
    if rolled is nothing_rolled and (prompt.summed or any(prompt.floors)):
        return sums(prompt)
    if len(prompt.checks) == 1:
        reading = rolled(prompt.checks[0])
        one = odds(prompt.checks[0]) if reading is None else sure(reading)
        return Odds(tuple([((n,), ways) for n, ways in one.ways]))
    rows: dict[tuple[int, ...], int] = {(): 1}
    for check in prompt.checks:
        reading = rolled(check)
        one = odds(check) if reading is None else sure(reading)
        rows = {(*row, n): ways * more for row, ways in rows.items() for n, more in one.ways}
    if not prompt.opposed:
        return odds_of(rows)
    gaps: dict[tuple[int, ...], int] = {}
    for (ours, theirs), ways in rows.items():
        gaps[(ours - theirs,)] = gaps.get((ours - theirs,), 0) + ways
    return odds_of(gaps)


def sums(prompt: Prompt) -> Odds[tuple[int, ...]]:
    """All readings of a prompt of which some are only read as a sum or not below a floor: the
    first check of a sum stands for all, the others read 0."""
    rows: dict[tuple[int, ...], int] = {(): 1}
    groups = {group[0]: group[1:] for group in prompt.summed}
    others = {at for group in groups.values() for at in group}
    for n, check in enumerate(prompt.checks):
        one: Odds[int] = sure(0) if n in others else odds(check)
        for at in groups.get(n, ()):
            one = one.then(lambda total, at=at: odds(prompt.checks[at]).map(total.__add__))  # type: ignore[misc]
        if prompt.floors and prompt.floors[n] and n not in others:
            one = one.map(partial(max, prompt.floors[n]))
        rows = {(*row, reading): ways * count for row, ways in rows.items() for reading, count in one.ways}
    return odds_of(rows)
