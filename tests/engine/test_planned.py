"""The page of a deed as data: what is filled in stays, the rest is preset, and it opens as it
says."""

from __future__ import annotations

from tests.engine.tables import done, started


def test_a_plan_opens_as_it_says() -> None:
    play = started("aam")
    plan = done(play, do="plan", procedure="attack", **{"with": {"attacker": "a", "target": "b", "range": 5}})["plan"]
    facts = {fact["key"]: fact["value"] for fact in plan["facts"]}
    assert (facts["range"], facts["terrain"]) == (5, "clear")
    assert plan["asks"]["kind"] == "roll"
    assert plan["with"]["range"] == 5
    assert not play.on.log
    reply = done(play, do="open", procedure="attack", **{"with": plan["with"]})
    assert reply["prompt"]["key"] == plan["asks"]["key"]


def test_the_last_answers_for_a_pair_are_preset() -> None:
    play = started("aam")
    done(play, do="open", procedure="attack", **{"with": {"attacker": "a", "target": "b", "range": 5, "terrain": "hill"}})
    done(play, do="abandon")
    plan = done(play, do="plan", procedure="attack", **{"with": {"attacker": "a", "target": "b"}})["plan"]
    assert {fact["key"]: fact["value"] for fact in plan["facts"]}["terrain"] == "hill"
    other = done(play, do="plan", procedure="attack", **{"with": {"attacker": "a", "target": "r"}})["plan"]
    assert {fact["key"]: fact["value"] for fact in other["facts"]}["terrain"] == "clear"


def test_what_has_no_plan_or_no_unit_says_so() -> None:
    play = started("aam")
    assert "attack" in play.do({"do": "plan", "procedure": "casualty"})["error"]
    assert "attacker" in play.do({"do": "plan", "procedure": "attack", "with": {"attacker": "nobody"}})["error"]
