"""Moves through terrain."""

from typing import Any

import pytest

from engine.games.twogm.examples import HOUSE, LIGHT, TRUCK
from tests.games.asking import change
from tests.games.twogm.table import BARGE, PLAIN, TANK, after, moved, playing, put, refs, refused, result, rule, shot, target, unit

TRENCH = {"name": "Barbed Wire", "type": "terrain", "points": 2, "impact": [1, 1], "armor": 0}


class TestDifficultTerrain:
    @rule("2GM-80", "2GM-145")
    def test_difficult_terrain(self) -> None:
        """EX-G23: a Sherman enters the forest and stops; next turn one square inside; next turn
        out by one square."""
        assert moved(TANK, "forest") is True
        assert moved(TANK, "plain", "forest") is True
        assert moved(TANK, "forest", "plain") == ["2GM-80"]
        assert moved(TANK, "forest", **{"from": {"terrain": "forest"}}) is True
        assert moved(TANK, "plain", **{"from": "forest"}) is True
        assert moved(TANK, "plain", "plain", **{"from": "forest"}) == ["2GM-80"]
        assert moved(TANK, "plain", "plain", state={"terrain": "mountain"}) == ["2GM-80"]
        assert moved(TANK, "bushes", "plain", **{"from": "bushes"}) is True
        for rough in ("mountain", "ruins"):
            assert moved(TANK, rough, "plain") == ["2GM-80"]
        assert moved({**TANK, "skills": ["Scout"]}, "forest", "plain", **{"from": "forest"}) is True
        assert moved(TANK, {"terrain": "forest", "sappers": True}, "plain") is True

    @rule("2GM-80", "2GM-83")
    def test_impassable_terrain(self) -> None:
        for wet in ("river", "sea", "lake"):
            assert moved(TANK, wet) == ["2GM-83"]
        sappers = {**LIGHT, "equipment": [{"item": "Sappers"}]}
        assert moved(sappers, "river") is True
        assert moved(sappers, "lake") == ["2GM-83"]
        assert moved(TANK, {"terrain": "river", "sappers": True}) is True
        assert moved(BARGE, "sea", "sea") is True
        assert moved(BARGE, "sea", "plain") == ["2GM-83"]
        assert moved(TRUCK, "sea") == ["2GM-83"]

    @rule("2GM-80", "2GM-85")
    def test_ruins_hold_who_leaves_them(self) -> None:
        units = {"a": unit(TANK, **{"in": "h"}), "h": unit(HOUSE, 1, ruins=True)}
        assert result("move", units, unit="a", path=["plain", "plain"])["problems"] == ["difficult"]
        assert result("move", units, unit="a", path=PLAIN)["legal"] is True
        assert result("move", {"a": unit(TANK, terrain="forest")}, unit="a", path=["plain", "plain"], **{"from": {"row": 1, "column": 1}})["legal"] is False
        assert result("move", {"a": unit(TANK, terrain="forest")}, unit="a", path=["plain", "plain"], **{"from": "plain"})["legal"] is True


class TestImpassableTerrain:
    @rule("2GM-133", "2GM-169")
    def test_a_stuck_unit_may_stay(self) -> None:
        assert result("move", {"u": unit({**TANK, "skills": ["extra_heavy"]})}, unit="u", path=[], **{"from": "forest"})["legal"] is True

    @rule("2GM-133", "2GM-84")
    def test_extra_heavy(self) -> None:
        tiger = {**TANK, "skills": ["Extra-Heavy"]}
        assert moved(tiger, "forest") == ["2GM-133"]
        assert moved(tiger, {"terrain": {"name": "Bridge"}}) == ["2GM-84"]
        assert moved(TANK, {"terrain": {"name": "Bridge"}}) is True
        assert moved(tiger, "plain", **{"from": "forest"}) == ["2GM-133"]
        assert moved(tiger, {"terrain": "forest", "sappers": True}) is True

    @rule("2GM-133", "2GM-49")
    @pytest.mark.parametrize(
        ("card", "ground", "no"),
        [(TANK, "forest", []), ({**TANK, "skills": ["extra_heavy"]}, "forest", ["2GM-133"]), ({**TANK, "skills": ["extra_heavy"]}, "plain", [])],
    )
    def test_who_is_stuck_does_not_swap(self, card: Any, ground: str, no: list[str]) -> None:
        units = {"a": unit(card, row=1, column=4, terrain=ground), "b": unit(LIGHT, row=1, column=5)}
        for one, other in (("a", "b"), ("b", "a")):
            assert refused(playing("movement", units), "swap", unit=one, other=other) == no


