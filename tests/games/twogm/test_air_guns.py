"""Machine guns, escorts and anti-aircraft units."""

from typing import Any

import pytest

from engine.games.twogm.examples import BOMBER, FOCKE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from engine.values.events import Advanced, TrackerSet
from engine.values.maps import frozen
from tests.games.asking import change, rows, targets
from tests.games.twogm.table import BOMBS, GUARDED, JUMPERS, NO_GUN, TANK, after, do, early, keys, playing, put, raid, raiding, refs, result, rule, shot, unit


class TestMachineGuns:
    @rule("2GM-98", "2GM-104")
    def test_a_gun_that_a_hand_takes_away_does_not_fire(self) -> None:
        """While the first gun of two rolls, the players correct the markers: it was the only
        one. A 1 misses, and the interceptor is next."""
        ready = {"face": "active"}
        units = {"b": unit(BOMBER, markers={"HMG": ready, "HMG:2": ready}), "q": unit(HQ, 1), "f": unit(FOCKE, 1)}
        session = do(playing("deployment", units), "air", bombers=["b"], target="q", interceptors=["f"], escorts=[], aa=[])
        session.dispatch(TrackerSet("b", "markers", frozen({"HMG": ready})))
        session.answer((1,))
        assert session.prompt
        assert session.prompt.key == "interceptor:f"

    @rule("2GM-182", "2GM-95")
    def test_only_an_idle_escort_returns(self) -> None:
        units = {"b": unit(BOMBS), "p": unit(MUSTANG), "f": unit(FOCKE, 1), "h": unit(HQ, 1)}
        told: dict[str, Any] = {"bombers": ["b"], "target": "h", "escorts": ["p"], "roll": {"escort:p": [1], "interceptor:f": [1], "bomb:h": [1]}}
        assert change(put("air", units, **told, interceptors=[]), "p", "where") == "discarded"
        for readings in ({}, {"idle_escort": "returns"}):
            assert change(put("air", units, readings, **told, interceptors=["f"]), "p", "where") == "discarded"

    @rule("2GM-182")
    @pytest.mark.parametrize(("reading", "second"), [("discarded", "discarded"), ("returns", "table")])
    def test_the_second_escort_has_nobody_left(self, reading: str, second: str) -> None:
        units = {"b": unit({**BOMBER, "equipment": []}), "e": unit(MUSTANG), "f": unit(MUSTANG), "i": unit(FOCKE, 1), "q": unit(HQ, 1)}
        reply = put(
            "air", units, {"idle_escort": reading}, bombers=["b"], target="q", escorts=["e", "f"], interceptors=["i"], roll={"escort:e": [10], "bomb:q": [1]}
        )
        assert (after(reply, "e")["where"], after(reply, "f")["where"]) == ("discarded", second)

    @rule("2GM-183")
    def test_by_another_reading_all_guns_name_their_targets_first(self) -> None:
        """Both named fw0: the second gun has nobody left, and fw1 shoots."""
        shots = {"hmg:b25:0": [9], "interceptor:fw1": [1], "bomb:hq": [1]}
        reply = raid(fw=2, readings={"hmg_allocation": "all_first"}, roll=shots)
        assert list(reply["result"]["readings"]) == list(shots)
        later = raid(fw=2, readings={"hmg_allocation": "all_first"}, answers={"aim:b25:1": "fw1"}, roll={"hmg:b25:0": [9], "hmg:b25:1": [9], "bomb:hq": [1]})
        assert "interceptor:fw1" not in later["result"]["readings"]

    @rule("2GM-183", "2GM-104")
    def test_guns_that_were_told_their_targets_ask_nothing(self) -> None:
        units = {"b": unit(BOMBER), "f": unit(FOCKE, 1), "g": unit(FOCKE, 1), "h": unit(HQ, 1)}
        session = playing("deployment", units, readings={"hmg_allocation": "all_first"})
        do(session, "air", bombers=["b"], target="h", escorts=[], interceptors=["f", "g"], hmg_targets=["g"], aa=[])
        assert session.prompt
        assert session.prompt.key == "aim:b:1"
        session.answer("g")
        assert session.prompt.key == "hmg:b:0"
        one = playing("deployment", units, readings={"hmg_allocation": "all_first"})
        do(one, "air", bombers=["b"], target="h", escorts=[], interceptors=["f"], aa=[])
        assert one.prompt
        assert one.prompt.key == "hmg:b:0"

    @rule("2GM-184", "2GM-98")
    def test_the_fighter_attacked_may_intercept(self) -> None:
        units = {"p": unit(MUSTANG), "f": unit(FOCKE, 1)}
        reply = put("air", units, fighters=["p"], target="f", interceptors=["f"], roll={"interceptor:f": [1], "strafe:f": [3]})
        assert change(reply, "f", "where") == "destroyed"


