"""Answers that are asked for again at once, with the very same things."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
A = TypeVarTuple("A")


def same_again(work: Callable[[*A], T]) -> Callable[[*A], T]:
    """The last answer, as long as nothing else is asked: every reading of one throw asks for what
    the table was before it. Things are known again by being the same, not by being equal."""
    last: list[tuple[tuple[Any, ...], T]] = []

    @wraps(work)
    def asked(*args: *A) -> T:
        known = last[-1:]
        if known and len(known[0][0]) == len(args) and all(map(_is, known[0][0], args)):
            return known[0][1]
        found = work(*args)
        last[:] = [(args, found)]
        return found

    return asked


def _is(one: object, other: object) -> bool:
    return one is other
