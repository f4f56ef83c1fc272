"""Random taps, long presses, back keys, rotations and pauses through the real screens: nothing raises, nothing stays stuck."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

Start = Callable[..., Any]
TAPS = int(os.environ.get("ADJUTANT_MONKEY", "30"))
SIZES = ((412, 915), (915, 412), (360, 640), (1280, 800))


def monkey(driver: Any, dice: random.Random) -> str:
    """One thing a child might do; what it was."""
    chance = dice.random()
    if chance < 0.08 and len(driver.app.places) > 1:
        driver.back()
        return "back"
    if chance < 0.10:
        driver.resize(dice.choice(SIZES))
        return "turned"
    if chance < 0.12:
        driver.app.on_pause()
        driver.app.on_resume()
        return "paused"
    targets = [widget for widget in driver.widgets() if getattr(widget, "do", None) and driver.seen(widget)]
    if driver.app._sheet:
        targets = [widget for widget in driver.app._sheet.walk(restrict=True) if getattr(widget, "do", None) and driver.seen(widget)] or targets
    target = dice.choice(targets)
    name = str(target.name)
    driver.hold(target) if chance < 0.13 else driver.tap(target)
    return name


@pytest.mark.parametrize(("game", "language"), [("aam", "en"), ("dust", "fr"), ("2gm", "en"), ("epic", "fr"), ("front", "en"), ("", "fr")])
def test_a_monkey_breaks_nothing(start: Start, game: str, language: str) -> None:
    """Every state has a way on and a way back: at the end Home is reached by the back key alone."""
    driver, dice = start(language=language), random.Random(f"{game}{language}")
    if game:
        driver.app.go("setup", sample=True)
        driver.app._screen._choose(game)
        driver.frames(3)
    done = []
    for _ in range(TAPS):
        done.append(monkey(driver, dice))
        driver.wait_lock()
        assert list(driver.widgets()), done
    for _ in range(12):
        if driver.app.here["screen"] in ("home", "welcome"):
            break
        driver.back()
    assert driver.app.here["screen"] in ("home", "welcome"), done
