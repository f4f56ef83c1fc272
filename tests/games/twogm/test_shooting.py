"""Shots: dice, thresholds, penetration, damage."""

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HOUSE, HQ, LIGHT, PAK, SHERMAN
from tests.games.asking import change, rows
from tests.games.twogm.table import TANK, after, chances, keys, put, result, rule, shot, target, unit


class TestDice:
    @rule("2GM-01")
    def test_the_die_has_ten_faces_a_nought_or_a_flag_is_ten(self) -> None:
        ten = shot(LIGHT, LIGHT, roll={"shot": [10]})
        assert ten["result"]["shot"] == "critical"
        assert [shot(LIGHT, LIGHT, roll={"shot": [face]})["result"] for face in (0, "0", "flag")] == [ten["result"]] * 3
        assert "roll.shot" in shot(LIGHT, LIGHT, roll={"shot": [11]})["error"]

    @rule("2GM-72", "2GM-71")
    def test_a_natural_ten_is_a_critical_whatever_the_modifiers(self) -> None:
        far = unit({**LIGHT, "weapon": {"impact": [10, 10], "penetration": 2, "damage": 1, "range": 2}}, damage=2)
        assert shot(far, LIGHT, terrain="forest")["odds"]["shot"] == chances(("nothing", 9), ("critical", 1))


class TestThresholds:
    @rule("2GM-70", "2GM-74")
    def test_hits_and_criticals_are_counted_apart(self) -> None:
        """Two shots 4+/8+ at somebody who survives both: 3, 4 and 3 faces each."""
        from fractions import Fraction

        units = {"a": unit(SHERMAN), "c": unit(SHERMAN), "b": unit(LIGHT | {"life": 9}, 1), "d": unit(LIGHT | {"life": 9}, 1), "h": unit(HOUSE, 1, damage=5)}
        reply = put("shots", units, shots=[{"attacker": "a", "target": "b"}, {"attacker": "c", "target": "d"}])
        assert reply["odds"]["criticals"] == {"0": str(Fraction(49, 100)), "1": str(Fraction(42, 100)), "2": str(Fraction(9, 100))}
        assert reply["odds"]["hits"] == {"0": "9/100", "1": "21/50", "2": "49/100"}
        assert put("shot", units, attacker="a", target="h")["odds"]["destroyed"] == {"no": "3/10", "yes": "7/10"}

    @rule("2GM-70", "2GM-72")
    @pytest.mark.parametrize(("face", "outcome"), [(4, "nothing"), (5, "hit"), (9, "hit"), (10, "critical")])
    def test_five_and_ten(self, face: int, outcome: str) -> None:
        """EX-G16: 5+/10+; 5 hits, 4 misses, 10 is a critical."""
        assert shot(LIGHT, LIGHT, roll={"shot": [face]})["result"]["shot"] == outcome

    @rule("2GM-70", "2GM-74")
    def test_the_odds_by_counting_faces(self) -> None:
        """4+/8+ of damage 1 on life 3: 3 faces miss, 4 hit, 3 destroy."""
        reply = shot({**LIGHT, "weapon": {"impact": [4, 8], "penetration": 2, "damage": 1, "range": 2}}, LIGHT)
        assert reply["odds"] == {"shot": chances(("nothing", 3), ("hit", 4), ("critical", 3)), "destroyed": chances(("no", 7), ("yes", 3))}

    @rule("2GM-73", "2GM-118")
    def test_cover_and_hit_the_dirt_add_up(self) -> None:
        """EX-G17: Wall +1/+1 gives 6+/10; with Hit the Dirt +1/+0 it is 7+/10."""
        assert target(shot(LIGHT, LIGHT, terrain="wall")) == [6, 10]
        assert target(shot(LIGHT, unit(LIGHT, 1, prone=True), terrain="wall")) == [7, 10]
        assert keys(shot(LIGHT, unit(LIGHT, 1, prone=True), terrain="wall")) == {"terrain": [-1, -1], "prone": [-1, 0]}

    @rule("2GM-76", "2GM-74")
    def test_two_wounds(self) -> None:
        """EX-G22: Light Infantry with 2 damage shoots 7+/10+; a third damage destroys it."""
        assert target(shot(unit(LIGHT, damage=2), LIGHT)) == [7, 10]
        reply = shot(LIGHT, unit(LIGHT, 1, damage=2), roll={"shot": [5]})
        assert change(reply, "b", "where") == "destroyed"

    @rule("2GM-76", "2GM-170")
    def test_wounds_stop_at_three(self) -> None:
        assert target(shot(unit({**LIGHT, "life": 9}, damage=7), LIGHT)) == [8, 10]

    @rule("2GM-170")
    def test_equal_values_do_not_cross(self) -> None:
        gun = {**LIGHT, "weapon": {"impact": [8, 8], "penetration": 2, "damage": 1, "range": 2}}
        assert rows(put("shot", {"a": unit(gun), "b": unit(LIGHT, 1)}, attacker="a", target="b"), "shot") == []

    @rule("2GM-170", "2GM-72")
    def test_a_plus_and_a_minus_cancel_on_a_ten(self) -> None:
        """10+ for the critical, +1 for the wound, -1 as Assault Gun: 10, not 9."""
        gun = unit({**LIGHT, "skills": ["Assault Gun"]}, damage=1)
        assert target(shot(gun, LIGHT)) == [5, 10]

    @rule("2GM-170")
    def test_a_hit_value_of_one_always_hits(self) -> None:
        sure = {**LIGHT, "skills": ["assault_gun"], "weapon": {"impact": [2, 9], "penetration": 2, "damage": 1, "range": 2}}
        assert shot(sure, LIGHT)["odds"]["shot"] == chances(("hit", 7), ("critical", 3))

    @rule("2GM-170")
    def test_a_critical_value_below_the_hit_value(self) -> None:
        """8+/8+ at a prone target is 9+/8+: an 8 misses, or by the other reading is a critical."""
        gun = {**LIGHT, "weapon": {"impact": [8, 8], "penetration": 2, "damage": 1, "range": 2}}
        prone = unit(LIGHT, 1, prone=True)
        assert shot(gun, prone)["odds"]["shot"] == chances(("nothing", 8), ("critical", 2))
        assert shot(gun, prone, {"crit_below_hit": "critical"})["odds"]["shot"] == chances(("nothing", 7), ("critical", 3))
        assert keys(shot(gun, prone)) == {"prone": [-1, 0], "crossed": [0, -1]}


