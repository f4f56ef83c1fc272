"""Plays random legal taps through the real store in a child process, kills it at random moments,
and looks what is left.

Everything the child acknowledged must be there, and every file must open. `tools/kills.py 2000`
kills 2,000 times.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from zlib import crc32

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from carddb.disk import Disk
from carddb.loading import Reading, entered
from carddb.saves import Game
from carddb.storage import SMALL, Format
from carddb.store import Store
from engine.games import RULESETS
from engine.playing import codec
from engine.values.table import GameState
from tests.carddb.play import TINY, step
from tests.games.cases import CASES, Case

ALL: dict[str, Case] = {"tiny": TINY, **CASES}
RULES = {**RULESETS, "tiny": TINY.rules}
LONG = 30
"""A game of so many entries is left for a new one."""
LIVES = 12
"""A folder serves so many lives of the app, then a new one is begun."""

World = dict[str, list[int]]
"""By game: how many entries, and a checksum of the table after them."""


# The child: an app that plays until it is killed


class App:
    """The store and one game, with an acknowledgement after everything that was shown."""

    def __init__(self, folder: Path, version: int, random: Random, pipe: int, small: int) -> None:
        self.random, self.pipe = random, pipe
        self.store = opened(folder, version, small)
        self.say("open", world(self.store))

    def say(self, what: str, found: object) -> None:
        os.write(self.pipe, json.dumps([what, found]).encode() + b"\n")

    def game(self) -> Game:
        """The game played last, or a new one."""
        lines = self.store.games()
        if lines and lines[0].key in self.store._open_games:
            return self.store.open_game(lines[0].key)
        if not lines or self.random.randrange(5) == 0 or world(self.store)[lines[0].key][0] > LONG:
            case = ALL[self.random.choice(list(ALL))]
            game = self.store.new_game(case.rules.key, case.start, "Evening")
            self.say("shown", world(self.store))
            return game
        return self.store.open_game(lines[0].key)

    def tap(self) -> None:
        game = self.game()
        with suppress(Exception):  # rules under work may stumble over a tap: then it is not made
            step(ALL[game.header.game], game.session, self.random)
        assert not game.warning
        self.say("shown", world(self.store))

    def rest(self) -> None:
        self.tap()
        self.store.rest()
        self.say("shown", world(self.store))

    def back_up(self) -> None:
        self.tap()
        self.store.back_up_if_changed()
        self.say("shown", world(self.store))

    def restore(self) -> None:
        self.tap()
        self.store.back_up_if_changed()
        before = world(self.store)
        self.tap()
        self.tap()
        self.say("going to", before)
        self.store.restore(self.store.backups()[0])
        self.say("shown", world(self.store))

    def cards(self) -> None:
        self.store.cards.put(f"card {self.random.randrange(3)}", {"n": self.random.randrange(100)})
        self.store.settings.set("n", self.random.randrange(100))
        self.tap()


MODES: dict[str, tuple[Callable[[App], None], int]] = {
    "taps": (App.tap, SMALL),
    "compaction": (App.rest, 200),
    "backup": (App.back_up, SMALL),
    "restore": (App.restore, SMALL),
    "upgrade": (App.tap, SMALL),
    "first start": (App.cards, 100),
}


def opened(folder: Path, version: int, small: int = SMALL) -> Store:
    """A store of some version; older files are upgraded by one that changes nothing but the
    number."""
    minutes = count()
    form = Format(version, {old: lambda data: data for old in range(1, version)}, small)
    return Store(
        folder, RULES, lambda: f"2026-10-04T12:{next(minutes) // 60 % 60:02}:{next(minutes) % 60:02}", form=form
    )


def world(store: Store) -> World:
    games = {line.key: store.open_game(line.key) for line in store.games()}
    return {key: [game.saver.count, checksum(game.session.state)] for key, game in games.items()}


def checksum(state: GameState) -> int:
    return crc32(json.dumps(codec.plain(state), sort_keys=True).encode())


def live(folder: Path, mode: str, version: int, seed: int, pipe: int, last: int = 0) -> None:
    """The child's whole life; it ends before its last replacing of a file, if one is named."""
    act, small = MODES[mode]
    if last:
        die_before(last)
    try:
        app = App(folder, version, Random(seed), pipe, small)
        while True:
            act(app)
    except BaseException as error:
        os.write(pipe, json.dumps(["error", f"{type(error).__name__}: {error}"]).encode() + b"\n")
    finally:
        os._exit(1)


def die_before(last: int) -> None:
    """From now on this process kills itself when it is about to put so manyeth file in place."""
    renames, rename = count(1), Disk._rename

    def dying(disk: Disk, name: str, to: str) -> None:
        if next(renames) == last:
            os.kill(os.getpid(), signal.SIGKILL)
        rename(disk, name, to)

    Disk._rename = dying  # type: ignore[method-assign]  # of this process alone


# The parent: waits, kills, looks


