"""One question in, one answer out: odds, what the dice do, refusals, what the card lacks, and
errors in a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.doors import rendered
from engine.doors.ask import answered
from engine.doors.question import named_units, ruleset
from engine.doors.unknowns import sample
from engine.games import RULESETS
from engine.playing import foresight
from engine.playing.watched import Unfit
from engine.values.kinds import Anything, Fixed, Flag, Kind, ListOf, MapOf, Record, UnitId, Whole, Word, fields, required, taken
from engine.values.maps import frozen
from engine.values.model import D6, Check, Impossible, Modifier
from engine.values.texts import say
from tests.engine import tiny
from tests.engine.tables import ANY_JSON, DUELLIST, GAMES, GUN, RIFLES, RULE, SHOT, TANK, UNITS, Plain, mutated, unit

ELEVEN_DICE = {"0": "281/1024", "1": "231/1024", "2": "253/512", "3": "3/512"}
SEVEN_HITS = [6, 6, 6, 5, 4, 4, 4, 3, 2, 1, 1]


def attack(units: Plain | None = None, readings: Plain | None = None, **situation: Any) -> Plain:
    """The tank at the gun, unless told otherwise."""
    return ask("attack", units or UNITS["aam"], readings, **{**SHOT, **situation})


def ask(what: str, units: Plain, readings: Plain | None = None, game: str = "aam", **situation: Any) -> Plain:
    question = {"id": 1, "game": game, "ask": what, "units": units, "readings": readings or {}, "situation": situation}
    reply = answered(GAMES, question)
    assert json.loads(json.dumps(reply)) == reply
    assert reply.pop("id") == 1
    return reply


def duel(units: Plain | None = None, **situation: Any) -> Plain:
    return ask("duel", units or UNITS["duel"], game="duel", by="a", at="b", **situation)


def won(lean: int = 0, nerve: int = 1) -> Fraction:
    """The chance that the higher of two dice beats one die and nerve, counted out."""
    throws = list(product(range(1, 7), repeat=3))
    return Fraction(sum(max(one, two) + lean > other + nerve for one, two, other in throws), len(throws))


# Odds


def test_the_rulebooks_example() -> None:
    reply = attack()
    assert reply["odds"] == {"hits": ELEVEN_DICE, "target": {"none": "281/1024", "disrupted": "231/1024", "damaged": "253/512", "destroyed": "3/512"}}
    (check,) = reply["checks"]
    assert (
        check.items()
        >= {"what": "attack", "by": "attacker", "dice": 11, "die": "d6", "target": 4, "needs": 5, "verdict": "roll", "total": 0, "modifiers": []}.items()
    )
    assert list(reply["odds"]["hits"]) == ["0", "1", "2", "3"]
    assert (reply["ask"], reply["result"], reply["changes"]) == ("attack", {}, [])
    assert "after" not in reply


@pytest.mark.parametrize("game", RULESETS)
def test_every_distribution_of_every_example_sums_to_one(game: str) -> None:
    for example in RULESETS[game].examples:
        reply = answered(RULESETS, example.question)
        assert holds(reply)
        assert "error" not in reply
        assert all(sum(map(Fraction, chances.values())) == 1 for chances in reply.get("odds", {}).values())
        assert all(is_written_for_people(name) for chances in reply.get("odds", {}).values() for name in chances)


def is_written_for_people(outcome: str) -> bool:
    """A word or a number, not as Python writes values."""
    return not re.search(r"[(){}\[\]'\"]|^(None|True|False)$", outcome)


def test_odds_of_several_rolls_after_another() -> None:
    reply = duel()
    twice = won() * Fraction(4, 9)
    assert reply["odds"] == {
        "hits": {"0": str(1 - won() * Fraction(8, 9)), "1": str(twice), "2": str(twice)},
        "struck": {"no": str(1 - 2 * twice), "yes": str(2 * twice)},
    }
    assert [(check["what"], check["dice"]) for check in reply["checks"]] == [("duel:0", 2), ("duel:1", 1), ("volley", 2)]


def test_choices_take_their_default_or_the_answer_given() -> None:
    miss = Fraction(1, 9)
    assert duel()["odds"]["struck"]["yes"] == str(won() * (1 - miss))
    assert duel(answers={"stance": "lean"})["odds"]["struck"]["yes"] == str(won(lean=1) * (1 - miss))


def test_seats_follow_from_the_roles() -> None:
    assert attack({"a": {"card": TANK}, "b": {"card": GUN}})["odds"]["hits"] == ELEVEN_DICE
    seatless = {key: {"card": DUELLIST} for key in "abc"}
    reply = duel(seatless, helpers=["c"])
    assert reply["odds"]["struck"]["yes"] == str(won(nerve=2) * Fraction(8, 9))


def test_bonuses_are_rows_that_change_the_target() -> None:
    (check,) = attack(bonuses=[{"amount": -2, "why": "mud"}, {"amount": 1}])["checks"]
    assert (check["target"], check["total"]) == (5, -1)
    assert [(row["key"], row["amount"], row["why"]) for row in check["modifiers"]] == [("house", -2, "house rule: mud"), ("house", 1, "house rule")]


@pytest.mark.parametrize(("amounts", "total"), [(((-1, 0),), [-1, 0]), (((-1, 0), 1), [0, 1]), (((-1, -1),), -1), ((2, -3), -1), ((), 0)])
def test_a_total_is_told_for_each_threshold_where_they_differ(amounts: tuple[Any, ...], total: Any) -> None:
    rows = tuple(Modifier("row", amount, say("a row"), RULE) for amount in amounts)
    assert rendered.check(Check("shot", 1, D6, RULE, (4, 6), modifiers=rows), "a")["total"] == total


def test_bonuses_fit_every_check() -> None:
    checks = attack(terrain="forest", bonuses=[{"amount": 1, "why": ""}])["checks"]
    assert {check["what"]: check["target"] for check in checks} == {"attack": 3, "cover": 4}


@pytest.mark.parametrize(("told", "needs"), [("0", 0), (0, 0), ("1", 1), (1, 1)])
def test_a_reading_may_be_told_as_a_number(told: Any, needs: int) -> None:
    weak = {**UNITS["aam"], "b": unit({**GUN, "defense": [1]}, 1, face_up=["disrupted"])}
    assert attack(weak, {"defense_floor": told})["checks"][0]["needs"] == needs


@pytest.mark.parametrize(("told", "refused"), [(True, False), ("yes", False), (False, True), ("no", True)])
def test_a_reading_may_be_told_by_yes_and_no(told: Any, refused: bool) -> None:
    units = {"z": {"card": {"domain": "air", "av": {"ground": 1}, "advantage": ["Tank"]}}, "t": {"card": {"domain": "ground", "subtypes": ["Tank"], "dv": 1}}}
    reply = ask("battle", units, {"advantage_opens_domain": told}, "front", attackers=["z"], blockers={}, targets={"z": "t"})
    assert ("refused" in reply) is refused


def test_a_reading_changes_the_answer() -> None:
    weak = {**UNITS["aam"], "b": unit({**GUN, "defense": [1]}, 1, face_up=["disrupted"])}
    needs = {floor: attack(weak, {"defense_floor": floor})["checks"][0]["needs"] for floor in ("1", "0")}
    assert needs == {"1": 1, "0": 0}


def test_the_game_may_be_left_out_where_only_one_knows_the_question() -> None:
    question = {"ask": "attack", "units": UNITS["aam"], "situation": SHOT}
    assert answered({"aam": RULESETS["aam"], "tiny": tiny.RULES}, question)["odds"]["hits"] == ELEVEN_DICE
    assert answered(RULESETS, question, "aam")["odds"]["hits"] == ELEVEN_DICE


# What the dice do


def test_a_roll_tells_what_happens() -> None:
    reply = attack(roll={"attack": SEVEN_HITS})
    assert reply["odds"] == {"hits": {"2": "1"}, "target": {"damaged": "1"}}
    assert reply["result"].items() >= {"hits": 2, "target": "damaged", "successes": 7}.items()
    assert [(each["unit"], each["tracker"], each["from"], each["to"]) for each in reply["changes"]] == [("b", "face_down", [], ["disrupted", "damaged"])]
    assert reply["after"]["b"] == {"where": "table", "face_down": ["disrupted", "damaged"]}
    assert reply["after"]["a"] == {"where": "table", "attacked": True}


def test_a_count_already_read_may_stand_for_the_faces() -> None:
    assert attack(roll={"attack": 7})["result"]["hits"] == 2


def test_dice_that_nobody_rolls_are_named() -> None:
    """A slip in a name would else look like odds; dice that turn out not to be needed are no
    fault."""
    assert attack(roll={"atack": SEVEN_HITS})["unasked"] == ["atack"]
    needless = attack(roll={"attack": SEVEN_HITS, "cover": [4]})
    assert (needless["unasked"], needless["result"]["hits"]) == (["cover"], 2)
    assert "unasked" not in attack(roll={"attack": SEVEN_HITS})


def test_half_a_roll_leaves_the_odds_of_the_rest() -> None:
    reply = attack(terrain="forest", roll={"attack": SEVEN_HITS})
    assert reply["odds"]["target"] == {"damaged": "2/3", "disrupted": "1/3"}
    assert reply["result"]["target"] is None
    assert reply["changes"] == []
    assert "after" not in reply


@pytest.mark.parametrize(("cover", "target"), [(5, "disrupted"), (4, "damaged")])
def test_a_whole_roll_leaves_nothing_open(cover: int, target: str) -> None:
    reply = attack(terrain="forest", roll={"attack": SEVEN_HITS, "cover": [cover]})
    assert reply["odds"]["target"] == {target: "1"}
    assert reply["result"]["target"] == target


def test_dice_with_words_are_rolled_by_their_words() -> None:
    reply = duel(roll={"duel": [[6, 1], [1]], "volley": ["hit", "miss"]})
    assert reply["result"].items() >= {"hits": 1, "struck": "yes"}.items()
    assert [(each["unit"], each["tracker"], each["from"], each["to"]) for each in reply["changes"]] == [("b", "hits", 0, 1)]
    assert reply["checks"][2]["target"] == "hit"


def test_re_rolls_follow_in_the_same_list() -> None:
    rolled = {"duel": [[6, 1], [1]], "volley": ["hit", "miss", "hit"]}
    assert duel(again=True, roll=rolled)["result"]["hits"] == 2


def test_several_checks_may_be_rolled_one_by_one_or_by_their_prompt() -> None:
    by_prompt = duel(roll={"duel": [[6, 1], [1]]})
    by_name = duel(roll={"duel": {"duel:0": [6, 1], "duel:1": [1]}})
    by_check = duel(roll={"duel:0": [6, 1], "duel:1": [1]})
    assert by_prompt["odds"] == by_name["odds"] == by_check["odds"]
    assert by_check["odds"]["struck"] == {"yes": "8/9", "no": "1/9"}
    assert by_check["result"]["readings"] == {"duel:0": 6, "duel:1": 2}


def test_one_of_several_checks_may_be_rolled() -> None:
    beaten = Fraction(4, 6)  # 1 to 4, and one of nerve, are less than six
    assert duel(roll={"duel:0": [6, 6]})["odds"]["struck"]["yes"] == str(beaten * Fraction(8, 9))


def test_a_tie_is_rolled_again() -> None:
    reply = ask("initiative", {}, roll={"initiative": [[3, 3], [2, 4]]})
    assert reply["result"]["first_roll"] == "tie"
    assert reply["result"]["winner"] is None
    assert reply["odds"]["winner"] == {"0": "1/2", "1": "1/2"}


def test_certain_odds_are_not_yet_a_result() -> None:
    reply = attack(bonuses=[{"amount": -99, "why": "fog"}])
    assert reply["odds"]["hits"] == {"0": "1"}
    assert reply["checks"][0]["verdict"] == "fails"
    assert "after" not in reply


def test_a_question_without_dice_is_done_at_once() -> None:
    turned = ask("casualty", {"b": unit(GUN, 1, face_down=["destroyed"])})
    assert [(each["tracker"], each["from"], each["to"]) for each in turned["changes"]] == [
        ("face_down", ["destroyed"], []),
        ("face_up", [], ["destroyed"]),
        ("where", "table", "destroyed"),
    ]
    assert turned["after"]["b"] == {"where": "destroyed", "face_up": ["destroyed"]}


# Refusals


def test_what_the_rules_forbid_is_refused() -> None:
    refused = attack(range=9)["refused"]
    assert refused["key"] == "out_of_range"
    assert refused["text"] == "9 hexes: long range against Vehicles ends at 8"
    assert refused["refs"] == ["AAM-13"]


def test_several_refusals_come_together() -> None:
    moved = {"a": unit(RIFLES, moved=True), "b": unit(GUN, 1)}
    refused = attack(moved, range=9)["refused"]
    assert refused["key"] == "already_acted"
    assert [no["key"] for no in refused["more"]] == ["out_of_range", "no_value"]
    assert len(refused["refs"]) == 3


def test_overruled_refusals_are_listed_beside_the_answer() -> None:
    reply = attack(range=9, overrule=True)
    assert [no["key"] for no in reply["overruled"]] == ["out_of_range"]
    assert reply["checks"][0]["dice"] == 9
    assert "overruled" not in attack(overrule=True)


# What the card lacks


@pytest.mark.parametrize(
    ("tank", "gun", "unknown"),
    [
        ({"vehicles": None}, {}, ["units.a.card.vehicles"]),
        ({"vehicles": None}, {"defense": None}, ["units.a.card.vehicles", "units.b.card.defense"]),
        ({"soldiers": None}, {}, None),
    ],
)
def test_what_the_card_does_not_state_is_unknown(tank: Plain, gun: Plain, unknown: list[str] | None) -> None:
    reply = attack({"a": unit({**TANK, **tank}), "b": unit({**GUN, **gun}, 1)})
    assert sorted(reply.get("unknown", [])) == (unknown or [])
    assert ("odds" in reply) == (unknown is None)


@pytest.mark.parametrize(
    "kind",
    [
        Whole(),
        Whole(3, 9),
        Whole(-9, -2),
        Flag(),
        Word(),
        Word(("a", "b")),
        ListOf(Whole()),
        ListOf(Flag(), 2, 2),
        Fixed((Whole(2, 6), Word())),
        MapOf(Whole()),
        Anything(),
        Record(fields(a=Whole())),
        Record(required(a=Whole(4, 5))),
    ],
)
def test_any_value_will_do_to_see_what_else_is_missing(kind: Kind) -> None:
    assert taken(kind, sample(kind))[1] == ()


def test_what_is_missing_deep_in_a_card_is_named_too() -> None:
    found = duel({"a": unit({"guns": [{}]}), "b": unit({}, 1)})["unknown"]
    assert sorted(found) == ["units.a.card.guns.0.barrels", "units.b.card.nerve"]


def test_a_whole_stat_that_is_missing_is_named_as_a_whole() -> None:
    found = duel({"a": unit({}), "b": unit(DUELLIST, 1)})["unknown"]
    assert found[0] == "units.a.card.guns"


def test_dice_that_do_not_fit_a_guess_leave_the_rest_unsaid() -> None:
    lacking = {"a": unit({**TANK, "vehicles": None}), "b": unit({**GUN, "defense": None}, 1)}
    assert attack(lacking, roll={"attack": SEVEN_HITS})["unknown"][0] == "units.a.card.vehicles"


def test_units_are_named_wherever_a_situation_names_them() -> None:
    kind = Record(fields(by=UnitId(), at=ListOf(UnitId(enemy=True)), stops=MapOf(UnitId(enemy=True)), range=Whole(), word=Word()))
    told = frozen({"by": "a", "at": ["b", "c"], "stops": {"a": "d"}, "range": 3, "word": "e"})
    assert list(named_units(kind, told)) == [("a", False), ("b", True), ("c", True), ("d", True)]
    assert list(named_units(kind, frozen({"by": 1, "at": "b", "stops": ["d"]}))) == []


# Errors


@pytest.mark.parametrize(
    ("question", "error"),
    [
        (7, "not a table of names"),
        ([], "not a table of names"),
        ({}, "ask: is missing"),
        ({"ask": 1}, "ask: not a word"),
        ({"ask": "attack", "game": "chess"}, "chess"),
        ({"ask": "castle", "game": "aam"}, "castle"),
        ({"ask": "castle"}, "game: say which of"),
        ({"ask": "attack", "game": "aam", "colour": "red"}, "colour: not known here"),
        ({"ask": "attack", "game": "aam", "situation": []}, "situation: not a table of names"),
        ({"ask": "attack", "game": "aam", "units": {"a": 1}}, "units.a: not a table of names"),
        ({"ask": "attack", "game": "aam", "units": {"a": {}}}, "units.a.card: is missing"),
    ],
)
def test_a_malformed_question_is_told_in_a_sentence(question: Any, error: str) -> None:
    assert error in answered(RULESETS, question)["error"]


@pytest.mark.parametrize(("reading", "value"), [("mood", "good"), ("defense_floor", "2")])
def test_a_reading_nobody_knows_is_an_error(reading: str, value: str) -> None:
    assert reading in attack(readings={reading: value})["error"]


@pytest.mark.parametrize(
    ("situation", "error"),
    [
        ({"attacker": None}, "situation.attacker: is missing"),
        ({"range": "4"}, "situation.range: not a whole number"),
        ({"range": 4.0}, "situation.range"),
        ({"range": 100}, "situation.range: more than 99"),
        ({"arc": "side", "terrain": "moon"}, "situation.arc: none of front, rear; situation.terrain: none of clear,"),
        ({"wind": 3}, "situation.wind: not known here"),
        ({"target": "z"}, "z"),
        ({"bonuses": 1}, "situation.bonuses: not a list"),
        ({"bonuses": [{"amount": 100}]}, "situation.bonuses.0.amount: more than 99"),
        ({"bonuses": [{"amount": -100}]}, "situation.bonuses.0.amount: less than -99"),
        ({"bonuses": [{"why": "mud"}]}, "situation.bonuses.0.amount: is missing"),
        ({"overrule": 1}, "situation.overrule: neither true nor false"),
        ({"roll": [6]}, "situation.roll: not a table of names"),
        ({"roll": {"attack": [7] * 11}}, "roll.attack: a d6 does not show 7"),
        ({"roll": {"attack": [6]}}, "roll.attack: 10 more dice"),
        ({"roll": {"attack": [6] * 12}}, "roll.attack: more dice"),
        ({"roll": {"attack": 12}}, "roll.attack: 12"),
        ({"roll": {"attack": "six"}}, "roll.attack: 11 dice"),
        ({"answers": {"attack": [7]}}, "a d6 does not show 7"),
    ],
)
def test_a_malformed_situation_is_told_in_a_sentence(situation: Plain, error: str) -> None:
    reply = attack(**situation)
    assert set(reply) == {"error"}
    assert error in reply["error"]


def test_what_only_the_players_see_is_missing_when_they_do_not_tell_it() -> None:
    reply = ask("attack", UNITS["aam"], attacker="a", target="b", terrain="clear")
    assert reply == {"error": "situation.range: is missing; situation.arc: is missing"}


def test_what_is_missing_may_come_as_an_answer() -> None:
    reply = ask("attack", UNITS["aam"], attacker="a", target="b", answers={"sight": {"range": 4, "arc": "front", "terrain": "clear"}})
    assert reply["odds"]["hits"] == ELEVEN_DICE


@pytest.mark.parametrize("rolled", [[[6, 6]], [[6, 1], [1], [1]], 6, {"duel:2": [1]}, [[6, 1], [7]], [[6, 1], 9]])
def test_dice_for_several_checks_must_fit_them(rolled: Any) -> None:
    assert duel(roll={"duel": rolled})["error"].startswith("roll.duel")


def test_a_card_is_checked_with_all_its_problems() -> None:
    reply = attack({"a": unit({**TANK, "defense": [], "speed": -1}), "b": unit(GUN, 1, face_up=["broken"])})
    assert reply["error"].count(";") == 2
    for place in ("units.a.card.defense", "units.a.card.speed", "units.b.state.face_up.0"):
        assert f"{place}: " in reply["error"]


def test_a_question_that_never_ends_is_an_error() -> None:
    assert "error" in ask("spin", {}, game="tiny")


@pytest.mark.parametrize(("few", "many", "counted"), [(0, 1, False), (0, 2, False), (0, 200, True), (200, 0, True)])
def test_more_questions_than_anybody_waits_for(few: int, many: int, counted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A duel asks for a stance, for the higher die, and after each that wins for a volley. It is
    walked where that is short; where it cannot be traced it is walked on, and beyond all patience
    the dice are told without odds."""
    monkeypatch.setattr(foresight, "FEW_QUESTIONS", few)
    monkeypatch.setattr(foresight, "MANY_QUESTIONS", many)
    monkeypatch.setattr(foresight.Foresight, "_traced", _untraceable)
    reply = duel()
    assert [check["what"] for check in reply["checks"]] == ["duel:0", "duel:1", "volley"][: 1 + max(few, many)]
    assert ("uncounted" not in reply, bool(reply["odds"])) == (counted, counted)
    assert (reply["ask"], reply["changes"], bool(reply["refs"])) == ("duel", [], True)


