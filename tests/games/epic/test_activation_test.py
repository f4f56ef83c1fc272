"""The action test: what it rests on, what follows. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.asking import rows
from tests.games.epic.table import ask, chance, do, facts_of, foot, force, game, hero, tank

rule = pytest.mark.rule
F = Fraction


class TestActionTest:
    @rule("EPIC-10", "EPIC-11")
    @pytest.mark.parametrize(
        ("told", "passed"),
        [
            ({"initiative": 2}, F(5, 6)),
            ({"initiative": 1}, F(1)),
            ({"initiative": 2, "blast": 1}, F(4, 6)),
            ({"initiative": 2, "blast": 5}, F(4, 6)),
            ({"initiative": 2, "retaining": True}, F(4, 6)),
            ({"initiative": 2, "blast": 3, "retaining": True}, F(3, 6)),
            ({"initiative": 1, "blast": 1}, F(5, 6)),
            ({"initiative": 2, "blast": 3, "aircraft": True}, F(2, 6)),
            ({"initiative": 2, "blast": 5, "aircraft": True, "retaining": True}, F(0)),
            pytest.param({"initiative": 3, "reroll": True}, F(8, 9), marks=rule("EPIC-132")),
            ({"initiative": 2, "blast": 1, "reroll": True}, F(8, 9)),
        ],
    )
    def test_modifiers(self, told: dict[str, Any], passed: Fraction) -> None:
        assert chance(ask("action", order="advance", **told), "test", "pass") == passed

    @rule("EPIC-11")
    def test_rows(self) -> None:
        reply = ask("action", order="advance", initiative=2, blast=3, retaining=True)
        assert rows(reply, "test") == [("blast", -1, "EPIC-11"), ("retaining", -1, "EPIC-11")]

    @rule("EPIC-15", "EPIC-17")
    @pytest.mark.parametrize(("order", "passed"), [("double", F(1)), ("engage", F(1)), ("advance", F(4, 6)), ("march", F(4, 6))])
    def test_orks_go_forward(self, order: str, passed: Fraction) -> None:
        units = {"a": force((3, foot()), army="orks", initiative=3)}
        assert chance(ask("action", units, formation="a", order=order), "test", "pass") == passed

    @rule("EPIC-76")
    def test_a_road_march_passes_by_itself(self) -> None:
        assert chance(ask("action", order="march", initiative=3, blast=4, retaining=True, road=True), "test", "pass") == 1
        assert chance(ask("action", order="double", initiative=3, road=True), "test", "pass") == F(4, 6)

    @rule("EPIC-12")
    @pytest.mark.parametrize(
        ("told", "steps"),
        [
            pytest.param({"order": "advance"}, ["move", "shoot"], marks=rule("EPIC-14")),
            pytest.param({"order": "double"}, ["move", "move", "shoot"], marks=rule("EPIC-15")),
            pytest.param({"order": "march"}, ["move"] * 3, marks=rule("EPIC-16")),
            pytest.param({"order": "engage"}, ["assault"], marks=rule("EPIC-17")),
            pytest.param({"order": "sustained"}, ["shoot"], marks=rule("EPIC-18")),
            pytest.param({"order": "overwatch"}, ["overwatch"], marks=rule("EPIC-19")),
            pytest.param({"order": "marshal", "choice": "shoot"}, ["shoot", "regroup"], marks=rule("EPIC-20")),
            pytest.param({"order": "marshal", "choice": "move"}, ["move", "regroup"], marks=rule("EPIC-20")),
            pytest.param({"order": "hold", "choice": "regroup"}, ["regroup"], marks=rule("EPIC-21")),
            pytest.param({"order": "hold", "choice": "shoot"}, ["shoot"], marks=rule("EPIC-21")),
        ],
    )
    def test_what_an_action_is_made_of(self, told: dict[str, Any], steps: list[str]) -> None:
        assert ask("action", initiative=2, **told)["result"]["steps"] == steps

    @rule("EPIC-22", "EPIC-30")
    @pytest.mark.parametrize(
        ("told", "ref"),
        [
            ({"order": "advance", "choice": "shoot", "in_zoc": True}, None),
            ({"order": "sustained", "out_of_coherency": True}, "EPIC-18"),
            ({"order": "overwatch", "out_of_coherency": True}, "EPIC-19"),
            ({"order": "marshal", "choice": "shoot", "out_of_coherency": True}, "EPIC-22"),
            ({"order": "marshal", "choice": "move", "out_of_coherency": True}, None),
            ({"order": "hold", "choice": "regroup", "out_of_coherency": True}, "EPIC-22"),
            ({"order": "advance", "out_of_coherency": True}, None),
            ({"order": "sustained", "in_zoc": True}, "EPIC-30"),
            ({"order": "overwatch", "in_zoc": True}, "EPIC-30"),
            ({"order": "marshal", "choice": "shoot", "in_zoc": True}, "EPIC-30"),
            ({"order": "hold", "choice": "shoot", "in_zoc": True}, "EPIC-30"),
            ({"order": "engage", "in_zoc": True}, None),
            ({"order": "march", "in_zoc": True}, None),
            pytest.param({"order": "overwatch", "in_zoc": True, "out_of_coherency": True, "stay": True}, None, marks=rule("EPIC-65")),
        ],
    )
    def test_who_has_to_move(self, told: dict[str, Any], ref: str | None) -> None:
        reply = ask("action", initiative=2, **told)
        assert reply.get("refused", {}).get("refs", [None])[0] == ref

    @rule("EPIC-13", "EPIC-22")
    def test_what_a_forced_hold_may_be(self) -> None:
        assert ask("action", order="advance", initiative=2)["result"]["hold"] == ["move", "shoot", "regroup"]
        for doubt in ("out_of_coherency", "in_zoc"):
            assert ask("action", order="advance", initiative=2, **{doubt: True})["result"]["hold"] == ["move"]

    @rule("EPIC-190", "EPIC-219")
    @pytest.mark.parametrize("told", [{"order": "ground_attack"}, {"order": "stand_down", "aircraft": True}, {"order": "spacecraft", "turn": 2}])
    def test_craft_never_hold(self, told: dict[str, Any]) -> None:
        assert ask("action", initiative=2, **told)["result"]["hold"] == []

    @rule("EPIC-125")
    @pytest.mark.parametrize(
        ("order", "reading", "ref"),
        [
            ("sustained", "march", "EPIC-125"),
            ("march", "march", "EPIC-125"),
            ("marshal", "march", None),
            ("overwatch", "march", None),
            ("march", "marshal", None),
            ("marshal", "marshal", "EPIC-125"),
            ("sustained", "marshal", "EPIC-125"),
        ],
    )
    def test_pop_up(self, order: str, reading: str, ref: str | None) -> None:
        units = {"a": force((3, tank(abilities=["skimmer"])))}
        reply = ask("action", units, {"popup_ban": reading}, formation="a", order=order, choice="shoot", pop_up=True)
        assert reply.get("refused", {}).get("refs", [None])[0] == ref
        assert "refused" not in ask("action", order="advance", initiative=2, pop_up=True)
        shot_down = {"a": force((2, tank(abilities=["skimmer"])), (3, tank()), state={"lost": [2, 0]})}
        assert ask("action", shot_down, formation="a", order="advance", pop_up=True)["refused"]["key"] == "no_skimmer"
        walking = {"a": force((3, tank()))}
        assert ask("action", walking, formation="a", order="advance", pop_up=True)["refused"]["key"] == "no_skimmer"


@rule("EPIC-10")
@pytest.mark.parametrize(
    ("told", "then"),
    [
        pytest.param({"order": "advance", "initiative": 6, "roll": {"test": [1]}}, "hold", marks=rule("EPIC-13")),
        pytest.param({"order": "advance", "initiative": 6, "roll": {"test": [6]}}, "advance", marks=rule("EPIC-12")),
        pytest.param({"order": "ground_attack", "initiative": 6, "roll": {"test": [1]}}, "stand_down", marks=rule("EPIC-190")),
        pytest.param({"order": "advance", "initiative": 6, "aircraft": True, "roll": {"test": [1]}}, "stand_down", marks=rule("EPIC-190")),
        pytest.param({"order": "spacecraft", "initiative": 6, "roll": {"test": [1]}}, "delayed", marks=rule("EPIC-219")),
    ],
)
def test_what_follows_a_test(told: dict[str, Any], then: str) -> None:
    assert facts_of("action", None, None, told, ("then",)) == (then,)


@rule("EPIC-09", "EPIC-10")
@pytest.mark.parametrize(
    ("told", "passes"),
    [
        ({"order": "march", "road": True}, "1/1"),
        ({"order": "march"}, "1/6"),
        ({"order": "stand_down"}, "1/1"),
        ({"order": "cap_interception"}, "1/1"),
        ({"order": "cap"}, "1/6"),
        ({"order": "advance"}, "1/6"),
    ],
)
def test_what_needs_no_test(told: dict[str, Any], passes: str) -> None:
    odds = ask("action", initiative=6, **told)["odds"]["test"]
    assert odds["pass"] in (passes, passes.removesuffix("/1"))


@rule("EPIC-13", "EPIC-21")
@pytest.mark.parametrize(
    ("order", "held", "reading", "then"),
    [
        ("overwatch", {"overwatch": True}, {"failed_renewal": "kept"}, "overwatch"),
        ("overwatch", {"overwatch": True}, {}, "hold"),
        ("advance", {"overwatch": True}, {"failed_renewal": "kept"}, "hold"),
        ("overwatch", {}, {"failed_renewal": "kept"}, "hold"),
        ("overwatch", {"overwatch": True, "blast": 2}, {"failed_renewal": "kept"}, "withdraw"),
    ],
)
def test_a_renewal_that_fails(order: str, held: dict[str, Any], reading: dict[str, str], then: str) -> None:
    on = {"a": force((3, foot()), state=held)}
    assert facts_of("action", on, reading, {"formation": "a", "order": order, "roll": {"test": [1]}}, ("then",)) == (then,)


class TestTestsInNumbers:
    @rule("EPIC-11", "EPIC-188")
    def test_markers_of_aircraft_that_are_only_told(self) -> None:
        """2+ and three markers: 5+."""
        assert chance(ask("action", order="ground_attack", initiative=2, blast=3), "test", "pass") == F(1, 3)

    @rule("EPIC-11", "EPIC-23")
    def test_a_test_in_numbers_retains_nothing(self) -> None:
        """The side has acted; a formation that is named would retain, one that is not may be
        anybody's."""
        session = do(game(a=force((3, foot())), b=force((3, foot())), d=force((3, foot()), seat=1)), "action", [6], formation="a", order="advance")
        asked = do(session, "action", initiative=2, order="advance").prompt
        assert asked
        assert asked.checks[0].modifiers == ()

    @rule("EPIC-76", "EPIC-15")
    def test_on_a_road(self) -> None:
        """Only a March passes by itself; a Double is tested as anywhere."""
        assert "EPIC-76" in ask("action", order="march", initiative=6, road=True)["refs"]
        assert ask("action", order="double", initiative=6, road=True)["odds"]["test"]["pass"] == "1/6"

    @rule("EPIC-132", "EPIC-275")
    def test_a_supreme_commander_among_many(self) -> None:
        session = game(a=force((4, foot()), (1, hero("supreme_commander"))), d=force((3, foot()), seat=1))
        do(session, "action", [1], formation="a", order="advance")
        assert session.prompt
        assert session.prompt.key == "reroll"
