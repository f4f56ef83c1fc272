"""Whole sample games of the larger rulesets by touches: from set-up to their natural end, and
back by undo."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.values.events import Opened, TrackerSet, UnitAdded
from engine.values.maps import Map, frozen, pairs
from engine.values.texts import english
from tests.screens.general import General, Plan
from tests.screens.small import in_play
from tests.screens.test_app import sample
from tests.screens.test_table import deployed

pytestmark = pytest.mark.usefixtures("hurried", "restless")
Start = Callable[..., Any]
soak = (pytest.mark.law, pytest.mark.skipif(os.environ.get("ADJUTANT_SOAK") != "1", reason="only in a soak: it takes minutes"))


def begun(start: Start, name: str, plan: Plan) -> General:
    """On a small phone, where least is drawn."""
    driver = start((360, 640), language="en")
    sample(driver, name)
    return General(driver, plan)


def ended(hand: General, winner: str, turns: int) -> None:
    """The winner is recorded and shown by his name; the report tells of every turn; undo takes
    the end back."""
    driver, app = hand.driver, hand.app
    assert app.table.state.turn == turns
    assert app.navigator.here["screen"] == "ending"
    assert driver.has(f"Victory for {winner}")
    named = app.table.rules.in_turn
    assert driver.has(f"{winner} won in {english(named(turns)).lower()}")
    driver.tap("History")
    hand.push("Battle report")
    driver.until(lambda: app.navigator.page.luck is not None)
    told = [text for text in hand.words() if re.fullmatch(r"(Turn|Round) \d+", text)]
    assert sorted(told) == [english(named(turn)) for turn in range(1, turns + 1)]
    driver.back()
    driver.back()
    hand.push("Undo")
    assert "winner" not in app.table.state.trackers
    assert app.navigator.here["screen"] != "ending"


def lost(hand: General, seat: int) -> list[str]:
    return [unit.name for unit in hand.app.table.state.units.values() if unit.seat == seat and unit.gone]


# Dust Tactics: the last round, with the points

DUST = Plan(
    answers={"battlefield": "printed scenario", "who starts": "^Start$", "knife aim at": "^Nobody", "what cover": "^None", "reactive fire": "^Nobody"},
    numbers={"how many squares": 2, "objectives": 0},
    declines=("strike back",),
    fails=("for cover", "resilient", "repairs itself"),
)


def activated(hand: General, most: int) -> None:
    """Both sides in turn, at most so many units: each comes nearer and attacks whoever is there;
    the rest stays where it is."""
    for _ in range(most):
        if hand.app.table.state.step != "activation" or not all(standing(hand)):
            return
        hand.deed("Activation", "^Move$", "^Attack$")
        hand.onward()
    hand.onward(leave=True)


def scored(hand: General) -> tuple[int, ...]:
    """The points of whoever is destroyed on the other side."""
    units = hand.app.table.state.units.values()
    return tuple(sum(unit.card["ap"] for unit in units if unit.seat != seat and unit.gone) for seat in (0, 1))


def standing(hand: General) -> tuple[bool, bool]:
    """Whether either side has anybody left."""
    left = {unit.seat for unit in hand.app.table.state.units.values() if not unit.gone}
    return 0 in left, 1 in left


@pytest.mark.parametrize(("rounds", "most"), [(2, 3), pytest.param(9, 99, marks=soak)])
def test_dust_to_the_last_round(start: Start, rounds: int, most: int) -> None:
    """So many rounds of a scenario and until one side is ahead, or has nobody left; then the points
    decide."""
    hand = begun(start, "Dust Tactics", DUST)
    hand.begin("Set-up", "Initiative")
    while (hand.app.table.state.turn < rounds + 1 or len({*scored(hand)}) == 1) and all(standing(hand)):
        assert hand.app.table.state.step == "activation"  # the winner's choice has led on
        activated(hand, most)
        if all(standing(hand)):
            hand.onward()
    hand.deed("End of the game")
    axis, allies = scored(hand)
    assert lost(hand, 0) or lost(hand, 1)
    ended(hand, "Axis" if axis > allies else "Allies", hand.app.table.state.turn)


# 2GM Tactics: before an HQ falls

TWOGM = Plan(numbers={"on which of your rows": 3}, declines=("shuffle them back",))


def test_equipment_is_taken_or_not_and_its_price_follows(start: Start) -> None:
    """A medium tank costs 4, its HMG 2 and its shell 1; in Start nothing is deployed, and that
    is said below at once."""
    driver = start((360, 640), language="en")
    in_play(driver, "2gm", units=27)
    tank = next(unit.id for unit in driver.app.table.state.units.values() if unit.name.startswith("Grey Medium Tank"))
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "pick", "procedure": "deploy", "with": {"unit": tank}})
    driver.frames(2)
    for name, cost in (("HMG", 6), ("Smoke Shell", 7), ("HMG", 5)):
        driver.tap(name)
        assert driver.has(f"Cost: {cost}")
    assert driver.has("Grey Medium Tank 1: Equipment lines?")
    assert driver.app.navigator.here["draft"] == ["Smoke Shell"]
    assert driver.has("(2GM-")


def test_the_movement_phase_of_2gm(start: Start) -> None:
    """At first there is only an HQ, which does not move (2GM-23), and no action point to deploy
    with: the button leads on past it all. A swipe is a move, and one undo its end; a second one is
    refused with the rule, and may be overruled."""
    driver = start(language="en")
    hand = General(driver, TWOGM)
    in_play(driver, "2gm", "cards", 2)
    driver.app.table.advance()
    driver.frames(2)
    assert hand.on_the_button() == "Turn 2: Headquarters"
    (unit,) = deployed(driver, 0, (1,))
    driver.swipe(driver.scroll_to("Grey Rifles"), 160)
    assert (hand.app.table.state.unit(unit).count("row"), hand.app.table.state.unit(unit).count("moved")) == (2, 1)
    driver.swipe(driver.scroll_to("Grey Rifles"), 160)
    assert (driver.has("(2GM-46"), hand.app.table.state.unit(unit).count("row")) == (True, 2)
    driver.tap("Do it anyway")
    assert hand.app.table.state.unit(unit).count("row") == 3
    hand.push("Undo")
    hand.push("Undo")
    assert (hand.app.table.state.unit(unit).count("row"), hand.app.table.state.unit(unit).count("moved")) == (1, 0)


def test_a_move_tells_its_row_and_ground_on_one_page(start: Start) -> None:
    """What the unit cannot do is not shown: riflemen without Advance, and nobody on the board to
    ride on. A second tap takes back."""
    driver = start((360, 640), language="en")
    in_play(driver, "2gm", "cards", 2)
    driver.app.table.advance()
    (unit,) = deployed(driver, 0, (1,))
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "pick", "procedure": "move", "with": {"unit": unit}})
    driver.frames(2)
    assert [each for each in ("Advance", "Mounted", "Aboard") if driver.has(each)] == []
    for name in ("Forest", "Lake", "Lake", "2"):
        driver.tap(name)
    assert driver.app.navigator.here["seen"] == {"row": 2}
    driver.tap("Forest")
    driver.tap("Go on")
    assert (driver.app.table.state.unit(unit).count("row"), driver.app.table.state.unit(unit).trackers["terrain"]) == (2, "forest")


# 2GM Tactics: an HQ falls


def test_2gm_to_the_fall_of_an_hq(start: Start) -> None:
    """Two medium tanks of 3 damage come within 4 squares of an HQ of 10 points: the fourth hit
    ends the game, in turn 7."""
    hand = begun(start, "2GM Tactics", TWOGM)
    hand.begin("Begin the battle")
    for _ in range(70):
        if hand.app.table.state.trackers.get("winner"):
            break
        if hand.app.table.state.turn % 2:
            grey(hand, hand.app.table.state.step, hand.app.table.state.turn)
        elif hand.app.table.state.step == "deployment" and hand.app.table.state.turn == 2:
            hand.deed("Deploy", "Field Gun")
        if not hand.app.table.state.trackers.get("winner"):
            hand.onward()
    assert lost(hand, 1) == ["Blue HQ"]
    ended(hand, "Grey", 7)


def grey(hand: General, step: str, turn: int) -> None:
    """A tank comes in turns 1 and 3, drives two turns later, and shoots from then on."""
    if step == "deployment" and turn in (1, 3):
        hand.deed("Deploy", f"Medium Tank {(turn + 1) // 2}")
    if step == "movement" and turn in (3, 5):
        hand.deed("Move", f"Medium Tank {(turn - 1) // 2}")
    for tank in range(1, min(2, (turn - 1) // 2) + 1):
        if step == "fire" and not hand.app.table.state.trackers.get("winner"):
            hand.deed("Shot", f"Medium Tank {tank}", "HQ")


# Epic Armageddon: a row of the table


def test_the_chips_of_a_formation_lie_on_no_button(start: Start) -> None:
    """The counter stands beside the name; what the formation did stands below the name."""
    from tools.driver import box

    driver = start((360, 640), language="fr")
    in_play(driver, "epic", units=3)
    for unit in driver.app.table.state.units:
        driver.app.table.enter(TrackerSet(unit, "order", "marshal"))
    driver.frames(4)
    hand = General(driver, Plan())
    chips = [box(each) for each in hand.of("MiniChip")]
    buttons = [box(each) for each in hand.of("Press") if "pions" in each.name]
    assert min(len(chips), len(buttons)) > 0
    assert [(a, b) for a in chips for b in buttons if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]] == []


# Epic Armageddon: goals at the end of turn 3

EPIC = Plan(answers={"acts first or second": "Act first", "table edge": "long", "who controls": "Steel Legion"}, fails=("saves", "rallies"))


@pytest.mark.parametrize("most", [1, pytest.param(99, marks=soak)])
def test_epic_to_the_goals_of_turn_three(start: Start, most: int) -> None:
    """Every turn some formations of both sides advance and fire; whoever holds the objectives in
    turn 3 has won."""
    hand = begun(start, "Epic Armageddon", EPIC)
    hand.begin("Set-up", "Strategy roll")
    for _ in range(3):
        assert hand.app.table.state.step == "action"  # the winner's choice has led on
        fought(hand, most)
        hand.begin("Rally")
        hand.onward()
    assert any(sum(unit.trackers.get("lost") or ()) for unit in hand.app.table.state.units.values() if unit.seat == 1)
    ended(hand, "Steel Legion", 3)


def fought(hand: General, most: int) -> None:
    """Formations in turn: an order, then fire where one may."""
    for _ in range(most):
        if hand.app.table.state.step != "action":
            return
        hand.deed("Action", "^Advance")
        if hand.on_the_button().startswith("Fire: "):
            hand.press(hand.main())
            hand.pick()
            hand.settle()
        hand.onward()
    hand.onward(leave=True)


def test_a_deed_that_asks_nothing_leads_back_to_the_table(start: Start) -> None:
    """A move told on its page is over with one tap: its page would say only that it has moved."""
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    table = driver.app.table
    by, other = [unit for unit in table.state.units.values() if unit.seat == 0][:2]
    places = {"screen": "home"}, {"screen": "table"}, {"screen": "unit", "unit": by.id}
    driver.app.navigator.replace(*places, {"screen": "deed", "procedure": "move", "with": {"unit": by.id}})
    driver.frames(3)
    table.act(lambda: table.session.overrule(Opened("move", Map({"unit": other.id, "plain": True}))))
    driver.frames(3)
    assert driver.app.navigator.here["screen"] == "deed"  # a move of another unit, from another device
    driver.tap("Move a unit")
    if driver.app.navigator.open_sheet:
        driver.tap("Do it anyway")
    assert [place["screen"] for place in driver.app.navigator.places] == ["home", "table"]
    driver.tap("Undo")
    assert driver.app.navigator.here["screen"] == "table"


def test_a_look_at_the_table_is_one_page(start: Start) -> None:
    """Fire in Epic Armageddon: whom, from how far, in what cover, who stands in front, all on one
    page; it reaches the procedure."""
    driver = start(language="en")
    sample(driver, "Epic Armageddon")
    by, at = (next(unit for unit in driver.app.table.state.units.values() if unit.seat == seat) for seat in (0, 1))
    driver.app.navigator.go("deed", procedure="fire", **{"with": {"by": by.id, "target": at.id}})
    driver.frames(3)
    driver.tap("≤ 30")
    driver.tap("Buildings")
    driver.reach("Yes")
    driver.app.navigator.page.list.bring("fact front")
    driver.frames(3)
    driver.reach("Hit from the first to the last")
    for place in range(list(driver.app.navigator.page.filled.draft["front"]).index("Boyz") + 1, 1, -1):
        driver.reach(f"Hit from the first to the last, as their owner says {place} -1")
    driver.tap("Roll ")
    if driver.app.navigator.open_sheet:
        driver.tap("Do it anyway")
    opened = driver.app.table.session.log[-1]
    assert opened.args["terrain"] == ("building",) * 3
    assert (opened.args["crossfire"], opened.args["front"][0]) == (True, "Boyz")


def test_a_question_that_waits_leads_back_to_the_table(start: Start) -> None:
    """Not to the page on which its deed was told, whose button would begin the deed once more."""
    driver = start(language="en")
    in_play(driver, "aam", "first_assault")
    by = next(unit.id for unit in driver.app.table.state.units.values() if unit.seat == 0)
    places = {"screen": "home"}, {"screen": "table"}, {"screen": "deed", "procedure": "attack", "with": {"attacker": by}}
    driver.app.navigator.replace(*places)
    driver.frames(3)
    driver.tap("Roll ")
    assert driver.app.navigator.here["screen"] == "ask"
    driver.tap("Close")
    hand = General(driver, Plan())
    assert (driver.app.navigator.here["screen"], driver.has("A question is open")) == ("table", True)
    driver.tap(hand.main())
    assert driver.app.navigator.here["screen"] == "ask"
    driver.tap("Undo")
    assert [place["screen"] for place in driver.app.navigator.places] == ["home", "table"]


# Your own game


def test_a_step_of_your_own_asks_only_its_name(start: Start) -> None:
    """There is one time at which it can come, so that is not asked; one sentence for all deeds
    is said of none."""
    driver = start((360, 640), language="en")
    app = driver.app
    app.context.desk.take(app.context.store.new_game("own", app.context.rulesets["own"].opened(), "Ann against Bob", ("Ann", "Bob")))
    app.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "pick", "procedure": "own_step"})
    driver.frames(2)
    assert driver.names()[-1] == "Still open: name"
    next(widget for widget in driver.widgets() if hasattr(widget, "insert_text")).insert_text("Supply")
    driver.frames(2)
    driver.tap("Go on")
    assert app.navigator.here["screen"] == "table"
    assert [step["name"] for step in app.table.state.trackers["own_steps"]] == ["Supply"]
    assert {line.why for line in app.table.view.deeds.general(app.table.state) if line.allowed} == {""}


def test_a_number_alone_leaves_no_wave_of_a_phaser_out(start: Start) -> None:
    """DUST-05, 155, 156: one hit of two, the other die again and missed, then three dice for the
    hit, of which two hit; the last number applies them."""
    driver = start(language="en")
    in_play(driver, "dust", "activation")
    table = driver.app.table
    phaser = frozen({"range": "6", "values": {"S2": "2~3"}, "kinds": ["phaser"]})
    table.enter(UnitAdded("p", table.state.seat, pairs(name="Ray", kind="walker", armor="V3", hp=4, weapons=Map({"Ray": phaser}))))
    squad = pairs(name="Five", kind="squad", armor="S2", models=(pairs(weapons=()),) * 5, weapons=Map())
    table.enter(UnitAdded("t", 1 - table.state.seat, squad))
    table.open("attack", attacker="p", weapon="Ray", target="t", cover="none", range=3, sustained=True, los=True)
    driver.frames(4)
    driver.tap("Do it anyway")  # its activation is left out
    for number in ("=1", "miss", "=2"):
        driver.tap(number)
        driver.frames(2)
    assert driver.app.table.state.unit("t").trackers["alive"] == (0, 1, 2)


def test_not_in_sight_is_a_row_and_no_number(start: Start) -> None:
    """Squares are counted from one on; who does not see the active unit does not react to it, and
    its card stays as it lies."""
    driver = start(language="en")
    in_play(driver, "dust", "activation")
    table = driver.app.table
    own, foe = (next(unit for unit in table.state.units.values() if unit.seat == seat) for seat in (table.state.seat, 1 - table.state.seat))
    table.open("activation", unit=own.id, declared=("move", "nothing"), leaves=True)
    driver.frames(4)
    driver.reach(f"{foe.name}: one die")
    assert table.prompt.key == f"range:{own.id}"
    assert "0" not in driver.names()
    driver.tap("Not in sight")
    assert table.state.pending is None
    assert not table.state.unit(foe.id).count("activated")


def test_the_front_to_its_end(start: Start) -> None:
    """Battles of two turns by touch, with a block, the best block and an unblocked attacker; what
    fell is told, locked units are remembered, and the side that gives up has lost."""
    driver = start((360, 640), language="en")
    sample(driver, "The Front")
    hand = General(driver, Plan())
    app = driver.app
    hand.push("On to: Battle")
    driver.wait_lock()
    fought: list[tuple[str, ...]] = [("Type 97 Chi-Ha 1", "M7 Priest, Type 97"), ("Bison Tank 1", "Use it"), ("Marten Light Tank 1",)]
    for attacker, *taps in fought:
        hand.push("What next?")
        hand.press(next(row for row in hand.in_sheet("ActionRow") if row.name == "Battle"))
        for name in (attacker, *taps, "Battle"):
            driver.reach(name)
            driver.frames(3)
        assert app.navigator.here["screen"] == "table", driver.texts()
        assert app.table.state.pending is None
    gone = [unit.name for unit in app.table.state.units.values() if unit.where == "junkyard"]
    assert "M7 Priest" in gone, "3 points on a defense of 3"
    assert "Bison Tank 1" in gone, "the best block destroys it"
    while app.table.state.turn == 1:
        hand.onward()
    locked = [unit.id for unit in app.table.state.units.values() if unit.trackers.get("locked") and unit.where != "junkyard"]
    assert locked
    hand.push("Unlock units")
    hand.settle()
    assert not any(app.table.state.unit(each).trackers.get("locked") for each in locked)
    hand.deed("Concede", "Axis")
    while app.table.prompt is not None:
        hand.push("Yes")
    assert app.navigator.here["screen"] == "ending"
    assert driver.has("Victory for Allies")
    assert driver.has("Allies won in turn 2")
