"""A card as a table, worked out by hand."""

from typing import Any

import pytest

from engine.playing.datasheet import Datasheet
from engine.values.maps import Map, frozen
from engine.values.texts import english
from tests.games.aam.table import RULES, rule

CAPTAIN: dict[str, Any] = {
    "name": "Captain",
    "side": "axis",
    "nation": "Germany",
    "type": "soldier",
    "subtypes": ["commander"],
    "year": 1941,
    "cost": 7,
    "speed": 1,
    "defense": [4],
    "soldiers": [6, 4, None],
    "vehicles": [2, None, None],
    "initiative": 2,
    "abilities": {"tally_ho": 1, "blast": True, "large": False, "extended_range": 10},
}


def laid_out(card: dict[str, Any]) -> Datasheet:
    found = frozen(card)
    assert isinstance(found, Map)
    return RULES.datasheet(found)


def figures(card: dict[str, Any]) -> dict[str, str]:
    return {english(each.name): english(each.value) for each in laid_out(card).figures}


def facts(card: dict[str, Any]) -> dict[str, str]:
    return {english(each.name): english(each.value) for each in laid_out(card).facts}


@rule("AAM-13")
def test_dice_by_the_three_bands() -> None:
    [table] = laid_out(CAPTAIN).tables
    assert list(map(english, table.heads)) == ["0–1", "2–4", "5–8"]
    assert [(english(row.name), *map(english, row.cells)) for row in table.rows] == [("Soldiers", "6", "4", "–"), ("Vehicles", "2", "–", "–")]


@rule("AAM-13")
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, {"points": "7", "speed": "1", "defense": "4", "initiative": "+2"}),
        ({"initiative": None, "defense": [5, 3]}, {"points": "7", "speed": "1", "defense": "5/3"}),
        ({"initiative": None, "defense": None, "cost": None}, {"points": "?", "speed": "1", "defense": "?"}),
    ],
)
def test_figures(more: dict[str, Any], told: dict[str, str]) -> None:
    assert figures({**CAPTAIN, **more}) == told


@rule("AAM-13")
def test_what_else_the_card_says() -> None:
    """An ability that the card has not is not there; one with a number says it where it counts."""
    assert facts(CAPTAIN) == {
        "Tally-Ho! 1": "Soldiers that start beside it, but for Artillery, have 1 more speed in the movement phase",
        "Blast": "attacks every unit in the hex, friends too, each on its own",
        "Extended Range 10": "long range reaches to 10 hexes against Vehicles",
        "type": "Soldier, commander",
        "nation": "Germany, Axis, 1941",
    }
    assert facts({"abilities": {"home_made": True}}) == {"home made": ""}
    assert facts({}) == {}
