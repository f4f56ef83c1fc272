"""Devices for the tests of the link: a folder with a store each, players who tap whatever can be
tapped, and a table whose pipes are lists."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from carddb.store import Store
from engine.games import RULESETS
from engine.playing.answers import Stale
from engine.playing.session import Refused, Session
from engine.values.events import Entry, Opened
from engine.values.maps import EMPTY
from engine.values.model import Impossible
from link.guest import Guest
from link.host import Host
from link.log import Doc, Log
from link.place import Place
from tests.carddb.play import clock, step
from tests.games.cases import CASES
from tests.games.taps import reply

RULES: dict[str, Any] = dict(RULESETS)
KEY, TABLE = bytes(range(32)), b"table--1"


class Device:
    """One device: its folder outlives every kill."""

    def __init__(self, folder: Path, rules: dict[str, Any] = RULES, now: Any = None) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.rules, self.now = folder, rules, now or clock()
        self.store: Store | None = None

    def place(self) -> Place:
        """After a start of the app; one that still ran is killed."""
        if self.store:
            self.store.disk.release()
        self.store = Store(self.folder, self.rules, self.now)
        return Place(self.store, TABLE)

    def log(self) -> Log:
        found = self.place().open()
        assert found
        return found

    def begin(self, game: str) -> Log:
        case, place = CASES[game], self.place()
        made = place.store.new_game(game, case.start, "Evening", ("Ann", "Ben"))
        place.note(game=made.key)
        log = Log(made)
        log.set_link(epoch=[1, "first"], table=TABLE.hex())
        return log

    def files(self) -> str:
        """Every game on the device, as text."""
        return "\n".join(file.read_text("utf-8") for file in sorted(self.folder.glob("g*/games/*.journal")))

    def games(self) -> list[str]:
        assert self.store
        return sorted(each.name for each in self.store.games())


def tap(game: str, session: Session, random: Random, seat: int | None = None) -> None:
    """One tap; a sealed question is opened at times, and each answers his own part of it."""
    prompt = session.prompt
    with suppress(Refused, Impossible, Stale, LookupError):
        if game == "2gm" and prompt is None and random.randrange(6) == 0:
            session.overrule(Opened("bid", EMPTY))
        elif prompt and prompt.sealed and seat is not None and random.randrange(3):
            slot = next((each for each in prompt.slots if each.asked_of == seat and each.key not in prompt.given), None)
            if slot:
                session.answer(reply(slot, [random.randrange(60) for _ in range(12)]), slot.key)
        else:
            step(CASES[game], session, random)


def wish(game: str, guest: Guest, random: Random) -> Entry | None:
    """What a guest's tap would have entered, found out on a copy."""
    assert guest.game
    copy = guest.game.session.copy()
    copy.listeners = []
    before = len(copy.journal)
    tap(game, copy, random, guest.seat)
    return copy.journal[-1] if len(copy.journal) > before else None


class End:
    """One end of a pipe: what is sent lies in a list until somebody carries it."""

    def __init__(self, way: list[bytes]) -> None:
        self.way, self.is_open = way, True

    def send(self, data: bytes) -> None:
        if self.is_open:
            self.way.append(data)

    def close(self) -> None:
        self.is_open = False


class Table:
    """A host and its guests, with everything that was ever said between them."""

    def __init__(self, folder: Path, game: str = "2gm") -> None:
        self.folder, self.time, self.case, self.key = folder, 0.0, CASES[game], os.urandom(32)
        self.devices: dict[str, Device] = {}
        self.ends: dict[str, tuple[End, End, Host]] = {}
        self.guests: dict[str, Guest] = {}
        self.said: list[bytes] = []
        self.answers: list[tuple[str, Doc]] = []
        self.host = self.new_host(self.device("host").begin(game))

    def now(self) -> float:
        return self.time

    def device(self, name: str) -> Device:
        return self.devices.setdefault(name, Device(self.folder / name))

    def new_host(self, log: Log) -> Host:
        return Host(log, self.key, TABLE, self.now, "host")

    def guest(self, name: str, role: str = "player", seat: int | None = None, key: bytes = b"") -> Guest:
        if name not in self.guests:
            place = self.device(name).place()
            guest = self.guests[name] = Guest(place, key or self.key, f"device-{name}", self.now, name, role, seat)
            guest.on_answer = lambda key, what, more: self.answers.append((what, more))
        return self.guests[name]

    def join(self, name: str, role: str = "player", seat: int | None = None, host: Host | None = None, key: bytes = b"") -> Guest:
        guest = self.guest(name, role, seat, key)
        near, far = End([]), End([])
        self.ends[name] = near, far, host or self.host
        self.ends[name][2].meet(far)
        guest.meet(near)
        self.carry()
        return guest

    def cut(self, name: str) -> None:
        _, far, host = self.ends.pop(name)
        host.lose(far)
        self.guests[name].lose()

    def carry(self) -> None:
        while any(near.way or far.way or not (near.is_open and far.is_open) for near, far, _ in self.ends.values()):
            for name, (near, far, host) in list(self.ends.items()):
                self._carry(name, near, far, host)

    def _carry(self, name: str, near: End, far: End, host: Host) -> None:
        while near.way:
            self.said.append(near.way.pop(0))
            host.hear(far, self.said[-1])
        while far.way:
            self.said.append(far.way.pop(0))
            self.guests[name].hear(self.said[-1])
        if not far.is_open or not near.is_open:
            self.guests[name].lose()
            host.lose(far)
            self.ends.pop(name, None)

    def ask(self, name: str, entry: Entry, anyway: bool = True) -> tuple[str, Doc]:
        self.guests[name].ask(entry, anyway)
        self.carry()
        return self.answers[-1]


def logs_of(*guests: Guest) -> list[Log]:
    found = [guest.log for guest in guests]
    assert all(found)
    return found  # type: ignore[return-value]
