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


def sample(start: Start, game: str = "aam", text: float = 1.0) -> Any:
    driver = start(language="en", text=text)
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


# Kept and brought up to date


def test_a_page_that_is_gone_back_to_is_the_same(start: Start) -> None:
    driver = sample(start)
    table = driver.app.navigator.page
    driver.app.navigator.go("unit", unit=next(iter(driver.app.table.state.units)))
    driver.frames(3)
    driver.back()
    assert driver.app.navigator.page is table


def test_the_list_stands_where_it_stood_after_a_look_at_a_unit(start: Start) -> None:
    driver = sample(start, text=1.6)
    driver.app.navigator.page.list.offset = 260.0
    driver.frames(3)
    before = [(row.name, row.to_window(*row.pos)) for row in driver.widgets() if type(row).__name__ == "UnitRow"]
    at = driver.app.navigator.page.list.offset
    assert at > 200
    driver.tap(next(row for row in driver.widgets() if type(row).__name__ == "UnitRow" and driver.seen(row)))
    assert driver.app.navigator.here["screen"] == "unit"
    driver.back()
    assert driver.app.navigator.page.list.offset == at
    assert before == [(row.name, row.to_window(*row.pos)) for row in driver.widgets() if type(row).__name__ == "UnitRow"]


def test_another_unit_is_shown_in_the_same_page_from_its_top(start: Start) -> None:
    driver = sample(start)
    nav, (first, second, *_) = driver.app.navigator, driver.app.table.state.units.values()
    nav.go("unit", unit=first.id)
    driver.frames(3)
    page = nav.page
    page.list.offset = 300.0
    driver.frames(3)
    driver.back()
    nav.go("unit", unit=second.id)
    driver.frames(3)
    assert nav.page is page
    assert page.list.offset == 0
    assert driver.has(second.name)
    driver.back()
    nav.go("unit", unit=first.id)
    driver.frames(3)
    assert driver.has(first.name)


def test_what_changes_while_a_page_is_kept_is_there_when_it_comes_back(start: Start) -> None:
    from engine.values.events import TrackerSet

    driver = sample(start)
    nav, unit = driver.app.navigator, next(iter(driver.app.table.state.units.values()))
    nav.go("history")
    driver.frames(3)
    driver.app.table.enter(TrackerSet(unit.id, "house", 3))
    driver.back()
    nav.go("unit", unit=unit.id)
    driver.frames(3)
    driver.scroll_to("house: one more")
    assert driver.has("3")


def test_no_more_than_a_few_pages_are_kept(start: Start) -> None:
    from screens.app.stage import MOST_KEPT

    driver = sample(start)
    nav = driver.app.navigator
    for place in ("unit", "history", "match", "ask", "pick", "targets", "table"):
        nav.replace({"screen": place, "procedure": "attack", "unit": next(iter(driver.app.table.state.units))})
        driver.frames(2)
    assert len(list(nav._kept)) <= MOST_KEPT


def test_a_list_that_springs_back_over_a_pause_is_not_blank(start: Start) -> None:
    """The loop stands still for some seconds while a list is drawn beyond its end."""
    from tools.driver import Finger

    driver = sample(start)
    rows = driver.app.navigator.page.list
    x, y = rows.to_window(*rows.center)
    touch = Finger(x, y)
    touch.touch_down()
    for step in range(1, 9):
        touch.touch_move(x, y - 40 * step)
        driver.frames(1)
    touch.touch_up()
    driver.pass_time(4)
    for _ in range(20):
        driver.pass_time(1)
        assert [widget for widget in driver.widgets() if type(widget).__name__ == "UnitRow" and driver.seen(widget)]
    driver.frames(90)
    assert 0 <= rows.scroll_y <= 1


def test_a_pill_is_as_wide_ticked_as_not(start: Start) -> None:
    from screens.widgets.press import Pill
    from screens.widgets.settle import settle

    start(language="en")
    for text in ("7", "Yes", "In the open", "A choice of very many words that has to be read on two lines, as it is so long"):
        pills = [Pill(text, on) for on in (False, True)]
        for pill in pills:
            settle(pill)
        assert pills[0].width == pills[1].width, text


def test_a_canvas_that_was_drawn_is_freed_with_its_widget(start: Start) -> None:
    """Kivy holds what it has compiled, and that is the canvas itself."""
    from weakref import ref

    from screens.widgets.ground import paint
    from screens.widgets.layouts import Column
    from screens.widgets.release import let_go
    from screens.widgets.words import Words

    driver = start(language="en")
    root, words = driver.app.navigator.root_widget, Words("one", "body")
    part = paint(Column(words), "surface", 8, "line")
    drawn = [ref(each) for each in (words.canvas, part.canvas, part.canvas.before)]
    root.add_widget(part)
    driver.frames(3)
    root.remove_widget(part)
    let_go(part)
    del part, words
    driver.frames(2)
    assert [each() for each in drawn] == [None] * 3
