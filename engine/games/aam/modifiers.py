"""One function per modifier, grouped in tuples per check, in the order they are told."""

from __future__ import annotations

from dataclasses import dataclass

from engine.check import rows
from engine.games.aam.refs import AAM_52, AAM_70, AAM_88, AAM_98
from engine.games.aam.units import shaken
from engine.model import GameState, Modifier, Unit
from engine.texts import say


@dataclass(frozen=True, slots=True)
class Shot:
    """One attack: who, at whom, from how far, from which side, into which terrain; a bonus on each die.

    What nobody has told yet is None.
    """

    attacker: str
    target: str
    range: int | None = None
    arc: str | None = None
    terrain: str | None = None
    bonus: int = 0

    @property
    def hexes(self) -> int:
        return self.range or 0


def shaken_attacker(now: GameState, shot: Shot) -> Modifier | None:
    """Disrupted, damaged or both: one less on every die."""
    if shaken(now.unit(shot.attacker)):
        return Modifier("shaken", -1, say("attacker disrupted or damaged"), AAM_52)
    return None


def bonus_per_die(now: GameState, shot: Shot) -> Modifier | None:
    """An ability that changes each attack die."""
    return Modifier("bonus", shot.bonus, say("bonus to each attack die"), AAM_88) if shot.bonus else None


def same_hex(now: GameState, shot: Shot) -> Modifier | None:
    """Cover is worse against an attacker in the same hex."""
    return Modifier("same_hex", -1, say("attacker in the same hex"), AAM_70) if shot.hexes == 0 else None


def camouflage(now: GameState, shot: Shot) -> Modifier | None:
    """In forest, at long range, some need no die for their cover."""
    if shot.terrain == "forest" and shot.hexes >= LONG and has(now.unit(shot.target), "forest_camouflage"):
        return Modifier("camouflage", 0, say("Forest Camouflage at long range: covered without a roll"), AAM_98)
    return None


def ignores_cover(attacker: Unit) -> bool:
    """Bombardment leaves no cover roll, not even an automatic one (AAM-74, 87, 97)."""
    return has(attacker, "bombardment")


LONG = 5
TO_HIT = (shaken_attacker, bonus_per_die)
COVER = (same_hex, camouflage)


def has(unit: Unit, ability: str) -> bool:
    return unit.has("abilities", ability)


def to_hit_rows(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    return rows(*(speak(now, shot) for speak in TO_HIT))


def cover_rows(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    return rows(*(speak(now, shot) for speak in COVER))
