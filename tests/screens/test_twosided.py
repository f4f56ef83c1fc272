"""The phone flat between two players: each half turned to its reader, with questions and sheets
of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Start = Callable[..., Any]


def both(start: Start, size: tuple[int, int] = (412, 915), game: str = "Axis & Allies Miniatures") -> Any:
    driver = start(size, language="en")
    driver.tap("Try a sample")
    driver.tap(game)
    driver.tap("More")
    driver.reach("Two readers")
    return driver


def halves(driver: Any) -> tuple[Any, Any]:
    far, near = (half.navigator for half in driver.app.navigator.page.halves)
    return far, near


def within(driver: Any, half: Any, name: str) -> Any:
    """What can be pressed under this name in one half."""
    return next(w for w in half.root_widget.walk() if str(getattr(w, "name", "")).startswith(name) and driver.seen(w))


def test_each_half_shows_its_own_force_and_the_far_one_is_turned(start: Start) -> None:
    driver = both(start)
    far, near = halves(driver)
    tank, other = within(driver, near, "Panzer IV Ausf. G"), within(driver, far, "M4A1 Sherman")
    assert tank.to_window(*tank.center)[1] < 457 < other.to_window(*other.center)[1]
    left, right = other.to_window(other.x, other.y), other.to_window(other.right, other.top)
    assert left[0] > right[0]
    assert left[1] > right[1]


def test_a_tap_in_the_far_half_stays_there(start: Start) -> None:
    driver = both(start)
    far, near = halves(driver)
    driver.tap(within(driver, far, "M4A1 Sherman"))
    assert (far.here["screen"], near.here["screen"]) == ("unit", "half")
    driver.tap(within(driver, far, "Disrupted"))
    unit = driver.app.table.state.units[far.here["unit"]]
    assert "disrupted" in unit.marks("face_down") or "disrupted" in unit.marks("face_up")
    far.complain("Nothing")
    driver.frames(3)
    assert far.open_sheet
    assert not near.open_sheet
    assert not driver.app.navigator.open_sheet
    assert far.open_sheet.get_parent_window() is not None
    driver.back()
    driver.back()
    assert far.here["screen"] == "half"


def test_a_question_goes_to_whom_it_is_asked_of(start: Start) -> None:
    driver = both(start)
    far, near = halves(driver)
    driver.tap(within(driver, near, "Set-up"))
    asked = driver.app.table.prompt.asked_of
    assert [half.here["screen"] == "ask" for half in (near, far)] == [asked == 0, asked == 1]
    half = (near, far)[asked]
    driver.tap(within(driver, half, "Standard scenario"))
    assert len(driver.app.table.session.log) > 1


def test_a_kill_leaves_both_halves_where_they_were(start: Start) -> None:
    driver = both(start)
    far, _near = halves(driver)
    driver.tap(within(driver, far, "M4A1 Sherman"))
    unit = far.here["unit"]
    driver.app.context.store.close()  # as if the process were gone
    again = start(language="en")
    assert again.app.navigator.here["screen"] == "both"
    assert halves(again)[0].here["unit"] == unit


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_the_cross_leads_back_to_one_reader(start: Start, size: tuple[int, int]) -> None:
    from screens.widgets.running import Running

    driver = both(start, size)
    driver.tap("One reader again")
    assert driver.app.navigator.here["screen"] == "table"
    assert not Running.halved
