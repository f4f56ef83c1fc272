"""Withdrawal: two moves, and the end of those who stay near the enemy."""

from __future__ import annotations

from engine.games.epic.formations import lose, models, rows
from engine.games.epic.refs import EPIC_112, EPIC_113
from engine.kinds import Field, Flag, Record, UnitId, Whole, fields
from engine.maps import Value
from engine.model import GameState, Prompt
from engine.procedure import Procedure, number
from engine.rules import Opening
from engine.texts import say

NEAR, FEARLESS_NEAR = 15, 5


def withdrawal(state: GameState, formation: str) -> Procedure:
    """The table moves the formation; then it says, row by row, who ended too near (EPIC-112, 113, 143)."""
    for row in rows(state.unit(formation)):
        if row.left and not state.unit(formation).gone:
            state, near = yield from number(state, too_near, formation, row.at)
            state = lose(state, formation, tuple(near if each.at == row.at else 0 for each in rows(state.unit(formation))))
    return state


def too_near(now: GameState, formation: str, at: int) -> Prompt:
    """Within 15 cm of an enemy a unit dies after its second move, a fearless one within 5 cm if it moved (EPIC-113, 143)."""
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    limit = FEARLESS_NEAR if row.has("fearless") else NEAR
    text = say("{unit} withdraws, up to two moves: how many of {row} end within {limit} cm of an enemy?", unit=unit.name,
               row=row.name, limit=limit)
    return Prompt(f"withdraw:{formation}:{at}", "number", unit.seat, text, EPIC_113, (formation,), most=row.left,
                  readings=("withdrawal",))


def pulled_back(state: GameState, formation: str, moved: bool = True, distance: int | None = None,
                enemies_within_15: int | None = None) -> Procedure:
    """A withdrawal with everybody equally near, or asked row by row."""
    if distance is None and enemies_within_15 is None:
        return (yield from withdrawal(state, formation))
    return lose(state, formation, doomed(state, formation, moved, distance, enemies_within_15))


def doomed(now: GameState, formation: str, moved: bool = True, distance: int | None = None,
           enemies_within_15: int | None = None) -> tuple[int, ...]:
    """Who dies: within 15 cm, moved or not; the fearless only if they moved, within 5 cm (EPIC-113, 143)."""
    strict = now.reading("boundary") == "strict"
    far = distance if distance is not None else 1 if enemies_within_15 else NEAR + 1
    found = []
    for row in rows(now.unit(formation)):
        limit = FEARLESS_NEAR if row.has("fearless") else NEAR
        safe = row.has("fearless") and not moved
        # "à moins de" for the many, "dans un rayon de" for the fearless: only the first can be read strictly
        near = far < limit if strict and not row.has("fearless") else far <= limit
        found.append(row.left if near and not safe else 0)
    return tuple(found)


def told(now: GameState, formation: str, moved: bool = True, distance: int | None = None,
         enemies_within_15: int | None = None) -> dict[str, Value]:
    """Whether any unit dies, and how many of each row."""
    if distance is None and enemies_within_15 is None:
        return {}
    dead = doomed(now, formation, moved, distance, enemies_within_15)
    return {"destroyed": bool(models(now, formation)) and sum(dead) == models(now, formation), "units": dead}


WITHDRAW = Opening("withdraw", say("withdraw"), EPIC_112, pulled_back, Record((
    Field("formation", UnitId(), required=True), Field("moved", Flag(), default=True),
    *fields(distance=Whole(0, 999), enemies_within_15=Whole(0, 99)),
)), actor="formation", tells=told)
