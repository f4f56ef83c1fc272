"""Who comes to a raid, and its order shot by shot."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.twogm.examples import BOMBER, FOCKE, HMG, HQ, LIGHT, MUSTANG, OSTWIND, SHERMAN
from engine.playing.procedure import whole
from engine.playing.session import Refused, Session
from engine.playing.walk import walk
from engine.values.events import Opened, UnitMoved
from engine.values.maps import Map, frozen, thawed
from tests.engine.brute import brute
from tests.games.asking import change, rows, targets
from tests.games.twogm.table import BOMBS, EITHER, NO_GUN, RULES, TANK, after, do, order, playing, put, raid, raiding, refs, refused, result, rule, unit

ONE_GUN = {**BOMBER, "equipment": [HMG]}


FIGHTER = {**MUSTANG, "cost": 3}


def raid_with_purse(ap: int, **state: Any) -> Any:
    units = {
        "b": unit(BOMBER),
        "p": unit(FIGHTER, **state),
        "q": unit(FIGHTER, where="reserve"),
        "n": unit(MUSTANG, where="reserve"),
        "f": unit(FIGHTER, 1, where="reserve"),
        "hq": unit(HQ, 1),
        "t": unit(SHERMAN, where="reserve"),
        "d": unit(FIGHTER, where="discarded"),
    }
    return playing("deployment", units, [{"ap": ap, "cards": {"deck": 9, "hand": 3}}, {}])


class TestWhoComes:
    @rule("2GM-97", "2GM-99")
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

    @rule("2GM-97", "2GM-99")
    def test_nobody_is_asked_who_cannot_come(self) -> None:
        """No interceptors at a drop, no escort for a fighter; neither tanks nor bombers nor the
        attacker volunteer."""
        units = {
            "b": unit(BOMBS),
            "p": unit(MUSTANG),
            "q": unit(MUSTANG),
            "f": unit(FOCKE, 1),
            "x": unit({**BOMBS}, 1),
            "s": unit({**TANK, "skills": ["fighter"]}, 1),
            "h": unit(HQ, 1),
            "i": unit(LIGHT),
            "n": unit({**FOCKE, "skills": []}, 1),
        }
        drop = do(playing("deployment", units), "air", paratroopers=["i"])
        assert drop.prompt is None
        strafe = do(playing("fire", units), "air", fighters=["p"], target="h")
        assert strafe.prompt
        assert [option.key for option in strafe.prompt.options] == ["none", "f"]
        strafe.answer("f")
        assert strafe.prompt.key == "interceptor:f"
        bomb = do(playing("deployment", units), "air", bombers=["b"], target="h")
        bomb.answer("none")
        assert bomb.prompt
        assert [option.key for option in bomb.prompt.options] == ["none", "p", "q"]
        bomb.answer("p")
        assert [option.key for option in bomb.prompt.options] == ["none", "q"]

    @rule("2GM-97", "2GM-99")
    def test_escorts_of_nobody(self) -> None:
        assert put("air", {"p": unit(MUSTANG)}, escorts=["p"])["error"].endswith("say who flies: bombers, fighters or paratroopers")

    @rule("2GM-97", "2GM-105")
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

    @rule("2GM-97", "2GM-99")
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

    @rule("2GM-97", "2GM-181")
    def test_only_fighters_can_still_intercept(self) -> None:
        units = {"b": unit(BOMBER, 1), "f": unit(FOCKE, 1), "new": unit(FOCKE, 1, deployed_turn=1), "e": unit(EITHER, 1, role="bomber"), "g": unit(EITHER, 1)}
        assert result("reactions", units, seat=1)["interceptors"] == ["f", "g"]

    @rule("2GM-99", "2GM-106")
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

    @rule("2GM-99", "2GM-65")
    @pytest.mark.parametrize(("ap", "able"), [(2, ["bomb:hq"]), (3, ["none", "p", "q"]), (6, ["none", "p", "q"])])
    def test_an_escort_may_come_from_the_hand(self, ap: int, able: list[str]) -> None:
        """Own fighters in hand that can be paid; a card without a cost is not offered."""
        session = do(raid_with_purse(ap, where="reserve"), "air", bombers=["b"], target="hq")
        assert session.prompt
        assert ([option.key for option in session.prompt.options] or [session.prompt.key]) == able

    @rule("2GM-99", "2GM-95")
    def test_it_is_paid_played_and_discarded(self) -> None:
        """3 of 5 action points: the second fighter in hand is too dear then."""
        session = do(raid_with_purse(5, where="reserve"), "air", "p", [1], bombers=["b"], target="hq")
        state = session.state
        mine: Any = thawed(state.seats[0])
        assert (mine["ap"], mine["cards"]["hand"], state.unit("p").where, state.unit("q").where) == (2, 2, "discarded", "reserve")

    @rule("2GM-99")
    def test_each_comes_once(self) -> None:
        session = do(raid_with_purse(9, where="reserve"), "air", "p", bombers=["b"], target="hq")
        assert session.prompt
        assert [option.key for option in session.prompt.options] == ["none", "q"]

    @rule("2GM-99", "2GM-65")
    def test_it_must_be_paid(self) -> None:
        raid = {"bombers": ["b"], "target": "hq", "escorts": ["p", "q"]}
        assert refused(raid_with_purse(5, where="reserve"), "air", **raid) == ["2GM-65"]
        assert refused(raid_with_purse(6, where="reserve"), "air", **raid) == []
        assert refused(raid_with_purse(3), "air", **raid) == []
        units = {
            "b": unit(BOMBER),
            "hq": unit(HQ, 1),
            "f": unit(FOCKE, 1, where="reserve"),
            "p": unit(FIGHTER, where="reserve"),
            "q": unit(FIGHTER, where="discarded"),
        }
        for told, rules in (({"escorts": ["p"]}, []), ({"escorts": ["q"]}, ["2GM-100"]), ({"interceptors": ["f"]}, ["2GM-100"])):
            more: dict[str, Any] = {"bombers": ["b"], "target": "hq", **told}
            assert refs("air", units, **more) == rules


class TestOrder:
    @rule("2GM-100", "2GM-180")
    def test_guns_escorts_machine_guns_interceptors_bombs(self) -> None:
        shots = ["aa:ost0", "escort:p510", "hmg:b25:0", "hmg:b25:1", "interceptor:fw0", "interceptor:fw1", "bomb:hq"]
        assert order(fw=2, p51=1, ost=1) == shots
        assert raid(fw=2, p51=1, ost=1)["result"]["sequence"] == shots

    @rule("2GM-98", "2GM-104")
    def test_without_machine_guns_and_without_interceptors(self) -> None:
        assert order(bomber=NO_GUN) == raid(NO_GUN)["result"]["sequence"] == ["interceptor:fw0", "bomb:hq"]
        assert order(fw=0, p51=1) == raid(fw=0, p51=1)["result"]["sequence"] == ["bomb:hq"]
        assert raid(hmgs=1)["result"]["sequence"] == ["hmg:b25:0", "interceptor:fw0", "bomb:hq"]
        assert raid(ONE_GUN, hmgs=2)["result"]["sequence"] == ["hmg:b25:0", "hmg:b25:1", "interceptor:fw0", "bomb:hq"]

    @rule("2GM-98", "2GM-100")
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

    @rule("2GM-98", "2GM-182")
    def test_targets_are_chosen_one_after_another(self) -> None:
        shots = {"hmg:b25:0": [9], "hmg:b25:1": [9], "bomb:hq": [1]}
        for told in ({"answers": {"aim:b25:0": "fw1"}}, {"hmg_targets": ["fw1"]}, {}):
            reply = raid(fw=2, roll=shots, **told)
            assert change(reply, "fw1", "where") == change(reply, "fw0", "where") == "destroyed"
        both = raid(fw=2, hmg_targets=["fw1", "fw1"], roll={"hmg:b25:0": [9], "interceptor:fw0": [1], "bomb:hq": [1]})
        assert list(both["result"]["readings"]) == ["hmg:b25:0", "interceptor:fw0", "bomb:hq"]

    @rule("2GM-183")
    @pytest.mark.parametrize(
        ("reading", "asked"),
        [("one_by_one", ["aim:b25:0", "hmg:b25:0", "aim:b25:1", "hmg:b25:1"]), ("all_first", ["aim:b25:0", "aim:b25:1", "hmg:b25:0", "hmg:b25:1"])],
    )
    def test_when_machine_guns_name_their_targets(self, reading: str, asked: list[str]) -> None:
        units = {"b25": unit(BOMBER), "hq": unit(HQ, 1), "fw0": unit(FOCKE, 1), "fw1": unit(FOCKE, 1)}
        session = playing("deployment", units, readings={"hmg_allocation": reading})
        do(session, "air", bombers=["b25"], target="hq", interceptors=["fw0", "fw1"], escorts=[], aa=[])
        found = []
        for _ in asked:
            assert session.prompt
            found.append(session.prompt.key)
            session.answer((1,) if session.prompt.kind == "roll" else "fw1")
        assert found == asked

    @rule("2GM-182", "2GM-97")
    @pytest.mark.parametrize(("fw", "reading", "gone"), [(1, "returns", True), (0, "returns", False), (0, "discarded", True)])
    def test_an_escort_that_met_somebody_is_discarded(self, fw: int, reading: str, gone: bool) -> None:
        """By another reading one without a target goes back."""
        assert ("p510" in raid(fw=fw, p51=1, readings={"idle_escort": reading})["result"]["discarded"]) is gone

    @rule("2GM-98")
    def test_the_odds_of_one_gun_against_one_interceptor_by_all_throws(self) -> None:
        """Gun 4+ (3 damage kills, life 3), then the fighter 4+ if it lives: counted over 10 x 10
        faces."""
        down = sum(gun < 4 and fighter >= 4 for gun, fighter in product(range(1, 11), repeat=2))
        assert raid(ONE_GUN)["odds"]["bomber"] == {"survives": str(1 - Fraction(down, 100)), "shot_down": str(Fraction(down, 100))}

    @rule("2GM-98")
    def test_a_target_that_vanished_while_a_gun_aimed_leaves_a_question_that_can_be_answered(self) -> None:
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

    @rule("2GM-98", "2GM-101")
    def test_a_fighter_that_is_intercepted_is_no_bomber(self) -> None:
        units = {"p": unit(MUSTANG), "f": unit({**FOCKE, "skills": ["fighter", "fighter_bombers"]}, 1), "h": unit(HQ, 1)}
        assert rows(put("air", units, fighters=["p"], target="h", interceptors=["f"]), "interceptor:f") == []

    @rule("2GM-98", "2GM-100")
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

    @pytest.mark.heavy
    def test_the_walk_equals_brute_force(self) -> None:
        units = {"b25": {"card": ONE_GUN}, "p51": {"card": MUSTANG}, "fw": {"seat": 1, "card": FOCKE}, "hq": {"seat": 1, "card": HQ}}
        state = table(RULES, frozen({"units": units}))
        raid = frozen({"bombers": ["b25"], "target": "hq", "interceptors": ["fw"], "escorts": ["p51"]})
        todo = whole(RULES.opening("air"), raid)
        assert walk(state, todo).chances() == brute(lambda: todo.on(state))


class TestEscorting:
    @rule("2GM-100", "2GM-101")
    def test_the_rulebook_escort(self) -> None:
        """EX-G29: the escort's 7 destroys the interceptor; the bomber flies on unhindered, the
        escort is discarded."""
        reply = raid(ONE_GUN, p51=1, roll={"escort:p510": [7], "bomb:hq": [2]})
        assert change(reply, "fw0", "where") == "destroyed"
        assert change(reply, "p510", "where") == change(reply, "b25", "where") == "discarded"
        assert list(reply["result"]["readings"]) == ["escort:p510", "bomb:hq"]
        assert reply["result"]["bomber"] == "survives"

    @rule("2GM-100", "2GM-104")
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

    @rule("2GM-100")
    def test_an_opening_without_a_mission_is_nonsense(self) -> None:
        from engine.values.model import Impossible

        with pytest.raises((Impossible, Refused)):
            Session(RULES, RULES.opened()).enter(Opened("air", Map()))

    @rule("2GM-100", "2GM-182")
    def test_an_escort_shot_down_does_not_shoot(self) -> None:
        units = {"b": unit(BOMBS), "p": unit(MUSTANG), "f": unit(FOCKE, 1), "h": unit(HQ, 1), "o": unit(OSTWIND, 1)}
        reply = put(
            "air", units, bombers=["b"], target="h", escorts=["p"], interceptors=["f"], aa=["o"], roll={"aa:o": [10], "interceptor:f": [1], "bomb:h": [1]}
        )
        assert list(reply["result"]["readings"]) == ["aa:o", "interceptor:f", "bomb:h"]
        assert change(reply, "p", "where") == "destroyed"

    @rule("2GM-100", "2GM-108")
    @pytest.mark.parametrize(("at", "interceptors", "prey"), [(1, ["i"], ["e"]), (2, ["i"], ["b"]), (2, [], ["e"])])
    def test_an_escort_that_has_shot_is_no_target_any_more(self, at: int, interceptors: list[str], prey: list[str]) -> None:
        units = {"b": unit(BOMBER), "e": unit(MUSTANG), "i": unit(FOCKE, 1), "o": unit(OSTWIND, 1), "x": unit(LIGHT, 1), "y": unit(LIGHT, 1)}
        told = result(
            "air", units, bombers=["b"], escorts=["e"], interceptors=interceptors, aa=["o"], at_square=at, squares=[{"units": ["x"]}, {"units": ["y"]}]
        )
        assert told["aa_targets"] == prey

    @rule("2GM-100", "2GM-182")
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

    @rule("2GM-100", "2GM-104")
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


class TestShotDown:
    @rule("2GM-101")
    def test_the_dead_do_not_shoot(self) -> None:
        reply = raid(fw=2, roll={"hmg:b25:0": [9], "hmg:b25:1": [9], "bomb:hq": [1]})
        assert list(reply["result"]["readings"]) == ["hmg:b25:0", "hmg:b25:1", "bomb:hq"]

    @rule("2GM-101")
    def test_the_dead_shoot_no_more(self) -> None:
        units = {"a": unit(SHERMAN, where="destroyed"), "b": unit(LIGHT, 1), "c": unit(SHERMAN)}
        shots = [{"attacker": "a"}, {"attacker": "c"}]
        assert put("shots", units, target="b", shots=shots)["refused"]["key"] == "not_on_table"
        assert [check["what"] for check in put("shots", units, target="b", shots=shots, overrule=True)["checks"]] == ["shot:1"]
