"""Transports: boarding, towing, unloading."""

from typing import Any

import pytest

from engine.games.twogm.examples import FOCKE, HEAVY, HOUSE, LIGHT, PAK, TRUCK
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.asking import change
from tests.games.twogm.table import BARGE, TANK, after, do, on, playing, put, refs, refs_of, refused, result, rule, shot, unit

CRAFT = {**TRUCK, "name": "Landing Craft", "skills": ["embark", "transport"]}


NINTH = {**LIGHT, "name": "The Ninth", "skills": ["Mechanized"]}


class TestUnloading:
    @rule("2GM-138", "2GM-147")
    def test_unloading_whom_nobody_carries_leaves_him_where_he_is(self) -> None:
        """By overruling the players; there is no transport to stand beside."""
        session = playing("movement", {"i": unit(LIGHT, row=2, column=3)})
        session.overrule(Opened("unload", pairs(unit="i")))
        assert (session.state.unit("i").count("row"), session.state.unit("i").count("column")) == (2, 3)

    @rule("2GM-147", "2GM-150")
    def test_where_cargo_is_set_down(self) -> None:
        units = {
            "g": unit(PAK, where="inside", **{"in": "t"}),
            "t": unit(TRUCK, row=2, column=4),
            "h": unit(HOUSE),
            "x": unit(PAK),
            "w": unit({"name": "Wall", "type": "terrain", "access": ["infantry"]}),
        }
        assert refs("unload", units, unit="g", terrain="lake") == ["2GM-147"]
        assert refs("unload", units, unit="g", into="w") == ["2GM-147"]
        assert refs("unload", units, unit="g", terrain="mountain") == []
        assert after(put("unload", units, unit="g", into="h", column=5), "g")["in"] == "h"
        assert refs("unload", units, unit="x") == ["2GM-150"]

    @rule("2GM-150")
    @pytest.mark.parametrize(("state", "no"), [({}, []), ({"where": "destroyed"}, ["2GM-150"])])
    def test_nobody_gets_off_a_destroyed_transport(self, state: Any, no: list[str]) -> None:
        """By hand too: its cargo is destroyed with it."""
        units = {"t": unit(TRUCK, row=2, column=4, **state), "a": unit(LIGHT, where="inside", row=2, **{"in": "t"})}
        assert refused(playing("movement", units), "unload", unit="a", column=3) == no

    @rule("2GM-147", "2GM-179")
    def test_where_cargo_comes_down_by_the_board(self) -> None:
        """The house on the left takes infantry, which is in it at once; the bunker for guns on
        the right does not. A barge lands its cargo on the row ahead."""
        aboard: dict[str, Any] = {"where": "inside", "in": "t", "row": 2, "column": 4}
        units = {
            "t": unit(TRUCK, row=2, column=4),
            "a": unit(LIGHT, **aboard),
            "h": unit(HOUSE, row=2, column=3),
            "k": unit({**HOUSE, "access": ["artillery"]}, row=2, column=5),
        }
        assert refused(playing("movement", units), "unload", unit="a", column=5) == ["2GM-147"]
        session = do(playing("movement", units), "unload", unit="a", column=3)
        assert [session.state.unit("a").trackers[each] for each in ("row", "column", "in")] == [2, 3, "h"]
        aside = do(playing("movement", units), "unload", unit="a").state.unit("a")
        assert (aside.count("row"), aside.count("column")) == (2, 0), "left or right: not on the square of the truck"
        craft = {**units, "t": unit({**TRUCK, "skills": ["embarkment"]}, row=2, column=4)}
        for told in ({"column": 4}, {}):
            landed = do(playing("movement", craft), "unload", unit="a", **told).state.unit("a")
            assert (landed.count("row"), landed.count("column")) == (3, 4)

    @rule("2GM-147", "2GM-195")
    @pytest.mark.parametrize(
        ("craft", "told", "no"),
        [
            (False, {"column": 3}, []),
            (False, {"column": 5}, []),
            (False, {"column": 4}, ["2GM-147"] * 2),
            (False, {"column": 6}, ["2GM-147"]),
            (False, {"row": 2}, []),
            (False, {"row": 3}, ["2GM-147"]),
            (False, {"row": 2, "column": 3}, []),
            (False, {"row": 3, "column": 3}, ["2GM-147"]),
            (False, {}, []),
            (True, {"row": 3}, []),
            (True, {"row": 3, "column": 4}, []),
            (True, {"row": 3, "column": 5}, ["2GM-147"]),
            (True, {"row": 2}, ["2GM-147"]),
            (True, {}, []),
        ],
    )
    def test_where_cargo_may_be_set_down(self, craft: bool, told: Any, no: list[str]) -> None:
        """Left or right of a truck on (2, 4), in its row; straight ahead of a barge."""
        card = {**TRUCK, "skills": ["embarkment"]} if craft else TRUCK
        units = {"t": unit(card, row=2, column=4), "a": unit(LIGHT, where="inside", row=2, column=4, **{"in": "t"}), "x": unit(LIGHT, row=4, column=3)}
        assert refused(playing("movement", units), "unload", unit="a", **told) == no

    @rule("2GM-147", "2GM-195")
    def test_where_the_board_knows_less(self) -> None:
        """A truck whose column nobody knows; a neighbour square that is taken."""
        aboard: dict[str, Any] = {"where": "inside", "in": "t"}
        units = {"t": unit(TRUCK, row=2), "a": unit(LIGHT, **aboard), "x": unit(LIGHT, row=2, column=3), "y": unit(LIGHT, row=1, column=5)}
        for column, no in ((3, ["2GM-147"]), (5, [])):
            assert refused(playing("movement", units), "unload", unit="a", column=column) == no

    @rule("2GM-194", "2GM-149")
    def test_unloading_in_deployment_is_for_those_who_came_together(self) -> None:
        aboard: dict[str, Any] = {"where": "inside", "in": "t", "row": 2, "column": 4}
        for came, no in ((2, ["2GM-149"]), (3, [])):
            units = {"t": unit(TRUCK, row=2, column=4, deployed_turn=came), "a": unit(LIGHT, **aboard)}
            assert refused(playing("deployment", units, turn=3), "unload", unit="a", column=3) == no
        session = do(playing("movement", {"t": unit(TRUCK, row=2, column=4), "a": unit(LIGHT, **aboard)}, turn=3), "unload", unit="a", column=3)
        assert (session.state.unit("t").count("moved"), session.state.unit("a").count("moved")) == (True, True)
        slow = {**TRUCK, "skills": ["transport"]}
        for step, came, no in (("movement", 2, []), ("deployment", 3, ["2GM-149"])):
            units = {"t": unit(slow, row=2, column=4, deployed_turn=came), "a": unit(LIGHT, **aboard)}
            assert refused(playing(step, units, turn=3), "unload", unit="a", column=3) == no


