"""Rolls to hit: values, orders, cover, and weapons that may fire. Figures worked out by hand
from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.games.epic.shooting.modifiers import ShotAim, to_hit_rows
from tests.games.asking import rows
from tests.games.epic.table import PLANE, ask, chance, facts_of, foot, force

rule = pytest.mark.rule
F = Fraction


SLOW, INDIRECT = ({"name": "Gun", "range": 60, "bp": 2, "abilities": [word]} for word in ("slow_firing", "indirect_fire"))


class TestToHit:
    @rule("EPIC-45")
    @pytest.mark.parametrize(
        ("told", "target", "hit"),
        [
            ({"value": 4}, 4, F(1, 2)),
            pytest.param({"value": 4, "cover": True}, 5, F(1, 3), marks=rule("EPIC-46")),
            pytest.param({"value": 4, "order": "double"}, 5, F(1, 3), marks=rule("EPIC-15", "EPIC-46")),
            pytest.param({"value": 4, "order": "marshal"}, 5, F(1, 3), marks=rule("EPIC-20", "EPIC-46")),
            pytest.param({"value": 4, "order": "sustained"}, 3, F(2, 3), marks=rule("EPIC-18", "EPIC-46")),
            pytest.param({"value": 4, "order": "double", "cover": True}, 6, F(1, 6), marks=rule("EPIC-46")),
            pytest.param({"value": 4, "order": "sustained", "cover": True}, 4, F(1, 2), marks=rule("EPIC-46")),
            pytest.param({"value": 4, "order": "hold"}, 4, F(1, 2), marks=rule("EPIC-46")),
            pytest.param({"value": 4, "order": "overwatch"}, 4, F(1, 2), marks=rule("EPIC-46")),
            pytest.param({"value": 2, "order": "sustained"}, 1, F(5, 6), marks=rule("EPIC-48")),
            pytest.param({"value": 4, "cover": True, "ignore_cover": True}, 4, F(1, 2), marks=rule("EPIC-152")),
            pytest.param({"value": 4, "cover": True, "waived": True}, 4, F(1, 2), marks=rule("EPIC-46", "EPIC-256")),
            pytest.param({"value": 6, "cover": True}, 7, F(1, 12), marks=rule("EPIC-47")),
            pytest.param({"value": 6, "cover": True, "order": "double"}, 8, F(1, 18), marks=rule("EPIC-46", "EPIC-47")),
            pytest.param({"value": 8, "cover": True}, 9, F(1, 36), marks=rule("EPIC-47")),
            pytest.param({"value": 9, "cover": True}, 10, F(0), marks=rule("EPIC-47")),
            pytest.param({"value": 6, "cover": True, "order": "sustained"}, 6, F(1, 6), marks=rule("EPIC-46", "EPIC-48")),
        ],
    )
    def test_values(self, told: dict[str, Any], target: int, hit: Fraction) -> None:
        reply = ask("to_hit", **told)
        assert (reply["result"]["target"], chance(reply, "hit", "yes")) == (target, hit)

    @rule("EPIC-45")
    @pytest.mark.parametrize(("die", "hit"), [(4, "yes"), (3, "no")])
    def test_a_weapon_of_4(self, die: int, hit: str) -> None:
        """X-01."""
        assert ask("to_hit", value=4, roll={"to_hit": [die]})["result"]["hit"] == hit

    @rule("EPIC-48")
    @pytest.mark.parametrize(
        ("value", "faces", "hit"),
        [
            (7, [6, 4], "yes"),
            (7, [6, 5], "yes"),
            (7, [6, 6], "yes"),
            (7, [6, 3], "no"),
            (7, [5], "no"),
            (8, [6, 5], "yes"),
            (8, [6, 6], "yes"),
            (8, [6, 4], "no"),
            (9, [6, 6], "yes"),
            (9, [6, 5], "no"),
        ],
    )
    def test_a_second_die_only_after_a_six(self, value: int, faces: list[int], hit: str) -> None:
        """X-02, X-03, X-04."""
        assert ask("to_hit", value=value, roll={"to_hit": faces})["result"]["hit"] == hit

    @rule("EPIC-48")
    def test_ten_is_impossible(self) -> None:
        """X-05."""
        reply = ask("to_hit", value=9, cover=True)
        assert (reply["checks"][0]["verdict"], reply["result"]["possible"]) == ("fails", False)

    @rule("EPIC-46", "EPIC-48")
    def test_every_reason_is_a_row(self) -> None:
        reply = ask("to_hit", value=5, cover=True, order="double")
        assert rows(reply, "to_hit") == [("cover", -1, "EPIC-46"), ("hurried", -1, "EPIC-46"), ("two_dice", 0, "EPIC-48")]
        assert rows(ask("to_hit", value=5, order="sustained"), "to_hit") == [("sustained", 1, "EPIC-46")]


class TestModifiers:
    @rule("EPIC-48")
    @pytest.mark.parametrize(
        ("value", "order", "told"),
        [(5, "double", (7, 4)), (6, "double", (8, 5)), (6, "marshal", (8, 5)), (8, "advance", (9, 6)), (9, "advance", None), (5, "advance", None)],
    )
    def test_the_second_die_is_said(self, value: int, order: str, told: tuple[int, int] | None) -> None:
        """In cover: 7+ is a 6 and a 4+, 8+ a 6 and a 5+, 9+ two sixes; 10+ is none, 6+ needs
        none."""
        row = to_hit_rows(ShotAim(value, order, cover=True))[-1]
        assert ((row.why.values["needed"], row.why.values["second"]) if row.key == "two_dice" else None) == told

    @rule("EPIC-48")
    @pytest.mark.parametrize(("value", "hits"), [(6, "1/12"), (7, "1/18"), (8, "1/36"), (9, "0")])
    def test_its_chance(self, value: int, hits: str) -> None:
        """In cover: 1/6 times a half, a third, a sixth, nothing."""
        assert chance(ask("to_hit", value=value, cover=True), "hit", "yes") == chance({"odds": {"hit": {"yes": hits}}}, "hit", "yes")

    @rule("EPIC-11", "EPIC-188")
    @pytest.mark.parametrize(("blast", "row"), [(0, []), (1, [("blast", -1, "EPIC-188")]), (3, [("blast", -3, "EPIC-188")])])
    def test_markers_on_aircraft(self, blast: int, row: list[Any]) -> None:
        told = ask("action", {"f": force((2, PLANE), state={"blast": blast})}, formation="f", order="interception")
        assert rows(told, "test") == row

    @rule("EPIC-15", "EPIC-119")
    @pytest.mark.parametrize(("army", "forward", "mob"), [("orks", 2, 1), ("steel_legion", None, None)])
    def test_what_only_orks_add(self, army: str, forward: int | None, mob: int | None) -> None:
        """Double and Engage at +2, six units rally at +1."""
        on = {"a": force((6, foot()), army=army, state={"blast": 1})}
        for order in ("double", "engage"):
            added = [amount for key, amount, _ in rows(ask("action", on, formation="a", order=order), "test") if key == "orks"]
            assert added == ([forward] if forward else [])
        told = rows(ask("rally", on, formation="a"), "test")
        assert [amount for key, amount, _ in told if key == "orks"] == ([mob] if mob else [])


@rule("EPIC-41", "EPIC-42")
@pytest.mark.parametrize(
    ("held", "told", "target"),
    [
        ({}, {}, 5),
        ({}, {"order": "double"}, 6),
        ({"order": "marshal"}, {}, 6),
        ({"order": "sustained"}, {}, 4),
        ({"order": "double"}, {"order": "sustained"}, 4),
        ({}, {"terrain": "wood"}, 6),
        ({"overwatch": True, "order": "double"}, {"as": "overwatch"}, 5),
        ({}, {"terrain": ["wood", "open"]}, 6),
        ({}, {"terrain": ["wood", "open"], "waived": ["ap"]}, 5),
        ({}, {"terrain": ["wood", "open"], "waived": ["at"]}, 6),
        ({}, {"terrain": ["wood", "open"], "waived": True}, 5),
    ],
)
def test_what_a_rifle_needs(held: dict[str, Any], told: dict[str, Any], target: int) -> None:
    """AP5+ by the card: the order told, else that of the table, else none; cover where it is not
    waived for that fire."""
    on = {"a": force((2, foot()), state=held), "d": force((2, foot()), (1, foot(name="Other")), seat=1)}
    assert ask("fire", on, by="a", target="d", **told)["checks"][0]["target"] == target


@rule("EPIC-158", "EPIC-157")
@pytest.mark.parametrize(
    ("weapon", "told", "ready"),
    [
        (SLOW, {"turn": 2, "fired": 1}, False),
        (SLOW, {"turn": 3, "fired": 1}, True),
        (SLOW, {"turn": 2, "fired": True}, False),
        (SLOW, {"fired": 1}, False),
        (SLOW, {"turn": 4, "fired": [1, 3]}, False),
        (SLOW, {"turn": 4, "fired": False}, True),
        (INDIRECT, {"order": "sustained", "indirect": True}, True),
        (INDIRECT, {"order": "advance", "indirect": True}, False),
        (SLOW, {"order": "sustained", "indirect": True}, False),
        ({**INDIRECT, "abilities": ["indirect_fire", "slow_firing"]}, {"order": "sustained", "indirect": True, "turn": 2, "fired": 1}, False),
    ],
)
def test_a_weapon_that_is_ready(weapon: dict[str, Any], told: dict[str, Any], ready: bool) -> None:
    assert facts_of("weapon", None, None, {"weapon": weapon, **told}, ("may_fire",)) == (ready,)


class TestRowsOfTheTablesOwn:
    @rule("EPIC-45", "EPIC-48")
    @pytest.mark.parametrize(
        ("value", "amounts", "target", "second"),
        [(4, [1], 3, None), (4, [-1, -1], 6, None), (6, [-1], 7, 4), (6, [-3], 9, 6), (6, [-4], 10, None), (5, [], 5, None)],
    )
    def test_they_change_the_number_that_is_told(self, value: int, amounts: list[int], target: int, second: int | None) -> None:
        """5+ with a row of -2 is a 7: a 6, then a 4."""
        reply = ask("to_hit", value=value, bonuses=[{"amount": amount, "why": "fog"} for amount in amounts])
        assert (reply["result"]["target"], reply["result"]["second"]) == (target, second)
        assert (reply["checks"][0]["target"], sum(row[0] == "house" for row in rows(reply, "to_hit"))) == (target, len(amounts))
