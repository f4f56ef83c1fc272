"""Smoke: shells around the own square, screens before others; who is in it, and for how long."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.games.twogm import refs
from engine.games.twogm.markers.equipment import not_ready, use_item
from engine.games.twogm.markers.situation import Smoke, SmokeUse
from engine.games.twogm.movement.field import distance, on_square, squares_of
from engine.games.twogm.shooting.weapons import place_of, reach
from engine.games.twogm.turn import (
    PHASES,
    is_own,
    phase_number,
    phases_between,
    phases_to_next_start,
    phases_to_same_start,
)
from engine.games.twogm.units import has, items, key, not_on_board
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure
from engine.values.maps import Value
from engine.values.model import Change, Line, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

SMOKE = ("smoke_shell", "smoke_grenade", "smoke_screen")
MODIFIER = {"shell": (1, 1), "screen": (2, 2)}
FIRE = PHASES.index("fire")


@rule(refs.TWOGM_122, refs.TWOGM_123)
def describe_smoke(now: GameState, smoke: Smoke) -> Mapping[str, Value]:
    """Whether smoke still hides its units, and by how much."""
    active = phases_between(smoke.cast_in, smoke.asked_in, smoke.owner) < phases_of_smoke(now, smoke)
    return {"active": active, "modifier": MODIFIER[smoke.kind] if active else (0, 0)}


@rule(refs.TWOGM_122, refs.TWOGM_123)
def phases_of_smoke(now: GameState, smoke: Smoke) -> int:
    """A shell until the next Start phase of either player, or its user's by another reading; a
    screen until its caster's."""
    at_any = now.reading("shell_end") == "next_start" or not is_own(smoke.cast_in, smoke.owner)
    return (
        phases_to_next_start(smoke.cast_in) if smoke.kind == "shell" and at_any else phases_to_same_start(smoke.cast_in)
    )


def out_of_time(now: GameState, smoke: Smoke) -> Refusal | None:
    return smoke_out_of_time(smoke.kind, smoke.cast_in, smoke.owner)


def smoke_out_of_time(kind: str, cast_in: Value, owner: int) -> Refusal | None:
    """A screen in the own turn only; a shell in the enemy turn before its Fire phase."""
    if is_own(cast_in, owner):
        return None
    if kind == "screen":
        return Refusal("own_turn_only", say("a Smoke Screen is laid in the own turn only"), refs.TWOGM_123)
    if phase_number(cast_in) >= FIRE:
        text = say("in the enemy turn a Smoke Shell is used before the Fire phase")
        return Refusal("too_late", text, refs.TWOGM_122)
    return None


# Laying smoke


@rule(refs.TWOGM_122, refs.TWOGM_123)
def lay_smoke(state: GameState, smoke: SmokeUse) -> Procedure:
    """A shell hides every unit of its square, a screen those of up to three squares in a row; the
    marker is used."""
    by = state.unit(smoke.unit)
    item = smoke.item or smoke_items(by)[0]
    for each in smoke.on if smoke.on is not None else units_together(state, by):
        state = hide_unit(state, each, kind_of(item), by.seat)
    return use_item(state, smoke.unit, item)
    yield


@rule(refs.TWOGM_122, refs.TWOGM_123)
def smoke_items(unit: Unit) -> tuple[str, ...]:
    """The smoke that a unit has, by a marker or as a skill; a shell where its card does not say."""
    named = [item for item in items(unit) if key(item) in SMOKE]
    skilled = [skill for skill in SMOKE if has(unit, skill) and skill not in map(key, named)]
    return (*named, *skilled) or ("Smoke Shell",)


@rule(refs.TWOGM_122, refs.TWOGM_123)
def words_of_smoke(now: GameState, smoke: SmokeUse) -> dict[str, tuple[str, ...]]:
    """Which smoke, where there are several."""
    able = smoke_items(now.unit(smoke.unit))
    return {"item": able} if able[1:] else {}


def kind_of(item: str) -> str:
    return "screen" if key(item) == "smoke_screen" else "shell"


