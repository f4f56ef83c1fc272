"""The code a host shows: where it is, which table, and the key; in the letters of all codes."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

from carddb.letters import Unreadable, opened, written
from engine.values.texts import say
from link.reach import Address, Club, is_name, is_near
from link.wire import KEY, TABLE

LETTER, DIRECT, BY_BROKER = "T", 0, 1
NAMED = 0
"""In the place of 4 or 6, where a name follows and no address."""
NOWHERE = say("this invitation leads nowhere")


@dataclass(frozen=True, slots=True)
class Invitation:
    """All a guest needs to know: the host's own addresses, or the broker of a club."""

    table: bytes
    key: bytes
    addresses: tuple[Address, ...] = ()
    club: Club | None = None

    def code(self) -> str:
        """As the text of a code."""
        way = BY_BROKER if self.club else DIRECT
        where = pack_club(self.club) if self.club else b"".join(map(_packed, self.addresses))
        return written(LETTER, bytes([way]) + self.table + self.key + where)


def invitation(text: str) -> Invitation:
    """What a code says; one that leads out of the house is refused."""
    letter, body = opened(text)
    if letter != LETTER:
        raise Unreadable(say("this code is no invitation to a table"))
    head, rest = body[: 1 + TABLE + KEY], body[1 + TABLE + KEY :]
    table, key = head[1 : 1 + TABLE], head[1 + TABLE :]
    if len(key) < KEY or head[0] > BY_BROKER:
        raise Unreadable(NOWHERE)
    if head[0] == BY_BROKER:
        return Invitation(table, key, club=unpack_club(rest))
    return Invitation(table, key, _unpacked(rest))


def is_invitation(text: str) -> bool:
    """Whether a scanned code is one, before it is read."""
    found = "".join(text[:40].split()).upper()
    return found.startswith("ADJ") and f"{LETTER}." in found[4:8]


def pack_club(club: Club) -> bytes:
    """Name and password, each behind its length, then the address, or the name of the computer."""
    where = club.port.to_bytes(2, "big") + bytes([NAMED]) + _word(club.host)
    return _word(club.name) + _word(club.password) + (where if is_name(club.host) else _packed(club.address))


def _word(text: str) -> bytes:
    return bytes([len(text.encode())]) + text.encode()


def unpack_club(data: bytes) -> Club:
    """What `pack_club` made, or it is refused."""
    words, rest = list[str](), data
    while len(words) < 2 and rest and len(rest) > rest[0]:
        try:
            words.append(rest[1 : 1 + rest[0]].decode())
        except UnicodeDecodeError:
            break
        rest = rest[1 + rest[0] :]
    places = _named(rest) or _unpacked(rest)
    if len(words) < 2 or len(places) > 1:
        raise Unreadable(NOWHERE)
    return Club(*places[0], *words)


def _named(data: bytes) -> tuple[Address, ...]:
    """A computer by its name, if it is one."""
    name = data[4:].decode("ascii", "replace")
    is_one = len(data) > 4 and data[2] == NAMED and data[3] == len(name) and is_name(name)
    return ((name, int.from_bytes(data[:2], "big")),) if is_one else ()


def _packed(address: Address) -> bytes:
    found = ip_address(address[0])
    return address[1].to_bytes(2, "big") + bytes([found.version]) + found.packed


def _unpacked(data: bytes) -> tuple[Address, ...]:
    """At least one address, all of them in a private network."""
    found, rest = list[Address](), data
    while len(rest) >= 3 and len(rest) >= (size := 7 if rest[2] == 4 else 19):
        found.append((str(ip_address(rest[3:size])), int.from_bytes(rest[:2], "big")))
        rest = rest[size:]
    if rest or not found or not all(is_near(host) for host, _ in found):
        raise Unreadable(NOWHERE)
    return tuple(found)
