"""2GM Tactics where two or three rules meet; every figure is worked out by hand from the rulebook."""

from typing import Any

import pytest

from engine.events import TrackerSet, UnitMoved
from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, MG, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from engine.games.twogm.smoke import cleared
from engine.games.twogm.turn import expired, relieved
from tests.games.asking import change, rows, targets
from tests.games.twogm_table import RULES, TANK, after, do, keys, on, playing, put, refs, refused, result, shot, target, unit

rule = pytest.mark.rule
HUNTER = {**MUSTANG, "skills": ["fighter", "fighter_bombers"]}
EITHER = {**FOCKE, "skills": ["fighter", "bomber"]}
PLAIN = ["plain"]


def state(session: Any, *units: str) -> list[dict[str, Any]]:
    return [dict(session.state.unit(each).trackers) for each in units]


class TestAircraft:
    @rule("2GM-93", "2GM-94", "2GM-130")
    def test_aircraft_shoot_at_aircraft_whatever_the_distance(self) -> None:
        """3+/8+ at a bomber with Fighter-Bombers: 2+/7+. Nobody else may; a range of 0 is no distance for who flies."""
        assert target(shot(HUNTER, BOMBER)) == [2, 7]
        assert target(shot(HUNTER, {**FOCKE, "skills": []})) == [3, 8]
        assert shot(TANK, BOMBER)["refused"]["refs"] == ["2GM-93"]
        assert target(shot(MUSTANG, unit(LIGHT, 1, row=3, column=4))) == [3, 8]
        assert target(shot(MUSTANG, LIGHT, range=5)) == [3, 8]

    @rule("2GM-94", "2GM-107", "2GM-69")
    def test_a_battery_measures_to_the_target_of_the_aircraft(self) -> None:
        """The aircraft's own HQ is far away and does not matter; a distance that is told does: 4 is beyond 3."""
        gun = unit(OSTWIND, 0, row=1, column=5)
        assert target(shot(gun, unit(BOMBER, 1), **{"as": "aa"})) == [6, 9]
        assert refs("shot", {"a": gun, "b": unit(BOMBER, 1)}, attacker="a", target="b", range=4, **{"as": "aa"}) == ["2GM-69"]
        assert refs("shot", {"a": gun, "b": unit(BOMBER, 1)}, attacker="a", target="b", range=3, **{"as": "aa"}) == []

    @rule("2GM-130", "2GM-92")
    @pytest.mark.parametrize(("units", "mission", "what", "expected"), [
        ({"p": unit(EITHER), "i": unit(HUNTER, 1)}, {"fighters": ["p"], "target": "q", "interceptors": ["i"]}, "interceptor:i", [3, 8]),
        ({"p": unit(EITHER), "i": unit(HUNTER, 1)}, {"bombers": ["p"], "target": "q", "interceptors": ["i"]}, "interceptor:i", [2, 7]),
        ({"p": unit(BOMBER), "e": unit(HUNTER), "i": unit(EITHER, 1)},
         {"bombers": ["p"], "target": "q", "interceptors": ["i"], "escorts": ["e"], "hmgs": 0}, "escort:e", [3, 8]),
        ({"p": unit(HUNTER), "w": unit(EITHER, 1)}, {"fighters": ["p"], "target": "w", "interceptors": []}, "strafe:w", [3, 8]),
        ({"p": unit(HUNTER), "w": unit(EITHER, 1, role="bomber")}, {"fighters": ["p"], "target": "w"}, "strafe:w", [2, 7]),
        ({"p": unit(HUNTER), "w": unit(BOMBER, 1)}, {"fighters": ["p"], "target": "w"}, "strafe:w", [2, 7])])
    def test_an_aircraft_of_both_kinds_is_what_it_flies_as(self, units: Any, mission: Any, what: str, expected: list[int]) -> None:
        """Fighter-Bombers (3+/8+) gain 1 on bombers only: not on a fighter that attacks, intercepts or waits."""
        assert targets(put("air", {**units, "q": unit(HQ, 1)}, **mission))[what] == expected

    @rule("2GM-94", "2GM-105", "2GM-107", "2GM-109")
    def test_which_batteries_reach_by_the_board(self) -> None:
        """Range 3. Row 1 of seat 1 is row 6 of seat 0. HQ of seat 1: 1 behind columns 4 and 5 of row 6.
        From its row 1, column 2: 2 + 1 = 3, in range; column 1: 4, out of it; row 3, column 5: 2 + 1 = 3; row 4: 4."""
        for row, column, shots in ((1, 2, 1), (1, 1, 0), (3, 5, 1), (4, 5, 0), (1, 7, 1), (1, 8, 0)):
            units = {"b": unit(BOMBER), "o": unit(OSTWIND, 1, row=row, column=column), "q": unit(HQ, 1)}
            assert result("air", units, bombers=["b"], target="q", aa=["o"])["aa_shots"] == shots, (row, column)
            assert result("air", units, bombers=["b"], target="q", aa=[{"unit": "o", "covers": True}])["aa_shots"] == 1

    @rule("2GM-105", "2GM-94")
    def test_an_area_square_by_square_by_the_board(self) -> None:
        """The battery stands on (6, 8) as seat 0 counts: (6, 4) is 4 away, (6, 5) 3. Squares are told by rows, or by their units."""
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

    @rule("2GM-107", "2GM-186", "2GM-15", "2GM-94")
    def test_the_weapon_of_a_battery_must_be_ready_and_reach(self) -> None:
        gun = {**OSTWIND, "equipment": [{"item": "HMG", "weapon": {"impact": [4, 9], "penetration": 4, "damage": 3, "range": 2}}]}
        def asked(face: str, **more: Any) -> Any:
            units = {"b": unit(BOMBER), "q": unit(HQ, 1), "o": unit(gun, 1, markers={"HMG": {"face": face}}, row=2, column=3)}
            return put("air", units, bombers=["b"], target="q", aa=[{"unit": "o", "weapon": "HMG", **more}])
        assert asked("disabled", covers=True)["refused"]["refs"] == ["2GM-15"]
        assert asked("active", covers=True)["result"]["aa_shots"] == 1
        assert asked("active")["result"]["aa_shots"] == 0, "(5, 3) to the HQ: 1 + 1 + 1 = 3, the gun reaches 2"

    @rule("2GM-100", "2GM-108", "2GM-105")
    @pytest.mark.parametrize(("at", "interceptors", "prey"), [(1, ["i"], ["e"]), (2, ["i"], ["b"]), (2, [], ["e"])])
    def test_an_escort_that_has_shot_is_no_target_any_more(self, at: int, interceptors: list[str], prey: list[str]) -> None:
        units = {"b": unit(BOMBER), "e": unit(MUSTANG), "i": unit(FOCKE, 1), "o": unit(OSTWIND, 1), "x": unit(LIGHT, 1), "y": unit(LIGHT, 1)}
        told = result("air", units, bombers=["b"], escorts=["e"], interceptors=interceptors, aa=["o"], at_square=at,
                      squares=[{"units": ["x"]}, {"units": ["y"]}])
        assert told["aa_targets"] == prey

    @rule("2GM-100", "2GM-182", "2GM-108")
    def test_an_escort_is_gone_after_its_shot(self) -> None:
        """The battery of the second square finds the bomber alone: 6 hits it for 2."""
        units = {"b": unit({**BOMBER, "equipment": []}), "e": unit(MUSTANG), "i": unit(FOCKE, 1), "o": unit(OSTWIND, 1), "x": unit(LIGHT, 1), "y": unit(LIGHT, 1)}
        reply = put("air", units, bombers=["b"], escorts=["e"], interceptors=["i"], aa=[{"unit": "o", "covers": [2]}],
                    squares=[{"units": ["x"]}, {"units": ["y"]}], roll={"escort:e": [1], "interceptor:i": [1], "bomb:x": [1], "aa:o": [6], "bomb:y": [1]})
        assert (after(reply, "b")["damage"], after(reply, "e").get("damage"), after(reply, "e")["where"]) == (2, None, "discarded")

    @rule("2GM-182")
    @pytest.mark.parametrize(("reading", "second"), [("discarded", "discarded"), ("returns", "table")])
    def test_the_second_escort_has_nobody_left(self, reading: str, second: str) -> None:
        units = {"b": unit({**BOMBER, "equipment": []}), "e": unit(MUSTANG), "f": unit(MUSTANG), "i": unit(FOCKE, 1), "q": unit(HQ, 1)}
        reply = put("air", units, {"idle_escort": reading}, bombers=["b"], target="q", escorts=["e", "f"], interceptors=["i"],
                    roll={"escort:e": [10], "bomb:q": [1]})
        assert (after(reply, "e")["where"], after(reply, "f")["where"]) == ("discarded", second)

    @rule("2GM-93", "2GM-96", "2GM-101", "2GM-102")
    @pytest.mark.parametrize(("flyer", "card"), [("bombers", BOMBER), ("fighters", MUSTANG)])
    def test_who_is_shot_down_strikes_nobody(self, flyer: str, card: Any) -> None:
        units = {"b": unit({**card, "equipment": []}), "i": unit(FOCKE, 1), "q": unit(HQ, 1)}
        reply = put("air", units, target="q", interceptors=["i"], roll={"interceptor:i": [10]}, **{flyer: ["b"]})
        assert (list(targets(reply)), after(reply, "q").get("damage")) == (["interceptor:i"], None)

    @rule("2GM-100", "2GM-104", "2GM-183", "2GM-98")
    def test_interceptors_that_the_table_takes_away(self) -> None:
        """While the guns name their targets both interceptors vanish by hand: nobody is left, the guns are silent."""
        units = {"b": unit(BOMBER), "i": unit(FOCKE, 1), "j": unit(FOCKE, 1), "q": unit(HQ, 1)}
        session = playing("deployment", units, readings={"hmg_allocation": "all_first"}, turn=3)
        do(session, "air", bombers=["b"], target="q", interceptors=["i", "j"], escorts=[])
        for gone in ("i", "j"):
            session.dispatch(UnitMoved(gone, "destroyed"))
        assert session.prompt
        assert (session.prompt.key, [each.key for each in session.prompt.options]) == ("aim:b:0", ["hold"])
        session.answer("hold")
        assert session.prompt
        assert session.prompt.key == "bomb:q"

    @rule("2GM-107", "2GM-188")
    @pytest.mark.parametrize(("aa", "state", "checks"), [
        (["o"], {}, ["aa:o"]), (["o", "o"], {}, ["aa:o"]), (["o"], {"where": "destroyed"}, []), ([{"unit": "o", "covers": [3]}], {}, []),
        ([{"unit": "o", "covers": ["r"]}], {}, ["aa:o"])])
    def test_which_batteries_meet_a_drop(self, aa: Any, state: Any, checks: list[str]) -> None:
        units = {"p": unit(LIGHT), "r": unit(LIGHT), "o": unit(OSTWIND, 1, **state)}
        assert list(targets(put("air", units, paratroopers=["p", "r"], aa=aa))) == checks

    @rule("2GM-105", "2GM-107", "2GM-108", "2GM-188", "2GM-182")
    def test_what_is_told_of_batteries(self) -> None:
        units = {"b": unit(BOMBER), "e": unit(MUSTANG), "i": unit(FOCKE, 1), "o": unit(OSTWIND, 1), "d": unit(OSTWIND, 1, where="destroyed"), "q": unit(HQ, 1),
                 "p": unit(LIGHT), "r": unit(LIGHT)}
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

    @rule("2GM-98", "2GM-100", "2GM-102", "2GM-103", "2GM-105", "2GM-180")
    @pytest.mark.parametrize(("told", "sequence"), [
        ({"target": "q"}, ["bomb:q"]), ({}, []), ({"target": "q", "aa": ["o", "d"]}, ["aa:o", "bomb:q"]), ({"squares": [{}, {}], "aa": ["o"]}, ["aa:o"]),
        ({"squares": [{"units": ["x"]}, {"units": ["y"]}], "aa": ["o"]}, ["aa:o", "bomb:x", "bomb:y"]),
        ({"squares": [{"units": ["x"]}, {"units": ["y"]}], "aa": [{"unit": "o", "covers": [False]}]}, ["bomb:x", "bomb:y"]),
        ({"squares": [{}, {"terrain": {"name": "Trenches", "impact": [1, 1], "armor": 0}}]}, ["bomb:2"])])
    def test_the_order_of_a_raid(self, told: Any, sequence: list[str]) -> None:
        """A battery fires once, a destroyed one never; a card told only by its values is named by its square."""
        units = {"b": unit(BOMBER), "o": unit(OSTWIND, 1), "d": unit(OSTWIND, 1, where="destroyed"), "q": unit(HQ, 1), "x": unit(LIGHT, 1), "y": unit(LIGHT, 1)}
        assert result("air", units, bombers=["b"], **told)["sequence"] == sequence

    @rule("2GM-97", "2GM-105", "2GM-180")
    @pytest.mark.parametrize(("reading", "sequence"), [
        ("before_first", ["hmg:b:0", "interceptor:i", "bomb:x", "bomb:y"]), ("named_square", ["bomb:x", "hmg:b:0", "interceptor:i", "bomb:y"])])
    def test_where_interceptors_come_in(self, reading: str, sequence: list[str]) -> None:
        units = {"b": unit(BOMBER), "i": unit(FOCKE, 1), "x": unit(LIGHT, 1), "y": unit(LIGHT, 1)}
        told = result("air", units, {"area_interception": reading}, bombers=["b"], hmgs=1, interceptors=["i"], at_square=2, squares=[{"units": ["x"]}, {"units": ["y"]}])
        assert told["sequence"] == sequence

    @rule("2GM-102", "2GM-103", "2GM-187")
    def test_the_dice_of_a_mission(self) -> None:
        units = {"b": unit(BOMBER), "p": unit(LIGHT), "x": unit(LIGHT, 1), "d": unit(LIGHT, 1, where="destroyed"), "q": unit(HQ, 1)}
        for told, dice in (({"bombers": ["b"], "squares": [{"units": ["x", "d"]}]}, 1), ({"paratroopers": ["p"], "squares": [{}]}, 0), ({"bombers": ["b"], "target": "q"}, 1),
                           ({"bombers": ["b"]}, 0)):
            assert result("air", units, **told)["rolls"] == dice

    @rule("2GM-92", "2GM-98")
    @pytest.mark.parametrize(("mission", "last"), [("drop", "aa:1"), ("bomb", "bomb"), ("attack", "strafe"), (None, "bomb")])
    def test_the_mission_as_told(self, mission: str | None, last: str) -> None:
        assert result("air", mission=mission, aa=2)["sequence"][-1] == last

    @rule("2GM-92")
    @pytest.mark.parametrize(("card", "role", "no"), [
        (MUSTANG, None, []), (BOMBER, None, []), (EITHER, None, ["2GM-92"]), (EITHER, "bomber", []), (MUSTANG, "bomber", ["2GM-92"]),
        ({key: value for key, value in MUSTANG.items() if key != "skills"}, "bomber", [])])
    def test_the_role_of_an_aircraft(self, card: Any, role: str | None, no: list[str]) -> None:
        """Both skills: one must be chosen as it comes; a question about its cost needs none."""
        told: dict[str, Any] = {"unit": "a", **({"role": role} if role else {})}
        aircraft = {**card, "cost": 3, "equipment": []}
        assert refused(playing("deployment", {"a": unit(aircraft, where="reserve")}, [{"ap": 9}, {}]), "deploy", **told) == no
        assert refs("deploy", {"a": unit(aircraft)}, **told) == (no if role else [])

    @rule("2GM-111", "2GM-179")
    def test_a_drop_told_by_numbers(self) -> None:
        assert result("air", paratroopers=3, squares=[{"terrain": "lake"}], aa=2)["sequence"] == ["aa:0", "aa:1"]

    @rule("2GM-111", "2GM-112", "2GM-179", "2GM-188")
    def test_landings(self) -> None:
        """Held squares are closed, by a unit in the house or on the square; 2 of 3 damage and a mountain kill."""
        units = {"p": unit(LIGHT), "h": unit(HOUSE, 1), "e": unit(LIGHT, 1, **{"in": "h"}), "f": unit(LIGHT, 1, row=2, column=3)}
        assert refs("air", units, paratroopers=["p"], squares=[{"terrain": "h"}]) == ["2GM-111"]
        assert refs("air", units, paratroopers=["p"], squares=[{"row": 5, "column": 3}]) == ["2GM-111"]
        assert refs("air", units, paratroopers=["p"], squares=[{"row": 2, "column": 3}]) == []
        hurt = {"p": unit(LIGHT, damage=2)}
        for terrain, landed in (("mountain", []), ("plain", ["p"])):
            reply = put("air", hurt, paratroopers=["p"], squares=[{"terrain": terrain}])
            assert (reply["result"]["landed"], list(reply["odds"]["landed:p"])) == (landed, ["yes" if landed else "no"])
        assert result("air", hurt, paratroopers=["p"])["landed"] == ["p"]
        two = {"p": unit(LIGHT, damage=2), "r": unit(LIGHT, damage=2)}
        assert result("air", two, paratroopers=["p", "r"], squares=[{"terrain": "plain"}, {"terrain": "mountain"}])["landed"] == ["p"]
        assert result("air", {"p": unit(LIGHT, damage=1)}, paratroopers=["p"], squares=[{"terrain": "forest"}])["landed"] == ["p"]
        waiting = playing("deployment", {"p": unit(LIGHT, where="reserve")})
        assert refused(waiting, "air", paratroopers=["p"], squares=[{}]) == ["2GM-111"]


