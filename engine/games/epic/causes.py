"""Which rule changed a tracker, read off the table and what the procedure has noted."""

from __future__ import annotations

from engine.games.epic.formations import rows
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
    EPIC_161,
    EPIC_163,
    EPIC_167,
    EPIC_168,
    EPIC_178,
    EPIC_181,
    EPIC_186,
    EPIC_187,
    EPIC_189,
    EPIC_207,
    EPIC_208,
    EPIC_212,
    EPIC_216,
    EPIC_218,
    EPIC_219,
    EPIC_222,
    EPIC_223,
    EPIC_254,
    EPIC_261,
)
from engine.games.epic.reserves import airborne, flies, no_more, orbits
from engine.values.model import Ref
from engine.values.table import GameState


def fought(now: GameState) -> bool:
    """An assault has been decided."""
    return any(now.scratch.get(note) in ("attacker", "defender") for note in ("winner", "won"))


def why_blast(now: GameState, formation: str) -> Ref:
    """Fire, but for a breaking, a failed test, a regrouping, a rally, an assault or a teleport;
    aircraft and spacecraft by rules of their own (EPIC-13, 44, 103, 104, 108, 111, 122, 123,
    147, 189, 208, 219)."""
    unit, notes = now.unit(formation), now.scratch
    if airborne(unit) or orbits(unit):
        return EPIC_219 if orbits(unit) else EPIC_208 if unit.count("blast") else EPIC_189
    if unit.count("broken"):
        return EPIC_111
    if fought(now):
        return EPIC_103 if now.noted(f"shaken:{formation}") else EPIC_104
    if now.noted("passed") and "then" not in notes:
        return EPIC_123 if unit.count("rallied") else EPIC_122
    causes = (
        (notes.get("then") in ("hold", "overwatch"), EPIC_13),
        ("had" in notes, EPIC_108),
        ("ones" in notes, EPIC_147),
    )
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
    return (
        EPIC_261 if unit.count("broken") else EPIC_63 if unit.trackers.get("order") in (None, "overwatch") else EPIC_64
    )


def why_lost(now: GameState, formation: str) -> Ref:
    """Failed saves, but for dangerous ground and enemies near a withdrawal (EPIC-50, 66, 113)."""
    return EPIC_66 if "failed" in now.scratch else EPIC_113 if now.noted(f"fled:{formation}") else EPIC_50


def why_damage(now: GameState, formation: str) -> Ref:
    """Hits, but for dangerous ground, enemies near a withdrawal and an assault lost (EPIC-113,
    161, 163, 186)."""
    if "failed" in now.scratch:
        return EPIC_163
    return EPIC_113 if now.noted(f"fled:{formation}") else EPIC_186 if now.noted(f"beaten:{formation}") else EPIC_161


def why_due(now: GameState, formation: str) -> Ref:
    """Declared; late; arrived (EPIC-216, 218, 219)."""
    unit = now.unit(formation)
    if unit.trackers.get("order") != "spacecraft":
        return EPIC_216
    return EPIC_219 if unit.count("due") else EPIC_218


def why_shields(now: GameState, formation: str) -> Ref:
    """They stop hits, or come back by regrouping (EPIC-178, 181)."""
    return EPIC_181 if now.noted("raised") else EPIC_178


def why_where(now: GameState, formation: str) -> Ref:
    """Aircraft and spacecraft come and go, formations ride, teleport or fall from the sky; the
    destroyed by what destroyed them (EPIC-147, 167, 168, 187, 207, 216, 222)."""
    unit = now.unit(formation)
    if unit.where == "destroyed":
        return why_destroyed(now, formation)
    if unit.where == "inside":
        return EPIC_167
    if unit.where == "reserve":
        return EPIC_216 if orbits(unit) else EPIC_207
    if flies(unit):
        return EPIC_187
    if all(row.has("teleport") for row in rows(unit) if row.left):
        return EPIC_147
    return EPIC_168 if unit.count("activated") else EPIC_222


def why_destroyed(now: GameState, formation: str) -> Ref:
    """Its last unit lost; with its transport; by an assault it was broken for; off the table
    (EPIC-50, 102, 161, 212, 223, 254)."""
    unit = now.unit(formation)
    ride = unit.trackers.get("aboard")
    if isinstance(ride, str) and ride in now.units:
        return EPIC_212 if flies(now.unit(ride)) else EPIC_254
    if fought(now):
        return EPIC_102
    return why_lost(now, formation) if no_more(unit.set("where", None)) else EPIC_223
