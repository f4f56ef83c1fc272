"""How deeds are told: what was declared, and what it came to, also where it came to nothing."""

from typing import Any

import pytest

from engine.playing.outcome import last_outcome
from engine.playing.session import Session
from engine.values.texts import english
from tests.games.dust.table import BOSS, RIFLES, H, M, key, play, rule, seated, session, walker


def told(game: Session) -> str:
    """The headline of the last deed."""
    found = last_outcome(game)
    assert found
    return english(found.what)


UNITS: dict[str, Any] = {"a": seated(0, {**RIFLES, "name": "Alpha"}), "b": seated(1, {**RIFLES, "name": "Beta"}, activated=True)}
LINE = {"weapon": "Rifle", "target": "b", "range": 3, "cover": "none"}


class TestActivations:
    @rule("DUST-28")
    @pytest.mark.parametrize(
        ("declared", "rolls", "story"),
        [
            (["attack", "nothing"], [[H, M, M]], "Alpha (attack, nothing): Beta loses one miniature"),
            (["attack", "nothing"], [[M, M, M]], "Alpha (attack, nothing): without effect"),
            (["sustained"], [[M, M, M, M, M, M]], "Alpha (sustained attack): without effect"),
        ],
    )
    def test_an_attack_says_what_it_came_to(self, declared: list[str], rolls: Any, story: str) -> None:
        game = session(UNITS, unit="a", declared=declared, lines=[LINE])
        play(game, *rolls)
        assert told(game) == story

    @rule("DUST-28")
    def test_a_move_is_no_attack_in_vain(self) -> None:
        assert told(session(UNITS, unit="a", declared=["move", "move"], leaves=True)) == "Alpha (move, move)"

    @rule("DUST-121")
    def test_a_charge_is_an_attack(self) -> None:
        card = {**RIFLES, "name": "Alpha", "skills": ["charge"]}
        line = {"weapon": "Knife", "target": "b", "range": 1}
        game = session({**UNITS, "a": seated(0, card)}, unit="a", declared=["move", "move"], skills=["charge"], leaves=True, lines=[line])
        assert key(game) == "strike_back:b"
        play(game, False, [M, M, M])
        assert told(game) == "Alpha (move, move): without effect"


class TestTries:
    @rule("DUST-65")
    @pytest.mark.parametrize(("face", "story"), [(H, "Beta reacts to Alpha: the attack follows"), (M, "Beta reacts to Alpha: no attack")])
    def test_a_reaction(self, face: str, story: str) -> None:
        game = session({**UNITS, "b": seated(1, {**RIFLES, "name": "Beta"})}, "reaction", reactor="b", enemy="a")
        play(game, [face])
        assert told(game) == story

    @rule("DUST-143")
    @pytest.mark.parametrize(("face", "is_heard"), [(H, True), (M, False)])
    def test_an_order(self, face: str, is_heard: bool) -> None:
        units = {"k": seated(0, BOSS), "w": seated(0, walker(name="Wreck"), where="destroyed")}
        game = session(units, "command", order="field_repair", unit="k", target="w")
        play(game, [face])
        assert told(game).endswith("Wreck is back in reserve" if is_heard else "the order does not get through")
