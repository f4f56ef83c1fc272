"""The page of an activation: two actions, the lines that can fire, and nothing asked twice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing import drafting
from engine.values.maps import Map

RULES = RULESETS["dust"]
DASH = {f"V{n}": "-" for n in range(1, 8)}
CARBINE = {"range": "4", "values": {"S1": "2/1", "S2": "1/1", "S3": "1/1", "S4": "-", **DASH}, "kinds": []}
TUBE = {"range": "3", "values": {"S1": "1/1", "S2": "1/1", "S3": "1/1", "S4": "1/1", **DASH, "V3": "2/3"}, "kinds": ["limited"], "ammo": 3}
KNIFE = {"range": "C", "values": {"S1": "2/1", "S2": "1/1", "S3": "1/1", "S4": "-", **DASH}, "kinds": ["close"]}
SQUAD = {
    "name": "Rifles",
    "side": "axis",
    "kind": "squad",
    "armor": "S2",
    "move": 1,
    "hp": 3,
    "ap": 10,
    "models": [{"weapons": ["Carbine", "Knife"]}, {"weapons": ["Carbine", "Knife"]}, {"weapons": ["Tube", "Knife"]}],
    "weapons": {"Carbine": CARBINE, "Tube": TUBE, "Knife": KNIFE},
    "skills": [],
}


def filled(**draft: Any) -> drafting.Filled:
    """Squad a activates against squad b, both on the board."""
    units = {name: {"card": {**SQUAD, "side": side}, "seat": seat, "state": {"on_board": True}} for name, side, seat in (("a", "axis", 0), ("b", "allies", 1))}
    now = table(RULES, {"step": "activation", "units": units}, "state")
    plan = RULES.plan("activation")
    assert plan
    return drafting.fill(RULES, now, plan, Map({"unit": "a", "target": "b", **draft}))


def lines(found: drafting.Filled) -> dict[str, str]:
    """Why each line is silent, by the rule; "" where it fires."""
    return {each.key.partition("/")[2]: each.against.ref.id if each.against else "" for each in found.means}


@pytest.mark.rule("DUST-02", "DUST-03")
def test_two_actions_and_no_second_attack() -> None:
    found = {fact.key: [value for value, _ in fact.answers] for fact in filled(first="attack").facts}
    assert "attack" not in found["second"]
    assert "second" not in {fact.key for fact in filled(first="sustained").facts}


@pytest.mark.rule("DUST-47", "DUST-49")
def test_lines_out_of_reach_stay_silent() -> None:
    """At 4 squares the carbines fire; a Rocket Tube reaches 3, a knife 1."""
    at_four = lines(filled(range=4))
    assert at_four["Carbine"] == ""
    assert at_four["Tube"]
    assert at_four["Knife"]
    assert lines(filled(range=1)) == {"Carbine": "", "Tube": "", "Knife": ""}


@pytest.mark.rule("DUST-160", "DUST-34")
def test_of_a_limited_weapon_one_round_is_fired_unless_more_are_told() -> None:
    found = filled(range=2)
    rows = {row["weapon"]: row for row in found.args["lines"]}
    assert rows["Tube"]["rounds"] == 1
    assert "rounds" not in rows["Carbine"]
    more = filled(range=2, **{"rounds:a/Tube": 3})
    assert {row["weapon"]: row.get("rounds") for row in more.args["lines"]}["Tube"] == 3


def test_a_line_is_left_silent_by_a_tap_and_moves_need_no_target() -> None:
    found = filled(range=1, means=("a/Carbine",))
    assert [row["weapon"] for row in found.args["lines"]] == ["Carbine"]
    moving = filled(first="move", second="move")
    assert "lines" not in moving.args
    assert not moving.means
