"""What another thread hands to the one that draws."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from kivy.clock import Clock


class Handed:
    """Called on any thread with what is to be done; it is done on the one that draws, in order."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()

    def __call__(self, act: Callable[[], object]) -> None:
        self._waiting.append(act)
        Clock.schedule_once(self._do_all, 0)

    def clear(self) -> None:
        self._waiting.clear()

    def _do_all(self, _dt: float) -> None:
        while self._waiting:
            self._waiting.popleft()()
