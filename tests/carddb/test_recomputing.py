"""A game that was saved with older rules, played again from its first tap by those of today,
beside the one that was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from carddb.recomputing import again, past
from carddb.saves import Game
from carddb.store import Store
from carddb.trouble import CannotOpen, CannotSave
from engine.playing.rules import Ruleset
from engine.values.events import Advanced, Noted, TrackerSet
from engine.values.model import BY_HAND
from engine.values.table import GameState
from tests.carddb.disks import Full
from tests.carddb.play import TINY, all_of, begun, clock, reopened, step
from tests.engine.tiny import RULES


def counted(state: GameState) -> GameState:
    """The mended rule: the table counts the turns that are over, by twos."""
    return state.set("", "turns", 2 * (state.turn - 1), BY_HAND)


MENDED = replace(RULES, version=2, next_turn=counted)
WITHOUT_SHOTS = replace(RULES, version=2, openings=tuple(each for each in RULES.openings if each.key != "shoot"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def store_of(folder: Path, rules: Ruleset) -> Store:
    return Store(folder, {"tiny": rules}, clock())


def saved(folder: Path) -> tuple[str, GameState]:
    """A game of three turns with an undone note, an amended tracker and an open question, left
    in peace."""
    store = store_of(folder, RULES)
    game = store.new_game("tiny", TINY.start, "Evening", ("Ann", "Ben"))
    play(game)
    key, state = game.key, game.session.state
    store.close()
    return key, state


def play(game: Game) -> None:
    session = game.session
    session.dispatch(TrackerSet("a", "hits", 2))
    session.dispatch(Noted("tea"))
    session.undo()
    while session.state.turn < 3:
        session.overrule(Advanced(leave=True))
        if session.prompt:
            session.answer(())
    game.amend(0, 3)
    session.overrule(TINY.opening)
    session.answer((6, 6, 6))


@pytest.fixture
def late(folder: Path) -> Iterator[tuple[Store, Game, GameState]]:
    """The store with the mended rules, the game, and its table as it was left."""
    key, left = saved(folder)
    store = store_of(folder, MENDED)
    yield store, store.open_game(key), left
    store.close()


def seen(state: GameState, **mended: int) -> object:
    """What lies on the table, with other counters."""
    return state.units, state.turn, state.step, {**state.trackers, **mended}


def test_a_second_game_with_the_table_of_today(late: tuple[Store, Game, GameState]) -> None:
    """Two turns ended, so the mended rule has counted to four; nothing else is different."""
    store, old, left = late
    whole = past(old)
    session = again(MENDED, whole)
    assert session
    assert left.trackers["turns"] == 3
    assert seen(session.state) == seen(left, turns=4)
    new = store.add_recomputed(old, whole, session, "Evening, again")
    assert new.session.state == session.state
    assert (new.header.name, new.header.rules, new.header.seats) == ("Evening, again", 2, ("Ann", "Ben"))
    assert new.session.prompt == old.session.prompt
    assert {line.name for line in store.games()} == {"Evening", "Evening, again"}


def test_the_game_itself_stays_as_it_was(late: tuple[Store, Game, GameState], folder: Path) -> None:
    store, old, left = late
    whole = past(old)
    session = again(MENDED, whole)
    assert session
    key = store.add_recomputed(old, whole, session, "Again").key
    store.close()
    for rules, changed in ((MENDED, False), (replace(MENDED, version=3), True)):
        late_one = store_of(folder, rules)
        game, other = late_one.open_game(old.key), late_one.open_game(key)
        assert game.session.state == left
        assert seen(other.session.state) == seen(left, turns=4)
        assert game.rules_changed == other.rules_changed == changed
        late_one.close()


def test_the_second_game_can_be_undone_to_its_first_tap(late: tuple[Store, Game, GameState], folder: Path) -> None:
    """Every table on the way back is one by the rules of today, and it goes forward again to the
    same one."""
    store, old, _ = late
    whole = past(old)
    session = again(MENDED, whole)
    assert session
    new = store.add_recomputed(old, whole, session, "Again")
    assert all_of(new).states == session.states
    new.undo(len(session.log))
    assert new.session.state == TINY.start
    new.session.redo(len(session.log))
    assert new.session.state == session.state
    store.close()
    later = store_of(folder, MENDED)
    assert later.open_game(new.key).session.state == session.state
    later.close()


@pytest.mark.parametrize("seed", range(8))
def test_whatever_was_played_is_played_again(folder: Path, seed: int) -> None:
    """Rules of another number that are the same lead to the same table, past and undone taps;
    also where undo is open."""
    store, random = store_of(folder, RULES), Random(seed)
    game = store.new_game("tiny", TINY.start, "Evening")
    for _ in range(60):
        step(TINY, game.session, random)
    key, left = game.key, game.session.state
    store.close()
    same = replace(RULES, version=2)
    later = store_of(folder, same)
    old = later.open_game(key)
    assert old.session.state == left
    whole = past(old)
    session = again(same, whole)
    assert session
    assert session.state == left
    new = later.add_recomputed(old, whole, session, "Again")
    assert new.session.state == left
    assert new.session.undone == (session.undone if new.session.first == 0 else ())
    assert all_of(new).log == session.log
    later.close()


def test_entries_that_fit_no_more(folder: Path) -> None:
    key, _ = saved(folder)
    store = store_of(folder, WITHOUT_SHOTS)
    assert again(WITHOUT_SHOTS, past(store.open_game(key))) is None
    store.close()


def test_it_says_how_far_it_has_come_and_can_be_stopped(late: tuple[Store, Game, GameState]) -> None:
    _, old, _ = late
    whole, told = past(old), []

    class Enough(Exception):
        pass

    def tell(done: float, total: float) -> None:
        told.append((done, total))
        if done == 2:
            raise Enough

    with pytest.raises(Enough):
        again(MENDED, whole, tell)
    assert told == [(n, len(whole.entries)) for n in range(3)]


def test_a_game_that_is_not_saved_has_no_whole_past(tmp_path: Path) -> None:
    disk = Full(tmp_path)
    begun(TINY, disk).session.dispatch(Noted("saved"))
    game = reopened(MENDED, disk)
    disk.room = 0
    game.session.dispatch(Noted("not saved"))
    with pytest.raises(CannotSave, match="the device is full"):
        past(game)


def test_a_game_whose_beginning_is_lost(late: tuple[Store, Game, GameState]) -> None:
    _, old, _ = late
    old.saver.storage.append(("start", "1", {"state": "nonsense"}))
    old.saver.storage._rewrite()
    with pytest.raises(CannotOpen, match="the beginning of this game cannot be read any more"):
        past(old)


def test_a_full_device_makes_no_second_game(late: tuple[Store, Game, GameState], monkeypatch: pytest.MonkeyPatch) -> None:
    store, old, left = late
    whole = past(old)
    session = again(MENDED, whole)
    assert session

    def full(*_: object) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(store.disk, "_write", full)
    monkeypatch.setattr(store.disk, "_create", full)
    with pytest.raises(CannotSave, match="the device is full"):
        store.add_recomputed(old, whole, session, "Again")
    monkeypatch.undo()
    assert [line.name for line in store.games()] == ["Evening"]
    assert old.rules_changed
    assert old.session.state == left
