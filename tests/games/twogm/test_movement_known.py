"""Moves as far as the board knows: who stands where, what lies there, and what is only told."""

from typing import Any

import pytest

from engine.games.twogm.examples import HOUSE, HQ, LIGHT, PAK, SHERMAN, TRUCK
from engine.games.twogm.movement.field import absolute_row, fewest_squares_between, row_of
from engine.games.twogm.movement.values import can_carry, can_take_aboard
from engine.values.maps import frozen
from engine.values.table import Unit
from tests.games.twogm.table import BARGE, TANK, do, moved, playing, put, refs, refs_of, rule, target, unit

HEAVY_TANK = {**TANK, "skills": ["extra_heavy"]}
READING = {"terrain_in_play": "yes"}


def against(units: Any, **told: Any) -> list[str]:
    """The rules against a move of u in the Movement phase."""
    return refs_of(playing("movement", units), "move", unit="u", **told)


class TestWhereItStands:
    @rule("2GM-36")
    def test_each_side_counts_rows_from_its_own_line(self) -> None:
        assert [absolute_row(row, seat) for row, seat in ((1, 0), (2, 0), (1, 1), (2, 1))] == [1, 2, 6, 5]

    @rule("2GM-23", "2GM-69")
    def test_squares_between_units_of_which_a_row_is_unknown_are_unknown(self) -> None:
        """The enemy's HQ lies behind his row 1, which is our row 6: from row 3 it is 3 rows and 1
        more."""
        units = {"u": unit(LIGHT), "r": unit(LIGHT, row=3), "q": unit(HQ, 1)}
        now = playing("fire", units).state
        assert [fewest_squares_between(now, now.unit(each), now.unit("q")) for each in ("u", "r")] == [None, 4]
        assert [row_of(now.unit(each)) for each in ("u", "r", "q")] == [0, 3, 6]

    @rule("2GM-46", "2GM-80")
    def test_the_first_step_begins_where_the_unit_stands(self) -> None:
        tank = {"row": 2, "column": 3}
        assert moved(TANK, [4, 3], state=tank) == ["2GM-46"]
        assert moved(TANK, [3, 3], state=tank) is True
        assert moved(TANK, [4, 3], state={"row": 2}) is True, "nobody knows its column"

    @rule("2GM-46", "2GM-50")
    def test_a_path_that_is_told_is_believed(self) -> None:
        """The board knows an enemy between; the players, who name two plain squares, see
        otherwise."""
        units = {"u": unit(TANK, row=2, column=3), "e": unit(LIGHT, 1, row=4, column=3)}
        assert against(units, row=4, column=3) == ["2GM-50"]
        assert against(units, row=4, column=3, path=["plain", "plain"]) == []

    @rule("2GM-50", "2GM-46")
    @pytest.mark.parametrize("known", [{}, {"row": 2}, {"column": 3}])
    def test_who_stands_nobody_knows_where_is_not_held_by_the_enemy(self, known: Any) -> None:
        units = {"u": unit(TANK, **known), "e": unit(LIGHT, 1, row=4, column=3)}
        assert against(units, row=4, column=3) == []

    @rule("2GM-50", "2GM-47")
    def test_a_friend_whose_place_is_unknown_is_joined(self) -> None:
        units = {"u": unit(LIGHT, row=2, column=3), "t": unit(TRUCK), "e": unit(LIGHT, 1, row=4, column=3)}
        assert against(units, onto="t") == []

    @rule("2GM-50", "2GM-47")
    def test_a_motorized_unit_does_not_join_an_enemy(self) -> None:
        """Infantry that could take cover there ends its move on no enemy."""
        units = {"u": unit({**LIGHT, "skills": ["motorized"], "movement": 2}, row=2, column=3), "e": unit(TANK, 1, row=4, column=3)}
        assert against(units, row=3, column=3) == ["2GM-50"]

    @rule("2GM-46", "2GM-47")
    def test_a_column_alone_leaves_the_row_to_a_question(self) -> None:
        session = playing("movement", {"u": unit(LIGHT, 1, row=2, column=3)}, seat=1)
        do(session, "move", unit="u", column=4)
        assert session.prompt
        assert (session.prompt.key, session.prompt.least, session.prompt.most) == ("row", 1, 3)
        joined = do(playing("movement", {"u": unit(LIGHT, row=2), "t": unit(TRUCK, row=2)}), "move", unit="u", onto="t")
        assert (joined.prompt, joined.state.unit("u").trackers["in"]) == (None, "t")

    @rule("2GM-46", "2GM-80")
    @pytest.mark.parametrize(("last", "terrain"), [("forest", "forest"), ("plain", None), ("house", None)])
    def test_the_natural_ground_of_the_last_square_is_kept(self, last: str, terrain: str | None) -> None:
        """A card is none."""
        session = do(playing("movement", {"u": unit(LIGHT, row=2, column=3)}), "move", unit="u", path=[last], row=3)
        now = session.state.unit("u")
        assert (now.trackers.get("terrain"), now.count("row"), now.count("column")) == (terrain, 3, 3)

    @rule("2GM-86", "2GM-46")
    @pytest.mark.parametrize(
        ("told", "inside"),
        [({"row": 3}, "h"), ({"row": 3, "column": 3}, "h"), ({"row": 2, "column": 4}, "g"), ({"row": 2, "column": 2}, None), ({"row": 3, "into": "w"}, "w")],
    )
    def test_a_unit_is_in_the_card_on_its_square(self, told: Any, inside: str | None) -> None:
        """In its own column where none is told; or where it is told to be."""
        units = {"u": unit(LIGHT, row=2, column=3), "h": unit(HOUSE, row=3, column=3), "g": unit(HOUSE, row=2, column=4), "w": unit({**HOUSE, "name": "Wall"})}
        session = do(playing("movement", units), "move", unit="u", **told)
        assert session.state.unit("u").trackers.get("in") == inside
        asked = do(playing("movement", units), "move", 3, unit="u")
        assert asked.state.unit("u").trackers.get("in") == "h"

    @rule("2GM-50", "2GM-80")
    def test_a_landing_craft_moves_where_the_board_knows_no_sea(self) -> None:
        assert against({"u": unit(BARGE, row=2, column=3)}, row=3, column=3) == []


