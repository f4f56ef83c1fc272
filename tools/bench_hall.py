"""A hall under load: 200 tables of three devices each on one Mosquitto, an event a second at every
table for a minute, over the loopback.

python tools/bench_hall.py [tables] [seconds]

Every table is a real host with two real guests, all by the broker, and reports to the desk of the
hall after every event. Tables are shared out among a few processes. Disks are not waited for: each
device has its own, and here all would wait for one. Told are the times from an event on the host
until a guest has it, from a report until the desk has it, and the broker's share of a processor.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from time import monotonic
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

from timing import Line, printed

from carddb.store import Store
from engine.games import RULESETS
from engine.values.events import Noted
from engine.values.texts import say
from hall.desk import Desk
from hall.keys import HallCode, hall_code
from hall.member import Member
from hall.mosquitto import open_broker, own_club, path_of_mosquitto
from hall.report import Report
from hall.runner import HallRunner
from link.broker import Broker, host_table, join_table
from link.direct import keep_ticking
from link.guest import Guest
from link.host import Host
from link.reach import Club
from tests.link.chaos import free_port
from tests.link.devices import Device

TABLES, SECONDS, WORKERS, GAME = 200, 60, 4, "front"
MOST = 240.0
"""Seconds before something is given up."""
SETTLE = 30.0


def calm(store: Store) -> Store:
    """No message waits for a disk."""
    store.disk._sync = lambda file: None  # type: ignore[method-assign]
    return store


class Memory(dict[str, Any]):
    """The settings of a device that only reports."""

    def set(self, key: str, value: Any) -> None:
        self[key] = value


class Table:
    """A host, two guests, and the device's place in the hall."""

    def __init__(self, folder: Path, n: int, code: HallCode) -> None:
        self.name, self.key, self.id = f"t{n}", os.urandom(32), os.urandom(8)
        self.folder, self.code, self.number = folder, code, 0
        self.sent: dict[int, float] = {}
        self.times: list[float] = []
        self.works: list[Any] = []

    def begin(self) -> None:
        device = Device(self.folder / f"{self.name}-host")
        log = device.begin(GAME)
        assert device.store
        calm(device.store)
        self.host, broker = Host(log, self.key, self.id, monotonic, "host"), Broker(self.code.club)
        host_table(self.host, broker)
        self.works += [broker.run(), keep_ticking(self.host)]
        self.guests = [self._guest(seat) for seat in (0, 1)]
        self._report()

    def _guest(self, seat: int) -> Guest:
        device = Device(self.folder / f"{self.name}-{seat}")
        place = device.place()
        place.table = self.id
        assert device.store
        calm(device.store)
        guest, broker = (
            Guest(place, self.key, f"{self.name}{seat}", monotonic, "guest", "player", seat),
            Broker(self.code.club),
        )
        guest.on_move = lambda: self._seen(guest)
        self.works += [broker.run(), join_table(guest, broker), keep_ticking(guest)]
        return guest

    def _seen(self, guest: Guest) -> None:
        if at := self.sent.get(guest.number):
            self.times.append(monotonic() - at)

    def _report(self) -> None:
        self.member, broker = Member(self.code, Memory(), monotonic), Broker(self.code.club)
        self.member.send = broker.put
        broker.hear = self.member.hear
        broker.on_up = lambda: (broker.subscribe(*self.member.topics), self.member.greet())[1]
        self.works.append(broker.run())

    @property
    def is_ready(self) -> bool:
        return all(guest.state == "live" and guest.number == self.host.log.number for guest in self.guests)

    def act(self) -> None:
        """An event at the table, and its report; the desk reads when it was sent."""
        self.sent[self.host.log.number + 1] = monotonic()
        self.host.session.dispatch(Noted("as loud as a hall"))
        self.number += 1
        self.member.tell(Report(self.name, GAME, repr(monotonic()), ("Ann", "Bob"), self.number, say("Movement")))