class TestSappers:
    @rule("2GM-144", "2GM-121")
    def test_sappers_clear_obstacles(self) -> None:
        sappers = {**LIGHT, "equipment": [{"item": "Sappers"}]}
        units = {
            "m": unit(sappers, row=2, column=3),
            "w": unit({"name": "Barbed Wire", "type": "terrain"}, 1, row=5, column=4),
            "h": unit({"name": "House", "type": "terrain"}, 1),
        }
        reply = put("clear", units, unit="m", terrain="w")
        assert after(reply, "w")["where"] == "destroyed"
        assert after(reply, "m")["markers"] == {"Sappers": {"face": "disabled", "tilted": True}}
        assert refs("clear", units, unit="m", terrain="h") == ["2GM-144"]
        assert refs("clear", units, unit="m", terrain="w", adjacent=False) == ["2GM-144"]
        assert refs("clear", {**units, "w": unit({"name": "Mines", "type": "terrain"}, 1, row=4, column=4)}, unit="m", terrain="w") == ["2GM-144"]
        assert refs("clear", {**units, "m": unit(LIGHT)}, unit="m", terrain="w") == ["2GM-144"]
        assert refs("clear", {**units, "m": unit(sappers, markers={"Sappers": {"face": "disabled"}})}, unit="m", terrain="w") == ["2GM-15"]

    @rule("2GM-144")
    def test_sappers_clear_what_is_there(self) -> None:
        for one, other, no in (("table", "table", []), ("destroyed", "table", ["2GM-144"]), ("table", "destroyed", ["2GM-144"])):
            units = {"s": unit({**LIGHT, "equipment": [{"item": "Sappers"}]}, where=one), "w": unit({"name": "Barbed Wire", "type": "terrain"}, 1, where=other)}
            assert refused(playing("fire", units), "clear", unit="s", terrain="w") == no

    @rule("2GM-144", "2GM-83")
    @pytest.mark.parametrize(
        ("banks", "seat", "square", "legal"),
        [
            ((2, 4), 0, "river", True),
            ((2,), 0, "river", False),
            ((4,), 0, "river", False),
            ((2, 5), 0, "river", False),
            ((3, 5), 1, "river", False),
            ((2, 4), 0, "lake", False),
            ((2, 4), 0, "forest", False),
        ],
    )
    def test_sappers_on_both_banks_make_a_bridge(self, banks: tuple[int, ...], seat: int, square: str, legal: bool) -> None:
        """A tank goes on the river square between them and off it; no other terrain is bridged,
        the enemy's sappers help nobody."""
        sapper = {**LIGHT, "skills": ["sappers"]}
        units = {"t": unit(TANK, row=3, column=5), **{f"s{row}": unit(sapper, seat, row=row, column=4) for row in banks}}
        path = [{"terrain": square, "row": 3, "column": 4}, {"row": 3, "column": 3}]
        assert result("move", units, unit="t", path=path)["legal"] is legal

    @rule("2GM-144", "2GM-83")
    @pytest.mark.parametrize(("skills", "placed", "legal"), [(["sappers"], True, True), ([], True, False), (["sappers"], False, False)])
    def test_no_bridge_without_sappers_or_beside_the_board(self, skills: list[str], placed: bool, legal: bool) -> None:
        """Infantry on one bank is none; of a river nobody has placed, no bank is known."""
        units = {
            "t": unit(TANK, row=3, column=5),
            "a": unit({**LIGHT, "skills": ["sappers"]}, row=2, column=4),
            "b": unit({**LIGHT, "skills": skills}, row=4, column=4),
        }
        here = {"row": 3, "column": 4} if placed else {}
        assert result("move", units, unit="t", path=[{"terrain": "river", **here}, {"row": 3, "column": 3}])["legal"] is legal

    @rule("2GM-144", "2GM-175")
    def test_who_stood_on_cleared_wire_has_no_cover(self) -> None:
        units = {"s": unit({**LIGHT, "equipment": [{"item": "Sappers"}]}), "e": unit(LIGHT, 1, **{"in": "w"}), "w": unit(TRENCH, 1)}
        reply = put("clear", units, unit="s", terrain="w")
        assert (change(reply, "w", "where"), after(reply, "e").get("in")) == ("destroyed", None)
        assert target(shot(LIGHT, unit(LIGHT, 1, **after(reply, "e")), range=1)) == [5, 10]

    @rule("2GM-144", "2GM-80")
    def test_a_friends_sappers_make_the_way(self) -> None:
        """Their forest is plain ground for friends, for the heaviest too; an enemy's is not
        crossed at all."""
        sappers = unit({**LIGHT, "equipment": [{"item": "Sappers"}]}, terrain="forest")
        for card, friend, legal in (
            (TANK, sappers, True),
            ({**TANK, "skills": ["extra_heavy"]}, sappers, True),
            (TANK, unit(LIGHT, terrain="forest"), False),
            (TANK, {**sappers, "seat": 1}, False),
        ):
            assert result("move", {"a": unit(card), "s": friend}, unit="a", path=[{"unit": "s"}, "plain"])["legal"] is legal
        assert result("move", {"a": unit(TANK), "s": sappers}, unit="a", path=[{"unit": "s", "terrain": "lake"}, "plain"])["problems"] == ["impassable"]


class TestTerrainCards:
    @rule("2GM-90", "2GM-86")
    def test_terrain_cards(self) -> None:
        """EX-G24: House costs 3, has 6 points, +1 armour, +2/+2, for infantry and artillery.
        EX-G35: 3 and 2 squares for 1 more."""
        house = result("terrain", name="House")
        assert {key: house[key] for key in ("cost", "points", "armor", "impact", "access", "squares", "building")} == {
            "cost": 3,
            "points": 6,
            "armor": 1,
            "impact": [2, 2],
            "access": ["infantry", "artillery"],
            "squares": 1,
            "building": True,
        }
        trenches, barriers = (result("terrain", name="Trenches", extended="both"), result("terrain", name="Barriers", extended="right"))
        assert (trenches["cost"], trenches["squares"], barriers["cost"], barriers["squares"]) == (3, 3, 2, 2)
        assert result("terrain", None, {"extended_cost": "per_square"}, name="Trenches", extended=2)["cost"] == 4
        assert result("terrain", name="Wall", cost=2, extended=True)["cost"] == 3
        forest, bushes = result("terrain", name="forest"), result("terrain", name="Bushes")
        assert (forest["points"], forest["difficult"], bushes["points"], bushes["difficult"]) == (8, True, 4, False)
        for name in ("river", "sea", "lake"):
            assert result("terrain", name=name)["impassable"] is True
        assert [result("terrain", name=name)["building"] for name in ("Bunker", "Bridge", "Communication Tower", "Wall", "Trenches")] == [
            True,
            True,
            True,
            False,
            False,
        ]
