"""Small things the table tells: a look over terrain by pop-up, units out of coherency."""

from __future__ import annotations

from engine.games.epic.formations import lose, number, rows
from engine.games.epic.markers import has_broken, judged, placed
from engine.games.epic.refs import EPIC_31, EPIC_127
from engine.games.epic.withdraw import withdrawal
from engine.playing.procedure import Asking, Procedure, call, task
from engine.playing.procedure import number as ask_number
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Field, ListOf, Record, UnitId, Whole, required
from engine.values.maps import Value
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say


def sight(now: GameState, skimmer: int, target: int) -> dict[str, Value]:
    """Distances to the terrain: the nearer skimmer sees over it, an equal one too but both are
    in cover (EPIC-127)."""
    return {"los": "clear" if skimmer <= target else "normal", "in_cover": skimmer == target}


def scattered(state: GameState, formation: str, out: tuple[int, ...] | None = None) -> Procedure:
    """Units out of coherency after a move are destroyed, a marker for each; by one reading they
    are only warned (EPIC-31)."""
    if state.reading("out_of_coherency") == "warn":
        return state
    if out is None:
        state, out = yield from left_behind(state, formation)
    gone = tuple(min(row.left, number(out[row.at]) if row.at < len(out) else 0) for row in rows(state.unit(formation)))
    state = judged(placed(lose(state, formation, gone), formation, sum(gone)), formation)
    if has_broken(state, formation):
        return (yield from call(state, task(withdrawal, formation=formation)))
    return state


def left_behind(state: GameState, formation: str) -> Asking[tuple[int, ...]]:
    """Of each kind of unit, how many: only the table knows (EPIC-31)."""
    out: tuple[int, ...] = ()
    for row in rows(state.unit(formation)):
        many = 0
        if row.left:
            state, many = yield from ask_number(state, how_many_out, formation, row.at)
        out = (*out, many)
    return state, out


def how_many_out(now: GameState, formation: str, at: int) -> Prompt:
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    text = say("{unit}: how many of {row} are out of coherency?", unit=unit.name, row=row.name)
    return Prompt(f"out:{at}", "number", unit.seat, text, EPIC_31, (formation,), most=row.left, default=0)


POP_UP = Opening(
    "pop_up",
    say("pop-up line of sight"),
    EPIC_127,
    nothing,
    Record(required(skimmer=Whole(0, 999), target=Whole(0, 999))),
    tells=sight,
)
COHERENCY = Opening(
    "coherency",
    say("units out of coherency"),
    EPIC_31,
    scattered,
    Record((*required(formation=UnitId()), Field("out", ListOf(Whole(0, 99))))),
    actor="formation",
)
