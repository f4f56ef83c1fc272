"""The table by touches: markers counted on the row, a row changed by a swipe, the supply line
drawn, the enemy's turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games import RULESETS
from engine.values.events import TrackerSet
from engine.values.texts import english
from screens.present.view import View
from tests.screens.test_app import sample
from tests.screens.test_taps import at_step
from tools.driver import box

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


def names_of_stats(driver: Any) -> list[str]:
    return [widget.name for widget in driver.widgets() if type(widget).__name__ == "Stat"]


def test_stocks_stand_level_and_keep_their_words(start: Start) -> None:
    """On a small phone in French: two lines under one of them make both as high. The General has
    points of his own once two players are told to be on a side."""
    from tests.screens.measuring import faults

    driver = start((360, 640), language="fr")
    driver.tap("Essayer")
    driver.tap("2GM Tactics")
    driver.app.table.open("opening_hand", seat=0, deck=40)
    driver.frames(5)
    driver.scroll_to("Deck Armée")
    assert names_of_stats(driver) == ["Main", "Deck Armée"]
    driver.reach("Points d'action")
    driver.tap("Deux joueurs dans un camp")
    driver.tap("Terminé")
    driver.scroll_to("Points d'action du Général")
    stats = [widget for widget in driver.widgets() if type(widget).__name__ == "Stat"]
    assert names_of_stats(driver) == ["Main", "Deck Armée", "Points d'action du Général"]
    assert driver.has("35")
    assert stats[0].height == stats[2].height > 70
    assert not faults(driver)


def test_action_points_are_a_scale_with_their_sources(start: Start) -> None:
    """Nothing stored of the 12 that an HQ keeps; the HQ pays 1 in the next Headquarters phase. A
    tap sets what is stored."""
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    driver.scroll_to("Action points")
    assert driver.has("0 of 12")
    assert driver.has("+ HQ 1")
    driver.tap("Action points")
    driver.tap("Action points: one more")
    driver.tap("Done")
    assert driver.has("1 of 12")


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
    assert driver.has("Grey has nobody on row 3: the line ends after row 2")


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


def finger_on(driver: Any, area: Any, row: int, column: int) -> Any:
    """A finger on a square of the map."""
    from tools.driver import Finger

    (wide, high), (x, y) = area.cell, area.corner(row, column)
    touch = Finger(*area.to_window(x + wide / 2, y + high / 2))
    touch.touch_down()
    driver.until(lambda: touch.grab_list != [] and any(type(each()).__name__ == "LaneMap" for each in touch.grab_list))
    return touch


def tap_square(driver: Any, row: int, column: int) -> None:
    touch = finger_on(driver, board(driver), row, column)
    touch.touch_up()
    driver.frames(3)


def drag_square(driver: Any, begins: tuple[int, int], ends: tuple[int, int]) -> None:
    area = board(driver)
    touch = finger_on(driver, area, *begins)
    (wide, high), (x, y) = area.cell, area.corner(*ends)
    touch.touch_move(*area.to_window(x + wide / 2, y + high / 2))
    driver.frames(1)
    touch.touch_up()
    driver.frames(3)


def on_the_board(driver: Any, step: str) -> str:
    """A tank with movement 2 on D4, in a step of its side."""
    app = driver.app
    hand = sample(driver, "2GM Tactics")
    (tank,) = deployed(driver, 0, (4,), "tank")
    app.table.enter(TrackerSet(tank, "column", 4))
    for _ in range(12):
        if app.table.state.step == step and app.table.state.seat == 0:
            break
        hand.onward()
    app.table.lay()
    driver.frames(3)
    return tank


def test_a_tap_on_the_map_chooses_a_unit_and_a_lit_square_moves_it(start: Start) -> None:
    """Movement 2 on an empty board: the twelve squares at most two rows and columns away; a tap
    on one is the move, and the unit has moved."""
    driver = start(language="en")
    tank = on_the_board(driver, "movement")
    table = driver.app.table
    assert table.state.unit(tank).card["movement"] == 2
    tap_square(driver, 4, 4)
    near = {(4 + up, 4 + aside) for up in range(-2, 3) for aside in range(-2, 3) if 0 < abs(up) + abs(aside) <= 2}
    assert set(board(driver).line.lit) == near
    tap_square(driver, 5, 3)
    unit = table.state.unit(tank)
    assert (unit.count("row"), unit.count("column"), unit.trackers.get("moved")) == (5, 3, True)
    assert board(driver).line.chosen == ""


def test_an_enemy_a_card_and_suppression_are_seen_on_the_map(start: Start) -> None:
    """An enemy square is not lit, nor what lies only behind it; suppressed it moves one less."""
    driver = start(language="en")
    tank = on_the_board(driver, "movement")
    (foe,) = deployed(driver, 1, (2,))  # their row 2 is our row 5
    driver.app.table.enter(TrackerSet(foe, "column", 4))
    driver.frames(2)
    tap_square(driver, 4, 4)
    lit = set(board(driver).line.lit)
    assert (5, 4) not in lit
    assert (6, 4) not in lit
    assert (5, 5) in lit
    driver.app.table.enter(TrackerSet(tank, "suppressed", True))
    driver.frames(2)
    assert set(board(driver).line.lit) == {(3, 4), (4, 3), (4, 5)}


@pytest.mark.parametrize(("step", "row", "deed"), [("movement", 1, "assault"), ("movement", 3, ""), ("fire", 3, "shot"), ("fire", 6, "")])
def test_an_enemy_that_is_touched_while_a_unit_is_chosen_is_attacked(start: Start, step: str, row: int, deed: str) -> None:
    """Infantry of range 2 on D5: the enemy on our row 6 is next to it, on row 4 two squares away in
    the next column and out of an assault's way, on row 1 out of range."""
    driver = start(language="en")
    on_the_board(driver, step)
    table, (mine,), (foe,) = driver.app.table, deployed(driver, 0, (5,)), deployed(driver, 1, (row,))
    for each, column in ((mine, 4), (foe, 4 if row in (1, 6) else 5)):
        table.enter(TrackerSet(each, "column", column))
    driver.frames(2)
    tap_square(driver, 5, 4)
    assert (foe in board(driver).line.targets) == bool(deed)
    tap_square(driver, 7 - row, 4 if row in (1, 6) else 5)
    here = driver.app.navigator.here
    if deed:
        assert here["procedure"] == deed
        assert set(here["with"].values()) == {mine, foe}
    else:
        assert here["screen"] == "table"
        assert board(driver).line.chosen == foe


