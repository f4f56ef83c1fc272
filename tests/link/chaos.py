"""Three processes, one table, and whatever can go wrong: kills, cuts, delays, a stalled reader, a
broker killed, strangers, a full disk. All on the loopback; every loop is bounded, every child is
ended by its id."""

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
PARTS = {"host": ("host", "-"), "a": ("player", "0"), "b": ("player", "1")}
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
"""Looks without any progress before something hangs: a machine with much else to do is slow."""
LIFE = 3000.0
"""Seconds of a device, if nobody ends it."""


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
    """One game of so many seconds; `count` tells what happened."""

    def __init__(self, folder: Path, game: str, way: str, seed: int, seconds: float) -> None:
        self.folder, self.game, self.way, self.random, self.seconds = folder, game, way, Random(seed), seconds
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.broker: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.proxies: dict[str, Proxy] = {}
        self.count: Counter[str] = Counter()

    def start(self, name: str) -> None:
        role, seat = PARTS[name]
        port = self.proxies[name].port if name in self.proxies else self.port
        words = (self.folder, name, self.game, self.random.randrange(10**6), role, seat, self.way, port, self.seconds + LIFE)
        line = [sys.executable, "-m", "tests.link.process", *map(str, words)]
        with (self.folder / f"{name}.err").open("ab") as err:
            self.children[name] = subprocess.Popen(line, cwd=ROOT, stderr=err, stdout=subprocess.DEVNULL)

    def kill(self, name: str) -> None:
        self.children[name].send_signal(signal.SIGKILL)
        self.children[name].wait()
        self.count["kill"] += 1

    async def run(self) -> None:
        if self.way == "broker":
            self.broker = start_broker(self.folder, self.port)
        for name in ("a", "b") if self.way == "direct" else PARTS:
            self.proxies[name] = Proxy(self.port)
            await self.proxies[name].start()
        try:
            for name in PARTS:
                self.start(name)
            await self._settled(lambda lines: len(lines) == len(PARTS))
            await self._make_trouble()
            await self._settle()
        finally:
            for child in [*self.children.values(), *([self.broker] if self.broker else [])]:
                child.kill()
                child.wait()
            for proxy in self.proxies.values():
                await proxy.close()

    async def _make_trouble(self) -> None:
        random, end = self.random, time.monotonic() + self.seconds
        while time.monotonic() < end:
            await asyncio.sleep(random.uniform(0.1, 0.8))
            await self._trouble(random, self.proxies[random.choice(list(self.proxies))], random.choice(list(PARTS)))

    async def _trouble(self, random: Random, proxy: Proxy, name: str) -> None:
        match random.randrange(10):
            case 0 | 1:
                self.kill(name)
                await asyncio.sleep(random.uniform(0, 1))
                self.start(name)
            case 2:
                proxy.cut()
                self.count["cut"] += 1
            case 3:
                proxy.is_dark = True
                proxy.cut()
                await asyncio.sleep(random.uniform(0.2, 2))
                proxy.is_dark = False
                self.count["gap"] += 1
            case 4:
                proxy.delay = random.choice([0.0, 0.02, 0.2])
                self.count["delay"] += 1
            case 5:
                proxy.is_stalled = True
                await asyncio.sleep(random.uniform(0.5, 3))
                proxy.is_stalled = False
                self.count["stall"] += 1
            case 6:
                full = self.folder / f"{name}.full"
                full.touch()
                await asyncio.sleep(random.uniform(0.2, 2))
                full.unlink()
                self.count["full disk"] += 1
            case 7 if self.broker:
                self.broker.send_signal(signal.SIGKILL)
                self.broker.wait()
                self.broker = start_broker(self.folder, self.port)
                self.count["broker killed"] += 1
            case 7 | 8 if self.way == "direct":
                await self._send_strangers()

    async def _send_strangers(self) -> None:
        """No key, another key, garbage, ten megabytes, a hello and then silence."""
        mine = wire.Caller(KEY, TABLE).hello
        for hello in (wire.Caller(os.urandom(32), TABLE).hello, os.urandom(57), b"", os.urandom(300), b"\0" * 10_000_000, mine):
            self.count["stranger"] += 1
            with suppress(OSError, WebSocketException, TimeoutError, AttributeError):
                async with connect(f"ws://127.0.0.1:{self.port}", proxy=None, **KEEP) as line:
                    await line.send(hello)
                    answer = await asyncio.wait_for(line.recv(), 1)
                    self.count["answered a stranger"] += hello is not mine and bool(answer)

    async def _settle(self) -> None:
        (self.folder / "quiet").touch()
        for proxy in self.proxies.values():
            proxy.mend()
        for name, child in self.children.items():
            if child.poll() is not None:
                self.start(name)
        await self._settled(lambda lines: len(lines) == 3 and len({line[1] for line in lines}) == 1 and len({line[2] for line in lines} - {"covered"}) == 1)

    async def _settled(self, is_so: object) -> None:
        lines: list[list[str]] = []
        left, before = LOOKS, -1
        while left:
            await asyncio.sleep(LOOK)
            now = sum(path.stat().st_size for path in self.folder.glob("*.acks"))
            left, before = LOOKS if now != before else left - 1, now
            lines = [path.read_text().split() for name in PARTS if (path := self.folder / f"{name}.now").exists()]
            living = {str(child.pid) for child in self.children.values()}
            if is_so([line for line in lines if line[0] in living and len(line) > 2]):  # type: ignore[operator]
                return
        raise AssertionError(f"not settled: {lines}")

    def judge(self) -> None:
        """One log, the same on all devices, with everything that any of them ever showed."""
        logs = {name: Device(self.folder / name).log() for name in PARTS}
        truth = logs["host"]
        for name, log in logs.items():
            assert log.docs == truth.docs[: log.number], f"{name} is no prefix"
            assert log.number == truth.number or log.held
            assert log.held or state_sum(log.game.session.state) == state_sum(truth.game.session.state), name
            assert len(list((self.folder / name).glob("g*/games/*.journal"))) == 1, f"{name} had to set a log aside"
            assert "Traceback" not in (self.folder / f"{name}.err").read_text(), (self.folder / f"{name}.err").read_text()
            self._judge_shown(name, truth)
        assert not self.count["answered a stranger"]
        self.count["entries"] = truth.number

    def _judge_shown(self, name: str, truth: Log) -> None:
        for line in (self.folder / f"{name}.acks").read_text().splitlines():
            first, second = line.split()
            if first == "#":
                self.count[second] += 1
            else:
                self.count["shown"] += 1
                assert int(first) <= truth.number, f"{name} showed {first} of {truth.number}"
                assert truth.sum_at(int(first)) == second, f"{name} showed another {first}"
