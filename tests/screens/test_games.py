"""Sample games of the larger rulesets by touches: set-up, units that act, questions of every kind, to the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.screens.test_app import sample

pytestmark = pytest.mark.usefixtures("hurried")
Start = Callable[..., Any]


def act(driver: Any, hand: Any, seen: set[str]) -> None:
    """Somebody who has not acted does something new that he may do."""
    app = driver.app
    waiting = {unit.name for unit in app.view.waiting(app.state)}
    rows = [row for row in hand.of("UnitRow") if row.name in waiting][:1]
    if not rows:
        offer(driver, hand, seen)
        return
    hand.press(rows[0])
    allowed = [line for line in app.view.actions(app.state, app.state.unit(app.here["unit"])) if line.allowed]
    wanted = [line.text for line in allowed if line.key not in seen] or [line.text for line in allowed][:1]
    choices = [row for row in hand.of("ActionRow") if row.name in wanted[:1]]
    if choices:
        seen |= {line.key for line in allowed if line.text == wanted[0]}
        hand.press(choices[0])
        hand.pick()
        hand.settle(80)
    if app.here["screen"] != "table" or app._sheet:
        app.replace({"screen": "home"}, {"screen": "table"})
        driver.frames(2)


def offer(driver: Any, hand: Any, seen: set[str]) -> None:
    """What the step offers without naming a unit: the first of it."""
    app = driver.app
    if app._screen._next()[0] != "offer":
        return
    seen.add(app.view.main_offer(app.state))
    hand.press(hand.main())
    hand.pick()
    hand.settle(80)
    if app.here["screen"] != "table" or app._sheet:
        app.replace({"screen": "home"}, {"screen": "table"})
        driver.frames(2)


@pytest.mark.parametrize(("name", "turns", "steps"), [("Dust Tactics", 1, 6), ("2GM Tactics", 1, 10), ("Epic Armageddon", 1, 5)])
def test_a_sample_game(start: Start, name: str, turns: int, steps: int) -> None:
    """From set-up through its steps; what happens is in the log, and nothing stays stuck."""
    driver = start(language="en")
    hand = sample(driver, name)
    seen: set[str] = set()
    before = len(driver.app.game.session.log)
    for _ in range(steps):
        if driver.app.state.turn > turns:
            break
        if driver.app.here["screen"] == "table":
            act(driver, hand, seen)
        hand.onward()
        assert driver.app.here["screen"] == "table", driver.app.here
    assert len(driver.app.game.session.log) > before + steps
    assert seen
    give_up(driver, hand)
    assert driver.app.state.trackers.get("winner")
    assert driver.has("The game is decided")


def give_up(driver: Any, hand: Any) -> None:
    """The game ends: one side concedes, by the list of what can be done."""
    driver.tap("More")
    driver.tap("What next?")
    driver.reach("Concede")
    if driver.app.here["screen"] == "pick":
        driver.tap(driver.app.view.seat(1))
        hand.press(hand.main())
    driver.tap("Yes")
    driver.frames(3)


def test_a_look_at_the_table_is_one_page(start: Start) -> None:
    """Fire in Epic Armageddon: who, at whom, then terrain and crossfire on one page; they reach the procedure."""
    driver = start(language="en")
    sample(driver, "Epic Armageddon")
    by, at = (next(unit for unit in driver.app.state.units.values() if unit.seat == seat) for seat in (0, 1))
    driver.app.go("pick", procedure="fire", fixed="by", **{"with": {"by": by.id, "target": at.id}})
    driver.frames(3)
    assert driver.has("What do you see on the table?")
    driver.tap("Buildings")
    driver.reach("Crossfire")
    driver.tap("Go on")
    if driver.app.sheet_open:
        driver.tap("Do it anyway")
    opened = driver.app.game.session.log[-1]
    assert (opened.args["terrain"], opened.args["crossfire"]) == ("building", True)
