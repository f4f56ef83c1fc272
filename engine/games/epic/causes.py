"""Which rule changed a tracker, read off the table and what the procedure has noted."""

from __future__ import annotations

from engine.games.epic.refs import (
    EPIC_13,
    EPIC_19,
    EPIC_44,
    EPIC_50,
    EPIC_63,
    EPIC_64,
    EPIC_66,
    EPIC_102,
    EPIC_103,
    EPIC_104,
    EPIC_108,
    EPIC_109,
    EPIC_111,
    EPIC_113,
    EPIC_122,
    EPIC_123,
    EPIC_147,
    EPIC_261,
)
from engine.model import GameState, Ref


def fought(now: GameState) -> bool:
    """An assault has been decided."""
    return any(now.scratch.get(note) in ("attacker", "defender") for note in ("winner", "won"))


def why_blast(now: GameState, formation: str) -> Ref:
    """Fire, but for a breaking, a failed test, a regrouping, a rally, an assault or a teleport
    (EPIC-13, 44, 103, 104, 108, 111, 122, 123, 147)."""
    unit, notes = now.unit(formation), now.scratch
    if unit.count("broken"):
        return EPIC_111
    if fought(now):
        return EPIC_103 if now.noted(f"shaken:{formation}") else EPIC_104
    if now.noted("passed") and "then" not in notes:
        return EPIC_123 if unit.count("rallied") else EPIC_122
    causes = ((notes.get("then") in ("hold", "overwatch"), EPIC_13), ("had" in notes, EPIC_108), ("ones" in notes, EPIC_147))
    return next((ref for true, ref in causes if true), EPIC_44)


def why_broken(now: GameState, formation: str) -> Ref:
    """Its markers, or an assault lost; a rally ends it (EPIC-102, 109, 123)."""
    if not now.unit(formation).count("broken"):
        return EPIC_123
    return EPIC_102 if now.noted(f"beaten:{formation}") else EPIC_109


def why_overwatch(now: GameState, formation: str) -> Ref:
    """Ordered; ended by its fire, by another action or by breaking (EPIC-19, 63, 64, 261)."""
    unit = now.unit(formation)
    if unit.count("overwatch"):
        return EPIC_19
    return EPIC_261 if unit.count("broken") else EPIC_63 if unit.trackers.get("order") in (None, "overwatch") else EPIC_64


def why_lost(now: GameState, formation: str) -> Ref:
    """Failed saves, but for dangerous ground and enemies near a withdrawal (EPIC-50, 66, 113)."""
    return EPIC_66 if "failed" in now.scratch else EPIC_113 if now.noted(f"fled:{formation}") else EPIC_50
