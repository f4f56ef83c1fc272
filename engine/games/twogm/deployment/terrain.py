"""Terrain cards laid during play: where the table allows it, near own units, for their price."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.deployment.situation import LaidTerrain
from engine.games.twogm.economy.purse import pay_points, too_dear
from engine.games.twogm.movement.field import Square, absolute_row, distance, no_room, squares_of
from engine.games.twogm.movement.ground import extra_cost, ground, sides_of
from engine.games.twogm.units import GROUND, is_a, is_pitched_battle
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, choose
from engine.values.maps import Value
from engine.values.model import Option, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.TWOGM_90)
def place_terrain(state: GameState, card: LaidTerrain) -> Procedure:
    """A terrain card laid during play and paid for, where the table allows it."""
    state = pay_points(state, state.unit(card.terrain).seat, price_of_terrain(state, card), card.payer)
    state, sides = yield from ask_for_side(state, card.extended, state.unit(card.terrain).seat)
    told: dict[str, Value] = {"where": None, "row": card.row, "column": card.column, "extended": sides}
    for tracker, value in told.items():
        state = state.set(card.terrain, tracker, value, refs.TWOGM_32)
    return state


@rule(refs.TWOGM_90)
def ask_for_side(state: GameState, extended: Value, seat: int) -> Asking[str | None]:
    """On which side of its square a card is extended; one side alone is chosen."""
    if extended == 1:  # a yes is one side too
        return (yield from choose(state, on_which_side, seat))
    sides = sides_of(extended)
    return state, None if not sides else "both" if len(sides) == 2 else str(extended)


def on_which_side(now: GameState, seat: int) -> Prompt:
    text = say("on which side is it extended?")
    options = (Option("right", say("to the right")), Option("left", say("to the left")))
    return Prompt("side", "choice", seat, text, refs.TWOGM_90, options=options)


@rule(refs.TWOGM_90)
def price_of_terrain(now: GameState, card: LaidTerrain) -> int:
    """As printed, 1 more extended."""
    printed = card.cost if card.cost is not None else ground(now, card.terrain).cost
    return (printed if printed is not None else now.unit(card.terrain).need("cost")) + extra_cost(now, card.extended)


def cannot_place(now: GameState, card: LaidTerrain) -> Refusal | None:
    """Only if agreed, next to own units, never on rough squares or another card."""
    if is_pitched_battle(now) and now.reading("terrain_in_play") == "no":
        return Refusal("no_terrain", say("terrain cards are placed before the game only"), refs.TWOGM_32)
    seat = now.unit(card.terrain).seat
    here = ((absolute_row(card.row, seat), card.column),) if card.row and card.column else ()
    if card.near is False or (card.near is None and here and is_alone(now, seat, here)):
        return Refusal("too_far", say("within one square of an own unit"), refs.TWOGM_32)
    if room := no_room(now, card.row, card.column, card.extended, seat):
        return room
    return bad_square(now, card.terrain, card.on) or too_dear(now, seat, price_of_terrain(now, card), card.payer)


@rule(refs.TWOGM_32)
def is_alone(now: GameState, seat: int, here: tuple[Square, ...]) -> bool:
    """No own unit within a square of here, though the board knows where they are."""
    places = [squares_of(unit) for unit in now.standing(seat) if is_a(unit, *GROUND) and squares_of(unit)]
    return bool(places) and not any(distance((each, 0), (here, 0)) <= 1 for each in places)


@rule(refs.TWOGM_35)
def bad_square(now: GameState, terrain: Value, on: str) -> Refusal | None:
    """Never on rough natural squares, buildings or ruins; a bridge on a river."""
    here = ground(now, on)
    rough = here.name in ("forest", "bushes", "mountain") and now.reading("terrain_on_rough") == "no"
    wet = here.impassable and not (here.name == "river" and ground(now, terrain).name == "bridge")
    if rough or wet or here.card or here.name == "ruins":
        return Refusal("bad_square", say("no terrain card on {terrain}", terrain=here.name), refs.TWOGM_89)
    return None
