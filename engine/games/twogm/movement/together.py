"""Two units that move together: infantry behind a vehicle, neighbours that swap their squares."""

from __future__ import annotations

from dataclasses import replace

from engine.games.twogm import refs
from engine.games.twogm.markers.equipment import mounted_weapon
from engine.games.twogm.movement.entering import cannot_enter, told_to_its_end
from engine.games.twogm.movement.field import squares_between
from engine.games.twogm.movement.ground import under
from engine.games.twogm.movement.path import PathSquare
from engine.games.twogm.movement.procedure import leave_cover, place_unit, which_row
from engine.games.twogm.movement.refusals import immovable, problems, stuck
from engine.games.twogm.movement.situation import CoveredMove, Destination, SquareMove, Swap
from engine.games.twogm.movement.values import allowance, can_cover, is_covering_another, squares_apart
from engine.games.twogm.units import has, is_a, no_cargo, not_on_board
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, number
from engine.values.model import Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

# Behind a vehicle


def cover_move(state: GameState, move: CoveredMove) -> Procedure:
    """Infantry and vehicle move together one square or more at the slower speed: At Cover."""
    told = told_to_its_end(state, move_of(move.vehicle, move))
    row = told.row
    if row is None:
        state, row = yield from number(state, which_row, (move.vehicle, move.unit))
    for each in (move.unit, move.vehicle):
        state = place_unit(state, each, Destination(row, told.column, told.terrain), refs.TWOGM_59)
        state = state.set(each, "moved", True, refs.TWOGM_59)
    return state.set(move.unit, "at_cover", move.vehicle, refs.TWOGM_60)


def move_of(unit: str, together: CoveredMove) -> SquareMove:
    """The same move of one of the two."""
    return SquareMove(unit, path=together.path, row=together.row, column=together.column, terrain=together.terrain)


def no_cover(now: GameState, move: CoveredMove) -> Refusal | None:
    """The vehicle alone: armour or a transport that can still move."""
    other = now.unit(move.vehicle)
    if no := not_on_board(refs.TWOGM_59, other):
        return no
    if not can_cover(other):
        return Refusal("no_pair", say("infantry takes cover behind armour or a transport"), refs.TWOGM_59)
    return no_move_left(now, other, refs.TWOGM_46, refs.TWOGM_167)


def no_move_left(now: GameState, unit: Unit, moved: Ref, short: Ref) -> Refusal | None:
    """Who has moved, or cannot move a single square."""
    if unit.count("moved"):
        return Refusal("moved", say("{unit} has moved", unit=unit.name), moved)
    if mounted_weapon(now, unit) or allowance(now, unit) < 1:
        return Refusal("cannot_move", say("{unit} cannot move that far", unit=unit.name), short)
    return None


def no_pair(now: GameState, move: CoveredMove) -> Refusal | None:
    """One infantry unit behind armour or a transport; artillery is towed instead."""
    one, other = now.unit(move.unit), now.unit(move.vehicle)
    if no_cover(now, move):
        return None  # it is said already
    if no := not_on_board(refs.TWOGM_59, one):
        return no
    if no := no_cargo(now, one):
        return no
    if is_a(one, "artillery"):
        return Refusal("artillery", say("artillery cannot take cover behind a vehicle"), refs.TWOGM_61)
    if one.stated("type") not in (None, "infantry"):
        return Refusal("no_pair", say("infantry takes cover behind armour or a transport"), refs.TWOGM_59)
    if is_covering_another(now, other, one):
        return Refusal("taken", say("{unit} covers another unit", unit=other.name), refs.TWOGM_59)
    return None


def cannot_go_together(now: GameState, move: CoveredMove) -> Refusal | None:
    """Both begin on one square and must be able to move that far and that way, one square at
    least."""
    one, other = now.unit(move.unit), now.unit(move.vehicle)
    if no_cover(now, move):
        return None  # it is said already
    far = max(move.squares, squares_apart(other, (move.row, move.column)))
    squares = far if move.path is None else len(move.path)
    if squares < 1:
        return Refusal("no_move", say("both must move together at least one square"), refs.TWOGM_59)
    if squares_between(now, one, other) not in (None, 0):
        return Refusal("apart", say("both must begin on the same square"), refs.TWOGM_59)
    if no := no_move_left(now, one, refs.TWOGM_46, refs.TWOGM_167):
        return no
    for each in (one, other):
        if allowance(now, each) < squares:
            return Refusal("cannot_move", say("{unit} cannot move that far", unit=each.name), refs.TWOGM_167)
        alone = move_of(each.id, move)
        if told_to_its_end(now, alone).onto is not None:
            return Refusal("occupied", say("a move does not end on another unit"), refs.TWOGM_47)
        if forbidden := problems(now, replace(alone, path=move.path or ("plain",) * squares)):
            return forbidden[0]
    return None


# Two units change places


def swap(state: GameState, swap: Swap) -> Procedure:
    """Two units on neighbouring squares change places for 1 point each, with their cargo, out of
    their cover."""
    pair = (swap.unit, state.unit(swap.other)), (swap.other, state.unit(swap.unit))
    for each, seen in pair:
        held = seen.trackers
        ends = Destination(seen.count("row"), seen.count("column"), held.get("terrain"), held.get("in"))
        state = place_unit(leave_cover(state, each), each, ends, refs.TWOGM_49)
        state = state.set(each, "moved", True, refs.TWOGM_49)
    return state
    yield


def cannot_swap(now: GameState, swap: Swap) -> Refusal | None:
    return cannot_change_place(now, now.unit(swap.unit))


def cannot_change_place(now: GameState, one: Unit) -> Refusal | None:
    """The unit alone: a ground unit, not carried, that can still move."""
    no = not_on_board(refs.TWOGM_49, one) or immovable(one) or no_cargo(now, one)
    return no or no_move_left(now, one, refs.TWOGM_49, refs.TWOGM_161)


def cannot_swap_with(now: GameState, swap: Swap) -> Refusal | None:
    """Neighbours of one side, both able to move, each into the other's square."""
    one, two = now.unit(swap.unit), now.unit(swap.other)
    if cannot_change_place(now, one):
        return None  # it is said already
    if one.seat != two.seat:
        return Refusal("enemy", say("only units of one side swap squares"), refs.TWOGM_49)
    if no := cannot_change_place(now, two):
        return no
    if one.id == two.id or squares_between(now, one, two) not in (None, 1):
        return Refusal("not_adjacent", say("only neighbours swap squares"), refs.TWOGM_49)
    for each, seen in ((one, two), (two, one)):
        if (no := cannot_enter(each, PathSquare(under(now, seen)))) is not None:
            return no
        if has(each, "extra_heavy") and under(now, each).difficult:
            return stuck(each)
    return None


OPENINGS = (
    opens(
        "cover_move",
        say("covered movement"),
        refs.TWOGM_59,
        CoveredMove,
        cover_move,
        refusals=(no_cover, no_pair, cannot_go_together),
        actor="vehicle",
        asks=("column", "terrain"),
    ),
    opens(
        "swap", say("swap squares"), refs.TWOGM_49, Swap, swap, refusals=(cannot_swap, cannot_swap_with), actor="unit"
    ),
)
