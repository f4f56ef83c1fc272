"""A card as a table, worked out by hand."""

from typing import Any

import pytest

from engine.games.twogm.examples import HOUSE, HQ
from engine.playing.datasheet import Datasheet
from engine.values.maps import Map, frozen
from engine.values.texts import english
from tests.games.twogm.table import RULES, rule

GUN = {"impact": [5, 10], "penetration": 2, "damage": 1, "range": 2}
RIFLES: dict[str, Any] = {
    "name": "Rifles",
    "army": "US",
    "type": "infantry",
    "cost": 1,
    "movement": 0,
    "armor": 2,
    "life": 3,
    "year": 1944,
    "skills": ["mobility", "tow"],
    "weapon": GUN,
    "equipment": [
        {"item": "HMG", "cost": 1, "slot": "offensive", "marker": "asterisk", "weapon": {**GUN, "range": 3}},
        {"item": "Medic", "cost": 0, "slot": "defensive", "marker": "none"},
        {"item": "Smoke Shell", "marker": "arrow"},
        {},
    ],
}


def laid_out(card: dict[str, Any]) -> Datasheet:
    found = frozen(card)
    assert isinstance(found, Map)
    return RULES.datasheet(found)


def figures(card: dict[str, Any]) -> dict[str, str]:
    return {english(each.name): english(each.value) for each in laid_out(card).figures}


def facts(card: dict[str, Any]) -> dict[str, str]:
    return {english(each.name): english(each.value) for each in laid_out(card).facts}


@rule("2GM-13")
def test_figures_that_the_card_prints() -> None:
    """A movement of 0 is printed; what is not printed has no place."""
    assert figures(RIFLES) == {"cost": "1", "movement": "0", "armour value": "2", "life": "3"}
    assert figures(HQ) == {"life": "10", "store": "14"}
    assert (laid_out(RIFLES).boxes, laid_out(HOUSE).boxes) == (3, 0)


@rule("2GM-13")
def test_weapons_above_the_equipment() -> None:
    [table] = laid_out(RIFLES).tables
    assert list(map(english, table.heads)) == ["cost", "impact", "pen.", "dmg", "range"]
    assert [(english(row.name), *map(english, row.cells), english(row.more), row.at) for row in table.rows] == [
        ("Primary weapon", "–", "5/10", "2", "1", "2", "", ("weapon",)),
        ("HMG", "1", "5/10", "2", "1", "3", "offensive, asterisk", ("equipment", 0)),
        ("Medic", "0", "–", "–", "–", "–", "defensive", ("equipment", 1)),
        ("Smoke Shell", "–", "–", "–", "–", "–", "arrow", ("equipment", 2)),
        ("", "–", "–", "–", "–", "–", "", ("equipment", 3)),
    ]


@rule("2GM-13")
def test_columns_in_which_nothing_stands_are_left_out() -> None:
    [table] = laid_out({"name": "Gun", "secondary": {"range": 4}}).tables
    assert (list(map(english, table.heads)), [english(row.name) for row in table.rows]) == (["range"], ["Secondary weapon"])
    [bare] = laid_out({"name": "Bag", "equipment": [{"item": "Bag"}]}).tables
    assert bare.heads == ()
    assert laid_out(HQ).tables == ()


@rule("2GM-13")
@pytest.mark.parametrize(
    ("card", "told"),
    [
        (RIFLES, {"skills": "mobility, tow", "card type": "infantry", "army": "US", "year": "1944"}),
        (HOUSE, {"skills": "building", "cover values": "2/2", "access": "infantry, artillery", "card type": "terrain card"}),
        ({"permanent": True, "text": "Once."}, {"permanent": "yes", "text": "Once."}),
        ({"permanent": False}, {"permanent": "no"}),
        ({}, {}),
    ],
)
def test_the_rest_in_words(card: dict[str, Any], told: dict[str, str]) -> None:
    assert facts(card) == told
