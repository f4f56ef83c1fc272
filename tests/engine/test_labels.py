"""Values as one would say them."""

from typing import Any

import pytest

from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing.labels import label, value_words
from engine.values.events import Advanced, TrackerSet
from engine.values.maps import frozen
from engine.values.texts import english

AAM = RULESETS["aam"]
UNITS = {"u26": {"card": {"name": "Panzer IV"}, "seat": 1}}


@pytest.mark.parametrize(
    ("value", "said"),
    [(["u26", "u27"], "Panzer IV, u27"), ({"u26": [1, 2]}, "Panzer IV: 1, 2"), (True, "yes"), (None, "nothing"), ([], "nothing"), ("hill", "hill")],
)
def test_units_are_told_by_their_names(value: Any, said: str) -> None:
    text = value_words(AAM, frozen(value), table(AAM, frozen({"units": UNITS})).units)
    assert (text if isinstance(text, str) else english(text)) == said


@pytest.mark.parametrize(
    ("game", "seat", "said"),
    [
        ("dust", 0, "player 2 to act; left undone: Activate a unit"),
        ("dust", 1, "player 1 to act; left undone: Activate a unit"),
        ("epic", 0, "second seat to act"),
    ],
)
def test_a_step_that_goes_on_says_whose_turn_it_is(game: str, seat: int, said: str) -> None:
    """The words stand for the players' names, and are told by them; a side that passes is told."""
    rules = RULESETS[game]
    units = {f"u{n}": {"card": {"name": f"Squad {n}"}, "seat": n} for n in (0, 1)}
    state = table(rules, frozen({"step": "activation" if game == "dust" else "action", "seat": seat, "units": units}))
    assert english(label(rules, state, Advanced(), ())) == said


@pytest.mark.parametrize(("game", "said"), [("dust", "player 2: house set to 1"), ("front", "player 2: house set to 1")])
def test_a_player_is_called_by_the_word_for_his_name(game: str, said: str) -> None:
    rules = RULESETS[game]
    assert english(label(rules, rules.opened(), TrackerSet("@1", "house", 1), ())) == said
