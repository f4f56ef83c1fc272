"""Two lines of units, one facing the other: who meets whom, what becomes of each, and what would
be best."""

from __future__ import annotations

from dataclasses import dataclass

from engine.values.maps import EMPTY, Map, Value
from engine.values.texts import Text


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit in one of the lines: its values, what becomes of it as things stand, and whether that
    is its end. `gives` is what a tap on it fills in."""

    unit: str
    values: str
    fate: Text | None = None
    falls: bool = False
    gives: Map[Value] = EMPTY


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where a unit of the rows meets one of the columns: what they do to each other, in points and
    in a word, and what a tap there fills in; `name` says what that is."""

    row: str
    column: str
    name: Text
    gives: Map[Value]
    points: int | None = None
    word: Text | None = None


@dataclass(frozen=True, slots=True)
class Facing:
    """The lines: those who act are the columns, the others the rows; what it comes to in all."""

    title: Text
    columns: tuple[Fighter, ...]
    rows: tuple[Fighter, ...]
    meetings: tuple[Meeting, ...]
    total: Text


@dataclass(frozen=True, slots=True)
class Advice:
    """What would be best for a side, what it leads to, and what has to be filled in for it;
    nothing where it is so already."""

    title: Text
    what: tuple[Text, ...]
    result: Text
    gives: Map[Value] = EMPTY
