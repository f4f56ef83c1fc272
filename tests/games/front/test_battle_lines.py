"""The two lines of a battle: where each meets each, what becomes of everybody, what is best."""

from __future__ import annotations

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.front.battle import best
from engine.games.front.battle import lines as both_lines
from engine.playing import drafting
from engine.playing.facing import Facing, Fighter, Meeting
from engine.playing.plan import answered
from engine.values.maps import Map, Value, thawed
from engine.values.texts import english
from tests.games.front.table import INFANTRY, OVER_MEN, ours, theirs

RULES = RULESETS["front"]
UNITS = {
    "a": ours(3, 4, name="A"),
    "b": ours(2, 2, name="B"),
    "x": theirs(4, 4, name="X"),
    "y": theirs(1, 3, name="Y"),
    "z": theirs(5, 5, {"locked": True}, name="Z"),
}


def filled(units: Any = None, readings: Any = None, **draft: Any) -> drafting.Filled:
    """A 3/4 and a 2/2 may attack; a 4/4, a 1/3 and a locked 5/5 stand against them."""
    now = table(RULES, {"step": "battle", "units": units or UNITS, "readings": readings or {}}, "state")
    plan = RULES.plan("battle")
    assert plan
    return drafting.fill(RULES, now, plan, Map(draft))


def lines(found: drafting.Filled) -> Facing:
    assert found.facing
    return found.facing


def field(found: drafting.Filled, row: str, column: str) -> Meeting | None:
    return next((each for each in lines(found).meetings if (each.row, each.column) == (row, column)), None)


def given(found: drafting.Filled, row: str, column: str) -> Value:
    there = field(found, row, column)
    assert there
    return thawed(there.gives)


def fates(found: drafting.Filled) -> dict[str, str]:
    every: tuple[Fighter, ...] = (*lines(found).columns, *lines(found).rows)
    return {each.unit: english(each.fate) for each in every if each.fate}


def value(found: drafting.Filled, key: str) -> Value:
    return next(answered(found.draft, fact) for fact in found.facts if fact.key == key)


@pytest.mark.rule("FRONT-02", "FRONT-03", "FRONT-05")
def test_attackers_are_columns_and_whoever_stands_against_them_rows() -> None:
    found = filled(attackers=("a", "b"))
    assert [(each.unit, each.values) for each in lines(found).columns] == [("a", "3/4"), ("b", "2/2")]
    assert [(each.unit, each.values) for each in lines(found).rows] == [("x", "4/4"), ("y", "1/3"), ("z", "5/5")]
    assert filled().facing is None


@pytest.mark.rule("FRONT-04", "FRONT-16", "FRONT-25")
def test_taps_on_a_field_block_then_let_strike_then_neither() -> None:
    """X could take 3 of A and live, Y would fall: A strikes Y as long as nobody says otherwise."""
    none = filled(attackers=("a",))
    assert value(none, "target:a") == "y"
    assert given(none, "x", "a") == {"block:a": ["x"]}
    blocked = filled(attackers=("a",), **{"block:a": ("x",)})
    assert given(blocked, "x", "a") == {"block:a": [], "target:a": "x"}
    struck = filled(attackers=("a",), **{"block:a": (), "target:a": "x"})
    assert value(struck, "target:a") == "x"
    assert given(struck, "x", "a") == {"target:a": ""}
    assert value(filled(attackers=("a",), **{"target:a": ""}), "target:a") == ""


@pytest.mark.rule("FRONT-04", "FRONT-25")
def test_who_blocks_another_leaves_the_one_before() -> None:
    found = filled(attackers=("a", "b"), **{"block:a": ("x",)})
    assert given(found, "x", "b") == {"block:a": [], "block:b": ["x"]}


