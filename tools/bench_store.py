"""Saving and opening games beside sqlite3, TinyDB's JSONStorage and plain JSON: both sides in
turns, their first quartiles.

- one more event saved durably, in games of 100, 1,000 and 10,000 events, against one more row in
sqlite3 (WAL, synchronous=FULL); - opening a game from its last checkpoint, against parsing that
checkpoint and the entries after it, which lie ready in memory: by JSON alone, and by JSON and the
codec, which makes a table and events of them; - the size of a game of 2,000 events, in every game
there is.
"""

from __future__ import annotations

import gc
import json
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from io import FileIO
from itertools import chain
from pathlib import Path
from random import Random
from time import perf_counter_ns, thread_time_ns
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

from timing import Call, Line, Race, Row, judged, printed
from tinydb import TinyDB
from tinydb.storages import JSONStorage

from carddb.disk import Disk
from carddb.loading import Reading, entered, entry, point
from carddb.saves import Game, Header, begin, resume
from carddb.storage import JournalStorage, dumped
from engine.playing import codec
from engine.playing.session import Session
from engine.values.events import Advanced, Answered, TrackerSet, UnitAdded
from tests.games.cases import CASES, Case
from tests.games.taps import answer

ROOT = Path(__file__).resolve().parents[1]
SIZES = (100, 1_000, 10_000)
SAVE_BAR, FLAT_BAR, OPEN_BAR, SIZE_BAR = 1.5, 1.5, 3.0, 1_000_000
UNITS, TURN, TURNS = 24, 120, 80
"""Units on the table, and entries in a turn, of the games that are opened; how often both sides
take turns."""


Clock = Callable[[], int]


class Hasty(Disk):
    """Makes the games to be measured, without waiting for the device."""

    def _sync(self, file: FileIO) -> None:
        pass

    def _sync_folder(self, folder: str) -> None:
        pass


