"""2GM Tactics, what the board and the table know by themselves: who is there, how far it is, who
may still fire."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from tests.games.asking import change
from tests.games.twogm_table import TANK, do, on, playing, put, refs, refused, result, unit

rule = pytest.mark.rule
PURSE: list[dict[str, Any]] = [{"ap": 9}, {"ap": 9}]
MEDIC = {"Medic": {"face": "active"}}


AMMO: Any = {"name": "Ammo", "type": "support", "cost": 2}
GENERAL: Any = {"name": "General", "type": "support", "cost": 4, "playing_cost": 1}
GUARDED = {
    "b": unit(BOMBER),
    "q": unit(HQ, 1),
    "o": unit(OSTWIND, 1, row=1, column=4),
    "far": unit(OSTWIND, 1, row=4, column=1),
    "fired": unit(OSTWIND, 1, row=1, column=5, aa_fired=True),
    "own": unit(OSTWIND, row=6, column=4),
    "pak": unit(PAK, 1, row=1, column=3),
}


class TestWhoIsThere:
    @rule("2GM-46", "2GM-49", "2GM-52", "2GM-59", "2GM-18", "2GM-122", "2GM-134", "2GM-135", "2GM-65", "2GM-64")
    @pytest.mark.parametrize(
        ("step", "procedure", "card", "state", "told", "no"),
        [
            ("movement", "move", TANK, {}, {"unit": "a", "row": 2}, "2GM-46"),
            ("movement", "swap", TANK, {}, {"unit": "a", "other": "b"}, "2GM-49"),
            ("movement", "swap", TANK, {}, {"unit": "b", "other": "a"}, "2GM-49"),
            ("movement", "cover_move", LIGHT, {}, {"unit": "a", "vehicle": "b", "row": 2}, "2GM-59"),
            ("movement", "cover_move", TANK, {}, {"unit": "i", "vehicle": "a", "row": 2}, "2GM-59"),
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

    @rule("2GM-144")
    def test_sappers_clear_what_is_there(self) -> None:
        for one, other, no in (("table", "table", []), ("destroyed", "table", ["2GM-144"]), ("table", "destroyed", ["2GM-144"])):
            units = {"s": unit({**LIGHT, "equipment": [{"item": "Sappers"}]}, where=one), "w": unit({"name": "Barbed Wire", "type": "terrain"}, 1, where=other)}
            assert refused(playing("fire", units), "clear", unit="s", terrain="w") == no

    @rule("2GM-52", "2GM-162")
    def test_a_target_that_is_gone_is_not_assaulted_but_costs_nothing_later(self) -> None:
        units = {"a": unit(LIGHT, row=2, column=4), "e": unit(PAK, 1, row=4, column=4, where="destroyed")}
        assert refused(playing("movement", units), "assault", assaulter="a", target="e") == ["2GM-52"]
        declared = {**units, "a": unit(LIGHT, row=2, column=4, assaulting="e"), "x": unit(LIGHT, 1, row=4, column=5)}
        session = playing("fire", declared)
        assert refused(session, "shot", attacker="a", target="x", weapon="primary") == []
        assert refused(playing("fire", declared), "assault", assaulter="a", target="e") == []

    @rule("2GM-150")
    def test_cargo_mounts_nothing_and_takes_no_cover(self) -> None:
        aboard: dict[str, Any] = {"where": "inside", "in": "t", "row": 1, "column": 4}
        units = {"t": unit(TRUCK, row=1, column=4), "s": unit(TANK, row=1, column=4), "h": unit(HEAVY, markers={"HMG": {"face": "dismounted"}}, **aboard)}
        assert refused(playing("fire", units), "mount", unit="h", item="HMG") == ["2GM-150"]
        assert refused(playing("movement", units), "cover_move", unit="h", vehicle="s", row=2) == ["2GM-150"]


class TestHowFar:
    @rule("2GM-46", "2GM-161", "2GM-80", "2GM-140")
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

    @rule("2GM-59", "2GM-166", "2GM-151")
    def test_a_seat_aboard_is_not_a_place_behind(self) -> None:
        """Infantry covered by a truck leaves its seat free; a truck that only tows takes nobody
        aboard, whoever it covers."""
        for skills, unit_moves, onto, no in ((["transport"], "a", "t", []), (["tow"], "a", "t", ["2GM-59"]), (["tow"], "t", "a", ["2GM-166"])):
            units = {"a": unit(LIGHT, row=1, column=3), "t": unit({**TRUCK, "skills": skills}, row=1, column=4), "x": unit(LIGHT, at_cover="t")}
            assert refused(playing("movement", units), "move", unit=unit_moves, onto=onto) == no

    @rule("2GM-50", "2GM-47", "2GM-86", "2GM-80", "2GM-46")
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

    @rule("2GM-86", "2GM-179", "2GM-85")
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

    @rule("2GM-59", "2GM-47", "2GM-167")
    @pytest.mark.parametrize(
        ("told", "no"),
        [({"row": 2, "column": 4}, []), ({"row": 3, "column": 4}, ["2GM-167"]), ({"row": 1, "column": 5}, ["2GM-47"]), ({"row": 1, "column": 3}, [])],
    )
    def test_covered_moves_by_the_board(self, told: Any, no: list[str]) -> None:
        """Movement 1 of the infantry holds the tank back; (1, 5) is taken."""
        units = {"i": unit(LIGHT, row=1, column=4), "s": unit(TANK, row=1, column=4), "x": unit(LIGHT, row=1, column=5)}
        assert refused(playing("movement", units), "cover_move", unit="i", vehicle="s", **told) == no

    @rule("2GM-59", "2GM-63", "2GM-64")
    def test_one_infantry_behind_one_vehicle(self) -> None:
        here = {"row": 1, "column": 4}
        for behind in ({"at_cover": "t"}, {"at_cover": "t", **here}, here):
            units = {"a": unit(LIGHT, row=1, column=3), "x": unit(LIGHT, **behind), "t": unit(TANK, **here)}
            assert refused(playing("movement", units), "move", unit="a", onto="t") == ["2GM-59"], behind
        fresh = {"a": unit(LIGHT, where="reserve"), "t": unit(TANK, deployed_turn=1, **here), "x": unit(LIGHT, deployed_turn=1, at_cover="t", **here)}
        assert refused(playing("deployment", fresh, PURSE), "deploy", unit="a", carrier="t") == ["2GM-59"]
        alone = {key: value for key, value in fresh.items() if key != "x"}
        assert refused(playing("deployment", alone, PURSE), "deploy", unit="a", carrier="t", column=5) == ["2GM-64"]
        session = do(playing("deployment", alone, PURSE), "deploy", unit="a", carrier="t")
        assert (session.state.unit("a").count("column"), session.state.unit("a").trackers["at_cover"]) == (4, "t")

    @rule("2GM-23")
    def test_a_unit_called_hq_is_where_it_is(self) -> None:
        """From (3, 2) to the own HQ: 2 rows, 2 columns, 1 behind = 5; to the enemy's: 3 + 2 + 1
        = 6."""
        assert result("distance", {"hq": unit(HQ, 1)}, **{"from": [3, 2], "to": "hq"})["distance"] == 6
        assert result("distance", {"hq": unit(HQ)}, **{"from": [3, 2], "to": "hq"})["distance"] == 5
        assert result("distance", **{"from": [3, 2], "to": "hq"})["distance"] == 5


class TestFire:
    @rule("2GM-54", "2GM-57")
    def test_an_assault_comes_before_other_fire(self) -> None:
        """Only the winner of an assault may fire its other weapons; whose target lives fires at
        nobody else first."""
        units = {"a": unit(LIGHT, row=2, column=4, assaulting="e"), "e": unit(PAK, 1, row=4, column=4), "x": unit(LIGHT, 1, row=4, column=5)}
        session = playing("fire", units)
        assert refused(session, "shot", attacker="a", target="x", weapon="primary") == ["2GM-57"]
        do(session, "assault", (10,), assaulter="a", target="e", weapon="Grenade", reaction=False)
        assert refused(session, "shot", attacker="a", target="x", weapon="primary") == []
        assert refs("shot", units, attacker="a", target="x") == [], "a question is answered"

    @rule("2GM-96", "2GM-95")
    def test_a_fighter_attacks_by_an_air_attack(self) -> None:
        units = {"f": unit(MUSTANG), "x": unit(LIGHT, 1, row=2, column=2)}
        assert refused(playing("fire", units), "shot", attacker="f", target="x") == ["2GM-96"]
        assert refs("shot", units, attacker="f", target="x") == []

    @rule("2GM-88", "2GM-86", "2GM-87", "2GM-177")
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


class TestTheDefendersGuns:
    @rule("2GM-96", "2GM-102", "2GM-107", "2GM-108")
    def test_who_is_not_named_is_asked_all_the_same(self) -> None:
        """Ostwind on (1, 4) is 1 from its HQ; the one on row 4, column 1 is 3 + 3 + 1 = 7 away;
        one has fired; one is the attacker's."""
        session = do(playing("deployment", GUARDED), "air", bombers=["b"], target="q")
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of, session.prompt.default) == ("aim:o", 1, "hold")
        session.answer("hold")
        assert session.prompt.key == "bomb:q"
        named = do(playing("deployment", GUARDED), "air", bombers=["b"], target="q", aa=[])
        assert named.prompt
        assert named.prompt.key == "bomb:q"
        told = do(playing("deployment", GUARDED), "air", bombers=["b"], target="q", aa=["o"])
        assert told.prompt
        assert (told.prompt.key, told.prompt.default) == ("aim:o", None)
        assert [each["what"] for each in put("air", GUARDED, bombers=["b"], target="q")["checks"]] == ["bomb:q"], "a question knows what it is told"

    @rule("2GM-96", "2GM-107", "2GM-111")
    def test_fighters_and_paratroopers_are_met_too(self) -> None:
        units = {**GUARDED, "f": unit(MUSTANG), "p": unit(LIGHT)}
        attack = do(playing("fire", units), "air", fighters=["f"], target="q")
        drop = do(playing("deployment", units), "air", paratroopers=["p"], squares=[{"row": 6, "column": 6}])
        assert [each.prompt and each.prompt.key for each in (attack, drop)] == ["aim:o", "aim:o"]

    @rule("2GM-108")
    def test_with_an_escort_it_must_be_given_where_that_is_played(self) -> None:
        units = {**GUARDED, "f": unit(MUSTANG), "i": unit(FOCKE, 1, where="reserve")}
        session = do(playing("deployment", units, readings={"aa_must_fire": "yes"}), "air", bombers=["b"], target="q", escorts=["f"])
        assert session.prompt
        assert ([each.key for each in session.prompt.options], session.prompt.default) == (["f"], None)


