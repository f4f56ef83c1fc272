"""A game of the players' own by touch: steps, counters and toggles made, played, changed in
mid-game, kept as a template and sent as codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from carddb import qr
from carddb.templates import Template, templates
from engine.playing.open_turn import as_template, own_steps

Start = Callable[..., Any]


def own_game(start: Start) -> Any:
    driver = start(language="en")
    driver.app.navigator.go("setup", game="own")
    driver.frames(2)
    driver.tap("To the table")
    driver.tap("Steps and counters")
    return driver


def add(driver: Any, what: str, name: str) -> None:
    entry = driver.scroll_to(what)
    driver.tap(entry)
    driver.type(name)
    driver.reach(f"Add: {what}")


def made(start: Start) -> Any:
    """Three steps, victory points of players, wounds of units."""
    driver = own_game(start)
    driver.tap("Change steps and counters")
    for name in ("Move", "Fight", "Score"):
        add(driver, "A step more", name)
    add(driver, "A counter or toggle more", "Victory points")
    add(driver, "A counter or toggle more", "Wounds")
    return driver


def test_a_name_that_was_typed_is_read_whole(start: Start) -> None:
    """No entry is rolled past its only line."""
    driver = own_game(start)
    driver.tap("Change steps and counters")
    add(driver, "A counter or toggle more", "Victory points")
    driver.frames(4)
    entries = {each.text: each.scroll_y for each in driver.widgets() if hasattr(each, "insert_text")}
    assert entries["Victory points"] == 0


def test_steps_are_added_moved_renamed_and_removed(start: Start) -> None:
    driver = made(start)
    names = lambda: [step["name"] for step in own_steps(driver.app.table.state)]  # noqa: E731
    assert names() == ["Move", "Fight", "Score"]
    driver.reach("Move: later")
    assert names() == ["Fight", "Move", "Score"]
    driver.reach("Score: later")
    assert names() == ["Score", "Fight", "Move"]
    driver.reach("Remove Fight")
    assert names() == ["Score", "Move"]
    driver.app.navigator.page.making.change(1, "name", "March")
    driver.frames(2)
    assert names() == ["Score", "March"]
    driver.app.table.undo()
    assert names() == ["Score", "Move"]


def test_a_name_that_is_taken_is_said_and_nothing_changes(start: Start) -> None:
    driver = made(start)
    add(driver, "A step more", "Move")
    assert driver.has("There is one of this name already.")
    driver.back()
    assert [step["name"] for step in own_steps(driver.app.table.state)] == ["Move", "Fight", "Score"]


def test_a_page_with_nothing_on_it_leads_to_what_can_be_made(start: Start) -> None:
    driver = own_game(start)
    driver.tap("Add steps and counters")
    add(driver, "A step more", "Move")
    driver.tap("Done")
    assert driver.has("Steps of this turn")


def test_counters_have_plus_and_minus_for_each_player_and_unit(start: Start) -> None:
    driver = made(start)
    driver.app.navigator.page.making.set_item(1, "on", "unit")
    driver.frames(2)
    driver.tap("Done")
    driver.tap(driver.scroll_to("Add a unit"))
    driver.tap("Name of the unit")
    driver.type("Goblins")
    driver.tap("For Player 1")
    for name in ("Victory points: one more", "Victory points: one more", "Wounds: one more", "Victory points: one less"):
        driver.reach(name)
    state = driver.app.table.state
    (unit,) = state.units.values()
    assert (unit.name, unit.seat, unit.trackers["Wounds"]) == ("Goblins", 0, 1)
    assert (state.held("@0").get("Victory points"), state.held("@1").get("Victory points")) == (1, None)
    assert not [text for text in driver.texts() if "Map(" in text]
    assert driver.has("Goblins")


def test_a_step_is_ticked_and_comes_back_in_the_next_turn(start: Start) -> None:
    driver = made(start)
    driver.tap("Done")
    driver.tap("Fight")
    assert driver.app.table.state.trackers["done"] == ("Fight",)
    driver.app.table.advance()
    driver.wait_lock()
    assert driver.app.table.state.turn == 2
    assert "done" not in driver.app.table.state.trackers


def test_a_template_begins_another_game(start: Start) -> None:
    driver = made(start)
    driver.reach("Keep as a template")
    driver.app.navigator.open_sheet  # noqa: B018  it is there
    entry = driver.named("Name of the template")
    entry.text = "Skirmish"
    driver.tap("Keep it")
    driver.tap("Good")
    assert [each.name for each in templates(driver.app.context.store, "own")] == ["Skirmish"]
    driver.app.navigator.replace({"screen": "home"}, {"screen": "setup", "game": "own"})
    driver.frames(2)
    driver.tap("Skirmish")
    driver.tap("To the table")
    assert [step["name"] for step in own_steps(driver.app.table.state)] == ["Move", "Fight", "Score"]


def test_a_template_goes_by_codes_to_another_phone(start: Start) -> None:
    driver = made(start)
    sent = Template("own", as_template(driver.app.table.state, "Skirmish"))
    codes = qr.template_codes(sent)
    assert qr.read(driver.app.context.rulesets, codes) == sent
    driver.app.navigator.replace({"screen": "home"}, {"screen": "scan"})
    driver.frames(2)
    for code in codes:
        driver.app.navigator.page.read(code)
    driver.frames(2)
    assert driver.has("Move, Fight, Score, Victory points, Wounds")
    driver.tap("Keep this template")
    assert driver.app.navigator.here["screen"] == "setup"
    driver.tap("To the table")
    assert [step["name"] for step in own_steps(driver.app.table.state)] == ["Move", "Fight", "Score"]


@pytest.mark.parametrize("game", ["aam", "epic"])
def test_a_template_of_another_game_is_none(start: Start, game: str) -> None:
    driver = start(language="en")
    codes = qr.split("T", qr.squeezed(game, {"name": "x", "steps": [], "plan": []}))
    with pytest.raises(qr.Unreadable):
        qr.read(driver.app.context.rulesets, codes)


def test_the_counters_of_the_table_are_set_from_their_chip(start: Start) -> None:
    """The chip of an older game: rows with plus and minus, and no word of a program."""
    driver = own_game(start)
    driver.app.table.open("count", counter="Gold", by=2)
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"})
    driver.frames(3)
    driver.app.navigator.page.force._edit("", ("counters",))
    driver.frames(2)
    driver.tap("Gold: one more")
    assert driver.app.table.state.trackers["counters"]["Gold"] == 3
    assert not [text for text in driver.texts() if "Map(" in text]


def test_a_unit_has_the_counters_and_toggles_of_all_units_on_its_sheet(start: Start) -> None:
    """With none of them yet, and without a card that states nothing but its name."""
    driver = made(start)
    driver.app.navigator.page.making.set_item(1, "on", "unit")
    driver.frames(2)
    add(driver, "A counter or toggle more", "Tired")
    driver.app.navigator.page.making.set_item(2, "on", "unit")
    driver.frames(2)
    driver.app.navigator.page.making.set_item(2, "kind", "toggle")
    driver.frames(2)
    driver.tap("Done")
    driver.tap(driver.scroll_to("Add a unit"))
    driver.tap("Name of the unit")
    driver.type("Goblins")
    driver.tap("For Player 1")
    driver.reach("Look at it")
    assert not driver.has("The card")
    driver.reach("Wounds: one more")
    driver.reach("Tired")
    (unit,) = driver.app.table.state.units.values()
    assert (unit.trackers["Wounds"], unit.trackers["Tired"]) == (1, True)


def test_the_table_leads_to_its_steps_in_one_tap_while_they_are_asked(start: Start) -> None:
    """The rule that all steps follow is told once."""
    driver = made(start)
    driver.tap("Done")
    driver.tap("Done")
    driver.tap("Steps of your own")
    told = [text for text in driver.texts() if "The players name the steps" in text]
    assert len(told) == 1
    driver.back()
    driver.tap("Steps and counters")
    assert driver.app.navigator.here["screen"] == "own"
