"""How many taps the standard deeds take, counted on the real pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.values.events import Abandoned, Advanced, TrackerSet, UnitMoved
from tests.screens.test_app import sample

Start = Callable[..., Any]


class Counted:
    """A finger that counts."""

    def __init__(self, driver: Any) -> None:
        self.driver, self.taps = driver, 0

    def __call__(self, *names: str) -> None:
        for name in names:
            self.driver.reach(name)
            self.taps += 1


def at_step(driver: Any, step: str) -> Any:
    """The game brought to a step, whatever is due before; its table."""
    session = driver.app.table.session
    while session.state.pending or session.state.step != step:
        session.overrule(Abandoned() if session.state.pending else Advanced())
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"})
    driver.frames(3)
    return driver.app.table


@pytest.mark.usefixtures("hurried", "restless")
def test_an_attack_with_two_facts_changed_takes_five_taps(start: Start) -> None:
    """The ring, the side, the ground, the dice, their number."""
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    table = at_step(driver, "first_assault")
    tank = next(unit for unit in table.state.units.values() if unit.seat == table.state.seat and unit.name.startswith("Panzer"))
    tap = Counted(driver)
    tap(f"Ring of {tank.name}", "Rear", "Hill", "Roll ", "=4")
    assert tap.taps == 5
    opened = next(event for event in table.session.log if getattr(event, "procedure", "") == "attack")
    assert (opened.args["attacker"], opened.args["arc"], opened.args["terrain"]) == (tank.id, "rear", "hill")
    assert table.session.log[-1].value == 4


@pytest.mark.usefixtures("hurried", "restless")
def test_a_move_is_one_tap(start: Start) -> None:
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    table = at_step(driver, "first_movement")
    tank = next(unit for unit in table.state.units.values() if unit.seat == table.state.seat and unit.name.startswith("Panzer"))
    tap = Counted(driver)
    tap(f"Ring of {tank.name}")
    assert table.state.unit(tank.id).trackers.get("moved")
    assert driver.app.navigator.here["screen"] == "table"


@pytest.mark.usefixtures("hurried", "restless")
def test_a_battle_one_on_one_takes_four_taps(start: Start) -> None:
    """The button, the attacker, the blocker, the battle: what comes of it was read on the way."""
    driver = start(language="en")
    sample(driver, "The Front")
    table = at_step(driver, "battle")
    mine, other = (next(unit for unit in table.state.units.values() if unit.seat == seat) for seat in (table.state.seat, 1 - table.state.seat))
    tap = Counted(driver)
    tap("Battle", mine.name, other.name, "Battle")
    assert tap.taps == 4
    assert table.state.pending is None
    assert table.state.unit(mine.id).trackers.get("locked") or table.state.unit(mine.id).gone


@pytest.mark.usefixtures("hurried", "restless")
def test_a_shot_with_two_facts_changed_takes_six_taps(start: Start) -> None:
    """The ring, the range, the ground, the die, its face, its application: one more than planned,
    since a face may still be put right before it counts."""
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    table = at_step(driver, "fire")
    session = table.session
    tank = next(unit for unit in table.state.units.values() if unit.seat == table.state.seat and "Tank" in unit.name)
    foe = next(unit for unit in table.state.units.values() if unit.seat != table.state.seat and "Rifles" in unit.name)
    for unit, row in ((tank, 4), (foe, 2)):
        session.overrule(UnitMoved(unit.id, "table"))
        session.overrule(TrackerSet(unit.id, "row", row))
    driver.frames(3)
    tap = Counted(driver)
    tap(f"Ring of {tank.name}", foe.name)
    tap.taps -= 1  # whom to shoot at is no fact; the headquarters stands first
    tap("2", "Bushes", "Roll one d10", "9", "Apply")
    assert tap.taps == 6
    assert session.log[-1].value == (9,)