class TestCardsOnEnemies:
    @rule("2GM-09", "2GM-65", "2GM-11", "2GM-135")
    def test_the_active_player_pays_and_the_enemy_bears_it(self) -> None:
        """Damaged lies on the enemy; a second one does not; Repair takes it away."""
        units = {"e": unit(TANK, 1, row=3), "a": unit(LIGHT, row=1), "c": unit(LIGHT, 1, where="inside", **{"in": "e"})}
        seats = [{"ap": 5, "cards": {"deck": 3, "hand": 4}}, {"ap": 5, "cards": {"deck": 3, "hand": 4}}]
        session = do(playing("deployment", units, seats), "play_card", name="Damaged", on="e", kind="equipment", cost=2, permanent=True)
        assert [seat["ap"] for seat in session.state.seats] == [3, 5]
        assert [seat["cards"]["hand"] for seat in session.state.seats] == [3, 4]  # type: ignore[index,call-overload]
        assert refused(session, "play_card", name="Damaged", on="e", kind="equipment", cost=2) == ["2GM-11"]
        assert refused(session, "play_card", name="Damaged", on="c", kind="equipment", cost=2) == ["2GM-150"]
        on(session, "start")
        assert session.state.unit("e").trackers["support"]

    @rule("2GM-09", "2GM-79")
    def test_one_turn_is_the_turn_of_who_played_it(self) -> None:
        """A card on an enemy goes at the end of this turn, not of the enemy's; the enemy's own
        card stays until his End."""
        units = {"e": unit(TANK, 1, row=3, support=[{"name": "Ammo"}])}
        session = do(playing("deployment", units, PURSE), "play_card", name="Hit", on="e", kind="special", cost=4)
        on(session, "end")
        assert [dict(row) for row in session.state.unit("e").trackers["support"]] == [{"name": "Ammo"}]  # type: ignore[union-attr,arg-type]
        on(on(session, "start"), "end")
        assert not session.state.unit("e").trackers.get("support")