class TestPenetration:
    @rule("2GM-71", "2GM-56")
    def test_two_against_six(self) -> None:
        """EX-G18: penetration 2 does nothing to armour 6, a 10 neither; in an assault it does."""
        reply = shot(LIGHT, TANK)
        assert reply["odds"] == {"shot": {"nothing": "1"}, "destroyed": {"no": "1"}}
        assert reply["checks"][0]["modifiers"][-1]["ref"] == "2GM-71"
        assert shot(LIGHT, TANK, assault=True)["odds"]["shot"] == chances(("nothing", 4), ("hit", 5), ("critical", 1))

    @rule("2GM-71")
    def test_equal_is_enough(self) -> None:
        assert shot(LIGHT, {**TANK, "armor": 2})["odds"]["shot"]["nothing"] == "2/5"

    @rule("2GM-71", "2GM-177")
    def test_an_empty_building_needs_no_penetration(self) -> None:
        assert result("building", points=6, armor=5, shot={"damage": 2, "penetration": 1}) == {
            "points": 4,
            "ruins": False,
            "occupant": "none",
            "occupant_damage": 0,
        }


class TestDamage:
    @rule("2GM-74")
    def test_the_weapon_says_the_damage(self) -> None:
        """EX-G19: a weapon of damage 1 that hits does 1."""
        assert change(shot(LIGHT, LIGHT, roll={"shot": [5]}), "b", "damage") == 1
        assert change(shot(PAK, unit({**TANK, "life": 9}, 1), roll={"shot": [5]}), "b", "damage") == 3

    @rule("2GM-74", "2GM-174")
    def test_a_marker_is_spent_whatever_the_shot_does(self) -> None:
        """An MG (2) cannot harm armour 6: one die that decides nothing, and its marker is down.
        A bomber's gun has none to turn."""
        reply = shot(SHERMAN, unit(TANK, 1), weapon="MG", roll={"shot": [10]})
        assert (reply["checks"][0]["dice"], reply["checks"][0]["verdict"], after(reply, "a")["markers"]["MG"]["face"]) == (1, "fails", "disabled")
        units = {"b": unit(BOMBER), "i": unit(FOCKE, 1), "q": unit(HQ, 1)}
        raid = put("air", units, bombers=["b"], target="q", interceptors=["i"], roll={"hmg:b:0": [1], "hmg:b:1": [1], "interceptor:i": [1], "bomb:q": [1]})
        assert "markers" not in after(raid, "b")

    @rule("2GM-74", "2GM-70")
    def test_the_rule_of_a_unit_that_is_destroyed(self) -> None:
        reply = shot(LIGHT, unit(LIGHT, 1), range=1, roll={"shot": [10]})
        assert [row["ref"] for row in reply["changes"] if row["tracker"] == "where"] == ["2GM-74"]

    @rule("2GM-196", "2GM-199")
    def test_the_cargo_may_die_alone_and_a_craft_shares_too(self) -> None:
        craft = {"name": "Barge", "type": "transport", "armor": 2, "life": 5, "skills": ["embark_disembark", "impenetrable"], "movement": 2}
        units = {"a": unit(LIGHT), "b": unit(craft, 1), "c": unit(LIGHT, 1, where="inside", damage=2, **{"in": "b"})}
        reply = put("shot", units, attacker="a", target="b", roll={"shot": [10]})
        assert (change(reply, "b", "damage"), change(reply, "c", "where")) == (1, "destroyed")


class TestHeadquarters:
    @rule("2GM-25", "2GM-27")
    def test_any_hit_does_the_damage_and_nothing_is_critical(self) -> None:
        reply = shot(LIGHT, HQ)
        assert reply["odds"] == {"shot": chances(("nothing", 4), ("hit", 6)), "destroyed": {"no": "1"}}
        assert change(shot(LIGHT, unit(HQ, 1, damage=9), roll={"shot": [10]}), "b", "where") == "destroyed"

    @rule("2GM-25")
    def test_by_another_reading_penetration_counts(self) -> None:
        thick = {**HQ, "armor": 3}
        assert shot(LIGHT, thick, {"hq_penetration": "yes"})["odds"]["shot"] == {"nothing": "1"}
        assert shot(LIGHT, {**HQ, "armor": 2}, {"hq_penetration": "yes"})["odds"]["shot"]["hit"] == "3/5"

    @rule("2GM-171")
    def test_a_ten_on_a_target_without_criticals(self) -> None:
        """Hit value 10, wounds 3: only a 10 can hit, and by the other reading nothing can."""
        weak = unit({**LIGHT, "life": 9, "weapon": {"impact": [10, 10], "penetration": 9, "damage": 1, "range": 2}}, damage=3)
        assert shot(weak, HQ)["odds"]["shot"] == chances(("nothing", 9), ("hit", 1))
        assert shot(weak, HQ, {"ten_on_immune": "miss"})["odds"]["shot"] == {"nothing": "1"}
        assert shot(weak, LIGHT, {"ten_on_immune": "miss"})["odds"]["shot"] == chances(("nothing", 9), ("critical", 1))
