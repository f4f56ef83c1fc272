"""The beginning of a battle: sealed bids and a die, terrain bought with the bid, the opening
hands."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.economy.purse import halves
from engine.games.twogm.hand.procedure import OPENING_HAND, deal_hand
from engine.games.twogm.hand.situation import FirstHand
from engine.games.twogm.hand.values import players
from engine.games.twogm.setup.situation import START, Bids
from engine.games.twogm.units import is_pitched_battle
from engine.parts import contest
from engine.playing.citing import rule
from engine.playing.opening import Nothing, opens
from engine.playing.procedure import Procedure, confirm, each, number
from engine.values.model import D10, Check, Modifier, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

SEATS = (0, 1)


@rule(refs.TWOGM_33)
def open_battle(state: GameState, _: Nothing) -> Procedure:
    """Bids and terrain in a Pitched Battle, then the opening hands, from the first player on."""
    if is_pitched_battle(state):
        state, bids = yield from each(state, secret_bids)
        state = yield from bid(state, Bids(bids))
        for seat in (state.first, 1 - state.first):
            state = yield from buy_terrain(state, seat, bids[seat])
    for seat in (state.first, 1 - state.first):
        state = yield from draw_first_cards(state, seat)
    return state


def already_begun(now: GameState, _: Nothing) -> Refusal | None:
    """Once, before the first turn."""
    if now.turn == 1 and "opening" not in now.done:
        return None
    return Refusal("begun", say("the battle has begun"), refs.TWOGM_39)


# The bid


@rule(refs.TWOGM_30)
def bid(state: GameState, sealed: Bids) -> Procedure:
    """Sealed bids, a die each; the highest total is first player, a tie rolls again."""
    bids = sealed.bids
    if bids is None:
        state, bids = yield from each(state, secret_bids)
    state, winner = yield from contest.contest(state, who_is_first, contest.difference, bids)
    for seat in SEATS:
        state = endow_side(state, seat, START - bids[seat])
    return contest.begin(state, winner)


def secret_bids(now: GameState) -> Prompt:
    """No player sees the other's bid before both are in."""
    slots = tuple(
        Prompt(f"bid:{seat}", "number", seat, say("your bid, 0 to 5"), refs.TWOGM_30, most=START, default=0)
        for seat in SEATS
    )
    return Prompt("bids", "each", 0, say("secret bids"), refs.TWOGM_30, slots=slots, sealed=True)


def who_is_first(now: GameState, bids: tuple[int, int]) -> Prompt:
    """A D10 each, the bid added; dice rolled again have another key."""
    key = contest.key_of_throw(now, "bid")
    checks = tuple(die_of_bid(f"{key}:{seat}", bids[seat]) for seat in SEATS)
    return Prompt(key, "roll", 0, say("first player"), refs.TWOGM_30, checks=checks)


def die_of_bid(key: str, amount: int) -> Check:
    added = (Modifier("bid", amount, say("action points bid"), refs.TWOGM_30),) if amount else ()
    return Check(key, 1, D10, refs.TWOGM_30, modifiers=added, keep=0)


def already_bid(now: GameState, _: Bids) -> Refusal | None:
    """Once, by itself or as the beginning of the battle."""
    if {"opening", "bid"} & {*now.done}:
        return Refusal("bid_made", say("the bids have been made"), refs.TWOGM_30)
    return None


def bid_too_high(now: GameState, sealed: Bids) -> Refusal | None:
    """0 to 5 of the 5 action points."""
    if sealed.bids and max(sealed.bids) > START:
        return Refusal("bid", say("a bid is 0 to 5 action points"), refs.TWOGM_30)
    return None


def endow_side(state: GameState, seat: int, points: int) -> GameState:
    """Give a side what it starts with; a pair shares it, the odd point to the Marshal."""
    marshal, general = halves(points) if state.seats[seat].get("pair") else (points, 0)
    return state.set(f"@{seat}", "ap", marshal, refs.TWOGM_31).set(f"@{seat}", "ap_general", general, refs.TWOGM_113)


# Terrain bought with the bid


@rule(refs.TWOGM_31)
def buy_terrain(state: GameState, seat: int, amount: int) -> Procedure:
    """Terrain for up to the bid, to be laid before the first turn; what play starts with."""
    if not amount:
        return state
    state, cost = yield from number(state, how_much_terrain, seat, amount)
    state = state.set(f"@{seat}", "terrain_points", cost, refs.TWOGM_31)
    return endow_side(state, seat, START - (cost if state.reading("unspent_bid") == "kept" else amount))


def how_much_terrain(now: GameState, seat: int, amount: int) -> Prompt:
    text = say("terrain cards on your rows 2 and 3, Advanced Deployment on row 4 too: what do they cost together?")
    return Prompt(f"terrain:{seat}", "number", seat, text, refs.TWOGM_31, most=amount, default=amount)


# The opening hands


@rule(refs.TWOGM_33)
def draw_first_cards(state: GameState, seat: int) -> Procedure:
    """Five cards from the shuffled deck, and one mulligan; a deck of 0 is not counted."""
    state, deck = yield from number(state, how_large_a_deck, seat)
    if not deck:
        return state
    state, again = yield from confirm(state, whether_to_draw_again, seat, deck)
    return (yield from deal_hand(state, FirstHand(seat, deck, again)))


def how_large_a_deck(now: GameState, seat: int) -> Prompt:
    """By default the cards that wait on the table's list."""
    waiting = sum(unit.seat == seat and unit.where == "reserve" for unit in now.units.values())
    text = say("shuffle your army deck: how many cards has it?")
    return Prompt(f"deck:{seat}", "number", seat, text, refs.TWOGM_33, most=999, default=waiting)


def whether_to_draw_again(now: GameState, seat: int, deck: int) -> Prompt:
    """In a scenario only the cards it names are drawn anew."""
    cards = min(OPENING_HAND * players(now, seat), deck)
    text = say("draw {cards} cards. Shuffle them back and draw as many new ones, this once?", cards=cards)
    return Prompt(f"mulligan:{seat}", "confirm", seat, text, refs.TWOGM_33, default=False)


OPENINGS = (
    opens("opening", say("begin the battle"), refs.TWOGM_33, Nothing, open_battle, refusals=(already_begun,)),
    opens(
        "bid",
        say("bid for the first turn"),
        refs.TWOGM_30,
        Bids,
        bid,
        refusals=(already_bid, bid_too_high),
        shows=contest.outcomes,
    ),
)