def _untraceable(_: object, wide: bool) -> Iterator[object]:
    raise Unfit
    yield


@pytest.mark.parametrize("few", [0, 200])
def test_traced_or_walked_the_answer_is_the_same(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = duel()
    monkeypatch.setattr(foresight, "FEW_QUESTIONS", few)
    assert duel() == whole


def test_beyond_exact_patience_chances_are_told_with_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each as a decimal that is never too much, and none of them more than the bound too small."""
    whole = duel()
    monkeypatch.setattr(foresight, "FEW_QUESTIONS", 0)
    monkeypatch.setattr(foresight, "SOON", 0)
    monkeypatch.setattr(foresight, "EXACTLY", 0)
    reply = duel()
    bound = Fraction(reply["within"])
    assert 0 < bound < Fraction(1, 10_000)
    for name, outcomes in whole["odds"].items():
        for outcome, chance in outcomes.items():
            assert 0 <= Fraction(chance) - Fraction(reply["odds"][name].get(outcome, 0)) <= bound


def test_the_id_comes_back_whatever_it_is() -> None:
    assert answered(RULESETS, {"id": {"n": [1, None]}, "ask": 1})["id"] == {"n": [1, None]}
    assert answered(RULESETS, [])["id"] is None


def test_a_question_that_several_games_know_must_name_its_game() -> None:
    twice = {"one": tiny.RULES, "two": tiny.RULES}
    with pytest.raises(Impossible, match="say which of tiny, tiny"):
        ruleset(twice, "", "bid")
    assert ruleset(twice, "two", "bid") is tiny.RULES


# The law

SOME = {key: GAMES[key] for key in ("aam", "duel")}
QUESTIONS: tuple[Plain, ...] = (
    {
        "id": 1,
        "game": "aam",
        "ask": "attack",
        "units": UNITS["aam"],
        "readings": {"defense_floor": "0"},
        "situation": {**SHOT, "terrain": "forest", "bonuses": [{"amount": 1, "why": ""}], "roll": {"attack": SEVEN_HITS}},
    },
    {"id": 2, "game": "aam", "ask": "casualty", "units": {"b": unit(GUN, 1, face_down=["disrupted"])}},
    {"id": 3, "ask": "duel", "units": UNITS["duel"], "situation": {"by": "a", "at": "b", "helpers": ["c"], "again": True, "answers": {"stance": "lean"}}},
    {
        "id": 4,
        "game": "duel",
        "ask": "duel",
        "units": UNITS["duel"],
        "situation": {"by": "a", "at": "b", "roll": {"duel": [[6, 1], [1]], "volley": ["hit", "miss"]}},
    },
)


def holds(reply: Plain) -> bool:
    """Exactly one kind of answer, that can be printed."""
    json.dumps(reply)
    return "id" in reply and len({"odds", "refused", "unknown", "error"} & set(reply)) == 1


@pytest.mark.law
@given(ANY_JSON)
def test_anything_is_answered(question: Any) -> None:
    assert holds(answered(SOME, question))


@pytest.mark.law
@given(st.sampled_from(QUESTIONS).flatmap(mutated))
def test_any_change_of_a_question_is_answered(question: Any) -> None:
    assert holds(answered(SOME, question))


def test_a_chance_of_any_length_is_written_out() -> None:
    """9,001 digits over 10,001 digits, which Python itself refuses to write."""
    from fractions import Fraction

    from engine.doors.rendered import fraction

    assert fraction(Fraction(10**9000 + 1, 10**10000 + 3)) == "1" + "0" * 8999 + "1/1" + "0" * 9999 + "3"
    assert fraction(Fraction(7)) == "7"
    assert fraction(Fraction(1, 3)) == "1/3"
