"""How long ours takes and how long a peer takes, in turns and by the time the processor spent on each."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from time import thread_time_ns

Call = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Race:
    """The best times of both, in microseconds."""

    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        """How many times faster ours is."""
        return self.peer / self.ours


def race(ours: Call, peer: Call, forget: Call, seconds: float = 0.5, turns: int = 5) -> Race:
    """Several runs of ours, then as many of the peer, in turns for a while; every run starts with nothing cached."""
    times: list[tuple[int, int, int]] = []
    until, collecting = thread_time_ns() + seconds * 1e9, gc.isenabled()
    gc.disable()
    try:
        while len(times) < turns or thread_time_ns() < until:
            times.append((_best(ours, forget), _best(peer, forget), _best(_nothing, forget)))
            gc.collect()
    finally:
        if collecting:
            gc.enable()
    best, other, clock = (min(column) for column in zip(*times, strict=True))
    return Race((best - clock) / 1000, (other - clock) / 1000)


def _nothing() -> None:
    """What the clock itself takes is told from this, and counts for nobody."""


def _best(call: Call, forget: Call, runs: int = 10) -> int:
    return min([_once(call, forget) for _ in range(runs)])


def _once(call: Call, forget: Call) -> int:
    forget()
    start = thread_time_ns()
    call()
    return thread_time_ns() - start
