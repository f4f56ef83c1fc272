"""Support cards from the hand: supply, promotions, equipment, Generals."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.deployment.refusals import cannot_lay_twice
from engine.games.twogm.deployment.situation import CardFromHand
from engine.games.twogm.economy.prices import CARDS, price_of_card, waiting_card
from engine.games.twogm.economy.purse import pay_points, too_dear
from engine.games.twogm.hand.values import play_cards, playable, still_in_deck
from engine.games.twogm.units import carrier_of, is_a, lose_without_cards, not_on_board
from engine.playing.citing import rule
from engine.playing.procedure import Procedure
from engine.values.maps import Map, Value, pairs
from engine.values.model import Refusal
from engine.values.situation import Untold
from engine.values.table import GameState, Unit
from engine.values.texts import say


@rule(refs.TWOGM_05, refs.TWOGM_21, refs.TWOGM_65, refs.TWOGM_135)
def play_card(state: GameState, card: CardFromHand) -> Procedure:
    """A card from the hand: supply is used and gone, equipment stays on its unit or on the enemy it
    is played on, a promotion leaves a marker."""
    seat, waiting = seat_of_card(state, card), waiting_for(state, card)
    price = price_of_card(waiting, card.cost, card.playing_cost)
    state = play_cards(pay_points(state, seat, price, card.payer), seat)
    state = state.set(waiting.id, "where", "discarded", refs.TWOGM_09) if waiting else state
    state, unit = lose_without_cards(state, seat), own_unit(card, waiting)
    if card.kind == "general":
        return state.set(f"@{seat}", "general", card.name, refs.TWOGM_12)
    if unit and card.kind == "promotion":
        return state.set(unit, "promotion", card.promotion or "veteran", refs.TWOGM_09)
    under = card.on or unit
    if not under or card.kind == "supply":
        return state
    held = state.unit(under).trackers.get("support")
    rows = (*(held if isinstance(held, tuple) else ()), row_of_support(card, seat))
    return state.set(under, "support", rows, refs.TWOGM_09)
    yield


@rule(refs.TWOGM_09)
def row_of_support(card: CardFromHand, seat: int) -> Map[Value]:
    """A card that lies on a unit: for good, or until the turn of who played it on an enemy ends."""
    if card.permanent:
        return pairs(name=card.name, permanent=True)
    return pairs(name=card.name, by=seat) if card.on else pairs(name=card.name)


def seat_of_card(now: GameState, card: CardFromHand) -> int:
    """The side that plays a card."""
    return now.unit(card.unit).seat if card.unit else now.seat


def waiting_for(now: GameState, card: CardFromHand) -> Unit | None:
    """The card itself, where it waits on the list of the table."""
    return waiting_card(now, seat_of_card(now, card), card.unit, card.name, card.kind)


def own_unit(card: CardFromHand, waiting: Unit | None) -> str | None:
    """The unit a card is played for, where it was not the card that was picked."""
    return card.unit if not waiting or card.unit != waiting.id else None


def nothing_to_play(now: GameState, card: CardFromHand) -> Refusal | None:
    """Known before a card is named, where the deck is on the list: no card of it can be paid."""
    try:
        _ = card.name
    except Untold:
        mine = playable(now, now.seat)
        cards = [unit for unit in mine if is_a(unit, *CARDS)]
        if mine and all(too_dear(now, now.seat, price_of_card(each, None, None)) for each in cards):
            return Refusal("nothing_to_play", say("no card that can be paid is waiting"), refs.TWOGM_65)
    return None


@rule(refs.TWOGM_11)
def cannot_play(now: GameState, card: CardFromHand) -> Refusal | None:
    """Paid for, on the board, not on cargo, and not the same card twice on one unit."""
    waiting = waiting_for(now, card)
    if waiting and waiting.where == "discarded":
        return Refusal("played", say("{unit} has been played", unit=waiting.name), refs.TWOGM_65)
    if waiting and (no := still_in_deck(now, waiting)):
        return no
    under = card.on or own_unit(card, waiting)
    if under and (no := cannot_take(now, under, card)):
        return no
    return too_dear(now, seat_of_card(now, card), price_of_card(waiting, card.cost, card.playing_cost), card.payer)


def cannot_take(now: GameState, under: str, card: CardFromHand) -> Refusal | None:
    """No card lies on cargo, on a unit in hand, or twice on one unit."""
    unit = now.unit(under)
    if carrier_of(now, unit):
        return Refusal("carried", say("{unit} is carried: the transport is the target", unit=unit.name), refs.TWOGM_150)
    if no := not_on_board(refs.TWOGM_65, unit):
        return no
    return cannot_lay_twice(now, under, (card.name,)) if card.kind in ("equipment", "special") else None


def no_general(now: GameState, card: CardFromHand) -> Refusal | None:
    """One General per HQ, none without an HQ; another replaces the first, or is not allowed."""
    side = now.seats[now.seat]
    if card.kind != "general":
        return None
    if side.get("hq_lost"):
        return Refusal("hq_lost", say("without an HQ no General comes"), refs.TWOGM_26)
    if side.get("general") and now.reading("general_replace") == "no":
        return Refusal("general", say("there is a General already"), refs.TWOGM_12)
    return None