class TestShots:
    @rule("2GM-142", "2GM-68")
    def test_a_list_of_shots_counts_the_additional_ones(self) -> None:
        """EX-G37 as a list: 4+/7+, 5+/8+, 6+/9+; a secondary weapon fires once for itself, then shares the count."""
        gun = {**PAK, "weapon": {"impact": [4, 7], "penetration": 6, "damage": 1, "range": 3}, "skills": ["multiple:2"]}
        units = {"a": unit(gun), "b": unit({**TANK, "life": 9}, 1)}
        reply = put("shots", units, attacker="a", target="b", shots=[{}, {}, {}])
        assert list(targets(reply).values()) == [[4, 7], [5, 8], [6, 9]]
        assert refs("shots", units, attacker="a", target="b", shots=[{}] * 4) == ["2GM-142"]
        units["a"] = unit({**gun, "secondary": {"impact": [3, 9], "penetration": 6, "damage": 1, "range": 3}})
        both = put("shots", units, attacker="a", target="b", shots=[{}, {"weapon": "secondary"}, {"weapon": "secondary"}, {}])
        assert list(targets(both).values()) == [[4, 7], [3, 9], [4, 10], [6, 9]]
        told = put("shots", units, attacker="a", target="b", shots=[{}, {"shot_number": 3}])
        assert list(targets(told).values()) == [[4, 7], [6, 9]]

    @rule("2GM-142", "2GM-165")
    def test_only_own_shots_with_printed_weapons_are_counted(self) -> None:
        gun = {**HEAVY, "skills": ["multiple:1"]}
        units = {"a": unit(gun), "b": unit({**TANK, "armor": 1, "life": 9}, 1), "c": unit(gun)}
        shots = [{"attacker": "a", "as": "reaction"}, {"attacker": "a", "assault": True}, {"attacker": "a"}, {"attacker": "c"},
                 {"attacker": "a", "weapon": "Grenade"}, {"attacker": "a", "weapon": "Grenade"}, {"attacker": "a"}]
        assert [value[0] for value in targets(put("shots", units, target="b", shots=shots)).values()] == [5, 5, 5, 5, 4, 4, 6]

    @rule("2GM-15", "2GM-69", "2GM-66", "2GM-174")
    def test_a_list_of_shots_is_judged(self) -> None:
        units = {"a": unit(SHERMAN, markers={"MG": {"face": "disabled"}}), "b": unit(LIGHT, 1), "d": unit(LIGHT, 1, where="destroyed")}
        for shots, no in (([{}, {"weapon": "MG"}], ["2GM-15"]), ([{"range": 3}], []), ([{"range": 4}], ["2GM-69"]), ([{"target": "d"}], ["2GM-174"])):
            assert refs("shots", units, attacker="a", shots=[{"target": "b", **each} for each in shots]) == no

    @rule("2GM-142", "2GM-68", "2GM-174")
    def test_the_next_shot_of_a_sequence(self) -> None:
        """Its primary weapon has fired: what follows is additional, in a question too."""
        units = {"a": unit({**PAK, "skills": ["multiple:1"]}, fired_with=["-1"]), "b": unit(TANK, 1)}
        assert target(put("shot", units, attacker="a", target="b")) == [5, 9]
        assert target(put("shot", units, attacker="a", target="b", shot_number=1)) == [4, 8]

    @rule("2GM-185", "2GM-111")
    def test_aircraft_have_no_cover_whatever_is_read(self) -> None:
        assert target(shot(OSTWIND, unit(BOMBER, 1), {"air_cover": "yes"}, terrain="forest", **{"as": "aa"})) == [6, 9]
        assert target(shot(OSTWIND, unit(LIGHT, 1), {"air_cover": "yes"}, terrain="forest", **{"as": "aa"})) == [7, 10]

    @rule("2GM-74", "2GM-174", "2GM-71", "2GM-70")
    def test_a_marker_is_spent_whatever_the_shot_does(self) -> None:
        """An MG (2) cannot harm armour 6: one die that decides nothing, and its marker is down. A bomber's gun has none to turn."""
        reply = shot(SHERMAN, unit(TANK, 1), weapon="MG", roll={"shot": [10]})
        assert (reply["checks"][0]["dice"], reply["checks"][0]["verdict"], after(reply, "a")["markers"]["MG"]["face"]) == (1, "fails", "disabled")
        units = {"b": unit(BOMBER), "i": unit(FOCKE, 1), "q": unit(HQ, 1)}
        raid = put("air", units, bombers=["b"], target="q", interceptors=["i"], roll={"hmg:b:0": [1], "hmg:b:1": [1], "interceptor:i": [1], "bomb:q": [1]})
        assert "markers" not in after(raid, "b")

    @rule("2GM-68", "2GM-107", "2GM-142", "2GM-150", "2GM-52", "2GM-53")
    def test_who_may_shoot(self) -> None:
        """Reacting uses up nothing; cargo is cargo even if nobody says whose; a card that states no skills may be a battery."""
        def no(state: Any, card: Any = LIGHT, at: Any = LIGHT, **told: Any) -> Any:
            return refs("shot", {"a": unit(card, **state), "b": unit(at, 1)}, attacker="a", target="b", **told)
        assert (no({"fired_with": ["-1"]}), no({"fired_with": ["-1"]}, **{"as": "reaction"})) == (["2GM-68"], [])
        assert (no({"where": "inside"}), no({"where": "reserve"})) == (["2GM-150"], ["2GM-68"])
        bare = {key: value for key, value in OSTWIND.items() if key != "skills"}
        assert (no({}, bare, BOMBER, **{"as": "aa"}), no({}, {**OSTWIND, "skills": []}, BOMBER, **{"as": "aa"})) == ([], ["2GM-107"])
        assert (no({}, TANK, **{"as": "assault"}), no({}, TANK, assault=True), no({}, **{"as": "assault"})) == (["2GM-52"], ["2GM-52"], [])
        quick = {**SHERMAN, "skills": ["multiple:2"]}
        assert shot(quick, LIGHT, shot_number=4)["refused"]["text"] == "M4 Sherman has 3 shots with this weapon"

    @rule("2GM-68")
    def test_who_fired_before_may_be_nobody(self) -> None:
        session = playing("fire", {"a": unit(PAK), "b": unit(TANK, 1)})
        session.dispatch(TrackerSet("", "firing", "ghost"))
        do(session, "shot", (1,), attacker="a", target="b", weapon="primary")
        assert session.state.trackers["firing"] == "a"

    @rule("2GM-66", "2GM-68")
    def test_nobody_fires_what_was_not_bought(self) -> None:
        units = {"t": unit(SHERMAN, where="reserve"), "b": unit(LIGHT, 1)}
        session = do(playing("deployment", units, [{"ap": 9}, {}]), "deploy", unit="t", equipment=["MG"], column=3)
        on(session, "fire")
        assert refused(session, "shot", attacker="t", target="b", weapon="HMG") == ["2GM-66"]
        assert refused(session, "shot", attacker="t", target="b", weapon="MG") == []
        known = {"t": unit(SHERMAN, markers={"MG": {"face": "active"}}), "b": unit(LIGHT, 1)}
        assert refs("shot", known, attacker="t", target="b", weapon="HMG") == [], "a card that was not deployed in the app has all its lines"

    @rule("2GM-66", "2GM-122", "2GM-18")
    def test_nobody_uses_what_it_does_not_have(self) -> None:
        assert refs("lay_smoke", {"a": unit(LIGHT)}, unit="a") == ["2GM-66"]
        assert refs("lay_smoke", {"a": unit({**LIGHT, "skills": ["Smoke Shell"]})}, unit="a") == []
        assert refs("lay_smoke", {"a": unit({"type": "tank"})}, unit="a") == [], "nothing is known of this card"
        assert refs("lay_smoke", {"a": unit({"type": "tank", "skills": []})}, unit="a") == ["2GM-66"]
        assert refs("lay_smoke", {"a": unit({"type": "tank", "equipment": []}, markers={"Smoke Shell": {"face": "active"}})}, unit="a") == []
        assert refs("mount", {"a": unit(LIGHT)}, unit="a", item="HMG") == ["2GM-66"]

    @rule("2GM-118", "2GM-73")
    def test_hit_the_dirt_by_its_marker(self) -> None:
        assert target(shot(LIGHT, unit(LIGHT, 1, markers={"Take Cover": {"face": "active"}}, smoke="shell"))) == [7, 10]
        assert target(shot(LIGHT, unit(LIGHT, 1, markers={"Medic": {"face": "active"}}))) == [5, 10]

    @rule("2GM-82", "2GM-32", "2GM-175")
    @pytest.mark.parametrize(("agreed", "damage"), [("no", None), ("yes", 3)])
    def test_a_forest_under_a_unit(self, agreed: str, damage: int | None) -> None:
        units = {"f": unit({"name": "Forest", "type": "terrain"}, 1)}
        reply = shot(SHERMAN, unit({**LIGHT, "life": 5}, 1, **{"in": "f"}), {"natural_destruction": agreed}, units, roll={"shot": [6]})
        assert (change(reply, "b", "damage"), change(reply, "f", "damage")) == (3, damage)

    @rule("2GM-75", "2GM-172", "2GM-173")
    @pytest.mark.parametrize(("assault", "suppressed"), [(False, None), (True, True)])
    def test_what_counts_as_an_assault(self, assault: bool, suppressed: bool | None) -> None:
        """Penetration 4 at armour 4 in a house (5): shots do not count, assaults do, even where they must penetrate the unit."""
        gun = {**LIGHT, "weapon": {"impact": [5, 10], "penetration": 4, "damage": 1, "range": 2}}
        units = {"a": unit(gun), "c": unit(gun), "b": unit({**PAK, "life": 9}, 1)}
        reply = put("shots", units, {"suppress_assault": "if_it_penetrates"}, target="b", terrain="house", assault=assault, shots=[{"attacker": "a"}, {"attacker": "c"}],
                    roll={"shot:0": [1], "shot:1": [1]})
        assert change(reply, "b", "suppressed") is suppressed

    @rule("2GM-85", "2GM-87")
    def test_ruins_fall_on_nobody(self) -> None:
        """The house is gone already: its ruins take no more, and who is in them lives on."""
        units = {"h": unit(HOUSE, 1, ruins=True, damage=6)}
        reply = shot(SHERMAN, unit({**LIGHT, "life": 5}, 1, **{"in": "h"}), None, units, roll={"shot": [6]})
        assert (after(reply, "b")["damage"], after(reply, "b")["where"], change(reply, "h", "damage")) == (3, "table", None)

    @rule("2GM-142", "2GM-68")
    def test_without_multiple_nothing_is_counted(self) -> None:
        """EX-G26: a card may grant a second shot; it is an ordinary one."""
        units = {"a": unit(MUSTANG), "b": unit({**TANK, "armor": 4}, 1)}
        assert list(targets(put("shots", units, attacker="a", target="b", shots=[{}, {}])).values()) == [[3, 8], [3, 8]]
        assert put("shots", units, target="b", shots=[{}])["error"] == "say who shoots at whom"

    @rule("2GM-75", "2GM-173", "2GM-136", "2GM-86")
    def test_suppression_asks_what_each_shot_can_do(self) -> None:
        """PAK (6) and MG (2) at a tank of 6: one. HEAT makes 5 a 6. A house makes 4 a 5."""
        units = {"s": unit(SHERMAN), "p": unit(PAK), "h": unit({**PAK, "skills": ["heat"], "weapon": {**PAK["weapon"], "penetration": 5}}),
                 "t": unit(TANK, 1), "g": unit(PAK, 1, **{"in": "house"}), "w": unit({**PAK, "weapon": {**PAK["weapon"], "penetration": 4}})}
        def able(target: str, *shots: dict[str, Any]) -> Any:
            return result("suppression", units, target=target, shots=shots)["shooters"]
        assert able("t", {"by": "p"}, {"by": "s", "weapon": "MG"}) == ["p"]
        assert able("t", {"by": "p"}, {"by": "s"}) == ["p", "s"]
        assert able("t", {"by": "h"}) == ["h"]
        assert able("g", {"by": "w"}, {"by": "h"}) == ["h"]
        assert result("suppression", units, armor=6, target="t", shots=[{"by": "h"}])["shooters"] == [], "the armour told, as it is"
        assert result("suppression", units, armor=5, shots=[{"by": "h"}])["shooters"] == ["h"]
        weak = result("suppression", units, {"suppress_assault": "if_it_penetrates"}, target="t", shots=[{"by": "w", "assault": True}])
        assert weak["shooters"] == []


