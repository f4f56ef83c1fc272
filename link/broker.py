"""The transport for a club: the same pipes as topics of an MQTT broker (Mosquitto).

adjutant/1/<table>/up/<pipe>      guest -> host
adjutant/1/<table>/down/<pipe>    host -> guest
adjutant/1/<table>/here           retained: which run of which host this is, sealed with the key

The broker sees who talks when and how much, and nothing else. It may lose, double and hold back:
the channel notices. Two hosts may listen to the same topics, after a take-over: the older one hears
of the newer by `here`, and falls silent.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal, TypeAlias

import paho.mqtt.client as mqtt
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from nacl.utils import random
from paho.mqtt.enums import CallbackAPIVersion

from link.guest import Guest
from link.host import Host
from link.log import Epoch
from link.pipe import Handover, at_once
from link.reach import Club, is_name, is_near
from link.wire import MOST

ROOT = "adjutant/1"
KEEP, LEAST, MOST_WAIT, LOOK, PATIENCE = 10, 0.2, 3.0, 0.25, 3.0
LONGEST = 32
"""Letters of a pipe's name."""
Line: TypeAlias = Literal["calling", "up", "away", "refused", "far"]
"""How it stands with the broker; `refused`: it wants another name or password; `far`: its name
leads out of the house."""


