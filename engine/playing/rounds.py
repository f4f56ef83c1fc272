"""Rounds of a trace that repeat until something is decided: in floats until the rest is too light
to be seen, in integers without end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.dice.absorb import absorbed
from engine.dice.odds import Odds, odds_of
from engine.playing.masses import ROUNDING, Mass
from engine.playing.procedure import Task
from engine.values.table import GameState

if TYPE_CHECKING:
    from engine.playing.trace import Trace


def until_light(trace: Trace, mass: Mass, done: Callable[[GameState], bool], again: Task) -> Mass:
    """In floats, until what goes on is too light to be seen."""
    ended: Mass = {}
    while mass:
        going: Mass = {}
        for row, ways in mass.items():
            into = ended if trace.judged(done, row) else going
            into[row] = into.get(row, 0) + ways
        going = trace.spare.going_on(going)
        rest = sum(going.values())
        if rest <= max(trace.spare.share, ROUNDING / 1000):
            trace.spare.drop(rest)
            break
        mass = trace.after(going, again)
    return ended


def for_ever(trace: Trace, mass: Mass, done: Callable[[GameState], bool], again: Task) -> Mass:
    """Rounds without end, exactly; those that have been fought come before them."""
    while trace.replaying and not all(trace.judged(done, row) for row in mass):
        mass = trace.after(mass, again)
    ahead: dict[Any, Odds[Any]] = {}
    waiting = [row for row in mass if not trace.judged(done, row)]
    while waiting:
        here = waiting.pop()
        if here not in ahead:
            ahead[here] = odds_of(trace.after({here: 1}, again))
            waiting += [now for now, _ in ahead[here].ways if now not in ahead and not trace.judged(done, now)]
    if not ahead:
        return mass
    ahead["start"] = odds_of(mass)
    return dict(absorbed(ahead, "start").ways)