class TestAssaults:
    @rule("2GM-163", "2GM-57")
    @pytest.mark.parametrize(("attacked", "row"), [("b", 2), ("t", 2), ("c", 3)])
    def test_the_square_is_held_by_the_other_of_a_pair(self, attacked: str, row: int) -> None:
        """No columns are known: who covers whom says enough. Row 4 of the enemy is the own row 3."""
        units = {"a": unit(LIGHT, row=2), "b": unit(LIGHT, 1, row=4, at_cover="t"), "t": unit(TANK, 1, row=4), "c": unit(LIGHT, 1, row=4)}
        reply = put("assault", units, assaulter="a", target=attacked, reaction=False, weapon="primary", roll={"assault": [10]})
        assert after(reply, "a")["row"] == row

    @rule("2GM-163")
    @pytest.mark.parametrize(("column", "row"), [(4, 2), (5, 3)])
    def test_the_square_is_held_by_who_only_stands_there(self, column: int, row: int) -> None:
        units = {"a": unit(LIGHT, row=2, column=4), "b": unit(LIGHT, 1, row=4, column=4), "t": unit(TANK, 1, row=4, column=column)}
        reply = put("assault", units, assaulter="a", target="b", reaction=False, weapon="primary", roll={"assault": [10]})
        assert after(reply, "a")["row"] == row

    @rule("2GM-163", "2GM-87")
    def test_a_house_that_falls_on_both_leaves_the_square(self) -> None:
        house = unit({**HOUSE, "points": 1, "access": []}, 1)
        units = {"a": unit(LIGHT, row=2), "b": unit(LIGHT, 1, row=4, at_cover="t", **{"in": "h"}), "t": unit(TANK, 1, row=4, **{"in": "h"}), "h": house}
        reply = put("assault", units, assaulter="a", target="b", reaction=False, weapon="primary", roll={"assault": [10]})
        assert (after(reply, "t")["where"], after(reply, "a")["row"], after(reply, "a")["in"]) == ("destroyed", 3, "h")

    @rule("2GM-52", "2GM-141", "2GM-161")
    def test_who_may_not(self) -> None:
        """An own unit is no target; who rode does not fire; a suppressed unit of movement 1 has none left, one of 2 has."""
        def no(card: Any, seat: int = 1, **told: Any) -> Any:
            return refs("assault", {"a": unit(card, **told), "e": unit(PAK, seat)}, assaulter="a", target="e", weapon="primary", reaction=False)
        assert no(LIGHT, 0) == ["2GM-52"]
        assert no({**LIGHT, "skills": ["mounted"]}, rode=True) == ["2GM-141"]
        assert (no(LIGHT, suppressed=True), no({**LIGHT, "movement": 2}, suppressed=True)) == (["2GM-161"], [])
        assert no(LIGHT, moved=True) == [], "the assault is the move"
        still = {key: value for key, value in LIGHT.items() if key != "movement"}
        units = {"a": unit(still, suppressed=True), "e": unit(PAK, 1)}
        assert "odds" in put("assault", units, assaulter="a", target="e", weapon="primary", reaction=False), "nothing is known of its movement"

    @rule("2GM-164", "2GM-57", "2GM-53")
    def test_the_winner_mounts_no_weapon_to_fire(self) -> None:
        units = {"a": unit(HEAVY, row=2, column=3, assaulting="e", markers={"HMG": {"face": "dismounted"}}), "e": unit(PAK, 1, row=4, column=3),
                 "x": unit(LIGHT, 1, row=3, column=3)}
        session = do(playing("fire", units), "assault", (10,), assaulter="a", target="e", weapon="primary", reaction=False)
        do(session, "mount", unit="a", item="HMG")
        assert refused(session, "shot", attacker="a", target="x", weapon="HMG") == ["2GM-164"]
        on(on(session, "start"), "fire")
        assert "assault" not in session.state.unit("a").marks("fired_with")
        still = playing("fire", {**units, "a": unit(HEAVY, row=2, column=3, markers={"HMG": {"face": "mounted"}})})
        assert refused(still, "shot", attacker="a", target="e", weapon="HMG") == []


