"""Files of every version ever written open for ever. Each version adds its own; none is ever
changed.

`python -m tests.carddb.test_golden` writes the files of the version of today, where they are not
there yet.
"""

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from shutil import copy

import pytest

from carddb.disk import Disk
from carddb.saves import Game
from carddb.storage import JournalStorage
from carddb.store import Store
from engine.playing.codec import SAVE_VERSION
from engine.playing.session import Session
from engine.values.events import Abandoned, Advanced, Amended, Entry, Event, HouseRuled, Noted, Opened, OptionSet, Ticked, TrackerSet, UnitAdded, UnitMoved
from engine.values.maps import EMPTY, pairs
from tests.carddb.play import all_of, clock, reopened
from tests.engine.tiny import RULES, opened

GOLDEN = Path(__file__).with_name("golden")
VERSIONS = range(1, SAVE_VERSION + 1)
LEAVE = Advanced(leave=True)


def evening(session: Session) -> None:
    """A short game with every kind of entry."""
    session.dispatch(Noted("Thé «é» 1"))
    session.dispatch(UnitAdded("c", 1, EMPTY, pairs(hits=2)))
    session.dispatch(UnitMoved("c", "destroyed"))
    session.dispatch(OptionSet("easy", "yes"))
    session.overrule(Opened("shoot", pairs(unit="a")))
    session.dispatch(HouseRuled(1, "agreed"))
    session.answer((6, 5, 1))
    session.answer(False)
    session.dispatch(TrackerSet("a", "marks", ("red",)))
    session.overrule(Opened("tidy"))
    session.dispatch(Ticked(0))
    session.dispatch(Abandoned())
    session.overrule(Opened("shoot", pairs(unit="c")))
    session.answer(2)  # the card of the third unit states no power
    session.answer((6, 6))
    session.answer(False)
    session.undo(2)
    session.redo()
    session.answer(False)
    while session.state.turn == 1:
        session.overrule(LEAVE)
        if session.prompt:
            session.answer(())
    session.dispatch(TrackerSet("b", "hits", 1))
    session.amend(session.first + len(session.log) - 1, 4)


def written(folder: Path) -> None:
    """The files of today's version."""
    store = Store(folder, {"tiny": RULES}, clock())
    store.cards.put_all({"sherman": {"name": "Sherman", "armour": 3}, "tiger": {"name": "Tiger «é»", "armour": 6}})
    store.cards.remove("tiger")
    store.settings.set("language", "fr")
    game = store.new_game("tiny", opened(), "Golden evening", ("Ann", "Ben"))
    evening(game.session)
    store.close_game(game.key)
    store.back_up(GOLDEN / f"backup-{SAVE_VERSION}.zip")
    copy(folder / f"g1/games/{game.key}.journal", GOLDEN / f"game-{SAVE_VERSION}.journal")
    copy(folder / "g1/cards.journal", GOLDEN / f"cards-{SAVE_VERSION}.journal")
    store.close()


def unlabelled(entry: Entry) -> Entry:
    """Sentences are kept as they were told then, and may be told better now; corrections of
    version 1 do not say what they keep."""
    if isinstance(entry, Amended):
        return replace(entry, event=replace(entry.event, label=None), kept=None)
    return replace(entry, label=None) if isinstance(entry, Event) else entry


def golden(version: int, tmp_path: Path) -> Game:
    copy(GOLDEN / f"game-{version}.journal", tmp_path / "g")
    return reopened(RULES, Disk(tmp_path))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_game(version: int, tmp_path: Path) -> None:
    game = golden(version, tmp_path)
    state = game.session.state
    assert game.told == ()
    assert (game.header.name, game.header.seats, game.header.created) == ("Golden evening", ("Ann", "Ben"), "2026-10-01T00:00:00")
    assert (state.turn, state.step, state.reading("easy")) == (2, "start", "yes")
    assert state.unit("a").count("hits") == 2  # 6 and 5 hit; the 1 misses at any target
    assert state.unit("b").count("hits") == 4
    assert (state.unit("c").gone, state.unit("c").need("power"), state.unit("c").count("hits")) == (True, 2, 2)


@pytest.mark.parametrize("version", VERSIONS)
def test_its_history(version: int, tmp_path: Path) -> None:
    session = all_of(golden(version, tmp_path))
    played = Session(RULES, opened())
    evening(played)
    assert [unlabelled(entry) for entry in session.journal] == [unlabelled(entry) for entry in played.journal]
    assert session.state == played.state
    kinds = Counter(type(entry).__name__ for entry in session.journal)
    assert set(kinds) == {
        "Noted",
        "UnitAdded",
        "UnitMoved",
        "OptionSet",
        "Opened",
        "HouseRuled",
        "Answered",
        "TrackerSet",
        "Ticked",
        "Abandoned",
        "CardFilled",
        "Undone",
        "Redone",
        "Advanced",
        "Amended",
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_cards(version: int, tmp_path: Path) -> None:
    copy(GOLDEN / f"cards-{version}.journal", tmp_path / "c")
    assert JournalStorage(Disk(tmp_path), "c", "cards").read() == {"cards": {"sherman": {"name": "Sherman", "armour": 3}}}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_backup(version: int, tmp_path: Path) -> None:
    store = Store(tmp_path, {"tiny": RULES}, clock())
    store.restore(GOLDEN / f"backup-{version}.zip")
    assert [(line.name, line.turn, line.step) for line in store.games()] == [("Golden evening", 2, "start")]
    assert store.settings.get("language") == "fr"
    store.close()


if __name__ == "__main__" and not (GOLDEN / f"game-{SAVE_VERSION}.journal").exists():
    GOLDEN.mkdir(exist_ok=True)
    written(Path(sys.argv[1]))