class Broker:
    """One connection to a broker, driven by the loop itself: no thread. It comes back by itself.

    `on_line` is told how it stands whenever that changes.
    """

    def __init__(self, club: Club, will: tuple[str, bytes] | None = None) -> None:
        self.club, self._loop = club, asyncio.get_running_loop()
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, f"adj-{secrets.token_hex(6)}", clean_session=True)
        if club.login:
            self.client.username_pw_set(*club.login)
        if will:
            self.client.will_set(will[0], will[1], qos=1, retain=True)
        self.client.max_inflight_messages_set(100)
        self.line: Line = "calling"
        self.hear: Callable[[str, bytes], None] = lambda topic, data: None
        self.on_up: Callable[[], None] = lambda: None
        self.on_down: Callable[[], None] = lambda: None
        self.on_line: Callable[[Line], object] = lambda line: None
        self._listen()

    def _listen(self) -> None:
        client, loop = self.client, self._loop
        client.on_message = lambda c, u, m: self.hear(m.topic, m.payload) if len(m.payload) <= MOST else None
        client.on_connect = lambda c, u, f, reason, p: self._meet(bool(reason.is_failure))
        client.on_disconnect = lambda *_: self._lose()
        client.on_socket_open = self._open
        client.on_socket_close = lambda c, u, sock: none(loop.remove_reader(sock))
        client.on_socket_register_write = lambda c, u, sock: loop.add_writer(sock, client.loop_write)
        client.on_socket_unregister_write = lambda c, u, sock: none(loop.remove_writer(sock))

    def _open(self, client: Any, user: Any, sock: Any) -> None:
        with suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._loop.add_reader(sock, self.client.loop_read)

    def _be(self, line: Line) -> None:
        if line != self.line:
            self.line = line
            self.on_line(line)

    def _meet(self, is_refused: bool) -> None:
        self._be("refused" if is_refused else "up")
        if not is_refused:
            self.on_up()

    def _lose(self) -> None:
        if self.line == "up":
            self._be("away")
        self.on_down()

    async def run(self) -> None:
        """Until it is cancelled."""
        wait = LEAST
        try:
            while True:
                with suppress(Exception):  # whatever went wrong with a lost line: calling again must not end
                    self.client.connect(await self._knock(), self.club.port, keepalive=KEEP)
                    while self.client.loop_misc() == mqtt.MQTT_ERR_SUCCESS:
                        await asyncio.sleep(LOOK)
                        wait = LEAST if self.line == "up" else wait
                if self.line not in ("refused", "far"):
                    self._be("away")
                await asyncio.sleep(wait)
                wait = min(MOST_WAIT, wait * 1.6)
        finally:
            self.client.disconnect()

    async def _knock(self) -> str:
        """Where it is, if it answers: the client itself would let the whole loop wait for
        it."""
        async with asyncio.timeout(PATIENCE):
            found = await self._find()
        for address in found:
            with suppress(OSError):
                async with asyncio.timeout(PATIENCE):
                    _, writer = await asyncio.open_connection(address, self.club.port)
                writer.close()
                return address
        raise ConnectionError(self.club.host)

    async def _find(self) -> list[str]:
        """Its address; behind a name those that are in this house."""
        host, port = self.club.address
        if not is_name(host):
            return [host]
        found = [str(each[4][0]) for each in await self._loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        near = [address for address in found if is_near(address)]
        self._be("calling" if near and self.line == "far" else self.line if near else "far")
        return near

    def subscribe(self, *topics: str) -> None:
        self.client.subscribe([(topic, 1) for topic in topics])

    def put(self, topic: str, data: bytes, retain: bool = False) -> None:
        """From whatever thread; while the broker is away it is lost, as the pipes are."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._publish, topic, data, retain)

    def _publish(self, topic: str, data: bytes, retain: bool) -> None:
        if self.client.is_connected():
            self.client.publish(topic, data, qos=1, retain=retain)


def none(_: object) -> None:
    """What a callback answers that is asked for nothing."""


class Topic:
    """A pipe to one guest, or to the host."""

    def __init__(self, broker: Broker, topic: str, gone: Callable[[], object] = lambda: None) -> None:
        self._broker, self._topic, self._gone = broker, topic, gone

    def send(self, data: bytes) -> None:
        self._broker.put(self._topic, data)

    def close(self) -> None:
        self._gone()


def host_table(host: Host, broker: Broker, hand: Handover = at_once) -> None:
    """Serve a table by a broker; beside the direct line, or instead of it."""
    _Serving(host, broker, hand)


class _Serving:
    """A host's side of a broker."""

    def __init__(self, host: Host, broker: Broker, hand: Handover) -> None:
        self._host, self._broker, self._hand = host, broker, hand
        self._base, self._run = f"{ROOT}/{host.table.hex()}", secrets.token_hex(8)
        self._pipes: dict[str, Topic] = {}
        broker.hear, broker.on_up = self._hear, self._up
        host.on_epoch = self._announce
        if broker.client.is_connected():
            self._up()

    def _up(self) -> None:
        self._broker.subscribe(f"{self._base}/up/+", f"{self._base}/here")
        self._announce()

    def _announce(self) -> None:
        """Who is called; a host that was left behind says nothing."""
        if not self._host.newer:
            said = json.dumps([self._run, *self._host.log.epoch]).encode()
            self._broker.put(f"{self._base}/here", SecretBox(self._host.key).encrypt(said, random(24)), retain=True)

    def _hear(self, topic: str, data: bytes) -> None:
        name = topic.rpartition("/")[2]
        if topic == f"{self._base}/here":
            self._hand(lambda: self._hear_other(data))
        elif len(name) <= LONGEST:
            self._hand(lambda: self._take(name, data))

    def _hear_other(self, data: bytes) -> None:
        """Two hosts at one table: the newer says so again, the older falls silent."""
        run, epoch = _read_run(self._host.key, data)
        if run in ("", self._run):
            return
        if epoch > self._host.log.epoch:
            self._host.retire(epoch)
        elif epoch < self._host.log.epoch:
            self._announce()

    def _take(self, name: str, data: bytes) -> None:
        if self._host.newer:
            return
        if name not in self._pipes:
            pipe = Topic(self._broker, f"{self._base}/down/{name}", lambda: self._pipes.pop(name, None))
            self._pipes[name] = pipe
            self._host.meet(pipe)
        if name in self._pipes:
            self._host.hear(self._pipes[name], data)


def _read_run(key: bytes, data: bytes) -> tuple[str, Epoch]:
    """Which run of a host it is and its epoch; what another key sealed says nothing."""
    with suppress(CryptoError, ValueError, TypeError):
        run, number, whose = json.loads(SecretBox(key).decrypt(data))
        return str(run), (int(number), str(whose))
    return "", (0, "")


async def join_table(guest: Guest, broker: Broker, hand: Handover = at_once) -> None:
    """Join a table by a broker: a new pipe for every call."""
    caller = _Calling(guest, broker, hand)
    wait = LEAST
    while guest.state != "out":
        await caller.is_up.wait()
        wait = LEAST if await caller.talk() else min(MOST_WAIT, wait * 1.6)
        await asyncio.sleep(wait)


class _Calling:
    """A guest's side of a broker."""

    def __init__(self, guest: Guest, broker: Broker, hand: Handover) -> None:
        self._guest, self._broker, self._hand = guest, broker, hand
        self._base, self._loop = f"{ROOT}/{guest.place.table.hex()}", asyncio.get_running_loop()
        self.is_up, self._over = asyncio.Event(), asyncio.Event()
        self._mine, self._run = "", ""
        guest.may_have_two_hosts = True
        broker.on_up, broker.on_down, broker.hear = self._up, self._down, self._hear
        if broker.client.is_connected():
            self._up()

    def _up(self) -> None:
        self._broker.subscribe(f"{self._base}/here")
        self.is_up.set()

    def _down(self) -> None:
        """The pipe of now is over, even if the broker is back before it is looked at."""
        self.is_up.clear()
        self._over.set()

    def _hear(self, topic: str, data: bytes) -> None:
        if topic == self._mine:
            self._hand(lambda: self._guest.hear(data))
        elif topic == f"{self._base}/here":
            self._hear_run(data)

    def _hear_run(self, data: bytes) -> None:
        """A host that began anew: no line broke, so nothing else would tell."""
        run, _ = _read_run(self._guest.key, data)
        if run:
            before, self._run = self._run, run
            if before not in ("", run) or self._guest.state == "calling":
                self._over.set()

    async def talk(self) -> bool:
        """One pipe, to its end; whether the guest was at the table."""
        name, was_live = secrets.token_hex(8), False
        self._mine = f"{self._base}/down/{name}"
        self._over.clear()
        self._broker.subscribe(self._mine)
        end = Topic(self._broker, f"{self._base}/up/{name}", self._end)
        self._hand(lambda: self._guest.meet(end))
        while self.is_up.is_set() and not self._over.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._over.wait()
            was_live = was_live or self._guest.state == "live"
        self._broker.client.unsubscribe(self._mine)
        self._hand(self._guest.lose)
        return was_live

    def _end(self) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._over.set)