class TestMoves:
    @rule("2GM-141", "2GM-161")
    def test_a_suppressed_rider_has_its_extra_square(self) -> None:
        rider = unit({**LIGHT, "skills": ["mounted"]}, suppressed=True, row=1)
        assert refused(playing("movement", {"a": rider}), "move", unit="a", row=2, path=PLAIN) == ["2GM-161", "2GM-161"]
        session = do(playing("movement", {"a": rider}), "move", unit="a", row=2, path=PLAIN, ride=True)
        assert (session.state.unit("a").count("row"), session.state.unit("a").count("rode")) == (2, True)

    @rule("2GM-80", "2GM-85")
    def test_ruins_hold_who_leaves_them(self) -> None:
        units = {"a": unit(TANK, **{"in": "h"}), "h": unit(HOUSE, 1, ruins=True)}
        assert result("move", units, unit="a", path=["plain", "plain"])["problems"] == ["difficult"]
        assert result("move", units, unit="a", path=PLAIN)["legal"] is True
        assert result("move", {"a": unit(TANK, terrain="forest")}, unit="a", path=["plain", "plain"], **{"from": {"row": 1, "column": 1}})["legal"] is False
        assert result("move", {"a": unit(TANK, terrain="forest")}, unit="a", path=["plain", "plain"], **{"from": "plain"})["legal"] is True

    @rule("2GM-144", "2GM-80", "2GM-133")
    def test_a_friends_sappers_make_the_way(self) -> None:
        """Their forest is plain ground for friends, for the heaviest too; an enemy's is not crossed at all."""
        sappers = unit({**LIGHT, "equipment": [{"item": "Sappers"}]}, terrain="forest")
        for card, friend, legal in ((TANK, sappers, True), ({**TANK, "skills": ["extra_heavy"]}, sappers, True), (TANK, unit(LIGHT, terrain="forest"), False),
                                    (TANK, {**sappers, "seat": 1}, False)):
            assert result("move", {"a": unit(card), "s": friend}, unit="a", path=[{"unit": "s"}, "plain"])["legal"] is legal
        assert result("move", {"a": unit(TANK), "s": sappers}, unit="a", path=[{"unit": "s", "terrain": "lake"}, "plain"])["problems"] == ["impassable"]

    @rule("2GM-49", "2GM-86", "2GM-150", "2GM-60")
    def test_swaps(self) -> None:
        """Neighbours only, both squares open, nobody aboard; cargo goes along, cover is left."""
        units = {"t": unit(TRUCK, row=2, column=4), "a": unit(LIGHT, row=2, column=5, at_cover="s"), "far": unit(LIGHT, row=2, column=7),
                 "s": unit(TANK, row=2, column=5), "c": unit(PAK, row=2, column=4, where="inside", **{"in": "t"}),
                 "g": unit(LIGHT, row=3, column=4, **{"in": "h"}), "h": unit(HOUSE, row=3, column=4)}
        session = playing("movement", units)
        for pair, no in ((("a", "far"), ["2GM-49"]), (("t", "g"), ["2GM-86"]), (("g", "t"), ["2GM-86"]), (("c", "s"), ["2GM-150"])):
            assert refused(session, "swap", unit=pair[0], other=pair[1]) == no, pair
        do(session, "swap", unit="a", other="t")
        one, two, cargo = state(session, "a", "t", "c")
        assert (one["column"], two["column"], cargo["column"], cargo["in"], one.get("at_cover")) == (4, 5, 5, "t", None)

    @rule("2GM-59", "2GM-80", "2GM-84")
    def test_covered_moves_begin_together_and_heed_the_ground(self) -> None:
        """From one square; two squares out of a forest are one too many; a house keeps the tank out."""
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
        assert [each["terrain"] for each in state(session, "i", "s")] == ["forest", "forest"]

    @rule("2GM-47", "2GM-48", "2GM-59", "2GM-61", "2GM-147", "2GM-148", "2GM-151", "2GM-166", "2GM-192", "2GM-195")
    @pytest.mark.parametrize(("mover", "onto", "where"), [
        (TRUCK, TANK, ["2GM-47"]), (TRUCK, TRUCK, ["2GM-47"]), (TANK, LIGHT, ["2GM-47"]), (LIGHT, LIGHT, ["2GM-47"]), (PAK, LIGHT, ["2GM-47"]),
        (LIGHT, TANK, "table"), (LIGHT, {**TANK, "skills": ["transport"]}, "table"), (LIGHT, TRUCK, "inside"), (LIGHT, {**TRUCK, "skills": ["tow"]}, "table"),
        (PAK, TRUCK, "inside"), (PAK, TANK, ["2GM-61"]), (TRUCK, LIGHT, "loaded"), (TRUCK, PAK, "loaded"), ({**TRUCK, "skills": ["tow"]}, LIGHT, ["2GM-166"]),
        ({**TRUCK, "skills": ["transport"]}, PAK, ["2GM-61"])])
    def test_who_joins_whom(self, mover: Any, onto: Any, where: Any) -> None:
        """Infantry behind armour or aboard, guns in tow, an empty transport picks up; nobody else ends on a unit."""
        session = playing("movement", {"a": unit(mover, row=1), "b": unit(onto, row=2)})
        no = refused(session, "move", unit="a", onto="b")
        one, two = (session.state.unit(each) for each in ("a", "b"))
        assert (no or ("loaded" if two.trackers.get("in") == "a" else one.where)) == where

    @rule("2GM-125")
    @pytest.mark.parametrize(("state", "ap", "no"), [({}, 1, []), ({}, 0, ["2GM-125"]), ({"advanced": True}, 1, ["2GM-125"])])
    def test_advance_once_a_turn(self, state: Any, ap: int, no: list[str]) -> None:
        """Mechanized infantry that was unloaded may move again, but not Advance again."""
        units = {"a": unit({**LIGHT, "skills": ["mechanized", "advance"]}, row=1, unloaded=True, **state)}
        assert refused(playing("movement", units, [{"ap": ap}, {}]), "move", unit="a", row=2, path=PLAIN, advance=True) == no

    @rule("2GM-147", "2GM-195", "2GM-132", "2GM-179")
    @pytest.mark.parametrize(("craft", "told", "no"), [
        (False, {"column": 3}, []), (False, {"column": 5}, []), (False, {"column": 4}, ["2GM-147"] * 2), (False, {"column": 6}, ["2GM-147"]), (False, {"row": 2}, []),
        (False, {"row": 3}, ["2GM-147"]), (False, {"row": 2, "column": 3}, []), (False, {"row": 3, "column": 3}, ["2GM-147"]), (False, {}, []),
        (True, {"row": 3}, []), (True, {"row": 3, "column": 4}, []), (True, {"row": 3, "column": 5}, ["2GM-147"]), (True, {"row": 2}, ["2GM-147"]), (True, {}, [])])
    def test_where_cargo_is_set_down(self, craft: bool, told: Any, no: list[str]) -> None:
        """Left or right of a truck on (2, 4), in its row; straight ahead of a barge."""
        card = {**TRUCK, "skills": ["embarkment"]} if craft else TRUCK
        units = {"t": unit(card, row=2, column=4), "a": unit(LIGHT, where="inside", row=2, column=4, **{"in": "t"}), "x": unit(LIGHT, row=4, column=3)}
        assert refused(playing("movement", units), "unload", unit="a", **told) == no

    @rule("2GM-147", "2GM-195", "2GM-179")
    def test_where_the_board_knows_less(self) -> None:
        """A truck whose column nobody knows; a neighbour square that is taken."""
        aboard: dict[str, Any] = {"where": "inside", "in": "t"}
        units = {"t": unit(TRUCK, row=2), "a": unit(LIGHT, **aboard), "x": unit(LIGHT, row=2, column=3), "y": unit(LIGHT, row=1, column=5)}
        for column, no in ((3, ["2GM-147"]), (5, [])):
            assert refused(playing("movement", units), "unload", unit="a", column=column) == no

    @rule("2GM-194", "2GM-197", "2GM-149", "2GM-148")
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


