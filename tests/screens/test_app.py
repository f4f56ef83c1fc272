"""The app by real touches: first start, whole games, kill and resume, language and theme on the
way, the way back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carddb.samples import sample_armies

ROOT = Path(__file__).resolve().parents[2]
Start = Callable[..., Any]


def player(driver: Any, seed: int = 5) -> Any:
    from tools.autoplay import Autoplay

    return Autoplay(driver, seed)


def sample(driver: Any, name: str) -> Any:
    """A sample game on the table; its player."""
    driver.tap("Try a sample")
    driver.tap(name)
    return player(driver)


def act(driver: Any, hand: Any, action: str) -> bool:
    """The first unit that may do it does it; whether one could."""
    for row in hand.of("UnitRow")[:4]:
        hand.press(row)
        allowed = [
            line.text
            for line in driver.app.table.view.deeds.actions(driver.app.table.state, driver.app.table.state.unit(driver.app.navigator.here["unit"]))
            if line.allowed
        ]
        rows = [each for each in hand.of("ActionRow") if each.name == action and action in allowed]
        if rows:
            hand.press(rows[0])
            hand.pick()
            hand.settle()
        if driver.app.navigator.here["screen"] != "table":
            driver.app.navigator.replace({"screen": "home"}, {"screen": "table"})
            driver.frames(2)
        if rows:
            return True
    return False


def test_three_taps_from_the_first_start_to_a_table(start: Start) -> None:
    driver = start()
    driver.tap("English")
    driver.tap("Try it")
    driver.tap("Axis & Allies Miniatures")
    assert driver.app.navigator.here["screen"] == "table"
    assert driver.app.table.state.units


def test_help_from_the_first_page_leads_back_to_it(start: Start) -> None:
    driver = start()
    driver.tap("English")
    driver.tap("Help")
    assert driver.app.navigator.here["screen"] == "help"
    driver.back()
    assert driver.has("Try it")


def test_the_second_start_shows_no_welcome(start: Start) -> None:
    first = start()
    first.tap("English")
    first.tap("To the start")
    first.stop()
    assert start().has("No game yet")


@pytest.mark.usefixtures("restless")
def test_a_whole_game_of_axis_and_allies(start: Start) -> None:
    """From set-up to a winner: with the objective held at the end of turn 7 the game is over."""
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    hand.wishes = {"scenario": "Standard scenario", "control": "First player"}
    attacks = 0
    for _ in range(90):
        if driver.app.table.state.trackers.get("winner"):
            break
        if driver.app.table.state.step.endswith("assault") and driver.app.table.state.turn in (1, 7):
            attacks += act(driver, hand, "Attack")
        hand.onward()
    assert driver.app.table.state.turn >= 7
    assert driver.app.table.state.trackers["winner"] == "player_1"
    assert driver.has("Axis won in turn 7")
    assert attacks >= 2
    assert any(unit.gone or unit.trackers.get("face_up") or unit.trackers.get("face_down") for unit in driver.app.table.state.units.values())


@pytest.mark.usefixtures("restless")
def test_three_battles_of_the_front(start: Start) -> None:
    """Turn after turn with the battle of each fought to its end; the players say themselves who
    has won."""
    driver = start(language="en")
    hand = sample(driver, "The Front")
    fought = 0
    for _ in range(14):
        if driver.app.table.state.step == "battle":
            hand.press(hand.main())
            hand.pick()
            hand.settle(200)
            fought += 1
        assert driver.app.navigator.here["screen"] == "table"
        hand.onward()
    assert fought >= 3
    assert driver.app.table.state.turn >= 4
    assert any(unit.trackers.get("locked") for unit in driver.app.table.state.units.values())


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
@pytest.mark.parametrize("game", ["Axis & Allies Miniatures", "The Front"])
def test_one_turn_at_other_sizes(start: Start, size: tuple[int, int], game: str) -> None:
    driver = start(size, language="en")
    hand = sample(driver, game)
    for _ in range(12):
        if driver.app.table.state.turn == 2:
            break
        hand.onward()
    assert driver.app.table.state.turn == 2


def test_a_kill_in_mid_attack_comes_back_to_the_same_question(start: Start, tmp_path: Path) -> None:
    """Another process attacks, enters two dice and is killed; the app then shows the same roll."""
    child = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "screens" / "attacker.py"), str(tmp_path / "data")],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert child.returncode == -signal.SIGKILL, child.stderr[-2000:]
    asked, dice = child.stdout.split()[-2:]
    driver = start()
    assert driver.app.navigator.here["screen"] == "ask"
    assert driver.app.table.prompt.key == asked
    assert driver.app.table.prompt.checks[0].dice == int(dice)
    assert driver.has(f"Roll {dice} dice")


def test_language_and_theme_in_mid_game(start: Start) -> None:
    from screens.widgets.running import Running

    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    before = driver.app.table.state
    driver.tap("More")
    driver.reach("Settings")
    driver.tap("Français")
    driver.tap("Clair")
    driver.back()
    assert Running.palette.name == "light"
    assert driver.has("Tour 1")
    assert not driver.has("Turn 1")
    assert driver.app.table.state is before


def test_the_back_key_leads_home_from_every_screen(start: Start) -> None:
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    unit = next(iter(driver.app.table.state.units))
    for place in (
        {"screen": "unit", "unit": unit},
        {"screen": "history"},
        {"screen": "pick", "procedure": "attack"},
        {"screen": "rules"},
        {"screen": "settings"},
        {"screen": "setup"},
    ):
        driver.app.navigator.replace({"screen": "home"}, {"screen": "table"}, place)
        driver.frames(2)
        driver.back()
        assert driver.app.navigator.here["screen"] == "table"
    hand.press(hand.main())
    assert driver.app.navigator.here["screen"] == "ask"
    driver.back()
    assert driver.app.navigator.here["screen"] == "table"
    assert driver.has("A question is open")
    driver.back()
    assert driver.app.navigator.here["screen"] == "home"


def test_a_cross_leaves_a_question_and_an_arrow_leads_to_the_one_before(start: Start) -> None:
    """Who, then into what: after the first answer the arrow asks for it again, the cross is out."""
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "pick", "procedure": "movement_roll"})
    driver.frames(2)
    assert "Back" not in driver.names()
    first = driver.texts()
    driver.tap("Panzer IV Ausf. G")
    assert driver.has("Forest")
    driver.tap("Back")
    assert driver.texts() == first
    driver.tap("Panzer IV Ausf. G")
    driver.tap("Close")
    assert driver.app.navigator.here["screen"] == "table"


def test_the_usual_answer_to_yes_or_no_is_the_bright_one(start: Start, restless: None) -> None:
    """A mulligan is the exception: No leads on."""
    from screens.widgets.words import face_of

    driver = start(language="en")
    hand = sample(driver, "2GM Tactics")
    hand.press(hand.main())
    while driver.app.table.prompt.kind != "confirm":
        hand.answer()
    bright = {widget.name: widget.label.face == face_of("button", "on_accent") for widget in hand.of("PushButton")}
    assert (bright["Yes"], bright["No"]) == (False, True)


def test_the_way_back_does_not_grow_by_walking_in_circles(start: Start) -> None:
    """From a chapter to the list of them and to another chapter, five times: back is the list,
    then Home."""
    driver = start(language="en")
    driver.tap("Help")
    titles = [widget.name for widget in driver.widgets() if type(widget).__name__ == "PlainRow" and driver.seen(widget)][:2]
    assert len(titles) == 2
    for number in range(5):
        driver.tap(titles[number % 2])
        if number < 4:
            driver.tap("All chapters")
    assert [place["screen"] for place in driver.app.navigator.places] == ["home", "help", "help"]
    driver.back()
    assert driver.has(titles[1])
    driver.back()
    assert driver.app.navigator.here["screen"] == "home"


def test_many_games_are_a_few_on_home_and_all_by_one_tap(start: Start) -> None:
    driver = start(language="en")
    rules = driver.app.context.rulesets["front"]
    for number in range(12):
        driver.app.context.store.close_game(driver.app.context.store.new_game("front", rules.opened(), f"Evening {number}", ("Ann", "Ben")).key)
    driver.app.navigator.rebuild()
    driver.frames(2)

    def evenings() -> set[str]:
        return {widget.name for widget in driver.widgets() if type(widget).__name__ == "PlainRow"}

    assert len(evenings()) == 8
    driver.app.navigator.page.scroll.scroll_y = 0
    driver.frames(2)
    driver.tap("3 games more")
    assert len(evenings()) == 11
    assert evenings() < {f"Evening {number}" for number in range(12)}


def test_of_a_hundred_units_to_choose_from_only_those_in_sight_are_drawn(start: Start) -> None:
    from carddb.fielding import put_on_table

    driver = start(language="en")
    rules, card = driver.app.context.rulesets["aam"], sample_armies("aam")[0].cards[0]
    game = driver.app.context.store.new_game("aam", rules.opened(), "Large", ("Ann", "Ben"))
    for seat in (0, 1):
        for event in put_on_table([card] * 100, seat, game.session.state):
            game.session.dispatch(event)
    driver.app.context.desk.take(game)
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "pick", "procedure": "attack"})
    driver.frames(3)
    rows = player(driver).of("UnitRow")
    assert 5 < len(rows) < 30
    for _ in range(3):  # rows are measured as one comes to them
        driver.app.navigator.page.list.offset = 1e9
        driver.frames(3)
    last = min(player(driver).of("UnitRow"), key=lambda row: row.to_window(*row.pos)[1])
    assert last not in rows
    driver.tap(last)
    assert driver.app.navigator.here["with"]["attacker"] == list(driver.app.table.state.units)[-1]


def large(driver: Any, **markers: Any) -> None:
    """A hundred units a side of Axis & Allies, each with these markers."""
    from carddb.fielding import put_on_table
    from engine.values.events import TrackerSet

    rules, card = driver.app.context.rulesets["aam"], sample_armies("aam")[0].cards[0]
    game = driver.app.context.store.new_game("aam", rules.opened(), "Large", ("Ann", "Ben"))
    for seat in (0, 1):
        for event in put_on_table([card] * 100, seat, game.session.state):
            game.session.dispatch(event)
    for unit in list(game.session.state.units):
        for key, value in markers.items():
            game.session.dispatch(TrackerSet(unit, key, value))
    driver.app.context.desk.take(game)


def test_of_two_hundred_marked_units_only_those_in_sight_are_drawn(start: Start) -> None:
    driver = start(language="en")
    large(driver, face_up=("disrupted",))
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "match"})
    driver.frames(3)
    assert driver.has("200")
    assert 3 < len(player(driver).of("LyingRow")) < 30


def test_a_long_ledger_draws_what_is_in_sight_and_keeps_every_tick(start: Start) -> None:
    from engine.values.events import Opened

    driver = start(language="en")
    large(driver, face_down=("damaged",))
    app = driver.app
    app.navigator.replace({"screen": "home"}, {"screen": "table"})
    app.table.session.overrule(Opened("casualty"))
    app.navigator.go("ask")
    driver.frames(3)
    assert len(app.table.prompt.lines) > 100
    rows = player(driver).of("LedgerRow")
    assert 3 < len(rows) < 30
    driver.tap(next(row for row in rows if driver.seen(row)))
    assert len(app.table.state.ticks) == 1
    assert driver.has("1 of ")


def test_a_sheet_closes_by_the_back_key_before_the_screen_does(start: Start) -> None:
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    driver.tap("More")
    assert driver.app.navigator.open_sheet
    driver.back()
    assert not driver.app.navigator.open_sheet
    assert driver.app.navigator.here["screen"] == "table"


def test_two_fast_taps_never_skip_a_phase(start: Start) -> None:
    driver = start(language="en")
    hand = sample(driver, "The Front")
    hand.press(hand.main())
    hand.settle()
    step = driver.app.table.state.step
    driver.app.table.advance()
    first = driver.app.table.state.step
    assert first != step
    driver.tap(hand.main())
    assert driver.app.table.state.step == first
    assert not driver.app.navigator.open_sheet


def test_undo_is_named_and_takes_back_one_tap(start: Start) -> None:
    driver = start(language="en")
    hand = sample(driver, "The Front")
    hand.press(hand.main())
    hand.settle()
    before = driver.app.table.state
    driver.app.table.advance()
    driver.wait_lock()
    assert driver.has("Undo: on to")
    driver.tap("Undo")
    assert driver.app.table.state == before


def test_undo_of_a_new_game_leaves_the_armies_alone(start: Start, restless: None) -> None:
    driver = start((360, 640), language="en")
    sample(driver, "Dust Tactics")
    before = driver.app.table.state
    assert not driver.app.table.session.log
    driver.tap("Undo")
    assert driver.app.table.state is before


def test_a_coin_is_tapped_and_not_counted(start: Start, restless: None) -> None:
    driver = start((360, 640), language="en")
    sample(driver, "Axis & Allies Miniatures")
    for name in ("Set-up", "Standard scenario", "4"):
        driver.tap(name)
    assert driver.has("Tap what it shows")
    assert not any(word in ("die", "dice") for text in driver.texts() for word in text.split())
    driver.tap("heads")
    assert driver.has("Axis: your answer")
    assert driver.app.table.session.log[-1].value == ("heads",)


def test_another_face_takes_the_place_of_what_the_app_threw(start: Start, restless: None) -> None:
    """A face that is tapped is the answer; what the app throws is looked at first."""
    driver = start((360, 640), language="en")
    sample(driver, "Axis & Allies Miniatures")
    for name in ("Set-up", "Standard scenario", "4", "Roll for me"):
        driver.tap(name)
    assert driver.has("Apply: heads") or driver.has("Apply: tails")
    for word in ("heads", "tails"):
        driver.tap(word)
        assert driver.has(f"Apply: {word}")


def test_what_is_still_open_in_a_form_comes_in_sight(start: Start, restless: None) -> None:
    driver = start((360, 640), language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    while driver.app.table.state.step != "first_assault":
        driver.app.table.advance()
        hand.settle()
    one, other = (next(unit.id for unit in driver.app.table.state.standing(seat)) for seat in (driver.app.table.state.seat, 1 - driver.app.table.state.seat))
    driver.app.table.open("attack", attacker=one, target=other)
    driver.frames(3)
    driver.tap("3")
    assert "Clear" not in driver.names()
    driver.tap("Still open: ")
    driver.until(lambda: "Front" in driver.names())
    driver.tap("Front")
    driver.tap("Still open: ")
    driver.until(lambda: "Clear" in driver.names())


def test_an_activation_can_be_taken_back_at_every_question(start: Start, restless: None) -> None:
    """Who reacts has its undo, and a number is one tap."""
    driver = start(language="en")
    sample(driver, "Dust Tactics")
    driver.app.table.advance()
    driver.wait_lock()
    driver.tap("Basalt Riflemen 1")
    driver.tap("Activation")
    driver.tap("2")
    driver.tap(driver.app.navigator.page.bottom.children[0].children[0].children[0])
    assert driver.app.table.prompt.kind == "choice"
    assert any(name.startswith("Undo: ") for name in driver.names())
    driver.tap("Birch Rifles 2")
    assert driver.app.table.prompt.kind == "number"
    driver.tap("4")
    driver.tap("Apply 4")
    assert driver.app.table.prompt.kind == "roll"


def test_what_the_rules_forbid_says_why_and_can_be_overruled(start: Start) -> None:
    """In the movement phase nobody attacks (AAM-22): the sheet says so, and the log keeps who
    went on."""
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    hand.press(hand.main())
    hand.settle()
    driver.app.table.advance()
    driver.wait_lock()
    hand.press(hand.of("UnitRow")[0])
    driver.reach("What it cannot do now")
    hand.press(next(row for row in hand.in_sheet("ActionRow") if row.name == "Attack"))
    hand.press(hand.main())
    assert driver.has("The rules say no")
    driver.tap("Do it anyway")
    assert driver.app.table.session.log[-1].overruled
    assert driver.app.navigator.here["screen"] == "ask"


def test_a_marker_is_turned_by_hand(start: Start) -> None:
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    hand.press(hand.of("UnitRow")[0])
    unit = driver.app.navigator.here["unit"]
    driver.tap("Disrupted: no marker")
    assert driver.app.table.state.unit(unit).marks("face_down") == ("disrupted",)
    driver.tap("Disrupted: face down")
    assert driver.app.table.state.unit(unit).marks("face_up") == ("disrupted",)
    driver.tap("Disrupted: face up")
    assert driver.app.table.state.unit(unit).marks("face_down") == ("disrupted",), "one face up, another one face down"
    driver.tap("Disrupted: face down and face up")
    assert not driver.app.table.state.unit(unit).marks("face_up")
    assert not driver.app.table.state.unit(unit).marks("face_down")


def test_a_deleted_game_can_be_had_back(start: Start) -> None:
    driver = start(language="en")
    for _ in range(2):
        sample(driver, "The Front")
        driver.app.context.desk.leave()
        driver.frames(2)
    games = len(driver.app.context.store.games())
    driver.hold("Axis against Allies")
    driver.tap("Delete this game")
    assert len(driver.app.context.store.games()) == games - 1
    driver.tap("Bring it back")
    assert len(driver.app.context.store.games()) == games


def test_rules_are_found_as_one_types(start: Start) -> None:
    driver = start(language="fr")
    driver.app.navigator.replace({"screen": "home"}, {"screen": "rules", "game": "aam"})
    driver.frames(2)
    whole = len(driver.app.navigator.page.list.rows)
    driver.app.navigator.page.search("défense")
    driver.frames(2)
    found = len(driver.app.navigator.page.list.rows)
    assert 0 < found < whole
    driver.app.navigator.page.search("DEFENSE")
    assert len(driver.app.navigator.page.list.rows) == found
    driver.app.navigator.page.search("zzz")
    driver.frames(2)
    assert driver.has("Aucune règle")


def test_the_manual_is_the_help_in_both_languages(start: Start) -> None:
    from screens.pages.help import paragraphs

    english, french = ((ROOT / "docs" / name).read_text("utf-8") for name in ("manual.md", "manual.fr.md"))
    roles = [role for role, _ in paragraphs(english)]
    assert roles == [role for role, _ in paragraphs(french)]
    assert roles.count("title") >= 12
    driver = start(language="fr")
    driver.tap("Aide")
    assert driver.has("le manuel")


def test_a_picture_of_the_table_is_kept_with_the_game(start: Start, tmp_path: Path) -> None:
    """A copy lies beside the saves, the history shows it; a file that is no picture is refused
    in a sentence."""
    from tests.screens.pretend import Pretend

    driver = start(language="en")
    sample(driver, "The Front")
    picture, text = tmp_path / "table.png", tmp_path / "table.txt"
    picture.write_bytes((ROOT / "data" / "icon.png").read_bytes())
    text.write_text("no picture", "utf-8")
    driver.put(device=Pretend(tmp_path, chosen=text))
    driver.app.navigator.go("history")
    driver.frames(2)
    driver.tap("Keep a picture of the table")
    driver.frames(3)
    assert driver.has("That does not work")
    driver.app.navigator.close_sheet()
    driver.put(device=Pretend(tmp_path, chosen=picture))
    driver.tap("Keep a picture of the table")
    driver.frames(3)
    kept = list((tmp_path / "data" / "pictures").iterdir())
    assert [each.read_bytes() for each in kept] == [picture.read_bytes()]
    assert any(type(widget).__name__ == "Image" and widget.source == str(kept[0]) for widget in driver.widgets())


def test_a_value_the_card_lacks_is_asked_once_and_can_be_kept(start: Start) -> None:
    """A 6-Pounder of the rulebook states no dice: the attack asks for them, the library learns
    them if one wishes."""
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    gun = next(card for card in driver.app.context.library.cards.values() if card.name.startswith("6-Pounder") and card.values.get("vehicles") is None)
    driver.app.navigator.go("card", card=gun.id)
    driver.frames(2)
    driver.tap("Onto the table: Axis")
    unit = list(driver.app.table.state.units)[-1]
    foe = next(each.id for each in driver.app.table.state.units.values() if each.seat == 1 and each.card.get("type") == "vehicle")
    from engine.values.events import Opened
    from engine.values.maps import Map

    driver.app.table.session.overrule(Opened("attack", Map({"attacker": unit, "target": foe, "range": 2, "arc": "front", "terrain": "clear"})))
    driver.frames(3)
    assert driver.app.table.prompt.kind == "card"
    driver.app.navigator.page.part.draft((7, 6, 5))
    driver.frames(2)
    hand.press(hand.main())
    driver.frames(2)
    while driver.app.table.prompt and driver.app.table.prompt.kind == "card" and not driver.app.navigator.open_sheet:
        driver.app.navigator.page.part.draft(4)
        driver.frames(2)
        hand.press(hand.main())
    assert driver.app.table.state.unit(unit).card["vehicles"] == (7, 6, 5)
    assert driver.has("Keep it in the library too?")
    driver.tap("Keep it")
    assert driver.app.context.library.get(gun.id).values.get("vehicles") == (7, 6, 5)


def test_what_is_typed_counts_without_a_return(start: Start) -> None:
    """A step of one's own gets the name that stands there when the button is pressed."""
    driver = start(language="en")
    hand = sample(driver, "The Front")
    driver.app.navigator.go("pick", procedure=next(each.key for each in driver.app.table.view.rules.openings if "own_step" in each.key))
    driver.frames(3)
    entry = next(widget for widget in driver.widgets() if type(widget).__name__ == "Entry")
    entry.focus = True
    driver.type("Tea")
    assert entry.text == "Tea"
    hand.press(hand.main())
    assert driver.app.navigator.here["with"] == {"name": "Tea"}
    driver.tap("Before the battle")
    hand.press(hand.main())
    assert any("Tea" in str(event) for event in driver.app.table.session.log)


