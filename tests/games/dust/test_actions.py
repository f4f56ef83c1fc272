"""The two actions of an activation: which pairs are legal, and what each needs."""

from itertools import product
from typing import Any

import pytest

from engine.values.maps import pairs
from tests.games.dust.table import BOSS, RIFLES, RULES, at, hero, rule, seated, squad, tell


def are_legal(*declared: str, units: Any = None, readings: Any = None, **situation: Any) -> bool:
    return tell("actions", units, readings, declared=list(declared), **situation)["legal"]  # type: ignore[no-any-return]


class TestActions:
    @rule("DUST-03", "DUST-02")
    def test_every_pair_but_two_attacks(self) -> None:
        words = ("move", "attack", "skill", "nothing")
        found = [pair for pair in product(words, repeat=2) if are_legal(*pair)]
        assert len(found) == 15
        assert ("attack", "attack") not in found
        assert not are_legal("move", "move", "move")

    @rule("DUST-02", "DUST-05")
    def test_a_sustained_attack_takes_both(self) -> None:
        assert are_legal("sustained")
        assert are_legal("sustained", "sustained")
        assert not any(are_legal("sustained", other) or are_legal(other, "sustained") for other in ("move", "attack", "skill", "reload"))
        assert are_legal("sustained", skills=["berserk"])

    @rule("DUST-177", "DUST-114")
    @pytest.mark.parametrize(
        ("declared", "skills", "legally"),
        [
            (["move", "skill"], ["reload"], True),
            (["reload", "attack"], ["reload"], True),
            (["move", "attack"], ["reload"], False),
            (["sustained"], ["artillery_strike"], False),
            (["skill", "skill"], ["artillery_strike", "artillery_strike"], True),
            (["skill", "attack"], ["artillery_strike", "artillery_strike"], False),
            (["move", "attack"], ["berserk", "assault"], True),
            (["artillery_strike", "artillery_strike"], [], True),
            (["move", "attack"], ["tank_head"], False),
        ],
    )
    def test_what_costs_an_action(self, declared: list[str], skills: list[str], legally: bool) -> None:
        assert are_legal(*declared, skills=skills) is legally

    @rule("DUST-59")
    @pytest.mark.parametrize(("reading", "legally"), [("yes", True), ("no", False)])
    def test_two_strikes(self, reading: str, legally: bool) -> None:
        told = {"doubleStrike": reading}
        assert are_legal("artillery_strike", "artillery_strike", readings=told) is legally
        assert are_legal("artillery_strike", "move", readings=told)

    @rule("DUST-177")
    def test_silent_skills_by_the_other_reading(self) -> None:
        told = {"silentSkillCost": "action"}
        assert not are_legal("move", "attack", skills=["berserk"], readings=told)
        assert are_legal("skill", "attack", skills=["berserk"], readings=told)

    @rule("DUST-121")
    def test_a_charge_is_two_moves(self) -> None:
        assert are_legal("move", "move", skills=["charge"])
        assert are_legal("charge")
        assert are_legal("move", "attack")
        assert not are_legal("move", "attack", skills=["charge"])
        assert not are_legal("charge", "attack")

    @rule("DUST-103", "DUST-188")
    def test_entry(self) -> None:
        """EX-D26: enter and move, enter and attack; never anything before the entry."""
        assert are_legal("move", "move", round=1)
        assert are_legal("move", "attack", entering=True)
        assert not are_legal("attack", "move", round=1)
        assert not are_legal("sustained", entering=True)
        assert are_legal("attack", "move", round=1, entering=False)
        assert are_legal("attack", "move", round=2)
        units = {"a": {"card": squad(), "state": {"on_board": True}}, "b": {"card": squad()}, "c": {"card": squad(), "state": {"where": "reserve"}}}
        assert [are_legal("sustained", units=units, unit=unit, round=1) for unit in "abc"] == [True, False, False]
        assert [are_legal("sustained", units=units, unit=unit) for unit in "abc"] == [True, True, False]

    @rule("DUST-08", "DUST-191")
    @pytest.mark.parametrize(
        ("state", "legally"),
        [({}, True), ({"activated": True}, False), ({"activated": True, "reactivated": True}, True), ({"activated": True, "running": True}, True)],
    )
    def test_once_a_round(self, state: Any, legally: bool) -> None:
        assert are_legal("move", "attack", units={"a": {"card": squad(), "state": state}}, unit="a") is legally

    @rule("DUST-143", "DUST-185")
    def test_what_the_unit_can_do(self) -> None:
        units = {
            "a": {"card": squad(skills=["berserk"]), "state": {"used": ["berserk"]}},
            "b": {"card": BOSS, "state": {"alive": [2, 3]}},
            "c": {"card": BOSS},
            "h": {"card": hero(skills=["charge", "fast"]), "state": {"joined": "s"}},
            "s": {"card": squad(skills=[])},
        }
        assert not are_legal("move", "attack", units=units, unit="a", skills=["berserk"])
        assert not are_legal("move", "attack", units=units, unit="a", skills=["assault"])
        assert not are_legal("tank_head", "tank_head", units={"h": {"card": hero(skills=["tank_head"])}}, unit="h")
        assert [are_legal("move", order, units=units, unit="b") for order in ("reactivate", "makeshift_repair", "get_up", "artillery_strike")] == [
            False,
            True,
            True,
            False,
        ]
        assert are_legal("move", "artillery_strike", units=units, unit="c")
        assert are_legal("move", "artillery_strike", units={"o": {"card": squad(skills=["artillery_strike"])}}, unit="o")
        assert not are_legal("get_up", "makeshift_repair", units=units, unit="c")
        assert are_legal("get_up", "makeshift_repair", units=units, unit="c", readings={"commandLimit": "untilFailure"})
        assert not are_legal("get_up", "get_up", units=units, unit="c", readings={"commandLimit": "untilFailure"})
        assert are_legal("move", "move", units=units, unit="s", skills=["charge"])  # the hero shares it
        assert not are_legal("move", "move", units=units, unit="s", skills=["fast"])
        assert are_legal("move", "move", units=units, unit="s", skills=["fast"], readings={"silentSharing": "yes"})


