"""What a modifier adds and when it does not speak at all: thresholds of a 4+/7+ weapon, by hand."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HOUSE, LIGHT, OSTWIND, PAK, SHERMAN
from tests.games.asking import change
from tests.games.twogm.table import keys, put, rule, shot, target, unit

GUN = {"impact": [4, 7], "penetration": 6, "damage": 2, "range": 4}
FOOT = {**LIGHT, "equipment": [], "weapon": GUN}
FLAMES = {**FOOT, "equipment": [{"item": "Flamethrower", "cost": 1, "marker": "none", "weapon": GUN}]}
IN_HOUSE = {"h": unit(HOUSE, 1)}


def values(reply: Any) -> tuple[list[int], set[str]]:
    """The two thresholds, and what speaks of them."""
    return target(reply), set(keys(reply))


class TestSmoke:
    @rule("2GM-122", "2GM-123")
    @pytest.mark.parametrize(
        ("smoke", "needs", "said"),
        [
            ("none", [4, 7], set()),
            (None, [4, 7], set()),
            ("shell", [5, 8], {"smoke_shell"}),
            ("screen", [6, 9], {"smoke_screen"}),
            (["shell", "screen"], [6, 9], {"smoke_screen"}),
            ([], [4, 7], set()),
        ],
    )
    def test_a_shell_adds_one_a_screen_two_nothing_nothing(self, smoke: Any, needs: list[int], said: set[str]) -> None:
        state = {"smoke": smoke} if smoke is not None else {}
        assert values(shot(FOOT, unit(FOOT, 1, **state))) == (needs, said)

    @rule("2GM-124")
    @pytest.mark.parametrize(
        ("reading", "smoke", "needs"),
        [
            ("better", ["shell", "screen"], [6, 9]),
            ("better", ["screen", "shell"], [6, 9]),
            ("better", ["shell"], [5, 8]),
            ("first", ["shell", "screen"], [5, 8]),
            ("first", ["screen", "shell"], [6, 9]),
            ("better", [], [4, 7]),
            ("first", [], [4, 7]),
        ],
    )
    def test_two_kinds_do_not_add_up(self, reading: str, smoke: list[str], needs: list[int]) -> None:
        assert target(shot(FOOT, unit(FOOT, 1, smoke=smoke), {"smoke_mix": reading})) == needs


class TestInTheAir:
    @rule("2GM-118", "2GM-60")
    @pytest.mark.parametrize(("role", "needs"), [("aa", [6, 9]), ("attack", [8, 10])])
    def test_nothing_on_the_ground_covers_a_paratrooper(self, role: str, needs: list[int]) -> None:
        """6+/9+ of the flak; on the ground +1/+0 for Hit the Dirt, and +1/+1 behind a vehicle."""
        jumper = unit(FOOT, prone=True, at_cover=True)
        assert target(put("shot", {"a": unit(OSTWIND, 1), "b": jumper}, attacker="a", target="b", **{"as": role})) == needs


class TestBlastingCharge:
    @rule("2GM-128")
    @pytest.mark.parametrize(("skills", "assault", "needs"), [(["blasting_charge"], True, [3, 6]), (["blasting_charge"], False, [4, 7]), ([], True, [4, 7])])
    def test_only_in_an_assault_and_only_with_it(self, skills: list[str], assault: bool, needs: list[int]) -> None:
        assert target(shot({**FOOT, "skills": skills}, FOOT, assault=assault)) == needs


class TestBombers:
    @rule("2GM-130", "2GM-92")
    @pytest.mark.parametrize(
        ("card", "state", "needs"),
        [
            (BOMBER, {}, [3, 6]),
            (FOCKE, {}, [4, 7]),
            ({**FOCKE, "skills": ["fighter", "bomber"]}, {}, [4, 7]),
            ({**FOCKE, "skills": ["fighter", "bomber"]}, {"role": "bomber"}, [3, 6]),
            ({**FOCKE, "skills": ["fighter", "bomber"]}, {"role": "fighter"}, [4, 7]),
            ({**FOCKE, "skills": []}, {}, [4, 7]),
        ],
        ids=["a bomber", "a fighter", "not said", "as a bomber", "as a fighter", "neither"],
    )
    def test_fighter_bombers_hunt_what_flies_as_a_bomber(self, card: Any, state: Any, needs: list[int]) -> None:
        hunter = {**FOCKE, "skills": ["fighter", "fighter_bombers"], "weapon": {**GUN, "range": 9}}
        assert target(shot(hunter, unit(card, 1, **state), overrule=True)) == needs


class TestBuildings:
    @rule("2GM-86", "2GM-117")
    def test_flames_go_through_the_walls(self) -> None:
        """+2/+2 of the house for the gun; flames hit by themselves and keep their own critical."""
        assert target(shot(FOOT, unit(PAK, 1), more=IN_HOUSE, terrain="h")) == [6, 9]
        assert target(shot(FLAMES, unit(PAK, 1), more=IN_HOUSE, terrain="h", weapon="Flamethrower")) == [1, 7]
        assert values(shot(FLAMES, unit(PAK, 1), terrain="forest", weapon="Flamethrower")) == ([5, 8], {"terrain"})

    @rule("2GM-143")
    @pytest.mark.parametrize(
        ("skills", "at", "terrain", "said"),
        [
            (["ordnance"], PAK, "h", "Ordnance against an occupied building: penetration +2, damage +2"),
            (["howitzer"], HOUSE, None, "Ordnance against a building: damage +2"),
            (["ordnance"], PAK, "forest", ""),
            (["ordnance"], PAK, None, ""),
            ([], PAK, "h", ""),
            ([], HOUSE, None, ""),
        ],
    )
    def test_ordnance_speaks_of_buildings_alone(self, skills: list[str], at: Any, terrain: str | None, said: str) -> None:
        reply = shot({**FOOT, "skills": skills}, unit(at, 1), more=IN_HOUSE, **({"terrain": terrain} if terrain else {}))
        assert next((row["why"] for row in reply["checks"][0]["modifiers"] if row["key"] == "ordnance"), "") == said

    @rule("2GM-87", "2GM-85")
    @pytest.mark.parametrize(
        ("card", "state", "damage"),
        [
            ({}, {}, 2),
            ({"skills": ["building", "indestructible"]}, {}, None),
            ({}, {"ruins": True}, None),
            ({"name": "Forest", "skills": [], "access": []}, {}, None),
            ({"name": "Trenches", "skills": [], "access": []}, {}, 2),
        ],
        ids=["a house", "indestructible", "ruins", "a forest that nobody agreed to destroy", "trenches"],
    )
    def test_what_lies_below_takes_the_same_damage_if_it_can(self, card: Any, state: Any, damage: int | None) -> None:
        below = unit({**HOUSE, **card, "points": 6, "impact": [0, 0], "armor": 0}, 1, **state)
        reply = shot(FOOT, unit(PAK, 1, **{"in": "h"}), more={"h": below}, roll={"shot": [4]})
        assert (change(reply, "b", "damage"), change(reply, "h", "damage")) == (2, damage)

    @rule("2GM-86")
    def test_a_transport_is_no_terrain_and_what_is_gone_covers_nobody(self) -> None:
        """Cargo in a truck has no cover of it; nor has who stood on a card that is gone."""
        gone = {"h": unit(HOUSE, 1, where="destroyed")}
        reply = shot(FOOT, unit(PAK, 1, **{"in": "h"}), more=gone, roll={"shot": [4]})
        assert change(reply, "h", "damage") is None
        aboard = shot(FOOT, unit(PAK, 1, **{"in": "t"}), more={"t": unit(SHERMAN, 1)}, overrule=True)
        assert target(aboard) == [4, 7]


class TestImmunity:
    @rule("2GM-70", "2GM-137")
    @pytest.mark.parametrize(
        ("card", "outcomes"), [(PAK, {"nothing", "hit", "critical"}), (HOUSE, {"nothing", "hit"}), ({**PAK, "skills": ["impenetrable"]}, {"nothing", "hit"})]
    )
    def test_who_suffers_criticals(self, card: Any, outcomes: set[str]) -> None:
        reply = shot(FOOT, unit(card, 1))
        assert set(reply["odds"]["shot"]) == outcomes
        assert reply["checks"][0]["dice"] == 1

    @rule("2GM-70", "2GM-171")
    def test_a_ten_beyond_the_values(self) -> None:
        """9+ and a screen make 11+: a 10 is a critical; a hit on who suffers none, and a miss there
        by the other reading."""
        far = {**FOOT, "weapon": {**GUN, "impact": [9, 10]}}
        hidden = {"smoke": "screen"}
        impenetrable = {**FOOT, "skills": ["impenetrable"]}
        assert shot(far, unit(FOOT, 1, **hidden))["odds"]["shot"] == {"nothing": "9/10", "critical": "1/10"}
        assert shot(far, unit(impenetrable, 1, **hidden))["odds"]["shot"] == {"nothing": "9/10", "hit": "1/10"}
        assert shot(far, unit(impenetrable, 1, **hidden), {"ten_on_immune": "miss"})["odds"]["shot"] == {"nothing": "1"}

    @rule("2GM-70", "2GM-71")
    def test_a_shot_without_penetration_has_one_die_that_decides_nothing(self) -> None:
        weak = {**FOOT, "weapon": {**GUN, "penetration": 1}}
        check = shot(weak, PAK)["checks"][0]
        assert (check["dice"], check["verdict"]) == (1, "fails")
