"""Landing, air assault, boarding, drops and the plan of a spacecraft, each on one page."""

from __future__ import annotations

from typing import Any

import pytest

from engine.doors.tables import table
from engine.playing import drafting
from engine.values.maps import Map, thawed
from engine.values.table import GameState
from engine.values.texts import english
from tests.games.epic.reach import TITAN, UNITS
from tests.games.epic.table import RULES, cruiser_away, do, enemy_wing, foot, force, game, state, tank

rule = pytest.mark.rule


def on_the_table(**more: Any) -> GameState:
    return table(RULES, {"step": "action", "units": {**UNITS, **more}}, "state")


def filled(procedure: str, now: GameState | None = None, **draft: Any) -> drafting.Filled:
    plan = RULES.plan(procedure)
    assert plan
    return drafting.fill(RULES, now or on_the_table(), plan, Map(draft))


def answers(found: drafting.Filled, key: str) -> list[Any]:
    return [value for fact in found.facts if fact.key == key for value, _ in fact.answers]


@rule("EPIC-214")
def test_all_aboard_get_out_and_whoever_finds_room_may_get_in() -> None:
    """Eight places for two friends or a Titan; those inside others are not there."""
    found = filled("touch_down", formation="f")
    assert found.args == Map({"formation": "f", "unload": ("p",)})
    assert set(answers(found, "board")) == {"g", "t", "u"}
    assert filled("touch_down", formation="f", unload=(), board=("g",)).args == Map({"formation": "f", "board": ("g",)})


@rule("EPIC-220")
def test_a_bombardment_from_orbit_has_templates_of_its_own() -> None:
    """Five points are two templates; nobody asks who is in range and sight of a spacecraft."""
    now = on_the_table(s=cruiser_away(order="spacecraft"))
    found = filled("barrage", now, by="s", target="d")
    assert [english(note) for note in found.means[0].notes] == ["2 templates of 12 cm"]
    assert "able" not in {fact.key for fact in found.facts}


@rule("EPIC-253")
def test_two_places_for_those_who_need_them() -> None:
    """Seven places are left for three Ogryns, who take six, and not for four."""
    big = foot(abilities=["takes_two_places"])
    for count, fits in ((3, True), (4, False)):
        now = on_the_table(o=force((count, big)), p=force((1, foot()), state={"aboard": "f", "where": "inside"}))
        assert ("o" in answers(filled("touch_down", now, formation="f", unload=()), "board")) is fits


@rule("EPIC-215", "EPIC-95")
def test_an_air_assault_is_an_assault_of_aircraft_and_troops() -> None:
    """By row: the lander touches nobody and shoots, one of two troopers is in contact."""
    told = {"fought": "mixed", "cc:f:0": 0, "ff:f:0": 1, "cc:p:0": 1, "ff:p:0": 1, "cc:d:0": 2, "ff:d:0": 4}
    found = filled("air_assault", formation="f", defender="d", support_defender=("e",), **told)
    assert thawed(found.args["engaged"]) == {"f": {"cc": [0], "ff": [1]}, "p": {"cc": [1], "ff": [1]}, "d": {"cc": [2, 2], "ff": [2, 0]}}
    assert (found.args["unload"], thawed(found.args["supporters"])) == (("p",), [{"formation": "e"}])
    assert "reached" not in found.draft
    assert "drawn_in" not in found.args


@rule("EPIC-37", "EPIC-168")
def test_getting_out_in_a_charge_asks_who_touches_it() -> None:
    assert filled("disembark", transport="t").args == Map({"transport": "t", "formations": ("r",)})
    assert [fact.key for fact in filled("disembark", transport="t").facts] == ["formations", "contacts"]
    calm = on_the_table(t={"seat": 0, "card": UNITS["t"]["card"], "state": {"order": "advance"}})
    assert [fact.key for fact in filled("disembark", calm, transport="t").facts] == ["formations"]
    assert [no.key for no in filled("disembark", transport="t", contacts=2).against] == ["trapped"]


@rule("EPIC-231", "EPIC-167")
@pytest.mark.parametrize(("step", "acted"), [("strategy", 0), ("action", 1)])
def test_before_the_battle_boarding_is_no_action(step: str, acted: int) -> None:
    units = {"a": force((2, foot()), state={"order": "advance"}), "t": force((1, TITAN))}
    session = do(game(step, **units), "embark", formation="a", transport="t")
    assert state(session, "a") == {"aboard": "t", "where": "inside"}
    assert [session.state.unit(each).count("activated") for each in ("a", "t")] == [acted, acted]


@rule("EPIC-216")
def test_turns_that_are_free() -> None:
    now = table(RULES, {"step": "strategy", "units": {"s": cruiser_away(), "r": cruiser_away(seat=1, due=1)}}, "state")
    found = filled("schedule", now, formation="s")
    assert (answers(found, "turn"), found.args["turn"]) == ([2, 3, 4], 2)


@rule("EPIC-225")
def test_pods_and_whom_they_reach() -> None:
    """Two pods, one of them near the enemy: one marker, three dice at 6+ instead of 5+."""
    now = on_the_table(x=force((2, foot()), state={"where": "reserve"}))
    found = filled("drop_pods", now, formation="x", near=("d",), **{"pods:d": 1, "ap:d": 3, "ap+": 6})
    assert thawed(found.args) == {
        "formation": "x",
        "pods": 2,
        "scattered": True,
        "attacks": [{"target": "d", "pods": 1, "shots": [{"count": 3, "type": "ap", "value": 6}]}],
    }
    assert thawed(filled("drop_pods", now, formation="x").args) == {"formation": "x", "pods": 2, "scattered": True}


