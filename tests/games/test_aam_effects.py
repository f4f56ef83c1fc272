"""Axis & Allies Miniatures: what others lend to an attack, and which of it counts together."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.aam.commanders import effect_rows, effects_from
from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.maps import frozen
from tests.games.aam_combat import CAPTAIN, RULES, SOLDIER, able, attack, shot, sixes
from tests.games.asking import ask, rows, targets

rule = pytest.mark.rule
K = {"card": CAPTAIN, "seat": 0}


def effect(name: str = "Stalwart", amount: int = 1, **told: Any) -> dict[str, Any]:
    return {"name": name, "amount": amount, **told}


def commander(name: str = "Stalwart", amount: int = 1, **told: Any) -> dict[str, Any]:
    return effect(name, amount, commander=True, **told)


def amounts(*effects: Any, **told: Any) -> list[int]:
    return [amount for key, amount, _ in rows(attack(effects=list(effects), **told), "attack") if key == "effect"]


class TestWhatAddsUp:
    @rule("AAM-88", "AAM-51")
    def test_an_effect_is_a_row_on_every_die(self) -> None:
        reply = attack(effects=[effect("Crossfire")], roll={"attack": [4, 3, 3, 3, 3, 2, 2, 2, 1, 1, 1]})
        assert rows(reply, "attack") == [("effect", 1, "AAM-88")]
        assert (targets(reply)["attack"], reply["result"]["successes"]) == (3, 5)

    @rule("AAM-88")
    def test_it_touches_no_cover_roll(self) -> None:
        reply = attack(effects=[effect("Crossfire")], bonus=1, terrain="town")
        assert targets(reply) == {"attack": 2, "cover": 5}

    @rule("AAM-88")
    def test_an_effect_on_speed_changes_no_attack(self) -> None:
        assert amounts(effect("Tally-Ho!", on="speed")) == []
        assert amounts(effect("Crossfire", on="attack_die")) == [1]

    @rule("AAM-90")
    @pytest.mark.parametrize("names", [("Crossfire", "Crossfire"), ("Tally-Ho!", "tally ho")])
    def test_the_same_name_counts_once(self, names: tuple[str, str]) -> None:
        assert amounts(*map(effect, names)) == [1]
        assert amounts(effect(names[0], 1), effect(names[1], 2)) == [2]
        assert amounts(effect(names[0], -1), effect(names[1], -2)) == [-2]
        assert attack(effects=list(map(effect, names)))["checks"][0]["modifiers"][0]["why"] == names[0]

    @rule("AAM-90")
    def test_other_names_add_up(self) -> None:
        assert amounts(effect("Crossfire", 1), effect("Ambush", 2)) == [1, 2]

    @rule("AAM-91")
    def test_of_commanders_bonuses_the_strongest(self) -> None:
        reply = attack(effects=[commander("Stalwart", 1), commander("Angriff", 2), commander("Elan", 1)])
        assert rows(reply, "attack") == [("effect", 2, "AAM-91")]

    @rule("AAM-91", "AAM-90")
    @pytest.mark.parametrize(("reading", "expected"), [("strongest", [2]), ("add_if_names_differ", [1, 2])])
    def test_commanders_of_other_names_by_both_readings(self, reading: str, expected: list[int]) -> None:
        two = commander("Stalwart", 1), commander("Angriff", 2)
        assert amounts(*two, readings={"commander_bonus": reading}) == expected
        assert amounts(commander("Angriff", 2), commander("Angriff", 2), readings={"commander_bonus": reading}) == [2]

    @rule("AAM-91")
    def test_an_equal_bonus_counts_once(self) -> None:
        assert amounts(commander("Stalwart"), commander("Angriff")) == [1]
        assert amounts(commander("Stalwart"), commander("Angriff", 0)) == [1, 0]  # no bonus, so nothing outdoes it

    @rule("AAM-91", "AAM-128")
    def test_a_bonus_of_another_kind_and_a_penalty_stay_beside_it(self) -> None:
        assert amounts(commander("Angriff", 2), effect("Crossfire", 1), commander("Intimidation", -1)) == [2, 1, -1]

    @rule("AAM-128", "AAM-52", "AAM-88")
    @pytest.mark.parametrize(("bonus", "lent", "target"), [(0, 1, 4), (1, 1, 3), (-1, 0, 6), (0, -2, 7)])
    def test_disrupted_and_damaged_with_effects(self, bonus: int, lent: int, target: int) -> None:
        """The one penalty of both markers, then die by die whatever else there is."""
        reply = attack(by={"face_up": ["disrupted", "damaged"]}, bonus=bonus, effects=[effect(amount=lent)] if lent else [])
        assert targets(reply)["attack"] == target

    @rule("AAM-91", "AAM-99")
    def test_bonuses_to_different_things_all_count(self) -> None:
        state = table(RULES, frozen({"units": {"k": K}}))
        both = frozen([commander("Angriff", 1, by="k", on="attack_die"), commander("Tally-Ho!", 1, by="k", on="speed")])
        assert [row.at(0) for row in effect_rows(state, effects_from(both), "attack_die")] == [1]  # type: ignore[arg-type]
        assert [row.at(0) for row in effect_rows(state, effects_from(both), "speed")] == [1]  # type: ignore[arg-type]

    @rule("AAM-90", "AAM-99")
    def test_two_tally_ho_commanders(self) -> None:
        """E-12: one Soldier in reach of both has the bonus once."""
        state = table(RULES, frozen({"units": {"k": K, "l": K}}))
        both = frozen([commander("Tally-Ho!", 1, by="k", on="speed"), commander("Tally-Ho!", 1, by="l", on="speed")])
        for reading in ("strongest", "add_if_names_differ"):
            read = table(RULES, frozen({"units": {"k": K, "l": K}, "readings": {"commander_bonus": reading}}))
            assert [row.at(0) for row in effect_rows(read, effects_from(both), "speed")] == [1]  # type: ignore[arg-type]
        assert state.reading("commander_bonus") == "strongest"


class TestWhoGivesIt:
    def lent(self, state: Any = None, told: Any = None, readings: Any = None, card: Any = CAPTAIN) -> list[int]:
        units = {"k": {"card": card, "seat": 0, "state": state or {}}}
        lent = effect("Stalwart", 1, by="k", **({"commander": True} if told is None else told))
        return amounts(lent, more=units, readings=readings)

    @rule("AAM-93", "AAM-133")
    @pytest.mark.parametrize(
        ("state", "expected"),
        [
            ({}, [1]),
            ({"face_up": ["disrupted"]}, []),
            ({"face_down": ["disrupted", "destroyed"]}, [1]),
            ({"where": "destroyed"}, []),
            ({"where": "reserve"}, []),
        ],
    )
    def test_a_disrupted_commander_is_silent_a_doomed_one_is_not(self, state: Any, expected: list[int]) -> None:
        assert self.lent(state) == expected

    @rule("AAM-93", "AAM-94")
    def test_a_fanatic_ignores_his_disruption(self) -> None:
        assert self.lent({"face_up": ["disrupted"]}, card=able(CAPTAIN, fanatic=True)) == [1]

    @rule("AAM-93", "AAM-91")
    def test_others_than_commanders_help_while_disrupted(self) -> None:
        assert self.lent({"face_up": ["disrupted"]}, {"commander": False}) == [1]
        assert self.lent({"face_up": ["disrupted"]}, {}, card=SOLDIER) == [1]

    @rule("AAM-93", "AAM-91")
    @pytest.mark.parametrize("card", [{**SOLDIER, "subtypes": ["Commander"]}, {**SOLDIER, "initiative": 0}])
    def test_the_card_tells_a_commander(self, card: Any) -> None:
        assert self.lent({"face_up": ["disrupted"]}, {}, card=card) == []

    @rule("AAM-18", "AAM-132", "AAM-93")
    @pytest.mark.parametrize(("reading", "expected"), [("works", [1]), ("silent", [])])
    @pytest.mark.parametrize("state", [{"aboard": "x", "where": "inside"}, {"aboard": "x"}, {"where": "inside"}])
    def test_a_commander_aboard_by_both_readings(self, reading: str, expected: list[int], state: Any) -> None:
        assert self.lent(state, readings={"commander_aboard": reading}) == expected

    @rule("AAM-92")
    def test_commanders_are_helped_too_and_by_themselves(self) -> None:
        reply = attack(CAPTAIN, SOLDIER, range=1, effects=[commander(by="a")])
        assert targets(reply)["attack"] == 3

    @rule("AAM-133", "AAM-93")
    def test_it_is_judged_at_the_moment_of_the_roll(self) -> None:
        """Disrupted by defensive fire he stops helping at once."""
        after = shot(target=CAPTAIN, attacker={**SOLDIER, "soldiers": [9, 6, None]}, roll={"attack": sixes(4, 9)})["after"]["b"]
        assert self.lent(after) == []


class TestInitiative:
    def told(self, *commanders: list[str], roll: Any = None, readings: Any = None, **states: Any) -> dict[str, Any]:
        cards = {"x": CAPTAIN, "y": {**CAPTAIN, "initiative": 3}, "z": {**CAPTAIN, "initiative": 1}, "s": SOLDIER}
        units = {key: {"card": card, "seat": 1, "state": states.get(key, {})} for key, card in cards.items()}
        return ask("aam", "initiative", units, readings, commanders=list(commanders), **({"roll": roll} if roll else {}))

    @rule("AAM-18", "AAM-93")
    def test_the_bonus_of_the_commanders_named(self) -> None:
        assert self.told(["x", "y"], ["z"])["result"]["bonus"] == [3, 1]
        assert self.told(["x", "y"], ["z"], y={"face_up": ["disrupted"]})["result"]["bonus"] == [2, 1]
        assert self.told(["x"], ["z"], z={"where": "destroyed"})["result"]["bonus"] == [2, 0]
        assert self.told(["s"], [])["result"]["bonus"] == [0, 0]

    @rule("AAM-18")
    def test_a_bonus_told_is_taken_as_it_is(self) -> None:
        assert ask("aam", "initiative", bonus=[1, -1])["result"]["bonus"] == [1, -1]

    @rule("AAM-18", "AAM-132")
    @pytest.mark.parametrize(("reading", "bonus"), [("works", 3), ("silent", 2)])
    def test_aboard_by_both_readings(self, reading: str, bonus: int) -> None:
        reply = self.told(["x", "y"], [], readings={"commander_aboard": reading}, y={"aboard": "t", "where": "inside"})
        assert reply["result"]["bonus"] == [bonus, 0]

    @rule("AAM-19")
    @pytest.mark.parametrize(
        ("commanders", "roll", "winner"),
        [
            ([["x"], []], [[1, 3], [3, 3]], 0),
            ([[], ["x"]], [[3, 3], [1, 3]], 1),
            ([["x"], ["z"]], [[1, 3], [1, 5]], 1),
            ([[], []], [[1, 3], [2, 2]], None),
            ([["x"], ["x"]], [[6, 6], [6, 6]], None),
        ],
    )
    def test_the_winner_or_roll_again(self, commanders: Any, roll: Any, winner: int | None) -> None:
        assert self.told(*commanders, roll={"initiative": roll})["result"]["winner"] == winner

    @rule("AAM-19")
    def test_the_first_roll(self) -> None:
        assert self.told([], [], roll={"initiative": [[1, 3], [2, 2]]})["result"]["first_roll"] == "tie"
        assert self.told([], [], roll={"initiative": [[1, 3], [2, 3]]})["result"]["first_roll"] == 1

    @rule("AAM-19")
    def test_a_tie_is_rolled_again_by_another_name(self) -> None:
        roll = {"initiative": [[1, 3], [2, 2]], "initiative:again": [[6, 1], [2, 2]]}
        assert self.told([], [], roll=roll)["result"]["winner"] == 0
        assert "initiative:again:0" in {check["what"] for check in self.told([], [], roll=roll)["checks"]}


@rule("AAM-11")
def test_a_card_states_these_and_nothing_else() -> None:
    assert "refused" not in attack({**SHERMAN, "initiative": 1, "abilities": {"blast": False}}, PANZER)
    assert "crew" in attack({**SHERMAN, "crew": 5}, PANZER)["error"]
    assert "defense" in attack({**SHERMAN, "defense": [5, 4, 3]}, PANZER)["error"]
