"""Best targets by touches: the order, the situation changed on the spot, the attack opened on
one, work that is stopped."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from engine.values.maps import Map
from tests.screens.test_app import sample

Start = Callable[..., Any]


def aiming(driver: Any, game: str = "Axis & Allies Miniatures") -> Any:
    """A sample game with the first unit's targets ranked; its screen."""
    sample(driver, game)
    unit = next(each.id for each in driver.app.table.state.units.values() if each.where == "table")
    driver.app.navigator.go("targets", unit=unit)
    return ranked(driver)


def ranked(driver: Any) -> Any:
    driver.until(lambda: driver.app.navigator.page.hunt.over)
    return driver.app.navigator.page


def rows(screen: Any) -> list[str]:
    """The targets as they stand in the list."""
    return [key for key, _, _ in screen.list.rows if key in screen.state.units]


def ranks(screen: Any) -> dict[str, Any]:
    return {key: value for key, value, _ in screen.list.rows if key in screen.state.units}


def test_targets_in_order_another_situation_and_the_attack(start: Start) -> None:
    """From the rear a tank is easier: the pill says so and its chances change; a tap opens the
    attack as stated."""
    driver = start(language="en")
    screen = aiming(driver)
    before = ranks(screen)
    assert set(before) == {unit.id for unit in screen.state.units.values() if unit.seat == 1}
    assert [rank.chances for rank in before.values()] == sorted((rank.chances for rank in before.values()), reverse=True)
    assert any(text.startswith("Destroyed ") and "%" in text for text in driver.texts())
    driver.tap("Side: front")
    driver.tap("Rear")
    screen = ranked(driver)
    assert driver.has("Side: rear")
    tank = next(unit.id for unit in screen.state.units.values() if unit.name == "M4A1 Sherman")
    assert ranks(screen)[tank].chances > before[tank].chances
    driver.tap("Road")
    first = screen.state.unit(rows(ranked(driver))[0])
    driver.tap(first.name)
    driver.tap("Do it anyway")
    pending = driver.app.table.state.pending
    assert (pending.procedure, driver.app.navigator.here["screen"]) == ("attack", "ask")
    told = {key: pending.args[key] for key in ("target", "range", "arc", "road")}
    assert told == {"target": first.id, "range": 1, "arc": "rear", "road": True}


def test_from_the_form_of_an_attack_to_another_target(start: Start) -> None:
    """The first attack is taken back, only the second one stands."""
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    units = driver.app.table.state.units.values()
    by, at = next(unit for unit in units if unit.seat == 0), next(unit for unit in units if unit.seat == 1)
    from engine.values.events import Opened

    driver.app.table.session.overrule(Opened("attack", Map({"attacker": by.id, "target": at.id})))
    driver.frames(3)
    driver.tap("Best targets")
    screen = ranked(driver)
    other = next(unit for unit in rows(screen) if unit != at.id)
    screen.open(other)
    driver.frames(3)
    if driver.app.navigator.open_sheet:
        hand.press(next(each for each in hand.in_sheet("PushButton") if each.name == "Do it anyway"))
    assert driver.app.table.state.pending.args["target"] == other
    assert not driver.app.table.state.pending.start.pending


def test_slow_work_shows_its_progress_and_ends_when_nobody_waits(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second target takes for ever: what is known of the first is shown once somebody says
    stop. Leaving stops it too."""
    from screens.pages.hunt import Hunt

    going, step = Event(), Hunt.step

    def slow(hunt: Any) -> None:
        while hunt.found and not hunt.stopped:
            going.wait(0.01)
        step(hunt)

    monkeypatch.setattr(Hunt, "step", slow)
    driver = start(language="en")
    driver.waits = False
    sample(driver, "Axis & Allies Miniatures")
    driver.app.navigator.go("targets", unit=next(iter(driver.app.table.state.units)))
    driver.until(lambda: driver.has("1 of 14 targets worked out"))
    driver.tap("Stop here")
    screen = ranked(driver)
    assert len(rows(screen)) == 1
    assert not driver.has("Stop here")
    assert driver.has("Not worked out: 13")
    driver.tap("Road")
    hunt = screen.hunt
    driver.until(lambda: hunt.found)
    assert not hunt.over
    driver.back()
    driver.until(lambda: hunt.over)
    assert len(hunt.found) == 1


def test_what_would_take_too_long_says_so(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Formations are cut short here after a few questions and hardly any work."""
    from engine.playing import foresight

    monkeypatch.setattr(foresight, "FEW_QUESTIONS", 5)
    for effort in ("SOON", "EXACTLY", "NEARLY", "AT_LEISURE"):
        monkeypatch.setattr(foresight, effort, 0)
    driver = start(language="en")
    assert rows(aiming(driver, "Epic Armageddon"))
    assert driver.has("Too long to work out")
