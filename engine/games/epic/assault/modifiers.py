"""Rows on the result of an assault."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice.check import rows
from engine.games.epic import refs
from engine.values.model import Modifier
from engine.values.texts import say


@dataclass(frozen=True, slots=True)
class Side:
    """What counts of a side: units left, enemies it killed, blast markers, inspiring characters."""

    units: int
    kills: int
    blast: int
    inspiring: int = 0


def kills(ours: Side, theirs: Side) -> Modifier | None:
    """Kills of this assault, earlier rounds and supporting fire included."""
    return Modifier("kills", ours.kills, say("units killed in this assault"), refs.EPIC_98) if ours.kills else None


def more_units(ours: Side, theirs: Side) -> Modifier | None:
    return (
        Modifier("more_units", 1, say("more units than the enemy"), refs.EPIC_98) if ours.units > theirs.units else None
    )


def twice_the_units(ours: Side, theirs: Side) -> Modifier | None:
    if ours.units > 2 * theirs.units:
        return Modifier("twice_the_units", 1, say("more than twice the units of the enemy"), refs.EPIC_98)
    return None


def no_blast(ours: Side, theirs: Side) -> Modifier | None:
    return None if ours.blast else Modifier("no_blast", 1, say("no blast marker"), refs.EPIC_98)


def enemy_more_blast(ours: Side, theirs: Side) -> Modifier | None:
    if theirs.blast > ours.blast:
        return Modifier("enemy_more_blast", 1, say("the enemy has more blast markers"), refs.EPIC_98)
    return None


def inspiring(ours: Side, theirs: Side) -> Modifier | None:
    """Each that is still alive in a fighting formation."""
    return Modifier("inspiring", ours.inspiring, say("inspiring"), refs.EPIC_131) if ours.inspiring else None


RESULT = (kills, more_units, twice_the_units, no_blast, enemy_more_blast, inspiring)


def result_rows(ours: Side, theirs: Side) -> tuple[Modifier, ...]:
    return rows(*(speak(ours, theirs) for speak in RESULT))
