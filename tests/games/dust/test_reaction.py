"""Reactive fire: who may try, when, and the roll."""

from typing import Any

import pytest

from engine.games.dust.reaction.procedure import readiness
from engine.games.dust.reaction.situation import ReactiveFire
from tests.games.asking import ask, change
from tests.games.dust.table import RIFLES, H, M, hero, key, reaction, rule, seated, session, squad, tell, walker


class TestEnemies:
    @rule("DUST-64", "DUST-103")
    @pytest.mark.parametrize(("where", "asked"), [("inside", "who_reacts"), ("table", "who_reacts")])
    def test_a_unit_in_a_building_is_reacted_to(self, where: str, asked: str) -> None:
        assert key(session({"a": seated(0, squad(), where=where), "b": seated(1, squad())}, unit="a", declared=["nothing", "nothing"])) == asked

    @rule("DUST-184")
    @pytest.mark.parametrize(
        ("reading", "declared", "allowed"),
        [("observerOnly", ["artillery_strike", "move"], True), ("none", ["artillery_strike", "move"], False), ("none", ["move", "attack"], True)],
    )
    def test_reactions_to_an_observer(self, reading: str, declared: list[str], allowed: bool) -> None:
        assert tell("reaction", None, {"strikeReaction": reading}, declared=declared)["allowed"] is allowed

    @rule("DUST-64", "DUST-67")
    @pytest.mark.parametrize(
        ("seat", "state", "rules"), [(0, {}, []), (1, {}, ["DUST-67"]), (0, {"where": "reserve"}, ["DUST-188"]), (0, {"where": "destroyed"}, ["DUST-188"])]
    )
    def test_reactions_are_to_enemies_who_are_there(self, seat: int, state: Any, rules: list[str]) -> None:
        units = {"r": seated(1, squad(2)), "e": seated(seat, walker(), **state)}
        assert tell("reaction", units, reactor="r", enemy="e", range=1)["rules"] == rules


