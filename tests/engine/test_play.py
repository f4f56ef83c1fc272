"""A game as commands: each is answered with the next question and what changed; what is wrong
changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.doors.play import COMMANDS, Game
from engine.games import RULESETS
from engine.values.kinds import Word
from tests.engine.tables import ANY_JSON, GAMES, GUN, PAIR, SHOT, TANK, UNITS, Plain, done, mutated, opened, setup, started, unit

SEVEN_HITS = [6, 6, 6, 5, 4, 4, 4, 3, 2, 1, 1]
FOREST = {**SHOT, "terrain": "forest"}


def changes(reply: Plain) -> list[tuple[Any, ...]]:
    return [(each["unit"], each["tracker"], each["from"], each["to"]) for each in reply["changes"]]


def story(play: Game) -> Any:
    """All there is of a game."""
    session = play.session
    return session and (session.state, tuple(session.log), session.correcting, session.redoes, session.left_out)


# A scripted game


def test_a_turn_by_commands() -> None:
    play = Game(RULESETS, "aam")
    first = done(play, do="start", setup={"units": UNITS["aam"], "scenario": "meeting"})
    assert (first["turn"], first["step"], first["prompt"]["key"]) == (1, "initiative", "initiative")
    assert [check["what"] for check in first["prompt"]["checks"]] == ["initiative:0", "initiative:1"]
    order = done(play, do="answer", prompt="initiative", value=[[6, 5], [1, 1]])
    assert [option["key"] for option in order["prompt"]["options"]] == ["first", "second"]
    assert done(play, do="answer", value="second")["seat"] == 1
    assert done(play, do="advance")["step"] == "first_movement"
    assert done(play, do="advance", to="second_assault")["seat"] == 0

    aimed = done(play, do="open", procedure="attack", **{"with": FOREST})
    assert aimed["prompt"]["checks"][0]["target"] == 4
    assert done(play, do="bonus", amount=1, why="high ground")["prompt"]["checks"][0]["target"] == 3
    covered = done(play, do="answer", value=SEVEN_HITS, source="app")
    assert (covered["prompt"]["key"], covered["prompt"]["asked_of"]) == ("cover", 1)
    assert getattr(play.on.log[-1], "source", None) == "app"
    assert done(play, do="undo")["prompt"]["key"] == "attack"
    assert done(play, do="redo")["prompt"]["key"] == "cover"
    hit = done(play, do="answer", prompt="cover", value=[4])
    assert changes(hit) == [("a", "attacked", False, True), ("b", "face_down", [], ["disrupted", "damaged"])]
    assert getattr(play.on.log[-1], "source", None) == "table"
    assert hit["prompt"] is None

    ledger = done(play, do="advance", to="casualty")
    assert [line["text"] for line in ledger["ledger"]] == ["Gun: turn face up: Disrupted, Damaged"]
    assert done(play, do="tick", line=0)["prompt"]["ledger"][0]["done"] is True
    assert done(play, do="tick", line=0, done=False)["prompt"]["ledger"][0]["done"] is False
    assert "yes names no lines of the ledger" in play.do({"do": "answer", "value": [True]})["error"]
    turned = done(play, do="answer", value=[])
    both = ["disrupted", "damaged"]
    assert changes(turned)[-2:] == [("b", "face_down", both, []), ("b", "face_up", [], both)]
    again = done(play, do="advance", to="initiative")
    assert (again["turn"], again["prompt"]["key"]) == (2, "initiative")


def test_things_done_by_hand() -> None:
    play = started("aam")
    marked = done(play, do="set", unit="a", tracker="face_up", value=["damaged"])
    assert changes(marked) == [("a", "face_up", [], ["damaged"])]
    assert changes(done(play, do="set", unit="a", tracker="face_up")) == [("a", "face_up", ["damaged"], [])]
    assert changes(done(play, do="set", unit="@1", tracker="points", value=7)) == [("@1", "points", None, 7)]
    assert changes(done(play, do="set", tracker="weather", value="mud")) == [("", "weather", None, "mud")]
    assert changes(done(play, do="set", unit="r", tracker="aboard", value="b")) == [("r", "aboard", None, "b")]
    added = done(play, do="add", unit="c", card=TANK, seat=1, state={"where": "reserve"})
    assert changes(added) == [("c", "where", "table", "reserve")]
    assert changes(done(play, do="move", unit="c", where="table")) == [("c", "where", "reserve", "table")]
    assert done(play, do="option", option="defense_floor", value="0")["changes"] == []
    assert done(play, do="note", text="it rains")["changes"] == []
    state = done(play, do="state")["state"]
    assert state["readings"]["defense_floor"] == "0"
    assert (state["table"], state["seats"]) == ({"weather": "mud"}, [{}, {"points": 7}])
    assert state["units"]["c"]["seat"] == 1


def test_maps_are_told_by_their_parts() -> None:
    play = started("duel")
    reply = done(play, do="set", unit="a", tracker="spent", value={"left": 1, "right": 2})
    assert changes(reply) == [("a", "spent.left", None, 1), ("a", "spent.right", None, 2)]
    reply = done(play, do="set", unit="a", tracker="spent", value={"right": 2})
    assert changes(reply) == [("a", "spent.left", 1, None)]


def test_a_procedure_may_be_broken_off() -> None:
    play = opened("attack", "aam", **SHOT)
    assert done(play, do="abandon")["prompt"] is None
    assert play.do({"do": "abandon"}) == {"error": "nothing is asked"}


def test_a_whole_procedure_is_undone_at_once() -> None:
    play = started("aam")
    before = play.on.state
    done(play, do="open", procedure="attack", **{"with": FOREST})
    done(play, do="answer", value=SEVEN_HITS)
    done(play, do="undo", procedure=True)
    assert play.on.state == before


def test_many_taps_are_undone_and_redone() -> None:
    play = started("aam")
    for n in range(3):
        done(play, do="set", tracker="count", value=n + 1)
    done(play, do="undo", n=2)
    assert play.on.state.trackers["count"] == 1
    done(play, do="redo", n=2)
    assert play.on.state.trackers["count"] == 3


def test_an_amended_answer_drops_what_it_makes_void() -> None:
    play = started("aam")
    done(play, do="open", procedure="attack", **{"with": FOREST})
    done(play, do="answer", value=SEVEN_HITS)
    done(play, do="answer", value=[4])
    done(play, do="note", text="later")
    reply = done(play, do="amend", event=1, value=[1] * 11)
    assert changes(reply) == [("b", "face_down", ["disrupted", "damaged"], [])]
    assert reply["dropped"] == 1
    assert reply["prompt"] is None


def test_what_a_correction_leaves_out_is_told_with_its_rule_and_can_be_kept() -> None:
    """The attacker is destroyed by a correction: a destroyed unit makes no attack (AAM-47)."""
    play = started("aam")
    done(play, do="set", unit="a", tracker="smoke", value=1)
    done(play, do="set", unit="a", tracker="where", value="table")
    done(play, do="open", procedure="attack", **{"with": FOREST})
    done(play, do="answer", value=SEVEN_HITS)
    done(play, do="answer", value=[4])
    reply = done(play, do="amend", event=1, value="destroyed")
    assert [(row["number"], row.get("refused", {}).get("refs", [])) for row in reply["left_out"]] == [(2, ["AAM-47"]), (3, []), (4, [])]
    assert reply["dropped"] == 3
    kept = done(play, do="keep", event=2)
    assert "left_out" not in kept
    assert changes(kept) == [("a", "attacked", False, True), ("b", "face_down", [], ["disrupted", "damaged"])]
    assert done(play, do="undo")["event"] == 4
    assert play.on.state.unit("a").where == "table"
    assert "left out no event" in play.do({"do": "keep", "event": 2})["error"]


def test_an_amended_answer_may_ask_for_another_first() -> None:
    play = started("aam")
    done(play, do="open", procedure="attack", **{"with": FOREST})
    done(play, do="answer", value=[1] * 11)
    done(play, do="note", text="later")
    assert done(play, do="amend", event=1, value=SEVEN_HITS)["prompt"]["key"] == "cover"
    assert play.on.correcting
    done(play, do="answer", value=[4])
    assert not play.on.correcting
    assert play.on.state.unit("b").marks("face_down") == ("disrupted", "damaged")


def test_rolls_may_come_with_the_opening() -> None:
    play = started("aam")
    rolled = {**FOREST, "roll": {"attack": SEVEN_HITS, "cover": [6]}, "bonuses": [{"amount": 1, "why": "hill"}]}
    reply = done(play, do="open", procedure="attack", **{"with": rolled})
    assert reply["prompt"] is None
    assert ("b", "face_down", [], ["disrupted"]) in changes(reply)


@pytest.mark.parametrize("roll", [{"duel": [[6, 1], [1]]}, {"duel": {"duel:0": [6, 1], "duel:1": [1]}}, {"duel:0": [6, 1], "duel:1": [1]}, {"duel": [6, 1, 1]}])
def test_rolls_come_by_prompt_by_check_or_in_one_row(roll: Plain) -> None:
    play = started("duel")
    told = {**PAIR, "roll": {**roll, "volley": ["hit", "miss"]}}
    assert changes(done(play, do="open", procedure="duel", otherwise="default", **{"with": told})) == [("b", "hits", 0, 1)]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([[6, 1], [1]], "volley"),
        ([6, 1, 1], "volley"),
        ({"duel:0": 6, "duel:1": 2}, "volley"),
        ([1, 1, 6], None),
        ([6, 1, 1, 1], "more dice were rolled than are asked for"),
        ([6, 1], "1 dice are rolled, not 0"),
        ([7, 1, 1], "a d6 does not show 7"),
    ],
)
def test_faces_in_order_answer_a_prompt_of_several_checks(value: Any, said: str | None) -> None:
    play = opened("duel", **PAIR)
    done(play, do="answer", value="stand")
    reply = play.do({"do": "answer", "prompt": "duel", "value": value})
    assert (said in reply["error"]) if "error" in reply and said else (reply["prompt"] and reply["prompt"]["key"]) == said


def test_a_row_that_ends_too_soon_leaves_the_prompt_open() -> None:
    command = {"do": "open", "procedure": "duel", "otherwise": "default"}
    reply = done(started("duel"), **command, **{"with": {**PAIR, "roll": {"volley": ["hit"]}}})
    assert reply["prompt"]["key"] == "duel"
    assert "rolled" in started("duel").do({**command, "with": {**PAIR, "roll": {"duel": [6, 1]}}})["error"]


def test_choices_may_come_with_the_opening() -> None:
    told = {**PAIR, "answers": {"stance": "lean"}}
    assert done(started("duel"), do="open", procedure="duel", **{"with": told})["prompt"]["checks"][0]["total"] == 1


def test_each_reply_names_its_last_event_and_the_command_it_answers() -> None:
    play = started("aam")
    assert done(play, do="state")["event"] is None
    assert done(play, do="open", procedure="attack", **{"with": FOREST})["event"] == 0
    assert done(play, do="answer", value=SEVEN_HITS)["event"] == 1
    assert done(play, do="amend", event=1, value=[1] * 11)["prompt"] is None
    assert play.do({"do": "state", "id": "x"})["id"] == "x"
    assert play.do({"do": "dance", "id": 7})["id"] == 7


@pytest.mark.rule("AAM-25")
def test_what_a_ledger_changes_is_by_the_rule_of_its_line() -> None:
    play = started("aam", units={**UNITS["aam"], "b": unit(GUN, 1, face_down=["disrupted"])})
    done(play, do="advance", to="casualty")
    turned = done(play, do="answer", value=[])["changes"]
    assert {each["ref"] for each in turned if each["unit"] == "b"} == {"AAM-25"}


@pytest.mark.parametrize(
    ("tracker", "value", "changed"),
    [
        ("ammo.Bazooka", 0, [("a", "ammo.Bazooka", 1, 0)]),
        ("ammo.Panzerfaust", 2, [("a", "ammo.Panzerfaust", None, 2)]),
        ("ammo.Bazooka", None, [("a", "ammo.Bazooka", 1, None)]),
        ("ammo.Bazooka", "x", "a.ammo.Bazooka: not a whole number"),
        ("damage.x", 1, "a.damage: not a whole number"),
        ("my.own", 3, [("a", "my.own", None, 3)]),
    ],
)
def test_a_tracker_inside_a_table_is_set_by_its_dotted_name(tracker: str, value: Any, changed: Any) -> None:
    play = Game(RULESETS, "dust")
    done(play, do="start", state={"step": "activation", "units": {"a": unit({"name": "Squad"}, ammo={"Bazooka": 1})}})
    reply = play.do({"do": "set", "unit": "a", "tracker": tracker, "value": value})
    assert (reply["error"] if isinstance(changed, str) else changes(reply)) == changed


# Prompts of every kind


def test_each_seat_answers_for_itself() -> None:
    play = started("tiny", "tidy")
    bids = done(play, do="open", procedure="bid")["prompt"]
    assert bids["sealed"] is True
    assert [(slot["key"], slot["asked_of"]) for slot in bids["slots"]] == [("bid:0", 0), ("bid:1", 1)]
    assert [slot["given"] for slot in bids["slots"]] == [False, False]
    assert (bids["slots"][0]["least"], bids["slots"][0]["most"]) == (0, 5)
    given = done(play, do="answer", prompt="bid:1", value=4)["prompt"]
    assert [slot["given"] for slot in given["slots"]] == [False, True]
    assert changes(done(play, do="answer", value=2)) == [("", "highest", None, 4)]


def test_forms_numbers_choices_and_questions() -> None:
    play = started("tiny")
    form = done(play, do="open", procedure="inquiry")["prompt"]
    assert (form["kind"], set(form["fields"]["properties"])) == ("form", {"far", "wet"})
    assert done(play, do="answer", value={"far": 3})["prompt"]["kind"] == "number"
    choice = done(play, do="answer", value=5)["prompt"]
    assert choice["options"][1]["refused"]["key"] == "no_red"
    assert play.do({"do": "answer", "value": "red"})["refused"]["key"] == "no_red"
    overruled = done(play, do="answer", value="red", overrule=True)
    assert overruled["overruled"] == ["TINY-01"]
    assert overruled["prompt"]["kind"] == "confirm"
    assert changes(done(play, do="answer", value=True)) == [("", "told", None, [3, 5, "red", True])]


def test_a_value_the_card_lacks_is_asked_for() -> None:
    play = started("tiny")
    play.do({"do": "advance"})
    asked = done(play, do="open", procedure="shoot", **{"with": {"unit": "b"}})["prompt"]
    assert (asked["kind"], asked["about"]) == ("card", ["b", "power"])
    shot = done(play, do="answer", value=2)["prompt"]
    assert (shot["key"], shot["checks"][0]["dice"], shot["readings"]) == ("shoot", 2, {"easy": "no"})
    assert play.on.state.unit("b").stated("power") == 2


def test_two_checks_of_one_prompt_have_odds_and_rows_each() -> None:
    play = opened("duel", **PAIR)
    assert done(play, do="state")["prompt"]["default"] == "stand"
    prompt = done(play, do="answer", value="lean")["prompt"]
    assert "default" not in prompt
    assert [(check["what"], check["dice"], check["total"]) for check in prompt["checks"]] == [("duel:0", 2, 1), ("duel:1", 1, 1)]
    assert prompt["checks"][0]["odds"] == {"2": "1/36", "3": "1/12", "4": "5/36", "5": "7/36", "6": "1/4", "7": "11/36"}
    assert [(row["key"], row["amount"]) for row in prompt["checks"][0]["rows"]] == [("base", 0), ("lean", 1)]
    volley = done(play, do="answer", value={"duel:0": [6, 1], "duel:1": [1]})["prompt"]
    assert (volley["checks"][0]["target"], volley["checks"][0]["rows"][0]["after"]) == ("hit", "8/9")


# Starting and leaving


@pytest.mark.parametrize("game", RULESETS)
def test_a_table_handed_out_can_be_handed_in_again(game: str) -> None:
    units = RULESETS[game].examples[0].question["units"]
    assert isinstance(units, dict)
    play = Game(RULESETS)
    done(
        play,
        do="start",
        state={"game": game, "turn": 3, "first": 1, "scenario": "meeting", "table": {"weather": "mud"}, "seats": [{}, {"points": 2}], "units": units},
    )
    place = RULESETS[game].tracker("where")
    assert place
    assert isinstance(place.kind, Word)
    done(play, do="set", unit=next(iter(units)), tracker="where", value=place.kind.choices[1])
    state = done(play, do="state")["state"]
    again = Game(RULESETS)
    done(again, do="start", state=json.loads(json.dumps(state)))
    assert again.on.state == play.on.state
    assert done(again, do="state")["state"] == state
    assert (state["game"], state["scenario"], state["turn"], state["first"]) == (game, "meeting", 3, 1)


def test_what_a_unit_does_not_state_is_empty_and_of_the_first_seat() -> None:
    play = started("tiny", units={"a": {"card": {}, "state": {"marks": None, "acted": None}}, "b": unit({}, 1, where="table")})
    assert [(each.seat, dict(each.trackers)) for each in play.on.state.units.values()] == [(0, {}), (1, {})]


def test_a_step_in_the_middle_of_the_turn_belongs_to_its_seat() -> None:
    assert started("aam", "second_assault", first=0).on.state.seat == 1
    assert started("aam", "second_assault", first=1).on.state.seat == 0
    assert started("aam", "first_assault", first=1).on.state.seat == 1
    assert started("duel", seat=1).on.state.seat == 1


def test_a_name_given_to_a_unit_is_its_name() -> None:
    play = started("aam", units={"a": {**unit(TANK), "name": "Old Bess"}, "b": unit(GUN, 1)})
    assert play.on.state.unit("a").name == "Old Bess"
    assert done(play, do="open", procedure="attack", **{"with": SHOT})["prompt"]["text"] == "Old Bess attacks Gun"


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ({"do": "start"}, "game: '' is none of aam, dust"),
        ({"do": "start", "game": "chess"}, "chess"),
        ({"do": "start", "game": "aam", "setup": 1}, "setup: not a table of names"),
        ({"do": "start", "game": "aam", "state": {"turn": 0}}, "state.turn: less than 1"),
        ({"do": "start", "game": "aam", "state": {"step": "tea"}}, "tea"),
        ({"do": "start", "game": "aam", "state": {"first": 2}}, "first: there is no seat 2"),
        ({"do": "start", "game": "aam", "state": {"seats": [{}, {}, {"points": 1}]}}, "there is no seat"),
        ({"do": "start", "game": "aam", "state": {"readings": {"mood": "good"}}}, "mood"),
        (
            {"do": "start", "game": "aam", "state": {"units": {"a": unit({"speed": -1}), "b": unit({"cost": "x"})}}},
            "state.units.a.card.speed: less than 0; state.units.b.card.cost: not a whole number",
        ),
        ({"do": "start", "game": "aam", "state": {"units": {"a/b": {"card": {}}}}}, "a/b cannot name a unit"),
        ({"do": "start", "game": "aam", "state": {"units": {"a": {"card": {}, "seat": 5}}}}, "there is no seat 5"),
        ({"do": "state"}, "no game has been started"),
        ({"do": "advance", "otherwise": "default"}, "no game has been started"),
    ],
)
def test_a_game_that_cannot_start_says_why(command: Plain, error: str) -> None:
    play = Game(RULESETS)
    assert error in play.do(command)["error"]
    assert play.session is None


# No


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (7, "a command is an object"),
        ({}, "do: None is none of start, open"),
        ({"do": "dance"}, "'dance' is none of"),
        ({"do": ["open"]}, "is none of"),
        ({"do": "open"}, "procedure: is missing"),
        ({"do": "open", "procedure": "castle"}, "castle"),
        ({"do": "open", "procedure": "attack", "with": {"attacker": "a"}}, "situation.target: is missing"),
        ({"do": "open", "procedure": "attack", "with": {"attacker": "z", "target": "b"}}, "there is no unit z"),
        ({"do": "plan", "procedure": "attack", "with": {"attacker": {"x": 1}}}, "attacker: names no unit of this table"),
        ({"do": "open", "procedure": "attack", "with": {**SHOT, "bonuses": [{}]}}, "situation.bonuses.0.amount: is missing"),
        ({"do": "answer", "value": 1}, "nothing is asked"),
        ({"do": "set", "unit": "z", "tracker": "x", "value": 1}, "there is no unit z"),
        ({"do": "set", "unit": "@7", "tracker": "x", "value": 1}, "there is no seat"),
        ({"do": "set", "unit": "a", "tracker": "face_up", "value": ["bored"]}, "a.face_up.0: none of disrupted"),
        ({"do": "set", "unit": "a", "tracker": "x", "value": 0.5}, "value: "),
        ({"do": "add", "unit": "c", "card": 1}, "card: not a table of names"),
        ({"do": "add", "unit": "a", "card": {}}, "there is a unit a already"),
        ({"do": "add", "unit": "@1", "card": {}}, "cannot name a unit"),
        ({"do": "add", "unit": "c", "card": {"speed": "fast"}}, "card.speed: not a whole number"),
        ({"do": "move", "unit": "z", "where": "table"}, "there is no unit z"),
        ({"do": "bonus", "amount": 100}, "amount: more than 99"),
        ({"do": "bonus", "amount": 1}, "nothing is asked"),
        ({"do": "option", "option": "mood", "value": "good"}, "mood"),
        ({"do": "tick", "line": 0}, "nothing is asked"),
        ({"do": "note"}, "text: is missing"),
        ({"do": "advance", "to": "tea"}, "tea"),
        ({"do": "undo", "n": 0}, "n: less than 1"),
        ({"do": "redo", "n": "x"}, "n: not a whole number"),
        ({"do": "amend", "event": 9, "value": 1}, "there is no event 9"),
        ({"do": "state", "now": True}, "now: not known here"),
        ({"do": "state", "otherwise": "guess"}, "otherwise: none of default"),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(command: Any, error: str) -> None:
    play = started("aam")
    before = story(play)
    assert error in play.do(command)["error"]
    assert story(play) == before


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ({"do": "answer", "value": [7] * 11}, "a d6 does not show 7"),
        ({"do": "answer", "value": [6]}, "10 more dice"),
        ({"do": "answer", "prompt": "cover", "value": [6]}, "attack"),
        ({"do": "tick", "line": 0}, "line"),
        ({"do": "answer", "value": [{"left": 1}]}, "a d6 does not show left: 1"),
        ({"do": "answer", "value": "six\nsix"}, "six six is not a list of faces"),
        ({"do": "answer", "value": "6" * 9999}, "666…"),
        ({"do": "amend", "event": 0, "value": 1}, "only an answer"),
    ],
)
def test_a_wrong_answer_leaves_the_question_open(command: Plain, error: str) -> None:
    play = opened("attack", "aam", **SHOT)
    before = story(play)
    assert error in play.do(command)["error"]
    assert story(play) == before


@pytest.mark.parametrize(
    ("step", "command", "key"),
    [
        ("first_assault", {"do": "open", "procedure": "attack", "with": {**SHOT, "range": 9}}, "out_of_range"),
        ("first_assault", {"do": "open", "procedure": "attack", "with": {**SHOT, "target": "a"}}, "not_an_enemy"),
        ("first_assault", {"do": "open", "procedure": "casualty"}, "not_now"),
        ("second_assault", {"do": "open", "procedure": "attack", "with": SHOT}, "not_yours"),
    ],
)
def test_what_the_rules_forbid_is_refused_and_changes_nothing(step: str, command: Plain, key: str) -> None:
    play = started("aam", step)
    before = story(play)
    assert play.do(command)["refused"]["key"] == key
    assert story(play) == before
    assert "refused" not in play.do({**command, "overrule": True})
    assert play.on.log[-1].overruled


def test_an_open_question_holds_up_the_step() -> None:
    play = opened("attack", "aam", **SHOT)
    before = story(play)
    assert play.do({"do": "advance"})["refused"]["key"] == "open_question"
    assert play.do({"do": "advance", "to": "end"})["refused"]["key"] == "open_question"
    assert story(play) == before
    assert done(play, do="advance", overrule=True)["step"] == "second_assault"


def test_a_step_that_repeats_is_not_left_before_it_is_done() -> None:
    play = started("tiny")
    assert done(play, do="advance")["step"] == "act"
    assert play.do({"do": "advance", "leave": True})["refused"]["key"] == "not_done"
    assert play.do({"do": "advance", "to": "tidy"})["refused"]["key"] == "not_done"
    assert done(play, do="advance", to="tidy", overrule=True)["step"] == "tidy"


def test_an_overruling_may_stand_in_the_situation() -> None:
    play = started("aam")
    reply = done(play, do="open", procedure="attack", **{"with": {**SHOT, "range": 9, "overrule": True}})
    assert reply["overruled"] == ["AAM-13"]


def test_an_overruling_is_told_with_dice_that_came_with_it_and_not_once_it_is_taken_back() -> None:
    play = started("aam")
    rolled = {**SHOT, "range": 9, "overrule": True, "roll": {"attack": [1] * 9}}
    reply = done(play, do="open", procedure="attack", **{"with": rolled})
    assert reply["event"] == 1
    assert reply["overruled"] == ["AAM-13"]
    assert "overruled" not in done(play, do="undo")


# Otherwise


def test_prompts_not_named_take_their_default() -> None:
    play = started("duel")
    reply = done(play, do="open", procedure="duel", otherwise="default", **{"with": PAIR})
    assert (reply["prompt"]["key"], reply["prompt"]["checks"][0]["total"]) == ("duel", 0)
    assert done(play, do="answer", prompt="duel", value=[[1, 1], [6]], otherwise="default")["prompt"] is None


def test_prompts_before_the_one_named_take_their_default_too() -> None:
    play = opened("duel", **PAIR)
    reply = done(play, do="answer", prompt="duel", value=[[6, 1], [1]], otherwise="default")
    assert reply["prompt"]["key"] == "volley"


def test_the_prompt_named_is_not_answered_by_default() -> None:
    play = opened("duel", **PAIR)
    reply = done(play, do="answer", prompt="stance", value="lean", otherwise="default")
    assert reply["prompt"]["checks"][0]["total"] == 1


def test_a_turn_runs_through_by_default_as_far_as_no_dice_stop_it() -> None:
    play = started("aam", units={"b": unit(GUN, 1, face_down=["damaged"])})
    reply = done(play, do="advance", to="initiative", otherwise="default")
    assert (reply["turn"], reply["step"], reply["prompt"]["key"]) == (2, "initiative", "initiative")
    assert play.on.state.unit("b").marks("face_up") == ("damaged",)


def test_slots_take_their_default_too() -> None:
    play = started("tiny", "tidy")
    done(play, do="open", procedure="bid")
    assert changes(done(play, do="answer", prompt="bid:0", value=3, otherwise="default")) == [("", "highest", None, 3)]


def test_a_form_without_defaults_stays_open() -> None:
    assert done(started("tiny"), do="open", procedure="inquiry", otherwise="default")["prompt"]["key"] == "form"


# A command that fails changes nothing


def test_an_opening_with_a_wrong_roll_changes_nothing() -> None:
    play = started("aam")
    before = story(play)
    assert "error" in play.do({"do": "open", "procedure": "attack", "with": {**SHOT, "roll": {"attack": [7]}}})
    assert story(play) == before


def test_defaults_before_a_refused_command_change_nothing() -> None:
    play = started("aam", units={**UNITS["aam"], "b": unit(GUN, 1, face_down=["damaged"])})
    done(play, do="advance", to="casualty")
    before = story(play)
    assert "refused" in play.do({"do": "open", "procedure": "attack", "with": SHOT, "otherwise": "default"})
    assert story(play) == before


def test_a_refused_way_to_a_step_leaves_a_correction_alone() -> None:
    play = started("aam")
    done(play, do="open", procedure="attack", **{"with": FOREST})
    done(play, do="answer", value=[1] * 11)
    done(play, do="note", text="later")
    done(play, do="amend", event=1, value=SEVEN_HITS)
    before = story(play)
    assert "refused" in play.do({"do": "advance", "to": "end"})
    assert story(play) == before


def test_a_refused_way_to_a_step_leaves_nothing_to_redo() -> None:
    play = started("tiny", "start")
    before = story(play)
    assert play.do({"do": "advance", "to": "tidy"})["refused"]["key"] == "not_done"
    assert play.on.state.step == "start"
    assert story(play) == before


@pytest.mark.parametrize("unit", ["a", "", "@0"])
def test_a_unit_is_moved_only_to_a_place_there_is(unit: str) -> None:
    play = started("aam")
    assert "error" in play.do({"do": "move", "unit": unit, "where": "moon"})


# The law

STARTS: tuple[Plain, ...] = (
    {"do": "start", "game": "aam", "setup": {"units": UNITS["aam"]}},
    {"do": "start", "state": setup("aam")},
    {"do": "start", "state": setup("tiny")},
    {"do": "start", "state": setup("duel")},
)
LINES: tuple[Plain, ...] = (
    *STARTS,
    {"do": "open", "procedure": "attack", "with": FOREST},
    {"do": "open", "procedure": "inquiry", "overrule": True},
    {"do": "open", "procedure": "bid", "overrule": True},
    {"do": "open", "procedure": "shoot", "with": {"unit": "b"}, "overrule": True},
    {"do": "open", "procedure": "duel", "with": PAIR},
    {"do": "answer", "value": "lean"},
    {"do": "answer", "value": [[6, 1], [1]]},
    {"do": "answer", "value": ["hit", "miss"]},
    {"do": "answer", "value": SEVEN_HITS},
    {"do": "answer", "value": [4]},
    {"do": "answer", "value": [[6, 5], [1, 1]]},
    {"do": "answer", "value": "first"},
    {"do": "answer", "value": 2},
    {"do": "answer", "value": True},
    {"do": "answer", "value": []},
    {"do": "answer", "value": {"far": 3}},
    {"do": "set", "unit": "b", "tracker": "face_down", "value": ["disrupted"]},
    {"do": "set", "unit": "a", "tracker": "marks", "value": ["red"]},
    {"do": "add", "unit": "c", "card": {"name": "C"}, "seat": 1, "state": {}},
    {"do": "move", "unit": "b", "where": "destroyed"},
    {"do": "bonus", "amount": -1, "why": "mud"},
    {"do": "option", "option": "defense_floor", "value": "0"},
    {"do": "tick", "line": 0},
    {"do": "note", "text": "x"},
    {"do": "abandon"},
    {"do": "advance"},
    {"do": "advance", "overrule": True},
    {"do": "undo"},
    {"do": "undo", "procedure": True},
    {"do": "redo"},
    {"do": "amend", "event": 1, "value": [1] * 11},
    {"do": "amend", "event": 2, "value": [4]},
    {"do": "keep", "event": 2},
    {"do": "plan", "procedure": "attack", "with": {"attacker": "a"}},
    {"do": "state"},
)
FARTHER: tuple[Plain, ...] = (
    *LINES,
    {"do": "advance", "to": "casualty", "otherwise": "default"},
    {"do": "advance", "to": "tidy"},
    {"do": "answer", "value": 1, "otherwise": "default"},
    {"do": "state", "otherwise": "default"},
)


def test_every_command_is_among_them() -> None:
    assert {line["do"] for line in LINES} == set(COMMANDS)


@pytest.mark.law
@given(st.sampled_from(STARTS), st.lists(st.sampled_from(FARTHER), max_size=12))
def test_a_command_is_done_whole_or_not_at_all(start: Plain, lines: list[Plain]) -> None:
    play = Game(GAMES)
    play.do(start)
    for line in lines:
        before = story(play)
        reply = play.do(line)
        json.dumps(reply)
        assert not {"error", "refused"} & set(reply) or story(play) == before


@pytest.mark.law
@given(st.lists(st.sampled_from(FARTHER) | st.sampled_from(FARTHER).flatmap(mutated) | ANY_JSON, max_size=8))
def test_any_commands_are_answered(lines: list[Any]) -> None:
    play = Game(GAMES)
    play.do(STARTS[1])
    for line in lines:
        reply = play.do(line)
        json.dumps(reply)
        assert len({"prompt", "error", "refused"} & set(reply)) == 1
