"""Moves: points, squares, terrain, who is in the way."""

from typing import Any

import pytest

from engine.games.twogm.examples import FOCKE, HEAVY, HOUSE, LIGHT, PAK, SHERMAN, TRUCK
from tests.games.twogm.table import PLAIN, PURSE, TANK, do, early, moved, on, playing, put, refs_of, refused, result, rule, shot, unit

MEDIC = {"Medic": {"face": "active"}}


class TestMoving:
    @rule("2GM-46", "2GM-47")
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

    @rule("2GM-46")
    def test_squares_and_points(self) -> None:
        assert moved(TANK, "plain", "plain") is True
        assert moved(TANK, "plain", "plain", "plain") == ["2GM-46"]
        assert moved(TANK) is True
        assert result("move", {"u": unit(TANK)}, unit="u", path=["plain"]) == {"legal": True, "squares": 1, "points": 2, "problems": [], "rules": []}

    @rule("2GM-46", "2GM-140")
    def test_squares_by_row_and_column(self) -> None:
        assert moved(TANK, [2, 3], [3, 3], **{"from": [1, 3]}) is True
        assert moved(TANK, [2, 4], **{"from": [1, 3]}) == ["2GM-46"]
        assert moved(TANK, [3, 3], **{"from": [1, 3]}) == ["2GM-46"]
        assert moved(TANK, [0, 3], **{"from": [1, 3]}) == ["2GM-46"]
        assert moved(TANK, [7, 3], **{"from": {"row": 6, "column": 3}}) == ["2GM-46"]
        assert moved(TANK, [1, 3], **{"from": [1, 3]}) == ["2GM-46"]
        assert moved({**TANK, "skills": ["motorized"]}, [2, 4], [2, 5], **{"from": [1, 3]}) is True
        assert moved({**TANK, "skills": ["motorized"]}, [2, 4], [3, 5], **{"from": [1, 3]}) == ["2GM-140"]
        assert moved({**TANK, "skills": ["motorized"]}, {"diagonal": True}, "plain") is True
        assert moved(TANK, {"diagonal": True}) == ["2GM-46"]

    @rule("2GM-46")
    def test_a_card_that_says_too_little(self) -> None:
        assert put("move", {"u": unit({"name": "x", "type": "tank"})}, unit="u", path=["plain"])["unknown"] == ["units.u.card.movement"]

    @rule("2GM-46", "2GM-80")
    def test_once_and_by_the_rules(self) -> None:
        session = playing("movement", {"s": unit(TANK, row=1, column=2)})
        assert refused(session, "move", unit="s", row=2, path=["forest", "plain"]) == ["2GM-80"]
        do(session, "move", unit="s", row=2, column=2, terrain="forest")
        state = session.state.unit("s")
        assert (state.count("row"), state.count("column"), state.trackers["terrain"]) == (2, 2, "forest")
        assert refused(session, "move", unit="s", row=3) == ["2GM-46"]

    @rule("2GM-46", "2GM-39")
    def test_the_row_is_asked(self) -> None:
        session = do(playing("movement", {"s": unit(TANK, row=3), "e": unit(TANK, 1)}), "move", unit="s")
        assert session.prompt
        assert (session.prompt.key, session.prompt.default) == ("row", 3)
        session.answer(4)
        assert session.state.unit("s").count("row") == 4
        assert refused(session, "move", unit="e", row=2) == ["2GM-46"]

    @rule("2GM-46", "2GM-59")
    @pytest.mark.parametrize(
        ("card", "state", "no"),
        [
            (TANK, {}, None),
            (TRUCK, {}, None),
            (LIGHT, {}, "2GM-59"),
            (PAK, {}, "2GM-59"),
            (TANK, {"where": "reserve"}, "2GM-59"),
            (TANK, {"moved": True}, "2GM-46"),
            (TANK, {"suppressed": True}, None),
            ({**TANK, "movement": 1}, {"suppressed": True}, "2GM-167"),
        ],
    )
    def test_who_covers_nobody(self, card: Any, state: Any, no: str | None) -> None:
        """Known before the infantry is named."""
        session = playing("movement", {"v": unit(card, row=2, column=4, **state), "i": unit(LIGHT, row=2, column=4)})
        assert early(session, "cover_move", vehicle="v") == [no] * bool(no)
        assert refused(session, "cover_move", unit="i", vehicle="v", row=3) == ([no] if no else [])

    @rule("2GM-46", "2GM-49")
    @pytest.mark.parametrize(
        ("step", "procedure", "card", "state", "told", "no"),
        [
            ("movement", "move", TANK, {}, {"unit": "a", "row": 2}, "2GM-46"),
            ("movement", "swap", TANK, {}, {"unit": "a", "other": "b"}, "2GM-49"),
            ("movement", "swap", TANK, {}, {"unit": "b", "other": "a"}, "2GM-49"),
            ("movement", "cover_move", LIGHT, {}, {"unit": "a", "vehicle": "b", "row": 1, "column": 3}, "2GM-59"),
            ("movement", "cover_move", TANK, {}, {"unit": "i", "vehicle": "a", "row": 1, "column": 3}, "2GM-59"),
            ("movement", "assault", LIGHT, {}, {"assaulter": "a", "target": "e"}, "2GM-52"),
            ("fire", "mount", HEAVY, {"markers": {"HMG": {"face": "dismounted"}}}, {"unit": "a", "item": "HMG"}, "2GM-18"),
            ("reactivation", "dismount", HEAVY, {"markers": {"HMG": {"face": "mounted"}}}, {"unit": "a", "item": "HMG"}, "2GM-18"),
            ("movement", "lay_smoke", SHERMAN, {"markers": {"Smoke Shell": {"face": "active"}}}, {"unit": "a"}, "2GM-122"),
            ("movement", "care", LIGHT, {"markers": MEDIC}, {"unit": "a", "target": "i"}, "2GM-134"),
            ("movement", "care", LIGHT, {"damage": 1}, {"unit": "i", "target": "a"}, "2GM-134"),
            (
                "movement",
                "care",
                {**LIGHT, "equipment": [{"item": "Mechanic"}]},
                {"markers": {"Mechanic": {"face": "active"}}},
                {"unit": "a", "target": "b"},
                "2GM-135",
            ),
            ("deployment", "play_card", LIGHT, {}, {"unit": "a", "name": "Ammo", "kind": "equipment"}, "2GM-65"),
        ],
    )
    def test_the_dead_and_those_in_hand_do_nothing(self, step: str, procedure: str, card: Any, state: Any, told: Any, no: str) -> None:
        for where, expected in (("destroyed", [no]), ("reserve", [no]), ("discarded", [no]), ("table", [])):
            here = {} if procedure == "move" else {"row": 1, "column": 4}
            units = {
                "a": unit(card, where=where, **here, **state),
                "b": unit(TANK, row=1, column=4 if procedure == "cover_move" else 5),
                "i": unit(LIGHT, row=1, column=4, markers=MEDIC),
                "e": unit(PAK, 1, row=5, column=4),
            }
            units = units if "i" in told.values() else {key: value for key, value in units.items() if key != "i"}
            assert refused(playing(step, units, PURSE), procedure, **told) == expected, where

    @rule("2GM-46", "2GM-80")
    @pytest.mark.parametrize(
        ("card", "state", "told", "no"),
        [
            (LIGHT, {}, {"row": 2, "column": 4}, []),
            (LIGHT, {}, {"row": 1, "column": 5}, []),
            (LIGHT, {}, {"row": 2, "column": 5}, ["2GM-46"]),
            (LIGHT, {}, {"row": 3}, ["2GM-46"]),
            (TANK, {}, {"row": 3}, []),
            (TANK, {}, {"row": 2, "column": 3}, []),
            (TANK, {}, {"row": 3, "column": 5}, ["2GM-46"]),
            (TANK, {"suppressed": True}, {"row": 3}, ["2GM-46"]),
            (TANK, {"suppressed": True}, {"row": 2}, []),
            (TANK, {"terrain": "forest"}, {"row": 3}, ["2GM-80"]),
            (TANK, {"terrain": "forest"}, {"row": 2}, []),
            ({**TANK, "skills": ["scout"]}, {"terrain": "forest"}, {"row": 3}, []),
            ({**LIGHT, "skills": ["motorized"]}, {}, {"row": 2, "column": 5}, []),
            ({**LIGHT, "skills": ["motorized"]}, {}, {"row": 3, "column": 5}, ["2GM-46"]),
            ({**LIGHT, "skills": ["motorized"]}, {}, {"row": 3, "column": 4}, ["2GM-46"]),
            ({**LIGHT, "skills": ["mounted"]}, {}, {"row": 3, "ride": True}, []),
            ({**LIGHT, "skills": ["advance"]}, {}, {"row": 3, "advance": True}, []),
            (TANK, {}, {"row": 3, "path": ["plain"]}, ["2GM-46"]),
            (TANK, {}, {"row": 3, "path": ["plain", "plain"]}, []),
        ],
    )
    def test_without_a_path_the_board_counts(self, card: Any, state: Any, told: Any, no: list[str]) -> None:
        """From (1, 4): rows and columns add up; a diagonal step of Motorized saves one; two
        squares need a path of two."""
        session = playing("movement", {"a": unit(card, row=1, column=4, **state)}, PURSE)
        assert refused(session, "move", unit="a", **told) == no

    @rule("2GM-46", "2GM-47")
    @pytest.mark.parametrize(("column", "no"), [(5, []), (6, ["2GM-46"])])
    def test_nobody_boards_from_afar(self, column: int, no: list[str]) -> None:
        units = {"a": unit(LIGHT, row=3, column=4), "t": unit(TRUCK, row=3, column=column), "u": unit(TRUCK)}
        assert refused(playing("movement", units), "move", unit="a", onto="t") == no
        assert refused(playing("movement", units), "move", unit="a", onto="u") == [], "nobody knows where that is"

    @rule("2GM-46", "2GM-80")
    def test_the_row_and_the_ground_of_a_move(self) -> None:
        session = do(playing("movement", {"a": unit(LIGHT), "b": unit(LIGHT, row=3, terrain="forest")}), "move", unit="a")
        assert session.prompt
        assert (session.prompt.default, session.prompt.least, session.prompt.most) == (1, 1, 6)
        session.answer(2)
        do(session, "move", unit="b", row=4, terrain="plain")
        assert (session.state.unit("a").count("row"), "terrain" in session.state.unit("b").trackers) == (2, False)

    @rule("2GM-46", "2GM-52")
    def test_what_a_turn_forgets(self) -> None:
        kept = {
            "moved": True,
            "assaulting": "e",
            "advanced": True,
            "unloaded": True,
            "shot_by": ["e"],
            "fired": True,
            "rode": True,
            "aa_fired": True,
            "fired_with": ["-1"],
        }
        units = {"a": unit(LIGHT, **kept), "e": unit(LIGHT, 1)}
        session = playing("fire", units, [{"gift": True, "free_line": True}, {}], table={"acting": {"unit": "a", "left": ["shot"]}})
        on(session, "reactivation")
        assert ("acting" in session.state.trackers, session.state.unit("a").count("moved")) == (False, True)
        on(session, "start")
        assert (dict(session.state.unit("a").trackers), dict(session.state.seats[0])) == ({}, {})

    @rule("2GM-161", "2GM-125")
    def test_points(self) -> None:
        """Suppression takes 1, never below 0; Advance and Mounted add after that."""

        def points(card: Any, **told: Any) -> int:
            return int(result("move", {"u": unit(card, suppressed=told.pop("suppressed", False))}, unit="u", path=[], **told)["points"])

        fast = {**LIGHT, "skills": ["Advance", "Mounted"]}
        assert [points(LIGHT), points(LIGHT, suppressed=True), points({**LIGHT, "movement": 0}, suppressed=True)] == [1, 0, 0]
        assert points(fast, suppressed=True, advance=True) == 1
        assert points(fast, advance=True, ride=True) == 3
        assert moved(LIGHT, "plain", state={"suppressed": True}) == ["2GM-161"]
        assert moved(fast, "plain", "plain", advance=True) is True
        assert moved(LIGHT, "plain", "plain", advance=True) == ["2GM-125"]
        assert moved(LIGHT, "plain", "plain", ride=True) == ["2GM-141"]


