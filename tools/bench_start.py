"""From the first line of Python to the first frame, beside a bare Kivy label: Home, and a game of
2,000 events on its table.

Each start is a process of its own that finds its byte code ready, as an installed app does;
processor time, so that other work on the machine does not count.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

from bench_store import _played, _turned
from timing import Line, Race, Row, judged, printed

ROOT = Path(__file__).resolve().parents[1]
HOME_BAR, TABLE_BAR, EVENTS, TURN, STARTS = 1.75, 2.5, 2_000, 120, 5
KIVY = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_METRICS_DENSITY": "1",
    "KIVY_DPI": "96",
    "KIVY_CLIPBOARD": "dummy",
}

DRAWN = """
from kivy.base import EventLoop
EventLoop.ensure_window()
made._run_prepare()
EventLoop.status = "started"
EventLoop.idle()
import time
print(time.process_time())
"""
BARE = """
from kivy.app import App
from kivy.uix.label import Label
class Bare(App):
    def build(self):
        return Label(text="Adjutant")
made = Bare()
"""
OURS = """
import sys
from pathlib import Path
from main import app
made = app(Path(sys.argv[1]))
"""


def beside_a_label(data: Path) -> Race:
    """Both in turns, after a start of each that is not counted and leaves the byte code."""
    with tempfile.TemporaryDirectory() as home:
        times = [(started(Path(home), OURS, data), started(Path(home), BARE, data)) for _ in range(STARTS + 1)]
    return Race(*(median(column) for column in zip(*times[1:], strict=True)))


def started(home: Path, code: str, data: Path) -> float:
    """The processor time to the first frame, in microseconds."""
    script = home / "start.py"
    script.write_text(code + DRAWN, "utf-8")
    env = {
        **os.environ,
        **KIVY,
        "KIVY_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(home / "bytes"),
    }
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    run = subprocess.run(
        [sys.executable, str(script), str(data)], cwd=home, env=env, capture_output=True, text=True, check=True
    )
    return float(run.stdout.splitlines()[-1]) * 1e6


def home(folder: Path) -> Path:
    """An app that has been started before: it opens on Home."""
    from carddb.store import Store
    from engine.games import RULESETS

    store = Store(folder, RULESETS, lambda: "2026-10-04T18:00:00")
    store.settings.set("language", "fr")
    store.close()
    return folder


def table(folder: Path) -> Path:
    """An app that was left at the table of a long game."""
    from random import Random

    from carddb.store import Store
    from engine.games import RULESETS
    from tests.games.cases import CASES

    case, random = next(iter(CASES.values())), Random(4)
    store = Store(home(folder), RULESETS, lambda: "2026-10-04T18:00:00")
    game = store.new_game(case.rules.key, case.start, "Evening", ("Ann", "Ben"))
    while len(game.session.log) < EVENTS:
        _played(case, game.session, random)
        if len(game.session.log) // TURN > game.session.state.turn - 1:
            _turned(game.session, random)
    store.settings.set("game", game.key)
    store.settings.set("places", [{"screen": "home"}, {"screen": "table"}])
    store.close()
    return folder


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="bench") as name:
        yield judged(
            Row("Start to Home (a bare label)", partial(beside_a_label, home(Path(name, "home"))), slower=HOME_BAR)
        )
        long = partial(beside_a_label, table(Path(name, "table")))
        yield judged(Row(f"Start to the table of a game of {EVENTS:,} events (a bare label)", long, slower=TABLE_BAR))


if __name__ == "__main__":
    printed(lines())
