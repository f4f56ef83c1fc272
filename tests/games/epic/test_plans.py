"""Fire and assault on one page: weapons by their range, who is in contact row by row."""

from __future__ import annotations

from typing import Any

import pytest

from engine.doors.tables import table
from engine.playing import drafting
from engine.values.maps import Map, thawed
from engine.values.texts import english
from tests.games.epic.table import RULES

CANNON = {"name": "Cannon", "range": 75, "ap": 4, "at": 4}
LASER = {"name": "Laser", "range": 45, "at": 5}
BOLTER = {"name": "Bolter", "range": 30, "ap": 5, "shots": 2}
RUSS = {"name": "Russ", "type": "AV", "speed": 20, "armour": 4, "cc": 6, "ff": 4, "weapons": [CANNON, LASER, BOLTER]}
BOYZ = {"name": "Boyz", "type": "INF", "speed": 15, "armour": 6, "cc": 4, "ff": 6, "weapons": []}
TRUK = {"name": "Truk", "type": "AV", "speed": 30, "armour": 5, "cc": 6, "ff": 5, "weapons": []}


def card(*units: tuple[int, dict[str, Any]]) -> dict[str, Any]:
    return {"name": "A formation", "points": 300, "initiative": 2, "army": "orks", "units": [list(unit) for unit in units]}


def filled(procedure: str, blast: int = 0, **draft: Any) -> drafting.Filled:
    """Six tanks, with some markers, against ten Boyz and two Truks."""
    order = "engage" if procedure == "assault" else "advance"
    units = {
        "a": {"card": card((6, RUSS)), "seat": 0, "state": {"blast": blast, "order": order}},
        "b": {"card": card((10, BOYZ), (2, TRUK)), "seat": 1},
        "c": {"card": card((4, BOYZ)), "seat": 1},
        "d": {"card": card((2, RUSS)), "seat": 0},
    }
    now = table(RULES, {"step": "action", "units": units}, "state")
    plan = RULES.plan(procedure)
    assert plan
    pair = {plan.by: "a", plan.at: "b"}
    return drafting.fill(RULES, now, plan, Map({**pair, **draft}))


def answers(found: drafting.Filled, key: str) -> list[Any]:
    return [value for fact in found.facts if fact.key == key for value, _ in fact.answers]


@pytest.mark.rule("EPIC-41")
def test_the_distance_picks_the_weapons() -> None:
    assert answers(filled("fire"), "range") == [30, 45, 75]
    silent = {cut: [english(each.text) for each in filled("fire", range=cut).means if each.against] for cut in (30, 45, 75)}
    assert silent == {30: [], 45: ["Bolter"], 75: ["Laser", "Bolter"]}


@pytest.mark.rule("EPIC-41", "EPIC-45")
def test_suppressed_tanks_roll_no_dice() -> None:
    """One marker silences one of six: five dice of the cannon, ten of the bolters."""
    found = {english(each.text): (each.dice, each.needs) for each in filled("fire", blast=1, range=30).means}
    assert found == {"Cannon": (5, "AP 4+"), "Laser": (5, "AT 5+"), "Bolter": (10, "AP 5+")}


@pytest.mark.rule("EPIC-42")
def test_ap_or_at_is_the_shooters_choice() -> None:
    """More of the target can be hit by AP, so that is preset."""
    assert answers(filled("fire"), "firepower") == ["ap", "at"]
    assert filled("fire").draft["firepower"] == "ap"
    chosen = filled("fire", firepower="at", range=75)
    assert [each.needs for each in chosen.means if not each.against] == ["AT 4+"]
    assert chosen.args["firepower"] == "at"


@pytest.mark.rule("EPIC-46", "EPIC-47")
def test_cover_of_some_is_told_row_by_row() -> None:
    """Boyz in woods are hidden, the Truks beside them in the open: AP dice, which hit no Truk, need
    5; the shooter may not waive what all his targets have."""
    found = filled("fire", range=75, terrain="wood", in_cover=("0",))
    assert thawed(found.args["terrain"]) == ["wood", "open_ground"]
    assert [each.needs for each in found.means if not each.against] == ["AP 5+"]


@pytest.mark.rule("EPIC-45")
def test_dice_are_called_by_their_weapons() -> None:
    prompt = filled("fire", range=45).prompt
    assert prompt
    assert prompt.labels
    assert [english(each) for each in prompt.labels()] == ["Cannon: AP", "Laser: AT"]


@pytest.mark.rule("EPIC-84", "EPIC-89")
def test_an_assault_is_told_row_by_row() -> None:
    """Four of six tanks touch, the rest shoot; of the Boyz six are in contact and three near."""
    found = filled("assault", fought="mixed", **{"cc:a:0": 4, "cc:b:0": 6, "ff:b:0": 3, "cc:b:1": 0, "ff:b:1": 2})
    assert thawed(found.args["engaged"]) == {"a": {"cc": [4], "ff": [2]}, "b": {"cc": [6, 0], "ff": [3, 2]}}
    assert [(each.dice, each.needs) for each in found.means] == [(6, "CC 6+ FF 4+"), (9, "CC 4+ FF 6+"), (2, "FF 5+")]
    assert found.prompt
    assert found.prompt.kind == "roll"


@pytest.mark.rule("EPIC-95", "EPIC-86")
def test_supporters_of_both_sides_are_named_and_a_charge_may_fall_short() -> None:
    found = filled("assault", support_attacker=("d",), support_defender=("c",))
    assert thawed(found.args["supporters"]) == [{"formation": "d"}, {"formation": "c"}]
    assert filled("assault", reached=False).args == Map({"attacker": "a", "defender": "b", "reached": False})
