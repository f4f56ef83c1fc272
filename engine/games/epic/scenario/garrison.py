"""Garrisons: who may be one, where it may stand, and which of them are on overwatch."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow, number, row_of, rows
from engine.games.epic.scenario.objectives import is_near
from engine.games.epic.scenario.situation import Garrison
from engine.games.epic.terrain.ground import IMPASSABLE, ground
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, call, choose, confirm, task, until
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

SLOW = 15
MOST_ON_OVERWATCH = 2
NO_MORE = "none"


class Troops(NamedTuple):
    """How many units there are, and how many of each kind that counts; None is not known."""

    units: int = 0
    scouts: int = 0
    fast: int | None = None
    war_engines: int = 0
    immobile: int = 0


@rule(refs.EPIC_234, refs.EPIC_283)
def place_garrison(state: GameState, garrison: Garrison) -> Procedure:
    """Placed as a garrison, perhaps on overwatch."""
    formation = garrison.formation
    if formation is None:
        return state
    state = state.set(formation, "garrison", True, refs.EPIC_234)
    return state.set(formation, "overwatch", garrison.overwatch, refs.EPIC_235)
    yield


# In the set-up


class GarrisonTurn(NamedTuple):
    """The side that places a garrison next, and the sides that place no more."""

    seat: int = 0
    passed: frozenset[int] = frozenset()


@rule(refs.EPIC_234)
def place_garrisons(state: GameState, first: int) -> Procedure:
    """In turns, player A first, as many as each side has and wants."""
    return (yield from until(are_all_placed, state.remember(GarrisonTurn(first)), task(place_next_garrison)))


@rule(refs.EPIC_233)
def candidates(now: GameState, seat: int) -> tuple[Unit, ...]:
    """Formations that may still be garrisons, unless their side places no more."""
    if seat in now.recall(GarrisonTurn).passed:
        return ()
    return tuple(
        unit
        for unit in now.standing(seat)
        if not unit.count("garrison") and unit.stated("units") is not None and clauses(troops_of(rows(unit)))
    )


def are_all_placed(now: GameState) -> bool:
    return not candidates(now, 0) and not candidates(now, 1)


@rule(refs.EPIC_234, refs.EPIC_235)
def place_next_garrison(state: GameState) -> Procedure:
    """A side names one, and says whether it is on overwatch, or places no more."""
    turn = state.recall(GarrisonTurn)
    seat = turn.seat if candidates(state, turn.seat) else 1 - turn.seat
    state, formation = yield from choose(state, which_garrison, seat)
    if formation == NO_MORE:
        return state.remember(turn._replace(passed=turn.passed | {seat}))
    is_waiting = False
    if may_be_on_overwatch(state, formation, None):
        state, is_waiting = yield from confirm(state, whether_on_overwatch, formation)
    state = yield from call(state, task(place_garrison, Garrison(formation, overwatch=is_waiting)))
    return state.remember(GarrisonTurn(1 - seat, turn.passed))


def which_garrison(now: GameState, seat: int) -> Prompt:
    able = candidates(now, seat)
    placed = sum(unit.count("garrison") for unit in now.units.values())
    options = (
        Option(NO_MORE, say("no more garrisons")),
        *(Option(unit.id, say("{unit}", unit=unit.name)) for unit in able),
    )
    text, known = say("a garrison within 15 cm of an objective in your half?"), tuple(unit.id for unit in able)
    key = f"garrison:{seat}:{placed}"
    return Prompt(key, "choice", seat, text, refs.EPIC_234, known, options=options, default=NO_MORE)


def whether_on_overwatch(now: GameState, formation: str) -> Prompt:
    unit, text = now.unit(formation), say("{unit}: on overwatch?", unit=now.unit(formation).name)
    key = f"garrison_overwatch:{formation}"
    return Prompt(key, "confirm", unit.seat, text, refs.EPIC_235, (formation,), default=False)


# As a question


@rule(refs.EPIC_233, refs.EPIC_234, refs.EPIC_235)
def eligibility(now: GameState, garrison: Garrison) -> dict[str, Value]:
    """Whether it may be one, by which clause, and whether it may stand there."""
    lines = rows_left(now, garrison)
    found = clauses(troops_stated(garrison) if lines is None else troops_of(lines))
    near = garrison.distance is None or is_near(now, garrison.distance)
    kinds = {(row.type, row.has("mounted")) for row in lines or ()} or {("INF", False)}
    there = near and garrison.half == "own" and all(ground(*kind, garrison.terrain)[1] != IMPASSABLE for kind in kinds)
    allowed = not garrison.overwatch or may_be_on_overwatch(now, garrison.formation, garrison.on_overwatch)
    return {"eligible": bool(found), "by": found, "legal": bool(found) and there and allowed}


@rule(refs.EPIC_233)
def rows_left(now: GameState, garrison: Garrison) -> tuple[UnitRow, ...] | None:
    """What is left of the units in a list, or of a formation on the table; numbers alone have no
    rows."""
    if garrison.formation:
        row_of(now.unit(garrison.formation), 0)  # a card without units is a mistake: it says so
    if isinstance(garrison.units, tuple):
        return tuple(row for row in rows(Unit("", 0, Map({"units": garrison.units}))) if row.left)
    return tuple(row for row in rows(now.unit(garrison.formation)) if row.left) if garrison.formation else None


def troops_stated(garrison: Garrison) -> Troops:
    return Troops(
        number(garrison.units), garrison.scouts or 0, garrison.fast, garrison.war_engines or 0, garrison.immobile or 0
    )


@rule(refs.EPIC_231, refs.EPIC_233)
def troops_of(lines: tuple[UnitRow, ...]) -> Troops:
    """Aircraft and spacecraft, which wait in reserve, are no troops."""
    if any(row.type in ("AC", "SC") for row in lines):
        return Troops()
    return Troops(
        sum(row.left for row in lines),
        sum(row.left for row in lines if row.has("scout")),
        sum(row.left for row in lines if number(row.card.get("speed")) > SLOW) if lines else None,
        sum(row.left for row in lines if row.type == "WE"),
        sum(row.left for row in lines if row.card.get("speed") == 0),
    )


@rule(refs.EPIC_233)
def clauses(troops: Troops) -> tuple[str, ...]:
    """Half or more scouts; no war engine and at most one unit faster than 15 cm; a unit that
    cannot move."""
    known = (
        ("scouts", 0 < troops.units <= 2 * troops.scouts),
        ("slow", troops.fast is not None and troops.fast <= 1 and not troops.war_engines),
        ("immobile", troops.immobile > 0),
    )
    return tuple(name for name, holds in known if holds)


@rule(refs.EPIC_235)
def may_be_on_overwatch(now: GameState, formation: str | None, others: int | None) -> bool:
    """Fewer than two other garrisons of that side are on overwatch."""
    if others is None:
        seat = now.unit(formation).seat if formation else now.seat
        side = [unit for unit in now.units.values() if unit.seat == seat and unit.id != formation]
        others = sum(1 for unit in side if unit.count("garrison") and unit.count("overwatch"))
    return others < MOST_ON_OVERWATCH


def no_third_on_overwatch(now: GameState, garrison: Garrison) -> Refusal | None:
    """Two garrisons of a side may be on overwatch."""
    if garrison.formation and garrison.overwatch and not may_be_on_overwatch(now, garrison.formation, None):
        return Refusal("two_garrisons", say("two garrisons are on overwatch already"), refs.EPIC_235)
    return None
