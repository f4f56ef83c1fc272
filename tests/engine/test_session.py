"""The one mutable object: stale answers, refusals, undo, redo, amend, checkpoints, saving."""

import json
from dataclasses import replace

import pytest

from engine import codec
from engine.answers import Stale
from engine.apply import refusals, replay
from engine.events import Advanced, Amended, Answered, Entry, Noted, Opened, Redone, TrackerSet, Undone, UnitAdded, UnitMoved
from engine.maps import EMPTY, pairs
from engine.model import D6, Check, GameState, Impossible, Prompt
from engine.procedure import Procedure, roll
from engine.rules import Opening
from engine.session import Refused, Session
from engine.texts import english, say
from tests.engine.tiny import REF, RULES, opened, unit
from tests.games.cases import AAM, EPIC

HITS = (6, 6, 6, 5, 4, 4, 3, 3, 3, 1, 1)
MISS = (1,) * 11
FOREST = pairs(attacker="a", target="b", range=4, arc="front", terrain="forest")
ATTACK = Opened("attack", FOREST)


def throw(now: GameState, dice: int) -> Prompt:
    return Prompt("throw", "roll", 0, say("throw"), REF, checks=(Check("throw", dice, D6, REF, (4,)),))


def covered(now: GameState, hits: int) -> Prompt:
    return Prompt("cover", "roll", 0, say("cover"), REF, checks=(Check("cover", hits, D6, REF, (5,)),))


def declared(state: GameState) -> Procedure:
    """Dice are counted once; the hits roll for cover."""
    state, hits = yield from roll(state, throw, state.unit("a").count("guns"))
    state, saved = (yield from roll(state, covered, hits)) if hits < 3 else (state, 0)
    return state.set("a", "hits", hits - saved)


def looked(state: GameState) -> Procedure:
    """Dice are counted whenever somebody looks."""
    state, hits = yield from roll(state, lambda now: throw(now, now.unit("a").count("guns")))
    return state.set("a", "hits", hits)


GUNS = replace(RULES, openings=tuple(Opening(run.__name__, say("{name}", name=run.__name__), REF, run) for run in (declared, looked)))


def reopened(session: Session) -> Session:
    lines = [json.dumps(codec.plain(entry)) for entry in session.journal]
    return Session(session.rules, session.states[0], [codec.entry(json.loads(line)) for line in lines], session.first)


def attacking() -> Session:
    session = Session(AAM.rules, AAM.start)
    session.dispatch(ATTACK)
    return session


class TestStale:
    def test_faces_are_read_again_when_only_the_target_moved(self) -> None:
        session = attacking()
        ready = session.answering(HITS)
        session.dispatch(TrackerSet("a", "face_up", ("disrupted",)))
        session.dispatch(ready)
        assert session.prompt is None  # four successes at 5+, not six at 4+: no hit, no cover roll

    def test_a_count_rests_on_its_target(self) -> None:
        session = attacking()
        ready = session.answering(6)
        session.dispatch(TrackerSet("a", "face_up", ("disrupted",)))
        with pytest.raises(Stale):
            session.dispatch(ready)
        assert session.prompt
        assert session.prompt.key == "attack"
        assert len(session.log) == 2

    def test_other_dice_are_another_question(self) -> None:
        """Dice counted at the declaration stay; dice counted when somebody looks are others after a hit on the gun."""
        for procedure, stays in (("declared", True), ("looked", False)):
            session = Session(GUNS, opened(unit("a", 0, guns=3)))
            session.dispatch(Opened(procedure))
            ready = session.answering((6, 6, 6))
            session.dispatch(TrackerSet("a", "guns", 2))
            if stays:
                session.dispatch(ready)
                assert session.state.unit("a").count("hits") == 3
            else:
                with pytest.raises((Stale, Impossible)):
                    session.dispatch(ready)

    def test_an_answer_when_nothing_is_asked(self) -> None:
        session = Session(AAM.rules, AAM.start)
        with pytest.raises(Impossible):
            session.answer(1)
        with pytest.raises(Stale):
            session.enter(Answered("attack", "x", 1))