def test_an_old_roll_is_amended_on_its_own_page(start: Start) -> None:
    """Both sides rolled for initiative; the dice stand there as they fell, one is changed, and
    the rest is played again."""
    from engine.values.events import Answered

    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    hand.press(hand.main())
    hand.settle()
    session = driver.app.table.session
    index, old = next((n, each) for n, each in enumerate(session.log) if isinstance(each, Answered) and each.prompt == "initiative")
    driver.app.navigator.go("history")
    driver.app.navigator.go("amend", index=index)
    driver.frames(3)
    faces = driver.app.navigator.here["faces"]
    assert [tuple(faces[key]) for key in sorted(faces)] == [tuple(part) for part in old.value]
    wanted = [6, 6] if faces["0"] != [6, 6] else [5, 6]
    driver.app.navigator.here["faces"] = {"0": wanted, "1": [1, 1]}
    driver.app.navigator.rebuild()
    driver.frames(3)
    hand.press(hand.main())
    assert driver.app.table.session.log[index].value == (tuple(wanted), (1, 1))
    assert driver.app.navigator.here["screen"] in ("history", "ask")


def test_an_old_form_and_an_old_choice_are_amended_by_taps(start: Start) -> None:
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    hand.press(hand.main())
    driver.tap("Standard scenario")
    index = len(driver.app.table.session.log) - 1
    driver.app.navigator.go("amend", index=index)
    driver.frames(3)
    driver.tap("Assault scenario")
    assert driver.app.table.session.log[index].value == "assault"
    assert driver.app.navigator.here["screen"] == "ask"