class TestDeploying:
    @rule("2GM-65", "2GM-64")
    def test_a_card_comes_once(self) -> None:
        units = {"r": unit(TANK, where="reserve"), "n": unit(TANK), "t": unit(TANK, row=2), "d": unit(TANK, where="destroyed"),
                 "f": unit({**FOCKE, "cost": 3}, deployed_turn=2)}
        session = playing("deployment", units, [{"ap": 20}, {}], turn=3)
        assert [refused(session, "deploy", unit=each) for each in ("t", "d", "f", "r")] == [["2GM-65"], ["2GM-65"], ["2GM-65"], []]
        assert refused(session, "deploy", unit="n", column=5) == [], "never placed: it may still come"
        assert refused(session, "deploy", unit="n", column=6) == ["2GM-65"]
        assert result("deploy", {"t": unit(TANK, row=2)}, unit="t")["cost"] == 4, "a question is answered"

    @rule("2GM-132", "2GM-169")
    def test_a_barge_brings_infantry_at_sea(self) -> None:
        """EX-G36 on its sea square: 0 + 1."""
        units = {"s": unit(LIGHT), "b": unit({**TRUCK, "cost": 4, "skills": ["embarkment", "mobility"]}), "t": unit(TRUCK)}
        assert result("deploy", units, unit="s", carrier="b", terrain="sea")["cost"] == 1
        assert refs("deploy", units, unit="s", carrier="t", terrain="sea") == ["2GM-169"]
        assert refs("deploy", units, unit="s", carrier="b", terrain="lake") == ["2GM-169"]

    @rule("2GM-36", "2GM-67", "2GM-169")
    @pytest.mark.parametrize(("terrain", "kept"), [("forest", "forest"), ("plain", None), (None, None)])
    def test_the_ground_a_unit_comes_on(self, terrain: str | None, kept: str | None) -> None:
        told = {"terrain": terrain} if terrain else {}
        session = do(playing("deployment", {"t": unit(TANK, where="reserve")}, [{"ap": 9}, {}]), "deploy", unit="t", column=3, **told)
        assert session.state.unit("t").trackers.get("terrain") == kept

    @rule("2GM-63", "2GM-64", "2GM-132", "2GM-149", "2GM-192")
    @pytest.mark.parametrize(("cargo", "carrier", "where"), [
        (LIGHT, {**TRUCK, "skills": ["transport"]}, "inside"), (LIGHT, {**TRUCK, "skills": ["tow"]}, "behind"), (LIGHT, {**TANK, "skills": ["transport"]}, "behind"),
        (PAK, {**TRUCK, "skills": ["tow"]}, "inside"), (LIGHT, LIGHT, ["2GM-64"]), (PAK, {**TRUCK, "skills": ["transport"]}, ["2GM-64"]),
        (TANK, {**TRUCK, "skills": ["embarkment"]}, "inside"), (TANK, TRUCK, ["2GM-64"])])
    def test_who_comes_with_whom(self, cargo: Any, carrier: Any, where: Any) -> None:
        """Aboard with the skill; infantry takes cover behind any other vehicle; a barge takes anything."""
        session = playing("deployment", {"a": unit(cargo, where="reserve"), "c": unit(carrier, where="reserve")}, [{"ap": 20}, {}])
        no = refused(session, "deploy", unit="a", carrier="c", column=3)
        at = session.state.unit("a")
        assert (no or ("behind" if at.trackers.get("at_cover") == "c" else at.where)) == where

    @rule("2GM-66", "2GM-13", "2GM-17")
    @pytest.mark.parametrize(("lines", "no"), [
        ([{"item": "Medic", "slot": "offensive"}, {"item": "Grenade", "slot": "offensive"}], ["2GM-66"]), ([{"item": "Medic"}, {"item": "Grenade"}], []),
        ([{"item": "Medic"}, {"item": "Grenade", "slot": "offensive"}], []), ([{"item": "Medic"}, {"item": "Grenade", "slot": "defensive"}], ["2GM-66"])])
    def test_the_sides_of_a_card(self, lines: Any, no: list[str]) -> None:
        card = {**LIGHT, "equipment": [{"cost": 0, **line} for line in lines]}
        assert refs("deploy", {"a": unit(card)}, unit="a", equipment=["Medic", "Grenade"]) == no

    @rule("2GM-65", "2GM-63", "2GM-111")
    def test_every_card_leaves_the_hand(self) -> None:
        """Infantry, its truck, a Paratrooper card: three; a truck that came before is not counted again."""
        units = {"t": unit(TRUCK, where="reserve"), "a": unit(LIGHT, where="reserve"), "b": unit(PAK, where="reserve")}
        session = playing("deployment", units, [{"ap": 20, "cards": {"deck": 9, "hand": 7}}, {}])
        do(session, "deploy", unit="t", column=2)
        assert session.state.seats[0]["cards"]["hand"] == 6  # type: ignore[index,call-overload]
        do(session, "deploy", unit="b", carrier="t", column=2)
        assert session.state.seats[0]["cards"]["hand"] == 5  # type: ignore[index,call-overload]
        both = playing("deployment", units, [{"ap": 20, "cards": {"deck": 9, "hand": 7}}, {}])
        do(both, "deploy", unit="a", carrier="t", column=2, support=[{"name": "Paratrooper", "cost": 2}])
        assert (both.state.seats[0]["cards"]["hand"], both.state.seats[0]["ap"]) == (4, 16)  # type: ignore[index,call-overload]

    @rule("2GM-11", "2GM-09", "2GM-150")
    def test_cards_played_with_a_unit_lie_on_it(self) -> None:
        """A second Rhino Tank is refused in the same turn, and gone at its end; permanent cards stay; cargo takes none."""
        units = {"s": unit(TANK, where="reserve"), "t": unit(TRUCK, row=2), "c": unit(LIGHT, where="inside", **{"in": "t"})}
        session = playing("deployment", units, [{"ap": 20}, {}])
        cards = [{"name": "Rhino Tank", "cost": 1}, {"name": "Sandbags", "cost": 1, "permanent": True}, {"name": "Promotion", "cost": 0}, {"cost": 1}]
        do(session, "deploy", unit="s", column=3, support=cards)
        assert refused(session, "play_card", name="rhino tank", unit="s", kind="equipment") == ["2GM-11"]
        assert refused(session, "play_card", name="Ammo", unit="c", kind="equipment") == ["2GM-150"]
        assert [row["name"] for row in session.state.unit("s").trackers["support"]] == ["Rhino Tank", "Sandbags"]  # type: ignore[union-attr,index,call-overload]
        on(session, "start")
        assert [row["name"] for row in session.state.unit("s").trackers["support"]] == ["Sandbags"]  # type: ignore[union-attr,index,call-overload]

    @rule("2GM-153")
    def test_patton_is_not_wasted_on_what_is_free(self) -> None:
        units = {"s": unit(SHERMAN, where="reserve"), "t": unit(SHERMAN, where="reserve"), "u": unit(SHERMAN, where="reserve")}
        session = playing("deployment", units, [{"ap": 30, "general": "Patton"}, {}])
        do(session, "deploy", unit="s", equipment=["MG"], column=2)
        do(session, "deploy", unit="t", equipment=["MRL", "HMG"], column=3)
        assert session.state.seats[0]["ap"] == 30 - 4 - 6
        do(session, "deploy", unit="u", equipment=["MRL"], column=4)
        assert session.state.seats[0]["ap"] == 20 - 7

    @rule("2GM-21", "2GM-95")
    @pytest.mark.parametrize(("card", "role", "winner"), [(MUSTANG, None, "player_2"), (BOMBER, None, None), (EITHER, "fighter", "player_2"),
                                                         (EITHER, "bomber", None), (TANK, None, "player_2")])
    def test_the_last_card(self, card: Any, role: str | None, winner: str | None) -> None:
        """A fighter is resolved as it comes beside the HQ; a bomber only by its raid."""
        session = playing("deployment", {"a": unit({**card, "cost": 3}, where="reserve")}, [{"ap": 9, "cards": {"deck": 0, "hand": 1}}, {}])
        do(session, "deploy", unit="a", **({"role": role} if role else {}))
        assert session.state.trackers.get("winner") == winner


