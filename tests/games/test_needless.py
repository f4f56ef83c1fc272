"""Nothing is asked that has one answer, changes nothing, or is told already."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.games import RULESETS
from engine.playing.answers import only_answer
from engine.values.model import Option, Prompt, Refusal
from engine.values.texts import say
from tests.games.cases import ALL
from tests.games.needless import found

EXCUSED: Mapping[str, set[tuple[str, str]]] = {"epic": {("setup.edge", "no effect")}}
"""Asked all the same: the edge of player A is his to choose, and only hands need it."""


@pytest.mark.parametrize("game", ALL)
def test_no_example_and_no_golden_game_asks_in_vain(game: str) -> None:
    """What has one answer is given by the app: screens and the text game ask `only_answer`."""
    wrong = {(name, fault) for name, fault in found(ALL[game]) if fault != "one answer"}
    assert wrong == EXCUSED.get(game, set())


def test_one_option_or_one_number_is_no_question() -> None:
    ref = RULESETS["aam"].refs[0]
    one, two = Option("a", say("a")), Option("b", say("b"), Refusal("no", say("no"), ref))

    def choice(*options: Option) -> Prompt:
        return Prompt("p", "choice", 0, say("which?"), ref, options=options)

    assert [only_answer(choice(*options)) for options in ((one,), (one, two), (two,))] == ["a", None, None]
    numbers = [Prompt("n", "number", 0, say("how many?"), ref, least=least, most=3) for least in (3, 2)]
    assert [only_answer(each) for each in numbers] == [3, None]