@pytest.mark.rule("FRONT-05", "FRONT-16")
def test_a_locked_unit_does_not_block_and_can_be_struck() -> None:
    found = filled(attackers=("a",))
    assert given(found, "z", "a") == {"target:a": "z"}
    assert field(filled(attackers=("a",), **{"block:a": ("x",)}), "z", "a") is None


@pytest.mark.rule("FRONT-07", "FRONT-10", "FRONT-14")
def test_everybody_says_what_becomes_of_it() -> None:
    """3/4 blocked by 4/4: the attacker takes 4 of 4, the blocker 3 of 4."""
    found = filled(attackers=("a",), **{"block:a": ("x",)})
    assert fates(found) == {"a": "destroyed", "x": "1 of 4 left", "z": "locked"}
    assert english(lines(found).total) == "lost: player 1 1, player 2 0"


@pytest.mark.rule("FRONT-12")
def test_who_falls_first_says_so() -> None:
    units = {"a": ours(3, 4, **OVER_MEN), "x": theirs(4, 3, **INFANTRY)}
    assert fates(filled(units, attackers=("a",), **{"block:a": ("x",)})) == {"x": "destroyed before it replies"}


@pytest.mark.rule("FRONT-15")
def test_points_are_split_as_is_best_until_they_are_told() -> None:
    """Three points destroy Y, and nothing else destroys anybody."""
    found = filled(attackers=("a",), **{"block:a": ("x", "y")})
    assert thawed(found.args["splits"]) == {"a": {"x": 0, "y": 3}}
    told = filled(attackers=("a",), **{"block:a": ("x", "y"), "split:a:x": 2})
    assert thawed(told.args["splits"]) == {"a": {"x": 2, "y": 1}}
    assert not told.against


@pytest.mark.rule("FRONT-20")
def test_a_bonus_is_used_when_it_is_told() -> None:
    units = {"a": ours(2, 4, bonus=[{"domain": "ground", "amount": 1, "against": "Infantry"}]), "x": theirs(1, 3, **INFANTRY)}
    found = filled(units, attackers=("a",), **{"block:a": ("x",)})
    assert thawed(found.args["boosts"]) == {}
    used = filled(units, attackers=("a",), **{"block:a": ("x",), "bonus:a": "x"})
    assert thawed(used.args["boosts"]) == {"a": "x"}
    assert fates(used)["x"] == "destroyed"


@pytest.mark.rule("FRONT-04", "FRONT-15")
def test_the_best_block_is_told_and_can_be_taken() -> None:
    """Against A alone X destroys it and lives; nothing is better, and with it nothing is left to
    say."""
    plan = RULES.plan("battle")
    assert plan
    now = table(RULES, {"step": "battle", "units": UNITS}, "state")
    (best,) = plan.advice(now, Map({"side": 0, "attackers": ("a",)}))
    assert "X" in english(best.what[0])
    assert english(best.result) == "lost: player 2 0, player 1 1"
    taken = filled(attackers=("a",), **best.gives)
    assert [(each.unit, each.falls) for each in lines(taken).columns] == [("a", True)]
    assert not any(each.falls for each in lines(taken).rows)
    assert [each.gives for each in plan.advice(now, taken.draft)] == [Map()]


@pytest.mark.rule("FRONT-04", "FRONT-15")
def test_the_best_block_locks_no_more_than_it_needs() -> None:
    """One 4/5 destroys an attacker of 3/4 and lives; two more beside it would only be locked."""
    units = {"a": ours(3, 4, name="A"), **{key: theirs(4, 5, name=key.upper()) for key in "xyz"}}
    plan = RULES.plan("battle")
    assert plan
    now = table(RULES, {"step": "battle", "units": units}, "state")
    (best,) = plan.advice(now, Map({"side": 0, "attackers": ("a",)}))
    assert english(best.result) == "lost: player 2 0, player 1 1"
    blocks = best.gives["block:a"]
    assert isinstance(blocks, tuple)
    assert len(blocks) == 1


