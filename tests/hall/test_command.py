"""The hall without a screen: `adjutant hall`."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import adjutant
from carddb.qr import matrix
from carddb.store import Store
from engine.games import RULESETS
from engine.values.texts import say
from hall.__main__ import drawn, main, table_line, until_ended
from hall.keys import hall_code
from hall.mosquitto import path_of_mosquitto
from tests.carddb.play import clock
from tests.hall.halls import Phone, Ticking, said
from tests.hall.test_mosquitto import MOST, loop
from tests.link.chaos import free_port

ROOT = Path(__file__).resolve().parents[2]


def test_a_code_of_letters_has_all_its_squares() -> None:
    rows = matrix("ADJ1H.ABC")
    lines = list(drawn(rows))
    assert len(lines) == (len(rows) + 1) // 2
    light = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    again = [[light[sign][half] for sign in line] for line in lines for half in (0, 1)]
    assert again[: len(rows)] == rows


def test_a_table_in_one_line() -> None:
    told = said("t", ("Ann", ""), turn=3, step=say("Movement"), points=(12, None), calls=True)
    assert table_line(told) == "Axis & Allies Miniatures: Ann 12, seat 2; turn 3, Movement; NEEDS THE ORGANISER"


def test_data_that_is_open_elsewhere_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = Store(tmp_path, dict(RULESETS), clock())
    try:
        assert main(["--folder", str(tmp_path)]) == 1
        assert capsys.readouterr().err
    finally:
        other.close()


def test_the_command_of_the_installed_app_leads_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["adjutant", "hall", "--help"])
    with pytest.raises(SystemExit):
        adjutant.start_app()
    assert capsys.readouterr().out.startswith("usage: adjutant hall ")


needs_mosquitto = pytest.mark.skipif(not path_of_mosquitto(), reason="mosquitto is not installed, and may not be by make test here")


@contextmanager
def hall(folder: Path, port: int, ignored: signal.Signals | None = None) -> Iterator[subprocess.Popen[str]]:
    """The command as a shell starts it; *ignored* as by one that starts it beside itself. What the
    terminal of the tests ignores is of no account."""
    args = ["--folder", str(folder), "--port", str(port), "--address", "127.0.0.1"]

    def prepare() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)

    command = [sys.executable, "-m", "hall", *args]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=prepare)
    try:
        assert running.stdout
        assert running.stdout.readline() == "the broker is started here\n"
        yield running
    finally:
        running.kill()
        running.communicate()


def is_taken(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@needs_mosquitto
def test_it_starts_a_broker_shows_the_code_and_tells_of_tables(tmp_path: Path) -> None:
    with hall(tmp_path / "data", free_port(), signal.SIGINT) as running:
        assert running.stdout
        code = hall_code(next(line for line in running.stdout if line.startswith("ADJ1H.")))
        with loop() as here:
            phone = Phone(tmp_path / "phone", code, Ticking())
            here.attend(phone.member, code.club)
            here.until(lambda: phone.member.notice.number > 0)
            phone.member.tell(said("t1", ("Ann", "Bob"), points=(3, 4)))
            assert any("Ann 3, Bob 4" in line for line in running.stdout)
        running.send_signal(signal.SIGINT)
        assert running.wait(MOST) == 0
    assert (tmp_path / "data" / "hall" / "mosquitto.conf").exists()


@needs_mosquitto
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_however_it_is_ended_its_broker_ends_with_it(tmp_path: Path, number: signal.Signals) -> None:
    port = free_port()
    with hall(tmp_path, port) as running:
        assert is_taken(port)
        running.send_signal(number)
        assert running.wait(MOST) == 0
        assert not is_taken(port)


@needs_mosquitto
def test_interrupted_while_it_waits_for_the_broker_none_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()

    def interrupt(_: float) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("hall.mosquitto.sleep", interrupt)
    assert main(["--folder", str(tmp_path), "--port", str(port), "--address", "127.0.0.1"]) == 0
    assert not is_taken(port)


def test_a_signal_that_nobody_noticed_ends_it_and_a_second_one_disturbs_nothing() -> None:
    before = signal.getsignal(signal.SIGINT)
    with until_ended() as on:
        assert on()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert not on()
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_hall_that_shall_outlive_its_terminal_does() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with until_ended() as on:
            signal.raise_signal(signal.SIGHUP)
            assert on()
    finally:
        signal.signal(signal.SIGHUP, before)
