"""The page of a battle: who blocks whom, and what comes of it before it happens."""

from __future__ import annotations

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing import drafting
from engine.values.maps import Map, thawed
from engine.values.texts import english

RULES = RULESETS["front"]


def unit(attack: int, defense: int, seat: int, **state: Any) -> dict[str, Any]:
    card = {"name": f"Unit {attack}/{defense}", "domain": "ground", "av": {"ground": attack}, "dv": defense}
    return {"card": card, "seat": seat, "state": state}


def filled(**draft: Any) -> drafting.Filled:
    """A 3/4 and a 2/2 may attack; a 4/4, a 1/3 and a locked 5/5 stand against them."""
    units = {"a": unit(3, 4, 0), "b": unit(2, 2, 0), "x": unit(4, 4, 1), "y": unit(1, 3, 1), "z": unit(5, 5, 1, locked=True)}
    now = table(RULES, {"step": "battle", "units": units}, "state")
    plan = RULES.plan("battle")
    assert plan
    return drafting.fill(RULES, now, plan, Map(draft))


def answers(found: drafting.Filled, key: str) -> list[Any]:
    return [value for fact in found.facts if fact.key == key for value, _ in fact.answers]


@pytest.mark.rule("FRONT-03", "FRONT-05")
def test_only_unlocked_units_attack_and_block() -> None:
    assert answers(filled(), "attackers") == ["a", "b"]
    assert answers(filled(attackers=("a",)), "block:a") == ["x", "y"]


@pytest.mark.rule("FRONT-01", "FRONT-03")
def test_either_side_may_attack_and_only_one_does() -> None:
    found = filled(side=1)
    assert answers(found, "attackers") == ["x", "y"]
    assert filled(side=1, attackers=("a", "x")).args["attackers"] == ("x",)


@pytest.mark.rule("FRONT-04", "FRONT-25")
def test_a_unit_that_blocks_one_attacker_is_not_offered_for_another() -> None:
    found = filled(attackers=("a", "b"), **{"block:a": ("x",)})
    assert answers(found, "block:b") == ["y"]
    assert thawed(found.args["blockers"]) == {"a": ["x"]}


@pytest.mark.rule("FRONT-07", "FRONT-14")
def test_what_comes_of_it_stands_on_the_page() -> None:
    """3/4 blocked by 4/4: the attacker takes 4 of 4 and falls, the blocker 3 and has 1 left."""
    found = filled(attackers=("a",), **{"block:a": ("x",)})
    assert found.prompt
    assert found.prompt.kind == "ledger"
    assert [english(line.text) for line in found.prompt.lines] == [
        "Unit 3/4: 4 damage, defense value 4 becomes 0",
        "Unit 4/4: 3 damage, defense value 4 becomes 1",
        "Unit 3/4 is destroyed: to the junkyard",
    ]


@pytest.mark.rule("FRONT-16", "FRONT-18")
def test_an_unblocked_attacker_strikes_whom_it_likes() -> None:
    found = filled(attackers=("b",), **{"target:b": "y", "answer:b": False})
    assert thawed(found.args) == {"attackers": ["b"], "blockers": {}, "targets": {"b": "y"}, "answers": {}, "splits": {}, "boosts": {}}


def told(units: Any, **draft: Any) -> drafting.Filled:
    plan = RULES.plan("battle")
    assert plan
    return drafting.fill(RULES, table(RULES, {"step": "battle", "units": units}, "state"), plan, Map(draft))


@pytest.mark.rule("FRONT-03", "FRONT-16")
def test_who_can_attack_is_in_play_and_has_an_enemy_in_its_territory() -> None:
    """One in hand cannot, one alone in Burma cannot; each stands there with its values, a card
    without any by its name."""
    bare = {"card": {"name": "Bare", "domain": "ground"}, "seat": 0}
    units = {
        "a": unit(3, 4, 0, territory="Malaya"),
        "hand": unit(3, 4, 0, territory="Malaya", where="hand"),
        "far": unit(3, 4, 0, territory="Burma"),
        "bare": {**bare, "state": {"territory": "Malaya"}},
        "x": unit(4, 4, 1, territory="Malaya"),
    }
    (fact,) = (each for each in told(units).facts if each.key == "attackers")
    assert [(value, english(text)) for value, text in fact.answers] == [("a", "Unit 3/4 3/4"), ("bare", "Bare")]


@pytest.mark.rule("FRONT-18", "FRONT-19")
def test_an_answer_is_asked_for_where_there_may_be_one() -> None:
    """X, struck by both, answers one of them; Z is locked and answers none."""
    both = {"attackers": ("a", "b"), "target:a": "x", "target:b": "x"}
    keys = [fact.key for fact in filled(**both, **{"answer:a": True}).facts if fact.key.startswith("answer")]
    assert keys == ["answer:a"]
    keys = [fact.key for fact in filled(**both, **{"answer:a": False}).facts if fact.key.startswith("answer")]
    assert keys == ["answer:a", "answer:b"]
    assert answers(filled(attackers=("a",), **{"target:a": "z"}), "answer:a") == []


@pytest.mark.rule("FRONT-04", "FRONT-16")
def test_choices_can_be_left_to_be_asked() -> None:
    found = filled(attackers=("a",), here=False, **{"block:a": ("x",)})
    assert (thawed(found.args), found.facing) == ({"attackers": ["a"]}, None)
    here = filled(attackers=("a",), **{"block:a": ("x",)})
    assert thawed(here.args["blockers"]) == {"a": ["x"]}
    assert here.facing


@pytest.mark.rule("FRONT-03")
def test_without_a_game_the_first_line_attacks() -> None:
    plan = RULES.plan("battle")
    assert plan
    assert plan.over_cards
    units = {"a": unit(3, 4, 0), "z": unit(3, 4, 0, locked=True), "x": unit(4, 4, 1)}
    now = table(RULES, {"step": "battle", "units": units}, "state")
    assert plan.over_cards(now) == Map({"attackers": ("a",)})
