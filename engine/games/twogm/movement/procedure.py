"""Moves: to a square, onto a transport, or onto the unit that it picks up."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.twogm import refs
from engine.games.twogm.economy.purse import pay_points
from engine.games.twogm.movement import refusals
from engine.games.twogm.movement.entering import told_to_its_end
from engine.games.twogm.movement.field import card_on
from engine.games.twogm.movement.situation import Destination, SquareMove
from engine.games.twogm.movement.values import allowance, can_take_aboard, squares_apart
from engine.games.twogm.units import ROWS, cargo_of, infantry_behind, is_a
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, number
from engine.values.maps import Value
from engine.values.model import Prompt, Ref
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.TWOGM_46, refs.TWOGM_47)
def move(state: GameState, move: SquareMove) -> Procedure:
    """A unit moves once; it may end aboard a transport, or pick a unit up."""
    move = told_to_its_end(state, move)
    unit, row = move.unit, move.row
    if state.step not in refusals.MOVING:
        allowance(state, state.unit(unit))  # finds what the card does not state
        return state
    if row is None and move.onto is None:
        state, row = yield from number(state, which_row, (unit,), int(move.advance) + int(move.ride))
    if move.advance:
        state = pay_points(state, state.unit(unit).seat, 1).set(unit, "advanced", True, refs.TWOGM_125)
    state = state.set(unit, "rode", True, refs.TWOGM_141) if move.ride else state
    state = leave_cover(state, unit)
    if move.onto is not None:
        return join_unit(state, unit, move.onto)
    ends = Destination(row, move.column, move.terrain, move.into)
    return place_unit(state, unit, ends, refs.TWOGM_46).set(unit, "moved", True, refs.TWOGM_46)


def which_row(now: GameState, units: tuple[str, ...], more: int = 0) -> Prompt:
    """Rows are counted from the own deployment line; no further than the slowest can go."""
    at = now.unit(units[0])
    text = say("{unit}: on which of your rows does it end?", unit=at.name)
    first, points = at.count("row"), ROWS
    if first and all(isinstance(now.unit(each).stated("movement"), int) for each in units):
        points = more + min(allowance(now, now.unit(each)) for each in units)
    rows = max(1, first - points), min(ROWS, first + points)
    return Prompt(
        "row", "number", at.seat, text, refs.TWOGM_46, units[:1], least=rows[0], most=rows[1], default=max(1, first)
    )


@rule(refs.TWOGM_46, refs.TWOGM_86)
def place_unit(state: GameState, unit: str, ends: Destination, ref: Ref) -> GameState:
    """A unit on a square, with whatever it carries, on the card that lies there; terrain is as
    told, else plain."""
    at = state.unit(unit)
    card = card_on(state, ends.row, ends.column or at.count("column"), at.seat)
    for each in (unit, *cargo_of(state, unit)):
        state = state.set(each, "row", ends.row, ref) if ends.row else state
        state = state.set(each, "column", ends.column, ref) if ends.column else state
    natural = ends.terrain if ends.terrain != "plain" else None
    state = state.set(unit, "terrain", natural, refs.TWOGM_80)
    return state.set(unit, "in", ends.into or (card.id if card else None), ref)


def leave_cover(state: GameState, unit: str) -> GameState:
    """A unit that moves alone leaves its cover, or the infantry it covered."""
    state = state.set(unit, "at_cover", None, refs.TWOGM_60)
    for other in infantry_behind(state, unit):
        state = state.set(other, "at_cover", None, refs.TWOGM_60)
    return state


def join_unit(state: GameState, unit: str, onto: str) -> GameState:
    """Boarding or hitching by moving onto the transport; a transport that drives onto its cargo
    picks it up and stops."""
    one, other = state.unit(unit), state.unit(onto)
    ends = Destination(other.count("row"), other.count("column"), other.trackers.get("terrain"))
    state = place_unit(state, unit, ends, refs.TWOGM_47).set(unit, "moved", True, refs.TWOGM_46)
    if is_a(one, "transport"):
        return board_transport(state, onto, unit).set(unit, "loaded_turn", state.turn, refs.TWOGM_148)
    if not can_take_aboard(other, one):
        return state
    state = board_transport(state, unit, onto)
    return state.set(onto, "loaded_turn", state.turn, refs.TWOGM_148) if other.count("moved") else state


def board_transport(state: GameState, unit: str, carrier: str) -> GameState:
    """Inside a transport, or hitched to it, behind no other vehicle."""
    state = state.set(unit, "at_cover", None, refs.TWOGM_60)
    return state.set(unit, "in", carrier, refs.TWOGM_150).set(unit, "where", "inside", refs.TWOGM_150)


@rule(refs.TWOGM_46, refs.TWOGM_161)
def facts(now: GameState, move: SquareMove) -> Mapping[str, Value]:
    """Whether a path is legal, how many squares it has, how many points the unit has."""
    against = refusals.problems(now, move)
    return {
        "legal": not against,
        "squares": squares_moved(now, told_to_its_end(now, move)),
        "points": allowance(now, now.unit(move.unit), move.advance, move.ride),
        "problems": tuple(no.key for no in against),
        "rules": tuple(no.ref.id for no in against),
    }


def squares_moved(now: GameState, move: SquareMove) -> int:
    """Squares of the path, else those between both ends as far as they are known."""
    other = now.units.get(str(move.onto))
    ends = (other.count("row"), other.count("column")) if other else (move.row, move.column)
    return len(move.path) if move.path else squares_apart(now.unit(move.unit), ends)


OPENINGS = (
    opens(
        "move",
        say("move"),
        refs.TWOGM_46,
        SquareMove,
        move,
        refusals=refusals.MOVE,
        actor="unit",
        tells=facts,
        asks=("row", "terrain", "onto", "advance", "ride"),
    ),
)
