"""A formation's card as a table, worked out by hand."""

from typing import Any

import pytest

from engine.games.epic.datasheet import datasheet
from engine.playing.datasheet import Datasheet
from engine.values.maps import Map, frozen
from engine.values.texts import english

rule = pytest.mark.rule


def laid_out(**card: Any) -> Datasheet:
    found = frozen(card)
    assert isinstance(found, Map)
    return datasheet(found)


def rows(sheet: Datasheet, table: int) -> list[tuple[Any, ...]]:
    return [(row.count, english(row.name), *map(english, row.cells), english(row.more)) for row in sheet.tables[table].rows]


def heads(sheet: Datasheet, table: int) -> list[str]:
    return [english(head) for head in sheet.tables[table].heads]


TROOPER = {"name": "Trooper", "type": "INF", "speed": 15, "armour": 5, "cc": 4, "ff": 6}
ENGINE = {"name": "Walker", "type": "WE", "speed": 20, "armour": 4, "cc": 3, "ff": 4, "dc": 6, "shields": 2, "critical": "destroyed"}
HERO = {"name": "Hero", "type": "CH", "abilities": ["leader"]}


@rule("EPIC-01", "EPIC-141")
def test_units_are_counted_without_characters() -> None:
    sheet = laid_out(points=250, initiative=2, strategy=3, army="orks", units=[[4, TROOPER], [1, HERO], [2, ENGINE]])
    assert {english(each.name): english(each.value) for each in sheet.figures} == {"points": "250", "initiative": "2+", "strategy": "3", "units": "6"}
    assert [english(each.name) for each in sheet.facts] == ["army"]
    assert laid_out(points=250, units=[[1, TROOPER]]).facts == ()


@rule("EPIC-01")
def test_columns_that_nobody_needs_are_left_out() -> None:
    """Damage capacity and shields only where somebody has them."""
    foot, engines = laid_out(units=[[4, TROOPER]]), laid_out(units=[[4, TROOPER], [1, ENGINE]])
    assert heads(foot, 0) == ["type", "cm", "arm.", "CC", "FF"]
    assert heads(engines, 0) == ["type", "cm", "arm.", "CC", "FF", "DC", "shields"]
    assert heads(laid_out(units=[[1, HERO]]), 0) == ["type", "cm", "arm.", "CC", "FF"]
    assert rows(engines, 0)[0] == (4, "Trooper", "INF", "15", "5+", "4+", "6+", "–", "–", "")


@rule("EPIC-01")
def test_a_row_that_is_no_pair_and_a_unit_without_a_name() -> None:
    assert rows(laid_out(units=[[4, TROOPER, 3], [2, {"type": "INF"}]]), 0)[0][:3] == (2, "", "INF")
    assert len(rows(laid_out(units=[[4, TROOPER, 3], [2, {"type": "INF"}]]), 0)) == 1


@rule("EPIC-01", "EPIC-174")
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, ""),
        ({"abilities": ["scout", "leader"]}, "scout, leader"),
        ({"abilities": ["transport"], "transport": 4}, "transport 4"),
        ({"abilities": ["scout"], "transport": 4}, "scout, transport 4"),
        ({"abilities": ["transport"]}, "transport"),
        ({"critical": "destroyed"}, "critical: destroyed"),
    ],
)
def test_what_a_unit_can_do(more: dict[str, Any], told: str) -> None:
    assert rows(laid_out(units=[[1, {**TROOPER, **more}]]), 0)[0][-1] == told


@rule("EPIC-150", "EPIC-160")
@pytest.mark.parametrize(
    ("weapon", "told"),
    [
        ({"abilities": ["titan_killer:d3"]}, "Titan Killer D3"),
        ({"abilities": ["extra_attacks:2", "first_strike"]}, "extra attacks 2, first strike"),
        ({"abilities": ["extra_attacks"]}, "extra attacks 1"),
        ({"abilities": ["lance"]}, "lance"),
        ({"abilities": ["titan_killer:2", "disrupt:0"]}, "Titan Killer 2, disrupt"),
        ({"tk": "D3"}, "Titan Killer D3"),
        ({"tk": 0, "abilities": ["lance"]}, "Titan Killer 0, lance"),
    ],
)
def test_what_a_weapon_adds(weapon: dict[str, Any], told: str) -> None:
    assert rows(laid_out(units=[[1, {**TROOPER, "weapons": [{"name": "Arm", "range": 30, **weapon}]}]]), 1)[0][-1] == told


@rule("EPIC-150", "EPIC-160")
def test_shots_and_scores() -> None:
    guns = [{"name": "Gun", "range": 45, "shots": 2, "ap": 5, "at": 6}, {"range": 30, "shots": 1, "ap": 4}]
    sheet = laid_out(units=[[3, {**TROOPER, "weapons": guns}]])
    assert heads(sheet, 1) == ["cm", "shots", "AP", "AT"]
    assert rows(sheet, 1) == [(3, "Gun", "45", "2×", "5+", "6+", ""), (3, "", "30", "–", "4+", "–", "")]


@rule("EPIC-89", "EPIC-150")
@pytest.mark.parametrize(
    ("weapon", "told"),
    [({"range": "contact"}, "CC"), ({"range": 15}, "FF"), ({"range": 15, "ap": 4}, "–"), ({"range": 30}, "–"), ({"range": 15, "bp": 1}, "–")],
)
def test_arms_of_an_assault(weapon: dict[str, Any], told: str) -> None:
    """Beside another that has something in that column, so that it is shown."""
    arms = [{"name": "Arm", **weapon}, {"name": "Blade", "range": "contact"}, {"name": "Pistol", "range": 15}]
    assert rows(laid_out(units=[[1, {**TROOPER, "weapons": arms}]]), 1)[0][-2] == told
