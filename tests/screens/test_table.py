"""The table by touches: markers counted on the row, a row changed by a swipe, the supply line
drawn, the enemy's turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.games import RULESETS
from engine.values.events import TrackerSet
from engine.values.texts import english
from screens.present.view import View
from tests.screens.test_app import sample

Start = Callable[..., Any]


def deployed(driver: Any, seat: int, rows: tuple[int, ...], kind: str = "infantry") -> list[str]:
    """Units of one side on these rows of their own."""
    app = driver.app
    found = [unit.id for unit in app.table.state.units.values() if unit.seat == seat and unit.card.get("type") == kind][: len(rows)]
    for unit, row in zip(found, rows, strict=True):
        app.table.enter(TrackerSet(unit, "where", "table"))
        app.table.enter(TrackerSet(unit, "row", row))
    driver.frames(3)
    return found


def board(driver: Any) -> Any:
    return next(widget for widget in driver.widgets() if type(widget).__name__ == "LaneMap")


def test_stocks_stand_level_and_keep_their_words(start: Start) -> None:
    """On a small phone in French: two lines under one of them make both as high."""
    from tests.screens.measuring import faults

    driver = start((360, 640), language="fr")
    driver.tap("Essayer")
    driver.tap("2GM Tactics")
    driver.frames(5)
    stats = [widget for widget in driver.widgets() if type(widget).__name__ == "Stat"]
    assert [stat.name for stat in stats] == ["Points d'action", "Points d'action du Général"]
    assert stats[0].height == stats[1].height > 70
    assert not faults(driver)


def test_a_deck_waits_in_reserve_and_the_headquarters_does_not(start: Start) -> None:
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    where = {str(unit.card.get("type")): unit.where for unit in driver.app.table.state.units.values()}
    assert where["hq"] == "table"
    assert {place for kind, place in where.items() if kind not in ("hq", "terrain")} == {"reserve"}


def test_the_supply_line_is_drawn_and_the_row_that_cuts_it_named(start: Start) -> None:
    """Units on rows 1, 2 and 4: two rows hang together, row 3 cuts (EX-G04); the enemy's row 1
    is our row 6."""
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    deployed(driver, 0, (1, 2, 4))
    (enemy,) = deployed(driver, 1, (1,))
    line = board(driver).line
    assert (line.rows, line.columns, line.joined) == (6, 8, 2)
    assert next(unit.row for unit in line.units if unit.id == enemy) == 6
    assert driver.has("Row 3 is empty: the line ends after row 2")


def test_a_swipe_changes_the_row_and_undo_takes_it_back(start: Start) -> None:
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    unit, *_ = deployed(driver, 0, (1, 2))
    name = driver.app.table.state.unit(unit).name
    driver.swipe(driver.scroll_to(name), 160)
    assert driver.app.table.state.unit(unit).count("row") == 2
    assert driver.app.navigator.here["screen"] == "table"
    driver.swipe(driver.scroll_to(name), -160)
    driver.swipe(driver.scroll_to(name), -160)
    assert driver.app.table.state.unit(unit).count("row") == 1
    driver.app.table.undo()
    assert driver.app.table.state.unit(unit).count("row") == 2


def test_a_tap_on_the_map_opens_the_unit(start: Start) -> None:
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    unit, *_ = deployed(driver, 0, (1,))
    area = board(driver)
    column = next(column for each, column in area.places if each.id == unit)
    from tools.driver import Finger

    (wide, high), (x, y) = area.cell, area.corner(1, column)
    touch = Finger(*area.to_window(x + wide / 2, y + high / 2))
    touch.touch_down()
    driver.until(lambda: touch.grab_list != [])
    touch.touch_up()
    driver.frames(3)
    assert driver.app.navigator.here == {**driver.app.navigator.here, "screen": "unit", "unit": unit}


def test_what_a_side_can_do_in_the_enemys_turn_is_counted(start: Start) -> None:
    """Two riflemen can react; nothing is told of the side whose turn it is."""
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    deployed(driver, 1, (1, 2))
    view, state = View(RULESETS["2gm"], english), driver.app.table.state
    assert view.still(state, 0) == ()
    assert ("2 units can react", "2GM-54") in view.still(state, 1)
    driver.app.navigator.page.turn_to(1)
    driver.frames(3)
    assert driver.has("In the enemy's turn")


def test_blast_markers_are_counted_on_the_row(start: Start) -> None:
    driver = start(language="en")
    sample(driver, "Epic Armageddon")
    unit = next(unit for unit in driver.app.table.state.units.values() if unit.where == "table")
    plus = next(name for name in driver.names() if name.startswith(unit.name) and name.endswith("+1"))
    driver.tap(plus)
    driver.tap(plus)
    assert driver.app.table.state.unit(unit.id).count("blast") == 2
    minus, events = plus.replace("+1", "-1"), len(driver.app.table.session.log)
    for left, told in ((1, 1), (0, 2), (0, 2)):
        driver.tap(minus)
        assert driver.app.table.state.unit(unit.id).count("blast") == left
        assert len(driver.app.table.session.log) == events + told  # nothing taken from nothing is no event
    assert driver.app.navigator.here["screen"] == "table"


def test_a_spot_of_paint_tells_equal_units_apart(start: Start) -> None:
    driver = start(language="en")
    sample(driver, "The Front")
    unit = next(iter(driver.app.table.state.units.values()))
    driver.app.navigator.go("unit", unit=unit.id)
    driver.frames(3)
    driver.reach("Red")
    driver.back()
    chips = driver.app.table.view.roster.chips(driver.app.table.state.unit(unit.id))
    assert ("tag", "red", "Red") in [(chip.look, chip.mark, chip.word) for chip in chips]
    assert driver.has("Red")
    driver.app.table.game.undo()
    assert driver.app.table.state.unit(unit.id) == unit


def test_rounds_and_miniatures_are_set_by_hand(start: Start, restless: None) -> None:
    """A squad has lost nobody: one of its miniatures is switched off, and undo brings it back."""
    driver = start(language="en")
    sample(driver, "Dust Tactics")
    driver.tap("Basalt Riflemen 1")
    unit = driver.app.navigator.here["unit"]
    driver.reach("Miniature with Light MG, Knife")
    assert len(driver.app.table.state.unit(unit).trackers["alive"]) == 4
    driver.app.table.game.undo()
    assert "alive" not in driver.app.table.state.unit(unit).trackers
    rocket = next(each for each in driver.app.table.state.units.values() if driver.app.table.view.rules.glance.parts(each, "ammo"))
    driver.app.navigator.go("unit", unit=rocket.id)
    driver.frames(2)
    part = driver.app.table.view.rules.glance.parts(rocket, "ammo")[0]
    driver.reach(f"{part.text}: one less")
    left = driver.app.table.view.rules.glance.parts(driver.app.table.state.unit(rocket.id), "ammo")[0]
    assert left.value == part.value - 1


def test_a_tap_draws_only_the_chips_that_changed(start: Start) -> None:
    """The row stays and grows for a second line of chips; the other markers are the same
    widgets, in their order."""
    driver = start(language="en")
    hand = sample(driver, "Dust Tactics")
    app = driver.app
    unit = next(iter(app.table.state.units))
    for key, value in (("where", "table"), ("damage", 1), ("moved", True)):
        app.table.enter(TrackerSet(unit, key, value))
    driver.frames(3)

    def row() -> Any:
        return next(each for each in hand.of("UnitRow") if each.line.id == unit)

    def words() -> list[str]:
        return [child.label.text for child in reversed(row().flow.children)]

    before, chips, height = row(), dict(row().chips), row().height
    assert words() == ["Damage: 1", "Moved"]
    for key, value in (("damage", 2), ("heroic", True), ("all_in", True)):
        app.table.enter(TrackerSet(unit, key, value))
    driver.frames(3)
    assert row() is before
    assert words()[:2] == ["Damage: 2", "Moved"]
    assert len(words()) == 4
    assert dict(row().chips)[row().chips[1][0]] is chips[row().chips[1][0]]
    assert row().height > height
    for key in ("damage", "moved", "heroic", "all_in"):  # without any chip it is another row
        app.table.enter(TrackerSet(unit, key, None))
    driver.frames(3)
    assert row() is not before
    assert row().flow is None


def test_equal_chips_are_drawn_as_often_as_they_are(start: Start) -> None:
    from screens.present.lines import ChipLine, UnitLine
    from screens.widgets.rows import UnitRow

    start(language="en")
    twice, once = ChipLine("strong", "damaged", "Damaged"), ChipLine("quiet", "check-bold", "Moved")
    row = UnitRow(UnitLine("a", "tank", 0, "Tank", "", (twice, twice), None))
    first, second = (widget for _, widget in row.chips)
    assert row.becomes(UnitLine("a", "tank", 0, "Tank", "", (twice, once, twice), None))
    assert [widget for _, widget in row.chips][::2] == [first, second]
    assert len(row.flow.children) == 3
    assert not row.becomes(UnitLine("a", "tank", 0, "Another", "", (twice,), None))
    assert not row.becomes((row.line, "why not")), "what is shown beside it in a list of choices"
