"""What is due: one activation a go, whom an order called, repairs at the end of the round, the end
of the game."""

from typing import Any, ClassVar

import pytest

from engine.games.dust import turn
from engine.playing.duties import Next, agenda
from engine.playing.session import Refused, Session
from engine.values.events import Abandoned, Advanced
from engine.values.texts import english
from tests.games.dust.guide import SPENT, TWO_EACH, due, opened, refusals
from tests.games.dust.table import BOSS, GUN, RIFLES, RULES, H, M, at, hero, key, play, rule, seated, session, walker
from tests.games.guided import Newcomer


class TestDuties:
    UNITS: ClassVar[dict[str, Any]] = TWO_EACH

    @rule("DUST-07")
    def test_one_activation_is_due_and_then_the_other_side(self) -> None:
        game = Session(RULES, at(self.UNITS))
        guide = agenda(RULES, game.state)
        assert (guide.next, english(guide.text), guide.can_act) == (Next.OPEN, "Activate a unit", ("a", "c"))
        game.dispatch(opened("activation", unit="a", declared=["nothing", "nothing"]))
        play(game, "none")
        after = agenda(RULES, game.state)
        assert (after.next, after.due) == (Next.ADVANCE, ())
        assert after.onward
        assert (after.onward.step, after.onward.seat) == ("activation", 1)

    @rule("DUST-07", "DUST-08")
    def test_when_all_have_acted_the_round_ends(self) -> None:
        """With nobody left on the other side it goes on here; with nobody at all it is the end, not
        a Move."""
        units = {"a": seated(0, RIFLES), "c": seated(0, RIFLES), "b": seated(1, RIFLES, **SPENT)}
        game = Session(RULES, at(units))
        for unit in "ac":
            game.dispatch(opened("activation", unit=unit, declared=["nothing", "nothing"]))
            assert game.prompt is None
            guide = agenda(RULES, game.state)
            assert guide.onward
            assert (guide.next, guide.onward.step, guide.onward.seat) == (Next.ADVANCE, "activation" if unit == "a" else "initiative", 0)
            game.dispatch(Advanced())
        assert game.state.step == "end"

    @rule("DUST-07")
    def test_a_side_without_a_fresh_unit_owes_nothing(self) -> None:
        units = {"a": seated(0, RIFLES, **SPENT), "b": seated(1, RIFLES)}
        assert [due(Session(RULES, at(units, seat=seat))) for seat in (0, 1)] == [[], [("activation", {}, True)]]

    @rule("DUST-144", "DUST-191")
    def test_whom_an_order_called_is_due_at_once(self) -> None:
        units = {"k": seated(0, BOSS), "s": seated(0, RIFLES, **SPENT), "c": seated(0, RIFLES), "b": seated(1, RIFLES, **SPENT)}
        game = session(units, unit="k", declared=["reactivate", "nothing"])
        play(game, "s", [H])
        assert due(game) == [("activation", {"unit": "s"}, True)]
        assert refusals(game, "activation", unit="c", declared=["move", "move"]) == ["DUST-144"]
        game.dispatch(opened("activation", unit="s", declared=["nothing", "nothing"]))
        assert (due(game), refusals(game, "activation", unit="c", declared=["move", "move"])) == ([], ["DUST-07"])

    @rule("DUST-07", "DUST-144")
    def test_who_can_act_just_now(self) -> None:
        """Any of the side, then whoever acts, then whom an order called, then nobody more."""
        units = {"k": seated(0, BOSS), "s": seated(0, RIFLES, **SPENT), "c": seated(0, RIFLES), "b": seated(1, RIFLES)}
        game = Session(RULES, at(units))
        assert agenda(RULES, game.state).can_act == ("k", "c")
        game.dispatch(opened("activation", unit="k", declared=["reactivate", "move"]))
        play(game, "s", [H])
        game.dispatch(Abandoned())
        assert agenda(RULES, game.state).can_act == (), "the acting one is activated, its card turned"
        game.dispatch(opened("move", unit="k", dx=1, dy=0))
        assert agenda(RULES, game.state).can_act == ("s",)
        game.dispatch(opened("activation", unit="s", declared=["nothing", "nothing"]))
        play(game, "none")  # nobody reacts
        assert agenda(RULES, game.state).can_act == ()
        game.dispatch(Advanced())
        assert (game.state.seat, agenda(RULES, game.state).can_act) == (1, ("b",))

    @rule("DUST-07", "DUST-144")
    def test_the_hero_of_a_called_squad_can_act_with_it(self) -> None:
        units = {"s": seated(0, RIFLES), "h": seated(0, hero(), joined="s"), "c": seated(0, RIFLES), "b": seated(1, RIFLES)}
        now = at(units, seats=[{"acts_next": "h"}, {}])
        assert agenda(RULES, now).can_act == ("s", "h")

    @rule("DUST-07")
    @pytest.mark.parametrize("step", ["initiative", "end"])
    def test_nobody_acts_outside_the_activations(self, step: str) -> None:
        assert [each.procedure for each in RULES.duties(at(self.UNITS, step=step))] == []


