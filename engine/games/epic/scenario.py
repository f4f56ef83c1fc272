"""The tournament scenario: set-up, garrisons, objectives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.epic.cards import ROW
from engine.games.epic.formations import Row, number, row_of, rows
from engine.games.epic.refs import (
    EPIC_226,
    EPIC_227,
    EPIC_228,
    EPIC_229,
    EPIC_230,
    EPIC_231,
    EPIC_234,
    EPIC_235,
    EPIC_236,
    EPIC_237,
    EPIC_281,
)
from engine.games.epic.strategy import leading_seat, rating_of, roll_off, won
from engine.games.epic.terrain import IMPASSABLE, TERRAINS, ground
from engine.playing.procedure import Procedure, choose, settle_ledger, task, until
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Line, Option, Prompt, Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

NEAR, APART, SLOW, GARRISONS_ON_OVERWATCH = 15, 30, 15, 2  # EPIC-229, 233, 234, 235, 237


def setup(state: GameState) -> Procedure:
    """Player A by strategy rating, a die if tied; his edge; then what the hands do, step by step
    (EPIC-228, 281)."""
    a = leading_seat(state)
    if rating_of(state, 0) == rating_of(state, 1):
        state = yield from until(won, state, task(roll_off))
        a = state.noted("winner") - 1
    state = state.set(f"@{a}", "player_a", True).set(f"@{1 - a}", "player_a", False)
    state, _ = yield from choose(state, edge, a)
    state = yield from settle_ledger(state, to_do)
    return replace(state, scenario="tournament")


def edge(now: GameState, a: int) -> Prompt:
    options = (Option("edge", say("a long table edge")), Option("corner", say("a corner, to half of each side")))
    return Prompt("edge", "choice", a, say("choose your table edge; the opponent faces it"), EPIC_228, options=options)


def to_do(now: GameState) -> Prompt:
    lines = tuple(Line(text, ref, ()) for text, ref in things_to_do())
    return Prompt("setup", "ledger", 0, say("set-up"), EPIC_281, lines=lines)


def things_to_do() -> Iterator[tuple[Text, Ref]]:
    """In the order of the scenario; player A begins each (EPIC-226, 227, 229, 230, 231, 234,
    235, 236)."""
    yield say("2000 to 6000 points a side on a table of 120 x 180 cm"), EPIC_226
    yield say("at least 12 terrain pieces of 15 to 30 cm; a river has a ford or bridge every 30 cm"), EPIC_227
    yield (
        say("in turns, three objectives each: one on your edge, two in the enemy half, 30 cm from edge and others"),
        EPIC_229,
    )
    yield say("spacecraft; units for planetfall are put aside"), EPIC_230
    yield say("reserves are named openly: aircraft, and what comes by air, teleport or portal"), EPIC_231
    yield say("in turns, garrisons within 15 cm of an objective in your half"), EPIC_234
    yield say("up to two garrisons a side may be on overwatch"), EPIC_235
    yield say("in turns, all other formations within 15 cm of your edge"), EPIC_236


# Garrisons


def rows_told(now: GameState, formation: str | None, units: Value) -> tuple[Row, ...] | None:
    """Whoever is left of the units in a list, or of a formation on the table; numbers alone tell
    of no rows (EPIC-233)."""
    if not isinstance(units, tuple) and not formation:
        return None
    told = Unit("", 0, Map({"units": units})) if isinstance(units, tuple) else now.unit(formation)
    if formation:
        row_of(now.unit(formation), 0)  # a card without units is a mistake: it says so
    return tuple(row for row in rows(told) if row.left)


def clauses(
    lines: tuple[Row, ...] | None,
    units: Value,
    scouts: int | None,
    fast: int | None,
    war_engines: int | None,
    immobile: int | None,
) -> tuple[str, ...]:
    """Half or more scouts; no war engine and at most one unit faster than 15 cm; a unit that
    cannot move; never aircraft (EPIC-231, 233)."""
    if lines is not None:
        if not lines or any(row.type in ("AC", "SC") for row in lines):
            return ()  # nobody, or those that wait in reserve (EPIC-231)
        units = sum(row.left for row in lines)
        scouts = sum(row.left for row in lines if row.has("scout"))
        fast = sum(row.left for row in lines if number(row.card.get("speed")) > SLOW)
        war_engines = sum(row.left for row in lines if row.type == "WE")
        immobile = sum(row.left for row in lines if row.card.get("speed") == 0)
    known = (
        ("scouts", bool(units) and 2 * (scouts or 0) >= number(units)),
        ("slow", fast is not None and fast <= 1 and not war_engines),
        ("immobile", bool(immobile)),
    )
    return tuple(name for name, holds in known if holds)


def garrisoned(state: GameState, formation: str | None = None, overwatch: bool = False, **told: Value) -> Procedure:
    """Placed as a garrison, perhaps on overwatch (EPIC-234, 235, 283)."""
    if formation is None:
        return state
    return state.set(formation, "garrison", True).set(formation, "overwatch", overwatch)
    yield


def garrison_told(
    now: GameState,
    formation: str | None = None,
    distance: int | None = None,
    half: str = "own",
    terrain: str = "open_ground",
    overwatch: bool = False,
    on_overwatch: int | None = None,
    **told: Value,
) -> dict[str, Value]:
    """Whether it may be one, by which clause, and whether it may stand there (EPIC-233, 234,
    235)."""
    lines = rows_told(now, formation, told.get("units"))
    found = clauses(lines, *(told.get(key) for key in ("units", "scouts", "fast", "war_engines", "immobile")))  # type: ignore[arg-type]
    near = distance is None or (distance < NEAR if now.reading("boundary") == "strict" else distance <= NEAR)
    kinds = {(row.type, row.has("mounted")) for row in lines or ()} or {("INF", False)}
    there = near and half == "own" and all(ground(*kind, terrain)[1] != IMPASSABLE for kind in kinds)
    return {
        "eligible": bool(found),
        "by": found,
        "legal": bool(found) and there and (not overwatch or watched(now, formation, on_overwatch)),
    }


def watched(now: GameState, formation: str | None, told: int | None) -> bool:
    """Fewer than two garrisons of that side are on overwatch yet (EPIC-235)."""
    if told is None:
        seat = now.unit(formation).seat if formation else now.seat
        told = sum(
            1
            for unit in now.units.values()
            if unit.seat == seat and unit.count("garrison") and unit.count("overwatch") and unit.id != formation
        )
    return told < GARRISONS_ON_OVERWATCH


def too_many_on_overwatch(
    now: GameState, formation: str | None = None, overwatch: bool = False, **_: Value
) -> Refusal | None:
    if formation and overwatch and not watched(now, formation, None):
        return Refusal("two_garrisons", say("two garrisons are on overwatch already"), EPIC_235)
    return None


GARRISON = Opening(
    "garrison",
    say("garrison"),
    EPIC_234,
    garrisoned,
    Record(
        (
            *fields(
                formation=UnitId(),
                units=Either((Whole(0, 999), ListOf(ROW))),
                scouts=Whole(0, 999),
                fast=Whole(0, 999),
                war_engines=Whole(0, 99),
                immobile=Whole(0, 99),
                distance=Whole(0, 999),
                on_overwatch=Whole(0, 99),
            ),
            Field("half", Word(("own", "enemy")), default="own"),
            Field("terrain", Word(TERRAINS), default="open_ground"),
            Field("overwatch", Flag(), default=False),
        )
    ),
    (too_many_on_overwatch,),
    actor="formation",
    tells=garrison_told,
)


# Objectives


def held_by(now: GameState, units: tuple[Map[Value], ...]) -> tuple[int | None, bool]:
    """Who controls an objective, and whether it is contested: broken and just rallied formations
    do not count, an aircraft that landed this turn only contests (EPIC-237, 238, 239, 240, 241)."""
    strict = now.reading("boundary") == "strict"
    near = [
        unit
        for unit in units
        if (number(unit["distance"]) < NEAR if strict else number(unit["distance"]) <= NEAR)
        and not unit.get("broken")
        and not unit.get("rallied")
    ]
    seats = {number(unit["seat"]) for unit in near}
    holders = {number(unit["seat"]) for unit in near if not unit.get("landed")}
    return (next(iter(seats)) if len(seats) == 1 and holders == seats else None), len(seats) > 1


def may_be_placed(told: Map[Value]) -> bool:
    """The first on one's own edge; the others in the enemy half, 30 cm from his edge and from
    all placed before (EPIC-229)."""
    from_objectives = told.get("from_objectives")
    others = (
        [number(each) for each in from_objectives]
        if isinstance(from_objectives, tuple)
        else [from_objectives]
        if isinstance(from_objectives, int)
        else []
    )
    if told["number"] == 1:
        return told["half"] == "own" and number(told.get("from_edge")) == 0
    return (
        told["half"] == "enemy"
        and number(told.get("from_edge"), APART) >= APART
        and all(each >= APART for each in others)
    )


def objective_told(
    now: GameState, units: tuple[Map[Value], ...] | None = None, placing: Map[Value] | None = None
) -> dict[str, Value]:
    found: dict[str, Value] = {}
    if units is not None:
        control, contested = held_by(now, units)
        found |= {"control": control, "contested": contested}
    return {**found, "legal": may_be_placed(placing)} if placing is not None else found


OBJECTIVE = Opening(
    "objective",
    say("objective"),
    EPIC_237,
    nothing,
    Record(
        fields(
            units=ListOf(
                Record(
                    (
                        Field("seat", Whole(0, 1), required=True),
                        Field("distance", Whole(0, 999), default=0),
                        Field("broken", Flag(), default=False),
                        Field("rallied", Flag(), default=False),
                        Field("landed", Flag(), default=False),
                    )
                )
            ),
            placing=Record(
                (
                    Field("number", Whole(1, 3), required=True),
                    Field("half", Word(("own", "enemy")), required=True),
                    *fields(from_edge=Whole(0, 999)),
                    Field("from_objectives", ListOf(Whole(0, 999)), default=()),
                )
            ),
        )
    ),
    tells=objective_told,
)
SET_UP = Opening("setup", say("set-up"), EPIC_281, setup)
