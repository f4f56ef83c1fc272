"""The log goes out: to each guest as far as he keeps up, without what is under cover."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.playing import codec
from link.log import Doc, Log, state_sum
from link.members import Member
from link.seals import cover, seals_of

WINDOW, BATCH = 400, 60_000
"""Entries on the way to a guest who has not yet saved them; bytes of them in one message."""


class Sending:
    """`seals` knows what is under cover; the log itself is the queue."""

    def __init__(self, log: Log) -> None:
        self.log, self.seals = log, seals_of(log)

    def send_whole(self, m: Member) -> None:
        """The game from its beginning: a copy that can stand alone. No table that holds a covered
        answer goes along."""
        log, upto = self.log, min([self.log.on_disk, *(n - 1 for n in self.seals.hidden)])
        about, points = codec.plain(log.game.header), log.points(upto)
        m.say(k="game", header=about, start=log.start, upto=upto, points=points, epoch=list(log.epoch))

    def publish(self, members: Iterable[Member]) -> None:
        """What is new, and what is under cover no more."""
        for m in members:
            self.pump(m)
            if open_now := [n for n in m.covered if n not in self.seals.hidden]:
                m.covered -= set(open_now)
                m.say(k="reveal", docs={str(n): self.log.docs[n - 1] for n in open_now})

    def pump(self, m: Member) -> None:
        """More of the log, as far as he keeps up."""
        while m.has_joined and m.sent < (most := min(self.log.on_disk, m.got + WINDOW)):
            docs: list[Doc] = []
            size, first = 0, m.sent + 1
            while m.sent < most and size < BATCH:
                m.sent += 1
                docs.append(self._doc(m, m.sent))
                size += self.log.sizes[m.sent - 1]
            is_whole = m.sent == self.log.number and len(docs) > 1 and not self.seals.hidden
            more: dict[str, Any] = {"state": state_sum(self.log.game.session.state)} if is_whole else {}
            m.say(k="entries", first=first, docs=docs, by=self.log.by[first - 1 : m.sent], **more)

    def _doc(self, m: Member, n: int) -> Doc:
        seat = self.seals.hidden.get(n)
        if seat is None or seat == m.seat:
            return self.log.docs[n - 1]
        m.covered.add(n)
        return cover(self.log.docs[n - 1], seat)
