"""Three processes, one table, and whatever can go wrong: kills, cuts, delays, a stalled reader, a
broker killed, strangers, a full disk, and take-overs while the network is in pieces. All on the
loopback; every loop is bounded, every child is ended by its id."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from getpass import getuser
from pathlib import Path
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from link import wire
from link.direct import KEEP
from link.log import Log, state_sum
from tests.link.devices import KEY, TABLE, Device

ROOT = Path(__file__).resolve().parent.parent.parent
PARTS = {"host": ("player", "-"), "a": ("player", "0"), "b": ("player", "1")}
CONFIG = """listener {port} 127.0.0.1
user {me}
persistence false
message_size_limit 1048576
max_inflight_messages 100
set_tcp_nodelay true
"""
"""Without nodelay the broker holds each message back for 40 ms."""
MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
LOOKS, LOOK = 2400, 0.25
"""Looks before something hangs: a machine with much else to do is slow."""
LIFE = 3000.0
"""Seconds of a device, if nobody ends it."""
OWN = 3
"""Entries that each side makes by itself before they meet again."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def start_broker(folder: Path, port: int, who: str = "allow_anonymous true\n") -> subprocess.Popen[bytes]:
    """A Mosquitto of the test's own, when it listens."""
    assert MOSQUITTO
    path = folder / "broker.conf"
    path.write_text(CONFIG.format(port=port, me=getuser()) + who)
    broker = subprocess.Popen([MOSQUITTO, "-c", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(400):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return broker
        time.sleep(0.025)
    broker.kill()
    raise AssertionError("mosquitto does not listen")


class Proxy:
    """Bytes through, until it is told otherwise: cut all, hold back, or stop reading a while."""

    def __init__(self, to: int) -> None:
        self.to, self.port, self.delay, self.is_stalled, self.is_dark = to, 0, 0.0, False, False
        self.pairs: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        self.mend()
        self._server.close()
        self.cut()
        await asyncio.sleep(0.2)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.is_dark:
                raise OSError
            far, back = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.close()
            return
        self.pairs |= {writer, back}
        with suppress(asyncio.CancelledError):
            await asyncio.gather(self._pass(reader, back), self._pass(far, writer), return_exceptions=True)
        self.pairs -= {writer, back}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(4096):
                while self.is_stalled:
                    await asyncio.sleep(0.05)
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()

    def cut(self) -> None:
        for writer in list(self.pairs):
            writer.transport.abort()

    def mend(self) -> None:
        self.delay, self.is_stalled, self.is_dark = 0.0, False, False


class Chaos:
    """One game of so many seconds; `count` tells what happened.

    Every device calls every other by a line of its own, or the broker; `host` is the one that the
    people hold to be it.
    """

    def __init__(self, folder: Path, game: str, way: str, seed: int, seconds: float) -> None:
        self.folder, self.game, self.way, self.random, self.seconds = folder, game, way, Random(seed), seconds
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.broker: subprocess.Popen[bytes] | None = None
        self.port, self.host = free_port(), "host"
        self.ports = {name: free_port() for name in PARTS}
        self.lines: dict[tuple[str, str], Proxy] = {}
        self.count: Counter[str] = Counter()

    # Devices

    def start(self, name: str) -> None:
        role, seat = PARTS[name]
        port = self.ports[name] if self.way == "direct" else self.line(name, "").port
        words = (self.folder, name, self.game, self.random.randrange(10**6), role, seat, self.way, port, self.seconds + LIFE)
        line = [sys.executable, "-m", "tests.link.process", *map(str, words)]
        with (self.folder / f"{name}.err").open("ab") as err:
            self.children[name] = subprocess.Popen(line, cwd=ROOT, stderr=err, stdout=subprocess.DEVNULL)

    def kill(self, name: str) -> None:
        self.children[name].send_signal(signal.SIGKILL)
        self.children[name].wait()
        self.count["kill"] += 1

    def line(self, name: str, other: str) -> Proxy:
        return self.lines[name, other if self.way == "direct" else "broker"]

    def tell(self, name: str, host: str) -> None:
        """Its people have it call this host, or be it."""
        port = 0 if name == host else self.line(name, host).port
        new = self.folder / f"{name}.calls.new"
        new.write_text(f"{host} {port}")
        new.replace(self.folder / f"{name}.calls")

    def now(self) -> dict[str, list[str]]:
        """Where each living device says it stands: its process, number, table, epoch, state."""
        told = {name: path.read_text().split() for name in PARTS if (path := self.folder / f"{name}.now").exists()}
        return {name: line for name, line in told.items() if line[:1] == [str(self.children[name].pid)] and len(line) > 5}

    # An evening

    async def run(self) -> None:
        try:
            await self._begin()
            await self._make_trouble()
            await self._part()
            await self._make_trouble()
            await self._settle()
        finally:
            for child in [*self.children.values(), *([self.broker] if self.broker else [])]:
                child.kill()
                child.wait()
            await asyncio.gather(*(proxy.close() for proxy in self.lines.values()))

    async def _begin(self) -> None:
        if self.way == "broker":
            self.broker = start_broker(self.folder, self.port)
            self.lines = {(name, "broker"): Proxy(self.port) for name in PARTS}
        else:
            self.lines = {(name, other): Proxy(self.ports[other]) for name in PARTS for other in PARTS if name != other}
        for proxy in self.lines.values():
            await proxy.start()
        for name in PARTS:
            self.tell(name, self.host)
            self.start(name)
        await self._until(lambda now: len(now) == len(PARTS))

    async def _make_trouble(self) -> None:
        random, end = self.random, time.monotonic() + self.seconds / 2
        while time.monotonic() < end:
            await asyncio.sleep(random.uniform(0.1, 0.8))
            await self._trouble(random, random.choice(list(self.lines.values())), random.choice(list(PARTS)))

    async def _trouble(self, random: Random, proxy: Proxy, name: str) -> None:
        match random.randrange(20):
            case 0 | 1 | 2 | 3:
                self.kill(name)
                await asyncio.sleep(random.uniform(0, 1))
                self.start(name)
            case 4 | 5:
                proxy.cut()
                self.count["cut"] += 1
            case 6 | 7:
                proxy.is_dark = True
                proxy.cut()
                await asyncio.sleep(random.uniform(0.2, 2))
                proxy.is_dark = False
                self.count["gap"] += 1
            case 8 | 9:
                proxy.delay = random.choice([0.0, 0.02, 0.2])
                self.count["delay"] += 1
            case 10 | 11:
                proxy.is_stalled = True
                await asyncio.sleep(random.uniform(0.5, 3))
                proxy.is_stalled = False
                self.count["stall"] += 1
            case 12 | 13:
                full = self.folder / f"{name}.full"
                full.touch()
                await asyncio.sleep(random.uniform(0.2, 2))
                full.unlink()
                self.count["full disk"] += 1
            case 14 | 15 if self.broker:
                self.broker.send_signal(signal.SIGKILL)
                self.broker.wait()
                self.broker = start_broker(self.folder, self.port)
                self.count["broker killed"] += 1
            case 14 | 15 | 16 if self.way == "direct":
                await self._send_strangers()
            case 19:
                await self._part()

    async def _send_strangers(self) -> None:
        """No key, another key, garbage, ten megabytes, a hello and then silence."""
        mine = wire.Caller(KEY, TABLE).hello
        for hello in (wire.Caller(os.urandom(32), TABLE).hello, os.urandom(57), b"", os.urandom(300), b"\0" * 10_000_000, mine):
            self.count["stranger"] += 1
            with suppress(OSError, WebSocketException, TimeoutError, AttributeError):
                async with connect(f"ws://127.0.0.1:{self.ports[self.host]}", proxy=None, **KEEP) as line:
                    await line.send(hello)
                    answer = await asyncio.wait_for(line.recv(), 1)
                    self.count["answered a stranger"] += hello is not mine and bool(answer)

    # Another host

    async def _part(self) -> None:
        """The network falls into pieces; where the host is not, somebody takes over, and all play
        on. Then the pieces find each other, and everybody sits down at the newest table."""
        await self._until(lambda now: len(now) == len(PARTS))
        sides, before = self._sides(), {name: int(line[1]) for name, line in self.now().items()}
        self._darken(sides)
        hosts = [self.host, *(self._find_host(side) for side in sides if self.host not in side)]
        await self._until(lambda now: all(self._has_gone_on(now, name, before) for name in hosts))
        self._darken([list(PARTS)])
        now = self.now()
        self.host = max(hosts, key=lambda name: (int(now[name][3]), now[name][4]))
        for name in PARTS:
            self.tell(name, self.host)
        self.count["parted"] += 1

    def _sides(self) -> list[list[str]]:
        """The host alone, with one other, or all three alone."""
        one, two = self.random.sample([name for name in PARTS if name != self.host], 2)
        return self.random.choice([[[one, two], [self.host]], [[one], [self.host, two]], [[one], [two], [self.host]]])

    def _darken(self, sides: list[list[str]]) -> None:
        """Only those of one side hear each other; the first has the broker."""
        for (name, other), proxy in self.lines.items():
            proxy.is_dark = name not in sides[0] if other == "broker" else not any({name, other} <= {*side} for side in sides)
            if proxy.is_dark:
                proxy.cut()

    def _find_host(self, side: list[str]) -> str:
        taker = self.random.choice(side)
        for name in side:
            self.tell(name, taker)
        return taker

    def _has_gone_on(self, now: dict[str, list[str]], name: str, before: dict[str, int]) -> bool:
        """It is host and has entries of its own."""
        return name in now and now[name][5] == "host" and int(now[name][1]) >= before[name] + OWN

    # The end

    async def _settle(self) -> None:
        (self.folder / "quiet").touch()
        for proxy in self.lines.values():
            proxy.mend()
        for name, child in self.children.items():
            if child.poll() is not None:
                self.start(name)
        await self._until(self._is_one)

    def _is_one(self, now: dict[str, list[str]]) -> bool:
        numbers, tables = {line[1] for line in now.values()}, {line[2] for line in now.values()} - {"covered"}
        epochs = {(line[3], line[4]) for line in now.values()}
        return len(now) == len(PARTS) and len(numbers) == len(tables) == len(epochs) == 1

    async def _until(self, is_so: Callable[[dict[str, list[str]]], bool]) -> None:
        for _ in range(LOOKS):
            await asyncio.sleep(LOOK)
            if is_so(self.now()):
                return
        raise AssertionError(f"not settled: {self.now()}")

    def judge(self) -> None:
        """One log, the same on all devices; everything that any of them ever showed is in it, or
        in a game which that device has kept, and said so."""
        logs = {name: Device(self.folder / name).log() for name in PARTS}
        truth = logs[self.host]
        for name, log in logs.items():
            assert log.docs == truth.docs[: log.number], f"{name} is no prefix"
            assert log.number == truth.number or log.held
            assert log.held or state_sum(log.game.session.state) == state_sum(truth.game.session.state), name
            assert "Traceback" not in (self.folder / f"{name}.err").read_text(), (self.folder / f"{name}.err").read_text()
            self._judge_shown(name, {*truth.sums})
        assert not self.count["answered a stranger"]
        self.count["entries"] = truth.number

    def _judge_shown(self, name: str, here: set[bytes]) -> None:
        lines = [line.split(" ", 1) for line in (self.folder / f"{name}.acks").read_text().splitlines()]
        said = Counter(what for mark, what in lines if mark == "#")
        kept = self._kept(name)
        assert len(kept) <= said["kept"] + self.count["kill"], f"{name} keeps games and did not say so"
        self.count["games kept"] += len(kept)
        here = here.union(*kept)
        for number, digest in lines:
            assert number == "#" or bytes.fromhex(digest) in here, f"{name} showed {number}, and has it no more"
        self.count.update(said)
        self.count["shown"] += len(lines) - said.total()

    def _kept(self, name: str) -> list[set[bytes]]:
        """The digests of the games that had to make room on a device."""
        place = Device(self.folder / name).place()
        mine = place.notes["game"]
        return [{*Log(place.store.open_game(each.key)).sums} for each in place.store.games() if each.key != mine]
