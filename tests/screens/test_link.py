"""Several apps at one table, each in a folder of its own, over the loopback, by touches."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.core.window import Window

from tests.screens.pretend import Pretend
from tools.tour import begin

SIZE = (412, 915)


class Party:
    """Devices that lie around the table: one of them is looked at, and touched, at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.drivers: dict[str, Any] = {}

    def start(self, name: str, size: tuple[int, int] = SIZE, **settings: Any) -> Any:
        """A device of this name; one that ran before comes back after a kill."""
        if name in self.drivers:
            self.stop(name)
        for other in self.drivers.values():
            Window.remove_widget(other.app.root)
        driver = self.drivers[name] = begin(self.folder / name, size, **settings)
        device = Pretend(self.folder / name)
        device.addresses = lambda: ("127.0.0.1",)  # type: ignore[method-assign]
        driver.put(device=device)
        return driver

    def stop(self, name: str) -> None:
        self.drivers.pop(name).stop()

    def take(self, name: str) -> Any:
        """This one in the hand."""
        for other in self.drivers.values():
            if other.app.root in Window.children:
                Window.remove_widget(other.app.root)
        driver = self.drivers[name]
        Window.add_widget(driver.app.root)
        driver.frames(3)
        return driver


@pytest.fixture
def party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settled: None) -> Iterator[Party]:
    gc.disable()
    enable = gc.enable
    for name in ("freeze", "unfreeze", "enable"):
        monkeypatch.setattr(gc, name, lambda: None)
    found = Party(tmp_path)
    yield found
    for name in list(found.drivers):
        found.stop(name)
    gc.collect()
    enable()


def link(driver: Any) -> Any:
    return driver.app.context.link


def open_table(party: Party, game: str, seat: str = "", **settings: Any) -> Any:
    """A sample game on the first device, and its table open."""
    host = party.start("host", **settings)
    host.tap("English")
    host.tap("Try it")
    host.tap(game)
    host.until(lambda: host.app.context.desk.table is not None)
    host.tap("More")
    host.reach("Several devices")
    if seat:
        host.reach(seat)
    host.reach("Open the table")
    assert link(host).host
    return host


def join(party: Party, name: str, seat: str, **settings: Any) -> Any:
    """A fresh device that scans what the host shows."""
    host = party.take("host")
    picture = party.folder / f"{name}.png"
    host.shot(picture)
    guest = party.start(name, **settings)
    guest.app.context.device.chosen = picture
    guest.tap("English")
    guest.tap("To the start")
    guest.reach("Scan")
    guest.tap("Picture")
    guest.until(lambda: link(guest).guest is not None and link(guest).guest.state == "live" and guest.app.context.desk.table is not None)
    guest.reach(seat)
    guest.until(lambda: link(guest).guest.state == "live" and any(each.role != "watch" for each in link(guest).people()[1:]))
    return guest


def test_two_fresh_installs_are_joined_by_the_code_on_the_screen(party: Party) -> None:
    host = open_table(party, "2GM Tactics")
    assert host.has("nobody has joined yet")
    seats = [host.app.table.view.words.seat(seat) for seat in (0, 1)]
    guest = join(party, "a", seats[1])
    assert guest.app.table.state == host.app.table.state
    assert guest.has("At the table")
    assert [(each.name, each.role, each.seat) for each in link(guest).people()] == [("The host", "host", None), (seats[1], "player", 1)]
    host = party.take("host")
    assert host.has("The table is open: one other device")
