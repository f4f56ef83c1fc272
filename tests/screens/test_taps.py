"""How many taps the standard deeds take, counted on the real pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.values.events import Abandoned, Advanced, TrackerSet, UnitMoved
from engine.values.maps import pairs
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
def test_an_attack_with_two_facts_changed_takes_four_taps(start: Start) -> None:
    """The ring, the side, the ground, the number of the dice."""
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    table = at_step(driver, "first_assault")
    tank = next(unit for unit in table.state.units.values() if unit.seat == table.state.seat and unit.name.startswith("Panzer"))
    tap = Counted(driver)
    tap(f"Ring of {tank.name}", "Rear", "Hill", "=4")
    assert tap.taps == 4
    opened = next(event for event in table.session.log if getattr(event, "procedure", "") == "attack")
    assert (opened.args["attacker"], opened.args["arc"], opened.args["terrain"]) == (tank.id, "rear", "hill")
    assert table.session.log[-1].value == 4


@pytest.mark.usefixtures("hurried", "restless")
def test_where_numbers_have_no_room_the_dice_have_their_page(start: Start) -> None:
    driver = start((360, 640), language="en")
    sample(driver, "Axis & Allies Miniatures")
    table = at_step(driver, "first_assault")
    tank = next(unit for unit in table.state.units.values() if unit.seat == table.state.seat and unit.name.startswith("Panzer"))
    tap = Counted(driver)
    tap(f"Ring of {tank.name}", "Rear", "Hill", "Roll ")
    assert table.prompt.kind == "roll"
    assert tap.taps == 4


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
def test_a_shot_takes_four_taps_and_the_second_weapon_two(start: Start) -> None:
    """The ring, the range, the ground, the face; then the button and the face. A unit in reach is
    aimed at before the headquarters."""
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
    tap(f"Ring of {tank.name}", "2", "Bushes", "=3")
    assert tap.taps == 4
    assert session.log[-1].value == (3,)
    assert driver.app.navigator.here["screen"] == "table"
    tap("Next weapon", "=2")
    assert tap.taps == 6
    shots = [event.args for event in session.log if getattr(event, "procedure", "") == "shot"]
    assert [(shot["target"], shot["range"], shot["terrain"]) for shot in shots] == [(foe.id, 2, "bushes")] * 2
    assert shots[0]["weapon"] != shots[1]["weapon"]


@pytest.mark.usefixtures("hurried", "restless")
def test_set_up_to_the_first_move_takes_nine_taps(start: Start) -> None:
    """Set-up, scenario, die, coin, who deploys first, the list, a number of each side, who is
    first."""
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    tap = Counted(driver)
    tap("Set-up", "Standard scenario", "4", "heads", "Deploy first", "All done on the table")
    tap("=15", "=4", "First player")  # with a bonus of 3 and of 2: only one side can come to each of these
    assert tap.taps == 9
    assert driver.app.table.state.step == "first_movement"
    assert driver.app.navigator.here["screen"] == "table"


@pytest.mark.usefixtures("hurried", "restless")
@pytest.mark.parametrize("on_board", [False, True])
def test_a_turn_with_nothing_done_takes_four_taps(start: Start, on_board: bool) -> None:
    """Income and cards lead on by themselves; then the end of the turn, from any of its phases."""
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    table = at_step(driver, "headquarters")
    session, seat = table.session, table.state.seat
    session.overrule(TrackerSet(f"@{seat}", "cards", pairs(deck=20, hand=3)))
    if on_board:
        rifles = next(unit for unit in table.state.units.values() if unit.seat == seat and "Rifles" in unit.name)
        session.overrule(UnitMoved(rifles.id, "table"))
        session.overrule(TrackerSet(rifles.id, "row", 2))
    driver.frames(3)
    tap = Counted(driver)
    tap("Income", "All done on the table", "All done on the table", "What next?", "End the turn" if on_board else "Turn 2")
    assert tap.taps - 1 == 4  # coming from the turn before, the income is asked for already
    assert (table.state.turn, table.state.seat) == (2, 1 - seat)
    assert table.prompt.key == "income"


def epic_at(driver: Any, step: str) -> Any:
    """The sample game of Epic brought to a step of its first turn; its table."""
    sample(driver, "Epic Armageddon")
    session = driver.app.table.session
    while session.state.pending or session.state.step != step:
        session.overrule(Abandoned() if session.state.pending else Advanced(True))
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"})
    driver.frames(3)
    return driver.app.table


@pytest.mark.usefixtures("hurried", "restless")
def test_a_rally_takes_at_most_two_taps(start: Start) -> None:
    """The button opens the queue; then each is a face, and before it whether an enemy is near. The
    Orks have the higher strategy rating and begin; then the sides alternate. A failed test of a
    broken formation is a withdrawal: one more question for all its rows."""
    driver = start(language="en")
    table = epic_at(driver, "action")
    units = {unit.name: unit.id for unit in table.state.units.values()}
    tanks, guns, kult, boyz = (units[name] for name in ("Peloton de Leman Russ", "Batterie Basilisks", "Kulte d'la Vitesse", "Kommandos"))
    for unit, tracker, value in ((tanks, "blast", 2), (kult, "broken", True), (boyz, "blast", 2), (guns, "blast", 1)):
        table.session.overrule(TrackerSet(unit, tracker, value))
    while table.state.pending or table.state.step != "rally":
        table.session.overrule(Abandoned() if table.state.pending else Advanced(True))
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"})
    driver.frames(3)
    tap = Counted(driver)
    tap("Rally: ")
    assert driver.app.navigator.here["screen"] == "queue"
    assert [each for each in driver.names() if each in units] == ["Kulte d'la Vitesse", "Peloton de Leman Russ", "Kommandos", "Batterie Basilisks"]
    tap("1", "Yes")  # 4 or more: broken it withdraws, all clear
    tap("6", "2", "Yes")  # an enemy is near the guns: 3 or more
    assert tap.taps == 1 + 2 + 1 + 1 + 1
    assert driver.has("3+")
    assert driver.has("tries to rally: without success")
    tap("2", "No")  # the supreme commander keeps his re-roll
    assert [table.state.unit(each).count("blast") for each in (tanks, boyz, guns)] == [1, 1, 1]
    assert table.state.unit(kult).count("broken")
    assert driver.app.navigator.here["screen"] == "queue"
    driver.tap("Undo")  # the test with its die, no question is left open
    assert not table.state.pending
    assert not table.state.unit(guns).count("tried")
    tap("5", "Turn 2")
    assert (table.state.turn, table.state.step) == (2, "strategy")


@pytest.mark.usefixtures("hurried", "restless")
def test_a_move_and_an_attack_with_two_lines_take_ten_taps(start: Start) -> None:
    """The ring, the range, the cover, the activation, nobody who reacts; the hits of both lines and
    their application; what the cover saves; and who falls."""
    driver = start(language="en")
    sample(driver, "Dust Tactics")
    table = at_step(driver, "activation")
    for unit in table.state.units:
        table.session.overrule(UnitMoved(unit, "table"))
    driver.frames(3)
    squad = next(unit for unit in table.state.units.values() if unit.name.startswith("Basalt"))
    tap = Counted(driver)
    tap(f"Ring of {squad.name}", "3", "Soft", "Activation", "Nobody", "=2")
    below = min((pad for pad in driver.widgets() if getattr(pad, "name", "") == "=2"), key=lambda pad: pad.to_window(*pad.pos)[1])
    driver.tap(below)
    tap.taps += 1
    tap("Apply", "=3", "Miniature with Carbine")
    assert tap.taps == 10
    assert table.state.pending is None
    opened = next(event for event in table.session.log if getattr(event, "procedure", "") == "activation")
    assert [(row["weapon"], row["range"], row["cover"]) for row in opened.args["lines"]] == [("Carbine", 3, "soft"), ("Light MG", 3, "soft")]
    foe = table.state.unit(opened.args["lines"][0]["target"])
    assert len(foe.trackers["alive"]) == 4


@pytest.mark.usefixtures("hurried", "restless")
def test_the_only_weapon_is_not_asked_for(start: Start) -> None:
    """A shot that names no weapon, of a unit with one: its die is asked for at once, and one undo
    takes both back."""
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    table = at_step(driver, "fire")
    session = table.session
    armed = [unit for unit in table.state.units.values() if unit.card.get("weapon") and not unit.card.get("equipment")]
    gun, foe = (next(unit for unit in armed if unit.seat == seat) for seat in (0, 1))
    for unit, row in ((gun, 4), (foe, 2)):
        session.overrule(UnitMoved(unit.id, "table"))
        session.overrule(TrackerSet(unit.id, "row", row))
    table.open("shot", attacker=gun.id, target=foe.id, range=1)
    driver.frames(3)
    assert (table.prompt.key, session.log[-1].prompt) == ("shot", "weapon")
    table.undo()
    assert table.state.pending is None


@pytest.mark.usefixtures("hurried", "restless")
def test_an_epic_advance_and_volley_with_saves_and_a_break_takes_thirteen_taps(start: Start) -> None:
    """The ring, the action, its die; the fire, whom, how far, the dice of three weapons and their
    application; the saves; all clear of the enemy. The budget is fourteen."""
    driver = start(language="en")
    table = epic_at(driver, "action")
    units = {unit.name: unit.id for unit in table.state.units.values()}
    kult = units["Kulte d'la Vitesse"]
    table.session.overrule(TrackerSet(kult, "blast", 4))  # of eight units: four more break it
    driver.frames(3)
    tap = Counted(driver)
    tap("Ring of Peloton de Leman Russ", "Advance", "4")
    tap("Fire: Peloton de Leman Russ", "Kulte d'la Vitesse", "≤ 30", "Roll ")
    tap("=2", "=1", "=0", "Apply")  # two AP hits on the Buggies in front, an AT hit on one more
    tap("=0", "Yes")
    assert tap.taps == 13
    assert table.state.unit(kult).count("broken")
    assert sum(table.state.unit(kult).trackers["lost"]) == 3  # one marker for the fire, three for them


@pytest.mark.usefixtures("hurried", "restless")
def test_an_assault_is_fought_on_one_page(start: Start) -> None:
    """Declared in Movement; in Fire the button, what the defender does, the face: 10 is a critical,
    and the riflemen stand where the others stood."""
    driver = start(language="en")
    sample(driver, "2GM Tactics")
    table = at_step(driver, "movement")
    session, seat = table.session, table.state.seat
    own, foe = (next(unit for unit in table.state.units.values() if unit.seat == each and "Rifles" in unit.name) for each in (seat, 1 - seat))
    for unit, row in ((own, 4), (foe, 2)):
        session.overrule(UnitMoved(unit.id, "table"))
        session.overrule(TrackerSet(unit.id, "row", row))
        session.overrule(TrackerSet(unit.id, "column", 4))
    table.open("assault", assaulter=own.id, target=foe.id)
    at_step(driver, "fire")
    tap = Counted(driver)
    tap("Assault: ", "No Reaction shot", "=10")
    assert tap.taps == 3
    assert table.state.pending is None
    assert table.state.unit(foe.id).gone
    assert table.state.unit(own.id).count("row") == 5


@pytest.mark.usefixtures("hurried", "restless")
def test_all_units_move_at_once(start: Start) -> None:
    """Two taps move the whole army; the gun of speed 0 stays, and one undo takes back one move."""
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    table = at_step(driver, "first_movement")
    own = [unit.id for unit in table.state.units.values() if unit.seat == table.state.seat and unit.card["speed"]]
    tap = Counted(driver)
    tap("What next?", "All 11 at once")
    assert tap.taps == 2
    assert len(own) == 11
    assert all(table.state.unit(each).trackers.get("moved") for each in own)
    assert driver.app.navigator.here["screen"] == "table"
    table.undo()
    assert sum(bool(table.state.unit(each).trackers.get("moved")) for each in own) == 10


@pytest.mark.usefixtures("hurried", "restless")
def test_the_second_shot_of_a_double_shot_takes_two_taps(start: Start) -> None:
    """Until it is taken the ring is half open; the page is the one of the first, as it was told."""
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    table = at_step(driver, "first_assault")
    team = next(unit for unit in table.state.units.values() if unit.name.startswith("MG 42"))
    tap = Counted(driver)
    tap(f"Ring of {team.name}", "Hill", "=0")
    assert [each.ring for each in driver.widgets() if type(each).__name__ == "Ring"].count("half") == 1
    tap.taps = 0
    tap(f"{team.name} may attack once more", "=0")
    assert tap.taps == 2
    attacks = [event.args for event in table.session.log if getattr(event, "procedure", "") == "attack"]
    assert [each["terrain"] for each in attacks] == ["hill", "hill"]
    assert not [each for each in driver.widgets() if getattr(each, "ring", "") == "half"]
