"""Saving and opening games beside sqlite3, TinyDB's JSONStorage and plain JSON: ratios of medians, both sides in turns.

- one more event saved durably, in games of 100, 1,000 and 10,000 events, against one more row in sqlite3 (WAL, synchronous=FULL);
- opening a game from its last checkpoint, against parsing that checkpoint and the entries after it, which lie ready in memory:
  by JSON alone, and by JSON and the codec, which makes a table and events of them;
- the size of a game of 2,000 events, in every game there is.
"""

from __future__ import annotations

import gc
import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import FileIO
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from tinydb import TinyDB
from tinydb.storages import JSONStorage

from carddb.disk import Disk
from carddb.loading import Reading, entered, entry, point
from carddb.saves import Game, Header, begin, resume
from carddb.storage import JournalStorage, dumped
from engine import codec
from engine.events import Advanced, Answered, TrackerSet, UnitAdded
from engine.session import Session
from tests.games.cases import CASES, Case
from tests.games.taps import answer

ROOT = Path(__file__).resolve().parents[1]
SIZES = (100, 1_000, 10_000)
SAVE_BAR, FLAT_BAR, OPEN_BAR, SIZE_BAR = 1.5, 1.5, 3.0, 1_000_000
UNITS, TURN = 24, 120
"""Units on the table, and entries in a turn, of the games that are opened."""

Call = Callable[[], object]


class Hasty(Disk):
    """Makes the games to be measured, without waiting for the device."""

    def _sync(self, file: FileIO) -> None:
        pass

    def _sync_folder(self, folder: str) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Line:
    """One comparison, in microseconds; a bar of None is only shown."""

    what: str
    ours: float
    peer: float
    bar: float | None

    @property
    def ratio(self) -> float:
        return self.ours / self.peer

    @property
    def missed(self) -> bool:
        return self.bar is not None and self.ratio > self.bar

    def __str__(self) -> str:
        verdict = "" if self.bar is None else f"at most {self.bar:g}" + ("  MISSED" if self.missed else "")
        return f"{self.what:<58}{self.ours:>10.0f}{self.peer:>10.0f}{self.ratio:>8.2f}  {verdict}"


def in_turns(calls: list[Call], turns: int) -> list[float]:
    """The median of each call in microseconds, taken in turns so that a busy moment hits all."""
    times: list[list[int]] = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(turns):
            times.append([_timed(call) for call in calls])
    finally:
        gc.enable()
    return [median(column) / 1000 for column in zip(*times, strict=True)]


def _timed(call: Call) -> int:
    start = perf_counter_ns()
    call()
    return perf_counter_ns() - start


def settled(what: str, ours: Call, peer: Call, turns: int, bar: float | None) -> Line:
    """A line; one that misses its bar is measured once more for longer, as a busy machine is no verdict."""
    our, their = in_turns([ours, peer], turns)
    if (line := Line(what, our, their, bar)).missed:
        our, their = in_turns([ours, peer], 4 * turns)
        line = Line(what, our, their, bar)
    return line


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
    session.overrule(TrackerSet(unit, "smoke", random.randrange(3)))


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


def saving(folder: Path, template: Game, turns: int) -> list[Line]:
    """One more event, durably: all sizes and both sides in turns, as a device has its moods."""
    some = next(event for event in template.session.log if isinstance(event, Answered) and event.label)
    row = dumped(codec.plain(some))
    games = [long_game(template, events, Hasty(folder), f"{events}.journal") for events in SIZES]
    bases = [rows(folder / f"{events}.sqlite", events, row) for events in SIZES]
    for game in games:
        game.saver.storage.journal.disk = Disk(folder)
    ours = [partial(game.saver, some) for game in games]
    peers = [partial(base.execute, "insert into events (doc) values (?)", (row,)) for base in bases]
    lines = _saved(*in_turns([*ours, *peers], turns))
    if any(line.missed for line in lines):
        lines = _saved(*in_turns([*ours, *peers], 4 * turns))
    assert not any(game.warning for game in games)
    for base in bases:
        base.close()
    return [*lines, *(_beside(folder, events, line, row) for events, line in zip(SIZES, lines, strict=False))]


def _saved(*times: float) -> list[Line]:
    """Each size beside sqlite3, and the largest game beside the smallest."""
    ours, peers = times[: len(SIZES)], times[len(SIZES) :]
    lines = [Line(f"one more event saved, game of {events:,} (peer: sqlite3)", our, peer, SAVE_BAR)
             for events, our, peer in zip(SIZES, ours, peers, strict=True)]
    return [*lines, Line("one more event saved, game of 10,000 (peer: game of 100)", ours[-1], ours[0], FLAT_BAR)]


def _beside(folder: Path, events: int, line: Line, row: str) -> Line:
    tiny = TinyDB(folder / f"{events}.json", storage=JSONStorage)
    tiny.table("entries").insert_multiple(json.loads(row) for _ in range(events))
    theirs = median(_timed(lambda: tiny.table("entries").insert(json.loads(row))) for _ in range(3)) / 1000
    tiny.close()
    return Line(f"    the same beside TinyDB's JSONStorage, {events:,} documents", line.ours, theirs, None)


def rows(path: Path, events: int, row: str) -> sqlite3.Connection:
    found = sqlite3.connect(path, isolation_level=None)
    found.execute("pragma journal_mode=wal")
    found.execute("create table events (id integer primary key, doc text)")
    found.execute("begin")
    found.executemany("insert into events (doc) values (?)", [(row,)] * events)
    found.execute("commit")
    found.execute("pragma synchronous=full")
    return found


def opening(folder: Path, games: dict[str, Game], turns: int) -> list[Line]:
    """From the file to a checkpoint and the entries after it."""
    lines: list[Line] = []
    for name, game in games.items():
        texts, key, disk = tail(game), game.saver.storage.journal.name, Disk(folder)
        what = f"{name}, {game.saver.count:,} entries in {len(game.saver.storage.journal.data) // 1000} kB"
        by_json, by_codec = partial(parsed, texts), partial(decoded, texts)
        lines += [
            settled(f"opened: {what} (peer: JSON)", partial(plainly, disk, key), by_json, turns, OPEN_BAR),
            settled("    with the codec on both sides", partial(wholly, disk, key), by_codec, turns, OPEN_BAR),
            settled("    and all entries replayed (peer: JSON and codec)", partial(replayed, game, disk, key), by_codec, 5, None),
        ]
    return lines


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


def main(turns: int = 60) -> int:
    with tempfile.TemporaryDirectory(dir=device(), prefix="bench") as name:
        folder = Path(name).resolve()
        print(f"medians of {turns} turns in microseconds, on {filesystem(folder)}, {os.cpu_count()} processors")
        games = {key: evening(case, 2_000, Hasty(folder), f"{key}.journal") for key, case in CASES.items()}
        template = next(iter(games.values()))
        print(f"{'':<58}{'ours':>10}{'peer':>10}{'ratio':>8}")
        lines = []
        for part in (saving(folder, template, turns), opening(folder, games, turns)):
            print(*part, sep="\n", flush=True)
            lines += part
        sizes = {key: len(game.saver.storage.journal.data) for key, game in games.items()}
        print(*(f"a game of 2,000 events: {key}, {size:,} bytes" for key, size in sizes.items()), sep="\n")
    wrong = [line.what.strip() for line in lines if line.missed] + [key for key, size in sizes.items() if size >= SIZE_BAR]
    print(f"Missed: {'; '.join(wrong)}." if wrong else "Every bar is met.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
