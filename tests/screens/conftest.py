"""The real app in a real window, without a display: one fresh folder for each test."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.screens.film import Film
from tools.tour import begin, prepare

STARTS = count(1)
prepare(samples=0)  # before any test is read: some of them load Kivy


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits here for the odds of large fights: those of small ones are shown as ever."""
    monkeypatch.setattr("screens.rolling.MOST_QUESTIONS", 100)
    monkeypatch.setattr("engine.doors.ranking.MOST_QUESTIONS", 300)


@pytest.fixture
def restless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Frames follow each other at once, and a phase change stops nobody: its lock has a test of
    its own."""
    from kivy.clock import Clock

    monkeypatch.setattr("screens.playing.LOCK", 0.0)
    before, Clock._max_fps = Clock._max_fps, 0
    gc.disable()  # apps of earlier tests are looked through again and again
    yield
    gc.enable()
    Clock._max_fps = before


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Starts the app: start(size, language="en", ...) gives its driver. Several starts of one
    test share the data."""
    running: list[Any] = []

    def starts(size: tuple[int, int] = (412, 915), **settings: Any) -> Any:
        running.append(begin(tmp_path / "data", size, **settings))
        return running[-1]

    yield starts
    for driver in running:
        driver.stop()
    if next(STARTS) % 8 == 0:
        gc.collect()  # apps that were started one after another in one process


@pytest.fixture
def film(monkeypatch: pytest.MonkeyPatch) -> Film:
    """Whatever opens the camera gets this one."""
    from screens import camera

    made = Film()
    monkeypatch.setattr(camera, "opened", lambda: made)
    return made