class TestCardsAndPoints:
    @rule("2GM-35", "2GM-89")
    @pytest.mark.parametrize(("row", "ground", "skills", "legal"), [
        (4, "forest", True, False), (4, "plain", True, True), (2, "plain", True, True), (3, "plain", True, True), (1, "plain", True, False), (3, "forest", True, True), (3, "forest", False, True), (4, "ruins", True, False)])
    def test_advanced_deployment_never_on_rough_squares(self, row: int, ground: str, skills: bool, legal: bool) -> None:
        card = {"name": "Barriers", "row": row, "on": ground, "skills": ["Advanced Deployment"] if skills else []}
        assert result("setup", None, {"terrain_on_rough": "yes"}, bid=3, terrain=[card])["legal"] is legal
        other = {"name": "Barriers", "row": 4, "skills": ["Building"]}
        assert result("setup", bid=3, terrain=[other])["problems"] == ["row"]
        for name, ground, problems in ((None, "river", ["square"]), ("Bridge", "river", []), ("Bridge", "lake", ["square"]), ("Barriers", "wall", ["square"])):
            placed = {"cost": 1, "row": 2, "on": ground, **({"name": name} if name else {})}
            assert result("setup", bid=3, terrain=[placed])["problems"] == problems

    @rule("2GM-31", "2GM-03", "2GM-87")
    def test_what_is_not_stated_is_not_nothing(self) -> None:
        assert put("setup", bid=3, terrain=["Bunker"])["error"].startswith("cost of Bunker is not in the rulebook")
        assert result("setup", bid=3, terrain=[{"name": "Bunker", "cost": 4}])["legal"] is False
        assert put("deck", cards=[{"name": "Tiger"}])["error"] == "Tiger: its cost is not stated"
        assert put("building", points=6, shot={})["error"] == "say the damage of the shot"
        assert put("deck", cards=[{}])["error"] == "?: its cost is not stated"
        assert result("building", points=6, shot={"result": "nothing"})["points"] == 6
        assert result("building", points=6, shot={"damage": 2})["points"] == 4, "a hit, where no result is told"

    @rule("2GM-26", "2GM-113")
    def test_the_points_of_a_general_of_a_pair_go_with_the_hq(self) -> None:
        seats = [{"ap": 3, "ap_general": 2, "hq_lost": True, "pair": True}, {"ap": 4, "ap_general": 1}]
        session = do(playing("end", {"q": unit(HQ, where="destroyed")}, seats, scenario="bridge"), "end_turn", ())
        assert [(side.get("ap"), side.get("ap_general")) for side in session.state.seats] == [(None, None), (4, 1)]

    @rule("2GM-97", "2GM-181", "2GM-92")
    def test_only_fighters_can_still_intercept(self) -> None:
        units = {"b": unit(BOMBER, 1), "f": unit(FOCKE, 1), "new": unit(FOCKE, 1, deployed_turn=1), "e": unit(EITHER, 1, role="bomber"), "g": unit(EITHER, 1)}
        assert result("reactions", units, seat=1)["interceptors"] == ["f", "g"]

    @rule("2GM-134", "2GM-144")
    def test_care_in_passing(self) -> None:
        """What is told goes before the board: a patient passes the medic on its way."""
        units = {"m": unit(LIGHT, row=1, column=1), "p": unit(LIGHT, row=4, column=1, damage=1), "n": unit(LIGHT, row=2, column=1, damage=1)}
        assert refs("care", units, unit="m", target="p") == ["2GM-134"]
        assert refs("care", units, unit="m", target="p", adjacent=True) == []
        assert (refs("care", units, unit="m", target="n"), refs("care", units, unit="m", target="n", adjacent=False)) == ([], ["2GM-134"])

    @rule("2GM-134", "2GM-135")
    @pytest.mark.parametrize(("skills", "card", "what", "no"), [
        (["heal"], PAK, "damage", []), (["heal"], PAK, "damaged_card", ["2GM-135"]), (["repair"], PAK, "damaged_card", []),
        (["heal", "repair"], PAK, "damaged_card", []), (["repair"], LIGHT, "damaged_card", ["2GM-135"]), (["heal"], TANK, "damage", ["2GM-135"])])
    def test_only_repair_takes_the_damaged_card(self, skills: list[str], card: Any, what: str, no: list[str]) -> None:
        units = {"m": unit({**LIGHT, "equipment": [], "skills": skills}), "p": unit(card, damage=2, support=[{"name": "Damaged"}])}
        assert refs("care", units, unit="m", target="p", what=what) == no

    @rule("2GM-09", "2GM-65")
    @pytest.mark.parametrize("kind", ["supply", "promotion", "equipment", "special"])
    def test_a_card_that_names_no_unit(self, kind: str) -> None:
        """It is paid for and leaves the hand; what it does is the table's."""
        session = playing("deployment", {"s": unit(TANK, row=1)}, [{"ap": 5, "cards": {"deck": 3, "hand": 3}}, {}])
        do(session, "play_card", name="Hit", kind=kind, cost=4)
        assert (session.state.seats[0]["ap"], state(session, "s")) == (1, [{"row": 1}])

    @rule("2GM-11")
    @pytest.mark.parametrize(("kind", "no"), [("equipment", ["2GM-11"]), ("special", ["2GM-11"]), ("supply", []), ("promotion", [])])
    def test_identical_cards_that_stay(self, kind: str, no: list[str]) -> None:
        units = {"s": unit(TANK, row=1, support=[{"name": "Rhino Tank"}])}
        assert refused(playing("deployment", units), "play_card", name="Rhino Tank", unit="s", kind=kind) == no

    @rule("2GM-123", "2GM-122")
    def test_where_smoke_can_lie(self) -> None:
        """Range 3 from (1, 4), three squares of one row: the middle one must be in range, its neighbours need not."""
        card = {**TANK, "equipment": [{"item": "Smoke Screen"}, {"item": "Smoke Shell"}]}
        def no(item: str, *places: tuple[int, int]) -> Any:
            units = {"s": unit(card, row=1, column=4), **{f"u{n}": unit(LIGHT, row=row, column=column) for n, (row, column) in enumerate(places)}}
            return refs("lay_smoke", units, unit="s", item=item, on=[name for name in units if name != "s"])
        assert no("Smoke Screen", (4, 4)) == no("Smoke Screen", (4, 3), (4, 4), (4, 5)) == no("Smoke Screen", (4, 5)) == []
        assert no("Smoke Screen", (4, 6)) == no("Smoke Screen", (5, 4)) == ["2GM-123"]
        assert no("Smoke Screen", (3, 2), (3, 5)) == no("Smoke Screen", (2, 4), (3, 4)) == ["2GM-123"]
        assert no("Smoke Screen", (3, 6), (3, 4)) == [], "the middle (3, 5) is 3 away"
        assert (no("Smoke Shell", (1, 4)), no("Smoke Shell", (1, 5))) == ([], ["2GM-122"])
        assert refs("lay_smoke", {"s": unit(card), "u": unit(LIGHT, row=6, column=8)}, unit="s", item="Smoke Screen", on=["u"]) == []

    @rule("2GM-32", "2GM-179")
    def test_where_terrain_can_be_laid_in_play(self) -> None:
        units = {"h": unit({**HOUSE, "cost": 1}, where="reserve"), "w": unit({"name": "Wall", "type": "terrain"}, 1, row=4, column=3), "a": unit(LIGHT, row=2, column=3),
                 "e": unit(LIGHT, 1, row=1, column=7), "q": unit(HQ), "u": unit(LIGHT)}
        session = playing("deployment", units, [{"ap": 9}, {}], readings={"terrain_in_play": "yes"})
        for row, column, near, no in ((2, 5, None, ["2GM-32"]), (2, 5, True, []), (2, 4, False, ["2GM-32"]), (3, 3, None, ["2GM-179"]), (6, 6, None, ["2GM-32"])):
            told = {} if near is None else {"near": near}
            assert refused(playing("deployment", units, [{"ap": 9}, {}], readings={"terrain_in_play": "yes"}), "place_terrain",
                           terrain="h", row=row, column=column, **told) == no, (row, column, near)
        for told in ({"row": 6}, {"column": 8}, {}):
            table = {**units, "n": unit({"name": "Wall", "type": "terrain"})}
            assert refused(playing("deployment", table, [{"ap": 9}, {}], readings={"terrain_in_play": "yes"}), "place_terrain", terrain="h", **told) == []
        do(session, "place_terrain", terrain="h", row=2, column=4)
        assert session.state.unit("h").count("column") == 4

    @rule("2GM-68", "2GM-193", "2GM-123")
    @pytest.mark.parametrize(("item", "seat", "phase", "allowed"), [
        ("MG", "own", "fire", True), ("MG", "own", "movement", False), ("Medic", "own", "movement", True), ("Smoke Screen", "own", "end", True),
        ("Smoke Screen", "enemy", "start", False)])
    def test_when_a_marker_serves(self, item: str, seat: str, phase: str, allowed: bool) -> None:
        steps = [{"seat": seat, "turn": 1, "phase": phase, "do": "use"}]
        assert result("marker", item=item, owner="tank", steps=steps)["steps"][0]["allowed"] is allowed

    @rule("2GM-18", "2GM-46", "2GM-58")
    def test_a_marker_moves_in_its_phases(self) -> None:
        def story(*steps: tuple[str, str]) -> list[bool]:
            told = [{"seat": "own", "turn": turn, "phase": phase, "do": doing} for turn, (phase, doing) in enumerate(steps, 1)]
            return [step["allowed"] for step in result("marker", item="HMG", owner="infantry", steps=told)["steps"]]
        assert story(("movement", "move"), ("deployment", "move"), ("fire", "move"), ("start", "move")) == [True, True, False, False]
        assert story(("movement", "assault"), ("deployment", "assault")) == [True, False]


