"""Formations: rows of units as counts per card, blast markers, broken."""

from __future__ import annotations

from typing import Any

from engine.games.epic.refs import EPIC_07, EPIC_44, EPIC_50, EPIC_102, EPIC_109
from engine.kinds import Flag, ListOf, Whole, Word
from engine.model import GameState, Unit
from engine.rules import Reading, Tracker
from engine.texts import say

TRACKERS = (
    Tracker("blast", Whole(0, 999), say("blast markers"), EPIC_44),
    Tracker("broken", Flag(), say("broken"), EPIC_109),
    Tracker("activated", Flag(), say("activated"), EPIC_07, lasts="turn", physical=False),
    Tracker("lost", ListOf(Whole(0, 99)), say("units lost"), EPIC_50),
    Tracker("where", Word(("table", "destroyed", "reserve", "inside")), say("place"), EPIC_102, default="table"),
)
READINGS: tuple[Reading, ...] = ()
WORDS = {
    "table": say("on the table"), "destroyed": say("destroyed"), "reserve": say("in reserve"), "inside": say("inside"),
    "ff": say("firefight"), "cc": say("close combat"),
}


def rows_of(unit: Unit) -> tuple[int, ...]:
    """How many units are left in each row, front to back."""
    rows: Any = unit.known("units")
    lost: Any = unit.trackers.get("lost")
    return tuple([row[0] for row in rows] if not lost else [row[0] - gone for row, gone in zip(rows, lost, strict=True)])


def losses(unit: Unit) -> tuple[int, ...]:
    """How many each row has lost."""
    rows: Any = unit.known("units")
    lost: Any = unit.trackers.get("lost")
    return lost or (0,) * len(rows)


def left(now: GameState, formation: str) -> int:
    return sum(rows_of(now.unit(formation)))


def blast(now: GameState, formation: str) -> int:
    """A broken formation counts as many markers as it has units (EPIC-115)."""
    unit = now.unit(formation)
    return left(now, formation) if unit.count("broken") else unit.count("blast")


def lose(state: GameState, formation: str, kills: tuple[int, ...]) -> GameState:
    """Take so many units from each row."""
    unit = state.unit(formation)
    lost = tuple(gone + dead for gone, dead in zip(losses(unit), kills, strict=True))
    return state.set(formation, "lost", lost if any(lost) else ())


def front_to_back(rows: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """Hits that kill without a save: from the front, what is beyond the last unit is lost (EPIC-99)."""
    taken = []
    for count in rows:
        taken.append(min(count, hits))
        hits -= taken[-1]
    return tuple(taken)