class TestCarrying:
    @rule("2GM-132", "2GM-138")
    @pytest.mark.parametrize(
        ("card", "row", "told", "at"),
        [
            (TRUCK, {"row": 2, "column": 3}, {"column": 4}, (2, 4)),
            (TRUCK, {}, {"column": 4, "row": 3}, (3, 4)),
            (TRUCK, {"row": 2, "column": 3}, {}, (2, 0)),
            (CRAFT, {"row": 2, "column": 3}, {}, (3, 3)),
            (CRAFT, {"column": 3}, {}, (0, 3)),
        ],
    )
    def test_where_cargo_is_set_down(self, card: Any, row: Any, told: Any, at: tuple[int, int]) -> None:
        """Beside a truck in its row, on which side is told; ahead of a landing craft; of a craft
        nobody placed no row is known."""
        units = {"t": unit(card, **row), "i": unit(HEAVY, where="inside", column=3, **{"in": "t"})}
        session = do(playing("movement", units), "unload", unit="i", **told)
        assert (session.state.unit("i").count("row"), session.state.unit("i").count("column")) == at

    @rule("2GM-132", "2GM-169")
    def test_a_landing_craft(self) -> None:
        """EX-G36: barge 0 and Light Infantry 1 on one sea square: 1 point; it moves 2 at once
        and unloads in front."""
        units = {"i": unit(LIGHT, where="reserve"), "b": unit(BARGE, where="reserve")}
        assert result("deploy", units, unit="i", carrier="b")["cost"] == 1
        session = do(playing("deployment", units, [{"ap": 1}, {}]), "deploy", unit="i", carrier="b", column=4)
        do(session, "move", unit="b", row=3, column=4, path=["sea", "sea"])
        assert refs_of(session, "unload", unit="i", column=3, row=3) == ["2GM-147"]
        do(session, "unload", unit="i", column=4, row=4)
        assert (session.state.unit("i").count("row"), session.state.unit("i").where) == (4, "table")
        assert refs("deploy", units, unit="b", terrain="sea") == []
        assert refs("deploy", units, unit="i", terrain="sea") == ["2GM-169"]
        assert refs("deploy", units, unit="i", terrain="forest") == []

    @rule("2GM-132", "2GM-169")
    def test_a_barge_brings_infantry_at_sea(self) -> None:
        """EX-G36 on its sea square: 0 + 1."""
        units = {"s": unit(LIGHT), "b": unit({**TRUCK, "cost": 4, "skills": ["embarkment", "mobility"]}), "t": unit(TRUCK)}
        assert result("deploy", units, unit="s", carrier="b", terrain="sea")["cost"] == 1
        assert refs("deploy", units, unit="s", carrier="t", terrain="sea") == ["2GM-169"]
        assert refs("deploy", units, unit="s", carrier="b", terrain="lake") == ["2GM-169"]

    @rule("2GM-147", "2GM-192")
    def test_artillery_hitches_itself_and_is_towed_at_once(self) -> None:
        """EX-G40: the gun moves onto the truck that has not moved; the truck moves 3 and unloads
        left."""
        units = {"g": unit(PAK, row=1, column=3), "t": unit(TRUCK, row=1, column=4), "i": unit(LIGHT, row=1, column=5)}
        session = do(playing("movement", units), "move", unit="g", onto="t")
        assert (session.state.unit("g").where, session.state.unit("g").trackers["in"]) == ("inside", "t")
        assert refused(session, "move", unit="i", onto="t") == ["2GM-192"]
        do(session, "move", unit="t", row=4, column=4, path=["plain"] * 3)
        assert session.state.unit("g").count("row") == 4
        for column, row, no in ((4, 4, ["2GM-147", "2GM-147"]), (6, None, ["2GM-147"]), (4, 5, ["2GM-147"]), (3, 4, [])):
            assert refs_of(session, "unload", unit="g", column=column, row=row) == no
        do(session, "unload", unit="g", column=3)
        gun = session.state.unit("g")
        assert (gun.where, gun.count("row"), gun.count("column"), gun.count("moved")) == ("table", 4, 3, True)
        assert session.state.unit("t").count("moved")

    @rule("2GM-148", "2GM-195")
    def test_a_truck_that_drives_onto_its_cargo_stops(self) -> None:
        """EX-G40, the remark: hitched, and towed next turn only."""
        units = {"g": unit(PAK, row=2, column=3), "t": unit(TRUCK, row=1, column=4)}
        session = do(playing("movement", units), "move", unit="t", onto="g", path=["plain", {"holds": "artillery"}])
        assert (session.state.unit("t").count("row"), session.state.unit("t").count("column")) == (2, 3)
        assert refused(session, "unload", unit="g", column=2) == ["2GM-148"]
        assert refused(session, "move", unit="t", row=3) == ["2GM-46"]
        on(on(on(session, "start"), "start"), "movement")
        assert refused(session, "unload", unit="g", column=2) == []

    @rule("2GM-149", "2GM-58")
    def test_deployed_together(self) -> None:
        """EX-G41, EX-G43: with Mobility the truck moves and unloads in Deployment; Mechanized
        infantry moves, but assaults nobody."""
        units = {
            "i": unit(NINTH, where="reserve"),
            "t": unit(TRUCK, where="reserve"),
            "p": unit(TANK, 1, row=2, column=3),
            "k": unit({**TRUCK, "skills": ["transport"]}, row=1, column=7, deployed_turn=1),
            "c": unit(LIGHT, where="inside", **{"in": "k"}),
        }
        session = do(playing("deployment", units, [{"ap": 9}, {}]), "deploy", unit="i", carrier="t", column=4)
        assert refused(session, "unload", unit="c", column=6) == ["2GM-149"]
        do(session, "move", unit="t", row=4, column=4, path=["plain"] * 3)
        do(session, "unload", unit="i", column=3)
        assert refused(session, "assault", assaulter="i", target="p") == ["2GM-65", "2GM-58"]
        assert refused(session, "move", unit="i", row=5, column=3, path=["plain"]) == ["2GM-50"]
        do(session, "move", unit="i", row=3, column=3, path=["plain"])
        assert session.state.unit("i").count("row") == 3

    @rule("2GM-150", "2GM-186")
    def test_cargo_does_not_fire(self) -> None:
        more = {"t": unit(TRUCK)}
        assert shot(unit(PAK, **{"in": "t"}), LIGHT, more=more)["refused"]["refs"] == ["2GM-150"]
        gun = {**PAK, "skills": ["anti_aircraft"]}
        assert shot(unit(gun, **{"in": "t"}), FOCKE, more=more, **{"as": "aa"})["refused"]["refs"] == ["2GM-186"]
        assert shot(unit(PAK, **{"in": "h"}), LIGHT, more={"h": unit(HOUSE)})["checks"]

    @rule("2GM-150", "2GM-196")
    def test_damage_goes_on_to_the_cargo(self) -> None:
        """1 damage on truck (life 2) and infantry; a second destroys both; a critical too."""

        def hit(face: int, **states: Any) -> Any:
            units = {"a": unit(LIGHT), "b": unit(TRUCK, 1, **states), "c": unit(LIGHT, 1, where="inside", **{"in": "b"})}
            return put("shot", units, attacker="a", target="b", roll={"shot": [face]})

        once = hit(5)
        assert (change(once, "b", "damage"), change(once, "c", "damage")) == (1, 1)
        for reply in (hit(5, damage=1), hit(10)):
            assert change(reply, "b", "where") == change(reply, "c", "where") == "destroyed"

    @rule("2GM-150")
    def test_two_units_each_in_the_other_do_no_harm(self) -> None:
        """Nonsense set by hand: damage still ends."""
        units = {"a": unit(PAK), "b": unit({**TRUCK, "life": 9}, 1, **{"in": "c"}), "c": unit({**TRUCK, "life": 9}, 1, **{"in": "b"})}
        for face, place in ((4, "table"), (10, "destroyed")):
            reply = put("shot", units, attacker="a", target="b", overrule=True, roll={"shot": [face]})
            assert after(reply, "b")["where"] == after(reply, "c")["where"] == place

    @rule("2GM-150")
    def test_cargo_mounts_nothing_and_takes_no_cover(self) -> None:
        aboard: dict[str, Any] = {"where": "inside", "in": "t", "row": 1, "column": 4}
        units = {"t": unit(TRUCK, row=1, column=4), "s": unit(TANK, row=1, column=4), "h": unit(HEAVY, markers={"HMG": {"face": "dismounted"}}, **aboard)}
        assert refused(playing("fire", units), "mount", unit="h", item="HMG") == ["2GM-150"]
        assert refused(playing("movement", units), "cover_move", unit="h", vehicle="s", row=2) == ["2GM-150"]

    @rule("2GM-151", "2GM-138")
    def test_mechanized_infantry_boards_rides_lands_and_assaults(self) -> None:
        """EX-G42: all in one Movement phase; the assault is its move after unloading."""
        units = {"i": unit(NINTH, row=1, column=3), "t": unit(TRUCK, row=1, column=4), "p": unit(TANK, 1, row=2, column=3)}
        session = do(playing("movement", units), "move", unit="i", onto="t")
        assert refused(session, "move", unit="i", row=2) == ["2GM-150", "2GM-46"]
        do(session, "move", unit="t", row=4, column=4)
        do(session, "unload", unit="i", column=3)
        do(session, "assault", assaulter="i", target="p")
        assert session.state.unit("i").trackers["assaulting"] == "p"
        on(session, "fire")
        assert refused(session, "assault", assaulter="i", target="p", weapon="primary") == []

    @rule("2GM-151", "2GM-138")
    def test_other_infantry_is_done_after_unloading(self) -> None:
        units = {"i": unit(LIGHT, where="inside", **{"in": "t"}), "t": unit(TRUCK, row=3, column=4), "p": unit(TANK, 1, row=3, column=3)}
        session = do(playing("movement", units), "unload", unit="i", column=3, row=3)
        assert refused(session, "move", unit="i", row=2) == ["2GM-46"]
        assert refused(session, "assault", assaulter="i", target="p") == ["2GM-52"]
        on(session, "fire")
        assert refused(session, "shot", attacker="i", target="p", weapon="primary", range=1) == []

    @rule("2GM-195", "2GM-147")
    def test_both_sides_of_the_transport_taken(self) -> None:
        units = {
            "c": unit(LIGHT, where="inside", **{"in": "t"}),
            "t": unit(TRUCK, row=2, column=4),
            "l": unit(LIGHT, row=2, column=3),
            "r": unit(TANK, 1, row=5, column=5),
        }
        assert [refs("unload", units, unit="c", column=column) for column in (3, 5)] == [["2GM-147"]] * 2

    @rule("2GM-195", "2GM-148")
    def test_boarding_a_truck_that_has_moved(self) -> None:
        units = {"i": unit(LIGHT, row=2, column=3), "t": unit(TRUCK, row=1, column=3)}
        session = do(playing("movement", units), "move", unit="t", row=2, column=4)
        do(session, "move", unit="i", onto="t")
        assert refused(session, "unload", unit="i", column=5) == ["2GM-148"]
