"""The usual transport: the host serves WebSockets on the local network, guests call it at every
address they know."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import get_ident
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection, broadcast
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import WebSocketException

from link.guest import Guest
from link.host import Host
from link.pipe import Handover, at_once
from link.reach import Address
from link.wire import MOST

WAITING = 2**22
"""Bytes waiting for a slow reader; the window of the log keeps far below, so a reader that gets
there is cut off."""
KEEP: dict[str, Any] = {
    "max_size": MOST,
    "compression": None,
    "ping_interval": 5,
    "ping_timeout": 10,
    "max_queue": 8,
    "close_timeout": 1,
}
LEAST, MOST_WAIT, TICK = 0.2, 3.0, 1.0
QUIET = logging.getLogger("adjutant.strangers")
QUIET.setLevel(logging.CRITICAL)
"""A caller who says nothing sensible, or is gone when he is answered, leaves no trace in the
log."""


class Line:
    """A pipe over one WebSocket: what is sent waits with the system, from whatever thread it comes,
    so that no sender waits for a reader."""

    def __init__(self, socket: Connection) -> None:
        self._socket, self._loop, self._thread = socket, asyncio.get_running_loop(), get_ident()
        self._closing: asyncio.Task[None] | None = None

    def send(self, data: bytes) -> None:
        self._do(lambda: self._put(data))

    def close(self) -> None:
        self._do(self._close)

    def _do(self, act: Callable[[], None]) -> None:
        if get_ident() == self._thread:
            act()
            return
        with suppress(RuntimeError):  # the loop is closed, and no reader is left
            self._loop.call_soon_threadsafe(act)

    def _put(self, data: bytes) -> None:
        broadcast((self._socket,), data)
        if self._socket.transport.get_write_buffer_size() > WAITING:
            self._socket.transport.abort()

    def _close(self) -> None:
        """What was said before still goes out."""
        self._closing = self._closing or self._loop.create_task(self._hang_up())

    async def _hang_up(self) -> None:
        with suppress(Exception):  # closing a lost line raises what it likes
            await self._socket.close()


async def serve_table(host: Host, address: str, port: int = 0, hand: Handover = at_once) -> Server:
    """Listen until the server is closed."""

    async def meet(socket: ServerConnection) -> None:
        line = Line(socket)
        hand(lambda: host.meet(line))
        try:
            async for data in socket:
                if isinstance(data, bytes):
                    hand(lambda data=data: host.hear(line, data))  # type: ignore[misc]
        except WebSocketException:
            pass
        finally:
            hand(lambda: host.lose(line))

    return await serve(meet, address, port, open_timeout=5, logger=QUIET, **KEEP)


async def call_table(guest: Guest, addresses: Sequence[Address], hand: Handover = at_once) -> None:
    """Call until the guest is out for good: one address after the other, slower while none
    answers."""
    wait = LEAST
    while guest.state != "out":
        for address in addresses:
            with suppress(Exception):  # closing a lost line raises what it likes; calling again must not end
                if await _talk(guest, address, hand):
                    wait = LEAST
        await asyncio.sleep(wait)
        wait = min(MOST_WAIT, wait * 1.6)


async def _talk(guest: Guest, address: Address, hand: Handover) -> bool:
    """One connection, to its end; whether the guest was at the table."""
    name = f"[{address[0]}]" if ":" in address[0] else address[0]
    was_live = False
    async with connect(f"ws://{name}:{address[1]}", open_timeout=3, proxy=None, logger=QUIET, **KEEP) as socket:
        line = Line(socket)
        hand(lambda: guest.meet(line))
        try:
            async for data in socket:
                if isinstance(data, bytes):
                    hand(lambda data=data: guest.hear(data))  # type: ignore[misc]
                was_live = was_live or guest.state == "live"
        finally:
            hand(guest.lose)
    return was_live


async def keep_ticking(end: Host | Guest, hand: Handover = at_once) -> None:
    while True:
        await asyncio.sleep(TICK)
        hand(end.tick)
