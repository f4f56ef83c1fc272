"""One device as a process: plays by itself and writes down what it has shown. It is killed from
outside.

process.py <folder> <name> <game> <seed> <role: host|player> <seat> <direct|broker> <port> <seconds>
A file `quiet` in the folder stops the tapping, `<name>.full` fills its disk; `<name>.acks` has a
line "number digest" for all that was shown, `<name>.now` where it stands.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from carddb.trouble import CannotSave
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


def stamp() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Player:
    """What is the same for the host and for a guest."""

    def __init__(self, folder: Path, name: str, game: str, seed: int, way: str, port: int, seconds: float) -> None:
        self.folder, self.name, self.game, self.random = folder, name, game, Random(seed)
        self.way, self.port, self.end = way, port, time.monotonic() + seconds
        self.device = Device(folder / name, now=stamp)
        self._acks = os.open(folder / f"{name}.acks", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self._last = -1
        self.tasks: set[asyncio.Task[None]] = set()

    def run(self, *works: Any) -> None:
        self.tasks |= {asyncio.create_task(work) for work in works}

    def show(self, log: Log) -> None:
        """On paper before anything else happens: one write a line; what is not saved was shown
        with a warning."""
        if log.number != self._last and log.on_disk == log.number:
            self._last = log.number
            os.write(self._acks, f"{log.number} {log.sum_at(log.number)}\n".encode())

    def write_down(self, *words: object) -> None:
        os.write(self._acks, f"# {' '.join(map(str, words))}\n".encode())

    def say_now(self, *words: object) -> None:
        new = self.folder / f"{self.name}.now.new"
        new.write_text(" ".join(map(str, (os.getpid(), *words))))
        new.replace(self.folder / f"{self.name}.now")

    def fill_disk_at_times(self) -> None:
        store, full = self.device.store, self.folder / f"{self.name}.full"
        assert store
        append = store.disk.append

        def try_to(*args: Any) -> None:
            if full.exists():
                raise CannotSave(say("the device is full"))
            append(*args)

        store.disk.append = try_to  # type: ignore[method-assign]

    async def wait(self) -> bool:
        """Until the next tap; whether there is one."""
        await asyncio.sleep(self.random.expovariate(PACE))
        return not (self.folder / "quiet").exists()

    async def host(self) -> None:
        log = self.device.place().open() or self.device.begin(self.game)
        self.fill_disk_at_times()
        host = Host(log, KEY, TABLE, time.monotonic, "host")
        host.session.listeners.append(lambda: self.show(host.log))
        self.run(keep_ticking(host))
        if self.way == "broker":
            broker = Broker(Club("127.0.0.1", self.port))
            host_table(host, broker)
            self.run(broker.run())
        else:
            await serve_table(host, "127.0.0.1", self.port)
        self.show(host.log)
        while time.monotonic() < self.end:
            if await self.wait():
                tap(self.game, host.session, self.random)
            self.say_now(host.log.on_disk, state_sum(host.session.state))

    async def guest(self, role: str, seat: int | None) -> None:
        guest = Guest(self.device.place(), KEY, f"device-{self.name}", time.monotonic, self.name, role, seat)
        self.fill_disk_at_times()
        guest.on_move = lambda: self.show(guest.log) if guest.log else None
        guest.on_answer = lambda key, what, more: self.write_down(what)
        self.run(keep_ticking(guest))
        if self.way == "broker":
            broker = Broker(Club("127.0.0.1", self.port))
            self.run(broker.run(), join_table(guest, broker))
        else:
            self.run(call_table(guest, [("127.0.0.1", self.port)]))
        while time.monotonic() < self.end:
            if await self.wait() and guest.state == "live" and not guest.intent and (entry := wish(self.game, guest, self.random)) is not None:
                guest.ask(entry, self.random.randrange(4) > 0)
            if guest.log and guest.game:
                total = "covered" if guest.log.held else state_sum(guest.game.session.state)
                self.say_now(guest.number_on_disk, total, guest.state, bool(guest.intent), guest.why or "")


if __name__ == "__main__":
    place, who, game, seed, part, chair, way, port, seconds = sys.argv[1:]
    player = Player(Path(place), who, game, int(seed), way, int(port), float(seconds))
    asyncio.run(player.host() if part == "host" else player.guest(part, int(chair) if chair.isdecimal() else None))