@rule("EPIC-200", "EPIC-205")
def test_flak_that_nobody_asked_for() -> None:
    """Two guns to the left, one of them in range; on the way out those that have moved are told."""
    found = filled("flak", by="u", target="x", able=1)
    assert [(each.dice, each.needs) for each in found.means] == [(1, "AA 2+")]
    assert [fact.key for fact in found.facts] == ["moment", "able", "arcs"]
    late = filled("flak", by="u", target="x", moment="disengagement", arcs=())
    assert ([fact.key for fact in late.facts], late.means) == (["moment", "moved", "able", "arcs"], ())


@rule("EPIC-225")
def test_what_a_pod_fires_with() -> None:
    """Scores from 2+ to 6+, 5+ until somebody says otherwise; as many dice as there is a use for;
    AP at infantry, AT at vehicles, neither at who is gone."""
    mixed = force((2, foot()), (1, tank()), seat=1)
    now = on_the_table(x=force((2, foot()), state={"where": "reserve"}), m=mixed, n={**mixed, "state": {"lost": [2, 0]}})
    found = filled("drop_pods", now, formation="x", near=("m", "n"), **{"ap:m": 1, "at:n": 1})
    facts = {fact.key: fact for fact in found.facts}
    assert [value for value, _ in facts["ap+"].answers] == [2, 3, 4, 5, 6]
    assert (facts["ap+"].preset, facts["at+"].preset) == (5, 5)
    assert {key for key in facts if key.endswith((":m", ":n"))} == {"pods:m", "ap:m", "at:m", "pods:n", "at:n"}
    assert (facts["ap:m"].preset, facts["ap:m"].most) == (0, 60)
    assert {"ap+", "at+"} & {fact.key for fact in filled("drop_pods", now, formation="x", near=("m",)).facts} == set()
    told = thawed(found.args["attacks"])
    assert told == [
        {"target": "m", "pods": 2, "shots": [{"count": 1, "type": "ap", "value": 5}]},
        {"target": "n", "pods": 2, "shots": [{"count": 1, "type": "at", "value": 5}]},
    ]


@rule("EPIC-225")
@pytest.mark.parametrize(("units", "pods"), [(1, 1), (3, 3), (20, 20), (25, 20)])
def test_as_many_pods_as_units_and_at_most_twenty(units: int, pods: int) -> None:
    now = on_the_table(x=force((units, foot()), state={"where": "reserve"}))
    [fact] = [fact for fact in filled("drop_pods", now, formation="x").facts if fact.key == "pods"]
    assert (fact.preset, fact.most) == (pods, pods)


@rule("EPIC-225")
@pytest.mark.parametrize(("stated", "reach"), [({}, 2), ({"pods": 1}, 1), ({"pods": 0}, 1)])
def test_all_pods_reach_an_enemy_until_somebody_says_otherwise(stated: dict[str, int], reach: int) -> None:
    """One reaches it at least, who else would be named."""
    now = on_the_table(x=force((2, foot()), state={"where": "reserve"}))
    found = filled("drop_pods", now, formation="x", near=("d",), **stated)
    [fact] = [fact for fact in found.facts if fact.key == "pods:d"]
    assert (fact.preset, fact.most) == (reach, reach)


@rule("EPIC-225")
def test_enemies_in_the_air_are_not_near_a_pod() -> None:
    now = on_the_table(x=force((2, foot()), state={"where": "reserve"}), y=enemy_wing(state={"flying": True}), z=enemy_wing(state={"landed": True}))
    assert {"d", "z"} <= set(answers(filled("drop_pods", now, formation="x"), "near"))
    assert not {"y", "x"} & set(answers(filled("drop_pods", now, formation="x"), "near"))


@rule("EPIC-167", "EPIC-214")
@pytest.mark.parametrize(("friend", "fits"), [(force((7, foot())), True), (force((8, foot())), False), (enemy_wing(1, seat=0, state={"flying": True}), False)])
def test_room_for_those_who_get_in(friend: Any, fits: bool) -> None:
    """Eight places with one taken; nobody gets in from the air."""
    now = on_the_table(o=friend, p=force((1, foot()), state={"aboard": "f", "where": "inside"}))
    assert ("o" in answers(filled("touch_down", now, formation="f", unload=()), "board")) is fits


@rule("EPIC-215")
def test_an_air_assault_asks_for_its_target_first() -> None:
    before, after = filled("air_assault", formation="f"), filled("air_assault", formation="f", defender="d")
    assert [fact.key for fact in before.facts] == ["unload", "bad_ground"]
    assert before.means == ()
    assert thawed(before.args) == {"formation": "f", "unload": ["p"]}
    assert {"unload", "bad_ground", "fought", "terrain"} <= {fact.key for fact in after.facts}
    assert after.means


@rule("EPIC-215")
def test_another_landing_is_another_story() -> None:
    plan = RULES.plan("air_assault")
    assert plan
    told = Map({"formation": "f", "defender": "d", "terrain": "wood", "unload": ("p",), "fought": "cc"})
    assert thawed(plan.draft(told)) == {"formation": "f", "defender": "d", "terrain": "wood"}