class TestAntiAircraft:
    @rule("2GM-107")
    def test_a_battery_is_judged_with_the_aircraft_it_fires_at(self) -> None:
        """One that has fired is refused; not before it is said who flies, nor where only the
        number of interceptors is told."""
        units = {"b": unit(BOMBER), "o": unit(OSTWIND, 1, aa_fired=True)}
        session = playing("deployment", units)
        assert early(session, "air", bombers=["b"], aa=[{"unit": "o"}]) == ["2GM-107"]
        assert early(session, "air", aa=[{"unit": "o"}]) == []
        assert early(session, "air", bombers=["b"], interceptors=1, aa=[{"unit": "o"}]) == []

    @rule("2GM-98", "2GM-100")
    def test_names_are_counted_where_others_are_numbers(self) -> None:
        told = result("air", {"p": unit(MUSTANG)}, bombers=1, escorts=["p"], interceptors=1)
        assert told["sequence"] == ["escort:0", "interceptor:0", "bomb"]

    @rule("2GM-107")
    def test_once_a_turn(self) -> None:
        assert raid(ost=1, states={"ost0": {"aa_fired": True}})["refused"]["refs"] == ["2GM-107"]
        overruled = raid(ost=1, states={"ost0": {"aa_fired": True}}, overrule=True)
        assert "aa:ost0" not in targets(overruled)
        assert (overruled["result"]["aa_shots"], overruled["result"]["aa_targets"]) == (0, [])
        session = raiding(ost=1)
        session.answer("b25")
        assert session.state.unit("ost0").count("aa_fired")
        assert raid(ost=1)["result"]["aa_shots"] == 1

    @rule("2GM-107")
    def test_the_shot_is_there_again_in_the_next_turn(self) -> None:
        session = playing("end", {"ost": unit(OSTWIND, 1, aa_fired=True)})
        session.dispatch(Advanced())
        assert not session.state.unit("ost").count("aa_fired")

    @rule("2GM-107", "2GM-101")
    def test_a_gun_that_is_gone_is_silent_and_the_shot_down_bomber_draws_no_second_shot(self) -> None:
        assert "aa:ost0" not in targets(raid(ost=1, states={"ost0": {"where": "destroyed"}}))
        played = raiding(ost=2)
        played.answer("b25")
        played.answer((10,))
        assert played.prompt is None
        reply = raid(fw=0, ost=2, roll={"aa:ost0": [10]})
        assert list(reply["result"]["readings"]) == ["aa:ost0"]
        assert reply["result"]["bomber"] == "shot_down"

    @rule("2GM-107", "2GM-110")
    def test_which_guns(self) -> None:
        assert raid(ost=1, cards={"ost0": {**SHERMAN, "skills": []}})["refused"]["refs"] == ["2GM-107"]
        units = {
            "b25": unit(BOMBER),
            "hq": unit(HQ, 1),
            "own": unit(OSTWIND),
            "tow": unit(PAK | {"skills": ["anti_aircraft"]}, 1, **{"in": "t"}),
            "t": unit(TRUCK, 1),
        }
        assert refs("air", units, bombers=["b25"], target="hq", aa=["own"]) == ["2GM-110"]
        assert refs("air", units, bombers=["b25"], target="hq", aa=["tow"]) == ["2GM-186"]
        armed = {**OSTWIND, "equipment": [{"item": "HMG", "marker": "arrow", "weapon": {"impact": [2, 9], "penetration": 5, "damage": 1, "range": 3}}]}
        reply = put(
            "air", {**units, "own": unit(armed, 1)}, bombers=["b25"], target="hq", aa=[{"unit": "own", "weapon": "HMG"}], roll={"aa:own": [2], "bomb:hq": [1]}
        )
        assert (change(reply, "b25", "damage"), change(reply, "own", "markers.HMG")) == (1, {"face": "disabled", "tilted": True})

    @rule("2GM-107", "2GM-111")
    def test_one_shot_at_one_of_three(self) -> None:
        """EX-G34: two of three within range: one shot only, the others land."""
        told: dict[str, Any] = {"paratroopers": ["a", "b", "c"], "aa": [{"unit": "ost", "covers": [2, 3]}], "squares": [{}, {}, {}]}
        found = result("air", JUMPERS, **told)
        assert (found["aa_shots"], found["aa_targets"], found["landed"], found["sequence"]) == (1, ["b", "c"], ["a"], ["aa:ost"])
        reply = put("air", JUMPERS, **told, answers={"aim:ost": "c"}, roll={"aa:ost": [10]})
        assert {key: reply["result"][f"landed:{key}"] for key in "abc"} == {"a": "yes", "b": "yes", "c": "no"}
        by_name = {**told, "aa": [{"unit": "ost", "covers": ["c"]}]}
        assert result("air", JUMPERS, **by_name)["aa_targets"] == ["c"]
        assert result("air", JUMPERS, **by_name)["landed"] == ["a", "b"]
        assert result("air", JUMPERS, **told, at_square=1)["aa_shots"] == 0

    @rule("2GM-107", "2GM-110")
    def test_a_battery_whose_card_says_nothing_may_be_one(self) -> None:
        gun = {key: value for key, value in OSTWIND.items() if key != "skills"}
        units = {"b": unit(BOMBS), "h": unit(HQ, 1), "o": unit(gun, 1)}
        assert refs("air", units, bombers=["b"], target="h", aa=["o"]) == []

    @rule("2GM-107", "2GM-54")
    def test_shots_out_of_turn_are_no_part_of_it(self) -> None:
        """A reaction in the Fire phase uses up no weapon of the own sequence, an anti-aircraft
        shot neither; outside a phase nothing is kept."""
        units = {"i": unit(LIGHT, assaulting="p"), "p": unit(PAK, 1)}
        session = do(playing("fire", units), "assault", "primary", (1,), "primary", (1,), assaulter="i", target="p")
        assert "fired_with" not in session.state.unit("p").trackers
        assert session.state.unit("i").marks("fired_with") == ("-1", "assault")
        asked = put("shot", {"a": unit(LIGHT), "b": unit(LIGHT, 1)}, attacker="a", target="b", roll={"shot": [1]})
        assert "fired_with" not in asked["after"]["a"]
        assert rows(put("shot", {"a": unit(LIGHT), "b": unit(LIGHT, 1, prone=True)}, attacker="a", target="b"), "shot") == [("prone", [-1, 0], "2GM-118")]

    @rule("2GM-107", "2GM-111")
    def test_an_anti_aircraft_shot(self) -> None:
        """One a turn, by a unit with the skill, at aircraft or paratroopers, whom neither ground
        nor dirt nor smoke hides."""
        told = {"as": "aa"}
        assert refs("shot", {"a": unit(PAK | {"skills": []}), "b": unit(FOCKE, 1)}, attacker="a", target="b", **told) == ["2GM-107"]
        assert shot(unit(OSTWIND, aa_fired=True), FOCKE, **told)["refused"]["refs"] == ["2GM-107"]
        assert shot(OSTWIND, TANK, **told)["refused"]["refs"] == ["2GM-111"]
        falling = unit(LIGHT, 1, prone=True, smoke="screen", terrain="forest", at_cover=True)
        assert keys(shot(OSTWIND, falling, **told)) == {}
        assert keys(shot(OSTWIND, falling, {"air_cover": "yes"}, **told)) == {"terrain": [-1, -1], "smoke_screen": -2}
        assert shot(OSTWIND, FOCKE, **told, roll={"shot": [6]})["after"]["a"]["aa_fired"] is True

    @rule("2GM-60", "2GM-118")
    def test_neither_a_vehicle_nor_the_dirt_hides_who_falls(self) -> None:
        landed = unit(LIGHT, 1, prone=True, at_cover=True)
        assert keys(shot(OSTWIND, landed)) == {"at_cover": -1, "prone": [-1, 0]}
        assert keys(shot(OSTWIND, landed, **{"as": "aa"})) == {}

    @rule("2GM-107", "2GM-15")
    def test_the_weapon_of_a_battery_must_be_ready_and_reach(self) -> None:
        gun = {**OSTWIND, "equipment": [{"item": "HMG", "weapon": {"impact": [4, 9], "penetration": 4, "damage": 3, "range": 2}}]}

        def asked(face: str, **more: Any) -> Any:
            units = {"b": unit(BOMBER), "q": unit(HQ, 1), "o": unit(gun, 1, markers={"HMG": {"face": face}}, row=2, column=3)}
            return put("air", units, bombers=["b"], target="q", aa=[{"unit": "o", "weapon": "HMG", **more}])

        assert asked("disabled", covers=True)["refused"]["refs"] == ["2GM-15"]
        assert asked("active", covers=True)["result"]["aa_shots"] == 1
        assert asked("active")["result"]["aa_shots"] == 0, "(5, 3) to the HQ: 1 + 1 + 1 = 3, the gun reaches 2"

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

    @rule("2GM-129")
    def test_a_dive_bomber_is_hard_to_hit_for_anti_aircraft_only(self) -> None:
        stuka = {**NO_GUN, "skills": ["bomber", "dive_bomber"]}
        reply = raid(stuka, ost=1)
        assert rows(reply, "aa:ost0") == [("dive_bomber", -1, "2GM-129")]
        assert rows(reply, "interceptor:fw0") == []
        assert rows(raid(NO_GUN, ost=1), "aa:ost0") == []

    @rule("2GM-129", "2GM-107")
    def test_a_dive_bomber_is_harder_for_anti_aircraft(self) -> None:
        stuka = {**BOMBER, "skills": ["bomber", "dive_bomber"]}
        assert keys(shot(OSTWIND, stuka, **{"as": "aa"})) == {"dive_bomber": -1}


