"""Skills and equipment that change a shot."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN
from tests.games.asking import change, rows, targets
from tests.games.twogm.table import BOMBS, EITHER, GUN, GUN_WITHOUT_RANGE, HUNTER, NO_GUN, TANK, chances, keys, put, raid, rule, shot, target, unit


class TestFlames:
    @rule("2GM-117")
    def test_flames_that_would_hit_anyway(self) -> None:
        """A hit value of 1 needs no row; a rifle at the same house gets none."""
        fire = {**LIGHT, "equipment": [{"item": "Flamethrower", "weapon": {"impact": [1, 9], "penetration": 0, "damage": 2, "range": 1}}]}
        units = {"a": unit(fire), "b": unit(PAK, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        assert rows(put("shot", units, attacker="a", target="b", weapon="Flamethrower"), "shot") == []
        rifle = put("shot", {**units, "a": unit(SHERMAN)}, attacker="a", target="b")
        assert [row[0] for row in rows(rifle, "shot")] == ["terrain"]

    @rule("2GM-117")
    def test_only_flamethrowers_burn(self) -> None:
        """A grenade or a rifle at the house does not; a flamethrower at a wall neither."""
        armed = {
            **LIGHT,
            "equipment": [{"item": "Grenade", "weapon": GUN_WITHOUT_RANGE}, {"item": "Flamethrower", "weapon": {**GUN_WITHOUT_RANGE, "penetration": 0}}],
        }
        units = {"a": unit(armed), "b": unit(PAK, 1)}

        def burns(weapon: str, terrain: str) -> bool:
            return "flames" in [row[0] for row in rows(put("shot", units, attacker="a", target="b", weapon=weapon, terrain=terrain), "shot")]

        assert [burns("Flamethrower", "House"), burns("Grenade", "House"), burns("primary", "House"), burns("Flamethrower", "wall")] == [
            True,
            False,
            False,
            False,
        ]

    @rule("2GM-117")
    def test_a_flamethrower_on_a_building(self) -> None:
        """Damage is sure whatever the armour, the house's bonus falls away; the die looks for
        the critical only."""
        fire = {**LIGHT, "equipment": [{"item": "Flamethrower", "weapon": {"impact": [7, 9], "penetration": 0, "damage": 2, "range": 1}}]}
        units = {"a": unit(fire, damage=1), "b": unit({**PAK, "life": 5}, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        reply = put("shot", units, attacker="a", target="b", weapon="Flamethrower")
        assert reply["odds"]["shot"] == chances(("hit", 9), ("critical", 1))
        assert keys(reply) == {"wounds": -1, "flames": [7, 0]}
        empty = shot(fire, HOUSE, weapon="flamethrower")
        assert empty["odds"]["shot"] == {"hit": "1"}
        assert shot(fire, LIGHT, weapon="flamethrower")["odds"]["shot"] == {"nothing": "1"}
        tank = {**TANK, "equipment": fire["equipment"]}
        assert put("shot", {**units, "a": unit(tank)}, attacker="a", target="b", weapon="Flamethrower")["odds"]["shot"] == {"nothing": "1"}


class TestHitTheDirt:
    @rule("2GM-118", "2GM-73")
    def test_hit_the_dirt_by_its_marker(self) -> None:
        assert target(shot(LIGHT, unit(LIGHT, 1, markers={"Take Cover": {"face": "active"}}, smoke="shell"))) == [7, 10]
        assert target(shot(LIGHT, unit(LIGHT, 1, markers={"Medic": {"face": "active"}}))) == [5, 10]


class TestSkills:
    @rule("2GM-127", "2GM-131")
    def test_skills_that_are_not_there_say_nothing(self) -> None:
        units = {
            "a": unit(LIGHT | {"skills": []}),
            "b": unit(LIGHT, 1),
            "f": unit({**MUSTANG, "skills": ["fighter"]}),
            "o": unit({**OSTWIND, "skills": ["anti_aircraft", "ground_attack"]}),
        }
        assert rows(put("shot", units, attacker="a", target="b"), "shot") == []
        assert rows(put("shot", units, attacker="a", target="b", assault=True), "shot") == []
        assert rows(put("air", units, fighters=["f"], target="b"), "strafe:b") == []
        assert rows(put("shot", units, attacker="o", target="b", **{"as": "aa"}), "shot") == []
        assert rows(put("shot", units, attacker="o", target="b"), "shot") == [("ground_attack", 1, "2GM-131")]

    @rule("2GM-127")
    def test_an_assault_gun_on_infantry(self) -> None:
        gun = {**TANK, "skills": ["assault_gun"]}
        assert keys(shot(gun, LIGHT)) == {"assault_gun": 1}
        assert target(shot(gun, LIGHT)) == [3, 7]
        assert keys(shot(gun, PAK)) == {}

    @rule("2GM-128")
    def test_blasting_charge_in_an_assault(self) -> None:
        charge = {**LIGHT, "skills": ["blasting_charge"]}
        assert keys(shot(charge, PAK, assault=True)) == {"blasting_charge": 1}
        assert "blasting_charge" not in keys(shot(charge, LIGHT))

    @rule("2GM-130", "2GM-92")
    def test_fighter_bombers_against_bombers(self) -> None:
        hunter = {**FOCKE, "skills": ["fighter", "fighter_bombers"]}
        assert rows(raid(NO_GUN, cards={"fw0": hunter}), "interceptor:fw0") == [("fighter_bombers", 1, "2GM-130")]
        assert rows(raid(NO_GUN), "interceptor:fw0") == []
        escort = {**MUSTANG, "skills": ["fighter", "fighter_bombers"]}
        assert rows(raid(NO_GUN, p51=1, cards={"p510": escort}), "escort:p510") == []
        units = {"p": unit(escort), "f": unit(FOCKE, 1), "b": unit({**FOCKE, "skills": ["fighter", "bomber"]}, 1, role="bomber")}
        assert rows(put("air", units, fighters=["p"], target="b"), "strafe:b") == [("fighter_bombers", 1, "2GM-130")]
        assert rows(put("air", units, fighters=["p"], target="f"), "strafe:f") == []

    @rule("2GM-130", "2GM-92")
    def test_what_a_bomber_is(self) -> None:
        """By its card, unless it chose to fly as a fighter; a tank called so is none."""
        hunter = unit({**MUSTANG, "skills": ["fighter", "fighter_bombers"]})
        units = {
            "p": hunter,
            "b": unit(BOMBS, 1),
            "f": unit({**BOMBS, "skills": ["fighter", "bomber"]}, 1, role="fighter"),
            "t": unit({**TANK, "armor": 4, "skills": ["bomber"]}, 1),
        }
        assert [len(rows(put("air", units, fighters=["p"], target=key), f"strafe:{key}")) for key in "bft"] == [1, 0, 0]

    @rule("2GM-130", "2GM-92")
    @pytest.mark.parametrize(
        ("units", "mission", "what", "expected"),
        [
            ({"p": unit(EITHER), "i": unit(HUNTER, 1)}, {"fighters": ["p"], "target": "q", "interceptors": ["i"]}, "interceptor:i", [3, 8]),
            ({"p": unit(EITHER), "i": unit(HUNTER, 1)}, {"bombers": ["p"], "target": "q", "interceptors": ["i"]}, "interceptor:i", [2, 7]),
            (
                {"p": unit(BOMBER), "e": unit(HUNTER), "i": unit(EITHER, 1)},
                {"bombers": ["p"], "target": "q", "interceptors": ["i"], "escorts": ["e"], "hmgs": 0},
                "escort:e",
                [3, 8],
            ),
            ({"p": unit(HUNTER), "w": unit(EITHER, 1)}, {"fighters": ["p"], "target": "w", "interceptors": []}, "strafe:w", [3, 8]),
            ({"p": unit(HUNTER), "w": unit(EITHER, 1, role="bomber")}, {"fighters": ["p"], "target": "w"}, "strafe:w", [2, 7]),
            ({"p": unit(HUNTER), "w": unit(BOMBER, 1)}, {"fighters": ["p"], "target": "w"}, "strafe:w", [2, 7]),
        ],
    )
    def test_an_aircraft_of_both_kinds_is_what_it_flies_as(self, units: Any, mission: Any, what: str, expected: list[int]) -> None:
        """Fighter-Bombers (3+/8+) gain 1 on bombers only: not on a fighter that attacks,
        intercepts or waits."""
        assert targets(put("air", {**units, "q": unit(HQ, 1)}, **mission))[what] == expected

    @rule("2GM-131")
    def test_ground_attack_on_ground_units_alone(self) -> None:
        plane = {**FOCKE, "skills": ["fighter", "ground_attack"]}

        def attack(on: Any) -> dict[str, Any]:
            return keys(put("air", {"a": unit(plane), "b": unit(on, 1)}, fighters=["a"], target="b"))

        assert attack(PAK) == {"ground_attack": 1}
        assert attack(HQ) == attack(FOCKE) == {}

    @rule("2GM-136", "2GM-143")
    def test_bonuses_of_penetration_and_damage(self) -> None:
        """HEAT and ordnance by exactly 1 and 2, each with its skill and its target only; a wall
        is no building."""

        def hits(skills: list[str], armor: int, terrain: str | None = None, tank: bool = False) -> Any:
            at = {**(TANK if tank else LIGHT), "armor": armor, "life": 20}
            units = {"a": unit({**PAK, "skills": skills}), "b": unit(at, 1)}
            reply = put("shot", units, attacker="a", target="b", roll={"shot": [7]}, **({"terrain": terrain} if terrain else {}))
            return change(reply, "b", "damage")

        assert [hits(["heat"], 7, tank=True), hits([], 7, tank=True), hits(["heat"], 7), hits(["heat"], 8, tank=True)] == [3, None, None, None]
        assert [hits(["ordnance"], 7, "House"), hits(["ordnance"], 8, "House"), hits([], 6, "House"), hits([], 5, "House")] == [5, None, None, 3]
        assert [hits(["he"], 7, "wall"), hits(["he"], 6, "wall"), hits(["he"], 6)] == [None, 3, 3]
        assert [hits(["anti_tank"], 6, tank=True), hits([], 6, tank=True), hits(["anti_tank"], 6)] == [4, 3, 3]

    @rule("2GM-136", "2GM-126")
    def test_heat_and_anti_tank_on_tanks_only(self) -> None:
        heat = {**LIGHT, "skills": ["HEAT", "shaped_charge", "Anti-Tank"], "weapon": {**GUN, "penetration": 5, "damage": 1}}
        assert change(shot(heat, TANK, roll={"shot": [4]}), "b", "damage") == 2
        assert shot(heat, {**TANK, "armor": 7})["odds"]["shot"] == {"nothing": "1"}
        assert shot(heat, {**PAK, "armor": 6})["odds"]["shot"] == {"nothing": "1"}
        assert change(shot(heat, PAK, roll={"shot": [4]}), "b", "damage") == 1

    @rule("2GM-136", "2GM-126")
    def test_every_skill_is_a_row(self) -> None:
        """Penetration 4 + 1 + 2 = 7 reaches 6 + 1; damage 3 + 1 + 2 = 6. Without the skills 4
        does not reach 7."""
        bunker = {"name": "Bunker", "impact": [1, 1], "armor": 1}

        def asked(*skills: str, card: Any = TANK, terrain: Any = bunker) -> Any:
            gun = {**PAK, "weapon": {**PAK["weapon"], "penetration": 4}, "skills": list(skills)}
            reply = put("shot", {"a": unit(gun), "b": unit({**card, "life": 9}, 1)}, attacker="a", target="b", terrain=terrain, roll={"shot": [7]})
            rows = {row["key"]: (row["why"], row["ref"]) for row in reply["checks"][0]["modifiers"] if row["key"] != "terrain"}
            return rows, change(reply, "b", "damage")

        heat, anti, ordnance = (
            ("HEAT against armour: penetration +1", "2GM-136"),
            ("Anti-Tank against armour: damage +1", "2GM-126"),
            ("Ordnance against an occupied building: penetration +2, damage +2", "2GM-143"),
        )
        assert asked("heat", "anti_tank", "howitzer") == ({"heat": heat, "anti_tank": anti, "ordnance": ordnance}, 6)
        assert asked() == ({"penetration": ("penetration 4 does not reach armour 7", "2GM-71")}, None)
        assert asked("heat", "anti_tank", "howitzer", card=PAK, terrain="plain") == ({}, 3)
        empty = put("shot", {"a": unit({**PAK, "skills": ["ordnance"]}), "h": unit(HOUSE, 1)}, attacker="a", target="h", roll={"shot": [4]})
        assert ([row["why"] for row in empty["checks"][0]["modifiers"]], change(empty, "h", "damage")) == (["Ordnance against a building: damage +2"], 5)

    @rule("2GM-137", "2GM-72")
    def test_impenetrable_takes_normal_damage_from_criticals(self) -> None:
        """4+/8+, damage 3, life 4: seven faces hit, none destroys."""
        reply = shot(PAK, {**TANK, "skills": ["impenetrable"]})
        assert reply["odds"] == {"shot": chances(("nothing", 3), ("hit", 7)), "destroyed": {"no": "1"}}
        assert change(shot(PAK, {**TANK, "skills": ["impenetrable"]}, roll={"shot": [10]}), "b", "damage") == 3

    @rule("2GM-143", "2GM-86")
    def test_buildings_and_other_targets(self) -> None:
        """Ordnance does 2 more to an empty building, not to a wall, an HQ, an aircraft."""
        gun = unit({**PAK, "skills": ["howitzer"]})
        for card, damage in (
            (HOUSE, 5),
            ({"name": "Bunker", "type": "terrain", "points": 9}, 5),
            ({"name": "Wall", "type": "terrain", "points": 9}, 3),
            (HQ, 3),
        ):
            assert change(put("shot", {"a": gun, "b": unit(card, 1)}, attacker="a", target="b", roll={"shot": [7]}), "b", "damage") == damage
        flak = unit({**OSTWIND, "skills": ["anti_aircraft", "ordnance"]})
        plane = {"name": "x", "type": "air", "armor": 5, "life": 9}
        told = {"attacker": "a", "target": "b", "as": "aa", "terrain": "House"}
        assert change(put("shot", {"a": flak, "b": unit(plane, 1)}, **told, roll={"shot": [6]}), "b", "damage") == 2

    @rule("2GM-143")
    def test_ordnance_on_buildings(self) -> None:
        """Penetration 2 + 2 reaches armour 2 + 1; 1 + 2 damage on both; an empty one takes 3;
        the HQ 1."""
        gun = {**LIGHT, "skills": ["howitzer"]}
        units = {"a": unit(gun), "b": unit({**LIGHT, "life": 5}, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        reply = put("shot", units, attacker="a", target="b", roll={"shot": [7]})
        assert (change(reply, "b", "damage"), change(reply, "h", "damage")) == (3, 3)
        assert change(shot(gun, HOUSE, roll={"shot": [5]}), "b", "damage") == 3
        assert change(shot(gun, HQ, roll={"shot": [5]}), "b", "damage") == 1
        assert change(shot(gun, LIGHT, roll={"shot": [5]}, terrain="wall"), "b", "damage") is None
        assert change(shot(gun, LIGHT, roll={"shot": [6]}, terrain="wall"), "b", "damage") == 1
