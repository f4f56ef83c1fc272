"""The packs: every card sound, every figure with its source, what was invented marked as such."""

import json

import pytest

from carddb.cards import Card, examined
from carddb.starter import PACKS, expanded, starter_cards
from engine.games import RULESETS
from engine.values.maps import Map, thawed
from engine.values.texts import english

CARDS = [card for game in RULESETS for card in starter_cards(game).values()]


@pytest.mark.parametrize("game", RULESETS)
def test_every_card_of_a_pack_is_sound(game: str) -> None:
    pack = json.loads((PACKS / f"{game}.json").read_text("utf-8"))
    assert (pack["adjutant"], pack["version"], pack["game"]) == ("cards", 1, game)
    whole = expanded(pack)
    assert [problems for data in whole if (problems := examined(RULESETS, data)[1])] == []
    assert len({data["id"] for data in whole}) == len(whole) == len(starter_cards(game))


def test_ids_are_the_games_own() -> None:
    assert len({card.id for card in CARDS}) == len(CARDS)
    assert [card.id for card in CARDS if not card.id.startswith(f"{card.game}-")] == []


def test_every_card_says_where_it_comes_from() -> None:
    assert [card.id for card in CARDS if not card.cites or not card.edition] == []
    assert {card.source for card in CARDS} == {"rulebook", "published", "training"}


def test_what_is_invented_is_marked() -> None:
    for card in CARDS:
        assert card.training == ("-training-" in card.id) == (card.edition == "training") == (card.cites == "invented for practice")
    invented = {card.name for card in CARDS if card.training}
    assert invented & {card.name for card in CARDS if not card.training} == set()


def complete(card: Card) -> bool:
    """Everything that a game could ask for is there."""
    free = {"aam": {"initiative"}, "front": {"lock", "bonus", "text", "data"}, "dust": {"saves"}, "2gm": {"year"}}
    optional = free.get(card.game, set())
    missing = {field.key for field in RULESETS[card.game].card.fields if card.values.get(field.key) is None}
    return missing <= optional


@pytest.mark.parametrize("game", ["front", "dust"])
def test_a_training_card_leaves_nothing_open(game: str) -> None:
    assert [card.id for card in starter_cards(game).values() if card.training and not complete(card)] == []


def test_revised_cards_are_whole() -> None:
    """But for one, whose type line the sources tell wrongly."""
    cards = [card for card in starter_cards("aam").values() if card.edition == "revised"]
    assert len(cards) == 70
    assert [card.name for card in cards if not complete(card)] == ["Japanese Sapper"]


@pytest.mark.parametrize(
    ("key", "stated"),
    [
        ("aam-2005-panzer-iv-ausf-g", {"cost": 30, "year": 1942, "defense": [5, 3], "vehicles": [15, 13, 11], "abilities": {"extended_range": 10}}),
        ("aam-r-panzer-iv-ausf-g", {"cost": 23, "abilities": {"extended_range": 10, "sideskirts": True}}),
        ("aam-2005-pak-38", {"name": "PAK 38", "vehicles": None, "cost": None, "side": None}),
        ("aam-r-mortar-m2", {"soldiers": [3, 6, 6], "vehicles": [None, 4, 4], "defense": [3], "abilities": {"inaccurate": 1, "shrapnel": 2}}),
        ("front-m4-sherman", {"av": {"ground": 4}, "dv": 4, "advantage": ["Infantry"], "junkyard": ["search_same_name"]}),
        ("front-type-95-ha-go", {"av": None, "dv": 2}),
        ("dust-ludwig", {"ap": 40, "kind": "walker", "side": "axis", "armor": None}),
        ("dust-ozz-117", {"ap": 24, "kind": "hero", "side": "allies"}),
        ("2gm-m4-stuart", {"cost": 3, "year": 1942, "movement": 2}),
        ("epic-steel-compagnie-blindee", {"points": 600, "initiative": 2, "strategy": 2}),
        ("epic-orks-bande-de-guerre-x3", {"points": 500, "initiative": 3, "strategy": 3}),
        ("epic-marines-warlord", {"points": 850, "initiative": 1, "strategy": 5}),
    ],
)
def test_figures_as_they_are_printed(key: str, stated: dict[str, object]) -> None:
    card = next(card for card in CARDS if card.id == key)
    assert {name: thawed(card.values.get(name)) for name in stated} == stated


def test_a_barrage_a_macro_weapon_and_small_arms() -> None:
    """Manticore: 2 points of barrage, indirect, disrupting, slow; Warlord: three turbo lasers on
    two arms; Demolisher."""

    def unit(card: str, row: int) -> dict[str, object]:
        return thawed(starter_cards("epic")[card].values)["units"][row][1]  # type: ignore[index, no-any-return]

    assert unit("epic-steel-batterie-manticores", 0)["weapons"] == [
        {"name": "Lance-roquettes", "range": 150, "bp": 2, "abilities": ["indirect_fire", "disrupt", "slow_firing"]},
        {"name": "Bolter Lourd", "range": 30, "ap": 5},
    ]
    assert unit("epic-marines-warlord", 0) == {
        "name": "Warlord",
        "type": "WE",
        "speed": 15,
        "armour": 4,
        "cc": 2,
        "ff": 3,
        "dc": 8,
        "shields": 6,
        "abilities": ["reinforced_armour", "thick_rear_armour", "walker", "fearless"],
        "critical": "reactor leak: in each end phase 1 explodes (4+ within 5 cm), 2-3 is 1 damage, 4+ is mended",
        "weapons": [
            {"name": "Destructeurs Turbo laser", "range": 60, "ap": 5, "at": 3, "shots": 8, "abilities": ["fixed_forward"]},
            {"name": "Canon Gatling", "range": 60, "ap": 4, "at": 4, "shots": 4, "abilities": ["forward_arc"]},
            {"name": "Canon Volcano", "range": 90, "mw": 2, "tk": "D3", "abilities": ["forward_arc"]},
        ],
    }
    assert unit("epic-marines-vindicators", 0)["weapons"] == [
        {"name": "Canon Démolisseur", "range": 30, "mw": 4},
        {"name": "Canon Démolisseur", "range": 15, "abilities": ["macro_weapon"]},
    ]


def test_abilities_are_told_in_our_words() -> None:
    """But for five that no source explains: only the card itself does."""
    keys = {key for card in starter_cards("aam").values() for key in thawed(card.values.get("abilities") or Map())}  # type: ignore[attr-defined]
    unknown = {"demolitions", "headshot", "improvisation", "remote_control", "surprise_fire"}
    rules = RULESETS["aam"]
    assert {key for key in keys if rules.effect(key) is None} == unknown
    assert keys - unknown == set(rules.effects)
    assert english(rules.effect("close_assault", 7)) == "7 dice against a Vehicle in its own hex, which has no cover"
    assert english(rules.effect("blast", True)) == "attacks every unit in the hex, friends too, each on its own"
    assert RULESETS["front"].effect("blast") is None


def test_every_critical_hit_has_words() -> None:
    """What a war engine's card says of one is read in the middle of a fight, in the player's
    language."""
    rules = RULESETS["epic"]
    said = {unit.get("critical") for card in starter_cards("epic").values() for _, unit in thawed(card.values["units"])}  # type: ignore[attr-defined]
    assert len(said) > 5
    assert {text for text in said if text and text not in rules.words} == set()
