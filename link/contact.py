"""A guest's connection to its host: pipes that come and go, the handshake, and how far it is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from carddb.trouble import Trouble
from engine.values.events import Entry
from engine.values.texts import Text, say
from link import wire
from link.following import Following
from link.log import Doc
from link.pipe import Pipe
from link.place import Place

QUIET, SHAKE, PING = 12.0, 4.0, 4.0
"""Seconds without a word from the host; without an answer to a hello; between two signs of life."""

State: TypeAlias = Literal["apart", "calling", "joining", "filling", "live", "out"]


class Contact(Following):
    """`state` says how far it is, `why` what stands in the way for good; `is_paused` that the host
    said it sleeps."""

    def __init__(self, place: Place, tap: Callable[[Entry], None], key: bytes, now: Callable[[], float]) -> None:
        super().__init__(place.open(), tap)
        self.place, self.key, self.now = place, key, now
        self.state: State = "apart"
        self.why: Text | None = None
        self.is_paused = False
        self.on_state: Callable[[], None] = lambda: None
        self._pipe: Pipe | None = None
        self._caller: wire.Caller | None = None
        self._channel: wire.Channel | None = None
        self._heard = self._pinged = 0.0
        self._filling: Doc | None = None

    @abstractmethod
    def _hello(self) -> None:
        """The first thing that is said."""

    @abstractmethod
    def _take(self, message: Doc) -> None:
        """What the host says."""

    def meet(self, pipe: Pipe) -> None:
        self._pipe, self._caller, self._channel = pipe, wire.Caller(self.key, self.place.table), None
        self._heard = self.now()
        self._be("calling")
        pipe.send(self._caller.hello)

    def lose(self) -> None:
        self._pipe = self._channel = self._caller = self._filling = None
        if self.state != "out":
            self._be("apart")

    def leave(self) -> None:
        """Hang up; the transport calls again unless the guest is out."""
        pipe = self._pipe
        self.lose()
        if pipe:
            pipe.close()

    def stop(self) -> None:
        """Away from the table for good; the game stays on this device as it is."""
        self._say(k="bye")
        self._be("out")
        self.leave()
        if self.log:
            self.log.let_go()

    def _be(self, state: State) -> None:
        """A host that fell asleep sleeps until it is heard again."""
        self.state, self.is_paused = state, self.is_paused and state in ("apart", "calling")
        self.on_state()

    def _out(self, why: Text) -> None:
        self.why = why
        self._be("out")
        self.leave()

    def tick(self) -> None:
        """Now and then; a host that says nothing is left, and called again by the transport."""
        now = self.now()
        if self._pipe and now - self._heard > (QUIET if self._channel else SHAKE):
            self.leave()
        elif self._channel and now - self._pinged > PING:
            self._pinged = now
            self._say(k="ping")
        if self.log and self.log.game.warning and self.log.game.saver.retry():
            self._say(k="got", n=self.number_on_disk)

    def hear(self, data: bytes) -> None:
        try:
            if self._channel is None:
                self._shake(data)
            elif (message := self._channel.open(data)) is not None:
                self._heard = self.now()
                self._take(message)
        except wire.Gap:
            self.leave()
        except wire.Bad:
            pass  # any device may send; what is not from the host is ignored
        except wire.OtherVersion as other:
            self._out(
                say(
                    "the host's app speaks version {version} of the link: please update the older one",
                    version=str(other),
                )
            )
        except Trouble as no:
            self._out(no.why)
        except (ValueError, LookupError, TypeError, AttributeError, AssertionError):
            self._out(say("this device cannot follow the host: its app differs from the host's"))

    def _shake(self, data: bytes) -> None:
        if self._caller:
            self._channel = self._caller.channel(data)
            self._heard = self.now()
            self._be("joining")
            self._hello()

    def _say(self, **message: Any) -> None:
        if self._pipe and self._channel:
            self._pipe.send(self._channel.seal(message))