class TestOtherUnits:
    @rule("2GM-47", "2GM-48")
    def test_other_units_on_the_way(self) -> None:
        """EX-G06: a loaded transport passes allied infantry but does not stop there; an empty
        one may, and picks it up."""
        loaded = {"c": unit(LIGHT, where="inside", **{"in": "u"})}
        assert moved(TRUCK, {"holds": "infantry"}, "plain", more=loaded) is True
        assert moved(TRUCK, {"holds": "infantry"}, more=loaded) == ["2GM-48"]
        assert moved(TRUCK, {"holds": "infantry"}) is True
        assert moved(TRUCK, {"holds": "artillery"}) is True
        assert moved({**TRUCK, "skills": ["transport"]}, {"holds": "artillery"}) == ["2GM-47"]
        assert moved({**TRUCK, "skills": ["tow"]}, {"holds": "infantry"}) == ["2GM-47"]
        assert moved(TANK, {"holds": "infantry"}) == ["2GM-47"]
        assert moved(TANK, {"holds": "enemy"}, "plain") == ["2GM-50"]
        assert moved(TANK, {"unit": "e"}, "plain", more={"e": unit(LIGHT, 1)}) == ["2GM-50"]
        assert moved(TANK, {"unit": "f"}, "plain", more={"f": unit(LIGHT)}) is True
        assert moved(LIGHT, {"holds": "tank"}) is True
        assert moved(LIGHT, "tank") is True
        assert moved(TANK, "ally", "plain") is True
        assert moved(TANK, "ally") == ["2GM-47"]
        assert moved(TANK, "enemy") == ["2GM-50"]
        assert moved(PAK, {"holds": "transport"}) is True
        assert moved(PAK, {"holds": "tank"}) == ["2GM-47"]

    @rule("2GM-47", "2GM-50")
    def test_squares_and_cards_that_are_taken(self) -> None:
        """The board knows who stands where; own row 3 is row 4 of the enemy."""
        units = {
            "s": unit(TANK, row=1, column=2),
            "i": unit(LIGHT, row=1, column=1),
            "f": unit(LIGHT, row=2, column=2),
            "e": unit(LIGHT, 1, row=4, column=1),
            "h": unit(HOUSE, row=2, column=1),
            "g": unit(HOUSE),
            "o": unit(LIGHT, **{"in": "g"}),
            "a": unit(FOCKE),
        }
        session = playing("movement", units)
        for told, no in (
            ({"unit": "s", "row": 2, "column": 2}, ["2GM-47"]),
            ({"unit": "s", "row": 3, "column": 1}, ["2GM-50"]),
            ({"unit": "s", "row": 1, "column": 2}, []),
            ({"unit": "s", "row": 2, "into": "h"}, ["2GM-86"]),
            ({"unit": "i", "row": 2, "column": 1, "into": "h"}, []),
            ({"unit": "i", "row": 2, "into": "g"}, ["2GM-47"]),
            ({"unit": "o", "row": 2, "into": "g"}, []),
        ):
            assert refs_of(session, "move", **told) == no, told

    @rule("2GM-166", "2GM-198")
    def test_who_joins_whom(self) -> None:
        units = {
            "g": unit(PAK),
            "s": unit(TANK),
            "t": unit({**TRUCK, "skills": ["transport"]}),
            "w": unit(HEAVY, markers={"HMG": {"face": "mounted"}}),
            "n": unit({**TRUCK, "skills": ["tow"]}),
            "i": unit(LIGHT),
        }
        session = playing("movement", units)
        assert refused(session, "move", unit="g", onto="s") == ["2GM-61"]
        assert refused(session, "move", unit="g", onto="t") == ["2GM-61"]
        assert refused(session, "move", unit="t", onto="w") == ["2GM-198"]
        assert refused(session, "move", unit="w", onto="t") == ["2GM-51", "2GM-51"]
        assert refused(session, "move", unit="n", onto="i") == ["2GM-166"]
        do(session, "move", unit="i", onto="t")
        assert session.state.unit("i").where == "inside"

    @rule("2GM-47", "2GM-61")
    @pytest.mark.parametrize(
        ("mover", "onto", "where"),
        [
            (TRUCK, TANK, ["2GM-47"]),
            (TRUCK, TRUCK, ["2GM-47"]),
            (TANK, LIGHT, ["2GM-47"]),
            (LIGHT, LIGHT, ["2GM-47"]),
            (PAK, LIGHT, ["2GM-47"]),
            (LIGHT, TANK, "table"),
            (LIGHT, {**TANK, "skills": ["transport"]}, "table"),
            (LIGHT, TRUCK, "inside"),
            (LIGHT, {**TRUCK, "skills": ["tow"]}, "table"),
            (PAK, TRUCK, "inside"),
            (PAK, TANK, ["2GM-61"]),
            (TRUCK, LIGHT, "loaded"),
            (TRUCK, PAK, "loaded"),
            ({**TRUCK, "skills": ["tow"]}, LIGHT, ["2GM-166"]),
            ({**TRUCK, "skills": ["transport"]}, PAK, ["2GM-61"]),
        ],
    )
    def test_who_comes_aboard(self, mover: Any, onto: Any, where: Any) -> None:
        """Infantry behind armour or aboard, guns in tow, an empty transport picks up; nobody
        else ends on a unit."""
        session = playing("movement", {"a": unit(mover, row=1), "b": unit(onto, row=2)})
        no = refused(session, "move", unit="a", onto="b")
        one, two = (session.state.unit(each) for each in ("a", "b"))
        assert (no or ("loaded" if two.trackers.get("in") == "a" else one.where)) == where

    @rule("2GM-47", "2GM-48")
    def test_who_ends_on_whom(self) -> None:
        def rules(card: Any, other: Any, **cargo: Any) -> Any:
            return result("move", {"u": unit(card), "o": unit(other), **cargo}, unit="u", path=[{"unit": "o"}])["rules"]

        assert rules(TRUCK, TANK) == rules(TANK, TRUCK) == rules(TRUCK, {"name": "x"}) == ["2GM-47"]
        assert rules(TANK, TRUCK, c=unit(LIGHT, where="inside", **{"in": "u"})) == ["2GM-47"]
        bare = {"name": "x", "type": "transport", "movement": 1}
        assert rules(bare, LIGHT) == rules(bare, PAK) == []
        assert rules(PAK, TRUCK) == rules(LIGHT, TRUCK) == []

    @rule("2GM-50", "2GM-47")
    @pytest.mark.parametrize(
        ("path", "problems"),
        [
            ([[2, 4], [3, 4]], []),
            ([[3, 4], [4, 4]], ["not_adjacent"]),
            ([[1, 5], [2, 5]], ["enemy", "access"]),
            ([[1, 3], [2, 3]], []),
            ([[1, 3]], ["occupied"]),
            ([{"row": 1, "column": 5, "holds": "none"}], []),
            ([[2, 4], [2, 3]], []),
            ([[2, 4], [2, 5]], ["access"]),
            ([[2, 4], [2, 5], [2, 6]], ["too_far", "access"]),
        ],
    )
    def test_a_path_of_squares_meets_who_stands_there(self, path: Any, problems: list[str]) -> None:
        """The tank on (1, 4) has an enemy on (1, 5), a friend on (1, 3), a house on (2, 5)."""
        units = {"a": unit(TANK, row=1, column=4), "e": unit(LIGHT, 1, row=6, column=5), "f": unit(LIGHT, row=1, column=3), "h": unit(HOUSE, row=2, column=5)}
        assert result("move", units, unit="a", path=path)["problems"] == problems


