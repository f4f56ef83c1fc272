"""A card as a table, worked out by hand."""

from typing import Any

import pytest

from engine.games import RULESETS
from engine.games.front.examples import HA_GO
from engine.values.maps import Map, frozen
from engine.values.texts import english
from tests.games.front.table import rule


def laid_out(card: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """The figures of a card, and the rest of it."""
    found = frozen(card)
    assert isinstance(found, Map)
    sheet = RULESETS["front"].datasheet(found)
    figures, facts = ({english(each.name): english(each.value) for each in part} for part in (sheet.figures, sheet.facts))
    return figures, facts


@rule("FRONT-02", "FRONT-20")
def test_a_whole_card() -> None:
    card = {**HA_GO, "lock": [{"domain": "naval", "damage": 1}], "initiative": ["air"], "text": "Once.", "data": {"speed": 47}}
    figures, facts = laid_out(card)
    assert figures == {"attack, ground": "2", "defense": "2"}
    assert facts == {
        "Advantage! over": "infantry",
        "Initiative! against": "air units",
        "on going to the junkyard": "draw a card",
        "bonus": "+1 ground units against infantry",
        "by locking": "1 damage to naval units",
        "kind": "tank, ground units, Axis",
        "further text": "Once.",
        "data": "speed: 47",
    }


@rule("FRONT-02", "FRONT-20")
@pytest.mark.parametrize(
    ("card", "figures", "facts"),
    [({}, {"defense": "?"}, {}), ({"av": {"air": 0}, "dv": 1, "domain": "air"}, {"attack, air": "0", "defense": "1"}, {"kind": "air units"})],
)
def test_only_what_is_stated(card: dict[str, Any], figures: dict[str, str], facts: dict[str, str]) -> None:
    assert laid_out(card) == (figures, facts)
