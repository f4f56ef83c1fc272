"""The network on a thread of its own, while a table is open: what it hears is handed to the thread
where the game lives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from threading import Thread
from typing import Any, TypeAlias

from websockets.asyncio.server import Server

from carddb.trouble import Trouble
from engine.values.texts import say
from link.broker import Broker, Line, host_table, join_table
from link.direct import call_table, keep_ticking, serve_table
from link.guest import Guest
from link.host import Host
from link.pipe import Handover
from link.reach import Address, Club

PATIENCE, MOMENT = 5.0, 0.05
TellLine: TypeAlias = Callable[[Line], object]


class Runner:
    """From the first call on, until it is stopped."""

    def __init__(self, hand: Handover) -> None:
        self._hand, self._loop = hand, asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._server: Server | None = None
        self._thread = Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Something short, done over there, and what came of it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    async def _keep(self, *works: Coroutine[Any, Any, Any]) -> None:
        self._tasks |= {asyncio.create_task(work) for work in works}

    def serve(self, host: Host, address: str, port: int = 0) -> int:
        """Listen; at the same port as before, if that is free. Which it is."""
        for wanted in dict.fromkeys((port, 0)):
            try:
                found: int = self._do(self._serve(host, address, wanted))
            except (OSError, TimeoutError):
                continue
            return found
        raise Trouble(say("this device cannot be reached: its network allows no table"))

    async def _serve(self, host: Host, address: str, port: int) -> int:
        server = await serve_table(host, address, port, self._hand)
        await self._keep(keep_ticking(host, self._hand))
        self._server = server
        return int(server.sockets[0].getsockname()[1])

    def host_by_broker(self, host: Host, club: Club, tell: TellLine) -> None:
        """Host by the broker of a club; *tell* hears how it stands with it."""
        self._do(self._by_broker(host, club, tell))

    async def _by_broker(self, host: Host, club: Club, tell: TellLine) -> None:
        broker = self._broker(club, tell)
        host_table(host, broker, self._hand)
        await self._keep(broker.run(), keep_ticking(host, self._hand))

    def _broker(self, club: Club, tell: TellLine) -> Broker:
        broker = Broker(club)
        broker.on_line = lambda line: self._hand(lambda: tell(line))
        return broker

    def call(self, guest: Guest, addresses: Sequence[Address]) -> None:
        """Call a host, again and again, until the guest is out."""
        self._do(self._keep(keep_ticking(guest, self._hand), call_table(guest, addresses, self._hand)))

    def call_by_broker(self, guest: Guest, club: Club, tell: TellLine) -> None:
        """The same by the broker of a club."""
        self._do(self._call_by_broker(guest, club, tell))

    async def _call_by_broker(self, guest: Guest, club: Club, tell: TellLine) -> None:
        broker = self._broker(club, tell)
        await self._keep(keep_ticking(guest, self._hand), broker.run(), join_table(guest, broker, self._hand))

    def stop(self) -> None:
        """No thread and no socket is left; what was still to be said has a moment to go out."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop)
        self._thread.join(PATIENCE)

    async def _end(self) -> None:
        await asyncio.sleep(MOMENT)
        if self._server:
            self._server.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE / 2):
                    await self._server.wait_closed()
        for left in (self._tasks, asyncio.all_tasks() - {asyncio.current_task()}):
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
        await asyncio.sleep(MOMENT)  # lines that were closed are gone only then
        self._loop.stop()
