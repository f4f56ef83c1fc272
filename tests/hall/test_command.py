"""The hall without a screen: `adjutant hall`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from signal import SIGINT

import pytest

import adjutant
from carddb.qr import matrix
from carddb.store import Store
from engine.games import RULESETS
from engine.values.texts import say
from hall.__main__ import drawn, main, table_line
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


@pytest.mark.skipif(not path_of_mosquitto(), reason="mosquitto is not installed, and may not be by make test here")
def test_it_starts_a_broker_shows_the_code_and_tells_of_tables(tmp_path: Path) -> None:
    args = ["--folder", str(tmp_path / "data"), "--port", str(free_port()), "--address", "127.0.0.1"]
    command = [sys.executable, "-m", "hall", *args]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert running.stdout
        assert running.stdout.readline() == "the broker is started here\n"
        code = hall_code(next(line for line in running.stdout if line.startswith("ADJ1H.")))
        with loop() as here:
            phone = Phone(tmp_path / "phone", code, Ticking())
            here.attend(phone.member, code.club)
            here.until(lambda: phone.member.notice.number > 0)
            phone.member.tell(said("t1", ("Ann", "Bob"), points=(3, 4)))
            assert any("Ann 3, Bob 4" in line for line in running.stdout)
        running.send_signal(SIGINT)
        assert running.wait(MOST) == 0
    finally:
        running.kill()
        running.communicate()
    assert (tmp_path / "data" / "hall" / "mosquitto.conf").exists()
