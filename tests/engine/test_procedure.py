"""What may happen between two answers, for every kind of question."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.playing import codec
from engine.playing.answers import Stale
from engine.playing.fold import apply, questions
from engine.playing.opening import Nothing
from engine.playing.procedure import Procedure, lastly, task
from engine.playing.session import Refused, Session
from engine.playing.walk import walk
from engine.values.events import Abandoned, CardFilled, HouseRuled, Noted, Opened, OptionSet, Ticked, TrackerSet
from engine.values.maps import EMPTY, Map, frozen, pairs
from engine.values.model import Impossible, Unknown
from engine.values.table import GameState
from tests.engine import tiny
from tests.engine.tiny import RULES, opened, unit


def playing(procedure: str, *units: tiny.Unit, **args: object) -> Session:
    session = Session(RULES, opened(*units))
    session.overrule(Opened(procedure, frozen(args)))  # type: ignore[arg-type]
    return session


def killed(session: Session) -> Session:
    return Session(RULES, codec.state(json.loads(json.dumps(codec.plain(session.state)))))


class TestSealedBids:
    def test_any_order_and_hidden_until_all_are_in(self) -> None:
        session = playing("bid")
        session.answer(4, "bid:1")
        assert session.prompt
        assert session.prompt.given == ("bid:1",)
        assert "4" not in json.dumps(codec.plain(session.shown()))
        assert session.log[-1].label == tiny.say("{what}: answered under cover", what=tiny.say("bids"))
        assert killed(session).prompt == session.prompt
        session.answer(2, "bid:0")
        assert session.prompt is None
        assert session.state.trackers["highest"] == 4
        assert session.shown() == tuple(session.log)

    def test_a_bid_that_was_taken_back_is_still_hidden(self) -> None:
        """Also where all were in and the last is taken back: the first is a secret again."""
        session = playing("bid")
        session.answer(4, "bid:1")
        session.undo()
        assert "4" not in json.dumps(codec.plain((*session.shown(), *session.undone)))
        session.redo()
        assert "4" not in json.dumps(codec.plain((*session.shown(), *session.undone)))
        session.answer(2, "bid:0")
        session.undo()
        assert not {"2", "4"} & set(json.dumps(codec.plain((*session.shown(), *session.undone))))

    def test_a_bid_can_be_changed_before_they_are_shown(self) -> None:
        session = playing("bid")
        session.answer(5, "bid:0")
        session.answer(1, "bid:0")
        session.answer(0)  # the slot still open
        assert session.state.trackers["highest"] == 1

    def test_nonsense_and_a_slot_that_is_not_there(self) -> None:
        session = playing("bid")
        for value, slot in ((6, "bid:0"), (True, "bid:0"), (1, "bid:2"), (1, "other")):
            with pytest.raises(Impossible):
                session.answer(value, slot)
        assert len(session.log) == 1

    def test_undo_takes_back_one_slot(self) -> None:
        session = playing("bid")
        session.answer(1, "bid:0")
        session.answer(3, "bid:1")
        session.undo()
        assert session.prompt
        assert session.prompt.given == ("bid:0",)


class TestForms:
    def test_a_form_a_number_a_choice_and_a_yes(self) -> None:
        session = playing("inquiry")
        session.answer(frozen({"far": 3}))
        session.answer(7)
        session.answer("blue")
        session.answer(True)
        assert session.state.trackers["told"] == (3, 7, "blue", True)

    @pytest.mark.parametrize("value", [{}, {"far": 10}, {"far": 1, "high": 2}, {"far": "x"}, [], None, 3])
    def test_a_wrong_form_is_nonsense(self, value: object) -> None:
        session = playing("inquiry")
        with pytest.raises(Impossible):
            session.answer(frozen(value))

    def test_a_forbidden_option_is_refused_and_can_be_overruled(self) -> None:
        session = playing("inquiry")
        session.answer(pairs(far=0))
        session.answer(1)
        with pytest.raises(Refused, match="TINY-01"):
            session.answer("red")
        session.answer("red", overrule=True)
        assert session.log[-1].overruled == ("TINY-01",)

    @pytest.mark.parametrize("value", [0, 10, "1", True, None])
    def test_a_number_has_bounds(self, value: object) -> None:
        session = playing("inquiry")
        session.answer(pairs(far=0))
        with pytest.raises(Impossible):
            session.answer(frozen(value))


class TestLedger:
    def marked(self) -> Session:
        return playing("tidy", unit("a", 0, marks=("red", "blue")), unit("b", 1, marks=("blue",)))

    def test_what_is_not_declined_is_done(self) -> None:
        session = self.marked()
        session.answer((1,))
        assert [each.marks("marks") for each in session.state.units.values()] == [(), ("blue",)]

    def test_ticks_are_saved_quiet_and_gone_with_the_answer(self) -> None:
        session = self.marked()
        session.dispatch(Ticked(0))
        session.dispatch(Ticked(1))
        session.dispatch(Ticked(0, done=False))
        assert session.state.ticks == (1,)
        assert killed(session).state.ticks == (1,)
        assert session.undoes == session.log[0]
        session.answer(())
        assert session.state.ticks == ()
        session.undo()
        assert session.state.ticks == (1,)
        session.undo()
        assert session.log == []

    def test_a_tick_beside_the_ledger_is_nonsense(self) -> None:
        with pytest.raises(Impossible):
            self.marked().dispatch(Ticked(2))

    def test_a_tick_with_nothing_asked_is_kept_and_changes_nothing(self) -> None:
        """A line of what was just done."""
        session = Session(RULES, opened())
        session.dispatch(Ticked(0))
        assert (session.state, session.undoes, len(session.log)) == (opened(), None, 1)

    def test_marks_taken_by_hand_leave_the_ledger(self) -> None:
        session = self.marked()
        session.dispatch(TrackerSet("a", "marks", ()))
        assert session.prompt
        assert len(session.prompt.lines) == 1
        session.dispatch(TrackerSet("b", "marks", ()))
        assert session.prompt is None  # an empty ledger answers itself

    def test_declined_lines_rest_on_their_ledger_and_nothing_declined_on_nothing(self) -> None:
        for declined, stale in (((0,), True), ((), False)):
            session = self.marked()
            ready = session.answering(declined)
            session.dispatch(TrackerSet("b", "marks", ("red",)))
            if stale:
                with pytest.raises(Stale):
                    session.dispatch(ready)
            else:
                session.dispatch(ready)
                assert not any(each.marks("marks") for each in session.state.units.values())


class TestCards:
    def test_a_value_not_on_the_card_is_asked_and_true_from_the_start(self) -> None:
        session = playing("shoot", unit("a", 0, EMPTY), unit=("a"))
        assert session.prompt
        assert (session.prompt.kind, session.prompt.key) == ("card", "card:a.power")
        assert killed(session).prompt == session.prompt
        session.dispatch(Noted("tea"))
        session.answer(2)
        assert session.prompt.key == "shoot"
        assert session.prompt.checks[0].dice == 2
        assert session.state.unit("a").card == pairs(power=2)
        session.answer((6, 1))
        session.answer(False)
        assert session.state.unit("a").count("hits") == 1

    def test_a_card_value_that_makes_no_sense(self) -> None:
        session = playing("shoot", unit("a", 0, EMPTY), unit="a")
        with pytest.raises(Impossible):
            session.answer("strong")
        with pytest.raises(Stale):
            session.enter(codec.entry({"is": "Answered", "prompt": "shoot", "digest": "x", "value": 1}))
        session.dispatch(Abandoned())
        assert session.prompt is None

    def test_nested_places_are_filled_in_too(self) -> None:
        state = apply(RULES, opened(), CardFilled("a", ("nested",), ((1,), ())))
        state = apply(RULES, state, CardFilled("a", ("nested", 1, 0), 7))
        assert state.unit("a").stated("nested") == ((1,), (7,))

    def test_what_is_missing_is_told_as_a_whole(self) -> None:
        with pytest.raises(Unknown) as unknown:
            opened().unit("a").need("nested", 1, 0)
        assert unknown.value.path == ("nested",)

    def test_undo_makes_it_unknown_again(self) -> None:
        session = playing("shoot", unit("a", 0, EMPTY), unit="a")
        session.answer(2)
        session.undo()
        assert session.prompt
        assert session.prompt.kind == "card"


class TestMemory:
    def test_a_procedure_opened_inside_itself_has_its_own(self) -> None:
        session = playing("shoot", unit="a")
        session.answer((6, 6, 6))
        session.overrule(Opened("shoot", pairs(unit="a")))
        session.answer((4, 1, 1))
        session.answer(False)
        assert (session.state.unit("a").count("hits"), session.state.unit("a").count("shots")) == (1, 1)
        session.answer(False)
        assert (session.state.unit("a").count("hits"), session.state.unit("a").count("shots")) == (3, 1)
        assert session.state.memory == ()

    def test_calls_share_the_memory_of_their_procedure(self) -> None:
        session = playing("shoot", unit="a")
        for answer in ((6, 6, 6), True, (6, 1, 1), False):
            session.answer(answer)
        assert (session.state.unit("a").count("hits"), session.state.unit("a").count("shots")) == (4, 2)


class TestReadings:
    def test_a_reading_changed_in_the_middle_holds_from_the_next_procedure_on(self) -> None:
        session = playing("shoot", unit="a")
        session.dispatch(OptionSet("easy", "yes"))
        assert session.prompt
        assert session.prompt.checks[0].targets == (4,)
        assert session.prompt.readings == ("easy",)
        session.answer((3, 3, 3))
        session.answer(False)
        assert session.state.reading("easy") == "yes"
        session.overrule(Opened("shoot", pairs(unit="a")))
        assert session.prompt.checks[0].targets == (3,)

    @pytest.mark.parametrize(("option", "value"), [("easy", "perhaps"), ("hard", "yes")])
    def test_a_reading_that_is_not_there(self, option: str, value: str) -> None:
        with pytest.raises(Impossible):
            Session(RULES, opened()).dispatch(OptionSet(option, value))


class TestHouseRows:
    def test_for_the_whole_procedure(self) -> None:
        session = Session(RULES, opened())
        session.overrule(Opened("shoot", pairs(unit="a"), ((1, "lamp out"),)))
        for answer in ((3, 3, 3), True):
            assert session.prompt
            assert session.prompt.key == "again" or session.prompt.checks[0].targets == (3,)
            session.answer(answer)
        assert session.prompt.checks[0].targets == (3,)

    def test_for_one_question(self) -> None:
        session = playing("shoot", unit="a")
        session.dispatch(HouseRuled(-1, "dark"))
        assert session.prompt
        assert session.prompt.checks[0].targets == (5,)
        assert session.prompt.checks[0].modifiers[0].why.values["why"] == "dark"

    def test_nowhere_without_a_question(self) -> None:
        with pytest.raises(Stale):
            Session(RULES, opened()).dispatch(HouseRuled(1, "x"))


class TestUntil:
    def test_circles_of_every_length_are_exact(self) -> None:
        """The gambler's ruin: p = 1/3 to the right, from 2 of 4: (1-q/p^2)/(1-(q/p)^4) with q/p
        = 2 is 3/15."""
        end = walk(opened(), task(tiny.wander, 4)).map(tiny.at)
        assert end.chances() == {0: Fraction(4, 5), 4: Fraction(1, 5)}

    def test_six_wide(self) -> None:
        """(2^3 - 1) / (2^6 - 1) = 7/63."""
        assert walk(opened(), task(tiny.wander, 6)).map(tiny.at).chance(6) == Fraction(1, 9)

    def test_what_never_ends_is_said(self) -> None:
        with pytest.raises(Impossible, match="never ends"):
            walk(opened(), task(tiny.spin, Nothing()))

    def test_played_it_asks_on_and_on(self) -> None:
        session = playing("spin")
        for _ in range(5):
            session.answer((1,))
        assert session.prompt
        session.dispatch(Abandoned())
        assert session.prompt is None


class TestTasksThatAskNothing:
    """Plain functions; a step goes right on 5 and 6, one third, else left."""

    def test_walked(self) -> None:
        ends = walk(opened(), task(tiny.drill)).map(tiny.at)
        assert ends.chances() == {2: Fraction(2, 3), 6: Fraction(1, 3)}

    def test_between_others(self) -> None:
        """Twice one is 2, twice three is 6; then one more step either way."""
        ends = walk(opened(), task(tiny.drilled, Nothing())).map(lambda now: now.trackers.get("at"))
        assert ends.chances() == {1: Fraction(4, 9), 3: Fraction(2, 9), 5: Fraction(2, 9), 7: Fraction(1, 9)}

    def test_alone_and_repeated(self) -> None:
        assert walk(opened(), task(tiny.place, 7)).map(tiny.at).chances() == {7: 1}
        assert walk(opened(), task(tiny.countdown)).map(tiny.at).chances() == {0: 1}

    def test_played(self) -> None:
        session = playing("drilled")
        session.answer((5,))
        session.answer((1,))
        assert session.prompt is None
        assert session.state.trackers["at"] == 5


def twice_at_most(state: GameState) -> Procedure:
    """Nothing to ask: two steps from 2 and below, one from above."""
    steps = (task(tiny.stagger), task(tiny.stagger)) if tiny.at(state) <= 2 else (task(tiny.stagger),)
    return (yield from lastly(state, *steps))


class TestManyTablesAtOnce:
    """Tasks that come after dice meet several tables; a step goes right one time in three."""

    def test_what_is_left_to_be_done_is_the_same_on_all(self) -> None:
        """From 2 to 1 or 3, doubled to 2 or 6; drilled again each begins at 2."""
        ends = walk(opened(), task(tiny.drill), task(tiny.drill)).map(tiny.at)
        assert ends.chances() == {2: Fraction(2, 3), 6: Fraction(1, 3)}

    def test_what_is_left_to_be_done_differs(self) -> None:
        """From 1 two steps: to -1 (4/9), 1 (4/9), 3 (1/9); from 3 one: to 2 (2/3), 4 (1/3)."""
        ends = walk(opened(), task(tiny.place, 2), task(tiny.stagger), task(twice_at_most)).map(tiny.at)
        from_one = {-1: Fraction(8, 27), 1: Fraction(8, 27), 3: Fraction(2, 27)}
        assert ends.chances() == {**from_one, 2: Fraction(2, 9), 4: Fraction(1, 9)}


def test_nothing_to_walk_is_sure() -> None:
    assert walk(opened()).chances() == {opened(): 1}


def test_a_question_nested_three_deep_is_answered_from_the_inside() -> None:
    session = playing("shoot", unit="a")
    for key in ("bid", "inquiry"):
        session.overrule(Opened(key))
    assert [asked.prompt.key for asked in questions(RULES, session.state)] == ["shoot", "bid", "form"]
    session.dispatch(Abandoned())
    session.answer(1, "bid:0")
    session.answer(2, "bid:1")
    assert session.prompt
    assert session.prompt.key == "shoot"
    assert session.state.trackers == Map({"highest": 2})


def counted() -> tuple[Session, list[str]]:
    """A game, and whom its shots were entered for."""
    entered: list[str] = []

    def counting(state: GameState, order: tiny.Order) -> Procedure:
        entered.append(order.unit)
        return (yield from tiny.shoot(state, order))

    shoot = replace(RULES.opening("shoot"), run=counting)
    rules = replace(RULES, openings=(*(each for each in RULES.openings if each.key != "shoot"), shoot))
    return Session(rules, opened()), entered


def test_procedures_deep_inside_each_other_are_entered_a_few_times_a_tap() -> None:
    """Eight deep with 24 taps: each enters every level a time or two. Told again without memory
    it were millions."""
    session, entered = counted()
    for number in range(8):
        session.overrule(Opened("shoot", pairs(unit="a")))
        session.dispatch(TrackerSet("b", "marks", ("red",) * (number % 2)))
        session.dispatch(TrackerSet("b", "marks", ("red", "red")))
    assert len(questions(session.rules, session.state)) == 8
    assert len(entered) <= 2 * 8 * 24
    again = Session(session.rules, opened(), list(session.journal))
    assert again.state == session.state


def test_a_tap_enters_its_procedure_once() -> None:
    """Judged, named, saved and shown by the same questions; the screens look at them after every
    tap."""
    session, entered = counted()
    session.overrule(Opened("shoot", pairs(unit="a")))
    assert session.prompt
    assert entered == ["a"]
    session.answer((6, 6, 6))
    assert session.prompt.key == "again"
    assert entered == ["a", "a"]
    session.dispatch(TrackerSet("b", "marks", ("red",)))
    assert entered == ["a"] * 3
