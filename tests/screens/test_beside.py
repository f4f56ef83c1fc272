"""A tablet: both forces stay in sight, and the pages of a deed stand beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kivy.core.window import Window

from tests.screens.measuring import faults
from tests.screens.test_app import sample
from tests.screens.test_taps import at_step

Start = Callable[..., Any]
TABLET, FORCES = (1280, 800), 820


def assault(start: Start, size: tuple[int, int] = TABLET, **settings: Any) -> Any:
    driver = start(size, language="en", **settings)
    sample(driver, "Axis & Allies Miniatures")
    at_step(driver, "first_assault")
    return driver


def ring(driver: Any) -> str:
    return next(name for name in driver.names() if name.startswith("Ring of "))


def left_of(driver: Any, kind: str) -> list[float]:
    return [widget.to_window(*widget.pos)[0] for widget in driver.widgets() if type(widget).__name__ == kind and driver.seen(widget)]


@pytest.mark.usefixtures("hurried", "restless")
def test_a_deed_stands_beside_both_forces_from_its_page_to_its_dice(start: Start) -> None:
    driver = assault(start)
    table, nav = driver.app.table, driver.app.navigator
    units = len(left_of(driver, "UnitRow"))
    driver.tap(ring(driver))
    assert nav.here["screen"] == "deed"
    assert len(left_of(driver, "UnitRow")) == units
    assert min(left_of(driver, "TargetRow")) >= FORCES
    driver.tap(driver.named("Roll"))
    assert nav.here["screen"] == "ask"
    assert len(left_of(driver, "UnitRow")) == units
    assert not faults(driver)
    driver.tap("=0")
    assert table.prompt is None or nav.here["screen"] == "ask"
    assert driver.has("Axis: ")
    assert driver.has("Allies: ")


@pytest.mark.usefixtures("hurried", "restless")
def test_a_unit_tapped_on_the_table_is_aimed_at_or_looked_at(start: Start) -> None:
    """An enemy becomes the target; a unit of one's own closes the page and shows its sheet."""
    driver = assault(start)
    nav, units = driver.app.navigator, driver.app.table.state.units.values()
    driver.tap(ring(driver))
    foe = next(unit for unit in units if unit.seat == 1 and unit.id != nav.page.filled.draft["target"] and unit.name in driver.names())
    driver.tap(foe.name)
    assert nav.page.filled.draft["target"] == foe.id
    assert foe.id in nav.page.about()
    own = next(name for name in driver.names() for unit in units if unit.seat == 0 and unit.name == name)
    driver.tap(own)
    assert [place["screen"] for place in nav.places] == ["home", "table"]
    assert driver.has("What it can do now")


@pytest.mark.usefixtures("hurried", "restless")
def test_the_bright_button_is_that_of_the_page_beside(start: Start) -> None:
    """The one of the table stays, and closes what stands beside it."""
    driver = assault(start)
    nav = driver.app.navigator
    assert nav.page.bottom.shown[-1] == "primary"
    driver.tap(ring(driver))
    assert nav.ground.bottom.shown[-1] == "tonal"
    driver.app.navigator.back()
    driver.frames(2)
    assert nav.page.bottom.shown[-1] == "primary"
    assert nav.ground is None


@pytest.mark.usefixtures("hurried", "restless")
def test_after_a_kill_and_after_turning_the_page_stands_where_it_stood(start: Start) -> None:
    """A tablet on its side has room for both, one that stands has not."""
    driver = assault(start)
    driver.tap(ring(driver))
    driver.stop()
    again = start(TABLET)
    nav = again.app.navigator
    assert nav.here["screen"] == "deed"
    assert nav.ground
    assert again.has("Allies: ")
    for size, has_ground in (((800, 1280), False), (TABLET, True)):
        Window.size = size
        again.frames(4)
        assert nav.here["screen"] == "deed"
        assert (nav.ground is not None) is has_ground
        assert again.has("Allies: ") is has_ground


@pytest.mark.usefixtures("hurried", "restless")
@pytest.mark.parametrize("size", [(412, 915), (915, 412)])
def test_a_phone_shows_one_page(start: Start, size: tuple[int, int]) -> None:
    driver = assault(start, size)
    driver.tap(ring(driver))
    assert driver.app.navigator.here["screen"] == "deed"
    assert driver.app.navigator.ground is None
    assert not left_of(driver, "UnitRow")


@pytest.mark.usefixtures("hurried", "restless")
def test_a_unit_that_is_asked_for_may_be_tapped_on_the_table(start: Start) -> None:
    """The pick stands beside the forces: a tap on either is the answer; who may not act opens its
    sheet as ever."""
    driver = assault(start)
    nav = driver.app.navigator
    for name, screen in (("M4A1 Sherman", "table"), ("Panzer IV Ausf. G", "deed")):
        nav.replace({"screen": "home"}, {"screen": "table"}, {"screen": "pick", "procedure": "attack"})
        driver.frames(3)
        rows = [each for each in driver.widgets() if getattr(each, "name", "") == name and driver.seen(each)]
        driver.tap(min(rows, key=lambda row: row.to_window(*row.pos)[0]))
        assert (nav.here["screen"], nav.here.get("with", {}).get("attacker") is not None) == (screen, screen == "deed")
