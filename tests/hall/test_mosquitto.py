"""The broker of a hall: its files, its passwords, and a hall by a real one."""

from __future__ import annotations

import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from time import monotonic
from typing import Any

import pytest

from carddb.trouble import Trouble
from hall import mosquitto
from hall.evening import Pairing, begin_round
from hall.mosquitto import Mosquitto, hashed, path_of_mosquitto, start_mosquitto, write_config
from hall.runner import HallRunner
from link.reach import Club
from tests.hall.halls import Organiser, Phone, Ticking, evening, said
from tests.link.chaos import free_port

needs_mosquitto = pytest.mark.skipif(not path_of_mosquitto(), reason="mosquitto is not installed, and may not be by make test here")
MOST = 60.0
"""Seconds after which something never happens, far more than anything takes."""


class Loop:
    """One thread where everything heard is done, as the screens have it."""

    def __init__(self) -> None:
        self.given: Queue[Callable[[], object]] = Queue()
        self.runners: list[HallRunner] = []
        self.lines: list[str] = []

    def attend(self, end: Any, club: Club) -> HallRunner:
        runner = HallRunner(self.given.put)
        runner.attend(end, club, self.lines.append)
        self.runners.append(runner)
        return runner

    def until(self, is_so: Callable[[], bool]) -> None:
        end = monotonic() + MOST
        while not is_so():
            assert monotonic() < end
            try:
                self.given.get(timeout=0.05)()
            except Empty:
                continue


@contextmanager
def loop() -> Iterator[Loop]:
    found = Loop()
    try:
        yield found
    finally:
        for runner in found.runners:
            runner.stop()


def broker(folder: Path, port: int, password: str = "secret") -> Mosquitto:
    found = start_mosquitto(write_config(folder, port, "127.0.0.1", "hall", password))
    assert found
    return found


def test_files_are_for_this_user_alone_and_hold_no_password(tmp_path: Path) -> None:
    config = write_config(tmp_path, 18830, "0.0.0.0", "hall", "open sesame")
    again = write_config(tmp_path, 18831, "0.0.0.0", "hall", "open sesame")
    assert config == again
    for path in config.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert "sesame" not in path.read_text()
    assert "allow_anonymous false" in config.read_text()
    assert "listener 18831 0.0.0.0" in config.read_text()


def test_a_hash_by_hand() -> None:
    """Salt and hash in base64, 64 bytes of it; another salt, another hash."""
    one, two = hashed("x", b"a" * 12), hashed("x", b"b" * 12)
    assert one.split("$")[1:3] == ["7", str(mosquitto.ROUNDS)]
    assert one.split("$")[3] == "YWFhYWFhYWFhYWFh"
    assert len(one.split("$")[4]) == 88
    assert one.split("$")[4] != two.split("$")[4]


def test_without_mosquitto_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(mosquitto, "path_of_mosquitto", lambda: None)
    with pytest.raises(Trouble, match="not installed"):
        start_mosquitto(tmp_path / "x.conf")


@needs_mosquitto
def test_a_taken_port_is_a_broker_that_runs(tmp_path: Path) -> None:
    port = free_port()
    first = broker(tmp_path, port)
    try:
        assert start_mosquitto(write_config(tmp_path, port, "127.0.0.1", "hall", "secret")) is None
    finally:
        first.stop()
    assert not first.is_running


@needs_mosquitto
def test_a_wrong_password_is_refused(tmp_path: Path) -> None:
    port, now = free_port(), Ticking()
    running = broker(tmp_path, port)
    try:
        with loop() as here:
            organiser = Organiser(tmp_path / "desk", now)
            here.attend(organiser.desk, Club("127.0.0.1", port, "hall", "guess"))
            here.until(lambda: "refused" in here.lines)
            here.attend(organiser.desk, Club("127.0.0.1", port, "hall", "secret"))
            here.until(lambda: "up" in here.lines)
    finally:
        running.stop()


@needs_mosquitto
def test_a_hall_by_a_broker_that_is_killed(tmp_path: Path) -> None:
    """A result is said while there is no broker; it is there when the broker is back."""
    port, now = free_port(), Ticking()
    club, running = Club("127.0.0.1", port, "hall", "secret"), broker(tmp_path, port)
    try:
        with loop() as here:
            organiser = Organiser(tmp_path / "desk", now)
            desk = organiser.desk
            desk.change(begin_round(evening("Ann", "Bob"), (Pairing(1, "ann", "bob"),)))
            phone = Phone(tmp_path / "phone", organiser.code, now)
            here.attend(desk, club)
            here.attend(phone.member, club)
            here.until(lambda: bool(phone.member.notice.seatings))
            phone.member.tell(said("t1"))
            here.until(lambda: "t1" in desk.tables)
            running.stop()
            here.until(lambda: here.lines.count("away") == 2)
            phone.member.play("t1", phone.member.notice.seatings[0], False)
            phone.member.tell(said("t1", points=(3, 1), is_over=True, winner=0))
            running = broker(tmp_path, port)
            here.until(lambda: (1, 1) in desk.evening.results and not phone.member.waiting)
    finally:
        running.stop()


@needs_mosquitto
def test_the_tool_of_mosquitto_makes_what_we_make(tmp_path: Path) -> None:
    """Where it is installed: its file has the same form."""
    tool = mosquitto.shutil.which("mosquitto_passwd")
    if tool is None:
        pytest.skip("mosquitto_passwd is not installed")
    path = tmp_path / "passwords"
    subprocess.run([tool, "-b", "-c", str(path), "hall", "secret"], check=True, capture_output=True)
    name, _, made = path.read_text().strip().partition(":")
    assert (name, made.split("$")[1], len(made.split("$")[4])) == ("hall", "7", 88)
