"""Odds worked out beside the drawing, until the player moves on: of several targets one after
another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from engine.doors.ranking import Rank, Ranking
from engine.playing.foresight import Stopped
from engine.values.table import Unit

BREATH = 20
"""Questions between two pauses in which the thread that draws gets its turn."""


Job = Callable[[Callable[[], None]], Rank]
"""Works out one target; it calls what it is given at every question on the way."""


def jobs(pairs: Iterable[tuple[Ranking, Unit]]) -> Iterator[Job]:
    """One job for each target in its situation."""
    return (partial(_rank, *pair) for pair in pairs)


def _rank(ranking: Ranking, unit: Unit, step: Callable[[], None]) -> Rank:
    return replace(ranking, step=step).rank(unit)


class Patience:
    """Called at every step of working out odds: the thread that draws gets its turn, and the work
    ends when it is not waited for. How much is tried at all is for foresight to say."""

    def __init__(self, is_wanted: Callable[[], bool]) -> None:
        self.is_wanted, self.count = is_wanted, 0

    def __call__(self) -> None:
        self.count += 1
        if self.count % BREATH == 0:
            time.sleep(0.001)
        if not self.is_wanted():
            raise Stopped


class Hunt:
    """Odds under way: what is found so far, and whether it is still waited for.

    The jobs are found and done one after another, in a thread of their own.
    """

    def __init__(self, jobs: Iterable[Job]) -> None:
        self.jobs = jobs
        self.found: list[Rank] = []
        self.stopped = self.ended = self.over = False
        self.patience = Patience(lambda: not self.stopped)

    def step(self) -> None:
        self.patience()

    def run(self) -> None:
        """One target after another."""
        try:
            for job in self.jobs:
                self.found.append(job(self.step))
        except Stopped:
            pass
        finally:
            self.ended = True
