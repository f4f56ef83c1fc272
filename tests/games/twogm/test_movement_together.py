"""Two units that move together: covered moves, swaps."""

from typing import Any

import pytest

from engine.games.twogm.examples import HEAVY, HOUSE, LIGHT, PAK, TRUCK
from tests.games.twogm.table import PURSE, TANK, after, do, keys, on, playing, put, refs, refs_of, refused, result, rule, shot, trackers_of, unit


class TestSwaps:
    @rule("2GM-49", "2GM-161")
    def test_nobody_swaps_with_himself(self) -> None:
        assert refs("swap", {"a": unit(LIGHT)}, unit="a", other="a") == ["2GM-49"]

    @rule("2GM-49", "2GM-161")
    def test_swapping(self) -> None:
        units = {
            "a": unit(LIGHT, row=1, column=2, terrain="forest"),
            "b": unit(PAK, row=1, column=3),
            "e": unit(LIGHT, 1),
            "w": unit(HEAVY, markers={"HMG": {"face": "mounted"}}),
            "s": unit(LIGHT, suppressed=True),
        }
        session = playing("movement", units)
        assert refused(session, "swap", unit="a", other="e") == ["2GM-49"]
        assert refused(session, "swap", unit="a", other="a") == ["2GM-49"], "nobody swaps with himself"
        assert refused(session, "swap", unit="a", other="w") == ["2GM-161"]
        assert refused(session, "swap", unit="a", other="s") == ["2GM-161"]
        do(session, "swap", unit="a", other="b")
        one, two = session.state.unit("a"), session.state.unit("b")
        assert (one.count("column"), two.count("column"), one.trackers.get("terrain"), two.trackers["terrain"]) == (3, 2, None, "forest")
        assert refused(session, "swap", unit="a", other="b") == ["2GM-49"]

    @rule("2GM-49", "2GM-86")
    def test_swaps(self) -> None:
        """Neighbours only, both squares open, nobody aboard; cargo goes along, cover is left."""
        units = {
            "t": unit(TRUCK, row=2, column=4),
            "a": unit(LIGHT, row=2, column=5, at_cover="s"),
            "far": unit(LIGHT, row=2, column=7),
            "s": unit(TANK, row=2, column=5),
            "c": unit(PAK, row=2, column=4, where="inside", **{"in": "t"}),
            "g": unit(LIGHT, row=3, column=4, **{"in": "h"}),
            "h": unit(HOUSE, row=3, column=4),
        }
        session = playing("movement", units)
        for pair, no in ((("a", "far"), ["2GM-49"]), (("t", "g"), ["2GM-86"]), (("g", "t"), ["2GM-86"]), (("c", "s"), ["2GM-150"])):
            assert refused(session, "swap", unit=pair[0], other=pair[1]) == no, pair
        do(session, "swap", unit="a", other="t")
        one, two, cargo = trackers_of(session, "a", "t", "c")
        assert (one["column"], two["column"], cargo["column"], cargo["in"], one.get("at_cover")) == (4, 5, 5, "t", None)


