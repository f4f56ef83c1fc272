"""Where the broker of a club is: in numbers or by a name, as somebody types it."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from carddb.trouble import Trouble
from engine.values.texts import english
from link.broker import Broker
from link.reach import Club, typed_club


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("192.168.1.20", "192.168.1.20", 1883),
        (" 10.0.0.7:1884 ", "10.0.0.7", 1884),
        ("fe80::1", "fe80::1", 1883),
        ("[fd00::7]:8883", "fd00::7", 8883),
        ("localhost", "localhost", 1883),
        ("Club-Laptop.local:1884", "club-laptop.local", 1884),
        ("2nd-table.club", "2nd-table.club", 1883),
    ],
)
def test_an_address_or_a_name_with_or_without_a_port(typed: str, host: str, port: int) -> None:
    assert typed_club(typed).address == (host, port)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "type the broker's address"),
        ("192.168.1", "type the broker's address"),
        ("300.1.2.3", "type the broker's address"),
        ("club laptop", "type the broker's address"),
        ("http://club.local", "type the broker's address"),
        ("-club.local", "type the broker's address"),
        ("club..local", "type the broker's address"),
        ("a" * 129, "type the broker's address"),
        ("8.8.8.8", "not in the network of this house"),
        ("[2001:4860:4860::8888]:80", "not in the network of this house"),
        ("club.local:", "the port behind the address"),
        ("club.local:70000", "the port behind the address"),
        ("10.0.0.7:0", "the port behind the address"),
    ],
)
def test_nonsense_is_told_in_one_sentence(typed: str, why: str) -> None:
    with pytest.raises(Trouble) as no:
        typed_club(typed)
    assert why in english(no.value.why)


@pytest.mark.parametrize(("addresses", "line"), [(["127.0.0.1"], "away"), (["8.8.8.8", "127.0.0.1"], "away"), (["8.8.8.8"], "far"), ([], "far")])
def test_a_name_that_leads_out_of_the_house_is_not_called(monkeypatch: pytest.MonkeyPatch, addresses: list[str], line: str) -> None:
    """Nobody listens at the port, so a near one is away."""
    called: list[str] = []

    async def open_connection(host: str, port: int) -> Any:
        called.append(host)
        raise OSError

    async def knock() -> str:
        broker, heard = Broker(Club("club.example")), asyncio.Event()
        broker.on_line = lambda line: heard.set()

        async def getaddrinfo(*args: Any, **more: Any) -> Any:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 1883)) for each in addresses]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)
        monkeypatch.setattr(asyncio, "open_connection", open_connection)
        task = asyncio.create_task(broker.run())
        await asyncio.wait_for(heard.wait(), 60)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return broker.line

    assert asyncio.run(knock()) == line
    assert called == (["127.0.0.1"] if line == "away" else [])