def test_a_drag_that_the_rules_forbid_can_be_overruled(start: Start) -> None:
    driver = start(language="en")
    tank = on_the_board(driver, "movement")
    drag_square(driver, (4, 4), (1, 8))
    assert driver.has("The rules say no")
    driver.tap("Do it anyway")
    unit = driver.app.table.state.unit(tank)
    assert (unit.count("row"), unit.count("column")) == (1, 8)


def test_the_other_side_sees_the_board_from_its_own_edge(start: Start) -> None:
    """D4 of the first side is row 3, and the fifth square from the left, for the second."""
    driver = start(language="en")
    tank = on_the_board(driver, "movement")
    driver.app.navigator.page.turn_to(1)
    driver.frames(3)
    (unit,) = (each for each in board(driver).line.units if each.id == tank)
    assert (unit.row, unit.column) == (3, 5)


def test_an_empty_square_of_the_first_row_deploys_a_unit_there(start: Start) -> None:
    driver = start(language="en")
    on_the_board(driver, "deployment")
    tap_square(driver, 1, 6)
    here = driver.app.navigator.here
    assert (here["screen"], here["procedure"], here["with"]) == ("pick", "deploy", {"column": 6})


def test_a_pile_is_searched_and_tells_its_costs(start: Start) -> None:
    driver = start(language="en")
    hand = sample(driver, "2GM Tactics")
    driver.reach("In reserve")
    rows = [row.name for row in hand.in_sheet("PlainRow")]
    assert len(rows) > 5
    assert any("action point" in text for text in driver.texts())
    entry = hand.in_sheet("Entry")[0]
    entry.text = "tank"
    driver.frames(3)
    found = [row.name for row in hand.in_sheet("PlainRow")]
    assert found
    assert all("tank" in name.lower() for name in found)


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


