"""What the table shows of a unit at one look."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games.template import RULES
from engine.values.maps import frozen
from engine.values.table import GameState

rule = pytest.mark.rule
CARD = {"name": "Rifles", "firepower": 3, "range": 4, "life": 2, "points": 2}
GONE = {"where": "destroyed"}


def on_table(step: str, a: Any = None, b: Any = None) -> GameState:
    units = {"a": {"card": CARD, "seat": 0, "state": a or {}}, "b": {"card": CARD, "seat": 1, "state": b or {}}}
    return table(RULES, frozen({"step": step, "units": units}))


@rule("TEMPLATE-03")
@pytest.mark.parametrize(
    ("step", "unit", "a", "b", "acted"),
    [
        ("first", "a", {}, {}, False),
        ("first", "a", {"shot": True}, {}, True),
        ("first", "b", {}, {}, None),
        ("first", "a", GONE, {}, None),
        ("first", "a", {}, GONE, None),
        ("initiative", "a", {}, {}, None),
    ],
)
def test_who_is_waited_for(step: str, unit: str, a: Any, b: Any, acted: bool | None) -> None:
    """A unit of the player whose step it is, as long as it and an enemy are there."""
    now = on_table(step, a, b)
    assert RULES.glance.acted(now, now.unit(unit)) is acted


@rule("TEMPLATE-07")
@pytest.mark.parametrize(("state", "life"), [({}, ("2", "2", [])), ({"damage": 1}, ("1", "2", ["TEMPLATE-07"]))])
def test_life_that_is_left(state: Any, life: Any) -> None:
    now = on_table("first", state)
    found = next(value for value in RULES.glance.effective(now, now.unit("a")) if value.key == "damage")
    assert (found.value, found.printed, [reason.ref.id for reason in found.why]) == life


@rule("TEMPLATE-07")
@pytest.mark.parametrize(("after", "lines"), [({"damage": 2, **GONE}, ["{unit} is destroyed"]), ({"damage": 1}, ["{unit} takes one point of damage"])])
def test_what_became_of_a_target(after: Any, lines: list[str]) -> None:
    was, now = on_table("first").unit("a"), on_table("first", after).unit("a")
    assert [text.key for text in RULES.tale.fate(was, now)] == lines
