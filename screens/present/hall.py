"""A hall in rows: its tables, its rounds, its players; no Kivy, no game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.playing.rules import Ruleset
from engine.values.texts import say, say_many
from screens.present.lines import Tell, capital
from screens.present.shelf import in_turn, seat_name

if TYPE_CHECKING:
    from hall.desk import Heard
    from hall.report import Report

SORTS = ("table", "game", "turn")
SHOWS = ("all", "running", "over", "calls")
QUIET = 5 * 60
"""Seconds after which it is told how long nothing was heard of a table."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A table on the board, in words."""

    id: str
    title: str
    game: str
    sides: tuple[tuple[str, str, str], ...]
    where: str
    go: str
    last: str
    heard: str
    calls: bool
    is_over: bool
    code: str = ""


def board_lines(
    tell: Tell,
    rulesets: Mapping[str, Ruleset],
    tables: Iterable[Heard],
    now: float,
    show: str = "all",
    sort: str = "table",
) -> tuple[BoardLine, ...]:
    """The tables that are wanted, those that call first."""
    found = [each for each in tables if _is_wanted(each.report, show)]
    found.sort(key=lambda each: (not each.report.calls, each.report.is_over, *_order(each.report, sort)))
    return tuple(board_line(tell, rulesets, each, now) for each in found)


def _is_wanted(report: Report, show: str) -> bool:
    return {"running": not report.is_over, "over": report.is_over, "calls": report.calls}.get(show, True)


def _order(report: Report, sort: str) -> tuple[object, ...]:
    number = report.claim.table if report.claim else 10**6
    by_table = (number, report.name.casefold(), report.id)
    return {"game": (report.game, *by_table), "turn": (-report.turn, *by_table)}.get(sort, by_table)


def board_line(tell: Tell, rulesets: Mapping[str, Ruleset], heard: Heard, now: float) -> BoardLine:
    """One table; of a game that is not in this app it tells what it can."""
    report, rules = heard.report, rulesets.get(heard.report.game)
    names = tuple(_name(tell, rules, report, seat) for seat in range(len(report.players)))
    title = say("Table {number}", number=report.claim.table) if report.claim else None
    return BoardLine(
        report.id,
        tell(title) if title else report.name or tell(say("A table")),
        tell(rules.title) if rules else report.game,
        tuple(_side(tell, report, seat, name) for seat, name in enumerate(names)),
        tell(say("{turn}, {step}", turn=in_turn(rules, report.turn), step=report.step)),
        _go(tell, report, names),
        capital(tell(report.last)) if report.last else "",
        _heard(tell, now - heard.at),
        report.calls,
        report.is_over,
        report.code,
    )


def _name(tell: Tell, rules: Ruleset | None, report: Report, seat: int) -> str:
    if report.players[seat]:
        return seat_name(tell, rules, report.players, seat)
    return tell(rules.seat_name(seat)) if rules else tell(say("seat {number}", number=seat + 1))


def _side(tell: Tell, report: Report, seat: int, name: str) -> tuple[str, str, str]:
    """Name, points, and the same in words."""
    points = report.points[seat] if seat < len(report.points) else None
    text = report.sides[seat] if seat < len(report.sides) else None
    return name, "" if points is None else str(points), capital(tell(text)) if text else ""


def _go(tell: Tell, report: Report, names: tuple[str, ...]) -> str:
    if report.is_over:
        won = names[report.winner] if report.winner is not None and report.winner < len(names) else ""
        return tell(say("Victory for {player}", player=won)) if won else tell(say("A draw"))
    acting = [names[seat] for seat in report.acting if seat < len(names)]
    return tell(say("{player} acts", player=acting[0])) if len(acting) == 1 else tell(say("All act"))


def _heard(tell: Tell, seconds: float) -> str:
    if seconds < QUIET:
        return ""
    minutes = int(seconds // 60)
    return tell(say_many("nothing heard for one minute", "nothing heard for {count} minutes", minutes))


def clock_words(seconds: float | None) -> str:
    """Minutes and seconds; nothing where no clock runs."""
    if seconds is None:
        return ""
    left = max(0, int(seconds))
    return f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}" if left >= 3600 else f"{left // 60}:{left % 60:02}"
