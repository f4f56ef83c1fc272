"""The rows of an assault's result: one function each, our side against theirs."""

from __future__ import annotations

from dataclasses import dataclass

from engine.check import rows
from engine.games.epic.refs import EPIC_98
from engine.games.epic.units import blast, left
from engine.model import GameState, Modifier
from engine.texts import say


@dataclass(frozen=True, slots=True)
class Side:
    """What counts of a side: units left, units lost in this assault, blast markers."""

    units: int
    lost: int
    blast: int


def side_of(now: GameState, formation: str) -> Side:
    return Side(left(now, formation), now.noted(f"lost:{formation}"), blast(now, formation))


def kills(ours: Side, theirs: Side) -> Modifier | None:
    """Kills of this assault, earlier rounds included."""
    return Modifier("kills", theirs.lost, say("units killed in this assault"), EPIC_98) if theirs.lost else None


def more_units(ours: Side, theirs: Side) -> Modifier | None:
    return Modifier("more_units", 1, say("more units than the enemy"), EPIC_98) if ours.units > theirs.units else None


def twice_the_units(ours: Side, theirs: Side) -> Modifier | None:
    if ours.units > 2 * theirs.units:
        return Modifier("twice_the_units", 1, say("more than twice the units of the enemy"), EPIC_98)
    return None


def no_blast(ours: Side, theirs: Side) -> Modifier | None:
    return None if ours.blast else Modifier("no_blast", 1, say("no blast marker"), EPIC_98)


def enemy_more_blast(ours: Side, theirs: Side) -> Modifier | None:
    if theirs.blast > ours.blast:
        return Modifier("enemy_more_blast", 1, say("the enemy has more blast markers"), EPIC_98)
    return None


RESULT = (kills, more_units, twice_the_units, no_blast, enemy_more_blast)


def result_rows(now: GameState, formation: str, enemy: str) -> tuple[Modifier, ...]:
    ours, theirs = side_of(now, formation), side_of(now, enemy)
    return rows(*(speak(ours, theirs) for speak in RESULT))
