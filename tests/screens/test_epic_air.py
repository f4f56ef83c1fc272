"""Aircraft and transports of Epic Armageddon by touches, where the battle of four turns does not
tell of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.values.events import TrackerSet, UnitAdded
from engine.values.maps import frozen
from tests.screens.epic_air import Hand, flak, lay

Start = Callable[..., Any]
AWAY = {"where": "reserve"}
BIRDS = ("birds", 0, "epic-orks-chassa-bombas-x4", AWAY)
GUNS = ("guns", 1, "epic-steel-batterie-aa", {})
TANKS = ("tanks", 1, "epic-steel-peloton-de-leman-russ", {})

pytestmark = pytest.mark.usefixtures("hurried", "restless")


def test_an_attack_that_got_through_is_next(start: Start) -> None:
    driver = start(language="en")
    table = lay(driver, BIRDS, GUNS, TANKS)
    hand = Hand(driver)
    birds = table.state.unit("birds").name
    hand.order(birds, "Ground attack")
    flak(hand, table.state.unit("guns").name, 0)
    hand(f"Fire: {birds}")
    assert driver.app.navigator.here["procedure"] == "fire"


def test_a_patrol_intercepts_and_everybody_leaves(start: Start) -> None:
    """Thunderbolts come down from patrol on Ork bombers; at the end of the turn they leave, the
    Orks by a foreign edge."""
    driver = start(language="en")
    patrol = ("patrol", 1, "epic-steel-thunderbolts-x2", {**AWAY, "cap": True})
    table = lay(driver, BIRDS, patrol)
    hand = Hand(driver)
    birds, thunder = (table.state.unit(each).name for each in ("birds", "patrol"))
    hand.order(birds, "Ground attack")
    assert driver.has("who intercepts from patrol?")
    hand(thunder)
    assert driver.has(f"{thunder} approaches")
    hand("No flak")
    hand.dice(1)
    hand("No")
    hand.dice(0)
    hand("No flak")
    held = table.state.unit("birds").trackers
    assert (held["lost"], held["blast"], held["flying"]) == ((1,), 2, True)
    assert not table.state.unit("patrol").count("cap")
    hand("On to: End of turn")
    while hand.asked.startswith(("edge", "flak")):
        hand("Another edge" if hand.asked == "edge:birds" else "Its own edge" if hand.asked.startswith("edge") else "No flak")
    assert [(table.state.unit(each).where, table.state.unit(each).count("blast")) for each in ("birds", "patrol")] == [("reserve", 3), ("reserve", 0)]


TITAN = {
    "name": "Carrier",
    "initiative": 2,
    "strategy": 3,
    "points": 300,
    "units": [[1, {"name": "Carrier", "type": "WE", "speed": 20, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "transport": 8, "critical": "destroyed"}]],
}


def test_in_and_out_of_a_transport(start: Start) -> None:
    """Orks get into a carrier by their move, ride on its row and its sheet, and get out with it."""
    driver = start(language="en")
    table = lay(driver, ("foot", 0, "epic-orks-kommandos", {}), TANKS)
    table.enter(UnitAdded("carrier", 0, frozen(TITAN)))
    hand = Hand(driver)
    hand.order("Kommandos", "Advance")
    driver.reach("Kommandos")
    hand("Embark", "Embark")
    assert (table.state.unit("foot").where, table.state.unit("foot").trackers["aboard"]) == ("inside", "carrier")
    assert driver.has("Aboard: Kommandos")
    driver.reach("Carrier")
    assert driver.has("Aboard")
    table.enter(TrackerSet("carrier", "order", "advance"))
    hand("Disembark", "Disembark")
    assert table.state.unit("foot").where == "table"