class TestAirByTheBoard:
    @rule("2GM-102", "2GM-103", "2GM-87")
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

    @rule("2GM-111", "2GM-112", "2GM-179")
    def test_paratroopers_land_on_what_lies_there(self) -> None:
        """The house on (3, 4) hurts and is occupied; a square with somebody, or a card for
        armour only, is closed."""
        units = {
            "p": unit(LIGHT),
            "h": unit(HOUSE, row=3, column=4),
            "e": unit(LIGHT, 1, row=3, column=5),
            "t": unit({**HOUSE, "access": ["tank"]}, row=3, column=6),
        }
        reply = put("air", units, paratroopers=["p"], squares=[{"row": 3, "column": 4}], aa=[])
        assert (reply["after"]["p"]["damage"], reply["after"]["p"]["in"]) == (1, "h")
        for row, column, no in ((3, 4, []), (4, 5, ["2GM-111"]), (3, 6, ["2GM-111"]), (3, 3, [])):
            assert refs("air", units, paratroopers=["p"], squares=[{"row": row, "column": column}]) == no, (row, column)

    @rule("2GM-97", "2GM-99", "2GM-104")
    @pytest.mark.parametrize(
        ("told", "no"),
        [
            ({"interceptors": ["i"], "escorts": ["e"]}, []),
            ({"interceptors": ["e"]}, ["2GM-97"]),
            ({"interceptors": ["i"], "escorts": ["j"]}, ["2GM-99"]),
            ({"interceptors": ["i"], "hmg_targets": ["i", "i"]}, []),
            ({"interceptors": ["i"], "hmg_targets": ["j"]}, ["2GM-104"]),
            ({"hmg_targets": ["j"]}, []),
        ],
    )
    def test_whose_fighters(self, told: Any, no: list[str]) -> None:
        units = {"b": unit(BOMBER), "e": unit(MUSTANG), "i": unit(FOCKE, 1), "j": unit(FOCKE, 1), "q": unit(HQ, 1)}
        assert refs("air", units, bombers=["b"], target="q", **told) == no


