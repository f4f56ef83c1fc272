"""Withdrawal: two moves, and the end of those who stay near the enemy."""

from __future__ import annotations

from engine.games.epic.formations import lose, models, rows
from engine.games.epic.hulls import damaged, engine, hulls, pending
from engine.games.epic.refs import EPIC_112, EPIC_113
from engine.games.epic.warengines import criticals
from engine.playing.procedure import Procedure, call, number, task
from engine.playing.rules import Opening
from engine.values.kinds import Field, Flag, Record, UnitId, Whole, fields
from engine.values.maps import Value
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say

NEAR, FEARLESS_NEAR = 15, 5  # EPIC-113, 143


def withdrawal(state: GameState, formation: str) -> Procedure:
    """The table moves the formation; then it says, row by row, who ended too near (EPIC-112,
    113, 143)."""
    if state.unit(formation).gone:
        return state
    for row in rows(state.unit(formation)):
        if engine(row) and state.reading("we_withdrawal") == "damage":
            for nth in reversed(range(row.left)):
                state, enemies = yield from number(state, beset, formation, row.at, nth)
                state = damaged(state, formation, row.at, nth, enemies)
        elif row.left:
            state, near = yield from number(state, too_near, formation, row.at)
            state = lose(
                state, formation, tuple(near if each.at == row.at else 0 for each in rows(state.unit(formation)))
            )
    if not pending(state, formation):
        return state
    return (yield from call(state, task(criticals, formation=formation, key="critical:withdrawal")))


def beset(now: GameState, formation: str, at: int, nth: int) -> Prompt:
    """A war engine takes a point of damage for each enemy as near as that (EPIC-113)."""
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    text = say(
        "{unit} withdraws, up to two moves: how many enemies are within {limit} cm of {row}?",
        unit=unit.name,
        row=row.name,
        limit=FEARLESS_NEAR if row.has("fearless") else NEAR,
    )
    key = f"withdraw:{formation}:{at}" if row.start == 1 else f"withdraw:{formation}:{at}:{nth}"
    return Prompt(key, "number", unit.seat, text, EPIC_113, (formation,), most=99, readings=("we_withdrawal",))


def too_near(now: GameState, formation: str, at: int) -> Prompt:
    """Within 15 cm of an enemy a unit dies after its second move, a fearless one within 5 cm if
    it moved (EPIC-113, 143)."""
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    limit = FEARLESS_NEAR if row.has("fearless") else NEAR
    text = say(
        "{unit} withdraws, up to two moves: how many of {row} end within {limit} cm of an enemy?",
        unit=unit.name,
        row=row.name,
        limit=limit,
    )
    return Prompt(
        f"withdraw:{formation}:{at}",
        "number",
        unit.seat,
        text,
        EPIC_113,
        (formation,),
        most=row.left,
        readings=("withdrawal",),
    )


def pulled_back(
    state: GameState,
    formation: str,
    moved: bool = True,
    distance: int | None = None,
    enemies_within_15: int | None = None,
) -> Procedure:
    """A withdrawal with everybody equally near, or asked row by row."""
    if distance is None and enemies_within_15 is None:
        return (yield from withdrawal(state, formation))
    dead = doomed(state, formation, moved, distance, enemies_within_15)
    state = state.note(**{f"fled:{formation}": True})
    if state.reading("we_withdrawal") == "destroyed":
        return lose(state, formation, dead)
    lines = rows(state.unit(formation))
    state = lose(state, formation, tuple(0 if engine(row) else gone for row, gone in zip(lines, dead, strict=True)))
    for row in lines:
        for nth in reversed(range(dead[row.at] if engine(row) else 0)):
            state = damaged(state, formation, row.at, nth, enemies_within_15 or 1)
    return (yield from call(state, task(criticals, formation=formation)))


def doomed(
    now: GameState,
    formation: str,
    moved: bool = True,
    distance: int | None = None,
    enemies_within_15: int | None = None,
) -> tuple[int, ...]:
    """Who dies: within 15 cm, moved or not; the fearless only if they moved, within 5 cm
    (EPIC-113, 143)."""
    near = bool(enemies_within_15) if distance is None else within(now, distance)
    near_fearless = moved and (bool(enemies_within_15) if distance is None else distance <= FEARLESS_NEAR)
    return tuple(
        row.left if (near_fearless if row.has("fearless") else near) else 0 for row in rows(now.unit(formation))
    )


def within(now: GameState, distance: int) -> bool:
    """ "À moins de" 15 cm can be read strictly; "dans un rayon de" 5 cm, as for the fearless,
    cannot (EPIC-113, 143)."""
    return distance < NEAR if now.reading("boundary") == "strict" else distance <= NEAR


def survivors_out(now: GameState, formation: str, near: tuple[int, ...], enemies: int) -> tuple[int, ...]:
    """Of the war engines too near only those die whose capacity the damage reaches, criticals
    aside (EPIC-113, 161)."""
    unit = now.unit(formation)
    if now.reading("we_withdrawal") == "destroyed":
        return near
    return tuple(
        sum(hull.damage + enemies >= row.weight for hull in hulls(unit, row)[:gone]) if engine(row) else gone
        for row, gone in zip(rows(unit), near, strict=True)
    )


def told(
    now: GameState,
    formation: str,
    moved: bool = True,
    distance: int | None = None,
    enemies_within_15: int | None = None,
) -> dict[str, Value]:
    """Whether any unit dies, and how many of each row."""
    if distance is None and enemies_within_15 is None:
        return {}
    dead = survivors_out(
        now, formation, doomed(now, formation, moved, distance, enemies_within_15), enemies_within_15 or 1
    )
    return {"destroyed": sum(dead) == models(now, formation), "units": dead}


WITHDRAW = Opening(
    "withdraw",
    say("withdraw"),
    EPIC_112,
    pulled_back,
    Record(
        (
            Field("formation", UnitId(), required=True),
            Field("moved", Flag(), default=True),
            *fields(distance=Whole(0, 999), enemies_within_15=Whole(0, 99)),
        )
    ),
    actor="formation",
    tells=told,
    asks=("enemies_within_15",),
)
