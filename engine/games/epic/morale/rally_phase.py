"""The order of rally tests: one by one, players alternating, the higher strategy rating first."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.strategy import leading_seat
from engine.games.epic.air.reserves import is_airborne, is_destroyed
from engine.games.epic.morale.memory import RallyEnd
from engine.games.epic.morale.rally import take_test
from engine.games.epic.morale.situation import Rallying, RallyPlace
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, call, choose, confirm, task, until
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Option, Prompt
from engine.values.situation import situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import say

NO_MORE = "none"


@rule(refs.EPIC_118, refs.EPIC_274)
def rally_all(state: GameState) -> Procedure:
    """Every formation that needs to tries once."""
    return (yield from until(is_over, state, task(rally_next)))


@rule(refs.EPIC_118, refs.EPIC_167, refs.EPIC_209, refs.EPIC_210, refs.EPIC_274)
def waiting(now: GameState, seat: int) -> tuple[Unit, ...]:
    """Formations broken or with markers that have not tried yet, passengers too, aircraft only
    on the ground."""
    return tuple(
        unit
        for unit in now.units.values()
        if unit.seat == seat
        and unit.where in ("table", "inside")
        and not has_tried(unit)
        and not is_airborne(unit)
        and not is_destroyed(unit)
        and (unit.count("broken") or unit.count("blast"))
    )


@rule(refs.EPIC_274)
def has_tried(unit: Unit) -> bool:
    """One attempt each end phase, made or passed."""
    return bool(unit.count("tried") or unit.count("rallied"))


def is_over(now: GameState) -> bool:
    return now.recall(RallyEnd).is_over or not (waiting(now, 0) or waiting(now, 1))


@rule(refs.EPIC_118, refs.EPIC_274)
def seat_to_rally(now: GameState) -> int:
    """The side that rallies next: in turns, the higher rating first; one without any lets the other
    finish."""
    first = leading_seat(now)
    tried = [sum(has_tried(unit) for unit in now.units.values() if unit.seat == seat) for seat in (0, 1)]
    seat = first if tried[first] <= tried[1 - first] else 1 - first
    return seat if waiting(now, seat) else 1 - seat


@rule(refs.EPIC_118, refs.EPIC_274)
def rally_next(state: GameState) -> Procedure:
    """The side whose turn it is names a formation."""
    state, formation = yield from choose(state, who_rallies, seat_to_rally(state))
    if formation == NO_MORE:
        return state.remember(RallyEnd(True))
    state, near = yield from confirm(state, whether_enemy_is_near, formation)
    return (yield from call(state, task(take_test, Rallying(formation, enemy_within_30=near))))


def who_rallies(now: GameState, seat: int) -> Prompt:
    names = waiting(now, seat)
    options = (
        *(Option(unit.id, say("{unit}", unit=unit.name)) for unit in names),
        Option(NO_MORE, say("no more rallying")),
    )
    tried = sum(unit.count("tried") for unit in now.units.values())
    text, known = say("which formation rallies?"), tuple(unit.id for unit in names)
    return Prompt(f"rally:{tried}", "choice", seat, text, refs.EPIC_118, known, options=options, default=NO_MORE)


def whether_enemy_is_near(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    key, text = f"enemy_within_30:{formation}", say("{unit}: enemy within 30 cm?", unit=unit.name)
    return Prompt(key, "confirm", unit.seat, text, refs.EPIC_118, (formation,), readings=("rally_enemies",))


@rule(refs.EPIC_118, refs.EPIC_274)
def order(now: GameState, rallying: Rallying) -> dict[str, Value]:
    """The order in which they try: alternating, the higher rating first, the rest of one side at
    the end."""
    queues = queues_of_sides(now, rallying)
    return {} if queues is None else {"order": in_turns(queues, leading_seat(now, rallying.rating))}


@rule(refs.EPIC_118)
def in_turns(queues: tuple[tuple[Value, ...], ...], first: int) -> tuple[Value, ...]:
    """One of each side after the other."""
    ours, theirs = list(queues[first]), list(queues[1 - first])
    found: list[Value] = []
    while ours or theirs:
        found += [side.pop(0) for side in (ours, theirs) if side]
    return tuple(found)


def queues_of_sides(now: GameState, rallying: Rallying) -> tuple[tuple[Value, ...], ...] | None:
    """Two lists of names, rows with a seat, or formations on the table."""
    queue = rallying.queue
    if queue is None:
        if rallying.formations is None:
            return None
        able = {unit.id for seat in (0, 1) for unit in waiting(now, seat)}
        return names_by_seat(now, tuple(name for name in rallying.formations if name in able))
    if all(isinstance(each, str) for each in queue):
        return names_by_seat(now, queue)
    if all(isinstance(each, tuple) for each in queue):
        if len(queue) != 2:
            raise Impossible(say("a queue for each of the two sides is needed"))
        return queue
    places = [situation_from(RallyPlace, each) for each in queue if isinstance(each, Map)]
    return tuple(tuple(each.id for each in places if each.seat == seat) for seat in (0, 1))


def names_by_seat(now: GameState, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name for name in names if now.unit(name).seat == seat) for seat in (0, 1))