class TestSayingNo:
    def test_refused_then_overruled(self) -> None:
        far = Opened("attack", FOREST.put("range", 11))
        session = Session(AAM.rules, AAM.start)
        with pytest.raises(Refused, match="AAM-13"):
            session.dispatch(far)
        assert session.log == []
        session.overrule(far)
        assert session.log[0].overruled == ("AAM-13",)
        assert refusals(session.rules, AAM.start, session.log[0]) == ()

    def test_a_form_that_completes_a_forbidden_situation(self) -> None:
        session = Session(AAM.rules, AAM.start)
        session.dispatch(Opened("attack", pairs(attacker="a", target="b")))
        with pytest.raises(Refused, match="AAM-13"):
            session.answer(pairs(range=11, arc="front", terrain="clear"))
        assert len(session.log) == 1

    def test_a_new_refusal_of_an_old_event_does_not_stop_a_replay(self) -> None:
        far = Opened("attack", FOREST.put("range", 11))
        assert replay(AAM.rules, AAM.start, [far]).pending
        assert refusals(AAM.rules, AAM.start, far)

    @pytest.mark.parametrize("value", [(7,) * 11, (1,) * 10, 12, "six", (HITS, (1,)), (True,) * 11, None, -1])
    def test_nonsense_is_never_accepted(self, value: object) -> None:
        session = attacking()
        with pytest.raises(Impossible):
            session.answer(value)  # type: ignore[arg-type]
        assert len(session.log) == len(session.journal) == 1


class TestUndo:
    def test_redo_after_a_kill(self) -> None:
        session = attacking()
        session.answer(HITS)
        session.answer((1,))
        end = session.state
        session.undo(3)
        again = reopened(session)
        assert again.state == session.state == AAM.start
        again.redo(3)
        assert again.state == end

    def test_it_names_what_it_takes_back(self) -> None:
        session = attacking()
        assert session.undoes is session.log[-1]
        assert session.redoes is None
        session.undo()
        assert session.undoes is None
        assert isinstance(session.redoes, Opened)

    def test_a_tap_after_undo_forgets_what_was_undone(self) -> None:
        session = attacking()
        session.undo()
        session.dispatch(Noted("tea"))
        session.redo()
        assert [type(event) for event in session.log] == [Noted]

    def test_more_than_there_is(self) -> None:
        session = attacking()
        session.undo(99)
        assert session.state == AAM.start
        with pytest.raises(Impossible):
            session.enter(Undone(1))
        with pytest.raises(Impossible):
            session.enter(Redone(2))
        with pytest.raises(Impossible):
            session.enter(Amended(7, Noted("x")))

    def test_a_whole_procedure_at_once_open_or_just_ended(self) -> None:
        session = attacking()
        session.dispatch(Noted("tea"))
        session.undo_procedure()
        assert session.state == AAM.start
        session = attacking()
        session.answer(MISS)
        session.undo_procedure()
        assert session.state == AAM.start
        session = Session(AAM.rules, AAM.start)
        session.dispatch(Noted("tea"))
        session.undo_procedure()
        assert session.log == []


