"""Two lines that face each other, as rows: names, values, what becomes of each, where they meet.
Pure, like all of present."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.playing.facing import Advice, Facing, Fighter, Meeting
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import say
from screens.present.lines import capital
from screens.present.view import View


@dataclass(frozen=True, slots=True)
class FighterLine:
    """A unit with its values and its fate; what a tap on it gives."""

    id: str
    name: str
    values: str
    fate: str
    falls: bool
    sign: str
    seat: int
    gives: Map[Value]


@dataclass(frozen=True, slots=True)
class MeetingLine:
    """A field of the lines: points and a word where something happens; what a tap gives."""

    name: str
    points: str
    word: str
    gives: Map[Value]


@dataclass(frozen=True, slots=True)
class FacingRow:
    """A unit of the other side, and the fields under each of those who act."""

    fighter: FighterLine
    meetings: tuple[MeetingLine | None, ...]


@dataclass(frozen=True, slots=True)
class FacingHead:
    """Those who act that are in sight, and which of how many they are."""

    title: str
    sub: str
    columns: tuple[FighterLine, ...]
    place: str


@dataclass(frozen=True, slots=True)
class AdviceLine:
    """What would be best; it gives nothing where it is so already."""

    title: str
    what: tuple[str, ...]
    result: str
    gives: Map[Value]


def head(view: View, state: GameState, facing: Facing, first: int, shown: int) -> FacingHead:
    columns = facing.columns[first : first + shown]
    count = len(facing.columns)
    of = say("{first} to {last} of {count}", first=first + 1, last=first + len(columns), count=count)
    return FacingHead(
        capital(view.tell(facing.title)),
        view.tell(say("attack / defense")),
        tuple(_fighter(view, state, each) for each in columns),
        view.tell(of) if count > shown else "",
    )


def rows(view: View, state: GameState, facing: Facing, first: int, shown: int) -> tuple[FacingRow, ...]:
    """A row for each unit of the other side, with the fields of the columns in sight."""
    found = {(each.row, each.column): each for each in facing.meetings}
    columns = facing.columns[first : first + shown]
    return tuple(
        FacingRow(
            _fighter(view, state, each),
            tuple(_meeting(view, found.get((each.unit, column.unit))) for column in columns),
        )
        for each in facing.rows
    )


def _fighter(view: View, state: GameState, fighter: Fighter) -> FighterLine:
    unit = state.unit(fighter.unit)
    fate = capital(view.tell(fighter.fate)) if fighter.fate else ""
    sign = view.rules.glance.sign(unit)
    return FighterLine(unit.id, unit.name, fighter.values, fate, fighter.falls, sign, unit.seat, fighter.gives)


def _meeting(view: View, meeting: Meeting | None) -> MeetingLine | None:
    if meeting is None:
        return None
    points = "" if meeting.points is None else str(meeting.points)
    return MeetingLine(view.tell(meeting.name), points, view.tell(meeting.word) if meeting.word else "", meeting.gives)


def advice_lines(view: View, found: Iterable[Advice]) -> tuple[AdviceLine, ...]:
    t = view.tell
    return tuple(
        AdviceLine(
            capital(t(each.title)), tuple(capital(t(line)) for line in each.what), capital(t(each.result)), each.gives
        )
        for each in found
    )
