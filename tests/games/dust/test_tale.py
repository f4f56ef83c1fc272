"""How deeds are told: what was declared, and what it came to, also where it came to nothing."""

from dataclasses import replace
from typing import Any

import pytest

from engine.games.dust.tale import TALE, has_reacted, in_vain, is_obeyed
from engine.playing.outcome import last_outcome
from engine.playing.session import Session
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.dust.table import BOSS, RIFLES, H, M, at, key, play, rule, seated, session, squad, walker


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


class TestFates:
    """What became of a unit, and what hands do, from one table to the next."""

    def fate(self, card: Any, before: Any, after: Any) -> list[str]:
        was, now = (at({"a": seated(0, {**card, "name": "Alpha"}, **state)}).unit("a") for state in (before, after))
        return [english(replace(text, values=text.values.put("unit", "Alpha"))) for text in TALE.fate(was, now)]

    @rule("DUST-38", "DUST-180")
    @pytest.mark.parametrize(
        ("card", "before", "after", "story"),
        [
            (squad(3), {}, {"where": "destroyed"}, ["Alpha is destroyed"]),
            (squad(3), {"where": "destroyed"}, {"where": "reserve"}, ["Alpha is back in reserve"]),
            (squad(3), {}, {"alive": [0]}, ["Alpha loses 2 miniatures"]),
            (squad(3), {}, {"alive": [0, 1]}, ["Alpha loses one miniature"]),
            (squad(3), {"alive": [0]}, {"alive": [0, 1]}, []),
            (squad(3), {}, {}, []),
            (walker(4), {}, {"damage": 2}, ["Alpha takes 2 points of damage"]),
            (walker(4), {"damage": 2}, {"damage": 1}, ["Alpha gets one hit point back"]),
            ({"kind": "squad"}, {}, {"activated": True}, []),
        ],
    )
    def test_what_became_of_it(self, card: Any, before: Any, after: Any, story: list[str]) -> None:
        """Destroyed, back, fewer miniatures, hit points lost or repaired; nothing where a card does
        not tell."""
        assert self.fate(card, before, after) == story

    def hands(self, tracker: str, card: Any, before: Any, after: Any) -> list[str]:
        was, now = (at({"a": seated(0, {**card, "name": "Alpha"}, **state)}).unit("a") for state in (before, after))
        return [english(replace(text, values=text.values.put("unit", "Alpha"))) for text in TALE.hands[tracker](was, now)]

    @rule("DUST-38")
    @pytest.mark.parametrize(
        ("before", "after", "story"),
        [
            ({}, {"alive": [0]}, ["Alpha: off the table: 2 × miniature with Rifle"]),
            ({"alive": [0]}, {"alive": [0, 2]}, ["Alpha: back on the table: 1 × miniature with Rifle"]),
        ],
    )
    def test_miniatures_off_the_table_and_back(self, before: Any, after: Any, story: list[str]) -> None:
        assert self.hands("alive", squad(3), before, after) == story

    @rule("DUST-55", "DUST-160")
    @pytest.mark.parametrize(
        ("tracker", "before", "after", "story"),
        [
            ("loaded", {}, {"loaded": {"Gun": False}}, ["Alpha: Gun: to be reloaded"]),
            ("loaded", {"loaded": {"Gun": False}}, {"loaded": {"Gun": True}}, ["Alpha: Gun: loaded"]),
            ("ammo", {}, {"ammo": {"Gun": 1}}, ["Alpha: Gun: one round left"]),
            ("ammo", {"ammo": {"Gun": 2}}, {"ammo": {"Gun": 0}}, ["Alpha: Gun: 0 rounds left"]),
            ("ammo", {"ammo": {"Gun": 0}}, {}, ["Alpha: Gun: all rounds again"]),
            ("ammo", {"ammo": {"Gun": 2, "Other": 1}}, {"ammo": {"Gun": 2, "Other": 0}}, ["Alpha: Other: 0 rounds left"]),
        ],
    )
    def test_weapons_one_by_one(self, tracker: str, before: Any, after: Any, story: list[str]) -> None:
        """What has not changed is not told."""
        assert self.hands(tracker, walker(), before, after) == story

    @rule("DUST-28", "DUST-65")
    def test_whoever_comes_meanwhile_suffered_nothing(self) -> None:
        """A unit added while an attack is made has no fate; nor has a reaction of nobody."""
        before, after = at({"a": seated(0, squad())}), at({"a": seated(0, squad()), "n": seated(1, squad(), where="destroyed")})
        assert in_vain(before, after, pairs(declared=("attack", "nothing"))) is not None
        assert not has_reacted(before, after, pairs(enemy="a"))
        assert is_obeyed(before, after, pairs(order="get_up"))
