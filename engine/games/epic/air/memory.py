"""What a flight remembers while it is resolved."""

from __future__ import annotations

from typing import NamedTuple


class FlakHeld(NamedTuple):
    """Whether the rest of the enemies hold their flak."""

    held: bool = False


class AttackLost(NamedTuple):
    """Aircraft that have attacked in this flight, or lost their attack by a jink."""

    formations: frozenset[str] = frozenset()
