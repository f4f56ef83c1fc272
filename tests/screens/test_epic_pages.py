"""Pages of Epic Armageddon by touches: what a small phone shows, what is asked, what is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.screens.epic_air import Hand, lay
from tools.driver import box

Start = Callable[..., Any]
SMALL = (360, 640)
ARMY = (
    ("tanks", 0, "epic-steel-peloton-de-leman-russ", {}),
    ("guns", 0, "epic-steel-batterie-basilisks", {}),
    ("flak", 0, "epic-steel-batterie-aa", {"blast": 1}),
    ("walkers", 0, "epic-steel-sentinelles", {}),
    ("squad", 0, "epic-marines-devastator", {}),
    ("scouts", 0, "epic-marines-scouts", {}),
    ("cruiser", 0, "epic-marines-croiseur-d-attaque", {"where": "reserve", "passed": True}),
    ("hawk", 0, "epic-marines-thunderhawk", {"where": "reserve"}),
    ("kult", 1, "epic-orks-kulte-d-la-vitesse", {}),
)

pytestmark = pytest.mark.usefixtures("hurried", "restless")


def whole_rows(driver: Any) -> list[str]:
    """Formations whose rows are wholly in sight."""
    page = driver.app.navigator.page
    low, high = box(page.list)[1], box(page.list)[3]
    rows = [each for each in page.list.walk(restrict=True) if type(each).__name__ in ("UnitRow", "SunkRow")]
    return [each.name for each in rows if low <= box(each)[1] and box(each)[3] <= high]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_six_formations_are_in_sight_on_a_small_phone(start: Start, language: str) -> None:
    driver = start(SMALL, language=language)
    lay(driver, *ARMY)
    assert len(whole_rows(driver)) >= 6


def test_four_formations_are_in_sight_below_what_was_done(start: Start) -> None:
    """The card says what was done and what the hands do; the dice are on its page."""
    driver = start(SMALL, language="en")
    lay(driver, *ARMY)
    Hand(driver).order("Peloton de Leman Russ", "Advance")
    assert driver.has("One move up to 20 cm, then shoot")
    assert len(whole_rows(driver)) >= 4
    assert not driver.has("action test for Advance")
    driver.tap("What happened")
    assert driver.has("action test for Advance")


def test_the_distance_is_asked_before_anybody_fires(start: Start) -> None:
    """Tanks with weapons of 30, 45 and 75 cm: none is presumed, and no odds shown of one."""
    driver = start(SMALL, language="en")
    table = lay(driver, *ARMY)
    hand = Hand(driver)
    hand.order("Peloton de Leman Russ", "Advance")
    hand("Fire: ", "Still open: distance in cm")
    assert table.prompt is None
    assert not driver.has("%")
    hand("≤ 45", "Roll ")
    assert [check.dice for check in table.prompt.checks] == [6, 6]  # cannons and lasers; bolters are out of range


def test_many_dice_are_entered_by_their_number_on_a_small_phone(start: Start) -> None:
    """Six cannons have a line of numbers; for twelve bolters the large button asks for it."""
    driver = start(SMALL, language="en")
    table = lay(driver, *ARMY)
    hand = Hand(driver)
    hand.order("Peloton de Leman Russ", "Advance")
    hand("Fire: ", "≤ 30", "Roll ", "=3", "=1")
    assert driver.has("Or tap here for the number only")
    hand("Enter 12 dice")
    assert driver.has("How many succeed?")
    assert driver.has("Bolter Lourd: AP")
    hand("2", "Apply")
    assert [event.value for event in table.session.log if getattr(event, "prompt", "") == "to_hit"] == [(3, 1, 2)]


def test_a_spacecraft_that_passed_over_is_in_reserve_no_longer(start: Start) -> None:
    driver = start((412, 915), language="en")
    lay(driver, *ARMY)
    page = driver.app.navigator.page
    heads = [value[0] for key, value, _ in page.list.rows if str(key).startswith("head")]
    assert heads == ["Passed over the table"]
    page.list.bring("cruiser")
    driver.frames(2)
    assert "Croiseur d'attaque" in whole_rows(driver)
    assert [text for text in driver.texts() if "reserve" in text] == ["In reserve"]  # the Thunderhawk


def test_what_a_formation_far_down_does_is_told_in_sight(start: Start) -> None:
    """Its row is rolled to; back at the table the card of its deed stands in sight, also of a test
    that needs no die."""
    driver = start(SMALL, language="en")
    table = lay(driver, *ARMY)
    rolls = driver.app.navigator.page.list
    rolls.offset = 1e9
    driver.frames(3)
    assert rolls.offset > 0
    Hand(driver).order("Scouts", "Advance")
    assert table.prompt is None
    assert driver.app.navigator.page.list.offset == 0
    assert driver.has("Scouts: Advance")
