"""What no player does on purpose: a turn beyond counting, settings of nonsense, a device that is
full under any tap."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.values.events import Noted
from tests.screens.small import SMALL, sample
from tests.screens.test_crash import looped, reported, watched

__all__ = ["watched"]
Start = Callable[..., Any]


def full(*_: Any) -> None:
    raise OSError(28, "full")


@pytest.mark.parametrize(
    ("turns", "now", "flag", "first", "last", "flagged"),
    [(10, 3, 7, "1", "10", True), (10, 12, 7, "1", "12", True), (10, 20_000_000, 7, "19999961", "20000000", False), (4, 43, 3, "4", "43", False)],
)
def test_the_bar_of_turns_is_never_longer_than_forty(turns: int, now: int, flag: int, first: str, last: str, flagged: bool) -> None:
    from screens.widgets.turn import ScaleBar

    bar = ScaleBar(turns, now, flag)
    assert (bar.labels[0].text, bar.labels[-1].text, bar.pennant in bar.children) == (first, last, flagged)
    assert next(label.text for label in bar.labels if label.bold) == str(now)
    bar.size = (300, 30)
    bar.lay()


def test_a_game_that_is_not_saved_is_not_said_to_be(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = start(SMALL, language="en")
    for name in ("_write", "_create"):
        monkeypatch.setattr(driver.app.context.store.disk, name, full)
    sample(driver, "front")
    driver.tap("More")
    assert driver.has("not saved: the device is full")
    assert not driver.has("It is saved")
    driver.back()
    driver.app.context.desk.leave()
    driver.frames(3)
    assert driver.app.navigator.here["screen"] == "home"
    assert driver.has("not saved: the device is full")
    assert not driver.has("Saved ")
    monkeypatch.undo()


def test_what_a_tap_could_not_do_is_a_sentence_and_no_fault_of_ours(watched: Any) -> None:
    from carddb.trouble import CannotSave
    from engine.values.texts import say

    def tapped() -> None:
        raise CannotSave(say("the device is full"))

    looped(tapped)
    watched.frames(2)
    assert watched.app.navigator.here["screen"] == "table"
    assert watched.has("The device is full")
    assert not watched.has("The app made a mistake")
    assert reported(watched) == []


@pytest.mark.parametrize("settings", [{"text": "x"}, {"text": []}, {"text": 10**400}, {"language": "l" * 5000}, {"language": ["fr"]}, {"theme": 5}])
def test_settings_of_nonsense_are_as_none(start: Start, settings: dict[str, Any]) -> None:
    driver = start(SMALL, **{"language": "en", **settings})
    driver.frames(2)
    assert driver.has("New game")


def test_a_place_that_cannot_be_built_leads_home(watched: Any) -> None:
    watched.app.navigator.places = [{"screen": "rules", "game": "zzz"}]
    looped(lambda: watched.app.navigator.rebuild(moved=True))
    watched.frames(2)
    assert watched.app.navigator.here["screen"] in ("home", "rules")


@pytest.mark.parametrize("text", ["picture: " + "a" * 350, "picture: \x00", "picture: ..", "picture: /"])
def test_a_note_that_begins_like_a_picture(start: Start, text: str) -> None:
    driver = start(SMALL, language="en")
    sample(driver, "front")
    driver.app.table.enter(Noted(text))
    driver.app.navigator.go("history")
    driver.frames(3)
    assert driver.app.navigator.here["screen"] == "history"


@pytest.mark.parametrize("typed", ["--5", "-", "5-", "٣--"])
def test_what_is_no_number_stays_what_was_typed(typed: str) -> None:
    from engine.values.kinds import Whole
    from screens.pages.fields import typed as value

    assert value(Whole(-9, 9), typed) == typed
    assert value(Whole(-9, 9), " -5 ") == -5


def test_a_file_of_somebody_else_among_backups_and_reports() -> None:
    from screens.pages.backups import at_home, moment

    assert moment("20261117-1.txt") == "20261117-1.txt"
    assert moment("notes.txt") == "notes.txt"
    assert moment("backup-20261117093012.zip") == "2026-11-17, 09:30"
    assert at_home("~nobody-of-this-name/x.zip") == Path("~nobody-of-this-name/x.zip")


@pytest.mark.parametrize("name", ["name", "where", "tag", "training", "joined", "a/b", "locked", "  mine  "])
def test_a_counter_is_not_called_as_the_game_calls_something(start: Start, name: str) -> None:
    """A counter called “name” would rename the unit."""
    driver = start(SMALL, language="en")
    sample(driver, "front")
    unit = next(iter(driver.app.table.state.units.values()))
    driver.app.navigator.go("unit", unit=unit.id)
    driver.frames(2)
    driver.scroll_to("Name of a counter")
    entry = next(widget for widget in driver.widgets() if getattr(widget, "hint_text", "") == "Name of a counter")
    entry.text = name
    add = next(widget for widget in driver.widgets() if getattr(widget, "name", "") == "Add")
    add.do()
    driver.frames(2)
    now = driver.app.table.state.unit(unit.id)
    if name.strip() == "mine":
        assert now.trackers["mine"] == 1
    else:
        assert driver.has("choose another")
        assert now == unit
