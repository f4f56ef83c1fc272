"""What a transport must be, a pipe for whole messages there and back; and what a tap comes to that
goes by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

Handover: TypeAlias = Callable[[Callable[[], object]], object]
"""Has something done where the game lives: on the thread of the screens, or at once."""


class OnTheWay(Exception):
    """A tap was sent to the host; what comes of it comes with the log."""


class Pipe(Protocol):
    """It may lose, double and hold back what it is given; the channel above it notices."""

    def send(self, data: bytes) -> None:
        """Never waits."""

    def close(self) -> None: ...


def at_once(act: Callable[[], object]) -> object:
    """The handover where everything is on one thread."""
    return act()
