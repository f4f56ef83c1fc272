"""A small game on a small phone, and what its machine was asked: for tests that need a table and
no battle."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

SMALL = (360, 640)


def sample(driver: Any, game: str = "aam") -> Any:
    """A game with one unit on each side, and a machine that writes down what it is asked."""
    from tests.screens.pretend import Pretend

    driver.put(device=Pretend(Path("/nowhere")))
    in_play(driver, game)
    return driver.app.context.device


def in_play(driver: Any, game: str, step: str = "", units: int = 1) -> None:
    """A game with the first units of each sample army, at its first step or another one."""
    from carddb.fielding import put_on_table
    from carddb.samples import sample_armies

    app, state = driver.app, driver.app.context.rulesets[game].opened()
    made = app.context.store.new_game(game, replace(state, step=step or state.step), "Ann against Bob", ("Ann", "Bob"))
    for seat in (0, 1):
        army = next(each for each in sample_armies(game) if each.seat == seat)
        for event in put_on_table(army.cards[:units], seat, made.session.state):
            made.session.dispatch(event)
    app.context.desk.take(made)
    app.navigator.replace({"screen": "home"}, {"screen": "table"})
    driver.frames(2)


def asked(device: Any, what: str) -> list[Any]:
    return [each[1:] for each in device.asked if each[0] == what]


def hand_of(driver: Any, seed: int = 5) -> Any:
    from tools.autoplay import Autoplay

    return Autoplay(driver, seed)


def roll(driver: Any) -> None:
    """An attack of the first unit on the first enemy, up to its roll."""
    from engine.values.events import Opened
    from engine.values.maps import Map

    state = driver.app.table.state
    by, at = (next(unit.id for unit in state.units.values() if unit.seat == seat) for seat in (0, 1))
    driver.app.table.session.overrule(Opened("attack", Map({"attacker": by, "target": at, "range": 1, "arc": "front", "terrain": "clear"})))
    for _ in range(6):
        if driver.app.table.prompt.kind == "roll":
            break
        hand_of(driver).answer()
    driver.until(lambda: "looking" not in driver.app.navigator.here)
