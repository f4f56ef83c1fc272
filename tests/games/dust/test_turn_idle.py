"""Who may act where nobody acts any more, nothing is played, and no unit is named yet."""

from dataclasses import replace
from typing import Any

import pytest

from engine.games.dust import turn
from engine.games.dust.tale import TALE, is_obeyed
from engine.playing.session import Session
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.asking import ask
from tests.games.dust.guide import early, opened, refusals
from tests.games.dust.table import KNIFE, RIFLES, RULES, acting, at, hero, key, play, rule, seated, session, squad, walker, weapon


class TestNobodyActs:
    @rule("DUST-65", "DUST-70")
    def test_whoever_fell_in_close_combat_is_not_reacted_to(self) -> None:
        """One man attacks with his knife and is struck back: nobody is left to be shot at."""
        units = {"a": seated(0, squad(1, {"Knife": KNIFE})), "b": seated(1, squad(2, {"Knife": KNIFE, "Rifle": weapon("1/1")}))}
        game = session(units, unit="a", declared=["attack", "move"])
        play(game, "b", 1)
        while key(game) not in (None, "who_reacts"):
            assert game.prompt
            count = sum(check.dice for check in game.prompt.checks)
            game.answer(("miss", "hit", "hit")[:count] if count else game.prompt.options[-1].key if game.prompt.options else True)
        assert (key(game), game.state.unit("a").where) == (None, "destroyed")

    @rule("DUST-07", "DUST-08")
    def test_in_the_middle_of_what_is_no_activation_nobody_declares(self) -> None:
        game = Session(RULES, at({"a": seated(0, RIFLES), "b": seated(1, RIFLES)}))
        game.dispatch(opened("victory"))
        assert key(game) == "bonus:0"
        assert turn.acting_unit(game.state) == ""

    @rule("DUST-08", "DUST-07")
    @pytest.mark.parametrize("seat", [0, 1])
    def test_of_the_destroyed_nobody_says_that_they_declare_first(self, seat: int) -> None:
        units = {"x": seated(seat, RIFLES, where="destroyed"), "a": seated(0, RIFLES), "b": seated(1, RIFLES)}
        now = at(units)
        assert turn.cannot_act(now, "x", "attack") is None
        assert turn.cannot_act(now, "a", "attack")

    @rule("DUST-04")
    @pytest.mark.parametrize(("step", "no"), [("activation", ["DUST-04"]), ("initiative", [])])
    def test_before_anybody_is_named_an_action_needs_one_who_acts(self, step: str, no: list[str]) -> None:
        """A question by itself does not."""
        units = {"a": seated(0, RIFLES), "b": seated(1, RIFLES)}
        assert early(at(units, step=step), "move") == no
        assert early(at(acting(units, "a"), step=step), "move") == []

    @rule("DUST-35", "DUST-182")
    @pytest.mark.parametrize(("one_throw", "checks"), [(False, ["attack:0"]), (True, ["attack:0", "attack:1"])])
    def test_lines_are_rolled_one_by_one_unless_one_throw_is_told(self, one_throw: bool, checks: list[str]) -> None:
        arms = {"Rifle": weapon("1/1"), "MG": weapon("2/1")}
        lines = [{"weapon": each, "target": "b", "range": 2, "cover": "none"} for each in arms]
        game = session({"a": seated(0, squad(2, arms)), "b": seated(1, walker(9))}, unit="a", declared=["attack", "nothing"], lines=lines, one_throw=one_throw)
        assert game.prompt
        assert [check.key for check in game.prompt.checks] == checks


class TestSeparating:
    @rule("DUST-99")
    def test_who_is_alone_is_told_so_once(self) -> None:
        game = Session(RULES, at({"a": seated(0, RIFLES), "h": seated(0, hero()), "b": seated(1, RIFLES)}))
        assert refusals(game, "separate", unit="h") == ["DUST-99"]
        assert early(game.state, "separate") == ["DUST-99"]
        joined = at({"a": seated(0, RIFLES), "h": seated(0, hero(), joined="a"), "b": seated(1, RIFLES)})
        assert early(joined, "separate") == []

    @rule("DUST-99")
    def test_in_a_question_it_is_nobodys_go(self) -> None:
        units = {"a": seated(1, RIFLES), "h": seated(1, hero(), joined="a")}
        assert "refused" not in ask("dust", "separate", units, unit="h")
        game = Session(RULES, at({**units, "b": seated(0, RIFLES)}))
        assert refusals(game, "separate", unit="h") == ["DUST-99"]


class TestWhatIsTold:
    @rule("DUST-143")
    def test_an_order_of_no_squad_on_the_table_did_not_fail(self) -> None:
        now = at({"a": seated(0, RIFLES)}, seats=[{"command": "failed"}, {}])
        assert [is_obeyed(now, now, args) for args in (pairs(order="get_up"), pairs(order="get_up", unit="a"))] == [True, False]

    @rule("DUST-160", "DUST-55")
    @pytest.mark.parametrize(
        ("tracker", "before", "after", "told"),
        [
            ("ammo", {"Faust": 2, "Tube": 1}, {"Faust": 1, "Tube": 1}, ["Squad: Faust: one round left"]),
            ("ammo", {"Faust": 2}, {"Faust": 0}, ["Squad: Faust: 0 rounds left"]),
            ("ammo", {"Faust": 1}, None, ["Squad: Faust: all rounds again"]),
            ("loaded", None, {"Gun": False}, ["Squad: Gun: to be reloaded"]),
            ("loaded", {"Gun": False}, {"Gun": True}, ["Squad: Gun: loaded"]),
            ("loaded", {"Gun": False}, {"Gun": False}, []),
        ],
    )
    def test_each_weapon_whose_rounds_or_load_have_changed(self, tracker: str, before: Any, after: Any, told: list[str]) -> None:
        one, other = (at({"a": seated(0, squad(), **({tracker: held} if held else {}))}).unit("a") for held in (before, after))
        found = [replace(each, values=each.values.put("unit", "Squad")) for each in TALE.hands[tracker](one, other)]
        assert [english(each) for each in found] == told
