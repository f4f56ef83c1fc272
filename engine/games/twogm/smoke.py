"""Smoke: shells around the own square, screens before others; who is in it, and for how long."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm.field import distance, on_square, standing
from engine.games.twogm.markers import handled, unready
from engine.games.twogm.moments import MOMENT, PHASES, own, phase, since, to_next_start, to_same_start
from engine.games.twogm.refs import TWOGM_40, TWOGM_122, TWOGM_123
from engine.games.twogm.units import absent, key
from engine.games.twogm.weapons import place_of, reach
from engine.playing.procedure import Procedure
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Field, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Value
from engine.values.model import Change, Line, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

MODIFIER = {"shell": (1, 1), "screen": (2, 2)}
FIRE = PHASES.index("fire")


def tells(now: GameState, kind: str, cast_in: Value, asked_in: Value, owner: int = 0) -> dict[str, Value]:
    """Whether smoke still hides its units, and by how much (2GM-122, 123)."""
    active = since(cast_in, asked_in, owner) < lasts(now, kind, cast_in, owner)
    return {"active": active, "modifier": MODIFIER[kind] if active else (0, 0)}


def lasts(now: GameState, kind: str, cast_in: Value, owner: int) -> int:
    """A shell until anybody's next Start phase, or its user's by another reading; a screen until
    its caster's (2GM-122, 123)."""
    if kind == "shell" and (now.reading("shell_end") == "next_start" or not own(cast_in, owner)):
        return to_next_start(cast_in)
    return to_same_start(cast_in)


def out_of_time(now: GameState, kind: str, cast_in: Value, owner: int = 0, **_: Value) -> Refusal | None:
    """A screen in the own turn only; a shell in the enemy turn before its Fire phase (2GM-122,
    123)."""
    if own(cast_in, owner):
        return None
    if kind == "screen":
        return Refusal("own_turn_only", say("a Smoke Screen is laid in the own turn only"), TWOGM_123)
    if phase(cast_in) >= FIRE:
        return Refusal("too_late", say("in the enemy turn a Smoke Shell is used before the Fire phase"), TWOGM_122)
    return None


SITUATION = Record(
    (*required(kind=Word(("shell", "screen")), cast_in=MOMENT, asked_in=MOMENT), Field("owner", Whole(0, 1), default=0))
)
SMOKE = Opening("smoke", say("smoke"), TWOGM_122, nothing, SITUATION, (out_of_time,), tells=tells)


# Laying smoke


def lay_smoke(state: GameState, unit: str, item: str = "Smoke Shell", on: tuple[str, ...] | None = None) -> Procedure:
    """A shell hides every unit of its square, a screen those of up to three squares in a row;
    the marker is used (2GM-122, 123, 124, 191)."""
    by = state.unit(unit)
    for each in on if on is not None else together(state, by):
        state = hidden(state, each, kind_of(item), by.seat)
    return handled(state, unit, item)
    yield


def kind_of(item: str) -> str:
    return "screen" if key(item) == "smoke_screen" else "shell"


def together(now: GameState, unit: Unit) -> tuple[str, ...]:
    """A unit, and whoever is on its square by what the table knows (2GM-122)."""
    cover = [each.id for each in now.units.values() if each.trackers.get("at_cover") == unit.id]
    vehicle = [str(unit.trackers.get("at_cover"))] if str(unit.trackers.get("at_cover")) in now.units else []
    there = [each.id for each in on_square(now, unit.count("row"), unit.count("column"), unit.seat)]
    return tuple(dict.fromkeys((unit.id, *cover, *vehicle, *there)))


def hidden(state: GameState, unit: str, kind: str, seat: int) -> GameState:
    """Smoke on a unit, kept wherever it goes; two kinds do not add up (2GM-124, 191)."""
    kinds = kinds_on(state.unit(unit))
    state = state.set(unit, "screen_by", seat + 1) if kind == "screen" else state
    return state.set(unit, "smoke", (*kinds, kind) if kind not in kinds else kinds)


def kinds_on(unit: Unit) -> tuple[str, ...]:
    """The smoke on a unit, in the order it came."""
    held = unit.trackers.get("smoke")
    return tuple(str(each) for each in (held if isinstance(held, tuple) else (held,)) if each in MODIFIER)


def no_smoke(now: GameState, unit: str, item: str = "Smoke Shell", on: tuple[str, ...] | None = None) -> Refusal | None:
    """In time, with a marker that is ready, in reach (2GM-122, 123)."""
    by = now.unit(unit)
    return (
        absent(TWOGM_122, by)
        or out_of_time(now, kind_of(item), (now.seat, now.step), by.seat)
        or unready(now, by, item)
        or out_of_place(now, by, kind_of(item), on or ())
    )


def out_of_place(now: GameState, by: Unit, kind: str, on: tuple[str, ...]) -> Refusal | None:
    """A shell on its own square; a screen in range of the primary weapon, three squares of one
    row; by what the board knows (2GM-122, 123)."""
    places = {place for each in on for place in standing(now.unit(each))}
    if not places or not standing(by):
        return None
    if kind == "shell":
        away = places != set(standing(by))
        return Refusal("not_there", say("a Smoke Shell hides its own square only"), TWOGM_122) if away else None
    columns = [column for _, column in places]
    middles = [((row, column),) for row, _ in places for column in range(max(columns) - 1, min(columns) + 2)]
    most = reach(by, place_of(by, None))
    if len({row for row, _ in places}) == 1 and any(distance((here, 0), (standing(by), 0)) <= most for here in middles):
        return None
    text = say("a Smoke Screen lies on three squares of a row, in range of the primary weapon")
    return Refusal("out_of_range", text, TWOGM_123)


LAY_SMOKE = Opening(
    "lay_smoke",
    say("lay smoke"),
    TWOGM_123,
    lay_smoke,
    Record((*required(unit=UnitId()), Field("item", Word(), default="Smoke Shell"), *fields(on=ListOf(UnitId())))),
    (no_smoke,),
    actor="unit",
)


def cleared(now: GameState, seat: int) -> Iterator[Line]:
    """What a Start phase takes away: shells, and screens of the player who begins (2GM-40, 122,
    123)."""
    for unit in now.units.values():
        kinds = kinds_on(unit)
        left = tuple(kind for kind in kinds if not ends(now, unit, kind, seat))
        if left != kinds:
            text = say("{unit}: take the smoke away", unit=unit.name)
            yield Line(text, TWOGM_40, (Change(unit.id, "smoke", unit.trackers.get("smoke"), left, TWOGM_40),))


def ends(now: GameState, unit: Unit, kind: str, seat: int) -> bool:
    """A shell at any Start, or its owner's by another reading; a screen at its caster's
    (2GM-122, 123)."""
    if kind == "screen":
        return unit.count("screen_by") in (0, seat + 1)
    return now.reading("shell_end") == "next_start" or unit.seat == seat