def test_quick_odds_are_no_game_to_resume(start: Start, restless: None) -> None:
    """The chances stand there at once; Home lists no game, and the next odds take the place of
    these."""
    driver = start(language="en")
    for _ in range(2):
        driver.app.navigator.replace({"screen": "home"})
        driver.frames(3)
        driver.tap("Quick odds")
        driver.tap("Axis & Allies Miniatures")
        for _card in range(2):
            driver.tap(next(name for name in driver.names() if name.startswith("M4A1") or name.startswith("37mm")))
        assert driver.app.navigator.here["screen"] == "deed"
    assert driver.has("Attack")
    assert len(driver.app.context.store.games()) == 1
    driver.app.navigator.replace({"screen": "home"})
    driver.frames(3)
    assert driver.has("No game yet")


def test_two_lines_of_cards_fight_without_a_game(start: Start, restless: None) -> None:
    """Two Shermans of 4/4 against a Chi-Ha of 3/3: both attack; the block is one tap, the battle
    another, and the page goes on with who is left. The way back leads to the cards."""
    driver = start(language="en")
    driver.tap("Quick odds")
    driver.tap("The Front")
    for name in ("M4 Sherman", "M4 Sherman", "Who stands", "Type 97", "See what"):
        driver.reach(name)
    assert driver.has("Lost: Allies 0, Axis 1")
    driver.reach("Type 97 Chi-Ha, M4 Sherman 1")
    assert driver.has("1 of 4 left")
    driver.tap("Battle")
    table = driver.app.table
    assert [unit.name for unit in table.state.units.values() if unit.where == "junkyard"] == ["Type 97 Chi-Ha"]
    assert driver.app.navigator.here["screen"] == "deed"
    driver.tap("Undo")
    assert not any(unit.where == "junkyard" for unit in table.state.units.values())
    driver.back()
    driver.reach("Type 97 Chi-Ha -1")
    assert driver.has("Tap the cards of this line")
    driver.back()
    assert driver.has("Who attacks?")
    driver.app.navigator.replace({"screen": "home"})
    driver.frames(3)
    assert driver.has("No game yet")


