"""Aircraft, spacecraft, drops, transports and war engines of Epic Armageddon, by touches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.values.events import Opened, TrackerSet, UnitAdded
from engine.values.maps import frozen
from tests.screens.epic_air import Hand, flak, ground_attack, lay

Start = Callable[..., Any]
AWAY = {"where": "reserve"}
BIRDS = ("birds", 0, "epic-orks-chassa-bombas-x4", AWAY)
GUNS = ("guns", 1, "epic-steel-batterie-aa", {})
TANKS = ("tanks", 1, "epic-steel-peloton-de-leman-russ", {})

pytestmark = pytest.mark.usefixtures("hurried", "restless")


def test_a_ground_attack_through_flak_with_a_jink(start: Start) -> None:
    """The ring, the order, which Orks pass without a die; the guns, how many, their hits; a jink,
    its saves: seven taps. Six dice at 5+ hit twice, one of two jinks in vain: no attack is left."""
    driver = start(language="en")
    table = lay(driver, BIRDS, GUNS, TANKS)
    hand = Hand(driver)
    birds, guns = table.state.unit("birds").name, table.state.unit("guns").name
    ground_attack(hand, birds, f"{guns}: 6 × AA 5+", 2, 1)
    unit = table.state.unit("birds")
    assert (unit.trackers["lost"], unit.count("blast"), unit.count("flying")) == ((1,), 2, 1)
    assert hand.taps == 7
    assert table.prompt is None
    assert driver.has(f"{birds}: Ground attack: {birds} loses one unit")
    assert not driver.has("Fire: ")


def test_an_attack_that_got_through_is_next(start: Start) -> None:
    driver = start(language="en")
    table = lay(driver, BIRDS, GUNS, TANKS)
    hand = Hand(driver)
    birds = table.state.unit("birds").name
    hand.order(birds, "Ground attack")
    flak(hand, table.state.unit("guns").name, 0)
    hand(f"Fire: {birds}")
    assert driver.app.navigator.here["procedure"] == "fire"


HAWK = ("hawk", 0, "epic-marines-thunderhawk", AWAY)
SQUAD = ("squad", 0, "epic-marines-devastator", {"where": "inside", "aboard": "hawk"})
ORKS = ("orks", 1, "epic-orks-kommandos", {})


def test_an_air_assault_from_its_approach_to_its_result(start: Start) -> None:
    """Devastators out of a Thunderhawk against Kommandos: aircraft and troops are one side, and the
    page says so row by row."""
    driver = start(language="en")
    table = lay(driver, HAWK, SQUAD, ORKS)
    hand = Hand(driver)
    hand.order("Thunderhawk", "Ground attack")
    hand("Air assault: Thunderhawk")
    assert driver.app.navigator.here["procedure"] == "air_assault"
    assert {"1 Thunderhawk", "4 Devastators", "2 Rhino"} <= set(driver.names())
    hand("All within 15 cm", "Roll ")
    opened = next(event for event in reversed(table.session.log) if isinstance(event, Opened))
    assert (opened.procedure, opened.args["unload"], opened.args["fought"]) == ("air_assault", ("squad",), "ff")
    fought(hand)
    assert table.state.unit("hawk").count("landed")
    assert table.state.unit("squad").where == "table"
    assert table.state.unit("orks").count("broken") or table.state.unit("orks").gone


def fought(hand: Hand) -> None:
    """Whatever is rolled, the attackers hit and save, their enemies do not; nobody is too near."""
    table = hand.driver.app.table
    while prompt := table.prompt:
        if prompt.kind == "roll":
            ours = {0: 6, 1: 1}
            rollers = [0, 1] if prompt.opposed else [prompt.asked_of] * len(prompt.checks)
            table.answer(tuple((ours[seat],) * check.dice for seat, check in zip(rollers, prompt.checks, strict=True)))
        else:
            table.answer(prompt.default if prompt.default is not None else 0)
        hand.driver.frames(3)


FOOT = ("foot", 1, "epic-steel-infanterie-mecanisee", {})
CRUISER = ("cruiser", 0, "epic-marines-croiseur-d-attaque", {**AWAY, "due": 1})
PODS = ("pods", 0, "epic-marines-scouts", {"where": "inside", "aboard": "cruiser"})


def test_a_spacecraft_bombards_and_lets_its_troops_down(start: Start) -> None:
    driver = start(language="en")
    table = lay(driver, CRUISER, PODS, FOOT)
    hand = Hand(driver)
    cruiser, pods = table.state.unit("cruiser").name, table.state.unit("pods").name
    assert driver.has(f"Aboard: {pods}")
    hand.order(cruiser, "Spacecraft")
    assert driver.has(f"Barrage: {cruiser}")
    hand("What next?", f"Drop pods: {pods}")
    foot = table.state.unit("foot").name
    hand(foot, f"AP dice at {foot} +1", "Roll one die")
    hand.dice(1)
    hand.dice(0)
    while hand.asked.startswith("stranded"):
        hand("Apply 0")
    assert table.state.unit("pods").where == "table"
    assert (table.state.unit("foot").trackers["lost"], table.state.unit("foot").count("blast")) == ((1, 0, 0, 0), 7)
    assert hand.taps == 11


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


GARGANT = ("gargant", 1, "epic-orks-gargant", {"activated": True})
RUSS = ("russ", 0, "epic-steel-peloton-de-leman-russ", {})


def test_a_critical_hit_burns_until_it_is_put_out(start: Start) -> None:
    """Three hits, no save: three points of damage, one of them critical. The engine burns, its
    sheet says so, the end of the turn rolls for it, and 5+ puts the fire out."""
    driver = start(language="en")
    table = lay(driver, GARGANT, RUSS)
    hand = Hand(driver)
    russ, gargant = (table.state.unit(each).name for each in ("russ", "gargant"))
    hand.order(russ, "Advance")
    hand(f"Fire: {russ}", "Roll 6 dice")
    hand.dice(3)
    hand.dice(0)
    assert driver.has("critical hits on Gargant")
    hand.dice(1)
    hand("It burns")
    assert driver.has(f"{gargant} takes 3 points of damage; {gargant}: one fire more")
    held = table.state.unit("gargant").trackers
    assert (held["damage"], held["fires"]) == ((3,), (1,))
    driver.reach("Red")
    driver.reach(gargant)
    assert driver.has("Damage capacity, of 8")
    assert driver.has("Fires")
    assert not driver.has("Reactor leaks")
    driver.back()
    hand("On to: End of turn")
    assert driver.has("Gargant burns")
    hand.dice(1)
    assert driver.has("one fire is out")
    assert not table.state.unit("gargant").trackers.get("fires")


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
