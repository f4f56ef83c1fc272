"""2GM Tactics: the air war, with values worked out from the book."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.twogm.examples import BOMBER, FOCKE, HEAVY, HMG, HOUSE, HQ, LIGHT, MUSTANG, OSTWIND, PAK, SHERMAN, TRUCK
from engine.playing.procedure import task
from engine.playing.session import Refused, Session
from engine.playing.walk import walk
from engine.values.events import Advanced, Opened
from engine.values.maps import Map, frozen
from tests.engine.brute import brute
from tests.games.asking import change, rows, targets
from tests.games.twogm_table import RULES, do, playing, put, refs, refused, result, unit

rule = pytest.mark.rule
ONE_GUN = {**BOMBER, "equipment": [HMG]}
NO_GUN = {**BOMBER, "equipment": []}
FORTRESS = {**NO_GUN, "name": "B-17", "life": 4, "weapon": {"impact": [2, 5], "penetration": 8, "damage": 4, "range": 0}}


def raid(
    bomber: Any = BOMBER, fw: int = 1, p51: int = 0, ost: int = 0, states: Any = None, cards: Any = None, readings: Any = None, **situation: Any
) -> dict[str, Any]:
    """A raid on the headquarters with so many interceptors, escorts and anti-aircraft guns."""
    kinds = {"fw": (FOCKE, fw, 1), "p51": (MUSTANG, p51, 0), "ost": (OSTWIND, ost, 1)}
    units = {
        "b25": {"seat": 0, "card": bomber},
        "hq": {"seat": 1, "card": HQ},
        **{f"{key}{n}": {"seat": seat, "card": card} for key, (card, count, seat) in kinds.items() for n in range(count)},
    }
    for key, state in (states or {}).items():
        units[key] = {**units[key], "state": state}
    for key, card in (cards or {}).items():
        units[key] = {**units[key], "card": card}
    named = {"interceptors": [f"fw{n}" for n in range(fw)], "escorts": [f"p51{n}" for n in range(p51)], "aa": [f"ost{n}" for n in range(ost)]}
    return put("air", units, readings, **{"bombers": ["b25"], "target": "hq", **named, **situation})  # type: ignore[no-any-return]


MISSED = {key: [1] for key in ("bomb:hq", "hmg:b25:0", "hmg:b25:1", "interceptor:fw0", "interceptor:fw1", "escort:p510", "aa:ost0")}


def order(**raided: Any) -> list[str]:
    """The shots in the order they are asked, when nobody hits anything."""
    return list(raid(**raided, roll=MISSED)["result"]["readings"])


def raiding(readings: Any = None, **counts: int) -> Session:
    """The same raid, played."""
    units = {"b25": {"seat": 0, "card": BOMBER}, "hq": {"seat": 1, "card": HQ}, "fw0": {"seat": 1, "card": FOCKE}}
    for key, (card, seat) in {"p51": (MUSTANG, 0), "ost": (OSTWIND, 1)}.items():
        units |= {f"{key}{n}": {"seat": seat, "card": card} for n in range(counts.get(key, 0))}
    session = Session(RULES, table(RULES, frozen({"step": "deployment", "readings": readings or {}, "units": units})))
    return do(
        session,
        "air",
        bombers=["b25"],
        target="hq",
        interceptors=["fw0"],
        escorts=["p510"] if counts.get("p51") else [],
        aa=[f"ost{n}" for n in range(counts.get("ost", 0))],
    )


@rule("2GM-95", "2GM-98", "2GM-100", "2GM-101", "2GM-180")
class TestOrder:
    @rule("2GM-98", "2GM-100", "2GM-107", "2GM-180", "2GM-104")
    def test_guns_escorts_machine_guns_interceptors_bombs(self) -> None:
        shots = ["aa:ost0", "escort:p510", "hmg:b25:0", "hmg:b25:1", "interceptor:fw0", "interceptor:fw1", "bomb:hq"]
        assert order(fw=2, p51=1, ost=1) == shots
        assert raid(fw=2, p51=1, ost=1)["result"]["sequence"] == shots

    @rule("2GM-98", "2GM-104", "2GM-100")
    def test_without_machine_guns_and_without_interceptors(self) -> None:
        assert order(bomber=NO_GUN) == raid(NO_GUN)["result"]["sequence"] == ["interceptor:fw0", "bomb:hq"]
        assert order(fw=0, p51=1) == raid(fw=0, p51=1)["result"]["sequence"] == ["bomb:hq"]
        assert raid(hmgs=1)["result"]["sequence"] == ["hmg:b25:0", "interceptor:fw0", "bomb:hq"]
        assert raid(ONE_GUN, hmgs=2)["result"]["sequence"] == ["hmg:b25:0", "hmg:b25:1", "interceptor:fw0", "bomb:hq"]

    @rule("2GM-98", "2GM-100", "2GM-180", "2GM-111")
    def test_the_order_by_numbers_alone(self) -> None:
        assert result("air", bombers=1, hmgs=2, escorts=1, interceptors=2, aa=1)["sequence"] == [
            "aa:0",
            "escort:0",
            "hmg:0",
            "hmg:1",
            "interceptor:0",
            "interceptor:1",
            "bomb",
        ]
        assert result("air", fighters=1, interceptors=1)["sequence"] == ["interceptor:0", "strafe"]
        assert result("air", bombers=1, escorts=1, interceptors=0)["sequence"] == ["bomb"]
        assert result("air", mission="drop", paratroopers=3, aa=1, interceptors=1)["sequence"] == ["aa:0"]

    @rule("2GM-98", "2GM-101")
    def test_the_rulebook_interception(self) -> None:
        """EX-G28: the gun misses with a 3, the fighter hits with a 6: 3 damage, shot down before
        bombing; both discarded."""
        reply = raid(ONE_GUN, roll={"hmg:b25:0": [3], "interceptor:fw0": [6]})
        assert targets(reply) == {"hmg:b25:0": [4, 9], "interceptor:fw0": [4, 8]}
        assert (change(reply, "b25", "damage"), change(reply, "b25", "where")) == (3, "destroyed")
        assert change(reply, "fw0", "where") == "discarded"
        assert change(reply, "hq", "damage") is None

    @rule("2GM-100", "2GM-101", "2GM-95")
    def test_the_rulebook_escort(self) -> None:
        """EX-G29: the escort's 7 destroys the interceptor; the bomber flies on unhindered, the
        escort is discarded."""
        reply = raid(ONE_GUN, p51=1, roll={"escort:p510": [7], "bomb:hq": [2]})
        assert change(reply, "fw0", "where") == "destroyed"
        assert change(reply, "p510", "where") == change(reply, "b25", "where") == "discarded"
        assert list(reply["result"]["readings"]) == ["escort:p510", "bomb:hq"]
        assert reply["result"]["bomber"] == "survives"

    @rule("2GM-101")
    def test_the_dead_do_not_shoot(self) -> None:
        reply = raid(fw=2, roll={"hmg:b25:0": [9], "hmg:b25:1": [9], "bomb:hq": [1]})
        assert list(reply["result"]["readings"]) == ["hmg:b25:0", "hmg:b25:1", "bomb:hq"]

    @rule("2GM-98", "2GM-182", "2GM-183")
    def test_targets_are_chosen_one_after_another(self) -> None:
        shots = {"hmg:b25:0": [9], "hmg:b25:1": [9], "bomb:hq": [1]}
        for told in ({"answers": {"aim:b25:0": "fw1"}}, {"hmg_targets": ["fw1"]}, {}):
            reply = raid(fw=2, roll=shots, **told)
            assert change(reply, "fw1", "where") == change(reply, "fw0", "where") == "destroyed"
        both = raid(fw=2, hmg_targets=["fw1", "fw1"], roll={"hmg:b25:0": [9], "interceptor:fw0": [1], "bomb:hq": [1]})
        assert list(both["result"]["readings"]) == ["hmg:b25:0", "interceptor:fw0", "bomb:hq"]

    @rule("2GM-183")
    def test_by_another_reading_all_guns_name_their_targets_first(self) -> None:
        """Both named fw0: the second gun has nobody left, and fw1 shoots."""
        shots = {"hmg:b25:0": [9], "interceptor:fw1": [1], "bomb:hq": [1]}
        reply = raid(fw=2, readings={"hmg_allocation": "all_first"}, roll=shots)
        assert list(reply["result"]["readings"]) == list(shots)
        later = raid(fw=2, readings={"hmg_allocation": "all_first"}, answers={"aim:b25:1": "fw1"}, roll={"hmg:b25:0": [9], "hmg:b25:1": [9], "bomb:hq": [1]})
        assert "interceptor:fw1" not in later["result"]["readings"]

    @rule("2GM-100", "2GM-104", "2GM-182", "2GM-183")
    def test_a_choice_cites_its_own_rule_and_a_single_target_is_not_chosen(self) -> None:
        units = {"b25": unit(BOMBER), "hq": unit(HQ, 1), "p51": unit(MUSTANG), "fw0": unit(FOCKE, 1), "fw1": unit(FOCKE, 1)}
        session = do(playing("deployment", units), "air", bombers=["b25"], target="hq", interceptors=["fw0", "fw1"], escorts=["p51"])
        seen = []
        for answer in ("fw0", (1,), "fw0"):
            assert session.prompt
            seen.append((session.prompt.key, session.prompt.ref.id))
            session.answer(answer)
        assert seen == [("aim:p51", "2GM-100"), ("escort:p51", "2GM-70"), ("aim:b25:0", "2GM-104")]
        alone = raiding(p51=1)
        assert alone.prompt
        assert alone.prompt.key == "escort:p510"

    @rule("2GM-95", "2GM-97", "2GM-102", "2GM-182")
    def test_everybody_who_flew_is_discarded(self) -> None:
        reply = raid(fw=1, p51=1, roll=MISSED)
        assert {change(reply, key, "where") for key in ("b25", "fw0", "p510")} == {"discarded"}
        assert reply["result"]["discarded"] == ["b25", "fw0", "p510"]
        idle = raid(fw=0, p51=1, readings={"idle_escort": "returns"}, roll=MISSED)
        assert (change(idle, "b25", "where"), change(idle, "p510", "where")) == ("discarded", None)
        assert idle["result"]["discarded"] == ["b25"]
        assert raid(fw=0, p51=1)["result"]["discarded"] == ["b25", "p510"]

    @rule("2GM-97", "2GM-99", "2GM-181", "2GM-101")
    def test_who_comes_is_asked_the_defender_first(self) -> None:
        """A fighter deployed this turn does not intercept; a bomber neither."""
        units = {
            "b25": unit(BOMBER),
            "hq": unit(HQ, 1),
            "p51": unit(MUSTANG),
            "fw0": unit(FOCKE, 1),
            "new": unit(FOCKE, 1, deployed_turn=4),
            "old": unit(FOCKE, 1, role="bomber"),
            "gone": unit(FOCKE, 1, where="discarded"),
        }
        session = do(playing("deployment", units, turn=4), "air", bombers=["b25"], target="hq")
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of, [each.key for each in session.prompt.options]) == ("interceptors:0", 1, ["none", "fw0"])
        session.answer("fw0")
        assert session.prompt
        assert (session.prompt.key, session.prompt.asked_of, [each.key for each in session.prompt.options]) == ("escorts:0", 0, ["none", "p51"])
        session.answer("none")
        assert session.prompt
        assert session.prompt.key == "hmg:b25:0"


@rule("2GM-107", "2GM-108")
class TestAntiAircraft:
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

    @rule("2GM-188", "2GM-107")
    def test_several_guns_may_fire_at_one_aircraft(self) -> None:
        assert list(raid(NO_GUN, fw=0, ost=2, roll={"aa:ost0": [6], "aa:ost1": [6]})["result"]["readings"]) == ["aa:ost0", "aa:ost1"]

    @rule("2GM-107", "2GM-110", "2GM-186")
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

    @rule("2GM-129")
    def test_a_dive_bomber_is_hard_to_hit_for_anti_aircraft_only(self) -> None:
        stuka = {**NO_GUN, "skills": ["bomber", "dive_bomber"]}
        reply = raid(stuka, ost=1)
        assert rows(reply, "aa:ost0") == [("dive_bomber", -1, "2GM-129")]
        assert rows(reply, "interceptor:fw0") == []
        assert rows(raid(NO_GUN, ost=1), "aa:ost0") == []

    @rule("2GM-130", "2GM-92")
    def test_fighter_bombers_against_bombers(self) -> None:
        hunter = {**FOCKE, "skills": ["fighter", "fighter_bombers"]}
        assert rows(raid(NO_GUN, cards={"fw0": hunter}), "interceptor:fw0") == [("fighter_bombers", 1, "2GM-130")]
        assert rows(raid(NO_GUN), "interceptor:fw0") == []
        escort = {**MUSTANG, "skills": ["fighter", "fighter_bombers"]}
        assert rows(raid(NO_GUN, p51=1, cards={"p510": escort}), "escort:p510") == []
        units = {"p": unit(escort), "f": unit(FOCKE, 1), "b": unit({**FOCKE, "skills": ["fighter", "bomber"]}, 1, role="bomber")}
        assert rows(put("air", units, fighters=["p"], target="b"), "strafe:b") == [("fighter_bombers", 1, "2GM-130")]
        assert rows(put("air", units, fighters=["p"], target="f"), "strafe:f") == []


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


@rule("2GM-102", "2GM-103", "2GM-105")
class TestAreas:
    @rule("2GM-102", "2GM-103", "2GM-86", "2GM-82")
    def test_a_line_of_five(self) -> None:
        """EX-G31: B-17 2+/5+: house 4+/7+, forest 3+/6+ twice, nothing on the empty square, the
        trenches: 4 rolls."""
        reply = put("air", FIELD, bombers=["b17"], squares=LINE)
        assert targets(reply) == {"bomb:pak": [4, 7], "bomb:stug": [3, 6], "bomb:heavy": [3, 6], "bomb:trench": [2, 5]}
        assert reply["result"]["rolls"] == 4
        assert reply["result"]["sequence"] == ["bomb:pak", "bomb:stug", "bomb:heavy", "bomb:trench"]

    @rule("2GM-105", "2GM-107", "2GM-87")
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

    @rule("2GM-102", "2GM-187", "2GM-103")
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

    @rule("2GM-103", "2GM-91", "2GM-32")
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

    @rule("2GM-75", "2GM-172")
    def test_bombs_are_one_of_two_shooters(self) -> None:
        units = {"b": unit(FORTRESS), "x": unit({**LIGHT, "life": 9}, 1, shot_by=["other"])}
        told: dict[str, Any] = {"bombers": ["b"], "squares": [{"units": ["x"]}], "roll": {"bomb:x": [1]}}
        assert change(put("air", units, **told), "x", "suppressed") is True
        assert change(put("air", units, {"suppress_air": "no"}, **told), "x", "suppressed") is None


@rule("2GM-93", "2GM-95", "2GM-96")
class TestFighters:
    @rule("2GM-93", "2GM-96", "2GM-88")
    def test_what_a_fighter_may_attack(self) -> None:
        """EX-G27: trenches, a unit in a house, a unit in the forest, the HQ, a fighter beside
        it; not the General."""
        units = {
            "p": unit(MUSTANG),
            "t": unit({"name": "Trenches", "type": "terrain", "points": 4}, 1),
            "c": unit(LIGHT, 1, **{"in": "h"}),
            "h": unit(HOUSE, 1),
            "k": unit(PAK, 1, terrain="forest"),
            "hq": unit(HQ, 1),
            "f": unit(FOCKE, 1),
            "g": unit({"name": "Model", "type": "general"}, 1),
            "r": unit(HOUSE, 1, ruins=True),
            "x": unit(LIGHT, 1, where="inside"),
        }
        for key in ("t", "c", "k", "hq", "f"):
            assert result("air", units, fighters=["p"], target=key)["sequence"] == [f"strafe:{key}"]
        for key in ("g", "h", "r", "x"):
            assert refs("air", units, fighters=["p"], target=key) == ["2GM-93"]

    @rule("2GM-96", "2GM-98", "2GM-107")
    def test_guns_then_interceptors_then_the_attack(self) -> None:
        units = {"p": unit(MUSTANG), "f": unit(FOCKE, 1), "k": unit(PAK, 1), "ost": unit(OSTWIND, 1)}
        reply = put("air", units, fighters=["p"], target="k", interceptors=["f"], aa=["ost"], roll={"aa:ost": [1], "interceptor:f": [1], "strafe:k": [3]})
        assert list(reply["result"]["readings"]) == ["aa:ost", "interceptor:f", "strafe:k"]
        assert (change(reply, "k", "where"), change(reply, "p", "where")) == ("destroyed", "discarded")
        assert reply["result"]["fighter"] == "survives"

    @rule("2GM-184", "2GM-98")
    def test_the_fighter_attacked_may_intercept(self) -> None:
        units = {"p": unit(MUSTANG), "f": unit(FOCKE, 1)}
        reply = put("air", units, fighters=["p"], target="f", interceptors=["f"], roll={"interceptor:f": [1], "strafe:f": [3]})
        assert change(reply, "f", "where") == "destroyed"

    @rule("2GM-99", "2GM-100", "2GM-106", "2GM-181", "2GM-92", "2GM-102")
    def test_who_may_fly(self) -> None:
        units = {
            "b": unit(BOMBER),
            "p": unit(MUSTANG),
            "q": unit(MUSTANG),
            "f": unit(FOCKE, 1),
            "n": unit(FOCKE, 1, deployed_turn=1),
            "hq": unit(HQ, 1),
            "i": unit(LIGHT),
        }
        assert refs("air", units, fighters=["p"], target="hq", escorts=["q"]) == ["2GM-99"]
        assert refs("air", units, paratroopers=["i"], interceptors=["f"]) == ["2GM-106"]
        assert refs("air", units, bombers=["b"], target="hq", interceptors=["n"]) == ["2GM-181"]
        assert refs("air", units, bombers=["p"], target="hq") == ["2GM-100"]
        assert refs("air", units, bombers=["b"], target="hq", escorts=["b"]) == ["2GM-100"]
        assert refs("air", units, bombers=["i"], target="hq") == ["2GM-100"]
        assert refs("air", {**units, "f": unit(FOCKE, 1, where="discarded")}, bombers=["b"], target="hq", interceptors=["f"]) == ["2GM-100"]
        assert refs("air", {**units, "c": unit(BOMBER)}, bombers=["b", "c"], target="hq") == ["2GM-102"]
        both = unit({**BOMBER, "skills": ["fighter", "bomber"]}, role="fighter")
        assert refs("air", {**units, "b": both}, bombers=["b"], target="hq") == ["2GM-100"]
        assert "who flies" in put("air", units, target="hq")["error"]

    @rule("2GM-65", "2GM-102", "2GM-95", "2GM-96")
    def test_when_aircraft_attack(self) -> None:
        units = {"b25": unit(BOMBER), "p": unit(MUSTANG), "hq": unit(HQ, 1)}
        bombing, strafing = {"bombers": ["b25"], "target": "hq"}, {"fighters": ["p"], "target": "hq"}
        assert refused(playing("deployment", units), "air", **bombing) == []
        assert refused(playing("deployment", units, seat=1), "air", **bombing) == ["2GM-95"]
        assert refused(playing("fire", units), "air", **bombing) == ["2GM-102"]
        assert refused(playing("fire", units), "air", **strafing) == []
        assert refused(playing("deployment", units), "air", **strafing) == ["2GM-96"]
        assert refused(playing("movement", units), "air", **bombing) == ["2GM-46"]


JUMPERS = {"a": unit({**HEAVY, "life": 2}), "b": unit(HEAVY), "c": unit(LIGHT, prone=True), "ost": unit(OSTWIND, 1), "h": unit(HOUSE, 1)}


@rule("2GM-111", "2GM-112", "2GM-188")
class TestParatroopers:
    @rule("2GM-107", "2GM-111", "2GM-188", "2GM-112")
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

    @rule("2GM-111", "2GM-185", "2GM-107")
    def test_nothing_hides_a_paratrooper(self) -> None:
        reply = put("air", JUMPERS, paratroopers=["c"], aa=["ost"], squares=[{"terrain": "forest"}])
        assert reply["checks"][0]["target"] == [6, 9]
        assert reply["checks"][0]["modifiers"] == []

    @rule("2GM-112")
    @pytest.mark.parametrize(
        ("terrain", "damage"),
        [
            ("plain", None),
            ("forest", 1),
            ("bushes", 1),
            ("mountain", 1),
            ("ruins", 1),
            ("h", 1),
            ("wall", 1),
            ({"name": "Trenches", "impact": 1, "armor": 0}, 1),
        ],
    )
    def test_a_hard_landing(self, terrain: Any, damage: int | None) -> None:
        reply = put("air", JUMPERS, paratroopers=["b"], squares=[{"terrain": terrain, "row": 5, "column": 2}])
        assert change(reply, "b", "damage") == damage
        assert (change(reply, "b", "row"), change(reply, "b", "column")) == (5, 2)
        assert change(reply, "b", "in") == ("h" if terrain == "h" else None)
        assert change(reply, "h", "damage") is None

    @rule("2GM-111", "2GM-179")
    def test_where_nobody_lands(self) -> None:
        for square in (
            {"terrain": "sea"},
            {"terrain": "river"},
            {"terrain": "lake"},
            {"units": ["ost"]},
            {"off_board": True},
            {"terrain": {"name": "Bunker", "access": ["tank"]}},
        ):
            assert refs("air", JUMPERS, paratroopers=["a"], squares=[square]) == ["2GM-111"]
        assert refs("air", {**JUMPERS, "s": unit(SHERMAN)}, paratroopers=["s"], squares=[{}]) == ["2GM-111"]

    @rule("2GM-112", "2GM-67", "2GM-58")
    def test_it_fires_in_the_same_turn(self) -> None:
        units = {"c": unit(LIGHT), "x": unit(LIGHT, 1)}
        session = do(playing("deployment", units), "air", paratroopers=["c"], squares=[{"terrain": "forest", "row": 4, "column": 4}])
        session.dispatch(Advanced())
        assert session.state.unit("c").trackers["terrain"] == "forest"
        assert refused(session, "assault", assaulter="c", target="x") == ["2GM-58"]
        assert refused(session, "shot", attacker="c", target="x", weapon="primary") == []


@rule("2GM-39", "2GM-40", "2GM-41", "2GM-45", "2GM-46", "2GM-65", "2GM-68", "2GM-77", "2GM-78", "2GM-79")
def test_nine_phases_then_the_other_player() -> None:
    session = Session(RULES, RULES.opened())
    seen = [session.state.step]
    for _ in range(9):
        session.dispatch(Advanced())
        while session.prompt:
            session.answer(())
        seen.append(session.state.step)
    assert seen == ["start", "headquarters", "cards", "movement", "deployment", "fire", "reactivation", "discard", "end", "start"]
    assert (session.state.turn, session.state.seat) == (2, 1)


@rule("2GM-98")
def test_the_odds_of_one_gun_against_one_interceptor_by_all_throws() -> None:
    """Gun 4+ (3 damage kills, life 3), then the fighter 4+ if it lives: counted over 10 x 10
    faces."""
    down = sum(gun < 4 and fighter >= 4 for gun, fighter in product(range(1, 11), repeat=2))
    assert raid(ONE_GUN)["odds"]["bomber"] == {"survives": str(1 - Fraction(down, 100)), "shot_down": str(Fraction(down, 100))}


@pytest.mark.heavy
def test_the_walk_equals_brute_force() -> None:
    units = {"b25": {"card": ONE_GUN}, "p51": {"card": MUSTANG}, "fw": {"seat": 1, "card": FOCKE}, "hq": {"seat": 1, "card": HQ}}
    state = table(RULES, frozen({"units": units}))
    todo = task(RULES.opening("air").run, bombers=("b25",), target="hq", interceptors=("fw",), escorts=("p51",))
    assert walk(state, todo).chances() == brute(lambda: todo.on(state))


@rule("2GM-98")
def test_a_target_that_vanished_while_a_gun_aimed_leaves_a_question_that_can_be_answered() -> None:
    """The fault of the tracer: a choice must always offer something, whatever the table sets by
    hand meanwhile."""
    from engine.values.events import TrackerSet

    units = {"b25": unit(BOMBER), "hq": unit(HQ, 1), "fw0": unit(FOCKE, 1), "fw1": unit(FOCKE, 1)}
    session = do(playing("deployment", units), "air", bombers=["b25"], target="hq", interceptors=["fw0", "fw1"], escorts=[], aa=[])
    for key in ("fw0", "fw1"):
        session.dispatch(TrackerSet(key, "where", "destroyed"))
    assert session.prompt
    assert [option.key for option in session.prompt.options] == ["hold"]
    session.answer("hold")
    assert session.prompt.key == "bomb:hq"


@rule("2GM-100")
def test_an_opening_without_a_mission_is_nonsense() -> None:
    from engine.values.model import Impossible

    with pytest.raises((Impossible, Refused)):
        Session(RULES, RULES.opened()).enter(Opened("air", Map()))
