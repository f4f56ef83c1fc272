"""Regrouping and withdrawing. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.asking import change, rows
from tests.games.epic.table import (
    ARMOURED_TITAN,
    CHIEF,
    SERGEANT,
    SHIELDED_TITAN,
    against,
    ask,
    chance,
    do,
    facts_of,
    foot,
    force,
    game,
    key_asked,
    parts_of,
    side,
    state,
    tank,
    titan,
)

rule = pytest.mark.rule
F = Fraction


BRAVE = foot(abilities=["fearless"])


class TestRegroup:
    @rule("EPIC-108", "EPIC-137")
    @pytest.mark.parametrize(
        ("blast", "leaders", "removed"),
        [
            (9, 0, {1: F(1, 36), 2: F(3, 36), 3: F(5, 36), 4: F(7, 36), 5: F(9, 36), 6: F(11, 36)}),
            (3, 0, {1: F(1, 36), 2: F(3, 36), 3: F(32, 36)}),
            (5, 1, {2: F(1, 36), 3: F(3, 36), 4: F(5, 36), 5: F(27, 36)}),
            (0, 2, {0: F(1)}),
        ],
    )
    def test_the_higher_of_two_dice(self, blast: int, leaders: int, removed: dict[int, Fraction]) -> None:
        reply = ask("regroup", blast=blast, leaders=leaders)
        assert {int(n): F(p) for n, p in reply["odds"]["removed"].items()} == removed

    @rule("EPIC-108", "EPIC-137")
    def test_rolled_on_the_table(self) -> None:
        units = {"a": force((5, foot()), (1, SERGEANT), (1, CHIEF), state={"blast": 5})}
        reply = ask("regroup", units, formation="a", roll={"regroup": [1, 2]})
        assert (reply["result"]["removed"], reply["result"]["points"], change(reply, "a", "blast")) == (4, 4, 1)
        assert rows(reply, "regroup") == [("leaders", 2, "EPIC-137")]

    @rule("EPIC-137", "EPIC-141")
    def test_a_leader_dies_with_his_unit_and_counts_two_for_space_marines(self) -> None:
        units = {"a": force((2, foot()), (1, SERGEANT), (3, tank()), state={"blast": 4, "lost": [2, 0, 0]})}
        assert rows(ask("regroup", units, formation="a"), "regroup") == []
        marines = {"a": force((2, foot()), (1, SERGEANT), state={"blast": 4}, army="space_marines")}
        assert rows(ask("regroup", marines, formation="a"), "regroup") == [("leaders", 2, "EPIC-137")]

    @rule("EPIC-181", "EPIC-108")
    def test_every_way_to_share_with_shields(self) -> None:
        reply = ask("regroup", blast=2, shields_down=2, roll={"regroup": [3, 1]})
        assert reply["result"]["splits"] == ((2, 0), (2, 1), (1, 2))

    @rule("EPIC-20", "EPIC-108")
    def test_only_where_the_action_has_it(self) -> None:
        assert ask("regroup", {"a": side(order="advance", blast=1)}, formation="a")["refused"]["key"] == "no_regroup"
        assert ask("regroup", {"a": side(broken=True)}, formation="a")["refused"]["key"] == "broken"
        reply = ask("regroup", {"a": side(order="marshal", blast=1)}, formation="a", roll={"regroup": [1, 1]})
        assert change(reply, "a", "blast") == 0


class TestRegroupInNumbers:
    @rule("EPIC-108", "EPIC-181")
    @pytest.mark.parametrize(("todo", "left"), [(("regroup",), ()), (("shoot", "regroup"), ())])
    def test_it_is_done_then(self, todo: tuple[str, ...], left: tuple[str, ...]) -> None:
        session = do(game(a=side(order="marshal", todo=todo, blast=3), d=side(seat=1)), "regroup", formation="a")
        assert session.prompt
        assert session.prompt.about == ("a",)
        session.answer((1, 2))
        assert (parts_of(session, "a"), session.state.unit("a").count("blast")) == (left, 1)

    @rule("EPIC-108", "EPIC-137")
    def test_in_numbers_it_is_about_nobody_and_nothing(self) -> None:
        session = do(game(a=side(), d=side(seat=1)), "regroup", blast=2)
        assert session.prompt
        assert session.prompt.about == ()
        assert ask("regroup", roll={"regroup": [3, 1]})["result"]["removed"] == 0


class TestWithdrawal:
    @rule("EPIC-113", "EPIC-143")
    @pytest.mark.parametrize(
        ("abilities", "stated", "destroyed"),
        [
            ([], {"distance": 15}, True),
            ([], {"distance": 16}, False),
            ([], {"distance": 15, "moved": False}, True),
            (["fearless"], {"distance": 15}, False),
            (["fearless"], {"distance": 5}, True),
            (["fearless"], {"distance": 6}, False),
            (["fearless"], {"distance": 2, "moved": False}, False),
            ([], {"enemies_within_15": 2}, True),
            ([], {"enemies_within_15": 0}, False),
        ],
    )
    def test_who_dies(self, abilities: list[str], stated: dict[str, Any], destroyed: bool) -> None:
        units = {"a": force((3, foot(abilities=abilities)), state={"broken": True})}
        assert ask("withdraw", units, formation="a", **stated)["result"]["destroyed"] == destroyed

    @rule("EPIC-113")
    def test_the_limit_by_the_other_reading(self) -> None:
        assert not ask("withdraw", {"a": side()}, {"boundary": "strict"}, formation="a", distance=15)["result"]["destroyed"]
        assert ask("withdraw", {"a": side()}, {"boundary": "strict"}, formation="a", distance=14)["result"]["destroyed"]

    @rule("EPIC-113", "EPIC-143")
    def test_row_by_row_in_a_game(self) -> None:
        session = game(a=force((3, foot()), (2, foot(abilities=["fearless"])), state={"broken": True}), d=side(seat=1))
        do(session, "withdraw", False, 2, 1, formation="a")
        assert state(session, "a") == {"broken": True, "lost": (2, 1)}

    @rule("EPIC-113")
    def test_all_clear_is_one_answer(self) -> None:
        session = game(a=force((3, foot()), (2, tank()), (1, titan()), state={"broken": True}), d=side(seat=1))
        do(session, "withdraw", True, formation="a")
        assert (state(session, "a"), session.prompt) == ({"broken": True}, None)


class TestWhoDiesWithdrawing:
    @rule("EPIC-113", "EPIC-143")
    @pytest.mark.parametrize(("unit", "limit"), [(foot(), 15), (foot(abilities=["fearless"]), 5), (titan(), 15), (titan(abilities=["fearless"]), 5)])
    def test_how_near_is_too_near(self, unit: dict[str, Any], limit: int) -> None:
        session = do(game(a=force((1, unit), state={"broken": True})), "withdraw", formation="a")
        assert session.prompt
        assert session.prompt.text.values["limit"] == limit

    @rule("EPIC-112", "EPIC-113")
    def test_who_is_asked_for(self) -> None:
        """Neither rows that are lost, nor a formation that went down with its transport; to the
        letter engines die like others."""
        lines = ((2, foot()), (1, titan()), (2, tank()))
        session = game(a=force(*lines, state={"broken": True, "lost": [2, 1, 0]}))
        assert key_asked(do(session, "withdraw", formation="a")) == "withdraw:a:2"
        gone = game(a=force(*lines, state={"where": "destroyed"}))
        gone.overrule(Opened("withdraw", pairs(formation="a")))
        assert gone.prompt is None
        letter = do(
            game(readings={"we_withdrawal": "destroyed"}, a=force((1, titan()), (1, tank()), state={"broken": True})), "withdraw", False, 1, 0, formation="a"
        )
        assert (state(letter, "a"), letter.prompt) == ({"broken": True, "lost": (1, 0)}, None)

    @rule("EPIC-112", "EPIC-113")
    @pytest.mark.parametrize(
        ("brave", "stated", "lost", "damage"),
        [
            (False, {"enemies_within_15": 2}, [2, 0], [0, 2]),
            (False, {"distance": 15}, [2, 0], [0, 1]),
            (False, {"distance": 16}, None, None),
            (False, {"distance": 10, "enemies_within_15": 3}, [2, 0], [0, 3]),
            (False, {"enemies_within_15": 0}, None, None),
            (True, {"enemies_within_15": 2, "moved": False}, None, [0, 2]),
            (True, {"distance": 10}, None, [0, 1]),
        ],
    )
    def test_tanks_and_an_engine_together(self, brave: bool, stated: dict[str, Any], lost: Any, damage: Any) -> None:
        """Tanks within 15 cm die, fearless ones only within 5 cm of where they moved; the engine
        takes a point for each enemy, at least one if there is a distance but no number."""
        on = {"a": force((2, tank(abilities=["fearless"] if brave else [])), (1, titan(dc=4)), state={"broken": True})}
        reply = ask("withdraw", on, formation="a", **stated)
        assert (change(reply, "a", "lost"), change(reply, "a", "damage")) == (lost, damage)

    @rule("EPIC-112", "EPIC-113")
    def test_to_the_letter(self) -> None:
        on = {"a": force((2, tank()), (1, titan(dc=4)), state={"broken": True})}
        reply = ask("withdraw", on, {"we_withdrawal": "destroyed"}, formation="a", enemies_within_15=1)
        assert (change(reply, "a", "lost"), reply["result"]["destroyed"], reply["result"]["units"]) == ([2, 1], True, [2, 1])


@rule("EPIC-112", "EPIC-113")
@pytest.mark.parametrize(
    ("reading", "stated", "units"),
    [
        ({}, {"distance": 15}, [3, 0, 0]),
        ({"boundary": "strict"}, {"distance": 15}, [0, 0, 0]),
        ({"boundary": "strict"}, {"distance": 14}, [3, 0, 0]),
        ({"we_withdrawal": "destroyed"}, {"distance": 5}, [3, 2, 1]),
        ({"we_withdrawal": "destroyed"}, {"distance": 6}, [3, 0, 1]),
        ({"we_withdrawal": "destroyed"}, {"distance": 5, "moved": False}, [3, 0, 1]),
        ({"boundary": "strict"}, {"distance": 5}, [3, 2, 0]),
        ({}, {"enemies_within_15": 3}, [3, 2, 1]),
        ({}, {"enemies_within_15": 2}, [3, 2, 0]),
        ({}, {"enemies_within_15": 0}, [0, 0, 0]),
        ({}, {"distance": 16}, [0, 0, 0]),
    ],
)
def test_who_is_too_near(reading: dict[str, str], stated: dict[str, Any], units: list[int]) -> None:
    on = {"a": force((3, foot()), (2, BRAVE), (1, ARMOURED_TITAN))}
    assert facts_of("withdraw", on, reading, {"formation": "a", **stated}, ("units", "destroyed")) == (units, units == [3, 2, 1])


class TestWhoWithdraws:
    @rule("EPIC-112")
    @pytest.mark.parametrize(("held", "why"), [({"broken": True}, ""), ({}, "not_broken"), ({"blast": 2}, "not_broken"), ({"where": "destroyed"}, "destroyed")])
    def test_only_the_broken(self, held: dict[str, Any], why: str) -> None:
        """At the table; a question about a withdrawal is about a broken formation."""
        assert against(game(a=side(**held)), "withdraw", formation="a") == why
        assert "refused" not in ask("withdraw", {"a": side()}, formation="a", distance=20)

    @rule("EPIC-113", "EPIC-174")
    @pytest.mark.parametrize(("die", "left"), [(6, 0), (5, 1)])
    def test_a_critical_hit_decides_who_is_left(self, die: int, left: int) -> None:
        """One point on a capacity of three; a 6 destroys the engine. No fact says what the dice
        say otherwise."""
        on = {"t": force((1, SHIELDED_TITAN), state={"broken": True})}
        reply = ask("withdraw", on, formation="t", enemies_within_15=1, roll={"critical": [die]})
        assert (reply["result"]["left"], change(reply, "t", "where"), "destroyed" in reply["result"]) == (left, None if left else "destroyed", False)
        assert chance(ask("withdraw", on, formation="t", enemies_within_15=1), "left", 0) == F(1, 6)
        assert ask("withdraw", on, formation="t", enemies_within_15=3)["result"]["destroyed"]


@rule("EPIC-232")
@pytest.mark.parametrize(("where", "why"), [("table", ""), ("reserve", "reserve"), ("inside", "aboard")])
def test_nobody_regroups_who_is_not_there(where: str, why: str) -> None:
    assert against(game("strategy", a=side(blast=1, where=where)), "regroup", formation="a") == why
