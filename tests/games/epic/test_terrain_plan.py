"""Dangerous ground and infantry behind vehicles, as their pages ask for them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.playing import drafting
from engine.values.maps import Map
from engine.values.table import GameState
from engine.values.texts import english
from tests.games.epic.table import RULES, foot, force, game, tank

rule = pytest.mark.rule

WALKER = {"name": "Walker", "type": "AV", "speed": 20, "armour": 5, "cc": 5, "ff": 5, "abilities": ["walker"]}


def page(state: GameState, procedure: str, **draft: Any) -> drafting.Filled:
    plan = RULES.plan(procedure)
    assert plan
    return drafting.fill(RULES, state, plan, Map(draft))


def asked(state: GameState, procedure: str, **draft: Any) -> dict[str, Any]:
    """The facts of a page with their answers."""
    return {fact.key: [value for value, _ in fact.answers] for fact in page(state, procedure, **draft).facts}


def crossing(**state: Any) -> GameState:
    return game(f=force((3, tank()), (2, WALKER), state=state)).state


class TestDangerousGround:
    @rule("EPIC-66", "EPIC-67")
    def test_who_crosses_how_many_and_how(self) -> None:
        """Three tanks in front: one test each unless fewer cross, and cautiously or not."""
        assert asked(crossing(), "dangerous", formation="f") == {"row": [0, 1], "tests": [1, 2, 3], "cautious": [False, True]}
        assert dict(page(crossing(), "dangerous", formation="f").args) == {"formation": "f", "row": 0, "tests": 3, "cautious": False}

    @rule("EPIC-67", "EPIC-136")
    def test_walkers_test_again_anyway(self) -> None:
        assert asked(crossing(), "dangerous", formation="f", row=1) == {"row": [0, 1], "tests": [1, 2]}

    @rule("EPIC-66")
    @pytest.mark.parametrize(("told", "tests"), [({}, 3), ({"tests": 2}, 2), ({"tests": 3, "row": 1}, 2), ({"row": 1}, 2)])
    def test_no_more_tests_than_units(self, told: dict[str, int], tests: int) -> None:
        assert page(crossing(), "dangerous", formation="f", **told).args["tests"] == tests

    @rule("EPIC-66")
    def test_only_those_that_are_left_cross(self) -> None:
        """All three tanks are lost: the walkers are the only ones."""
        assert asked(crossing(lost=[3, 0]), "dangerous", formation="f") == {"tests": [1, 2]}
        assert page(crossing(lost=[3, 1]), "dangerous", formation="f").args["tests"] == 1

    @rule("EPIC-66")
    def test_of_a_formation_that_is_gone_nobody_crosses(self) -> None:
        assert asked(crossing(lost=[3, 2]), "dangerous", formation="f") == {}
        assert "tests" not in page(crossing(lost=[3, 2]), "dangerous", formation="f").args


class TestInfantryBehindVehicles:
    @rule("EPIC-70")
    @pytest.mark.parametrize(
        ("target", "firers", "is_asked"),
        [
            (((2, foot()), (1, tank())), ((1, foot()),), True),
            (((2, foot()),), ((1, tank()),), True),
            (((2, foot()),), ((1, foot()),), False),
            (((2, tank()),), ((1, tank()),), False),
        ],
        ids=["its own vehicle", "another's", "no vehicle anywhere", "no infantry"],
    )
    def test_asked_where_infantry_and_armour_are_on_the_table(self, target: Any, firers: Any, is_asked: bool) -> None:
        state = game(a=force(*firers), d=force(*target, seat=1)).state
        assert ("touching" in asked(state, "fire", by="a", target="d")) is is_asked

    @rule("EPIC-70")
    def test_what_is_told_reaches_the_dice(self) -> None:
        """A rifle that hits on 5 needs 6 against infantry in cover; a yes is told, a no is not."""
        rifle = {"name": "Rifle", "range": 30, "ap": 5}
        state = game(a=force((1, foot(weapons=[rifle])), state={"order": "advance"}), d=force((2, foot()), (1, tank()), seat=1)).state
        plain, hidden = (page(state, "fire", by="a", target="d", touching=each) for each in (False, True))
        assert ("touching" in plain.args, hidden.args["touching"]) == (False, True)
        assert [english(each.needs) for each in (*plain.means, *hidden.means)] == ["AP 5+", "AP 6+"]