@pytest.mark.rule("FRONT-15", "FRONT-16")
def test_a_strike_that_is_not_the_best_is_answered_by_the_best() -> None:
    plan = RULES.plan("battle")
    assert plan
    now = table(RULES, {"step": "battle", "units": UNITS}, "state")
    _, reply = plan.advice(now, Map({"side": 0, "attackers": ("a",), "target:a": "x"}))
    assert english(reply.title) == "best for player 1 against these blocks"
    assert any("Y" in english(each) for each in reply.what)
    assert reply.gives["target:a"] is None


PLANE = {"domain": "air"}


@pytest.mark.rule("FRONT-02", "FRONT-07")
@pytest.mark.parametrize(
    ("card", "values"),
    [(ours({"ground": 2, "air": 5}, 4, {"damage": 1}), "5/3"), (ours({}, 4), ""), ({"seat": 0, "card": {"domain": "ground", "av": {"ground": 2}}}, "")],
)
def test_a_unit_shows_its_best_attack_value_and_what_is_left_of_its_defense(card: Any, values: str) -> None:
    """A card that does not state one of them shows none."""
    now = table(RULES, {"units": {"a": card}}, "state")
    assert both_lines.strength(now.unit("a")) == values


@pytest.mark.rule("FRONT-02", "FRONT-04")
def test_a_tap_on_an_attacker_takes_it_out() -> None:
    columns = lines(filled(attackers=("a", "b"))).columns
    assert [thawed(each.gives) for each in columns] == [{"attackers": ["b"]}, {"attackers": ["a"]}]


@pytest.mark.rule("FRONT-08", "FRONT-16")
def test_nobody_is_struck_in_a_domain_without_an_attack_value() -> None:
    units = {"a": ours(3, 4), "z": theirs(1, 5, {"locked": True}), "p": theirs(1, 5, {"locked": True}, **PLANE)}
    found = filled(units, attackers=("a",), **{"target:a": ""})
    assert given(found, "z", "a") == {"target:a": "z"}
    assert field(found, "p", "a") is None


@pytest.mark.rule("FRONT-04", "FRONT-16")
def test_one_of_two_blockers_or_one_that_cannot_be_hit_only_stops_blocking() -> None:
    """Only the last blocker leaves the attacker free to strike it."""
    both = filled(attackers=("a",), **{"block:a": ("x", "y")})
    assert given(both, "x", "a") == {"block:a": ["y"]}
    units = {"a": ours(3, 4), "p": theirs(1, 5, **PLANE)}
    assert given(filled(units, attackers=("a",), **{"block:a": ("p",)}), "p", "a") == {"block:a": []}


@pytest.mark.rule("FRONT-05", "FRONT-06")
def test_by_one_reading_nobody_blocks_another_domain() -> None:
    """A fighter that could block an infantry by the other reading can only be struck by it."""
    units = {"a": ours({"ground": 3, "air": 2}, 4, initiative=["air"]), "p": theirs(1, 5, **PLANE)}
    told = {"attackers": ("a",), "target:a": ""}
    assert given(filled(units, **told), "p", "a") == {"block:a": ["p"]}
    assert given(filled(units, {"cross_domain_block": "same_domain_only"}, **told), "p", "a") == {"target:a": "p"}


@pytest.mark.rule("FRONT-04", "FRONT-16")
def test_a_field_shows_the_points_that_are_dealt_there() -> None:
    """A, 3/4, strikes Y unless told otherwise; X, 4/4, takes 3 when it blocks, and deals 4."""
    none, blocked = filled(attackers=("a",)), filled(attackers=("a",), **{"block:a": ("x",)})
    shown = [(each.row, each.points, each.word and english(each.word)) for each in lines(none).meetings]
    assert shown == [("x", None, None), ("y", 3, "is struck"), ("z", None, None)]
    assert [(each.row, each.points) for each in lines(blocked).meetings] == [("x", 3), ("y", None)]