class TestWhatWasBought:
    @rule("2GM-66", "2GM-104", "2GM-98")
    @pytest.mark.parametrize(("lines", "shots"), [([], []), (["HMG"], ["hmg:b:0"]), (["HMG", "HMG"], ["hmg:b:0", "hmg:b:1"])])
    def test_a_bomber_has_the_guns_it_was_deployed_with(self, lines: list[str], shots: list[str]) -> None:
        card = {**BOMBER, "cost": 5, "equipment": [{**BOMBER["equipment"][0], "cost": 1}] * 2}  # type: ignore[index]
        units = {"b": unit(card, where="reserve"), "q": unit(HQ, 1), "i": unit(FOCKE, 1)}
        session = do(playing("deployment", units, PURSE, turn=3), "deploy", unit="b", equipment=lines)
        do(session, "air", bombers=["b"], target="q", interceptors=["i"], escorts=[])
        asked = []
        while session.prompt:
            asked.append(session.prompt.key)
            session.answer((1,))
        assert asked == [*shots, "interceptor:i", "bomb:q"]
        came = {**units, "b": unit(card, deployed_turn=1)}
        assert result("air", came, bombers=["b"], hmgs=2, target="q", interceptors=["i"])["sequence"][:2] == ["hmg:b:0", "hmg:b:1"], "as told"

    @rule("2GM-17", "2GM-142", "2GM-14", "2GM-155")
    def test_what_was_exchanged_is_the_primary_weapon(self) -> None:
        """5+/9+ with Multiple (1): a second shot at 6+/10; its marker lies as it lay, and it
        reacts as often as it must."""
        flames = {"item": "Flamethrower", "marker": "double_arrow", "weapon": {"impact": [5, 9], "penetration": 4, "damage": 2, "range": 1}}
        state: dict[str, Any] = {"primary": "Flamethrower", "markers": {"Flamethrower": {"face": "active"}}, "row": 2, "column": 4}
        units = {"a": unit({**TANK, "skills": ["multiple:1"], "equipment": [flames]}, **state), "e": unit({**LIGHT, "life": 9}, 1, row=4, column=4)}
        asked = put("shots", units, attacker="a", target="e", shots=[{}, {}])["checks"]
        assert [check["target"] for check in asked] == [[5, 9], [6, 10]]
        assert put("shots", units, attacker="a", target="e", shots=[{}, {}, {}])["refused"]["refs"] == ["2GM-142"]
        session = playing("fire", units)
        for _ in range(2):
            do(session, "shot", (1,), attacker="a", target="e", weapon="primary")
        assert refused(session, "shot", attacker="a", target="e", weapon="primary")[0] == "2GM-68"
        assert dict(session.state.unit("a").trackers["markers"]["Flamethrower"]) == {"face": "active"}  # type: ignore[index,call-overload,arg-type]
        tilted = {**state, "markers": {"Flamethrower": {"face": "active", "tilted": True}}}
        for primary, no in (("Flamethrower", []), (None, ["2GM-155"])):
            once = {"a": unit(LIGHT, 1, row=4, column=4), "t": unit({**TANK, "equipment": [flames]}, **{**tilted, "primary": primary})}
            assert refs("assault", once, {"reaction_reuse": "once"}, assaulter="a", target="t", reaction="Flamethrower", weapon="primary") == no

    @rule("2GM-07", "2GM-20", "2GM-21")
    def test_the_table_is_counted_as_the_clock_stops(self) -> None:
        """3 and 4 points of damage: the second HQ loses; of 12 and 10 points at first, 3 and 3
        lost are a draw; what is told comes first."""

        def winner(first: int, second: int, most: int = 10, **told: Any) -> Any:
            units = {"p": unit({**HQ, "life": most}, damage=first), "q": unit(HQ, 1, damage=second)}
            return do(playing("end", units), "victory", timed=True, **told).state.trackers.get("winner")

        assert [winner(3, 4), winner(4, 3), winner(3, 3), winner(3, 3, 12)] == ["player_1", "player_2", "draw", "draw"]
        assert winner(3, 4, hq=[5, 6]) == "player_2"
        bare = {"p": unit({"type": "hq"}), "q": unit({"type": "hq"}, 1)}
        assert result("victory", bare, hq=[5, 0])["winner"] == 0


