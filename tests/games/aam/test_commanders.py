"""Effects that Commanders and others lend, and which of them count together."""

from typing import Any

import pytest

from tests.games.aam.table import CAPTAIN, RIFLES, SOLDIER, able, attack, move, rule, shot, sixes
from tests.games.asking import ask, change, rows, targets

K = {"card": CAPTAIN, "seat": 0}
OPEN = {"terrain": "clear"}
DISRUPTED, DAMAGED, BOTH = ["disrupted"], ["damaged"], ["disrupted", "damaged"]


def effect(name: str = "Stalwart", amount: int = 1, **told: Any) -> dict[str, Any]:
    return {"name": name, "amount": amount, **told}


def commander(name: str = "Stalwart", amount: int = 1, **told: Any) -> dict[str, Any]:
    return effect(name, amount, commander=True, **told)


def amounts(*effects: Any, **told: Any) -> list[int]:
    return [amount for key, amount, _ in rows(attack(effects=list(effects), **told), "attack") if key == "effect"]


def speeds(effects: Any, readings: Any = None) -> list[int]:
    """What effects add to the speed of a Soldier."""
    units = {"a": {"card": SOLDIER, "seat": 0}, "k": K, "l": K}
    reply = ask("aam", "move", units, readings, unit="a", effects=effects)
    return [row["amount"] for row in reply["result"]["rows"] if row["key"] == "effect"]


def down(reply: Any, unit: str = "t") -> Any:
    return change(reply, unit, "face_down")


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

    @rule("AAM-128", "AAM-52")
    @pytest.mark.parametrize(("bonus", "lent", "target"), [(0, 1, 4), (1, 1, 3), (-1, 0, 6), (0, -2, 7)])
    def test_disrupted_and_damaged_with_effects(self, bonus: int, lent: int, target: int) -> None:
        """The one penalty of both markers, then die by die whatever else there is."""
        reply = attack(by={"face_up": ["disrupted", "damaged"]}, bonus=bonus, effects=[effect(amount=lent)] if lent else [])
        assert targets(reply)["attack"] == target

    @rule("AAM-91", "AAM-99")
    def test_bonuses_to_different_things_all_count(self) -> None:
        both = [commander("Angriff", 1, by="k", on="attack_die"), commander("Tally-Ho!", 1, by="k", on="speed")]
        assert amounts(*both, more={"k": K}) == [1]
        assert speeds(both) == [1]

    @rule("AAM-90", "AAM-99")
    @pytest.mark.parametrize("reading", ["strongest", "add_if_names_differ"])
    def test_two_tally_ho_commanders(self, reading: str) -> None:
        """E-12: one Soldier in reach of both has the bonus once."""
        both = [commander("Tally-Ho!", 1, by="k", on="speed"), commander("Tally-Ho!", 1, by="l", on="speed")]
        assert speeds(both, {"commander_bonus": reading}) == [1]


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

    @rule("AAM-18", "AAM-132")
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


class TestToldInFewWords:
    @rule("AAM-90", "AAM-91")
    @pytest.mark.parametrize(
        ("lent", "speed"), [([("Tally-Ho!", "k", 1), ("Tally-Ho!", "l", 1)], 3), ([("Tally-Ho!", "k", 1), ("Angriff", "l", 2)], 4), ([("Drill", "?", 1)], 3)]
    )
    def test_a_commander_who_is_only_named(self, lent: Any, speed: int) -> None:
        effects = [{"name": name, "by": by, "commander": True, "on": "speed", "amount": amount} for name, by, amount in lent]
        assert move(RIFLES, {"into": "clear"}, effects=effects, start=OPEN)["result"]["allowance"] == speed

    @rule("AAM-88", "AAM-90")
    def test_somebody_only_named_is_no_commander_unless_told(self) -> None:
        effects = [{"name": name, "by": name, "amount": 1} for name in ("Scout", "Guide")]
        assert targets(attack(effects=effects)) == {"attack": 2}


class TestWhatCounts:
    @rule("AAM-91", "AAM-133")
    @pytest.mark.parametrize(
        ("effects", "needs"),
        [
            ([("X", "k", 1), ("Y", "l", 2)], 2),
            ([("X", "k", 1), ("X", "l", 1)], 3),
            ([("X", "d", 3), ("Y", "l", 1)], 3),
            ([("X", "f", 1), ("Y", None, 1)], 2),
            ([("X", "k", 2), ("Scare", None, -1)], 3),
        ],
    )
    def test_which_bonuses_count(self, effects: Any, needs: int) -> None:
        """k and l lead, d is disrupted, f only marked face down."""
        leaders = {
            key: {"seat": 0, "card": CAPTAIN, "state": state}
            for key, state in (("k", {}), ("l", {}), ("d", {"face_up": DISRUPTED}), ("f", {"face_down": ["disrupted", "destroyed"]}))
        }
        lent = [{"name": name, "amount": amount, **({"by": by} if by else {})} for name, by, amount in effects]
        assert targets(attack(more=leaders, effects=lent)) == {"attack": needs}

    @rule("AAM-91", "AAM-86")
    @pytest.mark.parametrize(("on", "dice", "needs", "cover"), [("dice", 12, 5, 5), ("defense", 11, 6, 5), ("cover", 11, 5, 4), ("speed", 11, 5, 5)])
    def test_what_a_commander_may_change(self, on: str, dice: int, needs: int, cover: int) -> None:
        lent = [{"name": "Elan", "by": "k", "on": on, "amount": 1}, {"name": "Other", "by": "k", "on": on, "amount": 1}]
        checks = attack(terrain="town", more={"k": {"seat": 1, "card": CAPTAIN}}, effects=lent)["checks"]
        assert (checks[0]["dice"], checks[0]["needs"], checks[1]["target"]) == (dice, needs, cover)
