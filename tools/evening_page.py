"""The section of docs/BENCHMARKS.md on evenings. The page itself keeps what was measured before:
a run replaces its own games and leaves the rest."""

from __future__ import annotations

import re

TITLE = "## An evening of each game"
INTRODUCTION = """
Written by `python tools/bench_evening.py --write`. A player with a plan and a seed sets a game up and plays it by
touch at 412x915: taps on the real screens, 44 of a hundred on moves, attacks and reactions with their questions
and dice, 14 on what next, 12 on sheets, 9 on scrolling, 8 on history, 7 on undo, 6 on settings. A tap takes the
processor time from the finger up to the finished frame, which is the last one that draws something, or that of a
later frame that would hold up the next finger longer, such as one that collects garbage or takes old pages apart; of
a scroll the costliest frame counts. Threads that work out odds, or ahead of the players what may be asked next, are
counted apart: a tap never waits for them. Between taps the player looks for three seconds; half a second after the
table has changed the app works out in such a thread what the step offers and where it leads, and a tap that comes
sooner works that out itself. A sheet builds the rows below its edge from 0.4 seconds after it is there, three between
two frames, at once when a finger comes. Threads in which the processor draws, since there is no graphics card here,
are counted. All as times of a bare Kivy button that changes a label, tapped in the same run; memory as times of that
after 60 taps, and of Home. Before: with every page built anew for every tap;
dust and epic were then played for 120 taps, and 2gm not at all. The rows on memory say how many taps were played: a
whole evening is 600. The machine had two cores and a load of 23 to 37 while the last column was measured. It draws
slowly, 5.4 ms for a tap on the bare button where an earlier one took 2, which makes all ratios smaller: the code
before the last steps came there to 4.1, 21 and 23 times (median, 99th percentile, worst) in aam, 3.0, 13 and 15 in
front, 4.4, 22 and 25 in epic, 4.3, 17 and 39 in dust, 5.1, 22 and 24 in 2gm. The player of epic met other pages then:
two of five of his taps now fill in a volley.
"""
HEAD = ("what", "before", "now", "bar", "holds")
Row = tuple[str, ...]


def rewrite(page: str, rows: list[Row], slowest: dict[str, list[str]], before: bool) -> str:
    """The page with these rows (what, times, bar, holds) as those of before or of now, and the
    slowest taps by their title."""
    body, _, rest = page.partition(TITLE)
    section, mark, after = rest.partition("\n## ")
    table = {row[0]: row for row in without_stale(kept_rows(section), [row[0] for row in rows])}
    for what, times, bar, holds in rows:
        old = table.get(what, (what, "", "", "", ""))
        table[what] = (what, times, old[2], bar, old[4]) if before else (what, old[1], times, bar, holds)
    lists = kept_lists(section) | slowest
    lines = [HEAD, ("---", "---:", "---:", "---", "---"), *table.values()]
    parts = [body.rstrip() + "\n", TITLE, INTRODUCTION, *(f"| {' | '.join(line)} |" for line in lines)]
    for title, taps in lists.items():
        parts += ["", f"### {title}", "", *(f"- {tap}" for tap in taps)]
    return "\n".join([*parts, ""]) + mark + after


def kept_rows(section: str) -> list[Row]:
    found = [tuple(cell.strip() for cell in row.split("|")) for row in re.findall(r"^\| (.*) \|$", section, re.M)]
    return [row for row in found if len(row) == len(HEAD)][2:]


def without_stale(old: list[Row], new: list[str]) -> list[Row]:
    """Memory after another number of taps of a game that was measured again: what was measured
    before stays, what is no longer so goes."""
    games = {what.partition(":")[0] for what in new}
    stale = {row for row in old if row[0].partition(":")[0] in games and row[0] not in new}
    return [(row[0], row[1], "", row[3], "") if row in stale else row for row in old if row not in stale or row[1]]


def kept_lists(section: str) -> dict[str, list[str]]:
    parts = re.split(r"^### (.*)$", section, flags=re.M)[1:]
    return {title: re.findall(r"^- (.*)$", text, re.M) for title, text in zip(parts[::2], parts[1::2], strict=True)}
