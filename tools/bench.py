"""Every benchmark in one table; a bar that most of five runs miss ends in failure. With --write
it goes to docs/BENCHMARKS.md."""

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import bench_battles
import bench_cards
import bench_evening
import bench_game
import bench_hall
import bench_link
import bench_odds
import bench_ranking
import bench_scan
import bench_screens
import bench_start
import bench_store
import bench_walk
from evening_page import TITLE
from timing import HEAD, RUNS, Line, printed

PAGE = Path(__file__).resolve().parents[1] / "docs" / "BENCHMARKS.md"
INTRODUCTION = f"""# Benchmarks

Written by `python tools/bench.py --write`: our odds beside icepool's and dyce's with the same fractions, whole
procedures beside the same questions written by hand in icepool, a long game, and the store beside sqlite3,
TinyDB's own storage and plain JSON; a tap at a table of several devices beside a tap alone;
a hall of 200 tables on one broker;
targets ranked beside icepool asked one by one; a keystroke in the library
beside TinyDB and FTS5, the scanner beside bare decoders, start and screens beside bare Kivy.
Caches are empty and imports done when a clock starts; the peer is named in brackets.
Processor time, but for saving, where the device is waited for.
A bar counts as missed when most of {RUNS} runs miss it;
an evening of each game, below, is played once.
"""


def lines() -> Iterator[Line]:
    engine = bench_odds, bench_walk, bench_ranking, bench_game
    for bench in (*engine, bench_store, bench_link, bench_hall, bench_cards, bench_scan, bench_start, bench_screens):
        yield from bench.lines()


def page(found: list[Line]) -> str:
    rows = [HEAD, ("---", *["---:"] * 3, "---", "---"), *(line.cells for line in found)]
    here = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}."
    return "\n".join([INTRODUCTION, here, "", *(f"| {' | '.join(cell.strip() for cell in row)} |" for row in rows), ""])


def main(arguments: list[str]) -> int:
    found = printed(lines())
    battles = printed(bench_battles.lines())
    evenings = printed(bench_evening.lines())
    if "--write" in arguments:
        _, title, section = PAGE.read_text("utf-8").partition(TITLE)
        PAGE.write_text(bench_evening.rewritten(page(found) + title + section), "utf-8")
    found += battles + evenings
    missed = [line.what.strip() for line in found if line.holds.startswith("NO")]
    print(f"Missed: {'; '.join(missed)}." if missed else "Every bar is met.")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
