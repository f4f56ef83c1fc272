"""Who is at the table: a pipe for each, and what is known of the one behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal, TypeAlias

from link import wire
from link.log import Doc
from link.pipe import Pipe

Role: TypeAlias = Literal["host", "player", "table", "watch"]
ROLES = ("player", "table", "watch")
LONGEST = 40
"""Letters of a name."""
BAD = 20
"""Frames that make no sense, from one who knows the key."""


def tag(device: str) -> str:
    """A device's public name: its id is known to the host alone."""
    return blake2b(device.encode(), digest_size=5).hexdigest()


@dataclass(frozen=True, slots=True)
class Person:
    """A device at the table, for the screens, and how many entries it has."""

    tag: str
    name: str
    role: str
    seat: int | None
    got: int = 0

    def plain(self) -> Doc:
        return {"tag": self.tag, "name": self.name, "role": self.role, "seat": self.seat, "got": self.got}


def person(data: Doc) -> Person:
    """A device as a guest is told of it."""
    seat = data["seat"] if type(data["seat"]) is int else None
    return Person(str(data["tag"]), str(data["name"])[:LONGEST], str(data["role"]), seat, int(data["got"]))


@dataclass(slots=True, eq=False)
class Member:
    """A pipe: with a channel once the key was shown, with a name once he has joined.

    `sent` entries are on the way to him, `got` of them he has saved; `people` he knows to be here;
    he is asked for what he has up to `lends`.
    """

    pipe: Pipe
    since: float
    heard: float
    channel: wire.Channel | None = None
    tag: str = ""
    name: str = ""
    role: str = ""
    seat: int | None = None
    has_joined: bool = False
    has_all: bool = False
    sent: int = 0
    got: int = 0
    lends: int = 0
    bad: int = 0
    people: tuple[Person, ...] = ()
    covered: set[int] = field(default_factory=set)

    def say(self, **message: object) -> None:
        if self.channel:
            self.pipe.send(self.channel.seal(message))

    def person(self) -> Person:
        return Person(self.tag, self.name, self.role, self.seat, self.got)