class TestAmend:
    def two_attacks(self, first: tuple[int, ...]) -> Session:
        session = attacking()
        session.answer(first)
        if session.prompt:
            session.answer((6,))
        session.dispatch(TrackerSet("b", "smoke", 1))
        session.overrule(ATTACK)
        session.answer(HITS)
        session.answer((1,))
        return session

    def test_a_hit_becomes_a_miss_and_its_cover_roll_is_dropped(self) -> None:
        session = self.two_attacks(HITS)
        session.amend(1, MISS)
        assert [event.prompt for event in session.dropped if isinstance(event, Answered)] == ["cover"]
        assert session.state == self.two_attacks(MISS).state
        assert reopened(session).state == session.state

    def test_a_miss_becomes_a_hit_and_the_new_question_is_asked_first(self) -> None:
        session = self.two_attacks(MISS)
        session.amend(1, HITS)
        assert session.prompt
        assert session.prompt.key == "cover"
        assert session.correcting
        assert len(session.log) == 2
        assert reopened(session).prompt == session.prompt
        session.answer((6,))
        assert session.state == self.two_attacks(HITS).state
        assert not session.correcting
        assert reopened(session).state == session.state

    def test_undo_in_mid_correction_takes_the_correction_back(self) -> None:
        session = self.two_attacks(MISS)
        before = session.state
        session.amend(1, HITS)
        session.undo()
        assert session.state == before

    def test_a_tracker_amended_under_later_answers(self) -> None:
        session = Session(AAM.rules, AAM.start)
        session.dispatch(TrackerSet("a", "face_up", ()))
        session.dispatch(ATTACK)
        session.answer(HITS)
        session.answer((1,))
        session.amend(0, ("disrupted",))
        assert session.prompt is None
        assert len(session.dropped) == 1  # four successes: no cover roll any more

    def test_a_card_value_amended(self) -> None:
        session = Session(RULES, opened(unit("a", 0, EMPTY)))
        session.overrule(Opened("shoot", pairs(unit="a")))
        session.answer(2)
        session.amend(1, 3)
        assert session.prompt
        assert session.prompt.checks[0].dice == 3

    def test_fewer_dice_make_the_later_roll_stale(self) -> None:
        session = Session(GUNS, opened(unit("a", 0, guns=3)))
        session.dispatch(Opened("declared"))
        session.answer((6, 6, 1))
        session.answer((5, 1))  # two hits, two dice for cover: one of them holds
        assert session.state.unit("a").count("hits") == 1
        session.amend(1, (6, 1, 1))  # one hit, not two: one die for cover
        assert session.prompt
        assert (session.prompt.key, session.prompt.checks[0].dice) == ("cover", 1)
        session.answer((1,))
        assert session.state.unit("a").count("hits") == 1

    def test_only_what_has_a_value(self) -> None:
        session = attacking()
        with pytest.raises(Impossible):
            session.amend(0, 1)
        for index in (5, -1):
            with pytest.raises(LookupError):
                session.amend(index, 1)

    def test_an_amended_answer_is_told_anew(self) -> None:
        session = attacking()
        session.answer(HITS)
        session.amend(1, MISS)
        assert session.log[1].label
        assert session.log[1].label.values["answer"] == "0"


class TestCheckpoints:
    def evening(self, rounds: int) -> Session:
        session = Session(AAM.rules, AAM.start)
        for turn in range(rounds):
            session.overrule(ATTACK)
            session.answer(HITS if turn % 2 else MISS)
            if session.prompt:
                session.answer((turn % 6 + 1,))
            session.dispatch(TrackerSet("b", "smoke", turn))
            session.dispatch(TrackerSet("b", "face_down", ()))
        return session

    def test_any_checkpoint_and_its_tail_are_the_full_replay(self) -> None:
        session = self.evening(4)
        for k, state in enumerate(session.states):
            saved = codec.state(json.loads(json.dumps(codec.plain(state))))
            assert replay(AAM.rules, saved, session.log[k:]) == session.state

    def test_undo_and_amend_past_a_checkpoint_once_older_history_is_read(self) -> None:
        whole = self.evening(3)
        late = Session(AAM.rules, whole.states[5], whole.log[5:], first=5)
        assert late.state == whole.state
        with pytest.raises(LookupError, match="older history"):
            late.amend(1, HITS)
        late.remember(whole.states[0], whole.log[:5])
        for session in (late, whole):
            session.amend(1, HITS)
            session.answer((1,))
        assert (late.state, late.log) == (whole.state, whole.log)
        late.undo(len(late.log))
        assert late.state == AAM.start

    def test_checkpoint_in_mid_procedure(self) -> None:
        session = EPIC.at(4)
        saved = Session(EPIC.rules, codec.state(json.loads(json.dumps(codec.plain(session.state)))))
        for value in EPIC.script[4:]:
            saved.answer(value)
            session.answer(value)
        assert saved.state == session.state


