"""What was worked out of a table is known as long as the table is the same: a screen asks the same
several times for every tap."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.playing.rules import Ruleset
from engine.values.table import GameState

P = ParamSpec("P")
T = TypeVar("T")
TABLES = 12
"""Tables that are remembered: this one, and those of the steps ahead, to the end of the turn."""
Known = tuple[Ruleset, GameState, dict[Hashable, Any]]


def recalled(work: Callable[Concatenate[Ruleset, GameState, P], T]) -> Callable[Concatenate[Ruleset, GameState, P], T]:
    """A function of a ruleset and a table, called once for each table and each thing asked.

    Tables are told apart by identity: they never change. What is known is replaced as a whole, so
    that a thread that works out odds does not meddle with the one that draws.
    """
    known: list[tuple[Known, ...]] = [()]

    @wraps(work)
    def asked(rules: Ruleset, now: GameState, /, *args: P.args, **kw: P.kwargs) -> T:
        found = next((each[2] for each in known[0] if each[1] is now and each[0] is rules), None)
        if found is None:
            found = {}
            known[0] = ((rules, now, found), *known[0][: TABLES - 1])
        key = (args, *sorted(kw.items()))
        if key not in found:
            found[key] = work(rules, now, *args, **kw)
        value: T = found[key]
        return value

    return asked
