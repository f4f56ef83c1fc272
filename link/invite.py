"""The code a host shows: where it is, which table, and the key; in the letters of all codes."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import TypeAlias

from carddb.letters import Unreadable, opened, written
from engine.values.texts import say
from link.wire import KEY, TABLE

LETTER, DIRECT, BY_BROKER = "T", 0, 1
Address: TypeAlias = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Invitation:
    """All a guest needs to know."""

    table: bytes
    key: bytes
    addresses: tuple[Address, ...]
    by_broker: bool = False

    def code(self) -> str:
        """As the text of a code."""
        places = b"".join(map(_packed, self.addresses))
        return written(LETTER, bytes([BY_BROKER if self.by_broker else DIRECT]) + self.table + self.key + places)


def _packed(address: Address) -> bytes:
    found = ip_address(address[0])
    return address[1].to_bytes(2, "big") + bytes([found.version]) + found.packed


def invitation(text: str) -> Invitation:
    """What a code says; one that leads out of the house is refused."""
    letter, body = opened(text)
    if letter != LETTER:
        raise Unreadable(say("this code is no invitation to a table"))
    head, rest, places = body[: 1 + TABLE + KEY], body[1 + TABLE + KEY :], list[Address]()
    while len(rest) >= 3 and len(rest) >= (size := 7 if rest[2] == 4 else 19):
        places.append((str(ip_address(rest[3:size])), int.from_bytes(rest[:2], "big")))
        rest = rest[size:]
    if rest or not places or head[0] > BY_BROKER or not all(is_near(address) for address, _ in places):
        raise Unreadable(say("this invitation leads nowhere"))
    return Invitation(head[1 : 1 + TABLE], head[1 + TABLE :], tuple(places), head[0] == BY_BROKER)


def is_invitation(text: str) -> bool:
    """Whether a scanned code is one, before it is read."""
    found = "".join(text[:40].split()).upper()
    return found.startswith("ADJ") and f"{LETTER}." in found[4:8]


def is_near(address: str) -> bool:
    """A code must not send the app out into the world."""
    found = ip_address(address)
    return found.is_private or found.is_link_local or found.is_loopback
