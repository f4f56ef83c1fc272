"""What a running procedure remembers of formations that break, rally and regroup."""

from __future__ import annotations

from typing import NamedTuple


class Broken(NamedTuple):
    """Formations that broke since the procedure began."""

    formations: frozenset[str] = frozenset()


class RallyResult(NamedTuple):
    """Whether the last rally test was passed, and the markers that are left after it."""

    passed: bool = False
    blast: int = 0


class RallyTurn(NamedTuple):
    """The side that rallies next, and whether the players rally no more."""

    seat: int = 0
    is_over: bool = False


class Regrouped(NamedTuple):
    """Points of a regrouping, the markers before it, those removed, the shields raised."""

    points: int = 0
    had: int = 0
    removed: int = 0
    raised: int = 0
