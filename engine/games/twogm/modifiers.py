"""One function per modifier of a shot. A plus helps the shooter: it lowers both thresholds."""

from __future__ import annotations

from dataclasses import dataclass

from engine.check import rows
from engine.games.twogm.refs import TWOGM_75, TWOGM_76, TWOGM_129, TWOGM_130
from engine.model import GameState, Modifier
from engine.texts import say


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot: who, with which weapon of its card, at whom, and in what role."""

    shooter: str
    place: int
    target: str
    role: str


def wounds(now: GameState, shot: Shot) -> Modifier | None:
    """Each point of damage makes the unit's own shots harder, three at most."""
    damage = min(3, now.unit(shot.shooter).count("damage"))
    return Modifier("wounds", -damage, say("wounded: one per point of damage, three at most"), TWOGM_76) if damage else None


def suppressed(now: GameState, shot: Shot) -> Modifier | None:
    return Modifier("suppressed", -1, say("suppressed"), TWOGM_75) if now.unit(shot.shooter).count("suppressed") else None


def dive_bomber(now: GameState, shot: Shot) -> Modifier | None:
    """Anti-aircraft shots find a diving aircraft harder to hit."""
    if shot.role == "aa" and now.unit(shot.target).has("skills", "dive_bomber"):
        return Modifier("dive_bomber", -1, say("the target is a Dive Bomber"), TWOGM_129)
    return None


def fighter_bomber(now: GameState, shot: Shot) -> Modifier | None:
    """Made to hunt bombers."""
    if shot.role == "interception" and now.unit(shot.shooter).has("skills", "fighter_bombers"):
        return Modifier("fighter_bombers", 1, say("Fighter-Bombers against a bomber"), TWOGM_130)
    return None


IMPACT = (wounds, suppressed, dive_bomber, fighter_bomber)


def impact_rows(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    return rows(*(speak(now, shot) for speak in IMPACT))
