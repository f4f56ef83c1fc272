"""A hall without a screen: writes the configuration of its broker, starts it, shows the hall's
code, and tells what the tables report, until it is interrupted."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from queue import Empty, Queue
from typing import TypeAlias

from carddb.qr import matrix
from carddb.store import Store
from carddb.trouble import Trouble
from engine.games import RULESETS
from engine.values.texts import english
from hall.desk import Desk
from hall.exports import match_words
from hall.mosquitto import PORT, open_broker, own_club
from hall.report import Report
from hall.runner import HallRunner
from link.addresses import own_addresses
from link.reach import Club, typed_club

LOOK, TIME = 0.5, 20
"""Seconds between looks; and looks after which all are told the time."""


On: TypeAlias = Callable[[], bool]
"""Whether it goes on."""
ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end it in good order: the keys, a shutdown, a terminal that is closed."""


def main(given: Sequence[str] | None = None, prog: str = "python -m hall") -> int:
    """The exit status: 0 when all is well, 1 when something was refused, 2 for a wrong call."""
    told = parser(prog).parse_args(given)
    try:
        with until_ended() as on, opened(told.folder) as store:
            return run(store, told, on)
    except Trouble as no:
        print(no, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


@contextmanager
def until_ended() -> Iterator[On]:
    """Whether it goes on, until a signal ends it. The first one interrupts whatever waits, and is
    kept in case it goes unnoticed; those after it let the rest end in peace.

    A shell that starts something beside itself has it ignore the keys: they end it nevertheless.
    What shall outlive its terminal ignores that one alone.
    """
    came: list[int] = []
    before = {each: signal.getsignal(each) for each in ENDS}

    def end(number: int, _: object) -> None:
        if not came:
            came.append(number)
            raise KeyboardInterrupt

    for each in ENDS:
        if each == signal.SIGINT or before[each] != signal.SIG_IGN:
            signal.signal(each, end)
    try:
        yield lambda: not came
    finally:
        for each, handler in before.items():
            signal.signal(each, handler or signal.SIG_DFL)


def parser(prog: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=prog, description=__doc__)
    made.add_argument("--folder", type=Path, default=data_folder(), help="the app's data; the hall is kept there")
    made.add_argument("--address", default="", help="where phones find this machine, if it has several addresses")
    made.add_argument("--port", type=int, default=PORT, help="the port of the hall's own broker")
    made.add_argument("--broker", default="", help="address[:port] of a broker that runs already")
    made.add_argument("--name", default="", help="the name that broker wants to hear")
    made.add_argument("--password", default="", help="and its password")
    return made


def data_folder() -> Path:
    """As the app has it."""
    told = os.environ.get("ADJUTANT_DATA")
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return Path(told) if told else home / "adjutant"


@contextmanager
def opened(folder: Path) -> Iterator[Store]:
    store = Store(folder, RULESETS, lambda: datetime.now().isoformat(timespec="seconds"))
    try:
        yield store
    finally:
        store.close()


def run(store: Store, told: argparse.Namespace, on: On) -> int:
    """Until it is interrupted; the broker that was started here ends with it."""
    desk = Desk(store.settings, RULESETS, time.time)
    desk.rename(desk.name)  # nothing is opened where nothing can be kept
    if told.broker:
        attend(desk, typed_club(told.broker, told.name, told.password), on)
        return 0
    club = own_club(desk.keys, told.address or own_addresses()[0], told.port)
    with running_broker(store.disk.root, club) as is_ours:
        print("the broker is started here" if is_ours else "a broker runs there already")
        attend(desk, club, on)
    return 0


@contextmanager
def running_broker(folder: Path, club: Club) -> Iterator[bool]:
    """Whether it was started here; then it ends here."""
    broker = open_broker(folder, club)
    try:
        yield broker is not None
    finally:
        if broker:
            broker.stop()


def attend(desk: Desk, club: Club, on: On) -> None:
    show_code(desk, club)
    given: Queue[Callable[[], object]] = Queue()
    runner = HallRunner(given.put)
    try:
        runner.attend(desk, club, lambda line: print(f"broker: {line}", flush=True))
        listen(desk, given, on)
    finally:
        runner.stop()


def show_code(desk: Desk, club: Club) -> None:
    """The code as a picture of letters, and as text."""
    code = desk.keys.code(club).code()
    print(f"the hall is at {club.host}, port {club.port}", *drawn(matrix(code)), code, sep="\n", flush=True)


def drawn(rows: Sequence[Sequence[bool]]) -> Iterator[str]:
    """Two rows of a code in one line, light on dark as a terminal mostly is."""
    rows = [*rows, *([[False] * len(rows[0])] if len(rows) % 2 else [])]
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(signs[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))


def listen(desk: Desk, given: Queue[Callable[[], object]], on: On) -> None:
    """What comes in is told in a line; so is every result."""
    said: dict[object, str] = {}
    looks = 0
    while on():
        try:
            given.get(timeout=LOOK)()
        except Empty:
            looks += 1
            if looks % TIME == 0:
                desk.tell_time()
        for key, line in lines(desk):
            if said.get(key) != line:
                said[key] = line
                print(line, flush=True)


def lines(desk: Desk) -> Iterator[tuple[object, str]]:
    for heard in desk.tables.values():
        yield heard.report.id, table_line(heard.report)
    for key, result in desk.evening.results.items():
        if pairing := desk.evening.pairing(key):
            yield key, f"round {key[0]}, table {key[1]}: {match_words(desk.evening, pairing, result, english)}"


def table_line(report: Report) -> str:
    """A table as the board has it."""
    rules = RULESETS.get(report.game)
    title = english(rules.title) if rules else report.game
    sides = [name or f"seat {n + 1}" for n, name in enumerate(report.players)]
    pairs = zip(sides, report.points, strict=False)
    score = [name if points is None else f"{name} {points}" for name, points in pairs]
    where = "over" if report.is_over else f"turn {report.turn}, {english(report.step)}"
    calls = "; NEEDS THE ORGANISER" if report.calls else ""
    return f"{title}: {', '.join(score)}; {where}{calls}"


if __name__ == "__main__":
    sys.exit(main())
