"""An order that the players change: drawn by a handle, or place by place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.screens.epic_air import Hand, lay
from tools.driver import Finger

Start = Callable[..., Any]
TANKS = ("tanks", 0, "epic-steel-peloton-de-leman-russ", {})
KULT = ("kult", 1, "epic-orks-kulte-d-la-vitesse", {})
NAME = "Hit from the first to the last"

pytestmark = pytest.mark.usefixtures("hurried", "restless")


def page_of_fire(start: Start, **settings: Any) -> Any:
    driver = start(language="en", **settings)
    lay(driver, TANKS, KULT)
    hand = Hand(driver)
    hand.order("Peloton de Leman Russ", "Advance")
    hand("Fire: ", NAME)
    return driver


def order(driver: Any) -> list[str]:
    return list(driver.app.navigator.page.filled.draft["front"])


def test_a_handle_draws_its_row_from_place_to_place(start: Start) -> None:
    driver = page_of_fire(start)
    assert order(driver) == ["Buggy / Trak", "Motos", "Karbonisator"]
    handle = driver.scroll_to(f"{NAME}, as their owner says 1")
    x, y = handle.to_window(*handle.center)
    rolled = driver.app.navigator.page.list.offset
    touch = Finger(x, y)
    touch.touch_down()
    driver.frames(1)
    for part in range(1, 5):
        touch.touch_move(x, y - 2 * handle.height * part / 4)
        driver.frames(1)
    assert order(driver) == ["Motos", "Karbonisator", "Buggy / Trak"]
    touch.touch_move(x, y - handle.height)
    driver.frames(1)
    touch.touch_up()
    driver.frames(3)
    assert order(driver) == ["Motos", "Buggy / Trak", "Karbonisator"]
    assert driver.app.navigator.page.list.offset == pytest.approx(rolled)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_keys_move_a_row_by_one_place(start: Start, scale: float) -> None:
    driver = page_of_fire(start, text=scale)
    driver.reach(f"{NAME}, as their owner says 3 -1")
    assert order(driver) == ["Buggy / Trak", "Karbonisator", "Motos"]
    driver.reach(f"{NAME}, as their owner says 1 -1")
    driver.reach(f"{NAME}, as their owner says 1 +1")
    assert order(driver) == ["Karbonisator", "Buggy / Trak", "Motos"]
    has_handle = f"{NAME}, as their owner says 1" in driver.names()
    assert has_handle == (scale == 1.0)


def test_the_fire_follows_the_order(start: Start) -> None:
    """One hit, no save: the first of the order is lost."""
    driver = page_of_fire(start)
    driver.reach(f"{NAME}, as their owner says 3 -1")
    driver.reach(f"{NAME}, as their owner says 2 -1")
    hand = Hand(driver)
    hand("≤ 75", "Roll 6 dice")
    hand.dice(1)
    hand.dice(0)
    assert driver.app.table.state.unit("kult").trackers["lost"] == (0, 0, 1)


def test_the_rows_of_an_assault_are_put_in_order_too(start: Start) -> None:
    """Tanks, all alike, charge the Speed Kult: its owner lets the bikes be hit first."""
    driver = start(language="en")
    table = lay(driver, TANKS, KULT)
    hand = Hand(driver)
    hand.order("Peloton de Leman Russ", "Engage")
    hand("Assault: ", "Kulte d'la Vitesse: hit from the first to the last")
    driver.reach("Kulte d'la Vitesse: hit from the first to the last, as their owner says 2 -1")
    hand("Roll ")
    opened = next(event for event in reversed(table.session.log) if getattr(event, "procedure", "") == "assault")
    assert opened.args["front"]["kult"] == ("Motos", "Buggy / Trak", "Karbonisator")
