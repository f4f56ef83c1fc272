"""2GM Tactics: the other side of each branch, where no example of the book goes."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from engine.values.texts import english
from tests.games.asking import change, rows
from tests.games.twogm_table import TANK, do, playing, put, refs, refused, result, unit

rule = pytest.mark.rule
GUN = {"impact": [4, 8], "penetration": 6, "damage": 3}
BOMBS = {**BOMBER, "equipment": [], "weapon": {"impact": [2, 5], "penetration": 8, "damage": 4, "range": 0}}


@rule("2GM-95", "2GM-98", "2GM-102")
class TestAir:
    @rule("2GM-182", "2GM-95", "2GM-102")
    def test_only_an_idle_escort_returns(self) -> None:
        units = {"b": unit(BOMBS), "p": unit(MUSTANG), "f": unit(FOCKE, 1), "h": unit(HQ, 1)}
        told: dict[str, Any] = {"bombers": ["b"], "target": "h", "escorts": ["p"], "roll": {"escort:p": [1], "interceptor:f": [1], "bomb:h": [1]}}
        assert change(put("air", units, **told, interceptors=[]), "p", "where") == "discarded"
        for readings in ({}, {"idle_escort": "returns"}):
            assert change(put("air", units, readings, **told, interceptors=["f"]), "p", "where") == "discarded"

    @rule("2GM-100", "2GM-182", "2GM-101")
    def test_an_escort_shot_down_does_not_shoot(self) -> None:
        units = {"b": unit(BOMBS), "p": unit(MUSTANG), "f": unit(FOCKE, 1), "h": unit(HQ, 1), "o": unit(OSTWIND, 1)}
        reply = put(
            "air", units, bombers=["b"], target="h", escorts=["p"], interceptors=["f"], aa=["o"], roll={"aa:o": [10], "interceptor:f": [1], "bomb:h": [1]}
        )
        assert list(reply["result"]["readings"]) == ["aa:o", "interceptor:f", "bomb:h"]
        assert change(reply, "p", "where") == "destroyed"

    @rule("2GM-97", "2GM-99", "2GM-106", "2GM-181", "2GM-182")
    def test_nobody_is_asked_who_cannot_come(self) -> None:
        """No interceptors at a drop, no escort for a fighter; neither tanks nor bombers nor the
        attacker volunteer."""
        units = {
            "b": unit(BOMBS),
            "p": unit(MUSTANG),
            "q": unit(MUSTANG),
            "f": unit(FOCKE, 1),
            "x": unit({**BOMBS}, 1),
            "s": unit({**TANK, "skills": ["fighter"]}, 1),
            "h": unit(HQ, 1),
            "i": unit(LIGHT),
            "n": unit({**FOCKE, "skills": []}, 1),
        }
        drop = do(playing("deployment", units), "air", paratroopers=["i"])
        assert drop.prompt is None
        strafe = do(playing("fire", units), "air", fighters=["p"], target="h")
        assert strafe.prompt
        assert [option.key for option in strafe.prompt.options] == ["none", "f"]
        strafe.answer("f")
        assert strafe.prompt.key == "interceptor:f"
        bomb = do(playing("deployment", units), "air", bombers=["b"], target="h")
        bomb.answer("none")
        assert bomb.prompt
        assert [option.key for option in bomb.prompt.options] == ["none", "p", "q"]
        bomb.answer("p")
        assert [option.key for option in bomb.prompt.options] == ["none", "q"]

    @rule("2GM-183", "2GM-104", "2GM-98", "2GM-66")
    def test_guns_that_were_told_their_targets_ask_nothing(self) -> None:
        units = {"b": unit(BOMBER), "f": unit(FOCKE, 1), "g": unit(FOCKE, 1), "h": unit(HQ, 1)}
        session = playing("deployment", units, readings={"hmg_allocation": "all_first"})
        do(session, "air", bombers=["b"], target="h", escorts=[], interceptors=["f", "g"], hmg_targets=["g"], aa=[])
        assert session.prompt
        assert session.prompt.key == "aim:b:1"
        session.answer("g")
        assert session.prompt.key == "hmg:b:0"
        one = playing("deployment", units, readings={"hmg_allocation": "all_first"})
        do(one, "air", bombers=["b"], target="h", escorts=[], interceptors=["f"], aa=[])
        assert one.prompt
        assert one.prompt.key == "hmg:b:0"

    @rule("2GM-98", "2GM-101", "2GM-130", "2GM-92")
    def test_a_fighter_that_is_intercepted_is_no_bomber(self) -> None:
        units = {"p": unit(MUSTANG), "f": unit({**FOCKE, "skills": ["fighter", "fighter_bombers"]}, 1), "h": unit(HQ, 1)}
        assert rows(put("air", units, fighters=["p"], target="h", interceptors=["f"]), "interceptor:f") == []

    @rule("2GM-93", "2GM-96", "2GM-102", "2GM-101")
    def test_nobody_strikes_when_shot_down_or_what_is_gone(self) -> None:
        units = {"p": unit(MUSTANG), "f": unit(FOCKE, 1), "k": unit(PAK, 1)}
        reply = put("air", units, fighters=["p"], target="k", interceptors=["f"], roll={"interceptor:f": [10]})
        assert list(reply["result"]["readings"]) == ["interceptor:f"]
        for where in ("destroyed", "reserve", "discarded"):
            assert refs("air", {**units, "k": unit(PAK, 1, where=where)}, fighters=["p"], target="k", interceptors=[]) == ["2GM-93"]
        raid = {**units, "b": unit({**BOMBER, "equipment": []})}
        shot_down = put("air", raid, bombers=["b"], target="f", interceptors=["f"], escorts=["p"], roll={"escort:p": [10]})
        assert list(shot_down["result"]["readings"]) == ["escort:p"], "the fighter it came for rose against it and fell"

    @rule("2GM-102", "2GM-103", "2GM-187", "2GM-86")
    def test_each_square_has_its_own_ground(self) -> None:
        units = {
            "b": unit(BOMBS),
            "x": unit(LIGHT, 1, terrain="forest"),
            "y": unit(LIGHT, 1),
            "h": unit(HOUSE, 1),
            "z": unit(LIGHT, 1, **{"in": "h"}),
            "o": unit(LIGHT, 1),
        }
        reply = put(
            "air",
            units,
            bombers=["b"],
            squares=[{"units": ["x"]}, {"units": ["y"], "terrain": "bushes"}, {"units": ["z"], "terrain": "h"}, {"units": ["o"], "off_board": True}],
        )
        assert {check["what"]: check["target"] for check in reply["checks"]} == {"bomb:x": [3, 6], "bomb:y": [3, 6], "bomb:z": [4, 7]}
        assert set(reply["odds"]) == {"bomber", *(f"{what}:{key}" for key in "xyz" for what in ("damage", "destroyed"))}
        assert reply["odds"]["destroyed:x"] == {"no": "1/5", "yes": "4/5"}
        dropped = put("air", units, paratroopers=["x"], squares=[{}])
        assert set(dropped["odds"]) == {"landed:x"}

    @rule("2GM-92", "2GM-100", "2GM-99")
    def test_an_aircraft_with_both_skills_flies_as_either_before_it_chose(self) -> None:
        both = unit({**BOMBS, "skills": ["fighter", "bomber"]})
        units = {"b": both, "c": unit({**BOMBS, "skills": []}), "h": unit(HQ, 1), "n": unit({"name": "x", "type": "air"})}
        assert refs("air", units, bombers=["b"], target="h") == refs("air", units, fighters=["b"], target="h") == []
        assert refs("air", units, bombers=["c"], target="h") == refs("air", units, fighters=["n"], target="h") == []

    @rule("2GM-102", "2GM-111", "2GM-95")
    def test_several_paratroopers_drop_at_once(self) -> None:
        units = {"i": unit(LIGHT), "j": unit(LIGHT), "k": unit(LIGHT)}
        assert refs("air", units, paratroopers=["i", "j", "k"], squares=[{}, {}, {}]) == []
        assert refs("air", units, paratroopers=["i"]) == []
        assert refused(playing("deployment", units), "air", bombers=1, interceptors=1) == []

    @rule("2GM-107", "2GM-110")
    def test_a_battery_whose_card_says_nothing_may_be_one(self) -> None:
        gun = {key: value for key, value in OSTWIND.items() if key != "skills"}
        units = {"b": unit(BOMBS), "h": unit(HQ, 1), "o": unit(gun, 1)}
        assert refs("air", units, bombers=["b"], target="h", aa=["o"]) == []

    @rule("2GM-93", "2GM-111", "2GM-179")
    def test_what_else_may_be_attacked_and_landed_on(self) -> None:
        """A tank that carries a unit is no terrain; a card open to infantry may be landed on; a
        bomber does not land."""
        units = {"p": unit(MUSTANG), "t": unit(TRUCK, 1), "c": unit(LIGHT, 1, **{"in": "t"}), "i": unit(LIGHT), "b": unit(BOMBS), "h": unit(HOUSE, 1)}
        assert refs("air", units, fighters=["p"], target="t") == []
        assert refs("air", units, paratroopers=["i"], squares=[{"terrain": "House"}]) == []
        assert refs("air", units, bombers=["b"], squares=[{"terrain": "sea", "units": ["t"]}]) == []
        assert refs("air", units, mission="drop", paratroopers=2) == []
        assert refs("air", units, fighters=["p"], target="h") == []


@rule("2GM-86", "2GM-87", "2GM-88")
class TestBuildings:
    @rule("2GM-86", "2GM-87", "2GM-88", "2GM-176")
    def test_with_dice(self) -> None:
        """A tank (4+/8+, penetration 6, damage 3) at a gun (armour 4, life 3) in a House: 6+/10,
        and both take 3."""
        units = {"s": unit(SHERMAN), "p": unit(PAK, 1)}
        for told in ({"attacker": "s"}, {"by": "s"}):
            reply = put("building", units, points=6, name="House", occupant="p", shot=told)
            assert reply["checks"][0]["target"] == [6, 10]
            assert reply["odds"] == {
                "points": {"3": "1/2", "6": "1/2"},
                "ruins": {"no": "1"},
                "occupant": {"alive": "1/2", "destroyed": "1/2"},
                "occupant_damage": {"0": "1/2", "3": "1/2"},
            }
            assert reply["result"] == {}

    @rule("2GM-86", "2GM-87", "2GM-88", "2GM-142")
    def test_other_weapons_and_an_empty_building(self) -> None:
        units = {"s": unit({**SHERMAN, "skills": ["multiple:1"]}), "p": unit(PAK, 1)}
        empty = put("building", units, points=2, shot={"attacker": "s"})
        assert empty["odds"] == {"points": {"0": "7/10", "2": "3/10"}, "ruins": {"no": "3/10", "yes": "7/10"}, "occupant": {"none": "1"}}
        gun = put("building", units, points=6, occupant="p", shot={"attacker": "s", "weapon": "MG"})
        assert gun["odds"]["occupant"] == {"alive": "1"}
        assert put("building", units, points=6, occupant="p", shot={"attacker": "s", "shot_number": 2})["checks"][0]["target"] == [5, 9]
        told = put("building", units, points=6, occupant="p", shot={"attacker": "s", "damage": 1, "result": "hit"})
        assert (told["result"]["points"], told["checks"], told["odds"]) == (5, [], {})

    @rule("2GM-86", "2GM-87")
    def test_values_told(self) -> None:
        """Told armour and cover count, with a name or without; a name alone brings what the book
        prints."""
        units = {"s": unit(SHERMAN), "p": unit(PAK, 1)}

        def targets(**told: Any) -> Any:
            return put("building", units, points=6, occupant="p", shot={"attacker": "s"}, **told)["checks"][0]["target"]

        assert [targets(), targets(impact=1), targets(name="House"), targets(name="House", impact=[3, 0])] == [[4, 8], [5, 9], [6, 10], [7, 8]]
        assert put("building", units, points=6, occupant="p", armor=3, shot={"attacker": "s"})["odds"]["occupant"] == {"alive": "1"}
        assert put("building", units, points=6, occupant="p", name="House", armor=3, shot={"attacker": "s"})["odds"]["occupant"] == {"alive": "1"}

    @rule("2GM-87")
    def test_a_card_that_says_too_little(self) -> None:
        units = {"p": unit({"name": "x", "type": "artillery"}, 1)}
        assert put("building", units, points=6, occupant="p", shot={"damage": 1, "result": "hit"})["unknown"] == ["units.p.card.life"]

    @rule("2GM-86")
    def test_in_play_it_only_tells(self) -> None:
        session = do(playing("fire", {"p": unit(PAK, 1)}), "building", points=6, occupant="p", shot={"damage": 3, "result": "hit"})
        assert session.prompt is None
        assert "damage" not in session.state.unit("p").trackers
        assert "building" not in session.state.units


@rule("2GM-57")
class TestAssaults:
    @rule("2GM-55", "2GM-57", "2GM-164", "2GM-84", "2GM-175")
    def test_terrain_that_is_gone_with_the_target_is_not_entered(self) -> None:
        wall = {"name": "Wall", "type": "terrain", "points": 1, "impact": [0, 0], "armor": 0}
        units = {"i": unit(LIGHT, row=3, column=4), "w": unit(wall, 1), "p": unit({**PAK, "life": 1}, 1, row=3, column=4, **{"in": "w"})}
        reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [5]})
        assert (reply["after"]["w"]["where"], reply["after"]["i"].get("in"), reply["after"]["i"]["row"]) == ("destroyed", None, 4)

    @rule("2GM-163", "2GM-57")
    def test_others_elsewhere_do_not_hold_the_square(self) -> None:
        for other in ({"row": 3, "column": 5}, {}):
            units = {"i": unit(LIGHT, row=3, column=4), "p": unit({**PAK, "life": 1}, 1, row=3, column=4), "o": unit(TANK, 1, **other)}
            reply = put("assault", units, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [5]})
            assert reply["after"]["i"]["row"] == 4
        nowhere = {"i": unit(LIGHT), "p": unit({**PAK, "life": 1}, 1), "o": unit(TANK, 1), "q": unit(LIGHT, at_cover=True)}
        assert (
            "at_cover"
            not in put(
                "assault", {**nowhere, "i": unit(LIGHT, at_cover=True)}, assaulter="i", target="p", weapon="primary", reaction=False, roll={"assault": [5]}
            )["after"]["i"]
        )

    @rule("2GM-53", "2GM-56")
    def test_a_unit_whose_weapons_are_spent_is_still_asked(self) -> None:
        units = {"i": unit(LIGHT, assaulting="p", fired_with=["-1"], markers={"Grenade": {"face": "active", "tilted": True}}), "p": unit(PAK, 1)}
        session = do(playing("fire", units), "assault", "none", assaulter="i", target="p")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["primary"]


@rule("2GM-73")
class TestRows:
    @rule("2GM-82", "2GM-86", "2GM-55")
    def test_cover_and_its_rule(self) -> None:
        """Cover may raise the critical alone; a building cites its own rule; the reading about
        assaults leaves other shots alone."""
        units = {"a": unit(SHERMAN), "b": unit(LIGHT, 1)}

        def row(terrain: Any, **readings: str) -> Any:
            return rows(put("shot", units, readings, attacker="a", target="b", terrain=terrain), "shot")

        assert row({"impact": [0, 1], "armor": 0}) == [("terrain", [0, -1], "2GM-82")]
        assert row("House") == [("terrain", [-2, -2], "2GM-86")]
        assert row("forest", assault_cover="no") == row("forest") == [("terrain", [-1, -1], "2GM-82")]

    @rule("2GM-122", "2GM-123", "2GM-124", "2GM-185")
    def test_smoke_in_the_air(self) -> None:
        units = {"a": unit(OSTWIND), "b": unit(LIGHT, 1, smoke="shell")}
        told = {"attacker": "a", "target": "b", "as": "aa"}
        assert rows(put("shot", units, **told), "shot") == []
        assert rows(put("shot", units, {"air_cover": "yes"}, **told), "shot") == [("smoke_shell", -1, "2GM-122")]
        assert rows(put("shot", units, attacker="a", target="b"), "shot") == [("smoke_shell", -1, "2GM-122")]

    @rule("2GM-127", "2GM-128", "2GM-131", "2GM-73")
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

    @rule("2GM-117")
    def test_flames_that_would_hit_anyway(self) -> None:
        """A hit value of 1 needs no row; a rifle at the same house gets none."""
        fire = {**LIGHT, "equipment": [{"item": "Flamethrower", "weapon": {"impact": [1, 9], "penetration": 0, "damage": 2, "range": 1}}]}
        units = {"a": unit(fire), "b": unit(PAK, 1, **{"in": "h"}), "h": unit(HOUSE, 1)}
        assert rows(put("shot", units, attacker="a", target="b", weapon="Flamethrower"), "shot") == []
        rifle = put("shot", {**units, "a": unit(SHERMAN)}, attacker="a", target="b")
        assert [row[0] for row in rows(rifle, "shot")] == ["terrain"]

    @rule("2GM-170")
    def test_equal_values_do_not_cross(self) -> None:
        gun = {**LIGHT, "weapon": {"impact": [8, 8], "penetration": 2, "damage": 1, "range": 2}}
        assert rows(put("shot", {"a": unit(gun), "b": unit(LIGHT, 1)}, attacker="a", target="b"), "shot") == []


@rule("2GM-74")
class TestDamage:
    @rule("2GM-20", "2GM-26", "2GM-70", "2GM-74")
    def test_only_an_hq_decides_and_only_once(self) -> None:
        units = {"a": unit(SHERMAN), "b": unit(LIGHT, 1, damage=2), "h": unit(HQ, 1, damage=8), "g": unit(HQ, damage=9)}
        assert all(each["tracker"] != "winner" for each in put("shot", units, attacker="a", target="b", roll={"shot": [4]})["changes"])
        session = playing("fire", units, table={"winner": "player_2"})
        do(session, "shot", (4,), attacker="a", target="h", weapon="primary")
        assert session.state.trackers["winner"] == "player_2"

    @rule("2GM-85", "2GM-87", "2GM-175", "2GM-86", "2GM-177", "2GM-74")
    def test_ruins_and_what_is_gone_take_no_more(self) -> None:
        """A unit in ruins, or told to be in a card that is gone, or aboard a truck: the holder
        takes nothing."""
        for holder in (unit(HOUSE, 1, ruins=True, damage=6), unit(HOUSE, 1, where="destroyed", damage=3), unit({**TRUCK, "life": 9}, 1)):
            units = {"a": unit(SHERMAN), "b": unit({**LIGHT, "life": 9}, 1, **{"in": "h"}), "h": holder}
            reply = put("shot", units, attacker="a", target="b", overrule=True, roll={"shot": [7]})
            assert change(reply, "h", "damage") is None
            assert change(reply, "b", "damage") == 3
        open_ground = {"a": unit(SHERMAN), "b": unit({**LIGHT, "life": 2}, 1)}
        assert change(put("shot", open_ground, {"overkill": "life_left"}, attacker="a", target="b", roll={"shot": [4]}), "b", "where") == "destroyed"


class TestWeapons:
    @rule("2GM-17", "2GM-142")
    def test_names(self) -> None:
        units = {"a": unit({**SHERMAN, "secondary": {**GUN, "impact": [7, 9], "range": 2}}), "b": unit(LIGHT, 1)}

        def first(weapon: str) -> Any:
            return put("shot", units, attacker="a", target="b", weapon=weapon)

        assert [first(name)["checks"][0]["target"] for name in ("primary", "secondary", "MRL", "hmg")] == [[4, 8], [7, 9], [5, 9], [4, 9]]
        assert "Cannon" in first("Cannon")["error"]

    @rule("2GM-66", "2GM-15")
    def test_lines_of_one_item_are_numbered(self) -> None:
        units = {"a": unit(SHERMAN), "b": unit(LIGHT, 1)}
        reply = put("shot", units, attacker="a", target="b", weapon="MG:2", roll={"shot": [1]})
        assert list(reply["after"]["a"]["markers"]) == ["MG:2"]
        assert "MG:3" in put("shot", units, attacker="a", target="b", weapon="MG:3")["error"]

    @rule("2GM-69", "2GM-116", "2GM-119", "2GM-120")
    def test_a_printed_range_counts_and_a_missing_one_is_asked(self) -> None:
        short = {**LIGHT, "equipment": [{"item": "HMG", "weapon": {**GUN, "range": 1}}, {"item": "Grenade", "weapon": GUN}]}
        units = {"a": unit(short), "b": unit(LIGHT, 1)}
        assert refs("shot", units, attacker="a", target="b", weapon="HMG", range=2) == ["2GM-69"]
        assert "refused" not in put("shot", units, attacker="a", target="b", weapon="Grenade", range=2)

    @rule("2GM-14", "2GM-15", "2GM-18", "2GM-119", "2GM-191")
    def test_the_marker_a_card_prints_counts(self) -> None:
        """A tank's HMG has an arrow, infantry's an asterisk, a machine gun of MG kind on
        infantry an arrow; a card may say otherwise."""

        def kind(owner: Any, item: str) -> str:
            return str(result("marker", {"u": unit(owner)}, item=item, owner="u")["marker"])

        printed = {"name": "x", "type": "tank", "equipment": [{"item": "MG", "marker": "none"}, {"item": "HMG"}, {"item": "Smoke Screen"}, {"item": "Grenade"}]}
        assert [kind(printed, item) for item in ("MG", "HMG", "Smoke Screen", "Grenade", "Mortar", "MRL")] == [
            "none",
            "arrow",
            "arrow",
            "none",
            "none",
            "arrow",
        ]
        foot = {**printed, "type": "infantry"}
        assert [kind(foot, item) for item in ("MG", "HMG", "Smoke Screen", "Mortar", "Smoke Shell")] == ["none", "asterisk", "none", "asterisk", "arrow"]
        assert kind({"name": "x"}, "HMG") == "arrow"

    @rule("2GM-136", "2GM-143", "2GM-126", "2GM-86", "2GM-178")
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

    @rule("2GM-143", "2GM-86", "2GM-178", "2GM-25")
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

    @rule("2GM-86", "2GM-185", "2GM-25")
    def test_no_terrain_thickens_what_flies(self) -> None:
        falling = unit({**LIGHT, "armor": 5}, 1, **{"in": "h"})
        units = {"a": unit(OSTWIND), "b": falling, "h": unit(HOUSE, 1), "q": unit({**HQ, "armor": 5}, 1)}
        assert put("shot", units, attacker="a", target="b", **{"as": "aa"})["odds"]["shot"]["hit"] == "3/10"
        assert put("shot", units, attacker="a", target="b")["odds"]["shot"] == {"nothing": "1"}
        assert put("shot", units, {"hq_penetration": "yes"}, attacker="a", target="q", terrain="House")["odds"]["shot"]["hit"] == "1/2"

    @rule("2GM-117")
    def test_only_flamethrowers_burn(self) -> None:
        """A grenade or a rifle at the house does not; a flamethrower at a wall neither."""
        armed = {**LIGHT, "equipment": [{"item": "Grenade", "weapon": GUN}, {"item": "Flamethrower", "weapon": {**GUN, "penetration": 0}}]}
        units = {"a": unit(armed), "b": unit(PAK, 1)}

        def burns(weapon: str, terrain: str) -> bool:
            return "flames" in [row[0] for row in rows(put("shot", units, attacker="a", target="b", weapon=weapon, terrain=terrain), "shot")]

        assert [burns("Flamethrower", "House"), burns("Grenade", "House"), burns("primary", "House"), burns("Flamethrower", "wall")] == [
            True,
            False,
            False,
            False,
        ]

    @rule("2GM-176", "2GM-71")
    def test_no_armour_saves_empty_terrain(self) -> None:
        assert put("shot", {"a": unit(LIGHT), "b": unit({**HOUSE, "armor": 9}, 1)}, attacker="a", target="b")["odds"]["shot"]["hit"] == "3/5"


@rule("2GM-68", "2GM-174")
class TestSequence:
    @rule("2GM-142")
    def test_a_number_told_is_kept(self) -> None:
        session = playing("fire", {"a": unit({**SHERMAN, "skills": ["multiple:2"]}), "b": unit(LIGHT, 1)})
        do(session, "shot", attacker="a", target="b", weapon="primary", shot_number=3)
        assert session.prompt
        assert session.prompt.checks[0].targets == (6, 10)

    @rule("2GM-107", "2GM-54", "2GM-70")
    def test_shots_out_of_turn_are_no_part_of_it(self) -> None:
        """A reaction in the Fire phase uses up no weapon of the own sequence, an anti-aircraft
        shot neither; outside a phase nothing is kept."""
        units = {"i": unit(LIGHT, assaulting="p"), "p": unit(PAK, 1)}
        session = do(playing("fire", units), "assault", "primary", (1,), "primary", (1,), assaulter="i", target="p")
        assert "fired_with" not in session.state.unit("p").trackers
        assert session.state.unit("i").marks("fired_with") == ("-1", "assault")
        asked = put("shot", {"a": unit(LIGHT), "b": unit(LIGHT, 1)}, attacker="a", target="b", roll={"shot": [1]})
        assert "fired_with" not in asked["after"]["a"]
        assert rows(put("shot", {"a": unit(LIGHT), "b": unit(LIGHT, 1, prone=True)}, attacker="a", target="b"), "shot") == [("prone", [-1, 0], "2GM-118")]

    def test_a_unit_with_nothing_left_is_still_asked(self) -> None:
        units = {"a": unit({**LIGHT, "equipment": []}, fired_with=["-1"]), "b": unit(LIGHT, 1)}
        session = playing("fire", units)
        assert refused(session, "shot", attacker="a", target="b") == ["2GM-68"]
        from engine.values.events import Opened
        from engine.values.maps import frozen

        session.overrule(Opened("shot", frozen({"attacker": "a", "target": "b"})))  # type: ignore[arg-type]
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["primary"]

    @rule("2GM-70", "2GM-74", "2GM-87", "2GM-137")
    def test_hits_and_criticals_are_counted_apart(self) -> None:
        """Two shots 4+/8+ at somebody who survives both: 3, 4 and 3 faces each."""
        from fractions import Fraction

        units = {"a": unit(SHERMAN), "c": unit(SHERMAN), "b": unit(LIGHT | {"life": 9}, 1), "d": unit(LIGHT | {"life": 9}, 1), "h": unit(HOUSE, 1, damage=5)}
        reply = put("shots", units, shots=[{"attacker": "a", "target": "b"}, {"attacker": "c", "target": "d"}])
        assert reply["odds"]["criticals"] == {"0": str(Fraction(49, 100)), "1": str(Fraction(42, 100)), "2": str(Fraction(9, 100))}
        assert reply["odds"]["hits"] == {"0": "9/100", "1": "21/50", "2": "49/100"}
        assert put("shot", units, attacker="a", target="h")["odds"]["destroyed"] == {"no": "3/10", "yes": "7/10"}

    @rule("2GM-101")
    def test_the_dead_shoot_no_more(self) -> None:
        units = {"a": unit(SHERMAN, where="destroyed"), "b": unit(LIGHT, 1), "c": unit(SHERMAN)}
        shots = [{"attacker": "a"}, {"attacker": "c"}]
        assert put("shots", units, target="b", shots=shots)["refused"]["key"] == "not_on_table"
        assert [check["what"] for check in put("shots", units, target="b", shots=shots, overrule=True)["checks"]] == ["shot:1"]


@rule("2GM-75", "2GM-172", "2GM-173")
class TestSuppression:
    def test_one_shooter_never_suppresses_whatever_the_moment(self) -> None:
        one, two = [{"by": "a", "penetration": 4}], [{"by": "a", "penetration": 4}, {"by": "b", "penetration": 4}]
        moment: dict[str, Any] = {"placed_in": ["enemy", "fire"], "asked_in": ["own", "fire"]}
        assert result("suppression", shots=one, armor=4, **moment)["suppressed"] is False
        assert result("suppression", shots=one, armor=4, placed_in=["enemy", "fire"])["suppressed"] is False
        assert result("suppression", shots=two, armor=4, placed_in=["enemy", "fire"])["suppressed"] is True
        assert result("suppression", shots=two, armor=4, asked_in=["own", "fire"])["suppressed"] is True
        bare = [{"by": "a", "penetration": 0}, {"by": "b", "penetration": 0}]
        assert result("suppression", shots=bare, armor=0)["suppressed"] is True
        assert put("suppression", shots=bare)["error"] == "say the armour of the target"

    def test_the_other_readings_touch_aircraft_and_assaults_alone(self) -> None:
        units = {"a": unit(PAK), "c": unit(PAK), "i": unit({**LIGHT, "weapon": {**GUN, "range": 1}}), "b": unit({**LIGHT, "armor": 6, "life": 30}, 1)}

        def marked(second: str, assault: bool = False, **readings: str) -> Any:
            shots = [{"attacker": "a"}, {"attacker": second, "assault": assault}]
            return change(put("shots", units, readings, target="b", shots=shots, roll={"shot:0": [1], "shot:1": [1]}), "b", "suppressed")

        assert marked("c", suppress_air="no") is True
        assert marked("c", suppress_assault="if_it_penetrates") is True
        assert marked("i", True, suppress_assault="if_it_penetrates") is True
        weak = {**units, "i": unit(LIGHT)}
        reply = put(
            "shots",
            weak,
            {"suppress_assault": "if_it_penetrates"},
            target="b",
            shots=[{"attacker": "a"}, {"attacker": "i", "assault": True}],
            roll={"shot:0": [1], "shot:1": [1]},
        )
        assert change(reply, "b", "suppressed") is None


@rule("2GM-14", "2GM-15", "2GM-16", "2GM-18", "2GM-77", "2GM-79")
class TestMarkers:
    def test_a_mounted_weapon_that_rests_stays_mounted(self) -> None:
        steps = [{"seat": "own", "turn": turn, "phase": "reactivation"} for turn in (1, 2)]
        found = result("marker", item="HMG", owner="infantry", face="mounted", steps=steps)["steps"]
        assert [(step["face"], step["tilted"]) for step in found] == [("mounted", False)] * 2
        never = result("marker", item="Mortar", owner="infantry", steps=steps)["steps"]
        assert [step["face"] for step in never] == ["dismounted"] * 2

    def test_a_marker_without_a_face_lies_as_it_was_deployed(self) -> None:
        units = {"a": unit(HEAVY, markers={"HMG": {"tilted": False}}), "s": unit(SHERMAN, markers={"MG": {"tilted": False}}), "b": unit(LIGHT, 1)}
        assert refs("shot", units, attacker="a", target="b", weapon="HMG") == ["2GM-18"]
        assert refs("shot", units, attacker="s", target="b", weapon="MG") == []

    @rule("2GM-53", "2GM-56")
    def test_the_primary_weapon_is_no_heavy_weapon(self) -> None:
        """Even where the last line of the card is one."""
        card = {**LIGHT, "equipment": [{"item": "Mortar", "marker": "asterisk", "weapon": {**GUN, "range": 4}}]}
        units = {"i": unit(card), "p": unit(PAK, 1)}
        assert refs("assault", units, assaulter="i", target="p", weapon="primary") == []
        assert refs("assault", units, assaulter="i", target="p", weapon="Mortar") == ["2GM-53"]
        assert refs("shot", units, attacker="i", target="p", assault=True) == []


@rule("2GM-75", "2GM-172")
def test_shooters_by_their_cards() -> None:
    """Penetration from the card; an aircraft by its type; an assault by its role."""
    units = {"a": unit(PAK), "f": unit(MUSTANG), "w": unit(LIGHT)}

    def both(second: Any, armor: int = 5, **readings: str) -> Any:
        return result("suppression", units, readings, armor=armor, shots=[{"by": "a"}, {"by": "x", "penetration": 0, **second}])["suppressed"]

    assert both({"by": "f", "penetration": 5}) is True
    assert both({"by": "f", "penetration": 5}, suppress_air="no") is False
    assert both({"by": "w", "penetration": 5}, suppress_air="no") is True
    assert both({"as": "assault"}) is True
    assert put("suppression", units, armor=1, shots=[{"by": "a"}, {"by": "nobody"}])["error"] == "say the penetration of each shot"


@rule("2GM-37", "2GM-38", "2GM-41", "2GM-42", "2GM-43", "2GM-159")
class TestIncome:
    def test_who_pays(self) -> None:
        """By name, by skill or as set by hand; the enemy's do not, nor those in reserve; a full
        line of six rows pays six."""
        plain = {**LIGHT, "equipment": [], "skills": []}
        units = {str(row): unit(plain, row=row) for row in range(1, 7)}
        units |= {
            "n": unit({**plain, "name": "Command Group"}, row=1),
            "s": unit({**plain, "skills": ["Command Group"]}, row=2),
            "h": unit(plain, row=6, command=True),
            "r": unit({**plain, "name": "Radio Link"}, row=1),
            "y": unit({**plain, "skills": ["Synergy"]}, row=1),
            "e": unit({**plain, "name": "Command Group"}, 1, row=3),
            "l": unit({**plain, "name": "Radio Link"}, 1, row=1),
            "w": unit({**plain, "name": "Command Group"}, where="reserve", row=3),
            "q": unit(HQ),
        }
        session = playing("start", units)
        from engine.values.events import Advanced

        session.dispatch(Advanced())
        assert session.prompt
        assert english(session.prompt.lines[0].text) == ("gain 16 action points (HQ 1; supply line 6; Command Groups 6; Radio Links 3), 2 lost: 14 now")

    def test_a_waiting_fighter_by_another_reading(self) -> None:
        """Only if there is one."""
        units = {"a": unit(LIGHT, row=2)}
        assert result("supply", units, {"air_rows": "yes"})["length"] == 0
        assert result("supply", {**units, "f": unit(MUSTANG)}, {"air_rows": "yes"})["length"] == 2

    @rule("2GM-26", "2GM-44", "2GM-156")
    def test_a_general_nobody_knows_adds_nothing_in_play(self) -> None:
        units = {"q": unit(HQ), "g": unit({"name": "Von Rundstedt", "type": "general", "ap": 2})}
        for general, ap in (("Von Rundstedt", 1), ("g", 3), ("Patton", 1)):
            session = playing("start", units, [{"general": general}, {}])
            from engine.values.events import Advanced

            session.dispatch(Advanced())
            session.answer(())
            assert session.state.seats[0]["ap"] == ap

    @rule("2GM-26", "2GM-44")
    def test_small_things(self) -> None:
        """With an HQ the units pay by every reading; no General adds nothing; a Command Group
        without a row pays nothing."""
        told: dict[str, Any] = {"command_groups": [2], "radio_links": 1}
        assert result("income", None, {"hq_loss_units": "no"}, **told)["gained"] == 1 + 2 + 1
        assert result("income", general=False)["gained"] == result("income", general=True)["gained"] == result("income")["gained"] == 1
        session = playing("start", {"c": unit({**LIGHT, "name": "Command Group"}), "q": unit(HQ)})
        from engine.values.events import Advanced

        session.dispatch(Advanced())
        session.answer(())
        assert session.state.seats[0]["ap"] == 1


@rule("2GM-26", "2GM-113")
class TestStore:
    def test_whose_store_goes_when(self) -> None:
        """By the other reading a lost HQ keeps its store until its owner's End; an HQ that
        stands keeps everything."""

        def left(seat: int, lost: bool, **readings: str) -> Any:
            session = playing(
                "discard", {}, [{}, {"ap": 4, "general": "Model", **({"hq_lost": True} if lost else {})}], seat=seat, readings=readings, scenario="x"
            )
            from engine.values.events import Advanced

            session.dispatch(Advanced())
            lines = len(session.prompt.lines) if session.prompt else 0
            if session.prompt:
                session.answer(())
            return lines, session.state.seats[1].get("ap"), session.state.seats[1].get("general")

        assert left(0, True) == left(1, True) == left(1, True, hq_loss_end="own_turn") == (2, None, None)
        assert left(0, True, hq_loss_end="own_turn") == left(0, False) == left(1, False) == (0, 4, "Model")

    def test_moments_told_by_halves(self) -> None:
        for told in ({"fell_in": ["enemy", "fire"]}, {"asked_in": ["own", "fire"]}):
            assert result("store", stored=5, hq_alive=False, **told) == {"stored": 0}

    def test_a_marshal_without_points_gives_none(self) -> None:
        assert refused(playing("headquarters", {}, [{"pair": True}, {}]), "give") == ["2GM-113"]


@rule("2GM-46", "2GM-47", "2GM-48", "2GM-28", "2GM-140", "2GM-161")
class TestMoves:
    def test_the_edges_of_the_board(self) -> None:
        def legal(*path: list[int], start: Any = None) -> bool:
            return bool(result("move", {"u": unit(TANK)}, unit="u", path=list(path), **({"from": start} if start else {}))["legal"])

        assert legal([6, 8], start=[5, 8])
        assert legal([1, 1], start=[1, 2])
        assert not legal([1, 0], start=[1, 1])
        assert not legal([1, 9], start=[1, 8])
        assert not legal([7, 3], start=[6, 3])
        assert legal([3, 3], [3, 4])
        assert not legal([3, 3], [4, 4])
        mixed = result("move", {"u": unit(TANK)}, unit="u", path=["plain", [3, 3]], **{"from": [1, 1]})
        assert mixed["legal"] is True

    @rule("2GM-75")
    def test_suppression_takes_one_point(self) -> None:
        assert result("move", {"u": unit(TRUCK, suppressed=True)}, unit="u", path=[])["points"] == 2

    @rule("2GM-133", "2GM-169")
    def test_a_stuck_unit_may_stay(self) -> None:
        assert result("move", {"u": unit({**TANK, "skills": ["extra_heavy"]})}, unit="u", path=[], **{"from": "forest"})["legal"] is True

    @rule("2GM-50", "2GM-59", "2GM-61", "2GM-192")
    def test_who_ends_on_whom(self) -> None:
        def rules(card: Any, other: Any, **cargo: Any) -> Any:
            return result("move", {"u": unit(card), "o": unit(other), **cargo}, unit="u", path=[{"unit": "o"}])["rules"]

        assert rules(TRUCK, TANK) == rules(TANK, TRUCK) == rules(TRUCK, {"name": "x"}) == ["2GM-47"]
        assert rules(TANK, TRUCK, c=unit(LIGHT, where="inside", **{"in": "u"})) == ["2GM-47"]
        bare = {"name": "x", "type": "transport", "movement": 1}
        assert rules(bare, LIGHT) == rules(bare, PAK) == []
        assert rules(PAK, TRUCK) == rules(LIGHT, TRUCK) == []


@rule("2GM-122", "2GM-123")
def test_how_thick_smoke_is() -> None:
    moment = {"cast_in": ["own", "fire"], "asked_in": ["own", "end"]}
    assert [result("smoke", kind=kind, **moment)["modifier"] for kind in ("shell", "screen")] == [[1, 1], [2, 2]]


@rule("2GM-14", "2GM-15", "2GM-18", "2GM-51", "2GM-53", "2GM-68", "2GM-154", "2GM-155", "2GM-193")
@pytest.mark.parametrize(
    ("told", "step", "allowed"),
    [
        ({"item": "MG", "marker": "arrow"}, ("own", "fire", "mount"), False),
        ({"item": "HMG", "owner": "infantry"}, ("own", "reactivation", "dismount"), False),
        ({"item": "HMG", "owner": "infantry", "face": "mounted"}, ("enemy", "reactivation", "dismount"), False),
        ({"item": "HMG", "owner": "infantry", "face": "mounted"}, ("own", "fire", "dismount"), False),
        ({"item": "HMG", "owner": "infantry", "face": "mounted"}, ("own", "reactivation", "dismount"), True),
        ({"item": "MG", "marker": "arrow"}, ("enemy", "movement", "move"), False),
        ({"item": "MG", "marker": "arrow"}, ("own", "movement", "move"), True),
        ({"item": "MG", "marker": "arrow"}, ("enemy", "movement", "assault"), False),
        ({"item": "MG", "marker": "arrow"}, ("enemy", "fire", "assault"), False),
        ({"item": "MG", "marker": "arrow", "face": "disabled"}, ("own", "fire", "assault"), False),
        ({"item": "MG", "marker": "arrow"}, ("own", "fire", "react"), False),
        ({"item": "MG", "marker": "arrow"}, ("own", "movement", "use"), False),
        ({"item": "Medic"}, ("own", "movement", "use"), True),
    ],
)
def test_what_a_marker_may_do_now(told: Any, step: tuple[str, str, str], allowed: bool) -> None:
    found = result("marker", **told, steps=[dict(zip(("seat", "phase", "do"), step, strict=True))])["steps"]
    assert found[0]["allowed"] is allowed


@rule("2GM-15", "2GM-18", "2GM-53", "2GM-154")
def test_a_declared_assault_uses_no_weapon() -> None:
    steps = [{"seat": "own", "turn": 1, "phase": "movement", "do": "assault"}, {"seat": "own", "turn": 1, "phase": "fire", "do": "assault"}]
    found = result("marker", item="MG", marker="arrow", steps=steps)["steps"]
    assert [(step["allowed"], step["face"]) for step in found] == [(True, "active"), (True, "disabled")]
    assert result("marker", item="MG", marker="arrow")["steps"] == []
