"""Abilities of the cards: their words, and those that the players apply by hand."""

from typing import Any

import pytest

from engine.games.aam.abilities import ABILITIES, text_of_ability
from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.texts import english
from tests.games.aam.table import CAPTAIN, RULES, SOLDIER, able, attack, rule
from tests.games.asking import ask, rows


def effect(name: str = "Stalwart", amount: int = 1, **told: Any) -> dict[str, Any]:
    return {"name": name, "amount": amount, **told}


def commander(name: str = "Stalwart", amount: int = 1, **told: Any) -> dict[str, Any]:
    return effect(name, amount, commander=True, **told)


class TestLeftToTheTable:
    @rule("AAM-86")
    @pytest.mark.parametrize(
        ("by", "at", "shown"),
        [
            ({"jump_jets": True}, {}, ["Sherman, Jump Jets"]),
            ({}, {"jump_jets": 3}, ["Panzer IV Ausf. G, Jump Jets"]),
            ({"fixed_gun": True}, {}, ["Sherman, Fixed Gun"]),
            ({}, {"fixed_gun": True}, []),
            ({"no_turret": True}, {}, ["Sherman, No Turret"]),
            ({}, {"no_turret": True}, []),
            ({"transport": True, "crack_shot": True}, {"high_gear": 2, "bridge_demolition": True}, []),
            ({"jump_jets": False}, {}, []),
        ],
    )
    def test_what_the_app_does_not_work_out_is_shown(self, by: Any, at: Any, shown: list[str]) -> None:
        reply = attack({**able(SHERMAN, **by), "name": "Sherman"}, able(PANZER, **at))
        told = [row for row in reply["checks"][0]["modifiers"] if row["key"] == "by_hand"]
        assert [row["why"].removesuffix(": apply by hand") for row in told] == shown
        assert [row["amount"] for row in told] == [0] * len(shown)

    @rule("AAM-86", "AAM-18")
    def test_at_the_initiative_too(self) -> None:
        units = {
            "x": {"card": able(SOLDIER, organization=True), "seat": 1},
            "k": {"card": CAPTAIN, "seat": 1},
            "y": {"card": able(SOLDIER, crack_shot=True), "seat": 0},
        }
        reply = ask("aam", "initiative", units)
        assert rows(reply, "initiative:0") == []
        assert rows(reply, "initiative:1") == [("commander", 2, "AAM-18"), ("by_hand", 0, "AAM-86")]

    @rule("AAM-86")
    def test_a_card_that_says_nothing_of_abilities(self) -> None:
        bare = {key: value for key, value in PANZER.items() if key != "abilities"}
        assert attack(bare, bare)["checks"][0]["modifiers"] == []


@rule("AAM-11", "AAM-86")
def test_every_ability_has_words() -> None:
    assert sorted(each.key for each in ABILITIES if each.key not in RULES.words) == []
    assert english(RULES.words["extended_range"]) == "Extended Range"


@rule("AAM-86")
@pytest.mark.parametrize("ability", ["fire_hazard", "highly_flammable", "flammable", "heavy_armor", "lack_of_determination", "green"])
def test_what_is_worked_out_is_not_left_to_the_hand(ability: str) -> None:
    assert rows(attack(target=able(PANZER, **{ability: True})), "attack") == []


@rule("AAM-86")
@pytest.mark.parametrize("ability", ["flamethrower", "overheat", "armor_piercing_rounds", "coordinated_fire", "stalwart", "elan"])
def test_nor_is_it_at_the_attacker(ability: str) -> None:
    assert rows(attack(able(SHERMAN, **{ability: True})), "attack") == []


@rule("AAM-11")
def test_a_card_states_these_and_nothing_else() -> None:
    assert "refused" not in attack({**SHERMAN, "initiative": 1, "abilities": {"blast": False}}, PANZER)
    assert "crew" in attack({**SHERMAN, "crew": 5}, PANZER)["error"]
    assert "defense" in attack({**SHERMAN, "defense": [5, 4, 3]}, PANZER)["error"]


class TestSubtypes:
    @rule("AAM-12", "AAM-86")
    def test_a_hunter_of_commanders_and_other_words(self) -> None:
        hunter = able(SHERMAN, commander_hunter=True)
        for subtypes, dice in ((["Commander"], 11), (["Engineer"], 9), ([], 9)):
            assert attack(hunter, {**SOLDIER, "subtypes": subtypes})["checks"][0]["dice"] == dice


@rule("AAM-86")
@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("bravery_enforcement", "Bravery Enforcement, disrupted Soldiers beside it attack without penalty"),
        ("headshot", "Headshot"),
        ("of_another_book", "Of Another Book"),
    ],
)
def test_an_ability_in_words(key: str, words: str) -> None:
    """With what it does, where that is known."""
    assert english(text_of_ability(key)) == words
