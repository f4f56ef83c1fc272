"""An evening of each game beside a bare Kivy button and label: 600 taps on the real screens, each
timed by itself.

python tools/bench_evening.py [game ...] [--load] [--taps 600] [--write]

Each evening is a process of its own, drawn without a display; what the taps take is processor time,
working threads apart. The button and label are tapped before and after, in the same way. With
--load there are 100 units a side and 5,000 events on the table already.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

from evening_page import rewrite
from timing import Line, printed, shown

GAMES = ("aam", "dust", "2gm", "epic", "front")
TAPS, EARLY, PEER_TAPS, SLOWEST = 600, 60, 100, 10
WARM = 40
"""Taps of an evening that only leaves the byte code of what it meets."""
A_SIDE, EVENTS = 100, 5_000
BARS = {"median": 3.0, "99th percentile": 10.0, "worst": 20.0}
LATE_BAR, HOME_BAR = 1.25, 1.6
PAGE = Path(__file__).resolve().parents[1] / "docs" / "BENCHMARKS.md"
SETTINGS = {"still": True, "language": "en", "haptics": False}


# In a process of its own


def peer() -> dict[str, Any]:
    """A button that counts on a label."""
    from kivy.app import App
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.button import Button
    from kivy.uix.label import Label

    from tools.evening_hand import Hand

    class Bare(App):
        def build(self) -> BoxLayout:
            box, label, self.button = BoxLayout(), Label(text="0"), Button(text="more")
            self.button.bind(on_release=lambda *_: setattr(label, "text", str(int(label.text) + 1)))
            box.add_widget(label)
            box.add_widget(self.button)
            return box

    bare = Bare()
    hand = Hand(bare, PEER_TAPS)
    for _ in range(PEER_TAPS):
        hand.tap(bare.button)
    return {"taps": [tap.seconds for tap in hand.taps]}


def evening(game: str, taps: int, load: bool) -> dict[str, Any]:
    """Every tap with its name, and the memory at Home, early and late."""
    from main import app
    from tools.evening import Evening
    from tools.evening_hand import Hand, memory

    with tempfile.TemporaryDirectory(prefix="evening") as folder:
        made = app(Path(folder))
        for key, value in SETTINGS.items():
            made.context.store.settings.set(key, value)
        if load:
            lade(made, game)
        hand = Hand(made, taps)
        home = memory()
        Evening(hand, game).play()
        hand.stop()
    return {"home": home, "taps": [asdict(tap) for tap in hand.taps]}


def lade(made: Any, game: str) -> None:
    """A long game of many units, to be resumed from Home."""
    from carddb.fielding import put_on_table
    from carddb.samples import sample_armies
    from engine.values.events import TrackerSet

    rules = made.context.rulesets[game]
    long = made.context.store.new_game(game, rules.opened(), "The long one", ("Ann", "Ben"))
    session = long.session
    for seat in (0, 1):
        cards = [card for army in sample_armies(game) if army.seat == seat for card in army.cards]
        for event in put_on_table((cards * A_SIDE)[:A_SIDE], seat, session.state):
            session.dispatch(event)
    units, dice = list(session.state.units), Random(1)
    while len(session.log) < EVENTS:
        session.dispatch(TrackerSet(dice.choice(units), "house", len(session.log) % 7 + 1))
    made.context.store.close_game(long.key)


def child(what: str, taps: int, load: bool) -> None:
    from tools.tour import prepare

    prepare(samples=0, fps=0)
    print(json.dumps(peer() if what == "peer" else evening(what, taps, load)))


# Beside each other


@dataclass(frozen=True, slots=True)
class Evening:
    """What came of an evening: its taps, the memory at Home, and what a tap on the bare button
    takes."""

    game: str
    load: bool
    peer: float
    home: int
    taps: list[dict[str, Any]]

    def rows(self) -> Iterator[tuple[str, float, float, float, str]]:
        """What, ours, the peer, how many times it may be at most, and the unit."""
        times = sorted(tap["seconds"] * 1e6 for tap in self.taps)
        middle, last = times[len(times) // 2], times[-1 - len(times) // 100]
        for (what, bar), ours in zip(BARS.items(), (middle, last, times[-1]), strict=True):
            yield f"{what} tap (a button and a label)", ours, self.peer * 1e6, bar, "us"
        late, early = self.taps[-1]["memory"], self.taps[min(EARLY, len(self.taps)) - 1]["memory"]
        yield f"memory after {len(self.taps)} taps (after {EARLY})", late, early, LATE_BAR, "bytes"
        yield f"memory after {len(self.taps)} taps (Home)", late, self.home, HOME_BAR, "bytes"

    def lines(self) -> Iterator[Line]:
        """Under load nothing is judged."""
        for what, ours, peer, bar, unit in self.rows():
            ratio = ours / peer
            judged = ("", "") if self.load else (f"at most {bar:g}", "NO" if ratio > bar else "yes")
            yield Line(f"{self.title}: {what}", shown(ours, unit), shown(peer, unit), f"{ratio:.2f}", *judged)
        waits = sum(tap["odds"] for tap in self.taps)
        judged = ("", "") if self.load else ("none", "NO" if waits else "yes")
        yield Line(f"{self.title}: taps that wait for odds", str(waits), "", "", *judged)

    @property
    def title(self) -> str:
        return f"{self.game}, {A_SIDE} units a side, {EVENTS:,} events" if self.load else f"an evening of {self.game}"

    def slowest(self) -> Iterator[str]:
        for tap in sorted(self.taps, key=lambda tap: -tap["seconds"])[:SLOWEST]:
            garbage = f"; garbage until the next: {tap['garbage'] * 1e3:.0f} ms" if tap["garbage"] > 0.001 else ""
            yield f"{tap['seconds'] / self.peer:.1f} times: {tap['name']} ({tap['seconds'] * 1e3:.0f} ms{garbage})"


def measured(game: str, load: bool = False, taps: int = TAPS) -> Evening:
    """The button and label before and after: a machine may be slower at times."""
    with tempfile.TemporaryDirectory(prefix="bytes") as folder:
        told(game, WARM, load=False, bytecode=folder)
        before, ours, after = (told(what, taps, load, folder) for what in ("peer", game, "peer"))
    return Evening(game, load, median(before["taps"] + after["taps"]), ours["home"], ours["taps"])


def told(what: str, taps: int, load: bool, bytecode: str) -> dict[str, Any]:
    """What a child prints; it finds its byte code ready, as an installed app does."""
    command = [sys.executable, __file__, "--child", what, "--taps", str(taps), *(["--load"] if load else [])]
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": bytecode}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    run = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


FOUND: list[Evening] = []
"""What this run has measured, for the page."""


def lines(games: Sequence[str] = GAMES, loads: tuple[bool, ...] = (False, True), taps: int = TAPS) -> Iterator[Line]:
    for load, game in product(loads, games):
        FOUND.append(measured(game, load, taps))
        yield from FOUND[-1].lines()


def rewritten(page: str, before: bool = False) -> str:
    """The page of benchmarks with what was measured."""
    rows = [(line.what, line.ratio or line.ours, line.bar, line.holds) for each in FOUND for line in each.lines()]
    when = "before" if before else "now"
    return rewrite(page, rows, {f"The slowest of {each.title}, {when}": list(each.slowest()) for each in FOUND}, before)


def main() -> int:
    parser = argparse.ArgumentParser(description="an evening of each game, tap by tap")
    parser.add_argument("games", nargs="*", help=f"of {', '.join(GAMES)}; all where none is named")
    parser.add_argument("--load", action="store_true", help="on a long game of many units")
    parser.add_argument("--taps", type=int, default=TAPS)
    parser.add_argument("--write", nargs="?", const="now", choices=("now", "before"), help="to docs/BENCHMARKS.md")
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.child:
        child(told.child, told.taps, told.load)
        return 0
    found = printed(lines(told.games or GAMES, (told.load,), told.taps))
    for each in FOUND:
        print(f"\nThe slowest of {each.title}:", *each.slowest(), sep="\n  ")
    if told.write:
        PAGE.write_text(rewritten(PAGE.read_text("utf-8"), told.write == "before"), "utf-8")
    return 1 if any(line.holds == "NO" for line in found) else 0


if __name__ == "__main__":
    raise SystemExit(main())
