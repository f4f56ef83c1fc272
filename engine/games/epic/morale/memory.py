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


class RalliedSoFar(NamedTuple):
    """Of several formations that try one after another, those that have rallied."""

    formations: frozenset[str] = frozenset()


class RallyEnd(NamedTuple):
    """Whether the players rally no more."""

    is_over: bool = False


class Regrouped(NamedTuple):
    """Points of a regrouping, the markers before it, those removed, the shields raised."""

    points: int = 0
    had: int = 0
    removed: int = 0
    raised: int = 0
