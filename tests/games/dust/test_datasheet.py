"""A unit card as a table, worked out by hand."""

from typing import Any

import pytest

from engine.playing.datasheet import Datasheet
from engine.values.maps import Map, frozen
from engine.values.texts import english
from tests.games.dust.table import RULES, rule

RIFLE, FAUST = (
    {"range": "4", "values": {"S1": "2/1", "S2": "1/1", "A1": "1/2"}},
    {"range": "3", "values": {"V7": "1/4"}, "kinds": ["limited", "reload"], "ammo": 2},
)
BAND: dict[str, Any] = {
    "name": "Band",
    "side": "axis",
    "kind": "squad",
    "armor": "S2",
    "move": 1,
    "hp": 3,
    "ap": 20,
    "models": [{"weapons": ["Rifle"]}, {"weapons": ["Rifle"]}, {"weapons": ["Rifle", "Faust"], "role": "officer"}],
    "weapons": {"Rifle": RIFLE, "Faust": FAUST},
    "skills": ["berserk", "fast", "own_skill"],
    "saves": {"soft": "hit", "hard": "miss"},
}


def laid_out(card: dict[str, Any]) -> Datasheet:
    found = frozen(card)
    assert isinstance(found, Map)
    return RULES.datasheet(found)


def told(table: Any) -> list[tuple[Any, ...]]:
    return [(row.count, english(row.name), *map(english, row.cells), english(row.more), row.at) for row in table.rows]


@rule("DUST-31")
def test_figures() -> None:
    assert [(english(each.name), english(each.value)) for each in laid_out(BAND).figures] == [
        ("points", "20"),
        ("armour class", "S2"),
        ("movement", "1"),
        ("hit points", "3"),
    ]
    assert [english(each.value) for each in laid_out({}).figures] == ["?", "?", "?", "?"]


@rule("DUST-31")
def test_dice_and_damage_by_armour_class() -> None:
    """Soldiers, vehicles, then whatever else a card names; with how many bear each weapon."""
    weapons, _ = laid_out(BAND).tables
    assert list(map(english, weapons.heads)) == ["range", "rounds", "S1", "S2", "V7", "A1"]
    kinds = "limited ammunition, reload"
    assert told(weapons) == [
        (3, "Rifle", "4", "–", "2/1", "1/1", "–", "1/2", "", ("weapons", "Rifle")),
        (1, "Faust", "3", "2", "–", "–", "1/4", "–", kinds, ("weapons", "Faust")),
    ]


@rule("DUST-31")
def test_of_one_alone_nobody_counts_the_bearers() -> None:
    [weapons] = laid_out({"weapons": {"Gun": {"values": {}}}}).tables
    assert (list(map(english, weapons.heads)), told(weapons)) == (["range"], [(0, "Gun", "–", "", ("weapons", "Gun"))])
    weapons, men = laid_out({"models": [{"weapons": ["Gun"]}], "weapons": {"Gun": {}}}).tables
    assert (weapons.rows[0].count, told(men)) == (0, [(1, "Gun", "", ("models", 0))])


@rule("DUST-31")
def test_equal_miniatures_are_one_row() -> None:
    _, men = laid_out(BAND).tables
    assert told(men) == [(2, "Rifle", "", ("models", 0)), (1, "Officer", "Rifle, Faust", ("models", 2))]
    [bare] = laid_out({"models": [{}]}).tables
    assert told(bare) == [(1, "–", "", ("models", 0))]


@rule("DUST-31")
@pytest.mark.parametrize(("card", "boxes"), [(BAND, 3), ({"models": [{}, {}]}, 2), ({"models": [{}, {}], "hp": 5}, 5), ({}, 0)])
def test_boxes_to_tick_off(card: dict[str, Any], boxes: int) -> None:
    assert laid_out(card).boxes == boxes


@rule("DUST-31")
def test_the_rest_in_words() -> None:
    told = {english(each.name): english(each.value) for each in laid_out(BAND).facts}
    assert told == {"skills": "Berserk, Fast, own skill", "cover saves": "soft cover: hit, hard cover: miss", "unit kind": "squad, Axis"}
    assert [english(each.name) for each in laid_out({"side": "axis"}).facts] == ["unit kind"]
    assert laid_out({}).facts == ()