async def work(folder: Path, first: int, tables: int, seconds: int, code: HallCode) -> None:
    """Some of the tables; what they saw goes to standard output."""
    found = [Table(folder, n, code) for n in range(first, first + tables)]
    tasks = []
    for table in found:
        table.begin()
        tasks += [asyncio.create_task(each) for each in table.works]
        await asyncio.sleep(0.02)
    end = monotonic() + MOST
    while not all(table.is_ready for table in found):
        assert monotonic() < end, sum(table.is_ready for table in found)
        await asyncio.sleep(0.1)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await asyncio.gather(*(act(table, n / len(found), seconds) for n, table in enumerate(found)))
    end = monotonic() + SETTLE
    while monotonic() < end and not all(table.is_ready for table in found):
        await asyncio.sleep(0.1)
    asked = sum(len(table.sent) * 2 for table in found)
    print(json.dumps([asked, [t for table in found for t in table.times]]), flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def act(table: Table, start: float, seconds: int) -> None:
    """Once a second, each table at its own moment."""
    begun = monotonic() + start
    for n in range(seconds):
        await asyncio.sleep(max(0.0, begun + n - monotonic()))
        table.act()


def processor(pid: int) -> float:
    """Seconds of a processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Listening:
    """The desk of the hall, and how long reports took to it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.desk = Desk(Memory(), RULESETS, monotonic)
        self.club: Club = own_club(self.desk.keys, "127.0.0.1", port)
        self.broker = open_broker(folder, self.club)
        assert self.broker
        self.times: list[float] = []
        self.given: Queue[Any] = Queue()
        self.runner = HallRunner(self.given.put)
        take = self.desk._take_report

        def heard(name: str, new: Report) -> None:
            self.times.append(monotonic() - float(new.name))
            take(name, new)

        self.desk._take_report = heard  # type: ignore[method-assign]
        self.runner.attend(self.desk, self.club, lambda line: None)

    def listen(self, until: Any) -> None:
        while not until():
            try:
                self.given.get(timeout=0.05)()
            except Empty:
                continue

    def stop(self) -> None:
        self.runner.stop()
        assert self.broker
        self.broker.stop()


def run(tables: int = TABLES, seconds: int = SECONDS) -> dict[str, Any]:
    """The whole minute; figures by name."""
    shm = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None, prefix="hall") as name:
        here = Listening(Path(name), free_port())
        try:
            return _run(here, Path(name), tables, seconds)
        finally:
            here.stop()


def _run(here: Listening, folder: Path, tables: int, seconds: int) -> dict[str, Any]:
    each, code = tables // WORKERS, here.desk.keys.code(here.club).code()
    command = [sys.executable, __file__, "--work", str(folder)]
    pipe, more = subprocess.PIPE, (str(each), str(seconds), code)
    workers = [
        subprocess.Popen([*command, str(n * each), *more], stdin=pipe, stdout=pipe, text=True) for n in range(WORKERS)
    ]
    try:
        for worker in workers:
            assert worker.stdout
            assert worker.stdout.readline() == "ready\n"
        assert here.broker
        pid = here.broker._running.pid
        before, start = processor(pid), monotonic()
        for worker in workers:
            assert worker.stdin
            worker.stdin.write("go\n")
            worker.stdin.flush()
        here.listen(lambda: monotonic() > start + seconds + 1)
        used = (processor(pid) - before) / (monotonic() - start)
        told = [json.loads(worker.stdout.readline()) for worker in workers if worker.stdout]
        here.listen(here.given.empty)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    return {
        "asked": sum(part[0] for part in told),
        "seen": sorted(t for part in told for t in part[1]),
        "reports": tables * seconds,
        "heard": sorted(here.times),
        "broker": used,
    }


def percentile(times: list[float], share: float) -> str:
    return f"{times[min(len(times) - 1, int(len(times) * share))] * 1000:,.0f} ms"


def lines(tables: int = TABLES, seconds: int = SECONDS) -> Iterator[Line]:
    if not path_of_mosquitto():
        yield Line("A hall under load", "mosquitto is not installed")
        return
    found = run(tables, seconds)
    seen, heard = found["seen"], found["heard"]
    hall = f"A hall of {tables} tables x 3 devices, {seconds} s"
    yield Line(f"{hall}: events that a guest has", f"{len(seen):,} of {found['asked']:,}")
    yield Line(f"{hall}: an event seen by a guest, 50 / 95 / 99 %", _spread(seen))
    yield Line(f"{hall}: reports that the desk has", f"{len(heard):,} of {found['reports']:,}")
    yield Line(f"{hall}: a report on the board, 50 / 95 / 99 %", _spread(heard))
    yield Line(f"{hall}: the broker's share of a processor", f"{found['broker']:.0%}")


def _spread(times: list[float]) -> str:
    return " / ".join(percentile(times, share) for share in (0.5, 0.95, 0.99)) if times else "none"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        where, *rest, text = sys.argv[2:]
        asyncio.run(work(Path(where), int(rest[0]), int(rest[1]), int(rest[2]), hall_code(text)))
    else:
        printed(lines(*map(int, sys.argv[1:])))
