"""Values as one would say them."""

from typing import Any

import pytest

from engine.games import RULESETS
from engine.labels import told
from engine.maps import frozen
from engine.tables import table
from engine.texts import english

AAM = RULESETS["aam"]
UNITS = {"u26": {"card": {"name": "Panzer IV"}, "seat": 1}}


@pytest.mark.parametrize(("value", "said"), [
    (["u26", "u27"], "Panzer IV, u27"), ({"u26": [1, 2]}, "Panzer IV: 1, 2"), (True, "yes"), (None, "nothing"), ([], "nothing"), ("hill", "hill")])
def test_units_are_told_by_their_names(value: Any, said: str) -> None:
    text = told(AAM, frozen(value), table(AAM, frozen({"units": UNITS})).units)
    assert (text if isinstance(text, str) else english(text)) == said
