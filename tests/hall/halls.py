"""Halls for tests: a desk and phones with folders of their own, and a broker that is a dict."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from carddb.store import Store
from engine.games import RULESETS
from engine.values.texts import say
from hall.desk import Desk
from hall.evening import Evening, Player
from hall.keys import HallCode
from hall.member import Member
from hall.report import Report
from link.reach import Club
from tests.carddb.play import clock

CLUB = Club("192.168.1.5", 18_830, "hall", "secret")


class Ticking:
    """A clock that goes on a second whenever somebody looks."""

    def __init__(self, at: float = 1_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        self.at += 1
        return self.at


class Post:
    """A broker: it keeps what is retained until it is killed, and passes on to whoever listens."""

    def __init__(self) -> None:
        self.ends: list[Any] = []
        self.kept: dict[str, bytes] = {}
        self.on_way: list[Callable[[], object]] = []

    def join(self, end: Any) -> None:
        self.ends.append(end)
        end.send = lambda topic, data, retain: self._take(end, topic, data, retain)
        for topic, data in self.kept.items():
            self._pass(end, topic, data)
        self.on_way.append(end.greet)

    def leave(self, end: Any) -> None:
        if end in self.ends:
            self.ends.remove(end)
        end.send = lambda *_: None

    def kill(self) -> list[Any]:
        """All lines break, and nothing is remembered; who was here."""
        ends = list(self.ends)
        for end in ends:
            self.leave(end)
        self.kept, self.on_way = {}, []
        return ends

    def _take(self, end: Any, topic: str, data: bytes, retain: bool) -> None:
        if retain and data:
            self.kept[topic] = data
        elif retain:
            self.kept.pop(topic, None)
        for other in self.ends:
            self._pass(other, topic, data)

    def _pass(self, end: Any, topic: str, data: bytes) -> None:
        if any(_fits(each, topic) for each in end.topics):
            self.on_way.append(lambda: end.hear(topic, data) if end in self.ends else None)

    def run(self, random: Random | None = None) -> None:
        """Everything on its way arrives; some of it twice, if there is chance."""
        while self.on_way:
            act = self.on_way.pop(0)
            act()
            if random and random.random() < 0.1:
                act()


def _fits(wanted: str, topic: str) -> bool:
    one, two = wanted.split("/"), topic.split("/")
    return len(one) == len(two) and all(a in ("+", b) for a, b in zip(one, two, strict=True))


class Folder:
    """A device: its folder outlives every kill."""

    def __init__(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self.path, self.store = path, Store(path, dict(RULESETS), clock())

    def kill(self) -> None:
        """And what was being written is torn, if anything was."""
        self.store.disk.release()
        self.store = Store(self.path, dict(RULESETS), clock())


class Organiser(Folder):
    def __init__(self, path: Path, now: Callable[[], float]) -> None:
        super().__init__(path)
        self.now = now
        self.desk = self._desk()

    def _desk(self) -> Desk:
        return Desk(self.store.settings, dict(RULESETS), self.now)

    def restart(self) -> Desk:
        self.kill()
        self.desk = self._desk()
        return self.desk

    @property
    def code(self) -> HallCode:
        return self.desk.keys.code(CLUB)


class Phone(Folder):
    def __init__(self, path: Path, code: HallCode, now: Callable[[], float]) -> None:
        super().__init__(path)
        self.code, self.now = code, now
        self.member = self._member()

    def _member(self) -> Member:
        return Member(self.code, self.store.settings, self.now)

    def restart(self) -> Member:
        self.kill()
        self.member = self._member()
        return self.member


def said(table: str, players: tuple[str, str] = ("Ann", "Bob"), **more: Any) -> Report:
    """A report by hand."""
    told: dict[str, Any] = {"turn": 1, "step": say("Movement"), "points": (0, 0), "sides": (None, None), **more}
    return Report(table, "aam", "A game", players, **told)


def evening(*names: str) -> Evening:
    return Evening(tuple(Player(name.lower(), name) for name in names))