class TestAtTheEdges:
    @rule("2GM-125", "2GM-139", "2GM-160")
    @pytest.mark.parametrize(("step", "no"), [("movement", []), ("deployment", ["2GM-125"])])
    def test_advance_is_for_the_movement_phase(self, step: str, no: list[str]) -> None:
        """Mobility lets a unit move as it is deployed, but nothing more is paid for then."""
        came = 1 if step == "deployment" else 0
        units = {"a": unit({**TRUCK, "skills": ["mobility", "advance"]}, row=1, column=4, deployed_turn=came)}
        assert refused(playing(step, units, PURSE), "move", unit="a", row=3, column=4, advance=True) == no
        assert refused(playing(step, units, PURSE), "move", unit="a", row=3, column=4) == []

    @rule("2GM-133", "2GM-49")
    @pytest.mark.parametrize(
        ("card", "ground", "no"),
        [(TANK, "forest", []), ({**TANK, "skills": ["extra_heavy"]}, "forest", ["2GM-133"]), ({**TANK, "skills": ["extra_heavy"]}, "plain", [])],
    )
    def test_who_is_stuck_does_not_swap(self, card: Any, ground: str, no: list[str]) -> None:
        units = {"a": unit(card, row=1, column=4, terrain=ground), "b": unit(LIGHT, row=1, column=5)}
        for one, other in (("a", "b"), ("b", "a")):
            assert refused(playing("movement", units), "swap", unit=one, other=other) == no

    @rule("2GM-147", "2GM-179", "2GM-86", "2GM-132")
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

    @rule("2GM-136", "2GM-126", "2GM-143", "2GM-71")
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