class TestEscorts:
    @rule("2GM-108")
    def test_an_escort_draws_the_fire(self) -> None:
        session = raiding(p51=1, ost=1)
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["p510", "hold"]
        assert raid(p51=1, ost=1)["result"]["aa_targets"] == ["p510"]

    @rule("2GM-108")
    def test_without_escort_the_bomber_and_fire_may_be_held(self) -> None:
        session = raiding(ost=1)
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["b25", "hold"]
        assert session.prompt.default is None, "who is named fires, unless they say otherwise"
        unnamed = do(playing("deployment", GUARDED), "air", bombers=["b"], target="q", interceptors=[], escorts=[])
        assert unnamed.prompt
        assert unnamed.prompt.default == "hold"
        session.answer("hold")
        assert session.prompt.key == "hmg:b25:0"
        assert not session.state.unit("ost0").count("aa_fired")
        assert (raid(ost=1)["result"]["aa_targets"], raid(ost=1)["result"]["aa_may_hold"]) == (["b25"], True)

    @rule("2GM-108")
    def test_the_other_reading_must_fire_while_an_escort_flies(self) -> None:
        must = {"aa_must_fire": "yes"}
        session = raiding(p51=1, ost=1, readings=must)
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["p510"]
        assert session.prompt.readings == ("aa_must_fire",)
        free = raiding(ost=1, readings=must)
        assert free.prompt
        assert [option.key for option in free.prompt.options] == ["b25", "hold"]
        assert raid(p51=1, ost=1, readings=must)["result"]["aa_may_hold"] is False
        assert raid(ost=1, readings=must)["result"]["aa_may_hold"] is True

    @rule("2GM-108")
    def test_with_an_escort_it_must_be_given_where_that_is_played(self) -> None:
        units = {**GUARDED, "f": unit(MUSTANG), "i": unit(FOCKE, 1, where="reserve")}
        session = do(playing("deployment", units, readings={"aa_must_fire": "yes"}), "air", bombers=["b"], target="q", escorts=["f"])
        assert session.prompt
        assert ([each.key for each in session.prompt.options], session.prompt.default) == (["f"], None)
