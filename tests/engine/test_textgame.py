"""The text game: what a person types is done, and told in sentences."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.doors.textgame import TextGame
from engine.doors.textlines import wants, whose
from engine.values.kinds import Either, Field, Flag, Kind, Whole, Word
from engine.values.model import D6, Check, Prompt
from engine.values.texts import say
from tests.engine.tables import GAMES, GUN, TANK, setup, unit
from tests.engine.tiny import REF

SMALL = setup("tiny")
DUEL = setup("duel")
GUIDE = ("  due: ", "  can still act: ", "  next: ", "  * ")
AIM = "open attack attacker=a target=b range=4 arc=front terrain=forest"


def typed(*lines: str, game: str = "aam", state: Any = None) -> list[str]:
    """What is said after a table was set up and these lines were typed."""
    given = setup("aam") if state is None else state
    start = json.dumps({"do": "start", "state": given})
    before, after = (told(game, start, *some) for some in ((), lines))
    assert after[: len(before)] == before
    return [uncited(line) for line in after[len(before) :]]


def uncited(line: str) -> str:
    """A line without the rule in brackets at its end; that it is there has its own test."""
    return re.sub(r" \[[A-Z0-9]+-\d+\]$", "", line)


def told(game: str, *lines: str) -> list[str]:
    """What is said, without the guide and the story, which have their own tests."""
    return [line for line in guided(game, *lines) if not line.startswith(GUIDE)]


def guided(game: str, *lines: str) -> list[str]:
    out = io.StringIO()
    assert TextGame(GAMES, game, io.StringIO("".join(f"{line}\n" for line in lines)), out).run() == 0
    return out.getvalue().splitlines()


def test_what_the_hands_do_is_told_when_a_deed_has_ended() -> None:
    start = json.dumps({"do": "start", "state": setup("aam")})
    said = guided("aam", start, AIM, "6 6 6 5 4 4 4 3 2 1 1", "4")
    assert [uncited(line) for line in said if line.startswith("  * ")] == ["  * Gun: lay Disrupted face down", "  * Gun: lay Damaged face down"]


def test_what_is_due_who_can_act_and_the_way_on_stand_below_each_reply() -> None:
    start = json.dumps({"do": "start", "state": setup("aam", step="initiative")})
    said = guided("aam", start, "advance")
    assert said[-7:] == [
        "-- turn 1, Initiative, seat 1",
        "  due: set-up [AAM-06] (open setup)",
        "  due: initiative [AAM-18] (open initiative)",
        "  next: set-up",
        "-- turn 1, First player's movement, seat 1",
        "  can still act: a",
        "  next: move a unit",
    ]


def test_an_attack_by_typed_lines() -> None:
    said = typed(AIM, "6 6 6 5 4 4 4 3 2 1 1", "4")
    assert [line.partition(" Chance")[0] for line in said] == [
        "-- turn 1, First player's assault, seat 1",
        "? Tank attacks Gun (seat 1)",
        "  Roll 11 d6. 4+ succeeds. You need 5.",
        "-- turn 1, First player's assault, seat 1",
        "? Gun takes cover (seat 2)",
        "  Roll 1 d6. 5+ succeeds.",
        "= Tank attacks Gun: Gun will be disrupted and damaged",
        "  7 of 11 succeed, 5 needed: 2 hits",
        "  Gun takes cover: 4 rolled, 5 or more needed: failure",
        "  a: attacked no -> yes",
        "  b: face_down nothing -> disrupted, damaged",
        "-- turn 1, First player's assault, seat 1",
    ]


def test_every_question_and_every_number_names_its_rule() -> None:
    said = told("tiny", json.dumps({"do": "start", "state": SMALL}), "open shoot unit=a", "why")
    assert "? shoot (seat 1) [TINY-01]" in said
    assert said[-1] == "    as printed: 0 -> 4 (87.5% -> 87.5%) [TINY-01]"
    assert told("tiny", json.dumps({"do": "start", "state": SMALL}), "set a hits=2")[-2] == "  a: hits 0 -> 2 [TINY-01]"


def test_successes_may_be_counted_at_the_table() -> None:
    assert typed(AIM, "= 4")[-2] == "  a: attacked no -> yes"
    assert typed(AIM, "= 12")[-1].startswith("! 12 is not a possible result")


def test_a_number_says_why() -> None:
    shaken = setup("aam", units={"a": unit(TANK, face_up=["disrupted"]), "b": unit(GUN, 1)})
    assert typed(AIM, "why", state=shaken)[-5:] == [
        "  attack:",
        "    medium range, against Vehicles: +11 dice",
        "    front defense: +5 needed",
        "    as printed: 0 -> 4 (72.6% -> 72.6%)",
        "    attacker disrupted or damaged: -1 -> 5 (72.6% -> 28.9%)",
    ]


def test_without_a_number_there_is_nothing_to_say() -> None:
    assert typed("why") == []


def test_units_and_offers_are_listed() -> None:
    known = setup("aam", units={"a": unit(TANK, face_up=["damaged"]), "b": unit(GUN, 1, where="reserve")})
    tank, gun = typed("units", state=known)
    assert tank.startswith("  a: Tank, seat 1, table, face_up ")
    assert "damaged" in tank
    assert gun.startswith("  b: Gun, seat 2, reserve")
    assert typed("offers", state=SMALL) == ["  shoot (active) [unit=...]", "  inquiry (other)"]
    assert "  concede (all) seat=..." in typed("offers", state=known)


def test_steps_go_on_and_back() -> None:
    assert typed("advance") == ["-- turn 1, Second player's assault, seat 2"]
    assert typed("advance end")[-1] == "-- turn 1, End of turn, seat 2"
    assert typed("advance", "undo")[-1] == "-- turn 1, First player's assault, seat 1"
    assert typed("advance", "undo", "redo")[-1] == "-- turn 1, Second player's assault, seat 2"
    assert typed("advance", "advance", "undo 2")[-1] == "-- turn 1, First player's assault, seat 1"
    assert typed("undo x")[-1] == "! n: not a whole number"
    assert typed(AIM, "abandon")[-1] == "-- turn 1, First player's assault, seat 1"


def test_trackers_are_set_by_hand() -> None:
    assert typed("set a face_up=damaged,disrupted")[0] == "  a: face_up nothing -> damaged, disrupted"
    assert typed("set a moved=yes")[0] == "  a: moved no -> yes"
    assert typed("set a count=-3")[0] == "  a: count nothing -> -3"


def test_a_ledger_is_settled_by_enter_or_by_the_lines_declined() -> None:
    marked = setup("aam", units={"b": unit(GUN, 1, face_down=["damaged"])})
    assert "  1. Gun: turn face up: Damaged" in typed("advance casualty", state=marked)
    assert "  b: face_up nothing -> damaged" in typed("advance casualty", "", state=marked)
    assert typed("advance casualty", "1", state=marked)[-1] == "-- turn 1, Casualty phase, seat 2"
    assert typed("advance casualty", "2", state=marked)[-1].startswith("! 1 names no lines")


def test_a_word_settles_no_ledger() -> None:
    marked = setup("aam", units={"b": unit(GUN, 1, face_down=["damaged"])})
    assert typed("advance casualty", "units 1", state=marked)[-1] == ("! units is no line: enter lets all of it happen, numbers name the lines that do not")


def test_enter_takes_what_is_advised_and_else_nothing() -> None:
    assert typed("") == []
    assert "? duel (seat 1)" in typed("open duel by=a at=b", "", state=DUEL)
    assert typed("open inquiry", "far=3", state=SMALL)[-1] == "  1 to 9"
    assert typed("open inquiry", "far=3", "", state=SMALL)[-1].startswith("! nothing is not a whole number")


def test_a_number_advised_is_told() -> None:
    split = ('open battle attackers=sherman blockers={"sherman":["ha_go","ho_ro"]}',)
    said = told("front", "advance", *split, "", "")
    assert "  0 to 4, enter for 2" in said
    assert "  ha_go: damage 0 -> 2 [FRONT-15]" in said
    assert told("front", "advance", "open battle attackers=sherman blockers={")[-1] == "! that is not JSON"


def test_what_a_question_tells_is_said() -> None:
    said = told("front", "advance", "open options attackers=priest blockers={}")
    assert "  for = attacker" in said
    assert "  complete = yes" in said
    assert any(line.startswith('  ranked = [{"blockers": {}') for line in said)


def test_the_state_can_be_typed_again() -> None:
    state, _ = typed("set a moved=yes", "state")[-2:]
    again = told("aam", json.dumps({"do": "start", "state": json.loads(state)}), "units")
    assert "  a: Tank, seat 1, table, moved yes" in again


def test_the_players_may_overrule() -> None:
    assert "? Tank attacks Gun (seat 1)" in typed(f"overrule {AIM.replace('range=4', 'range=9')}")
    assert typed("overrule castle")[-1].startswith("! nothing is asked")
    assert typed("overrule")[-1].startswith("! nothing is asked")
    assert typed("overrule " * 3000 + "castle")[-1] == "! overrule what?"
    asked = ("open inquiry", "far=3", "5")
    assert "  2. red (red) - the rules say no: red is forbidden" in typed(*asked, state=SMALL)
    assert typed(*asked, "overrule red", state=SMALL)[-1] == "? sure (seat 1)"


def test_the_reminders_of_a_step_are_read_out() -> None:
    assert "  - A unit that attacks does not turn in this phase" in typed("reminders")


def test_a_unit_stands_where_its_game_says() -> None:
    assert told("front", "units")[2] == "  sherman: M4 Sherman, seat 1, territory"


def test_a_seat_is_called_so() -> None:
    assert typed("set @1 ap=3", state=SMALL)[0].startswith("  seat 2: ap ")


def test_refusals_are_told_with_their_rule() -> None:
    assert typed(AIM.replace("range=4", "range=9")) == ["The rules say no: 9 hexes: long range against Vehicles ends at 8 (AAM-13)."]


def test_dice_of_several_checks_are_typed_in_a_row() -> None:
    aim = ("open duel by=a at=b", "lean")
    for row in ("6 1 1", "6 1 / 1"):
        assert "? Duellist shoots (seat 1)" in typed(*aim, row, state=DUEL)
    assert typed(*aim, "6 1", state=DUEL)[-1].startswith("! 1 dice are rolled, not 0")
    assert typed(*aim, "6 7 1", state=DUEL)[-1].startswith("! a d6 does not show 7")


def test_dice_that_follow_one_another_are_typed_in_a_row() -> None:
    said = typed("open duel by=a at=b again=yes", "stand", "6 1 1", "hit miss hit", state=DUEL)
    assert said[-2] == "  b: hits 0 -> 2"


@pytest.mark.parametrize(("about", "key", "said"), [((), "roll:1", "seat 2"), (("a",), "to_hit:1", "to_hit 2"), (("a",), "save:a", "a")])
def test_a_number_is_a_seat_only_where_two_sides_roll(about: tuple[str, ...], key: str, said: str) -> None:
    checks = tuple(Check(f"{n}", 1, D6, REF, (4,)) for n in range(2))
    assert whose(Prompt("roll", "roll", 0, say("roll"), REF, about, checks), key) == said


def test_sums_are_told_by_what_is_kept() -> None:
    assert typed("open duel by=a at=b", "2", state=DUEL)[-2:] == ["  duel 1: Roll 2 d6, keep the highest 1, +1.", "  duel 2: Roll 1 d6, its number counts, +1."]


def test_dice_with_words_are_told_and_typed_by_their_words() -> None:
    said = typed("open duel by=a at=b", "stand", "6 1 1", "hit miss", state=DUEL)
    assert "  Roll 2 dice. hit succeeds. Chance 88.9%, 1.3 expected." in said
    assert said[-2] == "  b: hits 0 -> 1"


def test_questions_of_every_kind() -> None:
    said = typed("open inquiry", "far=3 wet=yes", "5", "1", "yes", state=SMALL)
    assert "  far=... wet=yes|no" in said
    assert "  1. blue (blue)" in said
    assert said[-2] == "  table: told nothing -> 3, 5, blue, yes"


def test_an_option_may_be_named_or_numbered() -> None:
    asked = ("open inquiry", "far=3", "5")
    assert typed(*asked, "blue", state=SMALL)[-1] == "? sure (seat 1)"
    assert typed(*asked, "2", state=SMALL)[-1] == "The rules say no: red is forbidden (TINY-01)."
    assert typed(*asked, "3", state=SMALL)[-1].startswith("! 3 is not offered")
    assert typed(*asked, "0", state=SMALL)[-1].startswith("! 0 is not offered")
    assert typed(*asked, "blue", "no", state=SMALL)[-2] == "  table: told nothing -> 3, 5, blue, no"


def test_each_seat_is_asked_in_turn() -> None:
    said = typed("open bid", "3", "4", state={**SMALL, "step": "tidy"})
    assert [line for line in said if line.startswith("  bid:")] == ["  bid:0: bid", "  bid:1: bid"] * 2
    assert said[-2] == "  table: highest nothing -> 4"


def test_a_value_the_card_lacks_is_typed() -> None:
    said = typed(
        "open attack attacker=a target=b range=1 arc=front terrain=clear",
        "5,4",
        state=setup("aam", units={"a": unit(TANK), "b": unit({**GUN, "defense": None}, 1)}),
    )
    assert "? Gun: what does the card say for defense? (seat 2) [CARD]" in said
    assert said[-1].startswith("  Roll 13 d6. 4+ succeeds. You need 5.")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("castle", "! nothing is asked; 'castle' is not a command (type help)"),
        ("open castle", "! there is no procedure 'castle'"),
        ("open attack attacker", "! situation.target: is missing"),
        ("set", "! set unit tracker=value"),
        ("set a b c", "! set unit tracker=value"),
        ("set a b", "! set unit tracker=value"),
        ("set z b=1", "! there is no unit z"),
        ("advance tea", "! there is no step 'tea'"),
        ("{", "! that is not JSON"),
        ('{"do": "dance"}', "! do: 'dance' is none of"),
        ("{" + "[" * 100_000, "! that is not JSON"),
    ],
)
def test_what_makes_no_sense_is_said(line: str, said: str) -> None:
    (only,) = typed(line)
    assert only.startswith(said)


def test_a_command_may_be_typed_as_json() -> None:
    assert typed('{"do": "set", "unit": "a", "tracker": "moved", "value": true}')[0] == "  a: moved no -> yes"


def test_the_game_is_asked_for() -> None:
    said = told("", "chess", "help", "tiny", "offers", "quit", "units")
    assert said[1].startswith("Which game? aam (Axis & Allies Miniatures), dust")
    assert said[2].startswith("There is no game 'chess'; there are aam, dust")
    assert said[3] == "what you can type:"
    assert said[-1] == "-- turn 1, Start, seat 1"


def test_quit_leaves() -> None:
    assert told("tiny", "exit", "advance") == told("tiny")


# What is still to be mended


def test_open_alone_asks_what() -> None:
    assert typed("open") == ["! open what?"]


@pytest.mark.parametrize("line", ["--5", "5" * 5_000, "set a count=--5"])
def test_a_number_that_is_none_is_an_error(line: str) -> None:
    assert typed(AIM, line)[-1].startswith("! ")


def test_the_example_of_the_help_works() -> None:
    assert typed("set a face_up=disrupted")[0] == "  a: face_up nothing -> disrupted"


def test_a_single_word_is_a_list_of_one_where_a_list_is_wanted() -> None:
    said = typed("open duel by=a at=b helpers=b", "why", game="duel", state=DUEL)
    assert any("stance" in line for line in said)
    assert typed("set a face_up=disrupted", "set a face_up=")[-2] == "  a: face_up disrupted -> nothing"


@pytest.mark.parametrize("line", ["units", "offers", "why"])
def test_a_game_that_does_not_exist_is_asked_for_again(line: str) -> None:
    assert told("chess", line, "tiny")[-1] == "-- turn 1, Start, seat 1"


# The law

WORDS = st.sampled_from(
    (
        AIM,
        "open bid",
        "open inquiry",
        "open shoot unit=a",
        "open shoot unit=b",
        "far=3",
        "1",
        "6 6 6",
        "= 2",
        "yes",
        "no",
        "blue",
        "advance",
        "advance tidy",
        "undo",
        "redo",
        "units",
        "offers",
        "why",
        "state",
        "abandon",
        "help",
        "set a marks=red,blue",
        "set @1 ap=3",
        "set  x=1",
        "{}",
        "",
    )
)
LINE = st.text(st.characters(codec="utf-8", exclude_characters="-", exclude_categories=["Nd"]), max_size=12)


@pytest.mark.law
@given(st.lists(WORDS | LINE.filter(lambda line: line.strip() != "open"), max_size=10))
@example(["\x00\x07\x1b[2J", "é", "'", '"', "\\", "{x}", "%s"])
def test_whatever_is_typed_is_answered(lines: list[str]) -> None:
    start = json.dumps({"do": "start", "state": SMALL})
    assert told("tiny", start, *(line.replace("\r", "").replace("\n", "") for line in lines))[-1]


def test_dice_left_over_are_not_dropped_in_silence() -> None:
    """Two dice a side are asked for: the fifth and sixth are named, and nothing is answered."""
    lines = told("aam", "open initiative", "3 4 5 6 1 1")
    assert lines[-1] == "! more dice were rolled than are asked for: 1 1 is left over"


def test_a_deed_is_filled_in_on_one_page_and_done_by_an_empty_line() -> None:
    """The same declaration as the page on the screen: presets in brackets, then one line changes
    two of them."""
    page = typed("plan attack attacker=a target=b")
    assert "  range= 0 1 [2] 5   (range)" in page
    assert "  terrain= [clear] hill forest town marsh   (terrain)" in page
    again = typed("plan attack attacker=a target=b", "range=5 terrain=hill")
    assert "  range= 0 1 2 [5]   (range)" in again
    assert "  terrain= clear [hill] forest town marsh   (terrain)" in again
    asked = typed("plan attack attacker=a target=b", "range=5 terrain=hill", "", "why")
    assert any("long range" in line.lower() for line in asked)


def test_another_command_leaves_the_page_of_a_deed() -> None:
    left = typed("plan attack attacker=a target=b", "units", "abandon", "range=4")
    assert left[-1].startswith("! nothing is asked")


def test_a_deed_without_a_page_says_so() -> None:
    assert typed("plan casualty")[-1].startswith("! 'casualty' is told step by step")
    assert typed("plan attack")[-1] == "! attacker: names no unit of this table"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Word(("open", "wood")), "ground=open|wood"),
        (Either((Word(("30", "75")), Whole(0, 999))), "ground=30|75"),
        (Either((Whole(0, 9), Word(("all",)))), "ground=..."),
        (Word(), "ground=..."),
        (Flag(), "ground=yes|no"),
    ],
)
def test_a_field_of_a_form_says_the_words_it_takes(kind: Kind, said: str) -> None:
    assert wants(Field("ground", kind)) == said
