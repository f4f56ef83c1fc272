"""The page of a unit's fire: weapons with their thresholds, what the board knows is not asked."""

from __future__ import annotations

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing import drafting
from engine.playing.outcome import last_outcome
from engine.values.events import Opened
from engine.values.maps import Map, frozen
from engine.values.texts import english
from tests.games.twogm.table import GUN, HOUSE, TANK, do, playing, rule, unit

RULES = RULESETS["2gm"]
MG = {"item": "MG", "cost": 0, "slot": "offensive", "marker": "arrow", "weapon": {"impact": [5, 9], "penetration": 3, "damage": 1, "range": 2}}
SHOOTER = {**TANK, "weapon": {**GUN, "impact": [4, 8], "range": 4}, "equipment": [MG]}
FOOT = {
    "name": "Foot",
    "army": "Blue",
    "type": "infantry",
    "year": 1940,
    "cost": 1,
    "movement": 1,
    "armor": 1,
    "life": 2,
    "weapon": GUN,
    "equipment": [],
    "skills": [],
}


def filled(draft: dict[str, Any] | None = None, **places: dict[str, Any]) -> drafting.Filled:
    """The tank a fires at the infantry b, in the Fire phase."""
    units = {"a": unit(SHOOTER, 0, **places.get("a", {})), "b": unit(FOOT, 1, **places.get("b", {}))}
    now = table(RULES, {"step": "fire", "units": units}, "state")
    plan = RULES.plan("shot")
    assert plan
    return drafting.fill(RULES, now, plan, Map({"attacker": "a", "target": "b", **(draft or {})}))


def asked(found: drafting.Filled) -> list[str]:
    return [fact.key for fact in found.facts]


@rule("2GM-69")
def test_the_distance_is_asked_only_where_the_board_does_not_say_it() -> None:
    """No less than the rows between the two is offered; with columns nothing is asked."""
    by_rows = filled(a={"row": 1}, b={"row": 3})  # of six rows b's third is a's fourth
    assert [value for fact in by_rows.facts if fact.key == "range" for value, _ in fact.answers] == [3, 4]
    assert "range" not in asked(filled(a={"row": 4, "column": 3}, b={"row": 2, "column": 3}))


@rule("2GM-69", "2GM-68")
def test_a_weapon_that_does_not_reach_stays_silent_and_says_why() -> None:
    found = filled({"range": 3})
    assert [(each.key, each.against.ref.id if each.against else "") for each in found.means] == [("primary", ""), ("MG", "2GM-69")]
    assert found.args["weapon"] == "primary"


@rule("2GM-82", "2GM-86")
def test_thresholds_are_those_against_this_target() -> None:
    """4 and 8 in the open; bushes add 1 to both, a house 2."""
    needs = {terrain: filled({"terrain": terrain, "range": 1}).means[0].needs for terrain in ("plain", "bushes", "house")}
    assert needs == {"plain": "4+/8+", "bushes": "5+/9+", "house": "6+/10+"}


def test_one_tap_leads_to_the_die() -> None:
    found = filled({"range": 2})
    assert found.prompt
    assert (found.prompt.kind, found.prompt.key) == ("roll", "shot")
    second = filled({"range": 2, "means": "MG"})
    assert second.args["weapon"] == "MG"


@rule("2GM-71")
@pytest.mark.parametrize(("target", "armour"), [("b", 5), ("c", 3)])
def test_a_shot_that_cannot_pierce_says_so_before_and_after(target: str, armour: int) -> None:
    """A rifle of penetration 2 at a tank of armour 5, and at infantry of armour 2 in a house, which
    adds 1: no die and no damage, and both the page and the story name the two numbers."""
    rifles = {**FOOT, "armor": 2, "weapon": {**GUN, "penetration": 2}}
    units = {"a": unit(rifles, row=4, column=4), "b": unit({**TANK, "armor": 5}, 1, row=2, column=4)}
    house = {"c": unit(rifles, 1, row=2, column=5, **{"in": "h"}), "h": unit(HOUSE, 1, row=2, column=5)}
    session, plan = playing("fire", {**units, **house}), RULES.plan("shot")
    assert plan
    reason, told = f"penetration 2 does not reach armour {armour}", Map({"attacker": "a", "target": target})
    weapon = drafting.fill(RULES, session.state, plan, told).means[0]
    assert (weapon.needs, english(weapon.notes[-1])) == ("–", reason)
    outcome = last_outcome(do(session, "shot", "primary", attacker="a", target=target))
    assert outcome
    assert english(outcome.what).endswith(f": without effect, {reason}")
    assert not session.state.unit(target).count("damage")


@rule("2GM-71")
def test_a_shot_that_pierces_tells_no_armour() -> None:
    session = playing("fire", {"a": unit(FOOT, row=4, column=4), "b": unit(FOOT, 1, row=2, column=4)})
    outcome = last_outcome(do(session, "shot", "primary", [1], attacker="a", target="b"))
    assert outcome
    assert english(outcome.what) == "Foot shoots at Foot: without effect"


@rule("2GM-71", "2GM-58")
def test_a_shot_told_as_an_assault_against_the_rules_is_told_as_well() -> None:
    """Penetration is not asked for in an assault: a miss is a miss."""
    rifles = {**FOOT, "weapon": {**GUN, "penetration": 0}}
    session = playing("fire", {"a": unit(rifles, row=4, column=4), "b": unit(FOOT, 1, row=3, column=4)})
    session.overrule(Opened("shot", frozen({"attacker": "a", "target": "b", "weapon": "primary", "as": "assault"})))  # type: ignore[arg-type]
    session.answer((1,))
    outcome = last_outcome(session)
    assert outcome
    assert english(outcome.what) == "Foot shoots at Foot: without effect"