class TestWhoIsKept:
    @rule("2GM-133", "2GM-80")
    def test_an_extra_heavy_unit_on_difficult_ground_does_not_leave_it(self) -> None:
        """Neither by a path nor by its end; it may stay."""
        units = {"u": unit(HEAVY_TANK, row=2, column=3, terrain="forest")}
        assert against(units, row=3, column=3) == against(units, path=["plain"], row=3) == ["2GM-133"]
        assert against(units, row=2, column=3) == []

    @rule("2GM-150", "2GM-46")
    def test_cargo_does_not_move_by_itself(self) -> None:
        units = {"u": unit(LIGHT, where="inside", **{"in": "t"}), "t": unit(TRUCK, row=2, column=3)}
        assert against(units, row=3) == ["2GM-150"]

    @rule("2GM-138", "2GM-67")
    @pytest.mark.parametrize(("skills", "unloaded", "no"), [(["mechanized"], True, []), (["mechanized"], False, ["2GM-67"]), ([], True, ["2GM-67"])])
    def test_of_those_deployed_now_the_mechanized_move_when_unloaded(self, skills: list[str], unloaded: bool, no: list[str]) -> None:
        units = {"u": unit({**LIGHT, "skills": skills}, row=1, column=3, deployed_turn=2, unloaded=unloaded)}
        assert refs_of(playing("deployment", units, turn=2), "move", unit="u", row=2) == no

    @rule("2GM-144", "2GM-80")
    def test_sappers_that_are_told_make_the_way(self) -> None:
        """Two squares, the first of them forest: without sappers the move ends there."""
        assert moved(TANK, "forest", "plain") == ["2GM-80"]
        assert moved(TANK, {"terrain": "forest", "sappers": True}, "plain") is True