@rule(refs.TWOGM_122)
def units_together(now: GameState, unit: Unit) -> tuple[str, ...]:
    """A unit, and others on its square by what the table knows."""
    cover = [each.id for each in now.units.values() if each.trackers.get("at_cover") == unit.id]
    vehicle = [str(unit.trackers.get("at_cover"))] if str(unit.trackers.get("at_cover")) in now.units else []
    there = [each.id for each in on_square(now, unit.count("row"), unit.count("column"), unit.seat)]
    return tuple(dict.fromkeys((unit.id, *cover, *vehicle, *there)))


def hide_unit(state: GameState, unit: str, kind: str, seat: int) -> GameState:
    """Smoke on a unit, kept wherever it goes; two kinds do not add up."""
    kinds = kinds_on(state.unit(unit))
    ref = refs.TWOGM_122 if kind == "shell" else refs.TWOGM_123
    state = state.set(unit, "screen_by", seat + 1, ref) if kind == "screen" else state
    return state.set(unit, "smoke", (*kinds, kind) if kind not in kinds else kinds, ref)


def kinds_on(unit: Unit) -> tuple[str, ...]:
    """The smoke on a unit, in the order it came."""
    held = unit.trackers.get("smoke")
    return tuple(str(each) for each in (held if isinstance(held, tuple) else (held,)) if each in MODIFIER)


def no_smoke(now: GameState, smoke: SmokeUse) -> Refusal | None:
    """In time, with a marker that is ready, in reach."""
    by = now.unit(smoke.unit)
    item = smoke.item or smoke_items(by)[0]
    kind = kind_of(item)
    return (
        not_on_board(refs.TWOGM_122, by)
        or smoke_out_of_time(kind, (now.seat, now.step), by.seat)
        or not_ready(now, by, item)
        or out_of_place(now, by, kind, smoke.on or ())
    )


def out_of_place(now: GameState, by: Unit, kind: str, on: tuple[str, ...]) -> Refusal | None:
    """A shell on its own square; a screen in range of the primary weapon, three squares of one row;
    by what the board knows."""
    places = {place for each in on for place in squares_of(now.unit(each))}
    if not places or not squares_of(by):
        return None
    if kind == "shell":
        away = places != set(squares_of(by))
        return Refusal("not_there", say("a Smoke Shell hides its own square only"), refs.TWOGM_122) if away else None
    columns = [column for _, column in places]
    middles = [((row, column),) for row, _ in places for column in range(max(columns) - 1, min(columns) + 2)]
    most = reach(by, place_of(by, None))
    if len({row for row, _ in places}) == 1 and any(
        distance((here, 0), (squares_of(by), 0)) <= most for here in middles
    ):
        return None
    text = say("a Smoke Screen lies on three squares of a row, in range of the primary weapon")
    return Refusal("out_of_range", text, refs.TWOGM_123)


def lines_to_clear(now: GameState, seat: int) -> Iterator[Line]:
    """What a Start phase takes away: shells, and screens of the player who begins."""
    for unit in now.units.values():
        kinds = kinds_on(unit)
        left = tuple(kind for kind in kinds if not is_over(now, unit, kind, seat))
        if left != kinds:
            text = say("{unit}: take the smoke away", unit=unit.name)
            yield Line(
                text, refs.TWOGM_40, (Change(unit.id, "smoke", unit.trackers.get("smoke"), left, refs.TWOGM_40),)
            )


@rule(refs.TWOGM_122, refs.TWOGM_123)
def is_over(now: GameState, unit: Unit, kind: str, seat: int) -> bool:
    """A shell at any Start, or its owner's by another reading; a screen at its caster's."""
    if kind == "screen":
        return unit.count("screen_by") in (0, seat + 1)
    return now.reading("shell_end") == "next_start" or unit.seat == seat


OPENINGS = (
    opens(
        "lay_smoke",
        say("lay smoke"),
        refs.TWOGM_191,
        SmokeUse,
        lay_smoke,
        refusals=(no_smoke,),
        choices=words_of_smoke,
        actor="unit",
    ),
)
