"""Smoke, care and unloading on one page: whom they reach, and what is told of it."""

from typing import Any

import pytest

from engine.playing import drafting
from engine.values.maps import Map, thawed
from tests.games.twogm.reach import ARMED, HAND, PLANE, RIFLES, TRUCK
from tests.games.twogm.table import BARGE, RULES, answers, playing, rule, unit


class TestSmokeOnItsPage:
    @rule("2GM-122", "2GM-123")
    def test_which_smoke_is_asked_where_there_are_two_and_a_screen_hides_others(self) -> None:
        """A shell hides its own square alone; aircraft are above the smoke."""
        units = {
            "r": unit(ARMED, row=2, column=2),
            "f": unit(RIFLES, row=2, column=3),
            "e": unit(RIFLES, 1, row=3, column=3),
            "h": unit(RIFLES, **HAND),
            "p": unit(PLANE),
        }
        state = playing("fire", units).state
        assert answers(state, "lay_smoke", "item", unit="r") == ["Smoke Screen", "Smoke Shell"]
        assert answers(state, "lay_smoke", "on", unit="r") == ["r", "f", "e"]
        assert answers(state, "lay_smoke", "on", unit="r", item="Smoke Shell") is None
        assert answers(state, "lay_smoke", "on", unit="r", item="Smoke Screen") == ["r", "f", "e"]

    @rule("2GM-123")
    def test_whom_it_hides_is_told_where_somebody_is_named(self) -> None:
        state = playing("fire", {"r": unit(ARMED, row=2, column=2)}).state
        plan = RULES.plan("lay_smoke")
        assert plan
        told = [drafting.fill(RULES, state, plan, Map({"unit": "r", "item": "Smoke Screen", "on": on})).args for on in (("r",), ())]
        assert [thawed(each.get("on")) for each in told] == [["r"], None]

    @rule("2GM-122", "2GM-123")
    @pytest.mark.parametrize(("item", "hides"), [("Smoke Screen", ["r"]), ("Smoke Shell", None)])
    def test_the_only_smoke_is_not_asked(self, item: str, hides: list[str] | None) -> None:
        state = playing("fire", {"r": unit({**RIFLES, "equipment": [{"item": item, "cost": 1}]}, row=2)}).state
        assert answers(state, "lay_smoke", "item", unit="r") is None
        assert answers(state, "lay_smoke", "on", unit="r") == hides


@rule("2GM-135")
@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({"damage": 1}, None),
        ({"damage": 1, "support": [{"name": "Mines"}]}, None),
        ({"support": [{"name": "Damaged"}]}, ["damaged_card"]),
        ({"damage": 1, "support": [{"name": "Damaged"}]}, ["damage", "damaged_card"]),
    ],
)
def test_care_takes_off_what_lies_there(state: dict[str, Any], asked: list[str] | None) -> None:
    units = {"t": unit(TRUCK, row=1, column=1), "d": unit(TRUCK, row=1, column=2, **state)}
    assert answers(playing("fire", units).state, "care", "what", unit="t", target="d") == asked


class TestUnloadingOnItsPage:
    @rule("2GM-147")
    @pytest.mark.parametrize(("column", "asked"), [(3, ["", 2, 4]), (8, ["", 7]), (7, ["", 6, 8]), (1, ["", 2]), (0, None)])
    def test_left_or_right_of_a_transport_whose_place_is_known(self, column: int, asked: list[Any] | None) -> None:
        place = {"row": 3, "column": column} if column else {"row": 3}
        units = {"d": unit(TRUCK, **place), "c": unit(RIFLES, **{"in": "d", "where": "inside"})}
        assert answers(playing("movement", units).state, "unload", "column", unit="c") == asked

    @rule("2GM-147")
    def test_a_side_is_told_where_it_is_said(self) -> None:
        units = {"d": unit(TRUCK, row=3, column=3), "c": unit(RIFLES, **{"in": "d", "where": "inside"})}
        plan = RULES.plan("unload")
        assert plan
        state = playing("movement", units).state
        told = [drafting.fill(RULES, state, plan, Map({"unit": "c", "column": column})).args for column in (2, "")]
        assert [each.get("column") for each in told] == [2, None]

    @rule("2GM-132", "2GM-147")
    def test_a_landing_craft_unloads_ahead_and_a_building_has_no_sides(self) -> None:
        """Nobody carries who is in no vehicle."""
        house = {"name": "House", "type": "terrain"}
        units = {
            **{"b": unit(BARGE, row=3, column=3), "c": unit(RIFLES, **{"in": "b", "where": "inside"})},
            **{"h": unit(house, row=2, column=5), "i": unit(RIFLES, row=2, column=5, **{"in": "h"}), "f": unit(RIFLES, row=1, column=1)},
        }
        state = playing("movement", units).state
        assert [answers(state, "unload", "column", unit=each) for each in ("c", "f")] == [None, None]