def test_quick_odds_of_any_card_lead_to_the_dice_and_back_to_another_card(start: Start, restless: None) -> None:
    """A card outside the sample armies is found by typing; no step forbids the attack; back asks
    for another target."""
    driver = start(language="en")
    driver.tap("Quick odds")
    driver.tap("Axis & Allies Miniatures")
    sampled = {card.name for army in sample_armies("aam") for card in army.cards}
    cards = driver.app.context.library.cards.values()
    tank = next(card.name for card in cards if card.game == "aam" and card.name not in sampled and "vehicles" in card.values)
    entry = next(widget for widget in driver.widgets() if type(widget).__name__ == "Entry")
    entry.text = tank
    driver.frames(3)
    driver.tap(tank)
    driver.tap('"Red Devil" Captain')
    driver.until(lambda: driver.app.navigator.page.hunt.over)
    driver.tap("Attack")  # its card is silent on some values: they are asked for
    assert not driver.app.navigator.open_sheet
    assert driver.app.navigator.here["screen"] == "ask"
    driver.app.table.game.undo()
    driver.frames(2)
    assert driver.app.navigator.here["screen"] == "deed"
    driver.back()
    assert driver.has("Against whom?")


def test_players_are_called_by_their_names(start: Start) -> None:
    """A coin falls for Axis or Allies, not for a first and a second seat (AAM-07)."""
    driver = start(language="en")
    hand = sample(driver, "Axis & Allies Miniatures")
    hand.press(hand.main())
    driver.tap("Standard scenario")
    while driver.app.table.prompt.key != "coin":
        hand.answer()
    assert driver.has("Flip a coin: heads for Axis, tails for Allies")