@dataclass
class Result:
    """What came of so many kills."""

    kills: Counter[str] = field(default_factory=Counter)
    taps: int = 0
    halfway: int = 0
    lost: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        modes = ", ".join(f"{number} in {mode}" for mode, number in sorted(self.kills.items()))
        wrong = [*self.lost[:5], *self.unreadable[:5]]
        return "\n".join(
            [
                f"{self.kills.total()} kills ({modes}), {self.halfway} of them in the middle of replacing something; "
                f"{self.taps} things acknowledged: {len(self.lost)} lost, {len(self.unreadable)} unreadable",
                *wrong,
            ]
        )


def killed(folder: Path, mode: str, version: int, random: Random) -> list[tuple[str, Any]]:
    """One life of the app, and everything it acknowledged before it was killed."""
    reading, writing = os.pipe()
    seed, acks, wait = random.randrange(10**9), random.randrange(1, 8), random.random() * 0.012
    if mode in ("first start", "upgrade") and random.randrange(3):
        acks, wait = 0, random.random() * 0.06  # before the app has said its first word
    last = random.randrange(1, 4) if random.randrange(3) == 0 else 0
    if last:
        acks = LONG  # until it dies by itself, if there is so much to replace
    child = os.fork()
    if not child:
        os.close(reading)
        live(folder, mode, version, seed, writing, last)
    os.close(writing)
    heard = _heard(reading, acks)
    select.select([], [], [], wait)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    heard += _rest(reading)
    os.close(reading)
    return [(what, found) for what, found in map(json.loads, heard.splitlines())]


def _heard(pipe: int, acks: int) -> bytes:
    """Until so many lines were heard, or the child is gone."""
    heard = b""
    while heard.count(b"\n") < acks and (more := os.read(pipe, 65536)):
        heard += more
    return heard


def _rest(pipe: int) -> bytes:
    heard = b""
    while more := os.read(pipe, 65536):
        heard += more
    return heard[: heard.rfind(b"\n") + 1]


def missing(store: Store, said: list[tuple[str, Any]]) -> str:
    """What was acknowledged and is not there; nothing when all is well."""
    sure = [found for what, found in said if what in ("open", "shown")]
    going = said[-1][1] if said and said[-1][0] == "going to" else None
    found = world(store)
    if not sure or found == sure[-1] or found == going:
        return ""
    for key, (entries, state) in sure[-1].items():
        if key not in found or found[key][0] not in (entries, entries + 1) or replayed(store, key, entries) != state:
            return f"{key}: acknowledged {entries} entries, found {found.get(key)}"
    return "" if len(found) <= len(sure[-1]) + 1 else f"more games than were begun: {found}"


def replayed(store: Store, key: str, entries: int) -> int:
    """The table after so many entries, from the beginning of the game."""
    game = store.open_game(key)
    reading = Reading(game.saver.storage)
    while reading.back():
        pass
    assert reading.point
    session, _ = entered(game.session.rules, reading.point, reading.entries[:entries])
    return checksum(session.state) if session else -1


def run(kills: int, seed: int, root: Path) -> Result:
    """So many kills, in folders below *root*."""
    random, result, version, folder = Random(seed), Result(), 1, root
    for number in range(kills):
        mode = random.choice(list(MODES))
        if number % LIVES == 0 or mode == "first start":
            folder, version = root / str(number), 1
        version += mode == "upgrade"
        said = killed(folder, mode, version, random)
        result.kills[mode] += 1
        result.halfway += halfway(folder)
        result.taps += sum(what == "shown" for what, _ in said)
        judge(folder, version, mode, said, result)
    return result


def halfway(folder: Path) -> bool:
    """Something was written beside and not put in place, or put in place and the old one not yet
    taken away."""
    return bool(list(folder.rglob("*.new"))) or len(list(folder.glob("g*"))) > 1


def judge(folder: Path, version: int, mode: str, said: list[tuple[str, Any]], result: Result) -> None:
    errors = [str(found) for what, found in said if what == "error"]
    result.unreadable += [f"{mode}: {error}" for error in errors]
    try:
        store = opened(folder, version)
        told = [text.key for text in store.told] + [
            text.key for key in world(store) for text in store.open_game(key).told
        ]
        if wrong := missing(store, said) or "; ".join(text for text in told if "unfinished" not in text):
            result.lost.append(f"{mode}: {wrong}")
        store.disk.release()
    except Exception as error:
        result.unreadable.append(f"{mode}: {type(error).__name__}: {error}")


def main(arguments: list[str]) -> int:
    kills, seed = int(arguments[0]) if arguments else 100, int(arguments[1]) if len(arguments) > 1 else os.getpid()
    start = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        result = run(kills, seed, Path(folder))
    print(f"seed {seed}: {result}\n{(perf_counter() - start) / kills * 1000:.0f} ms each")
    return 1 if result.lost or result.unreadable else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
