"""What a phone does to an app: pause, resume, turn, too little memory, stop, kill; nothing is
lost, nothing is held."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.screens.small import SMALL, asked, roll, sample

Start = Callable[..., Any]


def rolling(start: Start) -> Any:
    """An attack at its roll, two dice entered."""
    driver = start(SMALL, language="en")
    sample(driver)
    roll(driver)
    part = driver.app.navigator.page.part
    for face in (5, 2):
        part._tap(part.laid.open[0][0], face, 1)
    driver.frames(2)
    return driver


def elsewhere(driver: Any, tmp_path: Path) -> Any:
    """The app over the files as they lie on the device at this moment, as after a kill."""
    from main import app
    from tools.driver import Driver

    shutil.copytree(driver.app.context.store.disk.root, tmp_path / "after")
    return Driver(app(tmp_path / "after"), SMALL)


def shown(driver: Any) -> tuple[Any, ...]:
    return driver.app.navigator.here["screen"], driver.texts()


# Pause and resume


def test_pause_gives_back_the_camera_and_the_voice(start: Start) -> None:
    driver = start(SMALL, language="en")
    device, freed = sample(driver), []
    device.take_camera(type("Camera", (), {"stop": lambda _self: freed.append(True)})())
    assert driver.app.dispatch("on_pause")
    assert freed == [True]
    assert asked(device, "hush") == [()]


def test_a_screen_that_holds_something_is_told(start: Start) -> None:
    """Paused is the screen that was there; resumed is the one that stands there now, after it is
    drawn."""
    from screens.pages.home import HomePage

    told: list[str] = []
    driver = start(SMALL, language="en")
    for name in ("pause", "resume"):
        setattr(HomePage, name, lambda self, name=name: told.append(name) if self is driver.app.navigator.page else None)
    try:
        driver.app.dispatch("on_pause")
        driver.app.dispatch("on_resume")
    finally:
        del HomePage.pause, HomePage.resume
    assert told == ["pause", "resume"]


def test_resume_shows_the_same_and_keeps_the_light_on(start: Start) -> None:
    driver = rolling(start)
    before = shown(driver)
    driver.app.dispatch("on_pause")
    driver.app.dispatch("on_resume")
    driver.frames(3)
    assert shown(driver) == before
    assert asked(driver.app.context.device, "keep_awake")[-1] == (True,)


def test_a_full_device_can_be_paused(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "full")

    driver = rolling(start)
    for name in ("_create", "_write"):
        monkeypatch.setattr(driver.app.context.store.disk, name, full)
    assert driver.app.dispatch("on_pause")
    monkeypatch.undo()


# Turned, short of memory, stopped


def test_turning_keeps_the_question_and_the_dice(start: Start) -> None:
    driver = rolling(start)
    before, prompt = shown(driver), driver.app.table.prompt
    driver.resize((640, 360))
    assert driver.app.table.prompt is prompt
    assert driver.app.navigator.here["faces"] == {"0": [5, 2]}
    driver.resize(SMALL)
    driver.frames(3)
    assert shown(driver) == before


def test_turning_keeps_what_is_being_typed(start: Start) -> None:
    """A note half written stays on its sheet; kept, it stands in the game, and the screen below
    is of the new shape."""
    driver = start(SMALL, language="en")
    sample(driver, "front")
    from screens.pages.table_sheets import _note

    _note(driver.app.table)
    driver.frames(2)
    entry = next(widget for widget in driver.widgets() if type(widget).__name__ == "Entry")
    entry.text = "Ann takes the hill"
    driver.resize((640, 360))
    assert driver.has("Ann takes the hill")
    driver.reach("Keep it")
    assert driver.app.table.session.log[-1].text == "Ann takes the hill"
    assert not driver.app.navigator.open_sheet
    assert driver.app.navigator.root_widget.children[0].width == 640


def test_little_memory_lets_pictures_go_that_nobody_shows(start: Start) -> None:
    from kivy.core.window import Window

    from screens.widgets.ground import PICTURES

    driver = rolling(start)
    before = shown(driver)
    assert PICTURES
    Window.dispatch("on_memorywarning")
    assert not PICTURES
    driver.frames(2)
    assert shown(driver) == before


def test_stop_leaves_the_files_to_others_and_the_screen_dark(start: Start) -> None:
    driver = rolling(start)
    driver.stop()
    assert asked(driver.app.context.device, "keep_awake")[-1] == (False,)
    again = start(SMALL)
    assert again.app.context.store.told == ()
    assert again.app.navigator.here["faces"] == {"0": [5, 2]}


# Killed


def test_killed_in_the_background_it_comes_back_to_the_same_question_and_dice(start: Start, tmp_path: Path) -> None:
    driver = rolling(start)
    driver.app.dispatch("on_pause")
    again = elsewhere(driver, tmp_path)
    assert shown(again)[0] == "ask"
    assert again.app.table.prompt == driver.app.table.prompt
    assert again.app.navigator.here["faces"] == {"0": [5, 2]}
    again.stop()


@pytest.mark.parametrize("place", [{"screen": "settings"}, {"screen": "history"}, {"screen": "rules"}, {"screen": "unit"}])
def test_killed_without_a_pause_it_comes_back_to_the_same_screen(start: Start, tmp_path: Path, place: dict[str, str]) -> None:
    """Going somewhere is written down as soon as it is drawn: a crash of the whole phone finds the
    same way back."""
    driver = start(SMALL, language="en")
    sample(driver, "front")
    unit = {"unit": next(iter(driver.app.table.state.units))} if place["screen"] == "unit" else {}
    driver.app.remember()
    driver.app.navigator.go(**place, **unit)
    driver.frames(2)
    again = elsewhere(driver, tmp_path)
    assert [each["screen"] for each in again.app.navigator.places] == ["home", "table", place["screen"]]
    again.stop()


def test_a_game_that_is_gone_leads_home_with_a_sentence(start: Start, tmp_path: Path) -> None:
    driver = start(SMALL, language="en")
    sample(driver, "front")
    driver.app.dispatch("on_pause")
    for file in (tmp_path / "data").rglob("games/*.journal"):
        file.unlink()
    again = elsewhere(driver, tmp_path)
    assert [each["screen"] for each in again.app.navigator.places] == ["home"]
    assert again.has("There is no game")
    again.stop()
