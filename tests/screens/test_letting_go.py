"""Pages that are left are kept and brought up to date, or freed at once: the collector has nothing
to do while somebody plays."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

Start = Callable[..., Any]
PLACES: list[dict[str, Any]] = [
    {"screen": "home"},
    {"screen": "setup"},
    {"screen": "rules", "game": "aam"},
    {"screen": "cards", "game": "aam"},
    {"screen": "card_edit", "game": "aam"},
    {"screen": "codes"},
    {"screen": "armies"},
    {"screen": "help"},
    {"screen": "settings"},
    {"screen": "table"},
    {"screen": "both"},
    {"screen": "unit"},
    {"screen": "pick", "procedure": "attack"},
    {"screen": "ask"},
    {"screen": "targets"},
    {"screen": "history"},
    {"screen": "report"},
    {"screen": "match"},
]


def sample(start: Start, game: str = "aam") -> Any:
    driver = start(language="en")
    driver.app.navigator.go("setup", sample=True)
    driver.app.navigator.page._choose(game)
    driver.frames(3)
    return driver


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place["screen"]))
def test_a_page_that_is_let_go_is_freed_without_the_collector(start: Start, place: dict[str, Any]) -> None:
    """Tests run without the collector: what is freed is freed because nothing holds it."""
    driver = sample(start)
    assert not gc.isenabled()
    nav, unit = driver.app.navigator, next(iter(driver.app.table.state.units))
    for _ in range(2):  # what is made once for all is there after the first time
        nav.replace({"screen": "welcome"})
        nav.replace({**place, "unit": unit})
        driver.frames(5)
        page, shown = weakref.ref(nav.page), [weakref.ref(widget) for widget in driver.widgets()]
        nav.replace({"screen": "welcome"})
        nav.forget_kept()
        driver.frames(30)
    assert page() is None
    held = [widget() for widget in shown if widget() and not widget().parent]
    assert [each for each in held if type(each).__name__ != "Entry"] == []
    assert len(held) <= 1, "Kivy holds the entry that was drawn last"