@rule("2GM-75", "2GM-76", "2GM-129", "2GM-124")
def test_modifiers_of_three_rules_add_up() -> None:
    """A wounded, suppressed battery shoots 6+/9+ at a Dive Bomber as 9+/10: +1 wound, +1 suppression, +1 dive."""
    units = {"b": unit({**BOMBER, "skills": ["bomber", "dive_bomber"]}), "o": unit(OSTWIND, 1, damage=1, suppressed=True), "q": unit(HQ, 1)}
    reply = put("air", units, bombers=["b"], target="q", aa=["o"])
    assert rows(reply, "aa:o") == [("wounds", -1, "2GM-76"), ("suppressed", -1, "2GM-75"), ("dive_bomber", -1, "2GM-129")]
    assert targets(reply)["aa:o"] == [9, 10]
    assert keys(shot(unit({**TANK, "equipment": [{"item": "MG", "weapon": MG}]}, damage=5), unit(LIGHT, 1, smoke=["shell", "screen"]), weapon="MG")) == {
        "wounds": -3, "smoke_screen": -2}


class TestCounting:
    """Sums at their edges."""

    @rule("2GM-112", "2GM-111")
    def test_a_landing_on_a_card_that_only_has_a_name(self) -> None:
        reply = put("air", {"p": unit(LIGHT)}, paratroopers=["p"], squares=[{"terrain": "house"}])
        assert (after(reply, "p").get("terrain"), after(reply, "p")["damage"]) == (None, 1)

    @rule("2GM-23", "2GM-28", "2GM-36")
    @pytest.mark.parametrize(("one", "other", "far"), [
        ([1, 4], "hq", 1), ([1, 4], "own_hq", 1), ([1, 4], {"hq": 0}, 1), ([6, 5], "enemy_hq", 1), ([6, 5], {"hq": 1}, 1), ([1, 1], [1, 16], 15),
        ({"row": 1, "column": 1}, {"row": 6, "column": 16}, 20), ([6, 4], "theirs", 0), ([1, 4], "ours", 0)])
    def test_places(self, one: Any, other: Any, far: int) -> None:
        """Rows and columns from 1, two boards wide; each side counts from its own line."""
        units = {"ours": unit(LIGHT, row=1, column=4), "theirs": unit(LIGHT, 1, row=1, column=4)}
        assert result("distance", units, **{"from": one, "to": other})["distance"] == far

    @rule("2GM-23")
    @pytest.mark.parametrize("place", [[0, 1], [7, 1], [1, 0], [1, 17], {"row": 0, "column": 1}, {"row": 1, "column": 0}, {"row": 1, "column": 17}, {"row": 7, "column": 1},
                                       {"hq": 2}, "half", "other"])
    def test_no_places(self, place: Any) -> None:
        assert "error" in put("distance", {"half": unit(LIGHT, row=1), "other": unit(LIGHT, column=1)}, **{"from": place, "to": [1, 1]})

    @rule("2GM-86", "2GM-90")
    def test_terrain_by_its_name_or_its_values(self) -> None:
        """One barrier or several are the same card; who says "building" makes it one."""
        assert result("terrain", name="Barrier")["cost"] == result("terrain", name="barriers")["cost"] == 1
        assert result("terrain", name="Barrier", extended=2)["squares"] == 3
        assert "error" in put("terrain", name="Barrier", extended=3)
        for told, ref in (({"building": True}, "2GM-86"), ({"skills": ["Building"]}, "2GM-86"), ({}, "2GM-82"), ({"building": False}, "2GM-82")):
            reply = shot(SHERMAN, LIGHT, terrain={"impact": [1, 1], "armor": 0, **told})
            assert rows(reply, "shot") == [("terrain", [-1, -1], ref)]

    @rule("2GM-39", "2GM-40", "2GM-123")
    @pytest.mark.parametrize(("cast", "asked", "owner", "active"), [
        (["own", "fire"], ["enemy", "end"], 0, True), (["own", "fire"], ["own", "start"], 0, False), ([0, "fire"], [1, "fire"], 0, True),
        ([1, "fire"], [0, "fire"], 1, True), ([1, "fire"], [1, "start"], 1, False), ({"phase": "fire"}, ["enemy", "fire"], 0, True),
        ({"seat": 0, "phase": "fire", "turn": 1}, {"seat": 0, "phase": "end", "turn": 1}, 0, True),
        ({"seat": 0, "phase": "fire", "turn": 1}, {"seat": 1, "phase": "end", "turn": 1}, 0, True),
        ({"seat": 0, "phase": "fire", "turn": 1}, {"seat": 0, "phase": "fire", "turn": 2}, 0, False),
        ({"seat": "own", "phase": "fire", "turn": 1}, ["enemy", "fire"], 0, True), ({"seat": "own", "phase": "fire", "turn": 1}, ["own", "cards"], 0, False)])
    def test_moments_of_a_screen(self, cast: Any, asked: Any, owner: int, active: bool) -> None:
        """Nine phases of the one, nine of the other; a screen ends with its caster's next Start."""
        assert result("smoke", kind="screen", cast_in=cast, asked_in=asked, owner=owner)["active"] is active

    @rule("2GM-40", "2GM-122", "2GM-123")
    def test_only_smoke_that_ends_is_taken_away(self) -> None:
        units = {"n": unit(LIGHT), "s": unit(LIGHT, smoke=["shell"]), "o": unit(LIGHT, smoke=["screen"], screen_by=1), "e": unit(LIGHT, smoke=["screen"], screen_by=2)}
        for seat, gone in ((0, ["s", "o"]), (1, ["s", "e"])):
            assert [line.changes[0].unit for line in cleared(playing("start", units).state, seat)] == gone

    @rule("2GM-39", "2GM-40", "2GM-26", "2GM-75")
    def test_moments_of_a_store(self) -> None:
        """An HQ lost in the enemy's Fire phase, its store kept to the own End: eleven phases later it is there, twelve later gone."""
        for phase, stored in (("discard", 5), ("end", 0)):
            assert result("store", None, {"hq_loss_end": "own_turn"}, stored=5, hq_alive=False, fell_in=["enemy", "fire"], asked_in=["own", phase])["stored"] == stored
        assert put("smoke", kind="shell", cast_in={"seat": "own"}, asked_in=["own", "fire"])["error"] == "say the phase"
        assert "error" in put("suppression", shots=[], placed_in=[2, "fire"], asked_in=[0, "fire"])
        assert "error" not in put("suppression", shots=[], placed_in=[1, "fire"], asked_in=[0, "fire"])

    @rule("2GM-113", "2GM-189", "2GM-41")
    @pytest.mark.parametrize(("cap", "shares"), [(12, (7, 5)), (13, (8, 5)), (3, (7, 5))])
    def test_a_pair_at_its_cap(self, cap: int, shares: tuple[int, int]) -> None:
        """12 held, 1 more: all of it is lost at a cap of 12; of one point kept the Marshal has it."""
        session = playing("start", {"q": unit({**HQ, "cap": cap})}, [{"ap": 7, "ap_general": 5, "pair": True}, {}])
        on(session, "headquarters")
        assert (session.state.seats[0]["ap"], session.state.seats[0]["ap_general"]) == shares

    @rule("2GM-46", "2GM-80")
    def test_the_row_and_the_ground_of_a_move(self) -> None:
        session = do(playing("movement", {"a": unit(LIGHT), "b": unit(LIGHT, row=3, terrain="forest")}), "move", unit="a")
        assert session.prompt
        assert (session.prompt.default, session.prompt.least, session.prompt.most) == (1, 1, 6)
        session.answer(2)
        do(session, "move", unit="b", row=4, terrain="plain")
        assert (session.state.unit("a").count("row"), "terrain" in session.state.unit("b").trackers) == (2, False)

    @rule("2GM-68")
    def test_a_question_means_the_primary_weapon(self) -> None:
        bare = {**SHERMAN, "weapon": None}
        assert "units.a.card.weapon" in put("shot", {"a": unit(bare), "b": unit(LIGHT, 1)}, attacker="a", target="b")["unknown"]

    @rule("2GM-71", "2GM-177", "2GM-87")
    def test_an_empty_building_needs_no_penetration(self) -> None:
        assert result("building", points=6, armor=5, shot={"damage": 2, "penetration": 1}) == {
            "points": 4, "ruins": False, "occupant": "none", "occupant_damage": 0}

    @rule("2GM-152", "2GM-06")
    @pytest.mark.parametrize(("told", "problems"), [({}, []), ({"army": "UK"}, ["army"]), ({"army": "US"}, []), ({"year": 1943}, ["year"])])
    def test_the_army_and_the_year_of_a_deck(self, told: Any, problems: list[str]) -> None:
        assert result("deck", cards=[{"cost": 1, "army": "US", "year": 1944}], **told)["problems"] == problems

    @rule("2GM-34", "2GM-78")
    def test_the_hand_is_told_or_counted(self) -> None:
        assert result("discard", hand=1, played=3) == {"discard": 0, "hand": 0}
        tells = RULES.opening("discard").tells
        assert tells
        assert dict(tells(playing("discard", {}, [{"cards": {"deck": 3, "hand": 9}}, {}]).state)) == {"discard": 2, "hand": 7}
        assert dict(tells(playing("discard", {}).state)) == {"discard": 0, "hand": 0}

    @rule("2GM-30")
    @pytest.mark.parametrize(("bids", "no"), [([5, 0], []), ([0, 5], []), ([6, 0], ["2GM-30"]), ([0, 6], ["2GM-30"])])
    def test_bids(self, bids: list[int], no: list[str]) -> None:
        assert refs("bid", bids=bids) == no

    @rule("2GM-33")
    def test_a_hand_is_drawn_again_without_a_mulligan(self) -> None:
        session = do(playing("start", {}), "opening_hand", seat=0, deck=20, mulligan=True)
        assert refused(session, "opening_hand", seat=0, deck=20, mulligan=True) == ["2GM-33"]
        assert refused(session, "opening_hand", seat=0, deck=20) == []