class TestMountedWeapons:
    @rule("2GM-51")
    def test_a_mounted_weapon(self) -> None:
        assert moved(HEAVY, "plain", state={"markers": {"HMG": {"face": "mounted"}}}) == ["2GM-51"]
        assert moved(HEAVY, "plain", state={"markers": {"HMG": {"face": "dismounted"}}}) is True


class TestAdvance:
    @rule("2GM-125", "2GM-113")
    @pytest.mark.parametrize(("purse", "no"), [({"ap_general": 1}, []), ({"ap": 1}, []), ({}, ["2GM-125"])])
    def test_either_of_a_pair_pays_an_advance(self, purse: dict[str, int], no: list[str]) -> None:
        units = {"a": unit({**LIGHT, "skills": ["advance"]}, row=1)}
        session = playing("movement", units, [{"pair": True, **purse}, {}])
        assert refused(session, "move", unit="a", row=2, path=["plain"], advance=True) == no

    @rule("2GM-160", "2GM-141")
    def test_advance_costs_a_point_and_mounted_the_fire(self) -> None:
        units = {"s": unit({**TANK, "skills": ["advance"]}, row=1), "m": unit({**LIGHT, "skills": ["mounted"]}, row=1), "e": unit(LIGHT, 1)}
        session = do(playing("movement", units, [{"ap": 1}, {}]), "move", unit="s", row=4, path=["plain"] * 3, advance=True)
        assert "ap" not in session.state.seats[0]
        poor = playing("movement", units)
        assert refused(poor, "move", unit="s", row=4, path=["plain"] * 3, advance=True) == ["2GM-125"]
        do(session, "move", unit="m", row=3, path=["plain", "plain"], ride=True)
        on(session, "fire")
        assert refused(session, "shot", attacker="m", target="e", weapon="primary") == ["2GM-141"]
        on(session, "start")
        assert not session.state.unit("m").count("rode")

    @rule("2GM-125", "2GM-139")
    @pytest.mark.parametrize(("step", "no"), [("movement", []), ("deployment", ["2GM-125"])])
    def test_advance_is_for_the_movement_phase(self, step: str, no: list[str]) -> None:
        """Mobility lets a unit move as it is deployed, but nothing more is paid for then."""
        came = 1 if step == "deployment" else 0
        units = {"a": unit({**TRUCK, "skills": ["mobility", "advance"]}, row=1, column=4, deployed_turn=came)}
        assert refused(playing(step, units, PURSE), "move", unit="a", row=3, column=4, advance=True) == no
        assert refused(playing(step, units, PURSE), "move", unit="a", row=3, column=4) == []

    @rule("2GM-125")
    @pytest.mark.parametrize(("state", "ap", "no"), [({}, 1, []), ({}, 0, ["2GM-125"]), ({"advanced": True}, 1, ["2GM-125"])])
    def test_advance_once_a_turn(self, state: Any, ap: int, no: list[str]) -> None:
        """Mechanized infantry that was unloaded may move again, but not Advance again."""
        units = {"a": unit({**LIGHT, "skills": ["mechanized", "advance"]}, row=1, unloaded=True, **state)}
        assert refused(playing("movement", units, [{"ap": ap}, {}]), "move", unit="a", row=2, path=PLAIN, advance=True) == no


class TestMotorized:
    @rule("2GM-141")
    def test_who_rode_does_not_fire_but_reacts(self) -> None:
        assert shot(unit(LIGHT, rode=True), LIGHT)["refused"]["refs"] == ["2GM-141"]
        assert shot(unit(LIGHT, rode=True), LIGHT, **{"as": "reaction"})["checks"]

    @rule("2GM-141", "2GM-161")
    def test_a_suppressed_rider_has_its_extra_square(self) -> None:
        rider = unit({**LIGHT, "skills": ["mounted"]}, suppressed=True, row=1)
        assert refused(playing("movement", {"a": rider}), "move", unit="a", row=2, path=PLAIN) == ["2GM-161", "2GM-161"]
        session = do(playing("movement", {"a": rider}), "move", unit="a", row=2, path=PLAIN, ride=True)
        assert (session.state.unit("a").count("row"), session.state.unit("a").count("rode")) == (2, True)
