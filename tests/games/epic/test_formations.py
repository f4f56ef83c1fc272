"""Formations: rows of units, coherency. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.games.epic.formations.rows import rows as rows_of
from tests.games.asking import change, rows
from tests.games.epic.table import UNARMED_FIGHTER, ask, do, foot, force, game, tank, why_refused

rule = pytest.mark.rule


LEADER = {"name": "Chief", "type": "CH", "abilities": ["leader"]}


class TestRows:
    @rule("EPIC-263", "EPIC-234")
    @pytest.mark.parametrize(
        ("unit", "legal"),
        [
            ({"speed": 10}, True),
            (foot(), True),
            pytest.param(foot(abilities=["mounted"]), False, marks=rule("EPIC-138")),
            (tank(speed=10), False),
            ({"type": "LV", "speed": 10}, False),
        ],
    )
    def test_a_card_without_a_type_is_infantry(self, unit: dict[str, Any], legal: bool) -> None:
        """Into a building vehicles and mounted units cannot go, infantry can; nor can a
        formation with some of them."""
        assert ask("garrison", {"a": force((3, unit))}, formation="a", terrain="building")["result"]["legal"] is legal
        assert ask("garrison", units=[[3, foot()], [1, unit]], terrain="building")["result"]["legal"] is legal

    @rule("EPIC-31")
    def test_a_row_is_called_by_its_name_or_its_type(self) -> None:
        session = do(game(a=force((2, foot()), (2, {"type": "AV", "speed": 20}))), "coherency", formation="a")
        assert session.prompt
        assert session.prompt.text.values["row"] == "Training Infantry"
        session.answer(0)
        assert session.prompt
        assert session.prompt.text.values["row"] == "AV"

    @rule("EPIC-141")
    @pytest.mark.parametrize(
        ("lines", "lost", "leads"),
        [
            ([(2, foot()), (1, tank()), (1, LEADER)], [2, 0, 0], True),
            ([(2, foot()), (1, tank()), (1, LEADER)], [0, 1, 0], False),
            ([(2, foot()), (1, LEADER), (1, tank())], [2, 0, 0], False),
            ([(2, foot()), (1, LEADER), (1, tank())], [0, 0, 1], True),
            ([(1, LEADER), (2, foot()), (1, tank())], [0, 0, 1], True),
            ([(1, LEADER), (2, foot()), (1, tank())], [0, 2, 0], False),
        ],
    )
    def test_whose_row_a_character_joins(self, lines: list[Any], lost: list[int], leads: bool) -> None:
        """The one before him, the first where there is none; he is no more when that row is."""
        reply = ask("regroup", {"a": force(*lines, state={"blast": 3, "lost": lost})}, formation="a")
        assert rows(reply, "regroup") == ([("leaders", 1, "EPIC-137")] if leads else [])

    @rule("EPIC-141", "EPIC-09")
    def test_a_character_alone_is_no_formation(self) -> None:
        assert why_refused("regroup", {"a": force((1, LEADER))}, formation="a") == "destroyed"


@rule("EPIC-31")
def test_only_the_rows_that_are_told_are_out_of_coherency() -> None:
    reply = ask("coherency", {"a": force((3, foot()), (3, tank()))}, formation="a", out=[1])
    assert (change(reply, "a", "lost"), change(reply, "a", "blast")) == ([1, 0], 1)


@rule("EPIC-31")
def test_the_last_units_out_of_coherency_leave_nobody_to_withdraw() -> None:
    session = do(game(a=force((2, foot()), state={"blast": 1})), "coherency", formation="a", out=[2])
    assert (session.prompt, session.state.unit("a").gone) == (None, True)


class TestWithoutUnits:
    @rule("EPIC-249", "EPIC-244")
    def test_a_formation_without_units_is_destroyed(self) -> None:
        """250 points, not half; and nobody is there to act."""
        on = {"a": force((3, foot()), state={"lost": [3]}), "d": force((3, foot()), seat=1)}
        assert ask("kill_points", on, formation="a")["result"]["points"] == 250
        assert "break_their_spirit" in ask("goals", on, objectives=[])["result"]["goals"][1]
        assert ask("action", on, formation="a", order="advance")["refused"]["key"] == "destroyed"


class TestCoherency:
    @rule("EPIC-31", "EPIC-145")
    def test_nobody_mourns_expendables(self) -> None:
        """Two of three expendables and one soldier: one marker."""
        on = {"a": force((3, foot()), (3, foot(abilities=["expendable"])))}
        reply = ask("coherency", on, formation="a", out=[1, 2])
        assert (change(reply, "a", "lost"), change(reply, "a", "blast")) == ([1, 2], 1)

    @rule("EPIC-31", "EPIC-195")
    @pytest.mark.parametrize(
        ("unit", "held", "why"),
        [
            (foot(), {}, None),
            (foot(), {"where": "inside"}, "not_there"),
            (foot(), {"where": "reserve"}, "not_there"),
            (UNARMED_FIGHTER, {}, "not_there"),
            (UNARMED_FIGHTER, {"flying": True}, "not_there"),
            (UNARMED_FIGHTER, {"landed": True}, None),
        ],
    )
    def test_who_keeps_it(self, unit: dict[str, Any], held: dict[str, Any], why: str | None) -> None:
        assert why_refused("coherency", {"a": force((3, unit), state=held)}, formation="a", out=[1]) == why


@rule("EPIC-01")
@pytest.mark.parametrize(
    ("card", "found"),
    [({"name": "Scorpion", "type": "LV"}, ("LV", "Scorpion")), ({"type": "AV"}, ("AV", "AV")), ({"name": "Men"}, ("INF", "Men")), ({}, ("INF", "INF"))],
)
def test_what_the_card_leaves_out(card: dict[str, Any], found: tuple[str, str]) -> None:
    """A unit is infantry unless its card says otherwise, and is called by what it is."""
    [row] = rows_of(game(a=force((1, card))).state.unit("a"))
    assert (row.type, row.name) == found
