"""Units out of coherency after a move."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.formations.rows import lose_units, losses_that_mark, rows
from engine.games.epic.morale.markers import break_if_due, has_broken, place_markers
from engine.games.epic.morale.withdrawal import withdraw
from engine.games.epic.units import Count
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Asking, Procedure, call, number, task
from engine.values.model import Prompt, Refusal
from engine.values.situation import Situation, UnitName
from engine.values.table import GameState
from engine.values.texts import say


@dataclass(frozen=True, slots=True)
class Stragglers(Situation):
    """Units of a formation that are out of coherency, row by row."""

    formation: UnitName
    out: tuple[Count, ...] | None = None


def remove_stragglers(state: GameState, stragglers: Stragglers) -> Procedure:
    """Units out of coherency after a move are destroyed, a marker for each that is not expendable;
    by one reading they are only warned."""
    formation, out = stragglers.formation, stragglers.out
    if state.reading("out_of_coherency") == "warn":
        return state
    if out is None:
        state, out = yield from count_stragglers(state, formation)
    unit = state.unit(formation)
    gone = tuple(min(row.left, out[row.at] if row.at < len(out) else 0) for row in rows(unit))
    state, loud = lose_units(state, formation, gone, refs.EPIC_31), losses_that_mark(unit, gone)
    state = break_if_due(place_markers(state, formation, loud, refs.EPIC_31), formation)
    if has_broken(state, formation):
        return (yield from call(state, task(withdraw, formation)))
    return state


@rule(refs.EPIC_31)
def count_stragglers(state: GameState, formation: str) -> Asking[tuple[int, ...]]:
    """Of each kind of unit, how many: only the table knows."""
    out: tuple[int, ...] = ()
    for row in rows(state.unit(formation)):
        many = 0
        if row.left:
            state, many = yield from number(state, how_many_are_out, formation, row.at)
        out = (*out, many)
    return state, out


def how_many_are_out(now: GameState, formation: str, at: int) -> Prompt:
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    text = say("{unit}: how many of {row} are out of coherency?", unit=unit.name, row=row.name)
    return Prompt(f"out:{at}", "number", unit.seat, text, refs.EPIC_31, (formation,), most=row.left, default=0)


@rule(refs.EPIC_02, refs.EPIC_195)
def no_chain_to_keep(now: GameState, stragglers: Stragglers) -> Refusal | None:
    """Coherency is kept on the ground, by those who are there."""
    unit = now.unit(stragglers.formation)
    if unit.where != "table" or is_airborne(unit):
        return Refusal("not_there", say("{unit} is not on the table", unit=unit.name), refs.EPIC_31)
    return None


OPENINGS = (
    opens(
        "coherency",
        say("units out of coherency"),
        refs.EPIC_31,
        Stragglers,
        remove_stragglers,
        refusals=(no_chain_to_keep,),
        actor="formation",
    ),
)
