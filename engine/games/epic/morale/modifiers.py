"""Rows on rally tests."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice.check import rows
from engine.games.epic import refs
from engine.playing.citing import rule
from engine.values.model import Modifier
from engine.values.texts import say


@dataclass(frozen=True, slots=True)
class Recovery:
    """What a rally test rests on."""

    broken: bool = False
    enemy_near: bool = False
    army: str = ""
    units: int = 0


def shaken(recovery: Recovery) -> Modifier | None:
    return Modifier("broken", -2, say("broken"), refs.EPIC_120) if recovery.broken else None


def enemy_near(recovery: Recovery) -> Modifier | None:
    return Modifier("enemy", -1, say("enemies within 30 cm"), refs.EPIC_120) if recovery.enemy_near else None


@rule(refs.EPIC_119)
def mob(recovery: Recovery) -> Modifier | None:
    """Many Orks together: +1 above five units, +2 above ten."""
    if recovery.army == "orks" and recovery.units > 5:
        return Modifier("orks", 2 if recovery.units > 10 else 1, say("Orks: a big mob"), refs.EPIC_120)
    return None


RALLY = (shaken, enemy_near, mob)


def rally_rows(recovery: Recovery) -> tuple[Modifier, ...]:
    return rows(*(speak(recovery) for speak in RALLY))
