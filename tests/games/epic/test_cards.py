"""Cards of formations and of single units. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from tests.games.epic.table import ask, foot

rule = pytest.mark.rule


class TestCards:
    """A unit's card in the place of a formation's."""

    @rule("EPIC-01", "EPIC-25")
    @pytest.mark.parametrize(
        ("card", "told", "found"),
        [
            pytest.param(
                {"type": "INF", "speed": 15}, {"order": "double"}, {"move": 15, "moves": 2, "counter_charge": 5, "coherency": 5}, marks=rule("EPIC-83")
            ),
            ({"type": "AV", "speed": 30}, {"order": "march", "road": True}, {"move": 35, "moves": 3, "counter_charge": 10}),
            pytest.param(
                {"type": "INF", "speed": 15, "abilities": ["infiltrator", "scout"]},
                {"order": "engage"},
                {"charge": 30, "coherency": 20},
                marks=rule("EPIC-134", "EPIC-135"),
            ),
            ({"speed": 20}, {}, {"move": 20, "assault_dice": 1}),
            pytest.param({"type": "WE", "dc": 3, "speed": 15, "units": None}, {}, {"coherency": 15, "contacts": 6}, marks=rule("EPIC-164", "EPIC-183")),
            pytest.param(
                {"type": "WE", "dc": 1, "speed": 15}, {}, {"coherency": 5, "contacts": 2, "barges": 2, "assault_dice": 1}, marks=rule("EPIC-182", "EPIC-184")
            ),
            ({"type": "AV", "speed": 15}, {}, {"barges": 0}),
        ],
    )
    def test_a_unit_alone(self, card: dict[str, Any], told: dict[str, Any], found: dict[str, int]) -> None:
        assert ask("limits", {"a": {"card": card}}, unit="a", **told)["result"].items() >= found.items()

    @rule("EPIC-09", "EPIC-109")
    def test_what_a_formation_has_stands_beside_it(self) -> None:
        on = {"a": {"card": {"name": "Scout car", "type": "LV", "initiative": 3, "points": 50}}}
        assert ask("action", on, formation="a", order="advance")["odds"]["test"]["pass"] == "2/3"
        assert ask("break_point", on, formation="a")["result"]["breaks_at"] == 1

    @rule("EPIC-01")
    @pytest.mark.parametrize(
        ("card", "wrong"),
        [
            ({"type": "INF", "cost": 3}, "units.a.card.units.0.1.cost: not known here"),
            ({"type": "INF", "units": [[1, foot()]]}, "units.a.card.type: not known here"),
        ],
    )
    def test_what_neither_has_is_told(self, card: dict[str, Any], wrong: str) -> None:
        question = {"game": "epic", "ask": "break_point", "units": {"a": {"card": card}}, "situation": {"formation": "a"}}
        assert answered(RULESETS, question)["error"] == wrong
