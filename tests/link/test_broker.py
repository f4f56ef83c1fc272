"""A table by a real broker: a Mosquitto of the test's own, on a free port of the loopback."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from engine.values.events import Noted
from link.broker import Broker, host_table, join_table
from link.direct import keep_ticking
from link.guest import Guest
from link.host import Host
from link.log import Log, state_sum
from link.reach import Club
from tests.link.chaos import MOSQUITTO, free_port, start_broker
from tests.link.devices import KEY, TABLE, Device, tap, wish

needs_mosquitto = pytest.mark.skipif(not MOSQUITTO, reason="mosquitto is not installed, and may not be by make test here")
MOST, TAPS = 120.0, 12
"""Seconds after which something never happens, far more than anything takes; and taps of each."""


class Evening:
    """A broker, hosts and guests, all on one loop."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.club = folder, Club("127.0.0.1", free_port())
        self.tasks: set[asyncio.Task[Any]] = set()
        self.running = start_broker(folder, self.club.port)
        self.guests: list[Guest] = []

    def kill_broker(self) -> None:
        self.running.kill()
        self.running.wait()

    def run(self, *works: Any) -> None:
        self.tasks |= {asyncio.create_task(work) for work in works}

    def host(self, log: Log) -> Host:
        host, broker = Host(log, KEY, TABLE, monotonic, "host"), Broker(self.club)
        host_table(host, broker)
        self.run(broker.run(), keep_ticking(host))
        return host

    def guest(self, name: str, seat: int) -> Guest:
        guest, broker = Guest(Device(self.folder / name).place(), KEY, name, monotonic, name, "player", seat), Broker(self.club)
        self.run(broker.run(), join_table(guest, broker), keep_ticking(guest))
        self.guests.append(guest)
        return guest

    async def until(self, is_so: Callable[[], bool]) -> None:
        end = monotonic() + MOST
        while not is_so():
            assert monotonic() < end, [(each.state, each.why) for each in self.guests]
            await asyncio.sleep(0.01)

    async def settle(self, host: Host) -> None:
        await self.until(lambda: all(g.state == "live" and not g.intent and g.number == host.log.number for g in self.guests))


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Evening]:
    found = Evening(folder)
    try:
        yield found
    finally:
        for task in found.tasks:
            task.cancel()
        await asyncio.gather(*found.tasks, return_exceptions=True)
        found.kill_broker()


async def play(now: Evening, host: Host, random: Random) -> None:
    """Everybody taps, one after the other."""
    for _ in range(TAPS):
        tap("2gm", host.session, random)
        await now.settle(host)
        for guest in now.guests:
            if (entry := wish("2gm", guest, random)) is not None:
                guest.ask(entry, anyway=True)
                await now.settle(host)


@needs_mosquitto
def test_all_play_on_when_the_broker_was_killed(tmp_path: Path) -> None:
    async def calm() -> None:
        async with evening(tmp_path) as now:
            random, host = Random(3), now.host(Device(tmp_path / "host").begin("2gm"))
            now.guest("a", 0), now.guest("b", 1)
            await now.settle(host)
            await play(now, host, random)
            now.kill_broker()
            await now.until(lambda: all(guest.state == "apart" for guest in now.guests))
            host.session.dispatch(Noted("said while the broker was away"))
            now.running = start_broker(tmp_path, now.club.port)
            await now.settle(host)
            await play(now, host, random)
            assert host.log.number > 2 * TAPS
            assert {state_sum(each.game.session.state) for each in now.guests if each.game} == {state_sum(host.session.state)}

    asyncio.run(calm())


@needs_mosquitto
def test_an_old_host_falls_silent_when_another_has_taken_over(tmp_path: Path) -> None:
    async def two() -> None:
        async with evening(tmp_path) as now:
            old = now.host(Device(tmp_path / "host").begin("2gm"))
            news: list[object] = []
            old.on_news = news.append
            taker = now.guest("a", 0)
            now.guest("b", 1)
            await now.settle(old)
            now.guests.remove(taker)
            new = now.host(taker.release())
            new.take_over("a")
            await now.until(lambda: old.newer == new.log.epoch)
            new.session.dispatch(Noted("by the new host"))
            await now.settle(new)
            assert len(news) == 1
            assert now.guests[0].log
            assert now.guests[0].log.epoch == new.log.epoch == (2, "a")

    asyncio.run(two())


