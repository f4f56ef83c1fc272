"""Take-overs under partition, at random: whoever is cut off may go on with another host, and two
may do so at once. In the end there is one log, and whatever any device ever showed is in it, or in
a game that some device has kept."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from link.guest import Guest
from link.host import Host
from link.log import Log
from tests.games.cases import CASES
from tests.link.devices import KEY, TABLE, Device, End, tap, wish

SEEDS, STEPS = (60, 300) if os.environ.get("ADJUTANT_SOAK") == "1" else (2, 120)
NAMES = ("a", "b", "c")


class Split:
    """Three devices, each host or guest; `sides` says who can hear whom."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        self.game, self.random, self.time = game, Random(seed), 0.0
        self.devices = {name: Device(folder / name) for name in NAMES}
        self.sides = dict.fromkeys(NAMES, 0)
        self.shown: set[bytes] = set()
        self.ends: dict[str, Host | Guest] = {"a": self.make_host("a", self.devices["a"].begin(game))}
        for name in NAMES[1:]:
            self.make_guest(name)
        self.pipes: dict[str, tuple[End, End, Host]] = {}
        self.take_overs = 0

    def now(self) -> float:
        return self.time

    def make_host(self, name: str, log: Log) -> Host:
        host = Host(log, KEY, TABLE, self.now, name)
        host.session.listeners.append(lambda: self.shown.add(host.log.sums[-1]))
        return host

    def make_guest(self, name: str) -> None:
        seat = NAMES.index(name) - 1
        guest = self.ends[name] = Guest(self.devices[name].place(), KEY, f"device-{name}", self.now, name, "player", seat if seat >= 0 else None)
        guest.on_move = lambda: self.shown.add(guest.log.sums[-1]) if guest.log else None

    def hosts(self) -> dict[str, Host]:
        return {name: end for name, end in self.ends.items() if isinstance(end, Host)}

    def step(self) -> None:
        name = self.random.choice(NAMES)
        match self.random.randrange(30):
            case 0 | 1:
                self.split()
            case 2 | 3 | 4:
                self.take_over(name)
            case n if n < 16:
                self.play(name)
            case _:
                self.carry()
        self.call()

    def split(self) -> None:
        self.sides = {name: self.random.randrange(2) for name in NAMES}
        for name, (_, _, host) in list(self.pipes.items()):
            if self.sides[name] != self.sides[host.name]:
                self.cut(name)

    def take_over(self, name: str) -> None:
        """A guest that hears no host goes on by itself, as its players say so."""
        guest = self.ends[name]
        if isinstance(guest, Host) or guest.state == "live" or not guest.log:
            return
        self.cut(name)
        host = self.ends[name] = self.make_host(name, guest.release())
        host.take_over(name)
        self.take_overs += 1

    def play(self, name: str) -> None:
        end = self.ends[name]
        if isinstance(end, Host):
            tap(self.game, end.session, self.random)
        elif end.state == "live" and not end.intent and (entry := wish(self.game, end, self.random)) is not None:
            end.ask(entry, True)

    def call(self) -> None:
        """Guests call the newest host they can hear; one that is out by a newer host calls that."""
        for name, end in list(self.ends.items()):
            if isinstance(end, Host):
                self.step_down(name, end)
                continue
            near = [host for host in self.hosts().values() if self.sides[host.name] == self.sides[name]]
            if end.state == "out":
                self.cut(name)
                self.make_guest(name)
                end = self.ends[name]
                assert isinstance(end, Guest)
            if near and end.state == "apart" and name not in self.pipes:
                host = max(near, key=lambda host: host.log.epoch)
                there, here = End([]), End([])
                self.pipes[name] = there, here, host
                host.meet(here)
                end.meet(there)

    def step_down(self, name: str, host: Host) -> None:
        """A host that hears of a newer one joins it."""
        rivals = [other for other in self.hosts().values() if self.sides[other.name] == self.sides[name] and other.log.epoch > host.log.epoch]
        if rivals or host.newer:
            for guest, (_, _, theirs) in list(self.pipes.items()):
                if theirs is host:
                    self.cut(guest)
            host.log.let_go()
            self.make_guest(name)

    def cut(self, name: str) -> None:
        if name in self.pipes:
            _, far, host = self.pipes.pop(name)
            host.lose(far)
        if isinstance(end := self.ends[name], Guest):
            end.lose()

    def carry(self, most: int = 3) -> None:
        for name, (near, far, host) in list(self.pipes.items()):
            guest = self.ends[name]
            for _ in range(most):
                if near.way:
                    host.hear(far, near.way.pop(0))
                if far.way and isinstance(guest, Guest):
                    guest.hear(far.way.pop(0))
            if not (near.is_open and far.is_open):
                self.cut(name)

    def settle(self) -> Host:
        self.sides = dict.fromkeys(NAMES, 0)
        for _ in range(300):
            self.time += 0.5
            self.call()
            self.carry(1000)
            hosts = list(self.hosts().values())
            guests = [end for end in self.ends.values() if isinstance(end, Guest)]
            if len(hosts) == 1 and all(g.state == "live" and g.number == hosts[0].log.number and not g.intent for g in guests):
                return hosts[0]
        raise AssertionError([(name, type(end).__name__, getattr(end, "state", ""), getattr(end, "why", "")) for name, end in self.ends.items()])

    def sums(self) -> set[bytes]:
        """The digests of every log on every device, of those that were kept too."""
        found: set[bytes] = set()
        for device in self.devices.values():
            assert device.store
            for listed in device.store.games():
                found |= set(Log(device.store.open_game(listed.key)).sums)
        return found


@pytest.mark.law
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", CASES)
def test_one_log_and_nothing_shown_is_gone(tmp_path: Path, game: str, seed: int) -> None:
    world = Split(tmp_path, game, seed)
    for _ in range(STEPS):
        world.step()
    host = world.settle()
    for end in world.ends.values():
        if isinstance(end, Guest):
            assert end.log
            assert end.log.docs == host.log.docs[: end.log.number]
            assert end.log.held or end.log.number == host.log.number
    assert world.shown <= world.sums()