def test_a_sheet_offers_what_the_card_can_do(start: Start) -> None:
    """A tank boards no transport (AAM-102): the reason stands in the folded list. Targets are
    compared on one page only."""
    from dataclasses import replace

    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    view, state = driver.app.table.view, driver.app.table.state
    tank, soldier = (next(unit for unit in state.standing(0) if unit.card["type"] == kind) for kind in ("vehicle", "soldier"))
    moving, fighting = (replace(state, step=step) for step in ("first_movement", "first_assault"))
    refused = {line.text: line.why for line in view.deeds.actions(moving, tank) if not line.allowed}
    assert refused["Board a transport"].startswith(f"{tank.name} is a Vehicle: transports carry Soldiers")
    texts = [line.text for line in (*view.deeds.actions(fighting, soldier), *view.deeds.general(fighting))]
    assert "Attack" in texts
    assert "Compare targets" not in texts


def test_where_only_an_enemy_makes_sense_only_enemies_are_listed(start: Start) -> None:
    from engine.values.kinds import ListOf, UnitId
    from screens.pages.fields import Controls

    driver = start(language="en")
    sample(driver, "The Front")
    units, foes = (("a", "Ours"), ("b", "Theirs")), (("b", "Theirs"),)
    controls = Controls(driver.app.table.view, units, foes=foes)
    for kind, names in ((UnitId(), ["Ours", "Theirs"]), (UnitId(enemy=True), ["Theirs"]), (ListOf(UnitId(enemy=True)), ["Theirs"])):
        flow = controls.control(kind, None, lambda _: None)
        assert [pill.name for pill in flow.children][::-1] == names


