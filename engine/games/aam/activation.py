"""Acting in an assault phase: once, and what a few abilities add to it."""

from __future__ import annotations

from engine.games.aam.refs import AAM_22, AAM_87, AAM_89
from engine.games.aam.units import disrupted, has
from engine.maps import Value
from engine.model import GameState, Refusal, Unit
from engine.texts import say

EXTRA = {"double_shot": ("soldier", "vehicle"), "multiturreted": ("soldier", "vehicle"), "all_guns_blazing": ("soldier",),
         "extra_machine_guns": ("soldier",)}


def acted(state: GameState, attacker: str) -> GameState:
    """It has attacked, some twice; how many had acted then tells whether somebody else came between (AAM-22, 89)."""
    if state.unit(attacker).trackers.get("attacked"):
        return state.set(attacker, "attacked_twice", True)
    state = state.set(attacker, "attacked", True)
    return state.set(attacker, "acted_then", acted_so_far(state, attacker)) if attacks_more(state.unit(attacker)) else state


def attacks_more(unit: Unit) -> bool:
    """Whether an ability gives one attack more (AAM-89)."""
    return any(has(unit, ability) for ability in EXTRA)


def acted_so_far(now: GameState, attacker: str) -> int:
    """Units of that army that have acted in this phase (AAM-89)."""
    own = (unit for unit in now.units.values() if unit.seat == now.unit(attacker).seat)
    return sum(bool(unit.trackers.get("attacked") or unit.trackers.get("moved")) for unit in own)


def already_acted(now: GameState, attacker: str, target: str, **_: Value) -> Refusal | None:
    """Move or attack, once, but for an extra attack."""
    by = now.unit(attacker)
    moved, attacked = by.trackers.get("moved"), by.trackers.get("attacked")
    if moved or (attacked and not may_again(by, now.unit(target))):
        return Refusal("already_acted", say("{unit} has acted in this phase", unit=by.name), AAM_22)
    return None


def may_again(by: Unit, at: Unit) -> bool:
    """One extra attack, with some for Soldiers only (AAM-86, 89)."""
    able = any(has(by, ability) and at.word("type") in types for ability, types in EXTRA.items())
    return able and not by.trackers.get("attacked_twice")


def saved(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """An extra attack is taken at once, before another unit acts."""
    by = now.unit(attacker)
    then = by.count("acted_then")
    if by.trackers.get("attacked") and then and then != acted_so_far(now, attacker):
        return Refusal("saved", say("{unit}: the extra attack was not taken at once", unit=by.name), AAM_89)
    return None


def too_few_men(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """The Undermanned do not attack while disrupted."""
    by = now.unit(attacker)
    if disrupted(by) and has(by, "undermanned"):
        return Refusal("undermanned", say("{unit}: Undermanned and disrupted: no attack", unit=by.name), AAM_87)
    return None
