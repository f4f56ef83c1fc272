"""Transports: cargo is set down beside them."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.movement.field import board_width, card_on, on_square
from engine.games.twogm.movement.ground import ground, square
from engine.games.twogm.movement.procedure import place_unit
from engine.games.twogm.movement.situation import Destination, Unloading
from engine.games.twogm.units import carrier_of, has, is_craft
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say


def unload(state: GameState, unloading: Unloading) -> Procedure:
    """On the square left or right of the transport, whose move it ends; it takes all movement of
    the cargo, unless it is Mechanized."""
    unit = unloading.unit
    carrier = carrier_of(state, state.unit(unit))
    state = state.set(unit, "where", None, refs.TWOGM_147).set(unit, "in", None, refs.TWOGM_147)
    state = state.set(carrier.id, "moved", True, refs.TWOGM_194) if carrier else state
    if carrier and not is_craft(carrier):
        state = state.set(unit, "column", None, refs.TWOGM_147)  # left or right: not told
    row = unloading.row or row_beside(carrier or state.unit(unit))
    ends = Destination(row, unloading.column, unloading.terrain, unloading.into)
    state = place_unit(state, unit, ends, refs.TWOGM_147)
    mechanized = has(state.unit(unit), "mechanized")
    state = state.set(unit, "moved", not mechanized, refs.TWOGM_147)
    return state.set(unit, "unloaded", True, refs.TWOGM_197)
    yield


@rule(refs.TWOGM_132, refs.TWOGM_147)
def row_beside(carrier: Unit) -> int:
    """The row where cargo is set down: the transport's, the next one of a landing craft."""
    return carrier.count("row") + 1 if is_craft(carrier) and carrier.count("row") else carrier.count("row")


@rule(refs.TWOGM_195)
def cannot_unload(now: GameState, unloading: Unloading) -> Refusal | None:
    """Not from a destroyed transport, with which it is lost; not in the turn it was picked up, or
    boarded a transport that had moved; in Deployment only if deployed together, and with
    Mobility."""
    cargo = now.unit(unloading.unit)
    carrier = carrier_of(now, cargo)
    if carrier is None or carrier.gone:
        return Refusal("not_aboard", say("{unit} is not aboard a transport", unit=cargo.name), refs.TWOGM_150)
    fresh = carrier.count("deployed_turn") == now.turn
    if now.step == "deployment" and not fresh:
        return Refusal("not_now", say("{unit} does not move in this phase", unit=carrier.name), refs.TWOGM_149)
    if carrier.count("loaded_turn") == now.turn:
        return Refusal("picked_up", say("{unit} was picked up in this turn", unit=cargo.name), refs.TWOGM_148)
    if fresh and not has(carrier, "mobility"):
        return Refusal("deployed_now", say("{unit} was deployed in this turn", unit=carrier.name), refs.TWOGM_149)
    return None


def not_beside(now: GameState, unloading: Unloading) -> Refusal | None:
    """Left or right of the transport in its row, never in front or behind; a landing craft only in
    front."""
    row, column = unloading.row, unloading.column
    carrier = carrier_of(now, now.unit(unloading.unit))
    if carrier is None or not carrier.count("column"):
        return None
    ahead, aside = (1, 0) if is_craft(carrier) else (0, 1)
    wrong_row = row is not None and row - carrier.count("row") != ahead
    if wrong_row or (column is not None and abs(column - carrier.count("column")) != aside):
        text = say("unload left or right of the transport, in front of a landing craft")
        return Refusal("not_beside", text, refs.TWOGM_147)
    return None


def blocked_square(now: GameState, unloading: Unloading) -> Refusal | None:
    """Rough squares and terrain cards are fine, impassable and taken ones are not."""
    cargo, column = now.unit(unloading.unit), unloading.column
    row = unloading.row or row_beside(carrier_of(now, cargo) or cargo)
    card = card_on(now, row, column, cargo.seat)
    named = unloading.into or (card.id if card else None) or square(unloading.terrain or "plain").name
    here, full = ground(now, named), on_square(now, row, column or 0, cargo.seat)
    beyond = column is not None and column > board_width(now)
    if full or beyond or here.impassable or (here.access and cargo.stated("type") not in (None, *here.access)):
        return Refusal("blocked", say("{unit} may not be set down there", unit=cargo.name), refs.TWOGM_147)
    return None


OPENINGS = (
    opens(
        "unload",
        say("unload"),
        refs.TWOGM_148,
        Unloading,
        unload,
        refusals=(cannot_unload, not_beside, blocked_square),
        actor="unit",
    ),
)