class TestCards:
    LONG = unit({**HOUSE, "cost": 4}, row=3, column=4, extended="right")

    @rule("2GM-47", "2GM-90")
    def test_of_an_extended_card_the_free_half_may_be_entered(self) -> None:
        """As far as the board knows where both stand."""
        units = {"u": unit(LIGHT, row=2, column=4), "h": self.LONG, "f": unit(LIGHT, row=3, column=5, **{"in": "h"})}
        assert against(units, row=3, column=4) == []
        assert against(units, into="h") == ["2GM-47"], "on which half is not said"
        unknown = {**units, "f": unit(LIGHT, **{"in": "h"})}
        assert against(unknown, row=3, column=4) == ["2GM-47"]

    @rule("2GM-90", "2GM-179")
    @pytest.mark.parametrize(
        ("column", "extended", "no"),
        [(1, None, []), (8, None, []), (1, "left", ["2GM-90"]), (8, "right", ["2GM-90"]), (16, None, []), (16, "right", ["2GM-90"])],
    )
    def test_no_card_beyond_the_edge(self, column: int, extended: str | None, no: list[str]) -> None:
        """Eight columns, or sixteen of two boxes."""
        told = {"extended": extended} if extended else {}
        units = {"w": unit({**HOUSE, "name": "Wall", "skills": []}, where="reserve"), "f": unit(LIGHT, row=2, column=column)}
        session = playing("deployment", units, [{"ap": 9}, {}], readings=READING)
        assert refs_of(session, "place_terrain", terrain="w", row=3, column=column, near=True, **told) == no

    @rule("2GM-90")
    @pytest.mark.parametrize(
        ("card", "told", "left"),
        [({"cost": 3}, {}, 6), ({"cost": 3}, {"cost": 1}, 8), ({"cost": 3}, {"cost": 1, "extended": "right"}, 7), ({"name": "Trenches", "cost": None}, {}, 7)],
    )
    def test_what_a_card_costs(self, card: Any, told: Any, left: int) -> None:
        """As told, as its card prints, or as the rulebook does; 1 more extended."""
        units = {"w": unit({"name": "Tower", "type": "terrain", "skills": [], **card}, where="reserve"), "f": unit(LIGHT, row=2, column=4)}
        session = do(playing("deployment", units, [{"ap": 9}, {}], readings=READING), "place_terrain", terrain="w", row=3, column=4, near=True, **told)
        assert session.state.seats[0]["ap"] == left

    @rule("2GM-86", "2GM-85")
    def test_a_wall_covers_by_one(self) -> None:
        """The rulebook: light infantry, 5+ and 10, at a unit behind a Wall needs 6+ and 10; a gun
        of 4+ and 8+ then 5+ and 9+."""
        for card, needs in ((LIGHT, [6, 10]), (TANK, [5, 9])):
            reply = put("shot", {"a": unit(card), "b": unit(LIGHT, 1)}, attacker="a", target="b", terrain="wall", range=1)
            assert target(reply) == needs

    @rule("2GM-85", "2GM-86")
    @pytest.mark.parametrize(("skills", "ruins"), [(["building"], True), (["indestructible_not"], False)])
    def test_only_a_building_becomes_ruins(self, skills: list[str], ruins: bool) -> None:
        card = {"name": "Tower", "type": "terrain", "points": 1, "armor": 0, "impact": [0, 0], "skills": skills}
        reply = put("shot", {"a": unit(SHERMAN), "t": unit(card, 1)}, attacker="a", target="t", range=1, roll={"shot": [10]})
        assert bool(reply["after"]["t"].get("ruins")) is ruins

    @rule("2GM-82", "2GM-86")
    def test_who_stands_in_a_forest_is_covered_there(self) -> None:
        """5+ and 10 of light infantry, one harder."""
        reply = put("shot", {"a": unit(LIGHT), "b": unit(LIGHT, 1, terrain="forest")}, attacker="a", target="b", range=1)
        assert target(reply) == [6, 10]


class TestCarrying:
    @rule("2GM-151", "2GM-147")
    @pytest.mark.parametrize(
        ("skills", "kind", "able"),
        [
            (["transport"], "transport", [True, False]),
            (["tow"], "transport", [False, True]),
            (None, "transport", [True, True]),
            ([], "transport", [False, False]),
            (None, "tank", [False, False]),
        ],
    )
    def test_transport_is_for_infantry_and_tow_for_artillery(self, skills: Any, kind: str, able: list[bool]) -> None:
        """A transport whose card states no skills may have both."""
        card = frozen({"name": "Truck", "type": kind, **({} if skills is None else {"skills": skills})})
        carrier = Unit("t", 0, card)  # type: ignore[arg-type]
        assert [can_carry(carrier, cargo) for cargo in ("infantry", "artillery")] == able

    @rule("2GM-166", "2GM-59")
    def test_only_transports_take_units_aboard(self) -> None:
        cards = [frozen({"type": kind, "skills": ["transport"]}) for kind in ("transport", "tank")]
        foot = Unit("f", 0, frozen(LIGHT))  # type: ignore[arg-type]
        assert [can_take_aboard(Unit("t", 0, card), foot) for card in cards] == [True, False]  # type: ignore[arg-type]

    @rule("2GM-132")
    def test_a_craft_whose_place_is_unknown_is_boarded(self) -> None:
        craft = {"u": unit(LIGHT, row=3, column=3), "b": unit(BARGE)}
        assert against(craft, onto="b") == []

    @rule("2GM-147", "2GM-194")
    def test_cargo_of_a_transport_whose_place_is_unknown_is_set_down_as_told(self) -> None:
        units = {"u": unit(PAK, where="inside", **{"in": "t"}), "t": unit(TRUCK)}
        session = do(playing("movement", units), "unload", unit="u", row=3, column=2)
        assert (session.state.unit("u").count("row"), session.state.unit("u").count("column")) == (3, 2)

    @rule("2GM-147")
    @pytest.mark.parametrize(("at", "column", "no"), [(7, 8, []), (8, 9, ["2GM-147"])])
    def test_nothing_is_set_down_beyond_the_edge(self, at: int, column: int, no: list[str]) -> None:
        units = {"u": unit(PAK, where="inside", **{"in": "t"}), "t": unit(TRUCK, row=3, column=at)}
        assert refs("unload", units, unit="u", column=column) == no
