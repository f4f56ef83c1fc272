"""The parts of an action, of those who act and of those beside them. Worked out by hand."""

from typing import Any

import pytest

from engine.games.epic import refs
from engine.games.epic.activation import parts
from engine.parts import activation
from engine.values.table import GameState
from tests.games.epic.table import against, do, game, side, why_refused

rule = pytest.mark.rule


def acting(*left: str) -> GameState:
    """The formation f acts, a and b stand beside it."""
    return game(f=side(todo=list(left), order="advance", activated=True), a=side(), b=side(), d=side(seat=1)).state


class TestParts:
    @rule("EPIC-168")
    @pytest.mark.parametrize(
        ("left", "joined"), [(("shoot",), ("shoot", "shoot:a")), (("regroup",), ("regroup",)), (("shoot", "regroup"), ("shoot", "regroup", "shoot:a"))]
    )
    def test_who_joins_does_what_is_still_to_do(self, left: tuple[str, ...], joined: tuple[str, ...]) -> None:
        assert activation.parts_left(parts.join_part(acting(*left), "a", "shoot", refs.EPIC_168)) == joined

    @rule("EPIC-12", "EPIC-20")
    @pytest.mark.parametrize(
        ("left", "who", "part", "rest"),
        [
            (("shoot", "regroup"), "f", "shoot", ("regroup",)),
            (("shoot", "regroup"), "f", "regroup", ()),
            (("shoot", "shoot:a"), "f", "shoot", ("shoot:a",)),
            (("shoot", "shoot:a"), "a", "shoot", ("shoot",)),
            (("shoot", "shoot:a"), "b", "shoot", ("shoot", "shoot:a")),
            (("shoot",), "f", "regroup", ("shoot",)),
            (("shoot",), "f", "shoot", ()),
        ],
    )
    def test_one_is_over_with_those_before_it(self, left: tuple[str, ...], who: str, part: str, rest: tuple[str, ...]) -> None:
        after = parts.end_part(acting(*left), who, part, refs.EPIC_12)
        assert (activation.parts_left(after), bool(activation.acting_unit(after))) == (rest, bool(rest))

    @rule("EPIC-112")
    @pytest.mark.parametrize(
        ("left", "who", "rest"),
        [(("shoot", "shoot:a"), "f", ()), (("shoot", "shoot:a"), "a", ("shoot",)), (("shoot", "shoot:a"), "b", ("shoot", "shoot:a")), (("shoot:a",), "a", ())],
    )
    def test_who_breaks_forfeits_its_own(self, left: tuple[str, ...], who: str, rest: tuple[str, ...]) -> None:
        assert activation.parts_left(parts.forfeit_parts(acting(*left), who, refs.EPIC_112)) == rest

    @rule("EPIC-133")
    @pytest.mark.parametrize(("who", "along"), [("f", ("a", "b")), ("a", ())])
    def test_who_was_taken_along(self, who: str, along: tuple[str, ...]) -> None:
        assert parts.companions(acting("assault", "along:a", "along:b"), who) == along

    @rule("EPIC-12")
    @pytest.mark.parametrize(("who", "has"), [("f", True), ("a", True), ("b", False)])
    def test_whose_part_it_is(self, who: str, has: bool) -> None:
        assert parts.has_part(acting("shoot", "shoot:a"), who, "shoot") is has


class TestOneDeedAtATime:
    @rule("EPIC-07")
    def test_a_question_beside_the_game_is_no_deed(self) -> None:
        session = do(game(a=side(), d=side(seat=1)), "concede", seat=0)
        assert session.prompt
        assert against(session, "action", formation="a", order="advance") == ""

    @rule("EPIC-09", "EPIC-07")
    @pytest.mark.parametrize(
        ("held", "why"),
        [({}, "no_action"), ({"activated": True}, "no_shooting"), ({"order": "advance"}, "no_shooting"), ({"order": "advance", "todo": ["shoot"]}, "")],
    )
    def test_without_an_action_or_after_it(self, held: dict[str, Any], why: str) -> None:
        assert against(game(a=side(**held), d=side(seat=1)), "fire", by="a", target="d") == why

    @rule("EPIC-09", "EPIC-17")
    @pytest.mark.parametrize(("order", "why"), [("advance", None), ("hold", None), ("engage", "no_shooting")])
    def test_in_a_question_only_where_the_action_never_has_it(self, order: str, why: str | None) -> None:
        assert why_refused("fire", {"a": side(order=order), "d": side(seat=1)}, by="a", target="d") == why

    @rule("EPIC-17", "EPIC-16")
    @pytest.mark.parametrize(
        ("order", "part", "may"),
        [
            ("", "shoot", True),
            ("advance", "shoot", True),
            ("march", "shoot", False),
            ("engage", "shoot", False),
            ("overwatch", "shoot", False),
            ("hold", "regroup", True),
            ("marshal", "shoot", True),
            ("sustained", "regroup", False),
            ("ground_attack", "shoot", True),
        ],
    )
    def test_what_an_action_can_have(self, order: str, part: str, may: bool) -> None:
        assert parts.may_hold(order, part) is may
