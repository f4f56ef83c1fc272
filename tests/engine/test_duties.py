"""The guide through a turn: what is due, who can still act, where the way leads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.playing import codec
from engine.playing.duties import Next, agenda, onward
from engine.playing.glance import Glance
from engine.playing.rules import Duty
from engine.playing.session import Refused, Session
from engine.values.events import Abandoned, Advanced, Opened, TrackerSet
from engine.values.kinds import Word
from engine.values.maps import Map, pairs
from engine.values.table import GameState, Unit
from engine.values.texts import english, say
from tests.engine import tiny
from tests.engine.tiny import REF, opened, unit


def acted(now: GameState, each: Unit) -> bool | None:
    """Everybody is waited for in the step of acts, but the crippled."""
    if now.step != "act" or each.count("hits") > 2:
        return None
    return bool(each.count("acted"))


def marks_to_clear(now: GameState) -> tuple[Duty, ...]:
    """In the act step every unit with a mark has to shoot it off."""
    due = (each for each in now.standing(now.seat) if now.step == "act" and each.marks("marks"))
    return tuple(Duty("shoot", say("Shoot: {unit}", unit=each.name), REF, pairs(unit=each.id)) for each in due)


RULES = replace(tiny.RULES, glance=Glance(acted=acted, begins="bid"), duties=marks_to_clear)


def session(*units: Unit, step: str = "start", **more: object) -> Session:
    return Session(RULES, replace(opened(*units), step=step, **more))  # type: ignore[arg-type]


def guide(at: Session) -> tuple[Next, str]:
    found = agenda(RULES, at.state)
    return found.next, english(found.text)


def play(at: Session, *values: int | bool) -> None:
    for value in values:
        at.answer(value)


class TestDue:
    def test_a_game_begins_with_what_it_says(self) -> None:
        game = session()
        assert guide(game) == (Next.OPEN, "bid")
        game.overrule(Opened("bid"))
        assert guide(game) == (Next.ANSWER, "A question is open")
        play(game, 1, 2)
        assert guide(game)[0] is Next.ADVANCE

    def test_what_is_broken_off_is_still_due(self) -> None:
        game = session()
        game.overrule(Opened("bid"))
        game.dispatch(Abandoned())
        assert guide(game) == (Next.OPEN, "bid")

    def test_it_is_due_again_after_an_undo(self) -> None:
        game = session()
        game.overrule(Opened("bid"))
        play(game, 1, 2)
        game.undo_procedure()
        assert guide(game) == (Next.OPEN, "bid")

    def test_another_device_that_is_handed_the_table_knows_it_too(self) -> None:
        game = session()
        game.overrule(Opened("bid"))
        play(game, 1, 2)
        there = Session(RULES, codec.state(codec.plain(game.state)))
        assert guide(there) == guide(game)

    def test_only_the_first_turn_begins_the_game(self) -> None:
        assert guide(session(turn=2))[0] is Next.ADVANCE

    def test_the_game_s_own_duties_come_in_their_order(self) -> None:
        red = {"marks": ("red",)}
        game = session(unit("a", 0, **red), unit("b", 0), unit("c", 0, **red), step="act")
        found = agenda(RULES, game.state)
        assert [(english(each.text), dict(each.args)) for each in found.due] == [("Shoot: a", {"unit": "a"}), ("Shoot: c", {"unit": "c"})]
        assert (found.next, english(found.text)) == (Next.OPEN, "Shoot: a")

    def test_a_step_that_asks_nothing_on_entering_leaves_nothing_due(self) -> None:
        """There is no mark to tidy away: nobody taps for nothing."""
        assert guide(session(step="tidy")) == (Next.ACT, "bid")

    def test_what_a_step_opens_is_due_until_it_is_done(self) -> None:
        assert guide(session(unit("a", 0, marks=("red",)), step="tidy")) == (Next.OPEN, "tidy")

    def test_going_on_all_the_same_is_written_down(self) -> None:
        game = session(unit("a", 0, marks=("red",)), unit("b", 1), step="act")
        game.dispatch(Advanced())
        assert game.log[-1].label
        assert english(game.log[-1].label) == "seat 2 to act; left undone: Shoot: a"


class TestWhoCanAct:
    def test_units_that_have_not_acted_of_those_that_can(self) -> None:
        game = session(unit("a", 0), unit("b", 0, acted=True), unit("c", 0, hits=3), unit("d", 1), step="act")
        assert agenda(RULES, game.state).can_act == ("a",)

    def test_the_deed_of_the_step_while_somebody_can_do_it(self) -> None:
        game = session(unit("a", 0), step="act")
        assert guide(game) == (Next.ACT, "shoot")
        game.dispatch(TrackerSet("a", "acted", True))
        assert guide(game)[0] is Next.ADVANCE

    def test_sides_that_take_turns_do_one_deed_each(self) -> None:
        game = session(unit("a", 0), unit("b", 0), unit("c", 1), step="act")
        game.dispatch(Opened("shoot", pairs(unit="a")))
        play(game, 1, False)
        assert guide(game) == (Next.ADVANCE, "Pass to seat 2")


class TestWayOn:
    def test_the_next_player_goes_by_name(self) -> None:
        rules = replace(RULES, words={"player_2": say("Orks")})
        found = onward(rules, replace(opened(), step="act"))
        assert english(found.text) == "Pass to Orks"

    def test_steps_with_nothing_to_do_are_passed_in_one_go(self) -> None:
        """Of turn 2 the night holds nothing; the bids of the evening are to be made."""
        state = replace(opened(unit("a", 0, acted=True)), step="act", turn=2)
        found = onward(RULES, state)
        assert (found.step, found.turn, found.passes, english(found.text)) == ("tidy", 2, ("night",), "On to: Tidy")

    def test_a_new_turn_is_called_by_its_number(self) -> None:
        """Nothing is to be done at the start of turn 2."""
        found = onward(RULES, replace(opened(unit("a", 0)), step="tidy", done=("bid",)))
        assert (found.turn, found.step, found.passes, english(found.text)) == (2, "act", ("start",), "Turn 2: Act")

    def test_what_is_due_is_not_passed_over(self) -> None:
        found = onward(RULES, replace(opened(unit("a", 0, marks=("red",))), step="start", turn=2))
        assert (found.step, found.passes) == ("act", ())


class TestEnd:
    WON = replace(RULES, trackers=(*RULES.trackers, replace(RULES.trackers[0], key="winner", kind=Word(), on="table")))

    def test_a_game_that_has_ended_does_not_go_on(self) -> None:
        game = Session(self.WON, replace(opened(), trackers=Map({"winner": "player_1"})))
        found = agenda(self.WON, game.state)
        assert (found.next, found.onward, found.due) == (Next.OVER, None, ())
        with pytest.raises(Refused, match="TABLE-4"):
            game.dispatch(Advanced())
        game.overrule(Advanced())
        assert game.state.step == "act"
