"""A game on disk: saved before shown, opened from its last checkpoint, history on demand, other
rules, other versions."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tinydb import TinyDB, where

from carddb.loading import Point, Reading, point
from carddb.saves import Header, header
from carddb.storage import Format, JournalStorage
from carddb.trouble import CannotOpen
from engine.playing import codec
from engine.playing.codec import Damaged
from engine.playing.session import Session
from engine.values.events import Advanced, Noted, Opened, Ticked, TrackerSet
from engine.values.model import BY_HAND, Impossible
from engine.values.table import GameState
from engine.values.texts import english
from tests.carddb.disks import Full, MemoryDisk
from tests.carddb.play import TINY, all_of, begun, reopened, step, storage
from tests.engine.tiny import RULES
from tests.games.cases import CASES

LEAVE = Advanced(leave=True)
ALL = {"tiny": TINY, **CASES}


def turns(session: Session, count: int) -> None:
    """So many turns of the tiny game, with a note in each."""
    for turn in range(count):
        session.dispatch(Noted(f"turn {turn}"))
        here = session.state.turn
        while session.state.turn == here:
            session.overrule(LEAVE)
            if session.prompt:
                session.answer(())


def tables(disk: MemoryDisk) -> dict[str, dict[str, dict[str, object]]]:
    return storage(disk).read() or {}


class TestSaved:
    def test_on_disk_before_it_is_shown(self) -> None:
        disk = MemoryDisk()
        game = begun(TINY, disk)
        seen: list[object] = []
        game.session.listeners.append(lambda: seen.append(reopened(RULES, disk).session.state == game.session.state))
        game.session.dispatch(Noted("tea"))
        game.session.overrule(TINY.opening)
        game.session.answer((6, 6, 6))
        game.session.undo()
        game.session.redo()
        assert seen == [True] * 5

    def test_the_file_by_hand(self) -> None:
        disk = MemoryDisk()
        game = begun(TINY, disk)
        game.session.dispatch(Noted("tea"))
        game.session.undo()
        lines = [json.loads(line[9:]) for line in disk.files["g"].decode().splitlines()]
        assert lines[0] == {"adjutant": "game", "version": 1}
        assert lines[1][0] == ["game", "1", {"game": "tiny", "name": "Evening", "rules": 1, "created": "2026-09-30T20:00:00", "seats": ["Ann", "Ben"]}]
        assert lines[1][1][:2] == ["start", "1"]
        assert codec.state(lines[1][1][2]["state"]) == TINY.start
        assert lines[2][0][:2] == ["entries", "1"]
        assert lines[2][0][2]["t"] == "2026-10-01T00:00:00"
        assert lines[3:] == [[["entries", "2", {"is": "Undone", "count": 1, "t": "2026-10-01T00:01:00"}]]]

    def test_tinydb_reads_the_entries_like_any_documents(self) -> None:
        disk = MemoryDisk()
        session = begun(TINY, disk).session
        for text in ("tea", "biscuits", "tea"):
            session.dispatch(Noted(text))
        entries = TinyDB(disk, "g", "game", storage=JournalStorage).table("entries")
        assert [doc.doc_id for doc in entries.search(where("text") == "tea")] == [1, 3]
        assert len(entries) == 3

    def test_quiet_events_and_corrections_are_lines_too(self) -> None:
        disk = MemoryDisk()
        session = begun(TINY, disk).session
        session.dispatch(TrackerSet("a", "marks", ("red",)))
        session.overrule(Opened("tidy"))
        session.dispatch(Ticked(0))
        session.amend(0, ("blue",))
        session.undo(2)
        session.redo()
        kinds = [doc["is"] for doc in tables(disk)["entries"].values()]
        assert kinds == ["TrackerSet", "Opened", "Ticked", "Amended", "Undone", "Redone"]
        assert reopened(RULES, disk).session.state == session.state


class TestCheckpoints:
    def test_one_at_each_turns_start(self) -> None:
        disk = MemoryDisk()
        session = begun(TINY, disk).session
        turns(session, 3)
        session.dispatch(Noted("in turn 4"))
        points = [point(doc) for doc in tables(disk)["checkpoints"].values()]
        assert [(here.state.turn, here.state.step) for here in points] == [(2, "start"), (3, "start"), (4, "start")]
        assert [here.state for here in points] == [session.states[here.events] for here in points]

    def test_opening_reads_the_last_and_what_follows(self) -> None:
        disk = MemoryDisk()
        session = begun(TINY, disk).session
        turns(session, 3)
        session.dispatch(Noted("in turn 4"))
        late = reopened(RULES, disk)
        assert late.session.state == session.state
        assert [type(event) for event in late.session.log] == [Noted]
        assert late.session.first == len(session.log) - 1
        assert late.told == ()
        assert not late.rules_changed
        with pytest.raises(LookupError):
            late.session.amend(0, 1)
        assert all_of(late).log == session.log
        assert late.session.states == session.states
        assert not late.remember()

    def test_an_undo_past_the_checkpoint_goes_to_the_one_before(self) -> None:
        disk = MemoryDisk()
        session = begun(TINY, disk).session
        turns(session, 2)
        session.dispatch(Noted("in turn 3"))
        session.undo(3)
        assert session.state.turn == 2
        late = reopened(RULES, disk)
        assert late.session.state == session.state
        assert late.session.first > 0  # from the checkpoint of turn 2, not from the beginning
        late.session.redo(3)
        session.redo(3)
        assert late.session.state == session.state

    def test_an_amendment_past_all_checkpoints_goes_to_the_beginning(self) -> None:
        disk = MemoryDisk()
        session = begun(TINY, disk).session
        session.dispatch(TrackerSet("a", "hits", 1))
        turns(session, 3)
        session.dispatch(Noted("in turn 4"))
        session.amend(0, 5)
        late = reopened(RULES, disk)
        assert late.session.state == session.state
        assert late.session.state.unit("a").count("hits") == 5
        assert late.session.first == 0

    def test_after_that_a_new_checkpoint_is_made(self) -> None:
        disk = MemoryDisk()
        session = begun(TINY, disk).session
        session.dispatch(TrackerSet("a", "hits", 1))
        turns(session, 3)
        session.dispatch(Noted("in turn 4"))
        session.amend(0, 5)
        session.dispatch(Noted("after the correction"))
        session.dispatch(Noted("and on"))
        late = reopened(RULES, disk)
        assert late.session.state == session.state
        assert late.session.log == session.log[-1:]
        assert all_of(late).log == session.log

    def test_undo_and_amend_read_as_much_as_they_need(self) -> None:
        disk = MemoryDisk()
        game = begun(TINY, disk)
        game.session.dispatch(TrackerSet("a", "hits", 1))
        turns(game.session, 3)
        game.rest()
        late = reopened(RULES, disk)
        late.undo()
        game.session.undo()
        assert late.session.state == game.session.state
        assert 0 < late.session.first < len(game.session.log)
        late.amend(0, 5)
        game.session.amend(0, 5)
        assert late.session.first == 0
        assert late.session.state == game.session.state
        late.undo(99)
        assert late.session.state == TINY.start
        assert reopened(RULES, disk).session.state == TINY.start

    def test_undo_right_after_opening(self) -> None:
        disk = MemoryDisk()
        game = begun(TINY, disk)
        turns(game.session, 2)
        game.rest()
        late = reopened(RULES, disk)
        assert late.session.undoes is None
        assert late.remember()
        late.session.undo()
        game.session.undo()
        assert late.session.state == game.session.state
        assert reopened(RULES, disk).session.state == late.session.state


@pytest.mark.parametrize("key", ALL)
@pytest.mark.law
@settings(max_examples=settings().max_examples // 12)
@given(seed=st.integers(0, 10**9))
def test_any_game_opens_as_it_was_left(key: str, seed: int) -> None:
    """The same table, question, correction under way; with older history the same log, all the
    way back."""
    case, random, disk, form = ALL[key], Random(seed), MemoryDisk(), Format(small=2_000)
    game, twin = begun(case, disk, form), Session(case.rules, case.start)
    for _ in range(random.randrange(1, 20)):
        match random.randrange(6):
            case 0:
                game.rest()
            case 1:
                game = reopened(case.rules, disk, form)
            case 2:
                game.remember()
        before = len(game.session.journal)
        step(case, game.session, random)
        for entry in game.session.journal[before:]:
            twin.enter(entry)
    late = reopened(case.rules, disk, form)
    assert late.told == ()
    assert (late.session.state, late.session.prompt) == (game.session.state, game.session.prompt)
    assert late.session.correcting == game.session.correcting == twin.correcting
    whole = all_of(late)
    assert (whole.log, whole.states, whole.redoes) == (twin.log, twin.states, twin.redoes)
    assert whole.journal == twin.journal


class TestNotSaved:
    def test_the_game_goes_on_and_is_saved_when_it_can_be(self, tmp_path: Path) -> None:
        disk = Full(tmp_path)
        game = begun(TINY, disk)
        game.session.dispatch(Noted("saved"))
        disk.room = 50
        game.session.dispatch(Noted("not yet"))
        assert game.warning
        assert english(game.warning) == "The game goes on, but it is not saved: the device is full."
        assert len(game.session.log) == 2
        game.session.dispatch(Noted("nor this"))
        assert [event.text for event in reopened(RULES, disk).session.log if isinstance(event, Noted)] == ["saved"]
        assert not game.saver.retry()
        disk.room = 10**6
        game.session.dispatch(Noted("now"))
        assert game.warning is None
        assert reopened(RULES, disk).session.log == game.session.log

    def test_try_again(self, tmp_path: Path) -> None:
        disk = Full(tmp_path, 0)
        game = begun(TINY, disk)
        assert game.warning
        turns(game.session, 2)
        game.session.undo()
        game.rest()
        assert disk.names() == ()
        disk.room = 10**6
        assert game.saver.retry()
        assert game.warning is None
        assert reopened(RULES, disk).session.state == game.session.state
        assert all_of(reopened(RULES, disk)).log == game.session.log

    def test_resting_waits_too(self, tmp_path: Path) -> None:
        disk = Full(tmp_path)
        game = begun(TINY, disk)
        game.session.dispatch(Noted("saved"))
        disk.room = 0
        game.rest()
        assert game.warning
        disk.room = 10**6
        game.session.dispatch(Noted("more"))
        assert reopened(RULES, disk).session.log == game.session.log


class TestResting:
    def test_the_table_is_kept_once(self) -> None:
        disk = MemoryDisk()
        game = begun(TINY, disk)
        game.session.dispatch(Noted("tea"))
        game.rest()
        size = len(disk.files["g"])
        game.rest()
        again = reopened(RULES, disk)
        again.rest()
        assert len(disk.files["g"]) == size
        assert point(tables(disk)["rest"]["1"]) == Point(game.session.state, 1, 1, 1, game.session.log[0], "2026-10-01T00:00:00")

    def test_old_tables_are_compacted_away(self) -> None:
        disk = MemoryDisk()
        game = begun(TINY, disk, Format(small=1_000))
        sizes = []
        for n in range(60):
            game.session.dispatch(Noted(f"tea {n}"))
            game.rest()
            sizes.append(len(disk.files["g"]))
        assert sizes != sorted(sizes)
        late = reopened(RULES, disk)
        assert late.session.state == game.session.state
        assert all_of(late).log == game.session.log

    def test_not_while_something_can_be_redone(self) -> None:
        disk = MemoryDisk()
        game = begun(TINY, disk)
        game.session.dispatch(Noted("tea"))
        game.session.undo()
        game.rest()
        assert "rest" not in tables(disk)
        late = reopened(RULES, disk).session
        late.redo()
        assert late.log


class TestOtherRules:
    """The tiny game, mended: a shot hits on 3+ instead of 4+, by way of another default."""

    MENDED = replace(RULES, version=2, next_turn=lambda state: state.set("", "mended", 1, BY_HAND))

    def played(self, disk: MemoryDisk, rest: bool = True) -> GameState:
        game = begun(TINY, disk)
        turns(game.session, 2)
        game.session.dispatch(Noted("tea"))
        turns(game.session, 1)
        game.session.dispatch(Noted("in turn 4"))
        if rest:
            game.rest()
        return game.session.state

    def test_the_table_stays_as_saved(self) -> None:
        disk = MemoryDisk()
        left = self.played(disk)
        game = reopened(self.MENDED, disk)
        assert game.session.state == left
        assert game.rules_changed
        assert game.told == ()
        game.session.dispatch(Noted("and on"))
        assert not game.rules_changed
        again = reopened(self.MENDED, disk)
        assert not again.rules_changed
        assert again.session.state == game.session.state

    @pytest.mark.parametrize("rest", [True, False])
    def test_nobody_has_decided_until_somebody_says_so(self, rest: bool) -> None:
        """A game that was only looked at is asked about again; said once, the table stays for
        good."""
        disk = MemoryDisk()
        left = self.played(disk, rest)
        looked_at = reopened(self.MENDED, disk)
        looked_at.rest()
        game = reopened(self.MENDED, disk)
        assert game.rules_changed
        game.keep_table()
        assert not game.rules_changed
        again = reopened(self.MENDED, disk)
        assert not again.rules_changed
        assert again.session.state == left

    def test_without_a_rest_the_checkpoint_stays(self) -> None:
        disk = MemoryDisk()
        left = self.played(disk, rest=False)
        assert reopened(self.MENDED, disk).session.state == left  # only a note came after the checkpoint

    def test_entries_after_the_rest_that_fit_no_more(self) -> None:
        """Then the rest helps nothing, and the checkpoint counts."""
        disk = MemoryDisk()
        game = begun(TINY, disk)
        turns(game.session, 1)
        game.session.dispatch(Noted("tea"))
        game.rest()
        game.session.overrule(TINY.opening)
        game.session.answer((6, 6, 6))
        without = replace(self.MENDED, openings=tuple(each for each in RULES.openings if each.key != "shoot"))
        late = reopened(without, disk)
        assert "The last 2 entries do not fit" in english(late.told[0])
        assert late.session.state.turn == 2

    def test_older_history_keeps_the_table(self) -> None:
        disk = MemoryDisk()
        left = self.played(disk)
        game = reopened(self.MENDED, disk)
        assert all_of(game).state == left
        assert game.session.first == 0
        assert len(game.session.log) == len(game.session.states) - 1

    def test_an_entry_that_fits_no_more_is_left_out_and_told(self) -> None:
        disk = MemoryDisk()
        game = begun(TINY, disk)
        game.session.dispatch(Noted("tea"))
        game.session.overrule(TINY.opening)
        game.session.answer((6, 6, 6))
        game.session.answer(False)
        without = replace(RULES, version=2, openings=tuple(each for each in RULES.openings if each.key != "shoot"))
        late = reopened(without, disk)
        assert [english(text) for text in late.told] == ["The last 3 entries do not fit the rules any more and were left out; the file keeps them."]
        assert late.session.state == TINY.start
        with pytest.raises(Impossible, match="does not lead to this table"):
            late.remember()
        late.session.undo()
        late.session.dispatch(Noted("and on"))
        again = reopened(without, disk)
        assert again.told == ()
        assert again.session.state == late.session.state
        assert [event.text for event in again.session.log if isinstance(event, Noted)] == ["and on"]
        assert len(tables(disk)["entries"]) == 6


class TestDamage:
    """Documents that are whole but say nonsense: as a foreign backup might hold them."""

    def with_entries(self, *docs: dict[str, object]) -> MemoryDisk:
        disk = MemoryDisk()
        game = begun(TINY, disk)
        game.session.dispatch(Noted("good"))
        for n, doc in enumerate(docs):
            game.saver.storage.append(("entries", str(2 + n), doc))
        return disk

    @pytest.mark.parametrize(
        "doc",
        [
            {"is": "Exploded"},
            {"is": "Noted"},
            {},
            {"is": "Undone", "count": 9},
            {"is": "Redone", "count": 2},
            {"is": "Amended", "index": 7, "event": {"is": "Noted", "text": "x"}},
            {"is": "TrackerSet", "owner": "z", "tracker": "x", "value": 1},
        ],
    )
    def test_the_longest_good_prefix_of_the_entries(self, doc: dict[str, object]) -> None:
        game = reopened(RULES, self.with_entries(doc, {"is": "Noted", "text": "behind it"}))
        assert [english(text) for text in game.told] == ["The last 2 entries do not fit the rules any more and were left out; the file keeps them."]
        assert game.session.state == TINY.start
        assert game.session.first == 1

    @pytest.mark.parametrize(
        "doc",
        [
            {},
            {"state": {"game": "tiny"}, "rules": -1},
            {"state": {"game": "tiny"}, "rules": True},
            {"rules": 1},
            {"state": {"game": "tiny"}, "rules": 1, "last": {"is": "Undone", "count": 1}},
        ],
    )
    def test_a_bad_checkpoint_is_passed_over(self, doc: dict[str, object]) -> None:
        disk = self.with_entries()
        good = reopened(RULES, disk)
        good.saver.storage.append(("checkpoints", "2", doc))
        good.saver.storage.append(("rest", "1", doc))
        assert reopened(RULES, disk).session.log == good.session.log
        assert reopened(replace(RULES, version=2), disk).session.log == good.session.log

    def test_no_beginning(self) -> None:
        disk = MemoryDisk()
        storage(disk).append(("game", "1", codec.plain(Header("tiny", "x", 1, ""))))
        with pytest.raises(CannotOpen, match="holds no game that can be read"):
            reopened(RULES, disk)

    @pytest.mark.parametrize("doc", [None, {}, {"game": 1}, {"game": "tiny", "name": "x", "rules": "1", "created": ""}])
    def test_no_header(self, doc: object) -> None:
        with pytest.raises(CannotOpen, match="this is no saved game"):
            header(doc)

    def test_points_are_read_strictly(self) -> None:
        with pytest.raises(Damaged):
            point([])
        assert Reading(storage(MemoryDisk())).back() is None

    def test_a_lost_line_is_told_by_the_games_name(self) -> None:
        disk = self.with_entries()
        disk.files["g"] = disk.files["g"][:-1]
        game = reopened(RULES, disk)
        assert [english(text) for text in game.told] == ["Game “Evening”: an unfinished line at the end was left out; the damaged file is kept as g.damaged-1."]
        assert game.session.log == []


def test_upgrade_of_a_game() -> None:
    """A made-up older version: notes were called remarks."""
    disk = MemoryDisk()
    game = begun(TINY, disk)
    turns(game.session, 2)
    game.session.dispatch(Noted("tea"))
    disk.files["g"] = _older(disk)
    form = Format(2, {1: _newer})
    late = reopened(RULES, disk, form)
    assert late.session.state == game.session.state
    assert late.session.first > 0  # the checkpoints were upgraded in their places
    assert all_of(late).log == game.session.log
    assert b'"version":2' in disk.files["g"]
    assert b"Remarked" not in disk.files["g"]


def _older(disk: MemoryDisk) -> bytes:
    old = MemoryDisk()
    log = JournalStorage(old, "g", "game")
    for op in reversed(list(storage(disk).backwards())):
        log.append(json.loads(json.dumps(op).replace('"Noted"', '"Remarked"')))
    return old.files["g"]


def _newer(data: dict[str, object]) -> dict[str, object]:
    renamed: dict[str, object] = json.loads(json.dumps(data).replace('"Remarked"', '"Noted"'))
    return renamed