def test_what_a_card_states_in_words_is_french_in_french(start: Start) -> None:
    driver = start(language="fr")
    driver.app.navigator.replace({"screen": "home"}, {"screen": "setup", "sample": True})
    driver.frames(2)
    driver.tap("Axis & Allies Miniatures")
    unit = next(unit for unit in driver.app.table.state.units.values() if unit.card["nation"] == "Germany" and unit.card["subtypes"] == ("tank",))
    driver.app.navigator.go("unit", unit=unit.id)
    driver.frames(3)
    assert driver.has("Axe, Allemagne, Véhicule")
    assert {line.key: line.value for line in driver.app.table.view.words.card(unit)}["subtypes"] == "char"


def test_what_a_correction_leaves_out_is_told_and_can_be_kept(start: Start, restless: None) -> None:
    """The attacker was destroyed before its attack: the attack is left out with its rule, and one
    tap keeps it; another takes the whole correction back."""
    from engine.values.events import Answered, Opened, TrackerSet
    from engine.values.maps import frozen

    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    session = driver.app.table.session
    ours = [unit.id for unit in session.state.units.values() if unit.seat == 0]
    theirs = [unit.id for unit in session.state.units.values() if unit.seat == 1]
    session.dispatch(TrackerSet(ours[0], "where", "table"))
    index = len(session.log) - 1
    attack = {"attacker": ours[0], "target": theirs[0], "range": 1, "terrain": "clear", "arc": "front"}
    session.overrule(Opened("attack", frozen(attack)))
    while session.prompt and session.prompt.kind == "roll":
        session.answer(tuple((1,) * check.dice for check in session.prompt.checks) if len(session.prompt.checks) > 1 else (1,) * session.prompt.checks[0].dice)
    assert session.prompt is None
    before = [type(event) for event in session.log]
    driver.app.navigator.go("history")
    driver.app.navigator.go("amend", index=index)
    driver.frames(3)
    driver.app.navigator.here["draft"] = "destroyed"
    driver.app.navigator.rebuild()
    driver.frames(3)
    driver.tap("Amend it")
    driver.frames(3)
    assert driver.has("The correction leaves out what does not fit any more")
    assert [type(event) for event in session.log] == before[: index + 1]
    driver.tap("Keep it all the same")
    driver.frames(3)
    assert [type(event) for event in session.log] == before
    assert isinstance(session.log[index + 1], Opened)
    assert "AAM-47" in session.log[index + 1].overruled
    assert any(isinstance(event, Answered) for event in session.log)
    driver.app.table.act(driver.app.table.game.undo)
    assert session.state.unit(ours[0]).where == "table"
