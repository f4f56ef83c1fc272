"""One device as a process: plays by itself and writes down what it has shown. It is killed from
outside.

process.py <folder> <name> <game> <seed> <role> <seat> <direct|broker> <port> <seconds>
Files in the folder tell it what people would: `<name>.calls` whom it calls and at which port, its
own name if it is host; `quiet` stops the tapping, `<name>.full` fills its disk. `<name>.acks` has a
line "number digest" for all that was shown, `<name>.now` where it stands.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.server import Server

from carddb.trouble import CannotSave, Trouble
from engine.values.texts import say
from link.broker import Broker, host_table, join_table
from link.direct import call_table, keep_ticking, serve_table
from link.guest import Guest
from link.host import Host
from link.log import Log, state_sum
from link.reach import Club
from tests.link.devices import KEY, TABLE, Device, tap, wish

PACE = 8
"""Taps a second."""
GATHER = 0.5
"""Seconds in which a new host waits for what others have."""


def stamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Paper:
    """What a device has shown, and where it stands."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name, self._last = folder, name, ""
        self._acks = os.open(folder / f"{name}.acks", os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    def show(self, log: Log) -> None:
        """On paper before anything else happens: one write a line; what is not saved was shown
        with a warning."""
        line = f"{log.number} {log.sum_at(log.number)}"
        if line != self._last and log.on_disk == log.number:
            self._last = line
            os.write(self._acks, f"{line}\n".encode())

    def write_down(self, what: str) -> None:
        os.write(self._acks, f"# {what}\n".encode())

    def say_now(self, *words: object) -> None:
        new = self.folder / f"{self.name}.now.new"
        new.write_text(" ".join(map(str, (os.getpid(), *words))))
        new.replace(self.folder / f"{self.name}.now")


class Net:
    """The network of one part that a device plays, until it plays another."""

    def __init__(self, way: str) -> None:
        self.way, self.tasks = way, set[asyncio.Task[None]]()
        self.server: Server | None = None

    def run(self, *works: Coroutine[Any, Any, None]) -> None:
        self.tasks |= {asyncio.create_task(work) for work in works}

    async def serve(self, host: Host, port: int) -> None:
        self.run(keep_ticking(host))
        if self.way == "broker":
            broker = Broker(Club("127.0.0.1", port))
            host_table(host, broker)
            self.run(broker.run())
        else:
            self.server = await serve_table(host, "127.0.0.1", port)

    def call(self, guest: Guest, port: int) -> None:
        self.run(keep_ticking(guest))
        if self.way == "broker":
            broker = Broker(Club("127.0.0.1", port))
            self.run(broker.run(), join_table(guest, broker))
        else:
            self.run(call_table(guest, [("127.0.0.1", port)]))

    async def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.server:
            self.server.close()
            await self.server.wait_closed()


class Player:
    """A device that is host or guest, as its people say."""

    def __init__(self, folder: Path, name: str, game: str, seed: int, role: str, seat: int | None, way: str, port: int) -> None:
        self.folder, self.name, self.game, self.random = folder, name, game, Random(seed)
        self.role, self.seat, self.way, self.port = role, seat, way, port
        self.device, self.paper = Device(folder / name, now=stamp), Paper(folder, name)
        self.net = Net(way)
        self.host: Host | None = None
        self.guest: Guest | None = None

    async def play(self, seconds: float) -> None:
        end, calls = time.monotonic() + seconds, [""]
        while time.monotonic() < end:
            before, calls = calls, (self.folder / f"{self.name}.calls").read_text().split()
            if calls != before or (self.guest and self.guest.state == "out"):
                await (self._be_host() if calls[0] == self.name else self._be_guest(int(calls[1])))
            await asyncio.sleep(self.random.expovariate(PACE))
            if not (self.folder / "quiet").exists():
                self._tap()
            self._say_where()

    async def _be_host(self) -> None:
        """After a start as before; out of a guest by taking over."""
        guest = self.guest
        log = guest.release() if guest and guest.log else self._find()
        await self.net.end()
        host = self.host = Host(log, KEY, TABLE, time.monotonic, self.name)
        self.guest, self.net = None, Net(self.way)
        host.session.listeners.append(lambda: self.paper.show(host.log))
        if guest or log.epoch[1] not in (self.name, "first" if self.name == "host" else ""):
            host.gather()
        await self.net.serve(host, self.port)
        while host.gathering:
            await asyncio.sleep(GATHER)
            self._take_over(host)
        self.paper.show(host.log)

    def _take_over(self, host: Host) -> None:
        """A tap too early harms nothing; where the disk is full it is tried again."""
        with suppress(Trouble):
            tap(self.game, host.session, self.random)
        try:
            host.take_over(self.name)
        except Trouble:
            self.paper.write_down("too full to take over")
        else:
            self.paper.write_down("took over")

    def _find(self) -> Log:
        log = self.device.place().open() or self.device.begin(self.game)
        self._fill_disk_at_times()
        return log

    async def _be_guest(self, port: int) -> None:
        if self.host:
            self.host.stop()
        await self.net.end()
        guest = Guest(self.device.place(), KEY, f"device-{self.name}", time.monotonic, self.name, self.role, self.seat)
        self.host, self.guest, self.net = None, guest, Net(self.way)
        self._fill_disk_at_times()
        guest.on_move = self._follow
        guest.on_answer = lambda key, what, more: self.paper.write_down(what)
        self.net.call(guest, port)

    def _follow(self) -> None:
        assert self.guest
        if self.guest.log:
            self.paper.show(self.guest.log)
        while self.guest.place.kept:
            self.guest.place.kept.pop()
            self.paper.write_down("kept")

    def _fill_disk_at_times(self) -> None:
        store, full = self.device.store, self.folder / f"{self.name}.full"
        assert store
        append = store.disk.append

        def try_to(*args: Any) -> None:
            if full.exists():
                raise CannotSave(say("the device is full"))
            append(*args)

        store.disk.append = try_to  # type: ignore[method-assign]

    def _tap(self) -> None:
        guest = self.guest
        if self.host:
            tap(self.game, self.host.session, self.random)
        elif guest and guest.state == "live" and not guest.intent and (entry := wish(self.game, guest, self.random)) is not None:
            guest.ask(entry, self.random.randrange(4) > 0)

    def _say_where(self) -> None:
        guest = self.guest
        if self.host:
            self.paper.say_now(self.host.log.on_disk, state_sum(self.host.session.state), *self.host.log.epoch, "host")
        elif guest and guest.log and guest.game:
            total = "covered" if guest.log.held else state_sum(guest.game.session.state)
            self.paper.say_now(guest.number_on_disk, total, *guest.log.epoch, guest.state, bool(guest.intent), guest.why or "")


if __name__ == "__main__":
    place, who, game, seed, role, chair, way, port, seconds = sys.argv[1:]
    player = Player(Path(place), who, game, int(seed), role, int(chair) if chair.isdecimal() else None, way, int(port))
    asyncio.run(player.play(float(seconds)))