def raced(ours: Call, peer: Call, turns: int = TURNS, clock: Clock = perf_counter_ns) -> Race:
    """The first quartile of each in microseconds, taken in turns: what a busy machine adds
    does not count."""
    times: list[tuple[int, int]] = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(turns):
            times.append((_timed(ours, clock), _timed(peer, clock)))
    finally:
        gc.enable()
    return Race(*(sorted(column)[len(times) // 4] / 1000 for column in zip(*times, strict=True)))


def _timed(call: Call, clock: Clock) -> int:
    start = clock()
    call()
    return clock() - start


read = partial(raced, clock=thread_time_ns)
"""Reading waits for no device: the file lies in memory, and only what is done with it counts."""


# Games to measure


def evening(case: Case, events: int, disk: Disk, name: str) -> Game:
    """A whole game: units come, act, are answered for, and turns pass."""
    random, at = Random(4), iter(range(10**6))
    about = Header(case.rules.key, "Evening", case.rules.version, "2026-10-04T18:00:00", ("Ann", "Ben"))
    game = begin(name, case.rules, case.start, about, JournalStorage(disk, name, "game"), lambda: _time(next(at)))
    cards = [unit.card for unit in case.start.units.values()]
    for number in range(UNITS - len(cards)):
        game.session.dispatch(UnitAdded(f"unit {number}", number % 2, cards[number % len(cards)]))
    while len(game.session.log) < events:
        _played(case, game.session, random)
        if len(game.session.log) // TURN > game.session.state.turn - 1:
            _turned(game.session, random)
    return game


def _time(seconds: int) -> str:
    return f"2026-10-04T{18 + seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _played(case: Case, session: Session, random: Random) -> None:
    """One attack or the like, to its end."""
    session.overrule(case.opening)
    while session.prompt:
        answer(session, session.prompt, [random.randrange(60) for _ in range(12)])
    unit = random.choice(list(session.state.units))
    session.overrule(TrackerSet(unit, "tally", random.randrange(3)))


def _turned(session: Session, random: Random) -> None:
    turn = session.state.turn
    while session.state.turn == turn:
        session.overrule(Advanced(leave=True))
        while session.prompt:
            answer(session, session.prompt, [random.randrange(60) for _ in range(12)])


def long_game(template: Game, events: int, disk: Disk, name: str) -> Game:
    """The entries of a game over and over, for saving one more."""
    source = template.saver.storage.read() or {}
    storage = JournalStorage(disk, name, "game")
    storage.append(("game", "1", source["game"]["1"]), ("start", "1", source["start"]["1"]))
    docs = [doc for doc in source["entries"].values() if doc["is"] == "TrackerSet"]
    storage.journal.add(*(dumped([["entries", str(n + 1), docs[n % len(docs)]]]) for n in range(events)))
    return resume(name, template.session.rules, storage, lambda: "2026-10-04T23:59:59")


# Measuring


def saving(folder: Path, template: Game) -> Iterator[Row]:
    """One more event, durably."""
    some = next(event for event in template.session.log if isinstance(event, Answered) and event.label)
    row = dumped(codec.plain(some))
    games = [long_game(template, events, Hasty(folder), f"{events}.journal") for events in SIZES]
    for game in games:
        game.saver.storage.journal.disk = Disk(folder)
    ours = [partial(game.saver, some) for game in games]
    for events, our in zip(SIZES, ours, strict=True):
        base = based(folder / f"{events}.sqlite", events, row)
        insert = partial(base.execute, "insert into events (doc) values (?)", (row,))
        yield Row(
            f"one more event saved, game of {events:,} (sqlite3, WAL, FULL)",
            partial(raced, our, insert),
            slower=SAVE_BAR,
        )
        base.close()
    yield Row("one more event saved, game of 10,000 (game of 100)", partial(raced, ours[-1], ours[0]), slower=FLAT_BAR)
    for events, our in zip(SIZES, ours, strict=True):
        yield Row(
            f"    the same beside TinyDB's JSONStorage, {events:,} documents", partial(beside, folder, events, our, row)
        )
    assert not any(game.warning for game in games)


def beside(folder: Path, events: int, ours: Call, row: str) -> Race:
    tiny = TinyDB(folder / f"{events}.json", storage=JSONStorage)
    tiny.table("entries").insert_multiple(json.loads(row) for _ in range(events))
    found = raced(ours, lambda: tiny.table("entries").insert(json.loads(row)), 3)
    tiny.close()
    return found


def based(path: Path, events: int, row: str) -> sqlite3.Connection:
    found = sqlite3.connect(path, isolation_level=None)
    found.execute("pragma journal_mode=wal")
    found.execute("create table events (id integer primary key, doc text)")
    found.execute("begin")
    found.executemany("insert into events (doc) values (?)", [(row,)] * events)
    found.execute("commit")
    found.execute("pragma synchronous=full")
    return found


def opening(folder: Path, games: dict[str, Game]) -> Iterator[Row]:
    """From the file to a checkpoint and the entries after it."""
    for name, game in games.items():
        texts, key, disk = tail(game), game.saver.storage.journal.name, Disk(folder)
        what = f"opened: {name}, {game.saver.count:,} entries, {len(game.saver.storage.journal.data) // 1000} kB"
        ready = partial(decoded, texts)
        plain = partial(read, partial(plainly, disk, key), partial(parsed, texts))
        yield Row(f"{what} (parsed by JSON)", plain, slower=OPEN_BAR)
        yield Row("    with the codec on both sides", partial(read, partial(wholly, disk, key), ready), slower=OPEN_BAR)
        yield Row("    and all entries since replayed", partial(read, partial(replayed, game, disk, key), ready, 5))


def sizes(games: dict[str, Game]) -> Iterator[Row]:
    for name, game in games.items():
        size = Race(len(game.saver.storage.journal.data), SIZE_BAR)
        yield Row(f"a game of 2,000 events: {name} (1 MB)", partial(Race, size.ours, size.peer), slower=1, unit="bytes")


def tail(game: Game) -> list[bytes]:
    """The lines from the last checkpoint on, oldest first, as they lie in the file."""
    lines = bytes(game.saver.storage.journal.data).splitlines()
    last = max(place for place, line in enumerate(lines) if b'[["checkpoints"' in line)
    return [line[9:] for line in lines[last:]]


def plainly(disk: Disk, key: str) -> list[Any]:
    """Read and checked, and parsed back to the checkpoint."""
    found = []
    for op in JournalStorage(disk, key, "game").backwards():
        found.append(op)
        if op[0] == "checkpoints":
            return found
    raise AssertionError("there is no checkpoint")


def wholly(disk: Disk, key: str) -> object:
    """The checkpoint as a table, the entries as events."""
    reading = Reading(JournalStorage(disk, key, "game"))
    return reading.first(), [entry(doc) for doc in reading.entries]


def parsed(texts: list[bytes]) -> object:
    return [json.loads(text) for text in texts]


def decoded(texts: list[bytes]) -> object:
    """The same of lines that lie ready."""
    ops = [op for text in texts for op in json.loads(text)]
    return point(ops[0][2]), [entry(op[2]) for op in ops[1:]]


def replayed(game: Game, disk: Disk, key: str) -> object:
    reading = Reading(JournalStorage(disk, key, "game"))
    return entered(game.session.rules, reading.first(), reading.entries)


def filesystem(folder: Path) -> str:
    """What the folder lies on, as far as the system tells."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text("utf-8").splitlines()]
    except OSError:
        return sys.platform
    over = [(len(mount[1]), mount[2]) for mount in mounts if folder.is_relative_to(mount[1])]
    return max(over)[1] if over else "unknown"


def device() -> Path:
    """A folder on a real device: durability costs nothing in memory."""
    found = Path(tempfile.gettempdir()).resolve()
    return ROOT if filesystem(found) in ("tmpfs", "ramfs", "overlay") else found


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(dir=device(), prefix="bench") as name:
        folder = Path(name).resolve()
        games = {key: evening(case, 2_000, Hasty(folder), f"{key}.journal") for key, case in CASES.items()}
        template = next(iter(games.values()))
        yield from map(judged, chain(saving(folder, template), opening(folder, games), sizes(games)))


if __name__ == "__main__":
    printed(lines())