class TestNewcomer:
    UNITS: ClassVar[dict[str, Any]] = {
        "a": seated(0, RIFLES),
        "k": seated(0, BOSS),
        "g": seated(0, GUN),
        "h": seated(0, hero(skills=["berserk", "heroic_attack", "tank_head"])),
        "b": seated(1, RIFLES),
        "w": seated(1, walker(skills=["self_repair", "advanced_reactive_fire"])),
        "x": seated(1, walker(), where="destroyed"),
    }

    @rule("DUST-07", "DUST-08")
    @pytest.mark.parametrize("seed", range(6))
    def test_the_large_button_leads_through_the_rounds(self, seed: int) -> None:
        """Whoever presses nothing else meets no refusal, and both sides activate every unit that
        lives once a round, but for those that an order calls."""
        player = Newcomer(RULES, at(self.UNITS, turn=1, step="initiative"), seed)
        for _ in range(150):
            assert player.press()
        state = player.session.state
        assert state.turn > 2
        for before, event in zip(player.session.states, player.session.log, strict=False):
            if isinstance(event, Advanced) and before.step == "activation":
                assert turn.has_had_go(before)
                assert before.turn < state.turn or not before.trackers.get("acting")


class TestEndOfTheRound:
    UNITS: ClassVar[dict[str, Any]] = {
        "w": seated(0, walker(skills=["self_repair"]), damage=2, **SPENT),
        "x": seated(1, walker(skills=["self_repair"]), damage=1, **SPENT),
    }

    @rule("DUST-130", "DUST-08")
    def test_each_vehicle_rolls_once_though_the_end_is_broken_off(self) -> None:
        """One point is left on the first; it does not roll for it again, the second one still
        does."""
        game = Session(RULES, at(self.UNITS))
        game.dispatch(Advanced())
        play(game, [H, M])
        assert key(game) == "self_repair:x"
        game.dispatch(Abandoned())
        assert due(game) == [("end_round", {}, True)]
        assert refusals(game, "self_repair", unit="w") == ["DUST-130"]
        game.dispatch(opened("end_round"))
        assert play(game, [M]) == ["self_repair:x"]
        assert (due(game), game.state.unit("w").count("damage"), game.state.unit("x").count("damage")) == ([], 1, 1)
        game.dispatch(Advanced())
        assert (game.state.turn, game.state.unit("w").count("repaired")) == (3, 0)

    @rule("DUST-130")
    def test_repairs_are_for_the_end_of_the_round(self) -> None:
        game = Session(RULES, at(self.UNITS))
        with pytest.raises(Refused):
            game.dispatch(opened("self_repair", unit="w"))
        game.dispatch(Advanced())
        game.dispatch(Abandoned())
        game.dispatch(opened("self_repair", unit="x"))
        play(game, [H])
        assert game.state.unit("x").count("damage") == 0


class TestEndOfTheGame:
    LOST: ClassVar[dict[str, Any]] = {"where": "destroyed"}

    @rule("DUST-173")
    @pytest.mark.parametrize(
        ("ours", "theirs", "element", "ends"),
        [
            (LOST, {}, {}, True),
            ({}, LOST, {}, True),
            ({}, {}, {}, False),
            ({"where": "reserve"}, {}, {}, False),  # it may still come
            ({}, {}, LOST, False),  # a crate is of no army
        ],
    )
    def test_with_an_army_gone_the_end_of_the_round_ends_the_game(self, ours: Any, theirs: Any, element: Any, ends: bool) -> None:
        crate = {"name": "Crate", "kind": "crate", "armor": "V1", "hp": 1}
        units = {"a": seated(0, RIFLES, **ours), "b": seated(1, RIFLES, **theirs), "c": seated(1, crate, **element)}
        game = Session(RULES, at(units, step="end"))
        wanted = [("victory", {}, False)] if ends else []
        assert [each for each in due(game) if each[0] == "victory"] == wanted

    @rule("DUST-173")
    def test_the_button_leads_to_the_end(self) -> None:
        """20 points of the other side are destroyed; objectives bring nothing."""
        units = {"a": seated(0, {**RIFLES, "ap": 20}), "b": seated(1, {**RIFLES, "ap": 20}, **self.LOST)}
        game = Session(RULES, at(units, step="end"))
        game.dispatch(opened("victory"))
        play(game, 0, 0)
        assert agenda(RULES, game.state).next is Next.OVER
        assert game.state.trackers["winner"] == "player_1"