class TestSaving:
    def test_saved_before_shown(self) -> None:
        disk: list[Entry] = []
        session = Session(AAM.rules, AAM.start, save=disk.append)
        seen: list[int] = []
        session.listeners.append(lambda: seen.append(len(disk)))
        session.dispatch(ATTACK)
        session.answer(HITS)
        session.undo()
        session.redo()
        assert seen == [1, 2, 3, 4]
        assert disk == session.journal

    @pytest.mark.parametrize("entry", [Noted("tea"), Undone(1), Amended(1, Noted("x"))])
    def test_what_cannot_be_saved_is_not_done(self, entry: Entry) -> None:
        session = attacking()
        session.answer(HITS)
        before = (session.state, list(session.log), list(session.journal), session.prompt)

        def full(_: Entry) -> None:
            raise OSError("no space left")

        session._save = full
        if isinstance(entry, Amended):
            with pytest.raises(OSError, match="no space"):
                session.amend(1, MISS)
        else:
            with pytest.raises(OSError, match="no space"):
                session.enter(entry)
        assert (session.state, session.log, session.journal, session.prompt) == before

    def test_old_entries_are_not_saved_again(self) -> None:
        disk: list[Entry] = []
        session = Session(AAM.rules, AAM.start, [ATTACK], save=disk.append)
        assert session.prompt
        assert disk == []


class TestUnits:
    def test_added_moved_off_and_back(self) -> None:
        session = Session(RULES, opened())
        session.dispatch(UnitAdded("c", 1, pairs(power=1), pairs(hits=2)))
        session.dispatch(UnitMoved("c", "destroyed"))
        assert session.state.unit("c").gone
        assert [each.id for each in session.state.standing(1)] == ["b"]
        session.dispatch(UnitMoved("c", "table"))
        assert session.state.unit("c") == unit("c", 1, pairs(power=1), hits=2)

    @pytest.mark.parametrize(("key", "seat", "card", "trackers"), [
        ("a", 0, {}, {}), ("", 0, {}, {}), ("@x", 0, {}, {}), ("x/y", 0, {}, {}), ("c", 2, {}, {}), ("c", 0, {"power": -1}, {}),
        ("c", 0, {"magic": 1}, {}), ("c", 0, {}, {"hits": 99}),
    ])
    def test_nonsense(self, key: str, seat: int, card: dict[str, int], trackers: dict[str, int]) -> None:
        session = Session(RULES, opened())
        with pytest.raises(Impossible):
            session.dispatch(UnitAdded(key, seat, pairs(**card), pairs(**trackers)))
        assert session.log == []


@pytest.mark.parametrize(("tracker", "said"), [("hits", "0"), ("acted", "no"), ("marks", "nothing"), ("spare", "nothing")])
def test_what_is_emptied_by_hand_is_told_as_one_would_say_it(tracker: str, said: str) -> None:
    session = Session(RULES, opened(unit("a", 0)))
    session.dispatch(TrackerSet("a", tracker, None))
    assert english(session.log[0].label) == f"a: {tracker} set to {said}"


def test_a_copy_goes_its_own_way_and_is_not_saved() -> None:
    saved: list[Entry] = []
    session = Session(RULES, opened(), save=saved.append)
    session.dispatch(TrackerSet("a", "marks", ("red",)))
    session.dispatch(Noted("tea"))
    session.undo()
    copy = session.copy()
    assert (copy.state, copy.log, copy.journal, copy.redoes) == (session.state, session.log, session.journal, session.redoes)
    copy.redo()
    copy.dispatch(TrackerSet("a", "marks", ()))
    assert (len(session.log), len(session.journal), len(saved)) == (1, 3, 3)
    assert session.state.unit("a").marks("marks") == ("red",)
    session.redo()
    assert session.log[-1] == copy.log[1]


def test_the_table_in_the_middle_is_the_running_one() -> None:
    """Two attacks interleaved climb one ladder: the second one's marker is under the first one's feet."""
    session = attacking()
    session.answer(HITS)  # two hits scored, cover still to roll; b holds one marker
    session.overrule(Opened("attack", FOREST.put("terrain", "clear")))
    session.answer((4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1))  # one hit from elsewhere
    assert session.state.unit("b").marks("face_down") == ("disrupted", "damaged")
    assert session.prompt
    assert session.prompt.key == "cover"
    session.answer((1,))
    assert session.state.unit("b").marks("face_down") == ("disrupted", "damaged", "destroyed")


def test_advance_over_an_open_question_when_the_players_insist() -> None:
    session = attacking()
    session.overrule(Advanced())
    assert session.state.step == "second_assault"
    assert session.prompt
    session.answer(MISS)
    assert session.state.step == "second_assault"
    assert replace(session.state, step="first_assault", seat=0).pending is None
    assert isinstance(session.state, GameState)
