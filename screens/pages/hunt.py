"""Odds of several targets worked out beside the drawing, until the player moves on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from engine.doors.ranking import Rank, Ranking
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


class Stopped(Exception):
    """Nobody waits for the odds any more."""


class Hunt:
    """Odds under way: what is found so far, and whether somebody still waits for it.

    The jobs are found and done one after another, in a thread of their own.
    """

    def __init__(self, jobs: Iterable[Job]) -> None:
        self.jobs = jobs
        self.found: list[Rank] = []
        self.stopped = self.ended = self.over = False
        self.count = 0

    def step(self) -> None:
        self.count += 1
        if self.count % BREATH == 0:
            time.sleep(0.001)
        if self.stopped:
            raise Stopped

    def run(self) -> None:
        """One target after another."""
        try:
            for job in self.jobs:
                self.found.append(job(self.step))
        except Stopped:
            pass
        finally:
            self.ended = True