@pytest.mark.parametrize(("size", "text"), [((412, 915), 1.0), ((360, 640), 1.0), ((360, 640), 2.0)])
def test_blast_markers_are_counted_on_the_row(start: Start, size: tuple[int, int], text: float) -> None:
    """The figure opens a minus and a plus beside it, each a finger wide; a second tap on it closes
    them, and nothing is taken from nothing."""
    driver = start(size, language="en", text=text)
    sample(driver, "Epic Armageddon")
    unit = next(unit for unit in driver.app.table.state.units.values() if unit.where == "table")
    figure = f"{unit.name}: blast markers"
    before = driver.named(figure).to_window(*driver.named(figure).center)
    driver.tap(figure)
    keys = [driver.named(f"{figure} {step}") for step in ("-1", "+1")]
    assert [list(key.size) for key in keys] == [[48, 48], [48, 48]]
    edges = [edge for part in (keys[0], driver.named(figure), keys[1]) for edge in (box(part)[0], box(part)[2])]
    row = box(driver.named(unit.name))
    assert [row[0], *edges, row[2]] == sorted([row[0], *edges, row[2]])  # inside the row, beside each other
    assert driver.app.table.state.unit(unit.id).count("blast") == 0
    if text == 1:
        assert abs(before[0] - keys[1].to_window(*keys[1].center)[0]) < 6  # the plus is where the finger is
    events = len(driver.app.table.session.log)
    for step, left, told in (("+1", 1, 1), ("+1", 2, 2), ("-1", 1, 3), ("-1", 0, 4), ("-1", 0, 4)):
        driver.tap(f"{figure} {step}")
        assert driver.app.table.state.unit(unit.id).count("blast") == left
        assert len(driver.app.table.session.log) == events + told
    driver.tap(figure)
    assert f"{figure} +1" not in driver.names()
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
    driver.reach(f"{part.text}: {part.value}")
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
    from screens.widgets.unitrows import UnitRow

    start(language="en")
    twice, once = ChipLine("strong", "damaged", "Damaged"), ChipLine("quiet", "check-bold", "Moved")
    row = UnitRow(UnitLine("a", "tank", 0, "Tank", "", (twice, twice), None))
    first, second = (widget for _, widget in row.chips)
    assert row.becomes(UnitLine("a", "tank", 0, "Tank", "", (twice, once, twice), None))
    assert [widget for _, widget in row.chips][::2] == [first, second]
    assert len(row.flow.children) == 3
    assert not row.becomes(UnitLine("a", "tank", 0, "Another", "", (twice,), None))
    assert not row.becomes((row.line, "why not")), "what is shown beside it in a list of choices"


MEASURED = ((360, 640, 1.0, 5), (412, 915, 1.0, 8), (412, 915, 2.0, 3))
"""Window, text size, and how many units are wholly in sight at least."""


@pytest.mark.parametrize(("game", "seat"), [("Axis & Allies Miniatures", 0), ("Dust Tactics", 0), ("Epic Armageddon", 1)])
@pytest.mark.parametrize(("wide", "high", "text", "least"), MEASURED)
def test_rows_in_sight(start: Start, game: str, seat: int, wide: int, high: int, text: float, least: int) -> None:
    """In a step in which units act one by one; the head and the button take a third at most."""
    driver = start((wide, high), language="en", text=text)
    hand = sample(driver, game)
    app = driver.app
    app.navigator.page.turn_to(seat)
    driver.frames(3)
    for _ in range(6):
        if any(app.table.rules.glance.acted(app.table.state, unit) is False for unit in app.table.state.units.values()):
            break
        hand.onward()
    app.table.lay()
    app.navigator.page.turn_to(seat)
    driver.frames(3)
    rows = in_sight(driver)
    have = len([unit for unit in app.table.state.units.values() if unit.seat == seat])
    assert sum(row.line.count for row in rows) >= have or len(rows) >= least, [row.name for row in rows]
    page = app.navigator.page
    assert text == 1.0 or high - page.list.height <= high / 3


def in_sight(driver: Any) -> list[Any]:
    """Rows of units, none of them cut off by the bars."""
    from tests.screens.measuring import rect

    window = rect(driver.app.navigator.page.list)
    rows = [each for each in driver.widgets() if type(each).__name__ in ("UnitRow", "SunkRow") and each.get_parent_window()]
    return [row for row in rows if rect(row)[1] >= window[1] - 1 and rect(row)[3] <= window[3] + 1]


