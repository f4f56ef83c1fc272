"""Bombs on areas."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from tests.games.asking import change, targets
from tests.games.twogm.table import BOMBS, FORTRESS, GUN, TANK, do, playing, put, refs, refused, result, rule, unit

FIELD = {
    "b17": unit(FORTRESS),
    "pak": unit(PAK, 1, **{"in": "house"}),
    "house": unit(HOUSE, 1),
    "stug": unit({**SHERMAN, "name": "StuG III"}, 1, terrain="forest"),
    "heavy": unit(HEAVY, 1, terrain="forest"),
    "trench": unit({"name": "Trenches", "type": "terrain", "points": 4, "impact": [1, 1], "armor": 0}, 1),
    "ost": unit(OSTWIND, 1),
}


LINE = [
    {"units": ["pak"], "terrain": "house"},
    {"units": ["stug"], "terrain": "forest"},
    {"units": ["heavy"], "terrain": "forest"},
    {"terrain": "plain"},
    {"terrain": "trench"},
]


FLAK = {**TANK, "skills": ["anti_aircraft"], "weapon": {**GUN, "range": 6}}


WATCHED = {"b": unit(BOMBS), "q": unit(LIGHT, 1, row=5, column=4), "o": unit(FLAK, 1, row=5, column=4)}


ELEMENTS = ({"terrain": "house", "units": ["pak"]}, {"terrain": "plain"}, {"terrain": "trenches"}, {"terrain": "trenches"})


class TestAreas:
    @rule("2GM-102", "2GM-103")
    def test_a_line_of_five(self) -> None:
        """EX-G31: B-17 2+/5+: house 4+/7+, forest 3+/6+ twice, nothing on the empty square, the
        trenches: 4 rolls."""
        reply = put("air", FIELD, bombers=["b17"], squares=LINE)
        assert targets(reply) == {"bomb:pak": [4, 7], "bomb:stug": [3, 6], "bomb:heavy": [3, 6], "bomb:trench": [2, 5]}
        assert reply["result"]["rolls"] == 4
        assert reply["result"]["sequence"] == ["bomb:pak", "bomb:stug", "bomb:heavy", "bomb:trench"]

    @rule("2GM-102", "2GM-187")
    def test_own_units_two_on_a_square_cargo_and_the_edge(self) -> None:
        """EX-G30: what hangs over the edge counts for nothing; a loaded transport is one roll;
        vehicle and infantry are two."""
        units = {
            "b": unit(FORTRESS),
            "own": unit(LIGHT),
            "t": unit(TRUCK, 1),
            "c": unit(LIGHT, 1, where="inside", **{"in": "t"}),
            "v": unit(SHERMAN, 1),
            "i": unit(LIGHT, 1, at_cover="v"),
            "x": unit(LIGHT, 1),
        }
        squares = [{"units": ["own"]}, {"units": ["t", "c"]}, {"units": ["v", "i"]}, {"units": ["x"], "off_board": True}]
        assert result("air", units, bombers=["b"], squares=squares)["sequence"] == ["bomb:own", "bomb:t", "bomb:v", "bomb:i"]

    @rule("2GM-102", "2GM-103")
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

    @rule("2GM-102", "2GM-111")
    def test_several_paratroopers_drop_at_once(self) -> None:
        units = {"i": unit(LIGHT), "j": unit(LIGHT), "k": unit(LIGHT)}
        assert refs("air", units, paratroopers=["i", "j", "k"], squares=[{}, {}, {}]) == []
        assert refs("air", units, paratroopers=["i"]) == []
        assert refused(playing("deployment", units), "air", bombers=1, interceptors=1) == []

    @rule("2GM-102", "2GM-95")
    def test_the_batteries_on_the_board_are_asked(self) -> None:
        session = do(playing("deployment", WATCHED), "air", bombers=("b",), target="q")
        assert session.prompt
        assert session.prompt.key == "aim:o"

    @rule("2GM-102", "2GM-107")
    def test_a_question_knows_the_batteries_it_is_told(self) -> None:
        reply = put("air", WATCHED, bombers=["b"], target="q")
        assert [check["what"] for check in reply["checks"]] == ["bomb:q"]

    @rule("2GM-102", "2GM-103")
    def test_the_dice_of_a_mission(self) -> None:
        units = {"b": unit(BOMBER), "p": unit(LIGHT), "x": unit(LIGHT, 1), "d": unit(LIGHT, 1, where="destroyed"), "q": unit(HQ, 1)}
        for told, dice in (
            ({"bombers": ["b"], "squares": [{"units": ["x", "d"]}]}, 1),
            ({"paratroopers": ["p"], "squares": [{}]}, 0),
            ({"bombers": ["b"], "target": "q"}, 1),
            ({"bombers": ["b"]}, 0),
        ):
            assert result("air", units, **told)["rolls"] == dice

    @rule("2GM-102", "2GM-103")
    def test_squares_told_by_rows_hold_who_stands_there(self) -> None:
        """Row 6 of the attacker is row 1 of the enemy. (6, 4): a gun in a house; (6, 5): nobody;
        (5, 4): an own unit; (5, 5): an empty house."""
        units = {
            "b": unit(BOMBER),
            "k": unit(PAK, 1, row=1, column=4, **{"in": "h"}),
            "h": unit(HOUSE, 1, row=1, column=4),
            "i": unit(LIGHT, row=5, column=4),
            "g": unit(HOUSE, row=5, column=5),
            "x": unit(LIGHT, 1, row=1, column=6),
        }
        squares = [{"row": row, "column": column} for row in (6, 5) for column in (4, 5)]
        told = result("air", units, bombers=["b"], squares=squares)
        assert (told["sequence"], told["rolls"]) == (["bomb:k", "bomb:i", "bomb:g"], 3)
        assert result("air", units, bombers=["b"], squares=[{**squares[0], "units": []}])["sequence"] == ["bomb:h"], "as told"
        assert result("air", units, bombers=["b"], squares=[{"row": 6}, {"column": 4}])["rolls"] == 0
        theirs = {**units, "b": unit(BOMBER, 1)}
        assert result("air", theirs, bombers=["b"], squares=[{"row": 1, "column": 4}])["sequence"] == ["bomb:k"], "as its own side counts"

    @rule("2GM-102", "2GM-103")
    def test_elements_told_by_their_name_are_rolled_for(self) -> None:
        """B-25 3+/8+: 5+/10 in the House; the Ostwind's 6 does 2 damage at square 2, so the
        trenches are 5+/10."""
        units = {"b": unit(BOMBER), "pak": unit(PAK, 1), "ost": unit(OSTWIND, 1)}
        reply = put("air", units, bombers=["b"], squares=list(ELEMENTS), aa=[{"unit": "ost", "covers": [2]}], roll={"bomb": [4, 5, 1], "aa": [6]})
        assert reply["result"]["rolls"] == 3
        assert reply["result"]["sequence"] == ["bomb:pak", "aa:ost", "bomb:3", "bomb:4"]
        assert targets(reply) == {"bomb:pak": [5, 10], "aa:ost": [6, 9], "bomb:3": [5, 10], "bomb:4": [5, 10]}
        assert reply["result"]["readings"] == {"bomb:pak": 0, "aa:ost": 1, "bomb:3": 1, "bomb:4": 0}
        assert set(reply["after"]) == {"b", "pak", "ost"}

    @rule("2GM-102", "2GM-101")
    def test_a_bomber_shot_down_rolls_no_more(self) -> None:
        units = {"b": unit(BOMBER), "ost": unit(OSTWIND, 1)}
        reply = put("air", units, bombers=["b"], squares=[{"terrain": "trenches"}], aa=["ost"], roll={"aa": [9]})
        assert [check["what"] for check in reply["checks"]] == ["aa:ost"]

    @rule("2GM-102", "2GM-178")
    def test_in_play_the_table_keeps_the_damage_of_what_is_no_card(self) -> None:
        session = do(playing("deployment", {"b": unit(BOMBER)}), "air", bombers=["b"], squares=[{"terrain": "trenches"}], escorts=[])
        assert (session.prompt, session.state.unit("b").where) == (None, "discarded")

    @rule("2GM-102")
    @pytest.mark.parametrize(
        ("places", "legal"),
        [
            ([(3, 3)], True),
            ([(3, 3), (3, 4), (3, 5)], True),
            ([(5, 2), (4, 2), (3, 2)], True),
            ([(3, 3), (4, 4), (3, 4), (4, 3)], True),
            ([(3, 3), (3, 5)], False),
            ([(3, 3), (3, 5), (3, 4)], False),
            ([(3, 3), (4, 4)], False),
            ([(3, 3), (3, 4), (4, 4)], False),
            ([(3, 3), (3, 4), (3, 3)], False),
            ([(3, 3), (3, 4), (4, 3), (3, 3)], False),
            ([(3, 3), (3, 4), (4, 4), (5, 4)], False),
            ([(3, 3), (3, 3)], False),
        ],
    )
    def test_an_area_is_in_one_piece(self, places: list[tuple[int, int]], legal: bool) -> None:
        """A line is struck square after square, a block of four in any order."""
        squares = [{"row": row, "column": column} for row, column in places]
        assert refs("air", {"b": unit(BOMBER)}, bombers=["b"], squares=squares) == ([] if legal else ["2GM-102"])

    @rule("2GM-102", "2GM-96")
    @pytest.mark.parametrize(
        ("told", "rules"),
        [
            ({"bombers": ["b"], "target": "hq", "squares": [{"units": ["x"]}]}, ["2GM-102"]),
            ({"bombers": ["b"], "target": "f", "squares": [{"units": ["x"]}]}, ["2GM-102"]),
            ({"bombers": ["b"], "squares": [{"units": ["x", "y"]}]}, []),
            ({"bombers": ["b"], "target": "x", "squares": [{"units": ["x"]}]}, []),
            ({"paratroopers": ["i", "j"], "squares": [{"row": 3, "column": 3}, {"row": 3, "column": 5}]}, []),
            ({"fighters": ["p"], "squares": [{"units": ["x", "y"]}]}, ["2GM-96"]),
            ({"fighters": ["p"], "squares": [{"units": ["x"]}]}, []),
            ({"bombers": ["b"], "target": "own"}, ["2GM-93"]),
            ({"fighters": ["p"], "target": "i"}, ["2GM-93"]),
            ({"fighters": ["p"], "target": "w"}, []),
            ({"paratroopers": ["i", "j", "k"]}, []),
            ({"paratroopers": ["i", "j", "k", "l"]}, ["2GM-111"]),
        ],
    )
    def test_one_objective_of_the_enemy(self, told: dict[str, Any], rules: list[str]) -> None:
        units = {
            "b": unit(BOMBER),
            "p": unit(MUSTANG),
            "hq": unit(HQ, 1),
            "own": unit(HQ),
            "f": unit(FOCKE, 1),
            "x": unit(LIGHT, 1),
            "y": unit(LIGHT, 1),
            "w": unit(HOUSE),
            **{each: unit(LIGHT) for each in "ijkl"},
        }
        assert refs("air", units, **told) == rules

    @rule("2GM-103", "2GM-91")
    def test_what_is_not_rolled_for(self) -> None:
        units = {
            "b": unit(FORTRESS),
            "d": unit({**HOUSE, "skills": ["building", "indestructible"]}, 1),
            "r": unit(HOUSE, 1, ruins=True),
            "g": unit(HOUSE, 1, where="destroyed"),
        }
        squares = [{"terrain": "forest"}, {"terrain": "d"}, {"terrain": "r"}, {}, {"terrain": "bushes"}, {"terrain": "g"}, {"terrain": "ruins"}]
        assert result("air", units, bombers=["b"], squares=squares)["rolls"] == 0
        assert result("air", units, {"natural_destruction": "yes"}, bombers=["b"], squares=squares)["rolls"] == 2
        assert result("air", units, bombers=["b"], squares=[{"terrain": "trenches"}])["rolls"] == 1

    @rule("2GM-187", "2GM-87")
    def test_terrain_takes_every_hit(self) -> None:
        units = {
            "b": unit({**FORTRESS, "weapon": {**FORTRESS["weapon"], "damage": 1}}),
            "h": unit(HOUSE, 1),  # type: ignore[dict-item]
            "x": unit(LIGHT, 1, **{"in": "h"}),
            "y": unit(LIGHT, 1, **{"in": "h"}),
        }
        reply = put("air", units, bombers=["b"], squares=[{"units": ["x", "y"], "terrain": "h"}], roll={"bomb:x": [4], "bomb:y": [4]})
        assert change(reply, "h", "damage") == 2


class TestRangeInAnArea:
    @rule("2GM-105", "2GM-107")
    def test_the_gun_fires_when_the_bomber_comes_into_range(self) -> None:
        """EX-G32: not over square 1; a critical kills the PAK, the house has 2 left; the Ostwind
        hits with a 6: 2 damage, on it flies."""
        aa = [{"unit": "ost", "covers": [2, 3, 4, 5]}]
        reply = put(
            "air", FIELD, bombers=["b17"], squares=LINE, aa=aa, roll={"bomb:pak": [7], "aa:ost": [6], "bomb:stug": [1], "bomb:heavy": [1], "bomb:trench": [1]}
        )
        assert list(reply["result"]["readings"]) == ["bomb:pak", "aa:ost", "bomb:stug", "bomb:heavy", "bomb:trench"]
        assert (change(reply, "pak", "where"), change(reply, "house", "damage"), change(reply, "b17", "damage")) == ("destroyed", 4, 2)
        assert targets(reply)["bomb:stug"] == [5, 8]
        told = result("air", FIELD, bombers=["b17"], squares=LINE, aa=aa)
        assert told["sequence"][:2] == ["bomb:pak", "aa:ost"]
        for at, shots in ((1, 0), (2, 1)):
            assert result("air", FIELD, bombers=["b17"], squares=LINE, aa=aa, at_square=at)["aa_shots"] == shots
        by_flags = [{"unit": "ost", "covers": [False, True, True, True, True]}]
        assert result("air", FIELD, bombers=["b17"], squares=LINE, aa=by_flags)["sequence"] == told["sequence"]
        assert result("air", FIELD, bombers=["b17"], squares=LINE, aa=[{"unit": "ost", "covers": False}])["aa_shots"] == 0

    @rule("2GM-105")
    def test_interceptors_come_before_the_first_square_or_a_named_one(self) -> None:
        units = {**FIELD, "fw": unit(FOCKE, 1)}
        told = {"bombers": ["b17"], "squares": LINE, "interceptors": ["fw"], "at_square": 3}
        first = result("air", units, **told)["sequence"]
        assert first.index("interceptor:fw") == 0
        later = result("air", units, {"area_interception": "named_square"}, **told)["sequence"]
        assert later == ["bomb:pak", "bomb:stug", "interceptor:fw", "bomb:heavy", "bomb:trench"]
        rolls = {key: [1] for key in later}
        played = put("air", units, {"area_interception": "named_square"}, **told, roll=rolls)
        assert list(played["result"]["readings"]) == later

    @rule("2GM-105", "2GM-94")
    def test_an_area_square_by_square_by_the_board(self) -> None:
        """The battery stands on (6, 8) as seat 0 counts: (6, 4) is 4 away, (6, 5) 3. Squares are
        told by rows, or by their units."""
        units = {"b": unit(BOMBER), "o": unit(OSTWIND, 1, row=1, column=8), "x": unit(LIGHT, 1, row=1, column=4), "y": unit(LIGHT, 1, row=1, column=5)}
        by_units = [{"units": ["x"]}, {"units": ["y"]}]
        by_rows = [{"units": ["x"], "row": 6, "column": 4}, {"units": ["y"], "row": 6, "column": 5}]
        for squares in (by_units, by_rows):
            assert result("air", units, bombers=["b"], squares=squares, aa=["o"])["sequence"] == ["bomb:x", "aa:o", "bomb:y"]
        assert result("air", units, bombers=["b"], squares=[{"row": 6, "column": 4}], aa=["o"])["aa_shots"] == 0
        assert result("air", units, bombers=["b"], squares=[{"row": 1, "column": 5}], aa=["o"])["aa_shots"] == 0
        assert result("air", units, bombers=["b"], squares=[{}], aa=["o"])["aa_shots"] == 1, "nobody knows where that is"
        theirs = {"b": unit(BOMBER, 1), "o": unit(OSTWIND, 0, row=1, column=8)}
        for row, shots in ((6, 1), (1, 0)):
            assert result("air", theirs, bombers=["b"], squares=[{"row": row, "column": 8}], aa=["o"])["aa_shots"] == shots
        drop = {"p": unit(LIGHT), "r": unit(LIGHT), "o": unit(OSTWIND, 1, row=1, column=8)}
        assert result("air", drop, paratroopers=["p", "r"], aa=["o"])["aa_targets"] == ["p", "r"]

    @rule("2GM-105", "2GM-107")
    def test_what_is_told_of_batteries(self) -> None:
        units = {
            "b": unit(BOMBER),
            "e": unit(MUSTANG),
            "i": unit(FOCKE, 1),
            "o": unit(OSTWIND, 1),
            "d": unit(OSTWIND, 1, where="destroyed"),
            "q": unit(HQ, 1),
            "p": unit(LIGHT),
            "r": unit(LIGHT),
        }

        def told(*readings: str, **more: Any) -> Any:
            return result("air", units, dict(each.split("=") for each in readings), **{"bombers": ["b"], "target": "q", **more})

        assert told(escorts=["e"], aa=["o"])["aa_may_hold"] is True
        assert told("aa_must_fire=yes", escorts=["e"], aa=["o"])["aa_may_hold"] is False
        assert told("aa_must_fire=yes", aa=["o"])["aa_may_hold"] is True
        assert told(aa=["d"])["aa_shots"] == told(aa=[{"unit": "o", "covers": [2]}])["aa_shots"] == 0
        assert told(target=None, squares=[{}, {}], aa=[{"unit": "o", "covers": [3]}])["aa_shots"] == 0
        assert told(target=None, squares=[{}, {}], aa=[{"unit": "o", "covers": [2]}])["aa_shots"] == 1
        drop = {"bombers": None, "target": None, "paratroopers": ["p", "r"], "aa": ["o"]}
        assert (told(**drop)["aa_targets"], told(**drop, at_square=2)["aa_targets"]) == (["p", "r"], ["r"])
        assert told(**drop)["sequence"] == ["aa:o"]
        assert told(**{**drop, "aa": ["d"]})["sequence"] == told(**{**drop, "aa": [{"unit": "o", "covers": []}]})["sequence"] == []
        for reading in ("idle_escort=returns", "idle_escort=discarded"):
            assert told(reading, escorts=["e"], interceptors=["i"])["discarded"] == ["b", "i", "e"]
        assert told("idle_escort=returns", escorts=["e"], interceptors=[])["discarded"] == ["b"]
