"""Where others are reached: addresses of a private network, and the broker of a club.

`kept_club` and `keep_club` are the one place where a device remembers the club it plays at: the
tables it opens then go through that broker. A code of a hall needs nothing else.
"""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass
from ipaddress import ip_address
from typing import Any, Protocol, TypeAlias

from carddb.trouble import Trouble
from engine.values.texts import say

Address: TypeAlias = tuple[str, int]
CLUB = "club"
"""The setting that knows the club; its password is there too, never in a file one shares."""
USUAL = 1883
"""The port of a broker that does not say otherwise."""
NO_PLACE = say("type the broker's address, such as 192.168.1.20, or its name, such as club.local")
LONGEST = 64
"""Letters of a name or a password at a broker."""
NAME = re.compile(r"(?=.{1,128}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z]([a-z0-9-]*[a-z0-9])?\.?", re.IGNORECASE)
"""A computer's name: its last part begins with a letter, so no address that was mistyped is one."""
PLACE = re.compile(
    r"(?P<six>[0-9a-f:]*:[0-9a-f.]*:[0-9a-f:.]*)|(\[(?P<in>[^]]*)\]|(?P<host>[^:]*))(:(?P<port>[^/]*))?", re.IGNORECASE
)
"""An address as it is typed, with or without a port; one of many colons has its port behind
brackets."""


class Kept(Protocol):
    """The settings of this device."""

    def get(self, key: str, default: Any = None) -> Any: ...

    def set(self, key: str, value: Any) -> None: ...


@dataclass(frozen=True, slots=True)
class Club:
    """A club's broker: where it is, in numbers or by a name of its network, and the name and
    password it wants to hear, if any."""

    host: str
    port: int = USUAL
    name: str = ""
    password: str = ""

    @property
    def address(self) -> Address:
        return self.host, self.port

    @property
    def login(self) -> tuple[str, str] | None:
        return (self.name, self.password) if self.name else None

    def plain(self) -> list[str | int]:
        """As the settings keep it."""
        return list(astuple(self))


def read_club(data: Any) -> Club | None:
    """What `plain` made, or None."""
    match data:
        case [str(host), int(port), str(name), str(password)]:
            return Club(host, port, name, password)
    return None


def kept_club(settings: Kept) -> Club | None:
    """The club this device plays at."""
    return read_club(settings.get(CLUB))


def keep_club(settings: Kept, club: Club | None) -> None:
    """Tables that are opened from now on go through this broker; with None, through none."""
    settings.set(CLUB, club.plain() if club else [])


def typed_club(address: str, name: str = "", password: str = "") -> Club:
    """What a player typed; where it makes no sense, Trouble says why."""
    found = PLACE.fullmatch(address.strip())
    if not found:
        raise Trouble(NO_PLACE)
    host, port = _typed_host(found["six"] or found["in"] or found["host"] or ""), found["port"]
    if port is not None and not (port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
        raise Trouble(say("the port behind the address is a number up to 65535"))
    if max(len(name.encode()), len(password.encode())) > LONGEST:
        raise Trouble(say("this name or password is too long"))
    return Club(host, USUAL if port is None else int(port), name.strip(), password)


def _typed_host(host: str) -> str:
    """A name, or numbers of this house; where a name leads is seen when it is called."""
    if is_name(host):
        return host.lower()
    try:
        is_here = is_near(host)
    except ValueError:
        raise Trouble(NO_PLACE) from None
    if not is_here:
        raise Trouble(say("this address is not in the network of this house"))
    return str(ip_address(host))


def is_name(host: str) -> bool:
    return NAME.fullmatch(host) is not None


def is_near(address: str) -> bool:
    """Nothing must send the app out into the world."""
    found = ip_address(address)
    return found.is_private or found.is_link_local or found.is_loopback