def test_equal_units_share_a_row_until_they_differ(start: Start) -> None:
    """Five riflemen on one row; one that is disrupted has a row of its own, and an undo brings
    them together again."""
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")

    def rows() -> dict[str, int]:
        return {row.name: row.line.count for row in hand.of("UnitRow") if "Schutzen" in row.name}

    assert rows() == {"Motorized Schutzen 1": 5}
    assert driver.has("Motorized Schutzen \u00d7\u00a05")
    third = next(unit.id for unit in driver.app.table.state.units.values() if unit.name == "Motorized Schutzen 3")
    driver.app.table.enter(TrackerSet(third, "face_up", ("disrupted",)))
    driver.frames(3)
    assert rows() == {"Motorized Schutzen 1": 4, "Motorized Schutzen 3": 1}
    driver.app.table.undo()
    driver.frames(3)
    assert rows() == {"Motorized Schutzen 1": 5}


def test_who_has_acted_sinks_and_the_filter_hides_it(start: Start) -> None:
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    table = driver.app.table
    while table.state.step != "first_movement":
        hand.onward()
    tank = next(unit for unit in table.state.units.values() if unit.seat == table.state.seat and table.rules.glance.sign(unit) == "armour")
    table.enter(TrackerSet(tank.id, "moved", True))
    table.lay()
    driver.frames(3)
    assert tank.name in [row.name for row in hand.of("SunkRow")]
    assert tank.name not in [row.name for row in hand.of("UnitRow")]
    able = sum(row.line.count for row in hand.of("UnitRow"))
    driver.tap(f"{able} can act")
    assert not hand.of("SunkRow")
    assert sum(row.line.count for row in hand.of("UnitRow")) == able
    driver.tap(f"{able} can act")
    assert hand.of("SunkRow")


def test_a_side_called_by_a_colour_is_drawn_in_it() -> None:
    """Grey is grey, and whoever is called by no colour never has that of the other."""
    from screens.widgets.colours import PALETTES, contrast
    from screens.widgets.theme import SIDES, seat_inks

    for n, palette in enumerate(PALETTES.values()):
        assert seat_inks(palette, ("Grey", "Blue")) == (SIDES["grey"][n], SIDES["blue"][n])
        assert seat_inks(palette, ("Axis", "Allies")) == (palette.seat1, palette.seat2)
        assert seat_inks(palette, ("Axis", "Les Bleus bleu")) == (palette.seat2, SIDES["blue"][n])
        for inks in SIDES.values():
            assert contrast(inks[n], palette.surface) >= 4.5
            assert contrast(inks[n], palette.raised) >= 4.5


def in_play(driver: Any) -> Any:
    """A hand of five out of 37 cards, in the Deployment phase, with points to spend."""
    hand, table = sample(driver, "2GM Tactics"), driver.app.table
    seat = table.state.seat
    table.open("opening_hand", seat=seat, deck=37)
    at_step(driver, "deployment")
    table.enter(TrackerSet(f"@{seat}", "ap", 9))
    driver.frames(3)
    return hand


def test_a_hand_is_named_behind_a_cover_and_only_it_is_offered(start: Start) -> None:
    """Five cards are drawn by count; two are told, then all five: the list of what can be deployed
    is the hand, and a card that is played leaves it."""
    driver = start(language="en")
    hand = in_play(driver)
    table, seat = driver.app.table, driver.app.table.state.seat
    names = list(dict.fromkeys(row.name.split(" ×")[0] for row in kinds_in_sheet(driver, hand)))[:5]
    for card in names:
        driver.reach(card)
    driver.reach("Keep 5 cards")
    told = [unit.name for unit in table.state.units.values() if unit.count("in_hand")]
    assert len(told) == 5
    driver.reach("Hand")
    assert not any(driver.has(name) for name in names)
    driver.reach(f"I am {table.view.words.seat(seat)}")
    assert {row.name for row in hand.in_sheet("PlainRow")} == set(told)
    driver.app.navigator.close_sheet()
    assert {pile.key: pile.count for pile in table.rules.glance.piles(table.state, seat)} == {"hand": 5, "deck": 32}


def kinds_in_sheet(driver: Any, hand: Any) -> Any:
    driver.reach("Hand")
    driver.reach("Name the cards")
    return hand.in_sheet("PlainRow")
