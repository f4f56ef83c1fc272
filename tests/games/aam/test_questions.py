"""Which target is best."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from engine.games.aam.examples import PANZER, SHERMAN
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.aam.table import SOLDIER, in_order, named, playing, rule, worst
from tests.games.asking import ask

MEN = ("disrupted", "destroyed")
UNITS = {
    "a": {"card": SHERMAN, "seat": 0},
    "b": {"card": PANZER, "seat": 1},
    "c": {"card": SOLDIER, "seat": 1},
    "d": {"card": SOLDIER, "seat": 1, "state": {"face_up": ["disrupted"]}},
    "e": {"card": SOLDIER, "seat": 0},
}


class TestTargets:
    def told(self, targets: Any = ("b", "c", "d"), units: Any = None, **told: Any) -> dict[str, Any]:
        seen = {"range": 4, "terrain": "town", **told}
        return ask("aam", "targets", units or UNITS, attacker="a", targets=list(targets), **seen)

    @rule("AAM-48")
    @pytest.mark.parametrize("order", list(permutations("bcd")))
    def test_the_best_first_whatever_the_order(self, order: Any) -> None:
        ranked = self.told(order)["result"]["ranked"]
        assert [row["unit"] for row in ranked] == ["d", "c", "b"]
        disrupted = in_order(MEN, [(9, 4, 3, Fraction(1, 2))])  # recovered, unless hit anew
        assert {key: value for key, value in ranked[0].items() if key != "unit"} == named(disrupted, worst)

    @rule("AAM-48", "AAM-15")
    def test_the_front_unless_it_is_said(self) -> None:
        assert self.told(["b"])["result"] == self.told(["b"], arc="front")["result"] != self.told(["b"], arc="rear")["result"]

    @rule("AAM-48", "AAM-127")
    def test_those_it_may_not_attack(self) -> None:
        assert self.told(["b", "e"])["result"]["refused"] == {"e": "not_an_enemy"}
        assert self.told(["b"], range=9)["result"] == {"ranked": [], "refused": {"b": "out_of_range"}}

    @rule("AAM-48")
    def test_a_card_that_is_silent(self) -> None:
        units = {**UNITS, "b": {"card": {"name": "?", "type": "vehicle"}, "seat": 1}}
        assert self.told(units=units)["unknown"] == ["units.b.card.defense"]
        session = playing("first_assault", units)
        session.overrule(Opened("targets", pairs(attacker="a", targets=("b",), range=1, terrain="clear")))
        assert session.prompt
        assert session.prompt.key == "card:b.defense"
