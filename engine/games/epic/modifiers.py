"""The rows of an assault's result: one function each, side against enemy."""

from __future__ import annotations

from engine.check import rows
from engine.games.epic.refs import EPIC_98
from engine.games.epic.units import blast, left
from engine.model import GameState, Modifier
from engine.texts import say


def kills(now: GameState, side: str, enemy: str) -> Modifier | None:
    """Kills of this assault, earlier rounds included."""
    made = now.noted(f"lost:{enemy}")
    return Modifier("kills", made, say("units killed in this assault"), EPIC_98) if made else None


def more_units(now: GameState, side: str, enemy: str) -> Modifier | None:
    return Modifier("more_units", 1, say("more units than the enemy"), EPIC_98) if left(now, side) > left(now, enemy) else None


def twice_the_units(now: GameState, side: str, enemy: str) -> Modifier | None:
    if left(now, side) > 2 * left(now, enemy):
        return Modifier("twice_the_units", 1, say("more than twice the units of the enemy"), EPIC_98)
    return None


def no_blast(now: GameState, side: str, enemy: str) -> Modifier | None:
    return None if blast(now, side) else Modifier("no_blast", 1, say("no blast marker"), EPIC_98)


def enemy_more_blast(now: GameState, side: str, enemy: str) -> Modifier | None:
    if blast(now, enemy) > blast(now, side):
        return Modifier("enemy_more_blast", 1, say("the enemy has more blast markers"), EPIC_98)
    return None


RESULT = (kills, more_units, twice_the_units, no_blast, enemy_more_blast)


def result_rows(now: GameState, side: str, enemy: str) -> tuple[Modifier, ...]:
    return rows(*(speak(now, side, enemy) for speak in RESULT))