class TestReaction:
    @rule("DUST-65")
    def test_the_reactor_rolls_for_one_hit(self) -> None:
        now = session({"a": seated(0, squad()), "b": seated(1, squad())}, unit="a", declared=["nothing", "nothing"]).state
        named, unnamed = readiness(now, ReactiveFire(reactor="b")), readiness(now, ReactiveFire())
        assert (named.asked_of, named.about, unnamed.asked_of, unnamed.about) == (1, ("b",), now.seat, ())
        assert (named.checks[0].targets, named.checks[0].needs, named.checks[0].grades) == ((1,), 1, (1,))

    @rule("DUST-111", "DUST-136")
    @pytest.mark.parametrize(
        ("skills", "chance"), [([], "1/3"), (["advanced_reactive_fire"], "5/9"), (["superior_reactive_fire", "advanced_reactive_fire"], "19/27")]
    )
    def test_dice(self, skills: list[str], chance: str) -> None:
        assert reaction(skills=skills)["odds"]["success"]["yes"] == chance
        assert reaction(dice=len(skills) + 1 if skills != ["superior_reactive_fire", "advanced_reactive_fire"] else 3)["odds"]["success"]["yes"] == chance
        units = {"r": {"card": squad()}, "h": {"card": hero(skills=skills), "state": {"joined": "r"}}}
        assert reaction(units=units, reactor="r")["odds"]["success"]["yes"] == chance
        assert reaction(skills=skills)["checks"][0]["needs"] == 1

    @rule("DUST-68", "DUST-69")
    @pytest.mark.parametrize(
        ("reading", "declared", "first", "second"),
        [
            ("afterFirst", ["move", "attack"], True, False),
            ("afterFirst", ["attack", "move"], True, False),
            ("afterFirst", ["move", "move"], True, False),
            ("afterFirst", ["skill", "nothing"], True, False),
            ("afterFirst", ["sustained", "sustained"], False, False),
            ("afterFirst", ["sustained"], False, False),
            ("withMove", ["skill", "nothing"], False, False),
            ("withMove", ["skill", "move"], True, False),
            ("listed", ["skill", "move"], False, False),
            ("listed", ["attack", "move"], True, False),
            ("listed", ["move", "move"], True, False),
        ],
    )
    def test_the_moment(self, reading: str, declared: list[str], first: bool, second: bool) -> None:
        told = [reaction({"reactionWindow": reading}, declared=declared, moment=moment)["result"]["allowed"] for moment in ("after_first", "after_second")]
        assert told == [first, second]

    @rule("DUST-69", "DUST-68")
    @pytest.mark.parametrize(
        ("declared", "moment", "ref"),
        [(["skill", "nothing"], "after_first", "DUST-69"), (["sustained"], "after_first", "DUST-68"), (["move", "attack"], "after_second", "DUST-68")],
    )
    def test_the_rule_that_forbids_it(self, declared: list[str], moment: str, ref: str) -> None:
        assert reaction({"reactionWindow": "withMove"}, declared=declared, moment=moment)["result"]["rules"] == [ref]

    @rule("DUST-68", "DUST-70")
    @pytest.mark.parametrize(("reading", "first"), [("afterSecondMove", False), ("eitherMove", True)])
    def test_on_a_charge(self, reading: str, first: bool) -> None:
        for told in ({"declared": ["move", "move"], "enemy_skills": ["charge"]}, {"declared": ["charge"]}):
            allowed = [reaction({"chargeReaction": reading}, moment=moment, **told)["result"]["allowed"] for moment in ("after_first", "after_second")]
            assert allowed == [first, True]

    @rule("DUST-66", "DUST-183")
    @pytest.mark.parametrize(
        ("state", "situation", "allowed"),
        [
            ({}, {"range": 3}, True),
            ({}, {"range": 6}, False),
            ({}, {"dx": 2, "dy": 2}, True),
            ({}, {"dx": 4, "dy": 2}, False),
            ({}, {"dx": 1, "dy": 4}, False),
            ({}, {"range": 3, "los": False}, False),
            ({"activated": True}, {"range": 3}, False),
            ({"where": "reserve"}, {"range": 3}, False),
            ({"where": "destroyed"}, {"range": 3}, False),
            ({}, {"range": 3, "round": 1}, False),
            ({"on_board": True}, {"range": 3, "round": 1}, True),
            ({}, {"range": 3, "round": 2}, True),
            ({"ammo": {"Bazooka": 0}}, {"range": 3}, False),
            ({"loaded": {"Bazooka": False}}, {"range": 3}, False),
        ],
    )
    def test_who_may_try(self, state: Any, situation: Any, allowed: bool) -> None:
        """EX-D19 and EX-D20: a Bazooka of range 3 against a walker at 6 squares and at 3."""
        bazooka = {"range": "3", "values": {"V1": "1/3", "S2": "-"}, "kinds": ["limited", "reload"], "ammo": 2}
        units = {
            "r": {"card": squad(2, {"Bazooka": bazooka}), "seat": 1, "state": state},
            "e": {"card": walker(), "seat": 0},
            "s": {"card": squad(), "seat": 0},
        }
        reply = reaction(units=units, reactor="r", enemy="e", declared=["move", "attack"], **situation)
        assert reply["result"]["allowed"] is allowed
        assert reply["odds"]["success"] == ({"no": "2/3", "yes": "1/3"} if allowed else {"no": "1"})
        assert reaction(units=units, reactor="r", enemy="s", range=1)["result"]["allowed"] is False

    @rule("DUST-67", "DUST-64")
    def test_only_the_unit_being_activated(self) -> None:
        """EX-D20: whoever did not trigger the reaction is no target."""
        units = {
            "r": {"card": RIFLES, "seat": 1},
            "e": {"card": RIFLES, "seat": 0, "state": {"running": True}},
            "s": {"card": RIFLES, "seat": 0},
            "h": {"card": hero(), "seat": 0, "state": {"joined": "e"}},
        }
        assert [reaction(units=units, reactor="r", enemy=enemy)["result"]["allowed"] for enemy in "esh"] == [True, False, True]
        assert reaction(units=units, reactor="r")["result"]["allowed"] is True
        told = {"attacker": "r", "weapon": "Rifle"}
        refused = [ask("dust", "attack", units, target=enemy, **{**told, "as": "reaction"}).get("refused", {}).get("refs") for enemy in "es"]
        assert refused == [None, ["DUST-67"]]
        assert "refused" not in ask("dust", "attack", units, target="s", **told)

    @rule("DUST-66", "DUST-65")
    @pytest.mark.parametrize(("face", "success"), [(H, "yes"), (M, "no")])
    def test_activated_either_way(self, face: str, success: str) -> None:
        units = {"r": {"card": RIFLES}, "h": {"card": hero(), "state": {"joined": "r"}}}
        reply = reaction(units=units, reactor="r", roll={"reaction": [face]})
        assert (reply["result"]["success"], change(reply, "r", "activated"), change(reply, "h", "activated")) == (success, True, True)


@rule("DUST-65")
def test_a_roll_of_nobody_in_particular() -> None:
    assert reaction(dice=2, roll={"reaction": ["miss", "hit"]})["result"]["success"] == "yes"
