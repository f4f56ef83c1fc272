"""Several devices at one table, over the loopback: host and two guests in this process, each with
a store of its own.

- taps of play on one guest until they are seen, and saved, on the other, against the same taps on a
device that plays alone, and without a bar the cheapest tap there is, a marker set by hand; -
joining a game of 2,000 entries, against opening it; - bytes to one guest for an entry. In processor
time: what a disk takes is the same for all and never the same twice.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

from bench_store import device
from timing import Line, Race, Row, judged, printed, shown

from engine.playing.session import Session
from engine.values.events import Entry, Event, TrackerSet
from engine.values.model import Impossible
from link.direct import call_table, keep_ticking, serve_table
from link.guest import Guest
from link.host import Host
from link.log import Log
from tests.carddb.play import step
from tests.games.cases import CASES
from tests.link.devices import KEY, TABLE, Device

SEEN_BAR, JOIN_BAR = 3.0, 2.0
TAPS, ENTRIES, MOST = 120, 2_000, 120.0
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

    async def join(self, name: str, seat: int | None, number: int) -> Guest:
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


def script(folder: Path, game: str) -> list[Entry]:
    """The first taps of an evening, undone ones and corrections among them."""
    session, random = Device(folder / "script").begin(game).game.session, Random(2)
    while len(session.journal) < TAPS:
        with suppress(Impossible):
            step(CASES[game], session, random)
    return list(session.journal)


def markers(folder: Path, game: str) -> list[Entry]:
    """A marker put down and taken away again, by hand."""
    session = Device(folder / "script").begin(game).game.session
    owner = next(iter(session.state.units))
    pair = next(filter(partial(may_be_set, session), product([owner], (each.key for each in session.rules.trackers))))
    return [TrackerSet(*pair, 1), TrackerSet(*pair, 0)] * (TAPS // 2)


def may_be_set(session: Session, pair: tuple[str, str]) -> bool:
    fold, event = session.fold, TrackerSet(*pair, 1)
    with suppress(Impossible):
        return bool(fold.apply(session.state, event)) and not fold.refusals(session.state, event)
    return False


def tap(session: Session, entry: Entry) -> float:
    """The same tap on a device that plays alone, in seconds."""
    start = process_time()
    if isinstance(entry, Event):
        session.dispatch(replace(entry, label=None))
    else:
        session.enter(entry)
    return process_time() - start


class Watch:
    """The clock for a tap: it stops when the other has seen it, and stands still while the one who
    asked follows: that is on another device, beside what is measured."""

    def __init__(self, asking: Guest, other: Guest) -> None:
        self.start = self.own = self.took = 0.0
        self.is_seen = asyncio.Event()
        self._hear, asking.hear = asking.hear, self._follow  # type: ignore[method-assign]
        other.on_move = self._stop

    def _follow(self, data: bytes) -> None:
        before = process_time()
        self._hear(data)
        self.own += process_time() - before

    def _stop(self) -> None:
        self.took = process_time() - self.start - self.own
        self.is_seen.set()

    def begin(self) -> None:
        self.is_seen.clear()
        self.own, self.start = 0.0, process_time()


async def settle(host: Host) -> None:
    """Until every device has said that it has all of it: that is after it was seen."""
    while any(m.got < host.log.number for m in host.members.values()):
        await asyncio.sleep(0)


async def seen(folder: Path, game: str, taps: list[Entry]) -> tuple[list[float], list[float], float]:
    """Taps on one guest until the other has them, and the same alone; the bytes of one to one
    guest."""
    alone = Device(folder / "alone").begin(game).game.session
    hall = Hall(folder)
    host = await hall.open(Device(folder / "host").begin(game))
    other, asking = await hall.join("b", None, 0), await hall.join("a", None, 0)
    watch, before, ours, peer = Watch(asking, other), hall.counted.bytes, list[float](), list[float]()
    for entry in taps:
        watch.begin()
        asking.ask(entry)
        await asyncio.wait_for(watch.is_seen.wait(), MOST)
        ours.append(watch.took)
        peer.append(tap(alone, entry))
        await settle(host)
    size = (hall.counted.bytes - before) / len(taps) / 2
    await hall.close()
    return ours, peer, size


def raced(game: str, sizes: dict[str, float]) -> Race:
    """Over real play: what all its taps take together."""
    with tempfile.TemporaryDirectory(dir=device(), prefix="bench") as name:
        taps = script(Path(name), game)
        ours, peer, sizes[game] = asyncio.run(seen(Path(name), game, taps))
        return Race(sum(ours) / TAPS * 1e6, sum(peer) / TAPS * 1e6)


def raced_marker(game: str) -> Race:
    with tempfile.TemporaryDirectory(dir=device(), prefix="bench") as name:
        ours, peer, _ = asyncio.run(seen(Path(name), game, markers(Path(name), game)))
        return Race(median(ours) * 1e6, median(peer) * 1e6)


def long_game(folder: Path, game: str) -> Log:
    log, random = Device(folder / "host").begin(game), Random(1)
    while log.number < ENTRIES:
        with suppress(Impossible):
            step(CASES[game], log.game.session, random)
    return log


async def joined(folder: Path, log: Log) -> float:
    hall = Hall(folder)
    await hall.open(log)
    start = process_time()
    await hall.join("a", 0, log.number)
    took = process_time() - start
    await hall.close()
    return took * 1e6


def opened(folder: Path) -> float:
    """The same game on the same device, opened as a guest opens it after a start."""
    place = Device(folder / "a").place()
    start = process_time()
    log = place.open()
    assert log
    return (process_time() - start) * 1e6


def raced_join(game: str) -> Race:
    with tempfile.TemporaryDirectory(dir=device(), prefix="bench") as name:
        log = long_game(Path(name), game)
        return Race(asyncio.run(joined(Path(name), log)), opened(Path(name)))


def lines() -> Iterator[Line]:
    sizes: dict[str, float] = {}
    for game in CASES:
        what = f"A tap of play seen on another device: {game} (alone)"
        yield judged(Row(what, lambda game=game: raced(game, sizes), slower=SEEN_BAR))  # type: ignore[misc]
    for game in CASES:
        race = raced_marker(game)
        ours, peer = shown(race.ours, "us"), shown(race.peer, "us")
        yield Line(f"A marker set by hand, seen there: {game} (alone)", ours, peer, f"{1 / race.ratio:.2f}")
    what = f"Joining a game of {ENTRIES:,} entries (opening it with its log)"
    yield judged(Row(what, lambda: raced_join("front"), slower=JOIN_BAR))
    for game, size in sizes.items():
        yield Line(f"An entry to one guest: {game}", f"{size:,.0f} bytes")


if __name__ == "__main__":
    printed(lines())
