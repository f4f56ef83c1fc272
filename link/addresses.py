"""Under which addresses this device can be reached in its own network."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import ip_address

from link.reach import is_near

MOST = 4
"""Addresses in one code: more would make it too fine to be read."""
ASK_ADDRESS = 0x8915
"""What Linux is asked for the address of an interface."""
PRIVATE = ("192.168.255.254", "10.255.255.254", "172.31.255.254")


def own_addresses(more: Iterable[str] = ()) -> tuple[str, ...]:
    """Those in a private network, and this device itself only where there are no others."""
    found = list(dict.fromkeys([*more, *_of_interfaces(), *_of_routes()]))
    near = [address for address in found if is_near(address) and not ip_address(address).is_loopback]
    return tuple(near[:MOST]) or ("127.0.0.1",)


def _of_interfaces() -> Iterator[str]:
    with suppress(OSError, ImportError, AttributeError):
        from fcntl import ioctl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            for _, name in socket.if_nameindex():
                with suppress(OSError):
                    data = ioctl(asked.fileno(), ASK_ADDRESS, struct.pack("256s", name.encode()[:15]))
                    yield socket.inet_ntoa(data[20:24])


def _of_routes() -> Iterator[str]:
    """What would be called from to get there; nothing is sent."""
    for there in PRIVATE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.connect((there, 9))
            yield str(asked.getsockname()[0])
