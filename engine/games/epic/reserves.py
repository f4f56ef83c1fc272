"""Who is in the air, off the table or in orbit, and who may still act."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic.formations import Row, rows
from engine.games.epic.refs import EPIC_09, EPIC_38, EPIC_187, EPIC_222, EPIC_253
from engine.values.maps import Value
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

AIR = ("interception", "ground_attack", "cap", "cap_interception", "stand_down")
PATROLS = ("interception", "cap", "cap_interception")


def made_of(unit: Unit, kind: str) -> bool:
    if unit.stated("units") is None:
        return False
    lines = [row for row in rows(unit) if row.start]
    return bool(lines) and all(row.type == kind for row in lines)


def flies(unit: Unit) -> bool:
    """A formation of aircraft (EPIC-187)."""
    return made_of(unit, "AC")


def orbits(unit: Unit) -> bool:
    """A spacecraft (EPIC-216)."""
    return made_of(unit, "SC")


def airborne(unit: Unit) -> bool:
    """Aircraft that have not landed: neither suppressed nor broken nor rallied (EPIC-209, 210)."""
    return flies(unit) and not unit.count("landed")


def bombers(unit: Unit) -> tuple[Row, ...]:
    return tuple(row for row in rows(unit) if row.left and row.card.get("speed") == "bomber")


def no_more(unit: Unit) -> bool:
    """Destroyed, or without a unit left (EPIC-09)."""
    return unit.gone or (
        unit.stated("units") is not None and bool(rows(unit)) and not any(row.left for row in rows(unit))
    )


def put(state: GameState, formation: str, where: str) -> GameState:
    """Somewhere else; the table is where nothing else is said."""
    return state.set(formation, "where", where if where != "table" else None)


def destroyed(
    now: GameState, formation: str | None = None, attacker: str | None = None, by: str | None = None, **_: Value
) -> Refusal | None:
    """Formations that are no more do nothing (EPIC-09)."""
    name = formation or attacker or by
    if name and no_more(now.unit(name)):
        return Refusal("destroyed", say("{unit} is destroyed", unit=now.unit(name).name), EPIC_09)
    return None


def absent(
    now: GameState, formation: str | None = None, attacker: str | None = None, by: str | None = None, **_: Value
) -> Refusal | None:
    """Aboard or off the table nobody fights; a spacecraft does from orbit (EPIC-187, 232, 253)."""
    name = formation or attacker or by
    if not name or now.unit(name).where not in ("reserve", "inside") or orbits(now.unit(name)):
        return None
    if now.unit(name).where == "inside":
        return Refusal("aboard", say("{unit} is aboard and takes no action", unit=now.unit(name).name), EPIC_253)
    return Refusal("reserve", say("{unit} is not on the table", unit=now.unit(name).name), EPIC_187)


def own_formation(now: GameState, by: str | None = None, target: str | None = None, **_: Value) -> Refusal | None:
    if by and target and now.unit(by).seat == now.unit(target).seat:
        return Refusal("friend", say("{unit} is no enemy", unit=now.unit(target).name), EPIC_38)
    return None


def nobody_there(now: GameState, target: str | None = None, **_: Value) -> Refusal | None:
    """Nobody attacks who is destroyed, off the table or aboard (EPIC-38, 253)."""
    if target and (no_more(now.unit(target)) or now.unit(target).where in ("reserve", "inside")):
        return Refusal("nobody_there", say("{unit} is not on the table", unit=now.unit(target).name), EPIC_38)
    return None


def down_already(now: GameState, formation: str, **_: Value) -> Refusal | None:
    """In the battle only those come down by planetfall that are off the table (EPIC-222, 225)."""
    if now.step == "action" and now.unit(formation).where == "table":
        return Refusal("on_the_table", say("{unit} is on the table already", unit=now.unit(formation).name), EPIC_222)
    return None


def able_to_act(now: GameState, seat: int | None = None) -> Iterator[Unit]:
    """Formations on the table, aircraft that wait beside it but not on patrol, and a spacecraft
    in its turn (EPIC-187, 193, 213, 218)."""
    for unit in now.units.values():
        if seat not in (None, unit.seat) or unit.where in ("destroyed", "inside") or unit.count("cap"):
            continue
        waits = unit.count("due") == now.turn if orbits(unit) else unit.where == "table" or flies(unit)
        idle = unit.count("landed") and now.reading("landed_later") == "idle"
        if waits and not idle:
            yield unit