@pytest.mark.rule("FRONT-04", "FRONT-16")
def test_a_locked_unit_that_is_struck_can_be_spared() -> None:
    found = filled({"a": ours(5, 4), "z": theirs(1, 3, {"locked": True})}, attackers=("a",))
    assert value(found, "target:a") == "z"
    assert given(found, "z", "a") == {"target:a": ""}


@pytest.mark.rule("FRONT-07", "FRONT-10")
def test_what_is_left_of_a_locked_unit_is_told_and_who_loses_it() -> None:
    """3 points on a locked 5/5 leave 2; on a 1/3 none, so that the second player has lost one."""
    assert fates(filled(attackers=("a",), **{"target:a": "z"}))["z"] == "2 of 5 left"
    assert english(lines(filled(attackers=("a",), **{"target:a": "y"})).total) == "lost: player 1 0, player 2 1"


@pytest.mark.rule("FRONT-15")
def test_one_blocker_has_all_the_points_and_nothing_to_split() -> None:
    assert filled(attackers=("a",), **{"block:a": ("x",)}).args["splits"] == Map()


@pytest.mark.rule("FRONT-18", "FRONT-19")
def test_whoever_is_struck_answers_where_it_may() -> None:
    """Untold, Y answers A. Z, locked, cannot answer even when it is told to. Against Z alone no
    answer would come, but X, struck instead of it, answers."""
    assert filled(attackers=("a",)).args["answers"] == Map({"a": True})
    assert filled(attackers=("a",), **{"target:a": "z", "answer:a": True}).args["answers"] == Map()
    units = {"a": ours(3, 4), "z": theirs(5, 3, {"locked": True}), "x": theirs(4, 4)}
    assert value(filled(units, attackers=("a",)), "target:a") == "z"
    assert filled(units, attackers=("a",), **{"target:a": "x"}).args["answers"] == Map({"a": True})


def advised(units: Any, **draft: Any) -> list[tuple[str, list[str]]]:
    now = table(RULES, {"step": "battle", "units": units}, "state")
    return [(english(each.title), [english(line) for line in each.what]) for each in best.advice(now, Map({"side": 0, **draft}))]


@pytest.mark.rule("FRONT-04", "FRONT-15")
def test_where_a_block_gains_nothing_nobody_blocks() -> None:
    """A 9/9 destroys a 1/1 that blocks it and one that does not, and falls to neither."""
    (block,) = advised({"a": ours(9, 9), "x": theirs(1, 1)}, attackers=("a",))
    assert block == ("best block for player 2", ["nobody blocks"])


@pytest.mark.rule("FRONT-04", "FRONT-15")
def test_of_very_many_blocks_the_likely_ones_are_compared() -> None:
    """Two attackers, seven who may block either or neither: 2,187 blocks, each with 9 replies."""
    units = {"a": ours(3, 4), "b": ours(3, 4), **{f"x{at}": theirs(4, 5) for at in range(7)}}
    title, _ = advised(units, attackers=("a", "b"))[0]
    assert title == "best block for player 2 of the likely ones"


@pytest.mark.rule("FRONT-04", "FRONT-15")
def test_a_block_less_one_unit() -> None:
    assert best.less_one(Map({"a": ("x", "y"), "b": ("z",)}), "a", "x") == Map({"a": ("y",), "b": ("z",)})
    assert best.less_one(Map({"a": ("x",), "b": ("z",)}), "a", "x") == Map({"b": ("z",)})


@pytest.mark.rule("FRONT-16", "FRONT-18")
def test_a_strike_that_only_loses_the_striker_is_better_left() -> None:
    """A 1/1 does not hurt a 4/4 enough, and falls when that answers."""
    _, reply = advised({"a": ours(1, 1), "x": theirs(4, 4)}, attackers=("a",), **{"target:a": "x"})
    assert reply == ("best for player 1 against these blocks", ["it strikes nobody"])
