"""What nobody caught: in a callback, under a finger, in a thread, at the start; a report, a
sentence, the same game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.screens.small import SMALL, sample

Start = Callable[..., Any]


class Oops(Exception):
    """A fault that no code of the app expects."""


def broken(*_: Any) -> None:
    raise Oops("dropped the dice")


@pytest.fixture
def watched(start: Start) -> Iterator[Any]:
    """A game on its table in an app that watches for faults, as it does when it runs."""
    from screens.app.crash import Crashes

    driver = start(SMALL, language="en")
    sample(driver, "front")
    with Crashes(driver.app.context) as driver.app.crashes:
        yield driver


def looped(*happens: Callable[[], object]) -> None:
    """Kivy's real loop, which is what asks for a handler: one frame for each thing that happens
    in it."""
    from kivy.base import EventLoop

    left, before = list(happens), EventLoop.idle

    def idle() -> None:
        EventLoop.quit = not left
        if left:
            left.pop(0)()

    EventLoop.idle = idle
    try:
        EventLoop.mainloop()
    finally:
        EventLoop.idle, EventLoop.quit = before, False


def reported(driver: Any) -> list[str]:
    folder: Path = driver.app.context.store.disk.root / "reports"
    return [file.read_text("utf-8") for file in sorted(folder.glob("*"))]


def back_in_the_game(driver: Any) -> bool:
    return driver.app.navigator.here["screen"] == "table" and driver.has("The app made a mistake") and driver.app.table.state.units


def test_a_callback_of_the_clock(watched: Any) -> None:
    """The report says what, where, in which game and after which taps, for a person to read."""
    from kivy.clock import Clock

    before = watched.app.table.state
    Clock.schedule_once(broken, 0)
    watched.frames(3)
    assert back_in_the_game(watched)
    assert watched.app.table.state is before
    (text,) = reported(watched)
    assert text.startswith("Oops: dropped the dice\n")
    assert "Screens: home > table" in text
    assert f"Game: front {watched.app.table.game.key}" in text
    assert text.count("UnitAdded: ") == 2
    assert text.index("The last taps:") < text.index("Traceback")
    assert 'raise Oops("dropped the dice")' in text
    watched.tap("Go on")
    assert not watched.app.navigator.open_sheet


def test_a_finger(watched: Any) -> None:
    from tools.autoplay import Autoplay
    from tools.driver import Finger

    button = Autoplay(watched).main()
    button.do = broken
    touch = Finger(*button.to_window(*button.center))
    looped(touch.touch_down, touch.touch_up)
    watched.frames(3)
    assert back_in_the_game(watched)
    assert len(reported(watched)) == 1


def test_a_thread(watched: Any) -> None:
    """The thread dies, the app does not; work that was waited for waits no longer."""
    watched.app.context.work(broken, lambda _result: None)
    watched.until(lambda: watched.app.navigator.open_sheet)
    assert back_in_the_game(watched)
    (text,) = reported(watched)
    assert "In the thread" in text


def test_a_screen_that_cannot_be_built_gives_way_to_the_one_before(watched: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.clock import Clock

    from screens.pages.history import HistoryPage

    monkeypatch.setattr(HistoryPage, "build", broken)
    Clock.schedule_once(lambda _dt: watched.app.navigator.go("history"), 0)
    watched.frames(3)
    assert back_in_the_game(watched)
    assert [place["screen"] for place in watched.app.navigator.places] == ["home", "table"]


def test_a_screen_that_fails_again_and_again_is_left(watched: Any) -> None:
    """Three times the same screen: Home then, where the game still stands."""
    from kivy.clock import Clock

    for _ in range(3):
        Clock.schedule_once(broken, 0)
        watched.frames(3)
    assert watched.app.navigator.here["screen"] == "home"
    assert len(reported(watched)) == 3
    watched.tap("Go on")
    watched.tap("Resume")
    assert watched.app.navigator.here["screen"] == "table"


@pytest.mark.parametrize(
    ("part", "name", "left"), [("screens.pages.history.HistoryPage", "build", ["home", "table"]), ("carddb.store.Store", "open_game", ["home"])]
)
def test_the_start_itself(start: Start, monkeypatch: pytest.MonkeyPatch, part: str, name: str, left: list[str]) -> None:
    """A place that cannot be built any more, or a game that cannot be opened, is no trap: the
    app comes up before it."""
    from main import app
    from screens.app.crash import Crashes
    from tools.driver import Driver

    driver = start(SMALL, language="en")
    sample(driver, "front")
    driver.app.navigator.go("history")
    driver.stop()
    monkeypatch.setattr(f"{part}.{name}", broken)
    again = app(driver.app.context.store.disk.root)
    with Crashes(again.context) as again.crashes:
        driver = Driver(again, SMALL)
        assert driver.has("The app made a mistake")
        assert [place["screen"] for place in again.navigator.places] == left
        driver.stop()


def test_what_ends_the_app_is_let_through(watched: Any) -> None:
    from kivy.base import ExceptionManager

    assert ExceptionManager.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
    assert reported(watched) == []


def test_the_report_is_shared(watched: Any) -> None:
    from kivy.clock import Clock

    Clock.schedule_once(broken, 0)
    watched.frames(3)
    watched.tap("Share the report")
    (call,) = [each for each in watched.app.context.device.asked if each[0] == "share_file"]
    assert call[1].read_text("utf-8") == reported(watched)[0]


@pytest.mark.parametrize(("value", "told"), [((1, 6), "Ann bids 6"), (None, "")])
def test_a_sealed_answer_stays_sealed(value: Any, told: str) -> None:
    from engine.values.events import Answered
    from engine.values.texts import say
    from screens.app.crash import _sentence

    assert _sentence(Answered("bid", "", value, label=say("Ann bids 6"))) == told


def test_ten_reports_are_kept(watched: Any) -> None:
    for _ in range(12):
        watched.app.crashes.report(Oops())
        watched.app.crashes.faults["table"] += 1
    assert len(reported(watched)) == 10


def test_a_full_device_is_no_second_fault(watched: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.clock import Clock

    def full(*_: Any) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(watched.app.context.store.disk, "_create", full)
    Clock.schedule_once(broken, 0)
    watched.frames(3)
    assert back_in_the_game(watched)
    assert watched.has("could not be written down")


def test_nobody_watches_afterwards(start: Start) -> None:
    from kivy.base import ExceptionManager

    from screens.app.crash import Crashes

    driver, hook = start(SMALL, language="en"), threading.excepthook
    with pytest.raises(Oops), Crashes(driver.app.context):
        raise Oops
    assert threading.excepthook is hook
    assert not ExceptionManager.handlers
    assert len(reported(driver)) == 1


def test_the_app_is_watched_while_it_runs(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.app import App
    from kivy.base import ExceptionManager

    driver, watching = start(SMALL, language="en"), []
    monkeypatch.setattr(App, "run", lambda app: watching.extend(ExceptionManager.handlers))
    driver.app.run()
    assert watching == [driver.app.crashes]


# Long work


def test_long_work_shows_how_far_it_is_and_ends_with_its_result(start: Start) -> None:
    from engine.values.texts import say

    driver, go_on, done = start(SMALL, language="en"), threading.Event(), []
    driver.waits = False

    def job(progress: Any) -> str:
        progress(1, 4)
        go_on.wait()
        return "done"

    driver.app.context.work(job, done.append, say("Making the backup"))
    driver.until(lambda: driver.has("Making the backup"))
    bars = lambda: [widget.done for widget in driver.widgets() if type(widget).__name__ == "Segments"]  # noqa: E731
    driver.until(lambda: bars() == [5])
    driver.resize((640, 360))
    assert driver.has("Making the backup")
    go_on.set()
    driver.until(lambda: bool(done))
    assert done == ["done"]
    assert not driver.app.navigator.open_sheet


@pytest.mark.parametrize("way", ["Cancel", "back"])
def test_long_work_is_cancelled(start: Start, way: str) -> None:
    from engine.values.texts import say

    driver, go_on, ended = start(SMALL, language="en"), threading.Event(), threading.Event()
    driver.waits = False
    given: list[Any] = []
    done: list[Any] = []

    def job(progress: Any) -> None:
        given.append(progress)
        try:
            go_on.wait()
            progress(1, 2)
            done.append("went on")
        finally:
            ended.set()

    driver.app.context.work(job, done.append, say("Making the backup"))
    driver.until(lambda: given and driver.has("Making the backup"))
    driver.back() if way == "back" else driver.tap("Cancel")
    driver.until(lambda: given[0].cancelled)
    go_on.set()
    driver.until(ended.is_set)
    assert done == []
    assert not driver.app.navigator.open_sheet


def test_trouble_in_long_work_is_a_sentence(start: Start) -> None:
    from carddb.trouble import CannotSave
    from engine.values.texts import say

    def job() -> None:
        raise CannotSave(say("the device is full"))

    driver = start(SMALL, language="en")
    driver.app.context.work(job, lambda _result: None)
    driver.until(lambda: driver.app.navigator.open_sheet)
    assert driver.has("The device is full")


def test_work_that_ends_after_the_app_finds_nobody(start: Start) -> None:
    """Odds of a large fight may still be worked out when the app is closed: nothing is drawn,
    nothing raised."""
    driver, go_on, over, done = start(language="en"), threading.Event(), threading.Event(), list[Any]()
    driver.waits = False

    def job() -> None:
        go_on.wait()
        over.set()

    driver.app.context.work(job, done.append)
    driver.app.dispatch("on_stop")
    go_on.set()
    driver.until(over.is_set)
    driver.waits = True
    driver.frames(5)
    assert done == []
