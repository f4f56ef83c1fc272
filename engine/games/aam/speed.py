"""Speed: the number on the card and what changes it, row by row."""

from __future__ import annotations

from collections.abc import Iterator

from engine.check import rows
from engine.games.aam.abilities import named, printed
from engine.games.aam.commanders import Effects, effect_rows
from engine.games.aam.hands import MOVING, by_hand
from engine.games.aam.refs import AAM_63, AAM_86
from engine.games.aam.units import damaged, disrupted, has, is_soldier
from engine.maps import Map, Value, pairs
from engine.model import GameState, Modifier, Unit
from engine.texts import english, say


def allowance(now: GameState, unit: Unit, phase: str, effects: Effects = (), by_road: bool = False) -> int:
    """What a move may spend in this phase; speed never falls below 0 (AAM-21, 23, 27, 63, 129)."""
    changed = sum(row.at(0) for row in speed_rows(now, unit, phase, effects, by_road))
    return max(0, unit.need("speed") + changed)


def speed_rows(now: GameState, unit: Unit, phase: str, effects: Effects = (), by_road: bool = False) -> tuple[Modifier, ...]:
    """Every reason a speed is not the printed one."""
    lent = tuple(effect for effect in effects if helps(unit, effect))
    own = rows(other_speed(unit, phase), damage(unit), high_gear(unit, by_road))
    return (*own, *effect_rows(now, lent, "speed"), *by_hand(unit, MOVING))


def damage(unit: Unit) -> Modifier | None:
    """Damaged: one hex less, for the rest of the game."""
    return Modifier("damaged", -1, say("damaged"), AAM_63) if damaged(unit) else None


def other_speed(unit: Unit, phase: str) -> Modifier | None:
    """An ability that gives another speed than the printed one, in this phase or in this plight (AAM-86, 89)."""
    for key in instead(unit, phase):
        return Modifier(key, max(1, printed(unit, key)) - unit.need("speed"), say("{ability}", ability=named(key)), AAM_86)
    return None


def instead(unit: Unit, phase: str) -> Iterator[str]:
    """Which of its abilities names the speed now (AAM-86, 89)."""
    if disrupted(unit) and has(unit, "robust"):
        yield "robust"
    if phase == "assault" and unit.count("attacked") and has(unit, "strike_and_fade"):
        yield "strike_and_fade"
    if phase == "assault" and has(unit, "relocate"):
        yield "relocate"


def high_gear(unit: Unit, by_road: bool) -> Modifier | None:
    """More speed as long as the whole move follows a road (AAM-86)."""
    if by_road and has(unit, "high_gear"):
        return Modifier("high_gear", max(1, printed(unit, "high_gear")), say("High Gear: the whole move follows a road"), AAM_86)
    return None


def helps(unit: Unit, effect: Map[Value]) -> bool:
    """Tally-Ho! is for Soldiers (AAM-99)."""
    return is_soldier(unit) or not str(effect["name"]).lower().startswith("tally")


def told_rows(found: tuple[Modifier, ...]) -> tuple[Map[Value], ...]:
    return tuple(pairs(key=row.key, amount=row.at(0), why=english(row.why), ref=row.ref.id) for row in found)