class TestCoveredMoves:
    @rule("2GM-59", "2GM-60")
    def test_moving_together(self) -> None:
        """EX-G08: at cover after a move together: +1/+1; Hit the Dirt is another row."""
        units = {"i": unit(LIGHT, row=1, prone=True), "s": unit(TANK, row=1), "e": unit(PAK, 1)}
        session = do(playing("movement", units), "cover_move", unit="i", vehicle="s", row=2, column=3)
        at = session.state.unit("i")
        assert (at.trackers["at_cover"], at.count("row"), at.count("moved"), session.state.unit("s").count("moved")) == ("s", 2, True, True)
        assert keys(put("shot", {"a": unit(PAK, 1), "b": unit(LIGHT, at_cover=True, prone=True)}, attacker="a", target="b")) == {
            "at_cover": -1,
            "prone": [-1, 0],
        }

    @rule("2GM-59", "2GM-61")
    def test_who_may(self) -> None:
        units = {
            "i": unit(LIGHT),
            "j": unit(LIGHT),
            "s": unit(TANK),
            "g": unit(PAK),
            "k": unit(LIGHT, at_cover="s"),
            "m": unit(LIGHT, moved=True),
            "w": unit(HEAVY, markers={"HMG": {"face": "mounted"}}),
            "x": unit(LIGHT, suppressed=True),
            "free": unit(TANK),
        }
        session = playing("movement", units)
        for told, no in (
            ({"unit": "g", "vehicle": "free"}, ["2GM-61"]),
            ({"unit": "i", "vehicle": "j"}, ["2GM-59"]),
            ({"unit": "i", "vehicle": "s"}, ["2GM-59"]),
            ({"unit": "k", "vehicle": "s"}, []),
            ({"unit": "i", "vehicle": "free", "squares": 2}, ["2GM-167"]),
            ({"unit": "i", "vehicle": "free", "squares": 0}, ["2GM-59"]),
            ({"unit": "w", "vehicle": "free"}, ["2GM-167"]),
            ({"unit": "x", "vehicle": "free"}, ["2GM-167"]),
            ({"unit": "m", "vehicle": "free"}, ["2GM-46"]),
        ):
            assert refs_of(session, "cover_move", row=2, **told) == no, told

    @rule("2GM-59", "2GM-166")
    def test_a_seat_aboard_is_not_a_place_behind(self) -> None:
        """Infantry covered by a truck leaves its seat free; a truck that only tows takes nobody
        aboard, whoever it covers."""
        for skills, unit_moves, onto, no in ((["transport"], "a", "t", []), (["tow"], "a", "t", ["2GM-59"]), (["tow"], "t", "a", ["2GM-166"])):
            units = {"a": unit(LIGHT, row=1, column=3), "t": unit({**TRUCK, "skills": skills}, row=1, column=4), "x": unit(LIGHT, at_cover="t")}
            assert refused(playing("movement", units), "move", unit=unit_moves, onto=onto) == no

    @rule("2GM-47", "2GM-167")
    @pytest.mark.parametrize(
        ("told", "no"),
        [({"row": 2, "column": 4}, []), ({"row": 3, "column": 4}, ["2GM-167"]), ({"row": 1, "column": 5}, ["2GM-47"]), ({"row": 1, "column": 3}, [])],
    )
    def test_covered_moves_by_the_board(self, told: Any, no: list[str]) -> None:
        """Movement 1 of the infantry holds the tank back; (1, 5) is taken."""
        units = {"i": unit(LIGHT, row=1, column=4), "s": unit(TANK, row=1, column=4), "x": unit(LIGHT, row=1, column=5)}
        assert refused(playing("movement", units), "cover_move", unit="i", vehicle="s", **told) == no

    @rule("2GM-59", "2GM-64")
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

    @rule("2GM-59", "2GM-80")
    def test_covered_moves_begin_together_and_heed_the_ground(self) -> None:
        """From one square; two squares out of a forest are one too many; a house keeps the tank
        out."""
        quick = {**LIGHT, "movement": 2}

        def no(one: Any, **told: Any) -> Any:
            units = {"i": unit(quick, **one), "s": unit(TANK, row=1, column=4, terrain=told.pop("ground", "plain"))}
            return refused(playing("movement", units), "cover_move", unit="i", vehicle="s", **{"row": 2, **told})

        here = {"row": 1, "column": 4}
        assert no({"row": 1, "column": 5}) == ["2GM-59"]
        assert refused(playing("movement", {"t": unit(TANK), "s": unit(TANK)}), "cover_move", unit="t", vehicle="s", row=2) == ["2GM-59"]
        assert no(here) == no(here, squares=2) == no({"row": 1}) == []
        assert no(here, squares=2, ground="forest") == ["2GM-80"]
        assert no(here, path=["forest", "plain"]) == ["2GM-80"]
        assert no(here, path=["plain", "forest"], terrain="forest") == []
        assert no(here, path=["house"]) == ["2GM-86"]
        assert no(here, path=["plain"] * 3) == ["2GM-167"]
        assert no(here, path=[]) == ["2GM-59"]
        units = {"i": unit(quick, **here), "s": unit(TANK, **here)}
        session = do(playing("movement", units), "cover_move", unit="i", vehicle="s", row=2, path=["forest"], terrain="forest")
        assert [each["terrain"] for each in trackers_of(session, "i", "s")] == ["forest", "forest"]

    @rule("2GM-60", "2GM-167")
    def test_when_it_ends(self) -> None:
        """Standing still keeps it; either of the two moving alone ends it. Walking onto a tank
        gives none."""
        units = {"i": unit(LIGHT, row=1, at_cover="s"), "s": unit(TANK, row=1), "j": unit(LIGHT, row=1, column=2), "v": unit(TANK, row=1, column=3)}
        still = on(playing("movement", units), "fire")
        assert still.state.unit("i").trackers["at_cover"] == "s"
        for mover in ("i", "s"):
            session = do(playing("movement", units), "move", unit=mover, row=2)
            assert "at_cover" not in session.state.unit("i").trackers
        walked = do(playing("movement", units), "move", unit="j", onto="v").state.unit("j")
        assert (walked.count("column"), walked.trackers.get("at_cover"), walked.where) == (3, None, "table")

    @rule("2GM-60", "2GM-191")
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

    @rule("2GM-62")
    def test_the_enemy_chooses_which_of_the_two(self) -> None:
        units = {"a": unit(PAK, 1), "i": unit(LIGHT, at_cover="s"), "s": unit(TANK)}
        assert keys(put("shot", units, attacker="a", target="s")) == {}
        assert keys(put("shot", units, attacker="a", target="i")) == {"at_cover": -1}

    @rule("2GM-64", "2GM-192")
    def test_two_on_a_square(self) -> None:
        units = {
            "i": unit(LIGHT),
            "g": unit(PAK),
            "s": unit(TANK),
            "t": unit(TRUCK),
            "old": unit(TANK, deployed_turn=1),
            "now": unit(TANK, deployed_turn=3),
            "full": unit(TRUCK),
            "c": unit(LIGHT, where="inside", **{"in": "full"}),
        }
        session = playing(
            "deployment", {key: {**each, "state": {"where": "reserve", **each["state"]}} for key, each in units.items()}, [{"ap": 20}, {}], turn=3
        )
        for told, no in (
            ({"unit": "i", "carrier": "old"}, ["2GM-64"]),
            ({"unit": "g", "carrier": "s"}, ["2GM-64"]),
            ({"unit": "i", "carrier": "full"}, ["2GM-192"]),
            ({"unit": "s", "carrier": "t"}, ["2GM-64"]),
        ):
            assert refused(session, "deploy", **told) == no, told
        do(session, "deploy", unit="i", carrier="now", column=3)
        assert (session.state.unit("i").trackers["at_cover"], session.state.seats[0]["ap"]) == ("now", 19)
        do(session, "deploy", unit="g", carrier="t", column=5)
        gun, truck = session.state.unit("g"), session.state.unit("t")
        assert (gun.where, gun.trackers["in"], truck.count("column"), truck.where, session.state.seats[0]["ap"]) == ("inside", "t", 5, "table", 15)
        assert result("deploy", {"g": unit(PAK), "t": unit(TRUCK)}, unit="g", carrier="t")["items"] == {"unit": 3, "equipment": 0, "support": 0, "carrier": 1}

    @rule("2GM-63", "2GM-64")
    @pytest.mark.parametrize(
        ("cargo", "carrier", "where"),
        [
            (LIGHT, {**TRUCK, "skills": ["transport"]}, "inside"),
            (LIGHT, {**TRUCK, "skills": ["tow"]}, "behind"),
            (LIGHT, {**TANK, "skills": ["transport"]}, "behind"),
            (PAK, {**TRUCK, "skills": ["tow"]}, "inside"),
            (LIGHT, LIGHT, ["2GM-64"]),
            (PAK, {**TRUCK, "skills": ["transport"]}, ["2GM-64"]),
            (TANK, {**TRUCK, "skills": ["embarkment"]}, "inside"),
            (TANK, TRUCK, ["2GM-64"]),
        ],
    )
    def test_who_comes_with_whom(self, cargo: Any, carrier: Any, where: Any) -> None:
        """Aboard with the skill; infantry takes cover behind any other vehicle; a barge takes
        anything."""
        session = playing("deployment", {"a": unit(cargo, where="reserve"), "c": unit(carrier, where="reserve")}, [{"ap": 20}, {}])
        no = refused(session, "deploy", unit="a", carrier="c", column=3)
        at = session.state.unit("a")
        assert (no or ("behind" if at.trackers.get("at_cover") == "c" else at.where)) == where
