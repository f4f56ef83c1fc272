"""Several devices at one table, over the loopback: host and two guests in this process, each with
a store of its own.

- a tap on one guest until it is seen, and saved, on the other, against the same tap on a device
that plays alone; - joining a game of 2,000 entries, against opening it; - bytes to one guest for an
entry. By the clock on the wall, as the devices wait for each other and for their disks.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, perf_counter

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

from bench_store import device
from timing import Line, Race, Row, judged, printed

from engine.values.events import Event, TrackerSet
from engine.values.model import Impossible
from link.direct import call_table, keep_ticking, serve_table
from link.guest import Guest
from link.host import Host
from link.log import Log
from tests.carddb.play import step
from tests.games.cases import CASES
from tests.link.devices import KEY, TABLE, Device

SEEN_BAR, JOIN_BAR = 3.0, 2.0
TAPS, ENTRIES, MOST = 60, 2_000, 30.0
"""Taps that are measured, entries of the long game, seconds before something is given up."""


class Counted:
    """A host's pipe, and the bytes that went down it."""

    def __init__(self, host: Host) -> None:
        self.bytes, meet = 0, host.meet

        def counted(pipe: object) -> None:
            send = pipe.send  # type: ignore[attr-defined]

            def count(data: bytes) -> None:
                self.bytes += len(data)
                send(data)

            pipe.send = count  # type: ignore[attr-defined]
            meet(pipe)  # type: ignore[arg-type]

        host.meet = counted  # type: ignore[method-assign]


class Hall:
    """A host and its guests, while a bench runs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.tasks = folder, set[asyncio.Task[None]]()
        self.port = 0

    async def open(self, log: Log) -> Host:
        host = Host(log, KEY, TABLE, monotonic, "host")
        self.counted = Counted(host)
        self.server = await serve_table(host, "127.0.0.1")
        self.port = self.server.sockets[0].getsockname()[1]
        self.tasks.add(asyncio.create_task(keep_ticking(host)))
        return host

    async def join(self, name: str, seat: int, number: int) -> Guest:
        guest = Guest(Device(self.folder / name).place(), KEY, name, monotonic, name, "player", seat)
        is_there = asyncio.Event()
        guest.on_move = lambda: is_there.set() if guest.number >= number else None
        guest.on_state = lambda: is_there.set() if guest.state == "live" and guest.number >= number else None
        self.tasks.add(asyncio.create_task(call_table(guest, [("127.0.0.1", self.port)])))
        await asyncio.wait_for(is_there.wait(), MOST)
        return guest

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.server.close()
        await self.server.wait_closed()


def mark(game: str, n: int) -> Event:
    """A tap that every game has: a marker set by hand."""
    return TrackerSet(CASES[game].bystander, "house", n % 7 + 1)


def alone(folder: Path, game: str) -> float:
    """The median of the taps on a device of its own, in microseconds."""
    session = Device(folder / "alone").begin(game).game.session
    times = []
    for n in range(TAPS):
        start = perf_counter()
        session.dispatch(mark(game, n))
        times.append(perf_counter() - start)
    return median(times) * 1e6


async def seen(folder: Path, game: str) -> tuple[float, float]:
    """The median of the same taps on one guest until the other has them; and the bytes of one to
    one guest.

    The one who asks does not wait for his own disk: it is another device's, and here the other
    would wait for it too.
    """
    hall = Hall(folder)
    await hall.open(Device(folder / "host").begin(game))
    other, asking = await hall.join("b", 1, 0), await hall.join("a", 0, 0)
    asking.place.store.disk._sync = lambda file: None  # type: ignore[method-assign]
    times, before = [], hall.counted.bytes
    for n in range(TAPS):
        is_seen = asyncio.Event()
        other.on_move = is_seen.set
        start = perf_counter()
        asking.ask(mark(game, n))
        await asyncio.wait_for(is_seen.wait(), MOST)
        times.append(perf_counter() - start)
        while asking.intent:
            await asyncio.sleep(0)
    size = (hall.counted.bytes - before) / TAPS / 2
    await hall.close()
    return median(times) * 1e6, size


def raced(game: str, sizes: dict[str, float]) -> Race:
    with tempfile.TemporaryDirectory(dir=device(), prefix="bench") as name:
        ours, sizes[game] = asyncio.run(seen(Path(name), game))
        return Race(ours, alone(Path(name), game))


def long_game(folder: Path, game: str) -> Log:
    log, random = Device(folder / "host").begin(game), Random(1)
    while log.number < ENTRIES:
        with suppress(Impossible):
            step(CASES[game], log.game.session, random)
    return log


async def joined(folder: Path, log: Log) -> float:
    hall = Hall(folder)
    await hall.open(log)
    start = perf_counter()
    await hall.join("a", 0, log.number)
    took = perf_counter() - start
    await hall.close()
    return took * 1e6


def opened(folder: Path) -> float:
    """The same game on the same device, opened as a guest opens it after a start."""
    place = Device(folder / "a").place()
    start = perf_counter()
    log = place.open()
    assert log
    return (perf_counter() - start) * 1e6


def raced_join(game: str) -> Race:
    with tempfile.TemporaryDirectory(dir=device(), prefix="bench") as name:
        log = long_game(Path(name), game)
        return Race(asyncio.run(joined(Path(name), log)), opened(Path(name)))


def lines() -> Iterator[Line]:
    sizes: dict[str, float] = {}
    for game in CASES:
        what = f"A tap seen on another device: {game} (a tap alone)"
        yield judged(Row(what, lambda game=game: raced(game, sizes), slower=SEEN_BAR))  # type: ignore[misc]
    yield judged(
        Row(f"Joining a game of {ENTRIES:,} entries (opening it)", lambda: raced_join("front"), slower=JOIN_BAR)
    )
    for game, size in sizes.items():
        yield Line(f"An entry to one guest: {game}", f"{size:,.0f} bytes")


if __name__ == "__main__":
    printed(lines())
