"""Standings and results for others: a table for a spreadsheet, and plain text to print or send."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from io import StringIO

from engine.values.texts import Text, say
from hall.evening import Evening, Pairing, Result, Round
from hall.standings import standings

Tell = Callable[[Text], str]
HEADS = (
    say("Place"),
    say("Player"),
    say("Match points"),
    say("Opponents' points"),
    say("Points ahead"),
    say("Wins"),
    say("Draws"),
    say("Losses"),
    say("Byes"),
)


def standing_rows(evening: Evening) -> list[tuple[str, ...]]:
    """The standings as cells, in the order of `HEADS`."""
    rows = standings(evening)
    return [
        tuple(map(str, (r.place, r.name, r.points, r.opponents, r.ahead, r.won, r.drawn, r.lost, r.byes))) for r in rows
    ]


def as_csv(evening: Evening, tell: Tell) -> str:
    """The standings; a name that a spreadsheet would read as a formula stays a name."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([tell(head) for head in HEADS])
    for place, name, *rest in standing_rows(evening):
        writer.writerow([place, f"'{name}" if name[:1] in "=+-@\t\r" else name, *rest])
    return out.getvalue()


def as_text(evening: Evening, tell: Tell) -> str:
    """Standings in columns, and every round below."""
    rows = [tuple(tell(head) for head in HEADS), *standing_rows(evening)]
    parts = [_columns(rows)]
    for each in evening.rounds:
        parts.append("\n".join([tell(say("Round {number}", number=each.number)), *round_lines(evening, each, tell)]))
    return "\n\n".join(parts) + "\n"


def round_lines(evening: Evening, now: Round, tell: Tell) -> list[str]:
    """Table by table: who plays whom, and how it ended."""
    return [
        tell(
            say(
                "Table {table}: {match}",
                table=each.table,
                match=match_words(evening, each, evening.results.get((now.number, each.table)), tell),
            )
        )
        for each in now.pairings
    ]


def match_words(evening: Evening, pairing: Pairing, result: Result | None, tell: Tell) -> str:
    """A match in one line."""
    one, two = evening.name(pairing.one), evening.name(pairing.two)
    if pairing.is_bye:
        return tell(say("{name} has a bye", name=one))
    if result is None:
        return tell(say("{one} against {two}", one=one, two=two))
    mine, theirs = result.points
    if result.winner is None:
        return tell(say("{one} against {two}: a draw, {mine} to {theirs}", one=one, two=two, mine=mine, theirs=theirs))
    winner = (one, two)[result.winner]
    return tell(
        say(
            "{one} against {two}: victory for {winner}, {mine} to {theirs}",
            one=one,
            two=two,
            winner=winner,
            mine=mine,
            theirs=theirs,
        )
    )


def _columns(rows: Sequence[tuple[str, ...]]) -> str:
    """Names to the left, numbers to the right."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if n == 1 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
