"""Rounds that repeat until something is decided: the exact odds of their ends, cycles included."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

from engine.dice.odds import Odds, odds_of, sure
from engine.values.model import Endless
from engine.values.texts import say

T = TypeVar("T", bound=Hashable)


def absorbed(ahead: Mapping[T, Odds[T]], start: T) -> Odds[T]:
    """The ends that *start* leads to; an outcome that is a key of *ahead* is no end, but leads on
    to the odds given there."""
    order = _downhill(ahead)
    return _flowed(ahead, order, start) if order else _eliminated(ahead, start)


def _downhill(ahead: Mapping[T, Odds[T]]) -> list[T]:
    """All places in an order in which each comes before those it leads to, apart from itself; empty
    if there is a cycle."""
    entries = dict.fromkeys(ahead, 0)
    onward = {here: [now for now, _ in odds.ways if now in ahead and now != here] for here, odds in ahead.items()}
    for places in onward.values():
        for place in places:
            entries[place] += 1
    order = [here for here, count in entries.items() if not count]
    for here in order:
        for now in onward[here]:
            entries[now] -= 1
            if not entries[now]:
                order.append(now)
    return order if len(order) == len(ahead) else []


def _flowed(ahead: Mapping[T, Odds[T]], order: list[T], start: T) -> Odds[T]:
    """The odds of all ends where places have such an order: each place hands its weight on once. A
    place that leads to itself only scales the rest."""
    mass = {start: 1}
    for here in order:
        flows = mass.pop(here, 0)
        if not flows:
            continue
        away = [(now, ways) for now, ways in ahead[here].ways if now != here]
        whole = sum([ways for _, ways in away])
        if not whole:
            raise Endless(say("this never ends"))
        mass = {now: ways * whole for now, ways in mass.items()}
        for now, ways in away:
            mass[now] = mass.get(now, 0) + ways * flows
    return odds_of(mass)


def _eliminated(ahead: Mapping[T, Odds[T]], start: T) -> Odds[T]:
    """The odds of all ends where places form cycles: each place is written as ends and places of a
    smaller number, from the last back.

    This is Gaussian elimination; a place that leads back to itself is divided out.
    """
    number = {here: place for place, here in enumerate((start, *(here for here in ahead if here != start)))}
    future = dict(ahead)
    for here in reversed(number):
        future[here] = _written_out(future, number, here)
    return future[start]


def _written_out(future: Mapping[T, Odds[T]], number: Mapping[T, int], here: T) -> Odds[T]:
    odds = future[here]
    for later in sorted(
        (place for place in number if number[place] > number[here]), key=number.__getitem__, reverse=True
    ):
        if any(now == later for now, _ in odds.ways):
            odds = odds.then(lambda now, later=later: future[now] if now == later else sure(now))  # type: ignore[misc]
    if all(now == here for now, _ in odds.ways):
        raise Endless(say("this never ends"))
    return odds.without(here)
