"""The start as a newcomer sees it: nothing but sentences of ours on the terminal, all the rest
in a log that stays small."""

from __future__ import annotations

import logging
import os
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from screens.app import launch, log

NEWCOMER = Path(__file__).with_name("newcomer.py")
Begin = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Something started on a newcomer's machine; a screen is there where the driver says so."""
    (tmp_path / "bin").mkdir()

    def begins(*what: str, driver: str = "offscreen", lang: str = "en_GB.UTF-8", data: Path = tmp_path / "data") -> subprocess.CompletedProcess[str]:
        env = {"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path), "ADJUTANT_DATA": str(data), "SDL_VIDEODRIVER": driver, "LANG": lang, "PYTHONUTF8": "1"}
        return subprocess.run([sys.executable, str(NEWCOMER), *what], env=env, capture_output=True, text=True, encoding="utf-8", check=False)

    return begins


def test_kivy_says_nothing_on_the_terminal(begin: Begin, tmp_path: Path) -> None:
    """It misses libraries, and writes so with tracebacks: in the log."""
    done = begin("start")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    kept = (tmp_path / "data" / "log" / "adjutant.log").read_text("utf-8")
    assert "a frame of welcome is drawn" in kept
    assert "Start application main loop" in kept
    for missed in (
        "MTDev is not supported",
        "xclip - FileNotFoundError",
        "xsel - FileNotFoundError",
        "opencv - ModuleNotFoundError",
        "a library in C complains",
    ):
        assert missed in kept, missed
    assert "Traceback" in kept
    assert "Adjutant ends" not in kept
    assert not (tmp_path / ".kivy" / "logs").exists()


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en_GB.UTF-8", "Adjutant cannot open a window: it needs a screen and OpenGL 2. More is written in {file}.\n"),
        ("fr_FR.UTF-8", "Adjutant ne peut pas ouvrir de fenêtre\u00a0: il lui faut un écran et OpenGL 2. Plus de détails se trouvent dans {file}.\n"),
    ],
)
def test_without_a_window_one_line_names_the_log(begin: Begin, tmp_path: Path, lang: str, sentence: str) -> None:
    done = begin("start", driver="x11", lang=lang)
    file = tmp_path / "data" / "log" / "adjutant.log"
    assert (done.stdout, done.stderr, done.returncode) == ("", sentence.format(file=file), 1)
    assert "x11 not available" in file.read_text("utf-8")


def test_a_fault_before_the_first_window_is_one_line(begin: Begin, tmp_path: Path) -> None:
    done = begin("broken")
    file = tmp_path / "data" / "log" / "adjutant.log"
    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr == f"Adjutant had to stop: LookupError: the dice are gone. More is written in {file}.\n"
    assert 'raise LookupError("the dice are gone")' in file.read_text("utf-8")


def test_where_no_log_can_be_written_the_app_starts_all_the_same(begin: Begin, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    done = begin("start")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    done = begin("broken")
    assert done.stderr == f"Adjutant had to stop: LookupError: the dice are gone. No log can be written in {tmp_path / 'data'}.\n"


def test_the_short_tour_is_some_fifteen_pictures_of_one_game(begin: Begin, tmp_path: Path) -> None:
    """And it needs no more than `make run` installs."""
    done = begin("tour", str(tmp_path / "tour"))
    pictures = sorted((tmp_path / "tour" / "sample-412x915-en-dark").glob("*.png"))
    assert done.stdout.splitlines() == [
        f"{len(pictures)} pictures of one game, in one size and language: {tmp_path / 'tour' / 'index.html'}",
        "`make tour` makes all: every game and every screen, three sizes, two languages, dark and light.",
    ]
    assert (done.stderr, done.returncode) == ("", 0)
    assert 10 <= len(pictures) <= 16
    assert len({picture.read_bytes() for picture in pictures}) == len(pictures)
    assert all(struct.unpack(">II", picture.read_bytes()[16:24]) == (412, 915) for picture in pictures)
    page = (tmp_path / "tour" / "index.html").read_text("utf-8")
    assert all(f"sample-412x915-en-dark/{picture.name}" in page for picture in pictures)
    assert "MTDev is not supported" in (tmp_path / "tour" / "log" / "adjutant.log").read_text("utf-8")


# Kivy's settings


def test_sdl_draws_nowhere_but_on_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.base import EventLoop

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "environ", {})
    monkeypatch.setattr(EventLoop, "ensure_window", lambda: None)
    launch.prepare()
    assert set(os.environ["SDL_VIDEODRIVER"].split(",")) == {"x11", "wayland", "kmsdrm"}


@pytest.mark.parametrize(("provider", "left"), [(object, ["probesysfs"]), (None, [])])
def test_kivy_reads_touch_devices_only_with_the_help_of_mtdev(monkeypatch: pytest.MonkeyPatch, provider: type | None, left: list[str]) -> None:
    from kivy.config import Config
    from kivy.input import MotionEventFactory

    monkeypatch.setattr(MotionEventFactory, "get", lambda _name: provider)
    Config.set("input", "%(name)s", "probesysfs")
    launch.forget_touch_devices()
    assert [value for _, value in Config.items("input") if value == "probesysfs"] == left


# The files


def lines(path: Path) -> logging.Logger:
    """A logger of its own into these files."""
    logger = logging.Logger("test")
    logger.addHandler(log.LogFile(path, takes_stderr=False))
    return logger


def test_the_log_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest file and three before it, whatever is written, also over several starts."""
    monkeypatch.setattr(log, "LARGEST", 1_000)
    for start in range(5):
        logger = lines(tmp_path / "adjutant.log")
        for number in range(100):
            logger.info("start %s, line %s", start, number)
        logger.handlers[0].close()
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["adjutant.log", "adjutant.log.1", "adjutant.log.2", "adjutant.log.3"]
    assert all(file.stat().st_size <= 1_000 for file in files)
    assert files[0].read_text("utf-8").endswith("start 4, line 99\n")


ANDROID = """
import logging, sys
sys.getandroidapilevel = lambda: 24
from screens.app.device import here
from screens.app.launch import begin_log
terminal, log = begin_log(here().data)
logging.getLogger("kivy").info("drawn")
print(terminal is sys.stderr, log)
"""


def test_on_android_the_log_is_also_that_of_the_system(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "ANDROID_PRIVATE": str(tmp_path), "PYTHONPATH": str(NEWCOMER.parents[2])}
    done = subprocess.run([sys.executable, "-c", ANDROID], env=env, capture_output=True, text=True, check=True)
    file = tmp_path / "adjutant" / "log" / "adjutant.log"
    assert done.stdout == f"True {file}\n"
    assert done.stderr.endswith("INFO kivy: drawn\n")
    assert file.read_text("utf-8") == done.stderr
