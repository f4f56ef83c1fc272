"""Shots at terrain and what is on it."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, HOUSE, HQ, LIGHT, OSTWIND, PAK, SHERMAN, TRUCK
from tests.games.asking import change, rows
from tests.games.twogm.table import GUN, TANK, after, chances, do, keys, moved, playing, put, refused, result, rule, shot, target, unit

TRENCHES = {"name": "Trenches", "type": "terrain", "cost": 2, "points": 4, "impact": [1, 1], "armor": 0}


class TestCover:
    @rule("2GM-82", "2GM-86")
    def test_cover_and_its_rule(self) -> None:
        """Cover may raise the critical alone; a building cites its own rule; the reading about
        assaults leaves other shots alone."""
        units = {"a": unit(SHERMAN), "b": unit(LIGHT, 1)}

        def row(terrain: Any, **readings: str) -> Any:
            return rows(put("shot", units, readings, attacker="a", target="b", terrain=terrain), "shot")

        assert row({"impact": [0, 1], "armor": 0}) == [("terrain", [0, -1], "2GM-82")]
        assert row("House") == [("terrain", [-2, -2], "2GM-86")]
        assert row("forest", assault_cover="no") == row("forest") == [("terrain", [-1, -1], "2GM-82")]

    @rule("2GM-82", "2GM-83")
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

    @rule("2GM-82", "2GM-32")
    @pytest.mark.parametrize(("agreed", "damage"), [("no", None), ("yes", 3)])
    def test_a_forest_under_a_unit(self, agreed: str, damage: int | None) -> None:
        units = {"f": unit({"name": "Forest", "type": "terrain"}, 1)}
        reply = shot(SHERMAN, unit({**LIGHT, "life": 5}, 1, **{"in": "f"}), {"natural_destruction": agreed}, units, roll={"shot": [6]})
        assert (change(reply, "b", "damage"), change(reply, "f", "damage")) == (3, damage)

    @rule("2GM-82", "2GM-73")
    @pytest.mark.parametrize("word", ["plain", "none", "clear", "open", "normal"])
    def test_words_for_a_square_without_anything(self, word: str) -> None:
        assert target(shot(LIGHT, unit(LIGHT, 1), range=1, terrain=word)) == [5, 10]


class TestDestroyedTerrain:
    @rule("2GM-84")
    def test_a_bridge_falls_with_whoever_is_on_it(self) -> None:
        bridge = {"name": "Bridge", "type": "terrain", "points": 4, "impact": [0, 0], "armor": 0}
        units = {"a": unit(PAK), "b": unit({**TANK, "life": 9}, 1, **{"in": "t"}), "t": unit(bridge, 1, damage=1)}
        reply = put("shot", units, attacker="a", target="b", roll={"shot": [5]})
        assert (after(reply, "b")["where"], after(reply, "t")["where"]) == ("destroyed", "destroyed")

    @rule("2GM-85", "2GM-87")
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

    @rule("2GM-85", "2GM-87")
    def test_ruins_fall_on_nobody(self) -> None:
        """The house is gone already: its ruins take no more, and who is in them lives on."""
        units = {"h": unit(HOUSE, 1, ruins=True, damage=6)}
        reply = shot(SHERMAN, unit({**LIGHT, "life": 5}, 1, **{"in": "h"}), None, units, roll={"shot": [6]})
        assert (after(reply, "b")["damage"], after(reply, "b")["where"], change(reply, "h", "damage")) == (3, "table", None)
        assert (after(reply, "h")["where"], after(reply, "b")["in"]) == ("table", "h")

    @rule("2GM-175", "2GM-85")
    def test_other_terrain_goes_and_the_unit_stays(self) -> None:
        units = {"a": unit(PAK), "b": unit({**TANK, "life": 9}, 1, **{"in": "t"}), "t": unit(TRENCHES, 1, damage=2)}
        reply = put("shot", units, attacker="a", target="b", roll={"shot": [5]})
        assert after(reply, "t")["where"] == "destroyed"
        assert (after(reply, "b")["where"], after(reply, "b").get("in"), after(reply, "b")["damage"]) == ("table", None, 3)


class TestBuildings:
    @rule("2GM-86", "2GM-87")
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

    @rule("2GM-86", "2GM-87")
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

    @rule("2GM-86")
    def test_in_play_it_only_tells(self) -> None:
        session = do(playing("fire", {"p": unit(PAK, 1)}), "building", points=6, occupant="p", shot={"damage": 3, "result": "hit"})
        assert session.prompt is None
        assert "damage" not in session.state.unit("p").trackers
        assert "building" not in session.state.units

    @rule("2GM-86", "2GM-185")
    def test_no_terrain_thickens_what_flies(self) -> None:
        falling = unit({**LIGHT, "armor": 5}, 1, **{"in": "h"})
        units = {"a": unit(OSTWIND), "b": falling, "h": unit(HOUSE, 1), "q": unit({**HQ, "armor": 5}, 1)}
        assert put("shot", units, attacker="a", target="b", **{"as": "aa"})["odds"]["shot"]["hit"] == "3/10"
        assert put("shot", units, attacker="a", target="b")["odds"]["shot"] == {"nothing": "1"}
        assert put("shot", units, {"hq_penetration": "yes"}, attacker="a", target="q", terrain="House")["odds"]["shot"]["hit"] == "1/2"

    @rule("2GM-86", "2GM-88")
    @pytest.mark.parametrize(
        ("terrain", "house", "target", "inside"),
        [("h", {}, LIGHT, "h"), ("h", {"where": "destroyed"}, LIGHT, None), ("plain", {}, LIGHT, None), (None, {}, LIGHT, None), ("h", {}, HQ, None)],
    )
    def test_who_is_told_to_stand_on_a_card_is_on_it(self, terrain: str | None, house: Any, target: Any, inside: str | None) -> None:
        """Only ground units stand on cards, and only on those that lie there."""
        more = {"h": unit({**HOUSE, "access": []}, 1, **house)}
        told = {} if terrain is None else {"terrain": terrain}
        reply = shot({**LIGHT, "weapon": GUN}, target, more=more, range=1, roll={"shot": [1]}, **told)
        assert change(reply, "b", "in") == inside

    @rule("2GM-86", "2GM-179")
    def test_access(self) -> None:
        assert moved(LIGHT, "House") is True
        assert moved(TANK, "House") == ["2GM-86"]
        assert moved(TANK, {"terrain": {"name": "Wall", "access": ["infantry"]}}) == ["2GM-179"]

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

    @rule("2GM-86", "2GM-179")
    def test_who_ends_on_a_card_is_on_it(self) -> None:
        """Infantry enters the house on its square; the tank may not, unless it is ruins, which
        stop it."""
        units = {
            "a": unit(LIGHT, row=1, column=4),
            "s": unit(TANK, row=1, column=3),
            "h": unit(HOUSE, row=2, column=4),
            "r": unit(HOUSE, 1, row=5, column=3, ruins=True),
        }
        session = playing("movement", units)
        assert refused(session, "move", unit="s", row=2, column=4) == ["2GM-86"]
        assert do(session, "move", unit="a", row=2, column=4).state.unit("a").trackers["in"] == "h"
        assert do(session, "move", unit="s", row=2, column=3).state.unit("s").trackers["in"] == "r"
        assert result("move", {**units, "s": unit(TANK, **{"in": "r"})}, unit="s", path=["plain", "plain"])["problems"] == ["difficult"]
        only_row = do(playing("movement", units), "move", unit="a", row=2)
        assert only_row.state.unit("a").trackers["in"] == "h", "its column is known"

    @rule("2GM-86", "2GM-90")
    def test_terrain_by_its_name_or_its_values(self) -> None:
        """One barrier or several are the same card; who says "building" makes it one."""
        assert result("terrain", name="Barrier")["cost"] == result("terrain", name="barriers")["cost"] == 1
        assert result("terrain", name="Barrier", extended=2)["squares"] == 3
        assert "error" in put("terrain", name="Barrier", extended=3)
        for told, ref in (({"building": True}, "2GM-86"), ({"skills": ["Building"]}, "2GM-86"), ({}, "2GM-82"), ({"building": False}, "2GM-82")):
            reply = shot(SHERMAN, LIGHT, terrain={"impact": [1, 1], "armor": 0, **told})
            assert rows(reply, "shot") == [("terrain", [-1, -1], ref)]


class TestOccupants:
    @rule("2GM-87")
    def test_a_card_that_says_too_little(self) -> None:
        units = {"p": unit({"name": "x", "type": "artillery"}, 1)}
        assert put("building", units, points=6, occupant="p", shot={"damage": 1, "result": "hit"})["unknown"] == ["units.p.card.life"]

    @rule("2GM-87", "2GM-177")
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

    @rule("2GM-177", "2GM-71")
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


class TestEmptyTerrain:
    @rule("2GM-88", "2GM-176")
    def test_an_empty_building(self) -> None:
        """A rifle of penetration 2 damages it by a hit alone; no criticals: 5 faces and the 10
        do 1."""
        reply = shot(LIGHT, HOUSE)
        assert reply["odds"] == {"shot": chances(("nothing", 4), ("hit", 6)), "destroyed": {"no": "1"}}
        assert result("building", points=6, shot={"damage": 4, "result": "critical"})["points"] == 2
        assert keys(shot(LIGHT, HOUSE)) == {}
        assert keys(shot(LIGHT, HOUSE, {"empty_bonus": "yes"})) == {"terrain": [-2, -2]}

    @rule("2GM-88", "2GM-91")
    def test_terrain_that_is_no_target(self) -> None:
        more = {"o": unit(LIGHT, 1, **{"in": "b"})}
        assert shot(LIGHT, HOUSE, more=more)["refused"]["refs"] == ["2GM-88"]
        assert shot(LIGHT, {**HOUSE, "skills": ["building", "Indestructible"]})["refused"]["refs"] == ["2GM-91"]
        assert shot(LIGHT, unit(HOUSE, 1, ruins=True))["refused"]["refs"] == ["2GM-91"]
        forest = {"name": "Forest", "type": "terrain"}
        assert shot(LIGHT, forest)["refused"]["refs"] == ["2GM-82"]
        assert shot(LIGHT, forest, {"natural_destruction": "yes"}, roll={"shot": [5]})["result"]["shot"] == "hit"

    @rule("2GM-88", "2GM-86")
    def test_a_card_told_as_terrain_is_hurt_too(self) -> None:
        """4+/8+ at a gun in the house: 6+/10; penetration 6 beats 4 + 1. A 7 does 3 to both;
        with 3 points left both are gone."""
        units = {"a": unit(TANK), "b": unit({**PAK, "life": 5}, 1), "h": unit(HOUSE, 1)}
        reply = put("shot", units, attacker="a", target="b", terrain="h", roll={"shot": [7]})
        assert (reply["checks"][0]["target"], change(reply, "b", "damage"), change(reply, "h", "damage")) == ([6, 10], 3, 3)
        reply = put("shot", {**units, "h": unit(HOUSE, 1, damage=3)}, attacker="a", target="b", terrain="h", roll={"shot": [7]})
        assert (change(reply, "h", "ruins"), change(reply, "b", "where")) == (True, "destroyed")
        gone = put("shot", {**units, "h": unit(HOUSE, 1, where="destroyed")}, attacker="a", target="b", terrain="h", roll={"shot": [7]})
        assert change(gone, "h", "damage") is None
        empty = put("shot", units, attacker="a", target="h", terrain="h", roll={"shot": [4]})
        assert (change(empty, "h", "damage"), change(empty, "h", "in")) == (3, None)
        drop = {"p": unit(LIGHT), "o": unit(OSTWIND, 1), "h": unit(HOUSE, 1)}
        air = put("shot", drop, attacker="o", target="p", terrain="h", roll={"shot": [6]}, **{"as": "aa"})
        assert (change(air, "p", "damage"), change(air, "h", "damage")) == (2, None)
        hq = put("shot", {"a": unit(TANK), "q": unit(HQ, 1), "h": unit(HOUSE, 1)}, attacker="a", target="q", terrain="h", roll={"shot": [7]})
        assert (change(hq, "q", "damage"), change(hq, "h", "damage")) == (3, None)
        other = put("shot", {**units, "b": unit(PAK, 1, **{"in": "g"}), "g": unit(HOUSE, 1)}, attacker="a", target="b", terrain="h", roll={"shot": [7]})
        assert (change(other, "g", "damage"), change(other, "h", "damage")) == (3, None), "where it is known to be"

    @rule("2GM-91")
    def test_indestructible_terrain_takes_nothing(self) -> None:
        units = {"a": unit(PAK), "b": unit({**TANK, "life": 9}, 1, **{"in": "t"}), "t": unit({**TRENCHES, "skills": ["indestructible"]}, 1)}
        assert change(put("shot", units, attacker="a", target="b", roll={"shot": [5]}), "t", "damage") is None

    @rule("2GM-176", "2GM-71")
    def test_no_armour_saves_empty_terrain(self) -> None:
        assert put("shot", {"a": unit(LIGHT), "b": unit({**HOUSE, "armor": 9}, 1)}, attacker="a", target="b")["odds"]["shot"]["hit"] == "3/5"
