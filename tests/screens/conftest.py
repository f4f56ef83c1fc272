"""The real app in a real window, without a display: one fresh folder for each test."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.screens.film import Film
from tools.tour import begin, prepare

prepare(samples=0)  # before any test is read: some of them load Kivy


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits here for the odds of large fights: those of small ones are shown as ever."""
    monkeypatch.setattr("engine.playing.foresight.MANY_QUESTIONS", 100)
    for effort in ("SOON", "EXACTLY", "NEARLY", "AT_LEISURE"):
        monkeypatch.setattr(f"engine.playing.foresight.{effort}", 30_000)


@pytest.fixture
def restless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase change stops nobody: its lock has a test of its own."""
    monkeypatch.setattr("screens.app.table.LOCK", 0.0)


@pytest.fixture(scope="session")
def settled() -> Iterator[None]:
    """The collector need not walk the rules and the list of tests after every start."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def uncollected(monkeypatch: pytest.MonkeyPatch, settled: None) -> Iterator[None]:
    """The collector comes when it is called and never by itself, and the app of one test is gone
    before the next one."""
    gc.disable()
    enable = gc.enable
    for name in ("freeze", "unfreeze", "enable"):
        monkeypatch.setattr(gc, name, lambda: None)
    yield
    gc.collect()
    enable()


@pytest.fixture
def party(tmp_path: Path, uncollected: None) -> Iterator[Any]:
    """Several devices at one table: party.start(name) gives the driver of another one."""
    from tests.screens.party import Party

    found = Party(tmp_path)
    yield found
    for name in list(found.drivers):
        found.stop(name)


@pytest.fixture
def start(tmp_path: Path, uncollected: None) -> Iterator[Callable[..., Any]]:
    """Starts the app: start(size, language="en", ...) gives its driver. Several starts of one test
    share the data."""
    running: list[Any] = []

    def starts(size: tuple[int, int] = (412, 915), **settings: Any) -> Any:
        running.append(begin(tmp_path / "data", size, **settings))
        return running[-1]

    yield starts
    for driver in running:
        driver.stop()
    running.clear()


@pytest.fixture
def film(monkeypatch: pytest.MonkeyPatch) -> Film:
    """Whatever opens the camera gets this one."""
    from screens.widgets import camera

    made = Film()
    monkeypatch.setattr(camera, "opened", lambda: made)
    return made
