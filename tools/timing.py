"""How long ours takes and how long a peer takes, and whether a bar holds: one table for all
benchmarks."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median_low
from time import thread_time_ns

Call = Callable[[], object]
RUNS = 5
"""A bar is missed when most of so many runs miss it: one busy moment of a machine is no verdict."""
HEAD = ("what", "ours", "peer", "ratio", "bar", "holds")


@dataclass(frozen=True, slots=True)
class Race:
    """The times of both, in microseconds."""

    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        """How many times faster ours is."""
        return self.peer / self.ours


@dataclass(frozen=True, slots=True)
class Row:
    """Something measured beside a peer. It has to be at least so many times faster, or at most so
    many times slower.

    Without a bar it is only shown. `same` says whether both sides give the same answer.
    """

    what: str
    measure: Callable[[], Race]
    faster: float | None = None
    slower: float | None = None
    same: Callable[[], bool] = lambda: True
    unit: str = "us"

    @property
    def bar(self) -> str:
        if self.slower is not None:
            return f"at most {self.slower:g}"
        return "" if self.faster is None else f"at least {self.faster:g}"

    def ratio(self, race: Race) -> float:
        return race.ratio if self.slower is None else 1 / race.ratio

    def misses(self, race: Race) -> bool:
        return self.ratio(race) < (self.faster or 0) if self.slower is None else self.ratio(race) > self.slower


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table."""

    what: str
    ours: str
    peer: str = ""
    ratio: str = ""
    bar: str = ""
    holds: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return self.what, self.ours, self.peer, self.ratio, self.bar, self.holds


def judged(row: Row) -> Line:
    """A row that misses its bar is measured again, until most of five runs agree."""
    if not row.same():
        return Line(row.what, "", "", "", row.bar, "NO: other fractions")
    races = [row.measure()]
    while row.bar and max(held := sum(not row.misses(each) for each in races), len(races) - held) <= RUNS // 2:
        races.append(row.measure())
    middle = median_low([(row.ratio(each), each.ours, each.peer) for each in races])
    missed = row.bar and sum(map(row.misses, races)) > RUNS // 2
    return Line(
        row.what,
        shown(middle[1], row.unit),
        shown(middle[2], row.unit),
        f"{middle[0]:.2f}",
        row.bar,
        "NO" if missed else "yes" if row.bar else "",
    )


def shown(value: float, unit: str) -> str:
    """A time or a size in a few figures."""
    larger = {"us": "ms", "bytes": "kB"}[unit]
    if value >= 10_000:
        return f"{value / 1000:,.0f} {larger}"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.1f} {unit}"


def printed(lines: Iterable[Line]) -> list[Line]:
    """The table, line by line as it is measured."""
    found = []
    print("".join(_wide(HEAD)), flush=True)
    for line in lines:
        print("".join(_wide(line.cells)), flush=True)
        found.append(line)
    return found


def _wide(cells: tuple[str, ...]) -> list[str]:
    return [f"{cells[0]:<70}", *(f"{cell:>12}" for cell in cells[1:4]), f"  {cells[4]:<14}", cells[5]]


def race(ours: Call, peer: Call, forget: Call, seconds: float = 0.25, turns: int = 5) -> Race:
    """Several runs of ours, then as many of the peer, in turns for a while; every run starts
    with nothing cached."""
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
    """What the clock itself takes is told from this, and does not count."""


def _best(call: Call, forget: Call, runs: int = 10) -> int:
    return min([_once(call, forget) for _ in range(runs)])


def _once(call: Call, forget: Call) -> int:
    forget()
    start = thread_time_ns()
    call()
    return thread_time_ns() - start
