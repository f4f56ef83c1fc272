"""2GM Tactics, the air war, shots and assaults where two or three rules meet; figures by hand
from the rulebook."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN
from engine.values.events import TrackerSet, UnitMoved
from tests.games.asking import change, targets
from tests.games.twogm_table import TANK, after, do, on, playing, put, refs, refused, result, shot, target, unit

rule = pytest.mark.rule
HUNTER = {**MUSTANG, "skills": ["fighter", "fighter_bombers"]}
EITHER = {**FOCKE, "skills": ["fighter", "bomber"]}


class TestAircraft:
    @rule("2GM-93", "2GM-94", "2GM-130")
    def test_aircraft_shoot_at_aircraft_whatever_the_distance(self) -> None:
        """3+/8+ at a bomber with Fighter-Bombers: 2+/7+. Nobody else may; a range of 0 is no
        distance for who flies."""
        assert target(shot(HUNTER, BOMBER)) == [2, 7]
        assert target(shot(HUNTER, {**FOCKE, "skills": []})) == [3, 8]
        assert shot(TANK, BOMBER)["refused"]["refs"] == ["2GM-93"]
        assert target(shot(MUSTANG, unit(LIGHT, 1, row=3, column=4))) == [3, 8]
        assert target(shot(MUSTANG, LIGHT, range=5)) == [3, 8]

    @rule("2GM-94", "2GM-107", "2GM-69")
    def test_a_battery_measures_to_the_target_of_the_aircraft(self) -> None:
        """The aircraft's own HQ is far away and does not matter; a distance that is told does: 4
        is beyond 3."""
        gun = unit(OSTWIND, 0, row=1, column=5)
        assert target(shot(gun, unit(BOMBER, 1), **{"as": "aa"})) == [6, 9]
        assert refs("shot", {"a": gun, "b": unit(BOMBER, 1)}, attacker="a", target="b", range=4, **{"as": "aa"}) == ["2GM-69"]
        assert refs("shot", {"a": gun, "b": unit(BOMBER, 1)}, attacker="a", target="b", range=3, **{"as": "aa"}) == []

    @rule("2GM-130", "2GM-92")
    @pytest.mark.parametrize(
        ("units", "mission", "what", "expected"),
        [
            ({"p": unit(EITHER), "i": unit(HUNTER, 1)}, {"fighters": ["p"], "target": "q", "interceptors": ["i"]}, "interceptor:i", [3, 8]),
            ({"p": unit(EITHER), "i": unit(HUNTER, 1)}, {"bombers": ["p"], "target": "q", "interceptors": ["i"]}, "interceptor:i", [2, 7]),
            (
                {"p": unit(BOMBER), "e": unit(HUNTER), "i": unit(EITHER, 1)},
                {"bombers": ["p"], "target": "q", "interceptors": ["i"], "escorts": ["e"], "hmgs": 0},
                "escort:e",
                [3, 8],
            ),
            ({"p": unit(HUNTER), "w": unit(EITHER, 1)}, {"fighters": ["p"], "target": "w", "interceptors": []}, "strafe:w", [3, 8]),
            ({"p": unit(HUNTER), "w": unit(EITHER, 1, role="bomber")}, {"fighters": ["p"], "target": "w"}, "strafe:w", [2, 7]),
            ({"p": unit(HUNTER), "w": unit(BOMBER, 1)}, {"fighters": ["p"], "target": "w"}, "strafe:w", [2, 7]),
        ],
    )
    def test_an_aircraft_of_both_kinds_is_what_it_flies_as(self, units: Any, mission: Any, what: str, expected: list[int]) -> None:
        """Fighter-Bombers (3+/8+) gain 1 on bombers only: not on a fighter that attacks,
        intercepts or waits."""
        assert targets(put("air", {**units, "q": unit(HQ, 1)}, **mission))[what] == expected

    @rule("2GM-94", "2GM-105", "2GM-107", "2GM-109")
    def test_which_batteries_reach_by_the_board(self) -> None:
        """Range 3. Row 1 of seat 1 is row 6 of seat 0. HQ of seat 1: 1 behind columns 4 and 5 of
        row 6. From its row 1, column 2: 2 + 1 = 3, in range; column 1: 4, out of it; row 3,
        column 5: 2 + 1 = 3; row 4: 4."""
        for row, column, shots in ((1, 2, 1), (1, 1, 0), (3, 5, 1), (4, 5, 0), (1, 7, 1), (1, 8, 0)):
            units = {"b": unit(BOMBER), "o": unit(OSTWIND, 1, row=row, column=column), "q": unit(HQ, 1)}
            assert result("air", units, bombers=["b"], target="q", aa=["o"])["aa_shots"] == shots, (row, column)
            assert result("air", units, bombers=["b"], target="q", aa=[{"unit": "o", "covers": True}])["aa_shots"] == 1

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
        told = result(
            "air", units, bombers=["b"], escorts=["e"], interceptors=interceptors, aa=["o"], at_square=at, squares=[{"units": ["x"]}, {"units": ["y"]}]
        )
        assert told["aa_targets"] == prey

    @rule("2GM-100", "2GM-182", "2GM-108")
    def test_an_escort_is_gone_after_its_shot(self) -> None:
        """The battery of the second square finds the bomber alone: 6 hits it for 2."""
        units = {
            "b": unit({**BOMBER, "equipment": []}),
            "e": unit(MUSTANG),
            "i": unit(FOCKE, 1),
            "o": unit(OSTWIND, 1),
            "x": unit(LIGHT, 1),
            "y": unit(LIGHT, 1),
        }
        reply = put(
            "air",
            units,
            bombers=["b"],
            escorts=["e"],
            interceptors=["i"],
            aa=[{"unit": "o", "covers": [2]}],
            squares=[{"units": ["x"]}, {"units": ["y"]}],
            roll={"escort:e": [1], "interceptor:i": [1], "bomb:x": [1], "aa:o": [6], "bomb:y": [1]},
        )
        assert (after(reply, "b")["damage"], after(reply, "e").get("damage"), after(reply, "e")["where"]) == (2, None, "discarded")

    @rule("2GM-182")
    @pytest.mark.parametrize(("reading", "second"), [("discarded", "discarded"), ("returns", "table")])
    def test_the_second_escort_has_nobody_left(self, reading: str, second: str) -> None:
        units = {"b": unit({**BOMBER, "equipment": []}), "e": unit(MUSTANG), "f": unit(MUSTANG), "i": unit(FOCKE, 1), "q": unit(HQ, 1)}
        reply = put(
            "air", units, {"idle_escort": reading}, bombers=["b"], target="q", escorts=["e", "f"], interceptors=["i"], roll={"escort:e": [10], "bomb:q": [1]}
        )
        assert (after(reply, "e")["where"], after(reply, "f")["where"]) == ("discarded", second)

    @rule("2GM-93", "2GM-96", "2GM-101", "2GM-102")
    @pytest.mark.parametrize(("flyer", "card"), [("bombers", BOMBER), ("fighters", MUSTANG)])
    def test_who_is_shot_down_strikes_nobody(self, flyer: str, card: Any) -> None:
        units = {"b": unit({**card, "equipment": []}), "i": unit(FOCKE, 1), "q": unit(HQ, 1)}
        reply = put("air", units, target="q", interceptors=["i"], roll={"interceptor:i": [10]}, **{flyer: ["b"]})
        assert (list(targets(reply)), after(reply, "q").get("damage")) == (["interceptor:i"], None)

    @rule("2GM-100", "2GM-104", "2GM-183", "2GM-98")
    def test_interceptors_that_the_table_takes_away(self) -> None:
        """While the guns name their targets both interceptors vanish by hand: nobody is left,
        the guns are silent."""
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
    @pytest.mark.parametrize(
        ("aa", "state", "checks"),
        [
            (["o"], {}, ["aa:o"]),
            (["o", "o"], {}, ["aa:o"]),
            (["o"], {"where": "destroyed"}, []),
            ([{"unit": "o", "covers": [3]}], {}, []),
            ([{"unit": "o", "covers": ["r"]}], {}, ["aa:o"]),
        ],
    )
    def test_which_batteries_meet_a_drop(self, aa: Any, state: Any, checks: list[str]) -> None:
        units = {"p": unit(LIGHT), "r": unit(LIGHT), "o": unit(OSTWIND, 1, **state)}
        reply = put("air", units, paratroopers=["p", "r"], aa=aa)
        assert list(targets(reply)) == checks
        if aa == ["o", "o"]:
            assert reply["odds"] == put("air", units, paratroopers=["p", "r"], aa=["o"])["odds"], "one shot a turn"
        session = do(playing("deployment", units), "air", paratroopers=["p", "r"], aa=aa)
        assert (session.prompt.key if session.prompt else "") == ("aim:o" if checks else "")

    @rule("2GM-105", "2GM-107", "2GM-108", "2GM-188", "2GM-182")
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

    @rule("2GM-98", "2GM-100", "2GM-102", "2GM-103", "2GM-105", "2GM-180")
    @pytest.mark.parametrize(
        ("told", "sequence"),
        [
            ({"target": "q"}, ["bomb:q"]),
            ({}, []),
            ({"target": "q", "aa": ["o", "d"]}, ["aa:o", "bomb:q"]),
            ({"squares": [{}, {}], "aa": ["o"]}, ["aa:o"]),
            ({"squares": [{"units": ["x"]}, {"units": ["y"]}], "aa": ["o"]}, ["aa:o", "bomb:x", "bomb:y"]),
            ({"squares": [{"units": ["x"]}, {"units": ["y"]}], "aa": [{"unit": "o", "covers": [False]}]}, ["bomb:x", "bomb:y"]),
            ({"squares": [{}, {"terrain": {"name": "Trenches", "impact": [1, 1], "armor": 0}}]}, ["bomb:2"]),
        ],
    )
    def test_the_order_of_a_raid(self, told: Any, sequence: list[str]) -> None:
        """A battery fires once, a destroyed one never; a card told only by its values is named
        by its square."""
        units = {"b": unit(BOMBER), "o": unit(OSTWIND, 1), "d": unit(OSTWIND, 1, where="destroyed"), "q": unit(HQ, 1), "x": unit(LIGHT, 1), "y": unit(LIGHT, 1)}
        assert result("air", units, bombers=["b"], **told)["sequence"] == sequence

    @rule("2GM-97", "2GM-105", "2GM-180")
    @pytest.mark.parametrize(
        ("reading", "sequence"),
        [("before_first", ["hmg:b:0", "interceptor:i", "bomb:x", "bomb:y"]), ("named_square", ["bomb:x", "hmg:b:0", "interceptor:i", "bomb:y"])],
    )
    def test_where_interceptors_come_in(self, reading: str, sequence: list[str]) -> None:
        units = {"b": unit(BOMBER), "i": unit(FOCKE, 1), "x": unit(LIGHT, 1), "y": unit(LIGHT, 1)}
        told = result(
            "air", units, {"area_interception": reading}, bombers=["b"], hmgs=1, interceptors=["i"], at_square=2, squares=[{"units": ["x"]}, {"units": ["y"]}]
        )
        assert told["sequence"] == sequence

    @rule("2GM-102", "2GM-103", "2GM-187")
    def test_the_dice_of_a_mission(self) -> None:
        units = {"b": unit(BOMBER), "p": unit(LIGHT), "x": unit(LIGHT, 1), "d": unit(LIGHT, 1, where="destroyed"), "q": unit(HQ, 1)}
        for told, dice in (
            ({"bombers": ["b"], "squares": [{"units": ["x", "d"]}]}, 1),
            ({"paratroopers": ["p"], "squares": [{}]}, 0),
            ({"bombers": ["b"], "target": "q"}, 1),
            ({"bombers": ["b"]}, 0),
        ):
            assert result("air", units, **told)["rolls"] == dice

    @rule("2GM-92", "2GM-98")
    @pytest.mark.parametrize(("mission", "last"), [("drop", "aa:1"), ("bomb", "bomb"), ("attack", "strafe"), (None, "bomb")])
    def test_the_mission_as_told(self, mission: str | None, last: str) -> None:
        assert result("air", mission=mission, aa=2)["sequence"][-1] == last

    @rule("2GM-92")
    @pytest.mark.parametrize(
        ("card", "role", "no"),
        [
            (MUSTANG, None, []),
            (BOMBER, None, []),
            (EITHER, None, ["2GM-92"]),
            (EITHER, "bomber", []),
            (MUSTANG, "bomber", ["2GM-92"]),
            ({key: value for key, value in MUSTANG.items() if key != "skills"}, "bomber", []),
        ],
    )
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
        """Held squares are closed, by a unit in the house or on the square; 2 of 3 damage and a
        mountain kill."""
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
        """EX-G37 as a list: 4+/7+, 5+/8+, 6+/9+; a secondary weapon fires once for itself, then
        shares the count."""
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
        shots = [
            {"attacker": "a", "as": "reaction"},
            {"attacker": "a", "assault": True},
            {"attacker": "a"},
            {"attacker": "c"},
            {"attacker": "a", "weapon": "Grenade"},
            {"attacker": "a", "weapon": "Grenade"},
            {"attacker": "a"},
        ]
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
        """An MG (2) cannot harm armour 6: one die that decides nothing, and its marker is down.
        A bomber's gun has none to turn."""
        reply = shot(SHERMAN, unit(TANK, 1), weapon="MG", roll={"shot": [10]})
        assert (reply["checks"][0]["dice"], reply["checks"][0]["verdict"], after(reply, "a")["markers"]["MG"]["face"]) == (1, "fails", "disabled")
        units = {"b": unit(BOMBER), "i": unit(FOCKE, 1), "q": unit(HQ, 1)}
        raid = put("air", units, bombers=["b"], target="q", interceptors=["i"], roll={"hmg:b:0": [1], "hmg:b:1": [1], "interceptor:i": [1], "bomb:q": [1]})
        assert "markers" not in after(raid, "b")

    @rule("2GM-68", "2GM-107", "2GM-142", "2GM-150", "2GM-52", "2GM-53")
    def test_who_may_shoot(self) -> None:
        """Reacting uses up nothing; cargo is cargo even if nobody says whose; a card that states
        no skills may be a battery."""

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
        """Penetration 4 at armour 4 in a house (5): shots do not count, assaults do, even where
        they must penetrate the unit."""
        gun = {**LIGHT, "weapon": {"impact": [5, 10], "penetration": 4, "damage": 1, "range": 2}}
        units = {"a": unit(gun), "c": unit(gun), "b": unit({**PAK, "life": 9}, 1)}
        reply = put(
            "shots",
            units,
            {"suppress_assault": "if_it_penetrates"},
            target="b",
            terrain="house",
            assault=assault,
            shots=[{"attacker": "a"}, {"attacker": "c"}],
            roll={"shot:0": [1], "shot:1": [1]},
        )
        assert change(reply, "b", "suppressed") is suppressed

    @rule("2GM-85", "2GM-87")
    def test_ruins_fall_on_nobody(self) -> None:
        """The house is gone already: its ruins take no more, and who is in them lives on."""
        units = {"h": unit(HOUSE, 1, ruins=True, damage=6)}
        reply = shot(SHERMAN, unit({**LIGHT, "life": 5}, 1, **{"in": "h"}), None, units, roll={"shot": [6]})
        assert (after(reply, "b")["damage"], after(reply, "b")["where"], change(reply, "h", "damage")) == (3, "table", None)
        assert (after(reply, "h")["where"], after(reply, "b")["in"]) == ("table", "h")

    @rule("2GM-142", "2GM-68")
    def test_without_multiple_nothing_is_counted(self) -> None:
        """EX-G26: a card may grant a second shot; it is an ordinary one."""
        units = {"a": unit(MUSTANG), "b": unit({**TANK, "armor": 4}, 1)}
        assert list(targets(put("shots", units, attacker="a", target="b", shots=[{}, {}])).values()) == [[3, 8], [3, 8]]
        assert put("shots", units, target="b", shots=[{}])["error"] == "say who shoots at whom"

    @rule("2GM-75", "2GM-173", "2GM-136", "2GM-86")
    def test_suppression_asks_what_each_shot_can_do(self) -> None:
        """PAK (6) and MG (2) at a tank of 6: one. HEAT makes 5 a 6. A house makes 4 a 5."""
        units = {
            "s": unit(SHERMAN),
            "p": unit(PAK),
            "h": unit({**PAK, "skills": ["heat"], "weapon": {**PAK["weapon"], "penetration": 5}}),
            "t": unit(TANK, 1),
            "g": unit(PAK, 1, **{"in": "house"}),
            "w": unit({**PAK, "weapon": {**PAK["weapon"], "penetration": 4}}),
        }

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
        """No columns are known: who covers whom says enough. Row 4 of the enemy is the own row
        3."""
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
        """An own unit is no target; who rode does not fire; a suppressed unit of movement 1 has
        none left, one of 2 has."""

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
        units = {
            "a": unit(HEAVY, row=2, column=3, assaulting="e", markers={"HMG": {"face": "dismounted"}}),
            "e": unit(PAK, 1, row=4, column=3),
            "x": unit(LIGHT, 1, row=3, column=3),
        }
        session = do(playing("fire", units), "assault", (10,), assaulter="a", target="e", weapon="primary", reaction=False)
        do(session, "mount", unit="a", item="HMG")
        assert refused(session, "shot", attacker="a", target="x", weapon="HMG") == ["2GM-164"]
        on(on(session, "start"), "fire")
        assert "assault" not in session.state.unit("a").marks("fired_with")
        still = playing("fire", {**units, "a": unit(HEAVY, row=2, column=3, markers={"HMG": {"face": "mounted"}})})
        assert refused(still, "shot", attacker="a", target="e", weapon="HMG") == []
