"""2GM Tactics: shots, their modifiers, what they do to units, buildings, cargo and headquarters."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, OSTWIND, PAK, SHERMAN, TRUCK
from tests.games.asking import change
from tests.games.twogm_table import GUN, TANK, after, keys, put, refs, result, shot, target, unit

rule = pytest.mark.rule
TRENCHES = {"name": "Trenches", "type": "terrain", "cost": 2, "points": 4, "impact": [1, 1], "armor": 0}


def chances(*ways: tuple[str, int]) -> dict[str, str]:
    """Ways out of ten."""
    return {name: str(Fraction(count, 10)) for name, count in ways}


@rule("2GM-70", "2GM-71", "2GM-74", "2GM-174")
class TestThresholds:
    @rule("2GM-70", "2GM-72", "2GM-01")
    @pytest.mark.parametrize(("face", "outcome"), [(4, "nothing"), (5, "hit"), (9, "hit"), (10, "critical")])
    def test_five_and_ten(self, face: int, outcome: str) -> None:
        """EX-G16: 5+/10+; 5 hits, 4 misses, 10 is a critical."""
        assert shot(LIGHT, LIGHT, roll={"shot": [face]})["result"]["shot"] == outcome

    @rule("2GM-01")
    def test_the_die_has_ten_faces_a_nought_or_a_flag_is_ten(self) -> None:
        ten = shot(LIGHT, LIGHT, roll={"shot": [10]})
        assert ten["result"]["shot"] == "critical"
        assert [shot(LIGHT, LIGHT, roll={"shot": [face]})["result"] for face in (0, "0", "flag")] == [ten["result"]] * 3
        assert "roll.shot" in shot(LIGHT, LIGHT, roll={"shot": [11]})["error"]

    @rule("2GM-70", "2GM-74")
    def test_the_odds_by_counting_faces(self) -> None:
        """4+/8+ of damage 1 on life 3: 3 faces miss, 4 hit, 3 destroy."""
        reply = shot({**LIGHT, "weapon": {"impact": [4, 8], "penetration": 2, "damage": 1, "range": 2}}, LIGHT)
        assert reply["odds"] == {"shot": chances(("nothing", 3), ("hit", 4), ("critical", 3)), "destroyed": chances(("no", 7), ("yes", 3))}

    @rule("2GM-73", "2GM-118", "2GM-82")
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

    @rule("2GM-72", "2GM-71")
    def test_a_natural_ten_is_a_critical_whatever_the_modifiers(self) -> None:
        far = unit({**LIGHT, "weapon": {"impact": [10, 10], "penetration": 2, "damage": 1, "range": 2}}, damage=2)
        assert shot(far, LIGHT, terrain="forest")["odds"]["shot"] == chances(("nothing", 9), ("critical", 1))


@rule("2GM-70", "2GM-71", "2GM-74", "2GM-174")
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

    @rule("2GM-74")
    def test_the_weapon_says_the_damage(self) -> None:
        """EX-G19: a weapon of damage 1 that hits does 1."""
        assert change(shot(LIGHT, LIGHT, roll={"shot": [5]}), "b", "damage") == 1
        assert change(shot(PAK, unit({**TANK, "life": 9}, 1), roll={"shot": [5]}), "b", "damage") == 3

    @rule("2GM-86", "2GM-71")
    def test_a_house_adds_armour(self) -> None:
        """Armour 2 and 1 for the house: penetration 2 is not enough, 3 is; the house makes it
        +2/+2."""
        inside = unit(LIGHT, 1, **{"in": "h"})
        house = {"h": unit(HOUSE, 1)}
        assert shot(LIGHT, inside, more=house)["odds"]["shot"] == {"nothing": "1"}
        better = {**LIGHT, "weapon": {**LIGHT["weapon"], "penetration": 3}}  # type: ignore[dict-item]
        assert target(shot(better, inside, more=house)) == [7, 10]
        assert target(shot(better, LIGHT, terrain="House")) == target(shot(better, unit(LIGHT, 1, **{"in": "House"}))) == [7, 10]

    @rule("2GM-136", "2GM-126")
    def test_heat_and_anti_tank_on_tanks_only(self) -> None:
        heat = {**LIGHT, "skills": ["HEAT", "shaped_charge", "Anti-Tank"], "weapon": {**GUN, "penetration": 5, "damage": 1}}
        assert change(shot(heat, TANK, roll={"shot": [4]}), "b", "damage") == 2
        assert shot(heat, {**TANK, "armor": 7})["odds"]["shot"] == {"nothing": "1"}
        assert shot(heat, {**PAK, "armor": 6})["odds"]["shot"] == {"nothing": "1"}
        assert change(shot(heat, PAK, roll={"shot": [4]}), "b", "damage") == 1


@rule("2GM-70", "2GM-71", "2GM-74", "2GM-174")
class TestSkills:
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

    @rule("2GM-142")
    def test_multiple_shots_get_harder(self) -> None:
        """EX-G37: 4+/7+ with Multiple (2): 4+/7+, 5+/8+, 6+/9+, and no fourth."""
        rocket = {**TANK, "skills": ["Multiple (2)"], "weapon": {**GUN, "impact": [4, 7]}}
        assert [target(shot(rocket, LIGHT, shot_number=n)) for n in (1, 2, 3)] == [[4, 7], [5, 8], [6, 9]]
        assert shot(rocket, LIGHT, shot_number=4)["refused"]["refs"] == ["2GM-142"]
        assert shot(SHERMAN, LIGHT, shot_number=2)["refused"]["refs"] == ["2GM-142"]

    @rule("2GM-142", "2GM-165", "2GM-186")
    def test_no_additional_shot_with_equipment_or_out_of_turn(self) -> None:
        rocket = {**SHERMAN, "skills": ["multiple:2", "anti_aircraft"], "secondary": GUN}
        assert shot(rocket, LIGHT, weapon="MG", shot_number=2)["refused"]["refs"] == ["2GM-142"]
        assert shot(rocket, LIGHT, weapon="secondary", shot_number=3)["checks"]
        for told in ({"as": "reaction"}, {"as": "aa"}):
            assert "2GM-142" in shot(rocket, LIGHT, shot_number=2, **told)["refused"]["refs"]
        charge = {**LIGHT, "skills": ["multiple:2"]}
        assert shot(charge, LIGHT, assault=True, shot_number=2)["refused"]["refs"] == ["2GM-142"]

    @rule("2GM-137", "2GM-72")
    def test_impenetrable_takes_normal_damage_from_criticals(self) -> None:
        """4+/8+, damage 3, life 4: seven faces hit, none destroys."""
        reply = shot(PAK, {**TANK, "skills": ["impenetrable"]})
        assert reply["odds"] == {"shot": chances(("nothing", 3), ("hit", 7)), "destroyed": {"no": "1"}}
        assert change(shot(PAK, {**TANK, "skills": ["impenetrable"]}, roll={"shot": [10]}), "b", "damage") == 3

    @rule("2GM-131")
    def test_ground_attack_on_ground_units_alone(self) -> None:
        plane = {**FOCKE, "skills": ["fighter", "ground_attack"]}

        def attack(on: Any) -> dict[str, Any]:
            return keys(put("air", {"a": unit(plane), "b": unit(on, 1)}, fighters=["a"], target="b"))

        assert attack(PAK) == {"ground_attack": 1}
        assert attack(HQ) == attack(FOCKE) == {}

    @rule("2GM-129", "2GM-107")
    def test_a_dive_bomber_is_harder_for_anti_aircraft(self) -> None:
        stuka = {**BOMBER, "skills": ["bomber", "dive_bomber"]}
        assert keys(shot(OSTWIND, stuka, **{"as": "aa"})) == {"dive_bomber": -1}

    @rule("2GM-75", "2GM-73")
    def test_a_suppressed_shooter(self) -> None:
        assert keys(shot(unit(LIGHT, suppressed=True, damage=1), LIGHT)) == {"wounds": -1, "suppressed": -1}

    @rule("2GM-60", "2GM-191", "2GM-122", "2GM-123", "2GM-124")
    @pytest.mark.parametrize(
        ("state", "rows"),
        [
            ({"at_cover": True}, {"at_cover": -1}),
            ({"smoke": "shell"}, {"smoke_shell": -1}),
            ({"smoke": "screen"}, {"smoke_screen": -2}),
            ({"smoke": ["shell", "screen"]}, {"smoke_screen": -2}),
            ({"smoke": ["shell", "shell"]}, {"smoke_shell": -1}),
            ({"smoke": "none"}, {}),
            ({"at_cover": True, "prone": True, "smoke": "shell"}, {"at_cover": -1, "prone": [-1, 0], "smoke_shell": -1}),
        ],
    )
    def test_what_hides_the_target(self, state: Any, rows: Any) -> None:
        assert keys(shot(LIGHT, unit(LIGHT, 1, **state))) == rows
        assert keys(shot(unit(LIGHT, **state), LIGHT)) == {}

    @rule("2GM-124")
    def test_by_another_reading_the_first_smoke_counts(self) -> None:
        both = unit(LIGHT, 1, smoke=["shell", "screen"])
        assert keys(shot(LIGHT, both, {"smoke_mix": "first"})) == {"smoke_shell": -1}


@rule("2GM-70", "2GM-71", "2GM-74", "2GM-174")
class TestTerrain:
    @rule("2GM-82", "2GM-83", "2GM-80")
    @pytest.mark.parametrize(
        ("terrain", "rows"),
        [
            ("plain", {}),
            ("bushes", {"terrain": [-1, -1]}),
            ("forest", {"terrain": [-1, -1]}),
            ("mountain", {}),
            ("ruins", {}),
            ("House", {"terrain": [-2, -2]}),
        ],
    )
    def test_natural_cover(self, terrain: str, rows: Any) -> None:
        strong = {**LIGHT, "weapon": GUN}
        assert keys(shot(strong, LIGHT, terrain=terrain)) == rows
        if terrain not in ("plain", "House"):
            assert keys(shot(strong, unit(LIGHT, 1, terrain=terrain))) == rows

    @rule("2GM-86")
    def test_a_card_told_by_its_values(self) -> None:
        assert keys(shot({**LIGHT, "weapon": GUN}, LIGHT, terrain={"impact": 3, "armor": 2})) == {"terrain": [-3, -3]}
        assert shot(LIGHT, LIGHT, terrain={"impact": 3, "armor": 2})["odds"]["shot"] == {"nothing": "1"}
        assert "trenches" in shot(LIGHT, LIGHT, terrain="trenches")["error"]
        assert "swamp" in shot(LIGHT, LIGHT, terrain="swamp")["error"]

    @rule("2GM-86")
    def test_a_card_that_states_too_little_is_asked(self) -> None:
        more = {"t": unit({"name": "Trenches", "type": "terrain"}, 1)}
        assert shot(LIGHT, unit(LIGHT, 1, **{"in": "t"}), more=more)["unknown"] == ["units.t.card.armor", "units.t.card.impact"]

    @rule("2GM-87", "2GM-177", "2GM-88")
    def test_the_building_takes_what_its_occupant_takes(self) -> None:
        """EX-G32, first square: a critical kills the gun, and the house takes the 4 of the
        bombs: 2 points left."""
        units = {
            "a": unit({**BOMBER, "weapon": {"impact": [2, 5], "penetration": 8, "damage": 4, "range": 0}}),
            "b": unit(PAK, 1, **{"in": "h"}),
            "h": unit(HOUSE, 1),
        }
        reply = put("air", units, bombers=["a"], squares=[{"units": ["b"], "terrain": "h"}], roll={"bomb:b": [10]})
        assert (change(reply, "b", "where"), change(reply, "h", "damage")) == ("destroyed", 4)
        reply = put("building", {"p": unit(PAK, 1)}, points=6, occupant="p", shot={"damage": 4, "result": "critical"})
        assert reply["result"] == {"points": 2, "ruins": False, "occupant": "destroyed", "occupant_damage": 3}

    @rule("2GM-87", "2GM-85")
    def test_a_building_at_nothing_is_ruins_and_kills(self) -> None:
        reply = put("building", {"p": unit({**PAK, "life": 9}, 1)}, points=3, occupant="p", shot={"damage": 3, "result": "hit"})
        assert reply["result"] == {"points": 0, "ruins": True, "occupant": "destroyed", "occupant_damage": 9}
        assert change(reply, "p", "where") == "destroyed"
        less = result("building", {"p": unit({**PAK, "life": 9}, 1)}, points=4, occupant="p", shot={"damage": 3, "result": "hit"})
        assert less == {"points": 1, "ruins": False, "occupant": "alive", "occupant_damage": 3}

    @rule("2GM-177", "2GM-71", "2GM-87")
    @pytest.mark.parametrize(
        ("told", "points"),
        [
            ({"penetration": 4}, 6),
            ({"penetration": 5}, 3),
            ({"penetration": 0, "assault": True}, 3),
            ({"penetration": 0, "flamethrower": True}, 3),
            ({"penetration": 9, "result": "nothing"}, 6),
        ],
    )
    def test_what_cannot_hurt_the_unit_spares_the_house(self, told: Any, points: int) -> None:
        """A gun of armour 4 in a house of 1 wants penetration 5."""
        shot = {"damage": 3, "result": "hit", **told}
        assert result("building", {"p": unit(PAK, 1)}, points=6, name="House", occupant="p", shot=shot)["points"] == points

    @rule("2GM-177")
    def test_overkill(self) -> None:
        """1 life left, damage 3: the house takes 3, or by the other reading 1."""
        units = {"p": unit(PAK, 1, damage=2)}
        told = {"points": 6, "occupant": "p", "shot": {"damage": 3, "result": "hit"}}
        assert result("building", units, **told)["points"] == 3
        assert result("building", units, {"overkill": "life_left"}, **told)["points"] == 5
        told["shot"]["result"] = "critical"  # type: ignore[index]
        assert result("building", units, {"overkill": "life_left"}, **told)["points"] == 3

    @rule("2GM-88", "2GM-176", "2GM-87")
    def test_an_empty_building(self) -> None:
        """A rifle of penetration 2 damages it by a hit alone; no criticals: 5 faces and the 10
        do 1."""
        reply = shot(LIGHT, HOUSE)
        assert reply["odds"] == {"shot": chances(("nothing", 4), ("hit", 6)), "destroyed": {"no": "1"}}
        assert result("building", points=6, shot={"damage": 4, "result": "critical"})["points"] == 2
        assert keys(shot(LIGHT, HOUSE)) == {}
        assert keys(shot(LIGHT, HOUSE, {"empty_bonus": "yes"})) == {"terrain": [-2, -2]}

    @rule("2GM-88", "2GM-91", "2GM-32")
    def test_terrain_that_is_no_target(self) -> None:
        more = {"o": unit(LIGHT, 1, **{"in": "b"})}
        assert shot(LIGHT, HOUSE, more=more)["refused"]["refs"] == ["2GM-88"]
        assert shot(LIGHT, {**HOUSE, "skills": ["building", "Indestructible"]})["refused"]["refs"] == ["2GM-91"]
        assert shot(LIGHT, unit(HOUSE, 1, ruins=True))["refused"]["refs"] == ["2GM-91"]
        forest = {"name": "Forest", "type": "terrain"}
        assert shot(LIGHT, forest)["refused"]["refs"] == ["2GM-82"]
        assert shot(LIGHT, forest, {"natural_destruction": "yes"}, roll={"shot": [5]})["result"]["shot"] == "hit"

    @rule("2GM-32", "2GM-82", "2GM-85")
    def test_a_destroyed_forest(self) -> None:
        reply = shot(PAK, unit({"name": "Forest", "type": "terrain"}, 1, damage=5), {"natural_destruction": "yes"}, roll={"shot": [5]})
        assert (change(reply, "b", "damage"), change(reply, "b", "where")) == (8, "destroyed")
        bushes = shot(PAK, unit({"name": "Bushes", "type": "terrain"}, 1), {"natural_destruction": "yes"}, roll={"shot": [5]})
        assert (change(bushes, "b", "damage"), change(bushes, "b", "where")) == (3, None)

    @rule("2GM-175", "2GM-85", "2GM-178")
    def test_other_terrain_goes_and_the_unit_stays(self) -> None:
        units = {"a": unit(PAK), "b": unit({**TANK, "life": 9}, 1, **{"in": "t"}), "t": unit(TRENCHES, 1, damage=2)}
        reply = put("shot", units, attacker="a", target="b", roll={"shot": [5]})
        assert after(reply, "t")["where"] == "destroyed"
        assert (after(reply, "b")["where"], after(reply, "b").get("in"), after(reply, "b")["damage"]) == ("table", None, 3)

    @rule("2GM-91")
    def test_indestructible_terrain_takes_nothing(self) -> None:
        units = {"a": unit(PAK), "b": unit({**TANK, "life": 9}, 1, **{"in": "t"}), "t": unit({**TRENCHES, "skills": ["indestructible"]}, 1)}
        assert change(put("shot", units, attacker="a", target="b", roll={"shot": [5]}), "t", "damage") is None

    @rule("2GM-84")
    def test_a_bridge_falls_with_whoever_is_on_it(self) -> None:
        bridge = {"name": "Bridge", "type": "terrain", "points": 4, "impact": [0, 0], "armor": 0}
        units = {"a": unit(PAK), "b": unit({**TANK, "life": 9}, 1, **{"in": "t"}), "t": unit(bridge, 1, damage=1)}
        reply = put("shot", units, attacker="a", target="b", roll={"shot": [5]})
        assert (after(reply, "b")["where"], after(reply, "t")["where"]) == ("destroyed", "destroyed")

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


@rule("2GM-70", "2GM-71", "2GM-74", "2GM-174")
class TestHeadquarters:
    @rule("2GM-25", "2GM-27", "2GM-24")
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


@rule("2GM-68", "2GM-69")
class TestWhoMayShoot:
    @rule("2GM-69", "2GM-116", "2GM-119", "2GM-120")
    def test_range(self) -> None:
        """EX-G15: rifle 2 squares yes, 3 no; grenade 1 yes, 2 no. HMG 3, mortar and sniper 4
        where a card is silent."""
        assert shot(LIGHT, LIGHT, range=2)["checks"]
        assert shot(LIGHT, LIGHT, range=3)["refused"]["refs"] == ["2GM-69"]
        assert shot(LIGHT, LIGHT, weapon="Grenade", range=1)["checks"]
        assert shot(LIGHT, LIGHT, weapon="grenade", range=2)["refused"]["refs"] == ["2GM-69"]
        for item, most in (("HMG", 3), ("Mortar", 4), ("Sniper", 4)):
            armed = {**LIGHT, "equipment": [{"item": item, "weapon": {"impact": [4, 9], "penetration": 9, "damage": 1}}]}
            assert shot(armed, LIGHT, weapon=item, range=most)["checks"]
            assert shot(armed, LIGHT, weapon=item, range=most + 1)["refused"]["refs"] == ["2GM-69"]

    @rule("2GM-69", "2GM-23", "2GM-36")
    def test_range_from_the_board(self) -> None:
        """Own row 3 and enemy row 3 are rows 3 and 4: one square apart in one column; each
        counts from its own line."""
        at = {"row": 3, "column": 5}
        assert shot(unit(LIGHT, **at), unit(LIGHT, 1, row=3, column=6))["checks"]
        assert shot(unit(LIGHT, **at), unit(LIGHT, 1, row=3, column=7))["refused"]["refs"] == ["2GM-69"]
        assert shot(unit(LIGHT, row=5, column=5), HQ)["checks"]
        assert shot(unit(LIGHT, row=5, column=6), HQ)["refused"]["refs"] == ["2GM-69"]

    @rule("2GM-93", "2GM-12")
    def test_generals_and_waiting_fighters(self) -> None:
        assert shot(LIGHT, {"name": "Patton", "type": "general"})["refused"]["refs"] == ["2GM-12"]
        assert shot(LIGHT, FOCKE)["refused"]["refs"] == ["2GM-93"]

    @rule("2GM-150", "2GM-186")
    def test_cargo_does_not_fire(self) -> None:
        more = {"t": unit(TRUCK)}
        assert shot(unit(PAK, **{"in": "t"}), LIGHT, more=more)["refused"]["refs"] == ["2GM-150"]
        gun = {**PAK, "skills": ["anti_aircraft"]}
        assert shot(unit(gun, **{"in": "t"}), FOCKE, more=more, **{"as": "aa"})["refused"]["refs"] == ["2GM-186"]
        assert shot(unit(PAK, **{"in": "h"}), LIGHT, more={"h": unit(HOUSE)})["checks"]

    @rule("2GM-68")
    def test_who_is_not_on_the_board(self) -> None:
        assert shot(unit(LIGHT, where="reserve"), LIGHT)["refused"]["refs"] == ["2GM-68"]
        assert shot(unit(LIGHT, fired=True), LIGHT)["refused"]["refs"] == ["2GM-68"]
        assert shot(unit(LIGHT, fired=True), LIGHT, **{"as": "reaction"})["checks"]

    @rule("2GM-141")
    def test_who_rode_does_not_fire_but_reacts(self) -> None:
        assert shot(unit(LIGHT, rode=True), LIGHT)["refused"]["refs"] == ["2GM-141"]
        assert shot(unit(LIGHT, rode=True), LIGHT, **{"as": "reaction"})["checks"]

    @rule("2GM-107", "2GM-111", "2GM-185", "2GM-118")
    def test_an_anti_aircraft_shot(self) -> None:
        """One a turn, by a unit with the skill, at aircraft or paratroopers, whom neither ground
        nor dirt nor smoke hides."""
        told = {"as": "aa"}
        assert refs("shot", {"a": unit(PAK | {"skills": []}), "b": unit(FOCKE, 1)}, attacker="a", target="b", **told) == ["2GM-107"]
        assert shot(unit(OSTWIND, aa_fired=True), FOCKE, **told)["refused"]["refs"] == ["2GM-107"]
        assert shot(OSTWIND, TANK, **told)["refused"]["refs"] == ["2GM-111"]
        falling = unit(LIGHT, 1, prone=True, smoke="screen", terrain="forest", at_cover=True)
        assert keys(shot(OSTWIND, falling, **told)) == {}
        assert keys(shot(OSTWIND, falling, {"air_cover": "yes"}, **told)) == {"terrain": [-1, -1], "smoke_screen": -2}
        assert shot(OSTWIND, FOCKE, **told, roll={"shot": [6]})["after"]["a"]["aa_fired"] is True

    @rule("2GM-52", "2GM-53")
    def test_an_assault_shot(self) -> None:
        assert shot(TANK, LIGHT, assault=True)["refused"]["refs"] == ["2GM-52"]
        assert shot(HEAVY, LIGHT, assault=True, weapon="HMG")["refused"]["refs"] == ["2GM-53"]
        assert shot(HEAVY, LIGHT, assault=True, weapon="Bazooka")["checks"]


@rule("2GM-70", "2GM-71", "2GM-74", "2GM-174")
class TestSeveral:
    @rule("2GM-68", "2GM-174")
    def test_two_weapons_of_one_unit(self) -> None:
        """EX-G14: mortar and rifle, at the same target or at two; the mortar first."""
        units = {"a": unit(HEAVY), "b": unit(LIGHT, 1), "c": unit(LIGHT, 1)}
        same = put("shots", units, target="b", attacker="a", shots=[{"weapon": "Mortar"}, {"weapon": "primary"}], roll={"shot:0": [5], "shot:1": [5]})
        assert change(same, "b", "where") == "destroyed"
        two = put("shots", units, attacker="a", shots=[{"weapon": "Mortar", "target": "b"}, {"target": "c"}], roll={"shot:0": [5], "shot:1": [5]})
        assert (change(two, "b", "damage"), change(two, "c", "damage")) == (2, 1)
        assert set(two["odds"]) == {"hits", "criticals", "destroyed:b", "destroyed:c"}

    @rule("2GM-174", "2GM-74")
    def test_the_dead_take_no_second_shot_by_all_throws(self) -> None:
        """Two guns 4+/8+ of damage 2 at life 3: brute force over 100 throws."""
        gun = {**PAK, "weapon": {**GUN, "damage": 2}}
        units = {"a": unit(gun), "c": unit(gun), "b": unit(LIGHT, 1)}
        reply = put("shots", units, target="b", shots=[{"attacker": "a"}, {"attacker": "c"}])
        down, hits = 0, {0: 0, 1: 0, 2: 0}
        for first in range(1, 11):
            for second in range(1, 11):
                damage = 3 if first >= 8 else 2 if first >= 4 else 0
                n = int(first >= 4)
                if damage < 3:
                    n += int(second >= 4)
                    damage += 3 if second >= 8 else 2 if second >= 4 else 0
                down += damage >= 3
                hits[n] += 1
        assert reply["odds"]["destroyed"]["yes"] == str(Fraction(down, 100))
        assert reply["odds"]["hits"] == {str(n): str(Fraction(ways, 100)) for n, ways in hits.items()}

    @rule("2GM-75", "2GM-172", "2GM-174")
    def test_the_second_shooter_suppresses_before_it_rolls(self) -> None:
        units = {"a": unit(LIGHT), "c": unit(LIGHT), "b": unit({**LIGHT, "life": 9}, 1)}
        shots = [{"attacker": "a"}, {"attacker": "c"}]
        reply = put("shots", units, target="b", shots=shots, roll={"shot:0": [1], "shot:1": [1]})
        assert change(reply, "b", "suppressed") is True
        alone = put("shots", units, target="b", attacker="a", shots=[{}, {"weapon": "Grenade"}], roll={"shot:0": [1], "shot:1": [1]})
        assert change(alone, "b", "suppressed") is None

    @rule("2GM-75", "2GM-172")
    def test_only_enemies_suppress(self) -> None:
        units = {"a": unit(LIGHT), "c": unit(LIGHT, 1), "b": unit({**LIGHT, "life": 9}, 1)}
        reply = put("shots", units, target="b", shots=[{"attacker": "a"}, {"attacker": "c"}], roll={"shot:0": [1], "shot:1": [1]})
        assert change(reply, "b", "suppressed") is None

    @rule("2GM-75", "2GM-173")
    def test_shots_that_cannot_hurt_do_not_suppress(self) -> None:
        units = {"a": unit(LIGHT), "c": unit(PAK), "b": unit(TANK, 1), "d": unit(PAK)}
        for second, marked in (("a", None), ("d", True)):
            reply = put("shots", units, target="b", shots=[{"attacker": "c"}, {"attacker": second}], roll={"shot:0": [1], "shot:1": [1]})
            assert change(reply, "b", "suppressed") is marked

    @rule("2GM-68")
    def test_somebody_shoots_at_somebody(self) -> None:
        assert "who shoots" in put("shots", {"a": unit(LIGHT)}, attacker="a", shots=[{}])["error"]
        assert "who shoots" in put("shots", {"b": unit(LIGHT, 1)}, target="b", shots=[{}])["error"]

    @rule("2GM-172")
    def test_neither_reactions_nor_headquarters(self) -> None:
        units = {"a": unit(PAK), "c": unit(PAK), "b": unit(LIGHT, 1), "h": unit(HQ, 1)}
        reply = put("shots", units, target="b", shots=[{"attacker": "a"}, {"attacker": "c", "as": "reaction"}], roll={"shot:0": [1], "shot:1": [1]})
        assert change(reply, "b", "suppressed") is None
        hq = put("shots", units, target="h", shots=[{"attacker": "a"}, {"attacker": "c"}], roll={"shot:0": [1], "shot:1": [1]})
        assert change(hq, "h", "suppressed") is None


@rule("2GM-74", "2GM-150")
class TestCargo:
    @rule("2GM-150", "2GM-196", "2GM-192")
    def test_damage_goes_on_to_the_cargo(self) -> None:
        """1 damage on truck (life 2) and infantry; a second destroys both; a critical too."""

        def hit(face: int, **states: Any) -> Any:
            units = {"a": unit(LIGHT), "b": unit(TRUCK, 1, **states), "c": unit(LIGHT, 1, where="inside", **{"in": "b"})}
            return put("shot", units, attacker="a", target="b", roll={"shot": [face]})

        once = hit(5)
        assert (change(once, "b", "damage"), change(once, "c", "damage")) == (1, 1)
        for reply in (hit(5, damage=1), hit(10)):
            assert change(reply, "b", "where") == change(reply, "c", "where") == "destroyed"

    @rule("2GM-196", "2GM-199", "2GM-137")
    def test_the_cargo_may_die_alone_and_a_craft_shares_too(self) -> None:
        craft = {"name": "Barge", "type": "transport", "armor": 2, "life": 5, "skills": ["embark_disembark", "impenetrable"], "movement": 2}
        units = {"a": unit(LIGHT), "b": unit(craft, 1), "c": unit(LIGHT, 1, where="inside", damage=2, **{"in": "b"})}
        reply = put("shot", units, attacker="a", target="b", roll={"shot": [10]})
        assert (change(reply, "b", "damage"), change(reply, "c", "where")) == (1, "destroyed")

    @rule("2GM-150")
    def test_two_units_each_in_the_other_do_no_harm(self) -> None:
        """Nonsense set by hand: damage still ends."""
        units = {"a": unit(PAK), "b": unit({**TRUCK, "life": 9}, 1, **{"in": "c"}), "c": unit({**TRUCK, "life": 9}, 1, **{"in": "b"})}
        for face, place in ((4, "table"), (10, "destroyed")):
            reply = put("shot", units, attacker="a", target="b", overrule=True, roll={"shot": [face]})
            assert after(reply, "b")["where"] == after(reply, "c")["where"] == place

    @rule("2GM-60", "2GM-10")
    def test_what_is_gone_with_a_vehicle(self) -> None:
        units = {
            "a": unit(PAK),
            "b": unit(TANK, 1, damage=3, support=[{"name": "Rhino Tank", "permanent": True}], promotion="elite"),
            "c": unit(LIGHT, 1, at_cover="b"),
        }
        reply = put("shot", units, attacker="a", target="b", roll={"shot": [5]})
        assert after(reply, "b") == {"where": "destroyed", "damage": 4, "shot_by": ["a"]}
        assert "at_cover" not in after(reply, "c")