class TestDeclarations:
    @rule("DUST-121", "DUST-66")
    def test_what_an_activation_is_made_of(self) -> None:
        """Nothing beside a Sustained Attack is still one; two times nothing is none; only silent
        skills cost an action by the other reading."""
        assert tell("actions", declared=["sustained", "nothing"])["legal"]
        assert tell("reaction", declared=["nothing", "nothing"])["allowed"]
        assert not tell("reaction", declared=["sustained", "nothing"])["allowed"]
        assert tell("actions", {"u": {"card": squad()}}, unit="u", declared=["move", "attack"], skills=["berserk"])["legal"]  # taken as told
        paid = {"silentSkillCost": "action"}
        assert tell("actions", None, paid, declared=["move", "attack"], skills=["heroic_attack", "agile"])["legal"]
        assert not tell("actions", None, paid, declared=["move", "attack"], skills=["berserk"])["legal"]

    @rule("DUST-02", "DUST-121")
    @pytest.mark.parametrize("declared", [["sustained"] * 3, ["charge"] * 3, ["sustained", "nothing", "nothing"]])
    def test_three_are_too_many_whatever_they_are(self, declared: list[str]) -> None:
        assert tell("actions", declared=declared)["rules"] == ["DUST-02"]

    @rule("DUST-08", "DUST-95")
    @pytest.mark.parametrize(("flags", "legal"), [({"activated": True}, False), ({"activated": True, "running": True}, True), ({}, True)])
    def test_of_a_pair_one_was_told_as_activated(self, flags: Any, legal: bool) -> None:
        units = {"s": seated(0, squad(), **flags), "h": seated(0, hero(), joined="s")}
        assert tell("actions", units, unit="h", declared=["move", "move"])["legal"] is legal

    @rule("DUST-59", "DUST-184")
    def test_strikes_told_as_skills(self) -> None:
        twice = {"declared": ["skill", "skill"], "skills": ["artillery_strike", "artillery_strike"]}
        assert [tell("actions", None, {"doubleStrike": reading}, **twice)["rules"] for reading in ("yes", "no")] == [[], ["DUST-59"]]
        told = {"declared": ["skill", "move"], "enemy_skills": ["artillery_strike"]}
        assert [tell("reaction", None, {"strikeReaction": reading}, **told)["allowed"] for reading in ("observerOnly", "none")] == [True, False]

    @rule("DUST-113", "DUST-115")
    @pytest.mark.parametrize(
        ("declared", "skills", "rules"),
        [(["move", "move"], [], []), (["move", "move"], ["assault"], []), (["move", "move"], ["assault", "assault"], ["DUST-115"])],
    )
    def test_once_in_a_game_is_once_in_a_declaration(self, declared: list[str], skills: list[str], rules: list[str]) -> None:
        """Two Moves are two actions; a skill told twice is one too many."""
        assert tell("actions", {"a": seated(0, squad(skills=["assault"]))}, unit="a", declared=declared, skills=skills)["rules"] == rules

    @rule("DUST-08", "DUST-180")
    def test_the_dead_declare_nothing(self) -> None:
        assert tell("actions", {"a": seated(0, squad(), where="destroyed")}, unit="a", declared=["move", "move"])["rules"] == ["DUST-08"]

    @pytest.mark.rule("DUST-08", "DUST-191")
    @pytest.mark.parametrize(
        ("state", "no"), [({}, False), ({"activated": True}, True), ({"where": "destroyed"}, True), ({"activated": True, "reactivated": True}, False)]
    )
    def test_who_cannot_be_activated_is_known_before_anything_is_declared(self, state: Any, no: bool) -> None:
        now = at({"a": {"card": RIFLES, "seat": 0, "state": state}})
        assert [each.key for each in RULES.opening("activation").refusals(now, pairs(unit="a"), early=True)] == (["gone"] if no else [])