@needs_mosquitto
def test_a_broker_that_wants_another_password_is_told_from_one_that_is_away(tmp_path: Path) -> None:
    tool = shutil.which("mosquitto_passwd") or pytest.skip("mosquitto_passwd is not installed")

    async def knock() -> None:
        port = free_port()
        passwords = tmp_path / "passwords"
        passwords.touch(0o600)
        subprocess.run([tool, "-b", str(passwords), "club", "right"], check=True, capture_output=True)
        running = start_broker(tmp_path, port, f"allow_anonymous false\npassword_file {passwords}\n")
        clubs = [Club("127.0.0.1", port, "club", "right"), Club("127.0.0.1", port, "club", "wrong"), Club("127.0.0.1", free_port())]
        brokers = [Broker(club) for club in clubs]
        tasks = [asyncio.create_task(each.run()) for each in brokers]
        try:
            end = monotonic() + MOST
            while [each.line for each in brokers] != ["up", "refused", "away"]:
                assert monotonic() < end, [each.line for each in brokers]
                await asyncio.sleep(0.01)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            running.kill()
            running.wait()

    asyncio.run(knock())


class Blinking:
    """A broker that is away for less time than anybody needs to look."""

    def __init__(self) -> None:
        self.client = SimpleNamespace(is_connected=lambda: True, unsubscribe=lambda topic: None)
        self.said: list[str] = []
        self.on_up = self.on_down = lambda: None
        self.hear = lambda topic, data: None

    def subscribe(self, *topics: str) -> None:
        pass

    def put(self, topic: str, data: bytes) -> None:
        self.said.append(topic)


def test_a_broker_that_was_away_for_an_instant_is_called_anew(tmp_path: Path) -> None:
    async def blink() -> None:
        broker: Any = Blinking()
        guest = Guest(Device(tmp_path / "a").place(), KEY, "a", monotonic)
        calling = asyncio.create_task(join_table(guest, broker))
        while not broker.said:
            await asyncio.sleep(0)
        broker.on_down()
        broker.on_up()
        while len(broker.said) < 2:
            await asyncio.sleep(0.01)
        assert guest.state == "calling"
        assert len(set(broker.said)) == 2
        calling.cancel()

    asyncio.run(asyncio.wait_for(blink(), MOST))


async def has_ended(task: asyncio.Task[Any]) -> bool:
    """Whether a task that was cancelled ends by that."""
    task.cancel()
    done, _ = await asyncio.wait({task}, timeout=MOST)
    task.cancel()  # else nothing of this test ever ended
    await asyncio.wait({task})
    return bool(done)


@pytest.mark.parametrize("later", range(5))
def test_who_leaves_at_the_moment_a_line_ends_does_not_call_again(tmp_path: Path, later: int) -> None:
    """The end of the line is heard first, or the leaving, or both at once."""

    async def leave() -> bool:
        broker: Any = Blinking()
        calling = asyncio.create_task(join_table(Guest(Device(tmp_path / "a").place(), KEY, "a", monotonic), broker))
        while not broker.said:
            await asyncio.sleep(0)
        broker.on_down()
        broker.on_up()
        for _ in range(later):
            await asyncio.sleep(0)
        return await has_ended(calling)

    assert asyncio.run(leave())


@pytest.mark.parametrize("later", range(5))
def test_who_leaves_at_the_moment_a_broker_answers_is_gone(monkeypatch: pytest.MonkeyPatch, later: int) -> None:
    async def leave() -> bool:
        answers = asyncio.Event()

        async def reach(*_: object) -> tuple[None, Any]:
            await answers.wait()
            return None, SimpleNamespace(close=lambda: None)

        monkeypatch.setattr(asyncio, "open_connection", reach)
        calling = asyncio.create_task(Broker(Club("127.0.0.1", free_port())).run())
        for _ in range(5):
            await asyncio.sleep(0)
        answers.set()
        for _ in range(later):
            await asyncio.sleep(0)
        return await has_ended(calling)

    assert asyncio.run(leave())
