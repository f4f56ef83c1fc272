"""A hall on the network's thread: one broker, for the organiser's side or a phone's."""

from __future__ import annotations

from typing import Protocol

from link.reach import Club
from link.runner import Runner, TellLine


class End(Protocol):
    """A desk or a member."""

    @property
    def topics(self) -> tuple[str, ...]: ...

    def hear(self, topic: str, data: bytes) -> None: ...

    def greet(self) -> None: ...


class HallRunner(Runner):
    """As that of a table, and stopped as that."""

    def attend(self, end: End, club: Club, tell: TellLine) -> None:
        """Listen for *end* and speak for it, until stopped; *tell* hears how it stands with the
        broker."""
        self._do(self._attend(end, club, tell))

    async def _attend(self, end: End, club: Club, tell: TellLine) -> None:
        broker = self._broker(club, tell)
        end.send = broker.put  # type: ignore[attr-defined]

        def on_up() -> None:
            broker.subscribe(*end.topics)
            self._hand(end.greet)

        def hear(topic: str, data: bytes) -> None:
            self._hand(lambda: end.hear(topic, data))

        broker.on_up, broker.hear = on_up, hear
        await self._keep(broker.run())