class TestCardsOnTheList:
    @rule("2GM-65", "2GM-05", "2GM-12", "2GM-04")
    @pytest.mark.parametrize(
        ("card", "told", "paid"),
        [
            (AMMO, {"name": "ammo", "kind": "equipment", "unit": "a"}, 2),
            (AMMO, {"name": "Ammo", "unit": "c"}, 2),
            (AMMO, {"name": "Ammo", "cost": 1}, 1),
            (GENERAL, {"name": "Patton", "kind": "general"}, 1),
            ({**AMMO, "cost": "X"}, {"name": "Ammo", "cost": 5}, 5),
            ({**AMMO, "cost": "X"}, {"name": "Ammo"}, 0),
        ],
    )
    def test_a_card_that_waits_says_what_it_costs_and_is_gone(self, card: Any, told: Any, paid: int) -> None:
        units = {"a": unit(LIGHT, row=1), "c": unit(card, where="reserve"), "e": unit(card, 1, where="reserve"), "d": unit(card, where="discarded")}
        session = do(playing("deployment", units, PURSE), "play_card", **told)
        assert (session.state.seats[0]["ap"], session.state.unit("c").where, session.state.unit("e").where) == (9 - paid, "discarded", "reserve")
        assert bool(session.state.unit("a").trackers.get("support")) is (told.get("unit") == "a")

    @rule("2GM-65")
    def test_a_card_is_played_once_and_must_be_paid(self) -> None:
        units = {"a": unit(LIGHT, row=1), "c": unit(AMMO, where="reserve"), "o": unit({**AMMO, "name": "Mud"}, where="reserve")}
        assert refused(playing("deployment", units, [{"ap": 1}, {}]), "play_card", name="Ammo", unit="c") == ["2GM-65"]
        session = do(playing("deployment", units, PURSE), "play_card", name="Ammo", unit="c")
        assert refused(session, "play_card", name="Ammo", unit="c") == ["2GM-65"]
        assert refused(session, "play_card", name="Ammo") == [], "another one, not on the list"
        assert session.state.unit("o").where == "reserve"

    @rule("2GM-66", "2GM-05", "2GM-111", "2GM-65")
    @pytest.mark.parametrize(
        ("support", "cost"), [(["Paratrooper"], 3), ([{"name": "Paratrooper", "cost": 1}], 2), (["Promotion", "Paratrooper"], 3), (["Ammo"], 1)]
    )
    def test_cards_that_come_with_a_unit(self, support: Any, cost: int) -> None:
        """Light Infantry 1, Paratrooper 2, Promotion 2 in the deck and 0 to play; Ammo is on
        nobody's list."""
        units = {
            "a": unit(LIGHT, where="reserve"),
            "p": unit({"name": "Paratrooper", "type": "support", "cost": 2}, where="reserve"),
            "m": unit({"name": "Promotion", "type": "support", "cost": 2, "playing_cost": 0}, where="reserve"),
            "e": unit(AMMO, 1, where="reserve"),
        }
        assert result("deploy", units, unit="a", support=support)["cost"] == cost
        session = do(playing("deployment", units, PURSE), "deploy", unit="a", support=support, column=3)
        gone = [each for each in ("p", "m", "e") if session.state.unit(each).where == "discarded"]
        named = [card["name"] if isinstance(card, dict) else card for card in support]
        assert (session.state.seats[0]["ap"], gone) == (9 - cost, [each for each, name in (("p", "Paratrooper"), ("m", "Promotion")) if name in named])

    @rule("2GM-65", "2GM-64", "2GM-37")
    @pytest.mark.parametrize("kind", ["support", "general", "terrain", "hq"])
    def test_what_is_no_unit_is_not_deployed_and_holds_no_row(self, kind: str) -> None:
        units = {
            "c": unit({"name": "Card", "type": kind, "cost": 1}, where="reserve"),
            "r": unit({"name": "Card", "type": kind}, row=1),
            "u": unit({"name": "New"}, row=2),
        }
        assert refused(playing("deployment", units, PURSE), "deploy", unit="c", column=3) == ["2GM-65"]
        assert (result("supply", units)["front"], result("supply", units)["length"]) == (2, 0)
