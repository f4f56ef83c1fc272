"""Withdrawal: two moves, and the end of those who stay near the enemy."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.formations.rows import lose_units, models, rows
from engine.games.epic.morale.situation import Withdrawing
from engine.games.epic.shooting.memory import BarrageTally, FireTally
from engine.games.epic.war_engines.criticals import may_explode, roll_criticals
from engine.games.epic.war_engines.hulls import damage_engine, hulls, is_engine
from engine.games.epic.war_engines.memory import criticals_due
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.playing.procedure import Procedure, call, confirm, number, task
from engine.values.maps import Value
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say

NEAR = 15
FEARLESS_NEAR = 5


@rule(refs.EPIC_112, refs.EPIC_143)
def withdraw(state: GameState, formation: str) -> Procedure:
    """The table moves the formation, enemies on overwatch may answer; then it says whether all are
    clear of the enemy, and if not, row by row, who ended too near."""
    state = yield from make_moves(state, formation)
    if state.unit(formation).gone:
        return state
    if has_several_to_look_at(state, formation):
        state, clear = yield from confirm(state, whether_all_are_clear, formation)
        if clear:
            return state
    for row in rows(state.unit(formation)):
        if is_engine(row) and state.reading("we_withdrawal") == "damage":
            for nth in reversed(range(row.left)):
                state, enemies = yield from number(state, how_many_enemies_near, formation, row.at, nth)
                state = damage_engine(state, formation, row.at, nth, enemies, refs.EPIC_113)
        elif row.left:
            state, near = yield from number(state, how_many_too_near, formation, row.at)
            kills = tuple(near if each.at == row.at else 0 for each in rows(state.unit(formation)))
            state = lose_units(state, formation, kills, refs.EPIC_113)
    if not criticals_due(state, formation):
        return state
    return (yield from call(state, task(roll_criticals, formation, "critical:withdrawal")))


@rule(refs.EPIC_113, refs.EPIC_259)
def make_moves(state: GameState, formation: str) -> Procedure:
    """Both moves are made, be it of 0 cm, and each may be answered; where they may be declined,
    the table says so first. An attack that is withdrawn from keeps its own count. Fire can end in a
    withdrawal, so the room of overwatch is read when it is needed."""
    from engine.games.epic.activation.overwatch import answer_on_overwatch, watchers

    if not watchers(state, formation):
        return state
    if state.reading("withdrawal") == "may":
        state, goes = yield from confirm(state, whether_it_moves, formation)
        if not goes:
            return state
    fire, barrage = state.recall(FireTally), state.recall(BarrageTally)
    moves = (task(answer_on_overwatch, formation, f"withdraw{nth}:{formation}") for nth in (1, 2))
    state = yield from call(state, *moves)
    return state.remember(fire).remember(barrage)


@rule(refs.EPIC_113)
def whether_it_moves(now: GameState, formation: str) -> Prompt:
    unit, key = now.unit(formation), f"withdraws:{formation}"
    text = say("{unit} withdraws: does it move, under the eyes of overwatch?", unit=unit.name)
    return Prompt(key, "confirm", unit.seat, text, refs.EPIC_113, (formation,), default=True, readings=("withdrawal",))


def has_several_to_look_at(now: GameState, formation: str) -> bool:
    """Whether more than one question would follow; a single one is asked at once."""
    by_hull = now.reading("we_withdrawal") == "damage"
    return sum(row.left if is_engine(row) and by_hull else bool(row.left) for row in rows(now.unit(formation))) > 1


@rule(refs.EPIC_113, refs.EPIC_143)
def whether_all_are_clear(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    text = say(
        "{unit} withdraws, up to two moves: are all clear of {limit} cm of the enemy?", unit=unit.name, limit=NEAR
    )
    if any(row.left and row.has("fearless") for row in rows(unit)):
        text = say(
            "{unit} withdraws, up to two moves: are all clear of {limit} cm of the enemy, the fearless of {near} cm?",
            unit=unit.name,
            limit=NEAR,
            near=FEARLESS_NEAR,
        )
    key, readings = f"withdraw:{formation}", ("withdrawal", "we_withdrawal")
    return Prompt(key, "confirm", unit.seat, text, refs.EPIC_113, (formation,), default=True, readings=readings)


def how_many_enemies_near(now: GameState, formation: str, at: int, nth: int) -> Prompt:
    """A war engine takes a point of damage for each enemy as near as that."""
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    text = say(
        "{unit} withdraws, up to two moves: how many enemies are within {limit} cm of {row}?",
        unit=unit.name,
        row=row.name,
        limit=FEARLESS_NEAR if row.has("fearless") else NEAR,
    )
    key = f"withdraw:{formation}:{at}" if row.start == 1 else f"withdraw:{formation}:{at}:{nth}"
    return Prompt(key, "number", unit.seat, text, refs.EPIC_113, (formation,), most=99, readings=("we_withdrawal",))


@rule(refs.EPIC_143)
def how_many_too_near(now: GameState, formation: str, at: int) -> Prompt:
    """Within 15 cm of an enemy a unit dies after its second move, a fearless one within 5 cm if
    it moved."""
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    text = say(
        "{unit} withdraws, up to two moves: how many of {row} end within {limit} cm of an enemy?",
        unit=unit.name,
        row=row.name,
        limit=FEARLESS_NEAR if row.has("fearless") else NEAR,
    )
    key, readings = f"withdraw:{formation}:{at}", ("withdrawal",)
    return Prompt(key, "number", unit.seat, text, refs.EPIC_113, (formation,), most=row.left, readings=readings)


# All units equally near, as the players say


def withdraw_as_described(state: GameState, withdrawing: Withdrawing) -> Procedure:
    """A withdrawal with all units equally near, or asked row by row."""
    formation = withdrawing.formation
    if not is_described(withdrawing):
        return (yield from withdraw(state, formation))
    state = yield from make_moves(state, formation)
    dead = units_too_near(state, withdrawing)
    if state.reading("we_withdrawal") == "destroyed":
        return lose_units(state, formation, dead, refs.EPIC_113)
    lines = rows(state.unit(formation))
    kills = tuple(0 if is_engine(row) else gone for row, gone in zip(lines, dead, strict=True))
    state = lose_units(state, formation, kills, refs.EPIC_113)
    for row in lines:
        for nth in reversed(range(dead[row.at] if is_engine(row) else 0)):
            state = damage_engine(state, formation, row.at, nth, withdrawing.enemies_within_15 or 1, refs.EPIC_113)
    return (yield from call(state, task(roll_criticals, formation)))


def is_described(withdrawing: Withdrawing) -> bool:
    """Whether the players say how near the enemy is."""
    return withdrawing.distance is not None or withdrawing.enemies_within_15 is not None


@rule(refs.EPIC_113, refs.EPIC_143)
def units_too_near(now: GameState, withdrawing: Withdrawing) -> tuple[int, ...]:
    """Who dies: within 15 cm, moved or not; the fearless only if they moved, within 5 cm."""
    distance, near = withdrawing.distance, bool(withdrawing.enemies_within_15)
    near_fearless = withdrawing.moved and (near if distance is None else distance <= FEARLESS_NEAR)
    near = near if distance is None else is_within(now, distance)
    lines = rows(now.unit(withdrawing.formation))
    return tuple(row.left if (near_fearless if row.has("fearless") else near) else 0 for row in lines)


@rule(refs.EPIC_113, refs.EPIC_143)
def is_within(now: GameState, distance: int) -> bool:
    """ "À moins de" 15 cm can be read strictly; "dans un rayon de" 5 cm, as for the fearless,
    cannot."""
    return distance < NEAR if now.reading("boundary") == "strict" else distance <= NEAR


@rule(refs.EPIC_113, refs.EPIC_161)
def losses(now: GameState, withdrawing: Withdrawing) -> dict[str, Value]:
    """Whether any unit is left, and how many die of each row; nothing where critical dice decide
    it."""
    if not is_described(withdrawing):
        return {}
    unit, dead = now.unit(withdrawing.formation), units_too_near(now, withdrawing)
    if now.reading("we_withdrawal") == "damage":
        points = withdrawing.enemies_within_15 or 1
        found = [(row, hulls(unit, row)[: dead[row.at]] if is_engine(row) else ()) for row in rows(unit)]
        if any(hull.damage + points < row.weight and may_explode(row) for row, near in found for hull in near):
            return {}
        dead = tuple(
            sum(hull.damage + points >= row.weight for hull in near) if is_engine(row) else dead[row.at]
            for row, near in found
        )
    return {"destroyed": sum(dead) == models(now, unit.id), "units": dead}


def outcomes_of_withdrawal(withdrawing: Withdrawing) -> dict[str, Show]:
    return {"left": lambda after: models(after, withdrawing.formation)}