@rule("2GM-36", "2GM-40", "2GM-41", "2GM-45", "2GM-46", "2GM-50", "2GM-62", "2GM-65", "2GM-68", "2GM-69", "2GM-77", "2GM-78", "2GM-79", "2GM-81", "2GM-94", "2GM-160")
@pytest.mark.parametrize(("step", "opens", "active", "everybody"), [
    ("start", "begin_turn", "care clear", "bid setup opening_hand deck lay_smoke"),
    ("headquarters", "income", "income give care clear", "lay_smoke"),
    ("cards", "draw", "draw care clear", "lay_smoke"),
    ("movement", "", "move cover_move swap unload assault give care clear", "lay_smoke"),
    ("deployment", "", "deploy play_card place_terrain air move unload give care clear", "lay_smoke"),
    ("fire", "", "shot shots assault mount air care clear", "lay_smoke"),
    ("reactivation", "reactivation", "dismount care clear", "lay_smoke"),
    ("discard", "discard", "", ""),
    ("end", "end_turn", "", "")])
def test_what_each_phase_offers(step: str, opens: str, active: str, everybody: str) -> None:
    """What the rulebook lets a player do, phase by phase; a Smoke Shell is for both sides; questions may be asked of both."""
    questions = "supply share store terrain distance suppression marker smoke building reactions budget victory concede" if step != "discard" else ""
    found = RULES.step(step)
    assert found.opens == opens
    assert [offer.procedure for offer in found.offers if offer.who == "active"] == active.split()
    assert [offer.procedure for offer in found.offers if offer.who == "all"] == [*everybody.split(), *questions.split()]


@rule("2GM-75", "2GM-09", "2GM-79")
def test_ledgers_name_only_what_changes() -> None:
    units = {"n": unit(LIGHT), "s": unit(LIGHT, suppressed=True), "e": unit(LIGHT, 1, suppressed=True), "c": unit(TANK, support=[{"name": "Ammo"}]),
             "p": unit(TANK, support=[{"name": "Sandbags", "permanent": True}]), "f": unit(TANK, 1, support=[{"name": "Ammo"}])}
    now = playing("start", units).state
    for lines, names in ((relieved(now, 0), ["e"]), (relieved(now, 1), ["s"]), (expired(now, 0), ["c"]), (expired(now, 1), ["f"])):
        assert [line.changes[0].unit for line in lines] == names


@rule("2GM-46", "2GM-52", "2GM-68", "2GM-113", "2GM-125", "2GM-138", "2GM-172")
def test_what_a_turn_forgets() -> None:
    kept = {"moved": True, "assaulting": "e", "advanced": True, "unloaded": True, "shot_by": ["e"], "fired": True, "rode": True, "aa_fired": True, "fired_with": ["-1"]}
    units = {"a": unit(LIGHT, **kept), "e": unit(LIGHT, 1)}
    session = playing("fire", units, [{"gift": True, "free_line": True}, {}], table={"firing": "a"})
    on(session, "reactivation")
    assert ("firing" in session.state.trackers, session.state.unit("a").count("moved")) == (False, True)
    on(session, "start")
    assert (dict(session.state.unit("a").trackers), dict(session.state.seats[0])) == ({}, {})


@rule("2GM-142", "2GM-23")
def test_numbers_of_a_card_and_a_square() -> None:
    """Of two Multiples the greater; two boards are sixteen columns wide."""
    assert target(shot({**PAK, "skills": ["multiple:1", "multiple:2"]}, TANK, shot_number=3)) == [6, 10]
    for column, wrong in ((1, False), (16, False), (0, True), (17, True)):
        assert ("error" in put("reactions", {"a": unit(LIGHT, row=1, column=column)})) is wrong


@rule("2GM-07", "2GM-20", "2GM-21", "2GM-22", "2GM-24", "2GM-114", "2GM-189")
@pytest.mark.parametrize(("told", "winner"), [
    ({"hq": [5, 7], "hq_start": [8, None], "timed": True}, "draw"), ({"hq": [5, 8], "hq_start": [8, None], "timed": True}, 1),
    ({"hq": [[5, 5], 7], "timed": True}, 1), ({"hq": [[9, 9], 7], "timed": True}, 0), ({"hq": [5, 5], "hand": [0, 1]}, None), ({"hq": [5, 5], "deck": [0, 1]}, None),
    ({"hq": [5, 5], "deck": [0, 1], "hand": [0, 1]}, 1), ({"hq": [5, 5], "deck": [0, 1], "hand": [0, 1], "last_card": False}, None),
    ({"hq": [5, 5], "deck": [0, 0], "hand": [0, 0], "last_card": 1}, 0), ({"hq": [5, 5], "deck": [0, 0], "hand": [0, 0], "last_card": {"seat": 0, "how": "played"}}, 1)])
def test_who_has_won(told: Any, winner: Any) -> None:
    """An HQ has 10 points where nobody says more, two of a side 20: 3 lost against 3, 3 against 2, 10 against 3, 2 against 3."""
    assert result("victory", **told)["winner"] == winner


@rule("2GM-20", "2GM-22")
def test_a_victory_is_noted_once_and_not_in_a_scenario() -> None:
    lost = {"q": unit(HQ, 1, where="destroyed"), "o": unit(HQ)}
    assert do(playing("end", lost), "victory").state.trackers["winner"] == "player_1"
    assert do(playing("end", lost, table={"winner": "draw"}), "victory").state.trackers["winner"] == "draw"
    assert "winner" not in do(playing("end", lost, scenario="bridge"), "victory").state.trackers
    for wrong in (2, {"seat": 2}):
        assert "error" in put("victory", hq=[5, 5], last_card=wrong)
