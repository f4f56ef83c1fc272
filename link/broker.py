"""The transport for a hall: the same pipes as topics of an MQTT broker (Mosquitto).

adjutant/1/<table>/up/<pipe>      guest -> host
adjutant/1/<table>/down/<pipe>    host -> guest
adjutant/1/<table>/here           retained: which run of the host this is, sealed with the key

The broker sees who talks when and how much, and nothing else. It may lose, double and hold back:
the channel notices.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import paho.mqtt.client as mqtt
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from nacl.utils import random
from paho.mqtt.enums import CallbackAPIVersion

from link.guest import Guest
from link.host import Host
from link.invite import Address
from link.pipe import Handover, at_once
from link.wire import MOST

ROOT = "adjutant/1"
KEEP, LEAST, MOST_WAIT, LOOK = 10, 0.2, 3.0, 0.25
LONGEST = 32
"""Letters of a pipe's name."""


class Broker:
    """One connection to a broker, driven by the loop itself: no thread. It comes back by itself."""

    def __init__(
        self, address: Address, login: tuple[str, str] | None = None, will: tuple[str, bytes] | None = None
    ) -> None:
        self.address, self._loop = address, asyncio.get_running_loop()
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, f"adj-{secrets.token_hex(6)}", clean_session=True)
        if login:
            self.client.username_pw_set(*login)
        if will:
            self.client.will_set(will[0], will[1], qos=1, retain=True)
        self.client.max_inflight_messages_set(100)
        self.hear: Callable[[str, bytes], None] = lambda topic, data: None
        self.on_up: Callable[[], None] = lambda: None
        self.on_down: Callable[[], None] = lambda: None
        self._listen()

    def _listen(self) -> None:
        client, loop = self.client, self._loop
        client.on_message = lambda c, u, m: self.hear(m.topic, m.payload) if len(m.payload) <= MOST else None
        client.on_connect = lambda c, u, f, reason, p: None if reason.is_failure else self.on_up()
        client.on_disconnect = lambda *_: self.on_down()
        client.on_socket_open = self._open
        client.on_socket_close = lambda c, u, sock: none(loop.remove_reader(sock))
        client.on_socket_register_write = lambda c, u, sock: loop.add_writer(sock, client.loop_write)
        client.on_socket_unregister_write = lambda c, u, sock: none(loop.remove_writer(sock))

    def _open(self, client: Any, user: Any, sock: Any) -> None:
        with suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._loop.add_reader(sock, self.client.loop_read)

    async def run(self) -> None:
        """Until it is cancelled."""
        wait = LEAST
        try:
            while True:
                with suppress(OSError):
                    self.client.connect(*self.address, keepalive=KEEP)
                    while self.client.loop_misc() == mqtt.MQTT_ERR_SUCCESS:
                        await asyncio.sleep(LOOK)
                        wait = LEAST
                await asyncio.sleep(wait)
                wait = min(MOST_WAIT, wait * 1.6)
        finally:
            self.client.disconnect()

    def subscribe(self, topic: str) -> None:
        self.client.subscribe(topic, qos=1)

    def put(self, topic: str, data: bytes, retain: bool = False) -> None:
        """From whatever thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(lambda: self.client.publish(topic, data, qos=1, retain=retain))


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
    pipes: dict[str, Topic] = {}
    base, run = f"{ROOT}/{host.table.hex()}", secrets.token_bytes(8)

    def hear(topic: str, data: bytes) -> None:
        name = topic.rpartition("/")[2]
        if len(name) <= LONGEST:
            hand(lambda: take(name, data))

    def take(name: str, data: bytes) -> None:
        if name not in pipes:
            pipes[name] = Topic(broker, f"{base}/down/{name}", lambda: pipes.pop(name, None))
            host.meet(pipes[name])
        if name in pipes:
            host.hear(pipes[name], data)

    def on_up() -> None:
        broker.subscribe(f"{base}/up/+")
        broker.put(f"{base}/here", bytes(SecretBox(host.key).encrypt(run, random(24))), retain=True)

    broker.hear, broker.on_up = hear, on_up
    if broker.client.is_connected():
        on_up()


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
        self._mine, self._run = "", b""
        broker.on_up, broker.on_down, broker.hear = self._up, self._down, self._hear
        if broker.client.is_connected():
            self._up()

    def _up(self) -> None:
        self._broker.subscribe(f"{self._base}/here")
        self.is_up.set()

    def _down(self) -> None:
        self.is_up.clear()
        self._hand(self._guest.lose)

    def _hear(self, topic: str, data: bytes) -> None:
        if topic == self._mine:
            self._hand(lambda: self._guest.hear(data))
        elif topic == f"{self._base}/here":
            self._hear_run(data)

    def _hear_run(self, data: bytes) -> None:
        """A host that began anew: no line broke, so nobody else would tell."""
        with suppress(CryptoError, ValueError):
            before, self._run = self._run, SecretBox(self._guest.key).decrypt(data)
            if before not in (b"", self._run) or self._guest.state == "calling":
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
                await asyncio.wait_for(self._over.wait(), LOOK)
            was_live = was_live or self._guest.state == "live"
        self._broker.client.unsubscribe(self._mine)
        self._hand(self._guest.lose)
        return was_live

    def _end(self) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._over.set)
