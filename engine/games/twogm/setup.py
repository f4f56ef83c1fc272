"""Before the first turn: sealed bids and a die, terrain bought with the bid, what is left, the
opening hands."""

from __future__ import annotations

from dataclasses import replace

from engine.games.twogm.decks import OPENING_HAND, opening_hand, players
from engine.games.twogm.ground import EXTENDED, extra_cost, ground
from engine.games.twogm.money import shared
from engine.games.twogm.refs import TWOGM_30, TWOGM_31, TWOGM_33, TWOGM_39
from engine.games.twogm.support import badly_placed
from engine.games.twogm.units import key, pitched
from engine.playing.procedure import Procedure, confirm, each, number, rolls, task, until
from engine.playing.rules import Opening, Show, nothing
from engine.values.kinds import Either, Field, Fixed, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import D10, Check, Impossible, Modifier, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

START = 5  # 2GM-30
NEAR = (2, 3)  # 2GM-31
FAR = (2, 3, 4)  # 2GM-35
SEATS = (0, 1)


def bid(state: GameState, bids: tuple[int, int] | None = None) -> Procedure:
    """Sealed bids, a die each; the highest total is first player, a tie rolls again (2GM-30)."""
    if bids is None:
        state, bids = yield from each(state, sealed)
    state = yield from until(won, state, task(contest, bids=bids))
    first = state.noted("winner") - 1
    for seat in SEATS:
        state = endowed(state, seat, START - bids[seat])
    return replace(state, first=first, seat=first)


def endowed(state: GameState, seat: int, points: int) -> GameState:
    """What a side starts with; a pair shares it, the odd point to the Marshal (2GM-31, 113)."""
    marshal, general = shared(points) if state.seats[seat].get("pair") else (points, 0)
    return state.set(f"@{seat}", "ap", marshal).set(f"@{seat}", "ap_general", general)


def sealed(now: GameState) -> Prompt:
    """Nobody sees the other's bid before both are in (2GM-30)."""
    slots = tuple(
        Prompt(f"bid:{seat}", "number", seat, say("your bid, 0 to 5"), TWOGM_30, most=START, default=0)
        for seat in SEATS
    )
    return Prompt("bids", "each", 0, say("secret bids"), TWOGM_30, slots=slots, sealed=True)


def won(now: GameState) -> bool:
    return bool(now.noted("winner"))


def contest(state: GameState, bids: tuple[int, int]) -> Procedure:
    """Bid and die; equal totals decide nothing, and the bids stay (2GM-30)."""
    state, (ours, theirs) = yield from rolls(state, dice, bids)
    winner = 1 if ours > theirs else 2 if theirs > ours else 0
    return state.note(winner=winner, first_roll=state.noted("first_roll") or winner + 1, again=True)


def dice(now: GameState, bids: tuple[int, int]) -> Prompt:
    """A D10 each, the bid added; dice rolled again have another key (2GM-30)."""
    key = "bid:again" if now.noted("again") else "bid"
    checks = tuple(
        Check(f"{key}:{seat}", 1, D10, TWOGM_30, modifiers=rows(bids[seat]), keep=0)  # no mutant: one die is kept
        for seat in SEATS
    )
    return Prompt(key, "roll", 0, say("who is first player?"), TWOGM_30, checks=checks)


def rows(amount: int) -> tuple[Modifier, ...]:
    return (Modifier("bid", amount, say("action points bid"), TWOGM_30),) if amount else ()


def too_high(now: GameState, bids: tuple[int, int] | None = None) -> Refusal | None:
    """0 to 5 of the 5 action points (2GM-30)."""
    if bids and max(bids) > START:
        return Refusal("bid", say("a bid is 0 to 5 action points"), TWOGM_30)
    return None


def first_roll(after: GameState) -> int | str:
    """The first throw: a seat, or nobody (2GM-30)."""
    seen = after.noted("first_roll") - 1
    return seen - 1 if seen else "tie"


def bid_shows(**_: Value) -> dict[str, Show]:
    return {"winner": lambda after: after.noted("winner") - 1, "first_roll": first_roll}


BID = Opening(
    "bid",
    say("bid for the first turn"),
    TWOGM_30,
    bid,
    Record((Field("bids", Fixed((Whole(0, 99), Whole(0, 99)))),)),
    (too_high,),
    bid_shows,
)


# Terrain bought with the bid


def setup_tells(now: GameState, start: int = START, bid: int = 0, terrain: tuple[Value, ...] = ()) -> dict[str, Value]:
    """Terrain up to the bid, on own rows 2 and 3; the rest of the 5 is what play starts with
    (2GM-31, 35, 89, 90)."""
    cost = sum(card_cost(now, card) for card in terrain)
    wrong = {
        "bid": bid > start,
        "cost": cost > bid,
        "row": not all(row_fits(card) for card in terrain),
        "square": any(misplaced(now, card) for card in terrain),
    }
    problems = tuple(name for name, holds in wrong.items() if holds)
    left = start - (cost if now.reading("unspent_bid") == "kept" else bid)
    return {"legal": not problems, "problems": problems, "ap": max(0, left), "cost": cost}


def card_cost(now: GameState, card: Value) -> int:
    """A terrain card by its price, its name, or both (2GM-31, 90)."""
    if isinstance(card, int):
        return card
    told = card.get("cost") if isinstance(card, Map) else None
    name = card.get("name") if isinstance(card, Map) else card
    printed = told if isinstance(told, int) else ground(now, name).cost
    if printed is None:
        raise Impossible(
            say(
                "{value} of {terrain} is not in the rulebook: tell the values of the card",
                value="cost",
                terrain=str(name),
            )
        )
    return printed + extra_cost(now, card.get("extended") if isinstance(card, Map) else None)


def row_fits(card: Value) -> bool:
    """Own rows 2 and 3, with Advanced Deployment 4 as well (2GM-31, 35)."""
    if not isinstance(card, Map) or not isinstance(card.get("row"), int):
        return True
    return card["row"] in (FAR if advanced(card) else NEAR)


def advanced(card: Map[Value]) -> bool:
    """A card with Advanced Deployment (2GM-35)."""
    skills = card.get("skills")
    return isinstance(skills, tuple) and "advanced_deployment" in map(key, skills)


def misplaced(now: GameState, card: Value) -> bool:
    """Rough squares are closed to terrain cards, by Advanced Deployment whatever is agreed
    (2GM-35, 89)."""
    if not isinstance(card, Map) or not card.get("on"):
        return False
    by_skill = advanced(card) and card.get("row") not in NEAR and ground(now, card["on"]).rough
    return by_skill or badly_placed(now, card.get("name") or "house", str(card["on"])) is not None


PLACED = Either(
    (
        Whole(0, 99),
        Word(),
        Record(
            (
                *fields(
                    name=Word(), cost=Whole(0, 99), row=Whole(1, 6), on=Word(), skills=ListOf(Word()), extended=EXTENDED
                ),
            )
        ),
    )
)
SETUP = Opening(
    "setup",
    say("set-up"),
    TWOGM_31,
    nothing,
    Record(
        (
            Field("start", Whole(0, 99), default=START),
            Field("bid", Whole(0, 99), default=0),
            Field("terrain", ListOf(PLACED), default=()),
        )
    ),
    tells=setup_tells,
)


# The beginning of a battle


def opening(state: GameState) -> Procedure:
    """Bids and terrain in a Pitched Battle, then the opening hands, from the first player on
    (2GM-30, 31, 33)."""
    if pitched(state):
        state, bids = yield from each(state, sealed)
        state = yield from bid(state, bids)
        for seat in in_turn(state):
            state = yield from furnished(state, seat, bids[seat])
    for seat in in_turn(state):
        state = yield from dealt(state, seat)
    return state


def in_turn(now: GameState) -> tuple[int, int]:
    """The first player first (2GM-31)."""
    return now.first, 1 - now.first


def furnished(state: GameState, seat: int, amount: int) -> Procedure:
    """Terrain for up to the bid; what play starts with (2GM-31)."""
    if not amount:
        return state
    state, cost = yield from number(state, terrain_bought, seat, amount)
    return endowed(state, seat, START - (cost if state.reading("unspent_bid") == "kept" else amount))


def terrain_bought(now: GameState, seat: int, amount: int) -> Prompt:
    text = say("terrain cards on your rows 2 and 3, Advanced Deployment on row 4 too: what do they cost together?")
    return Prompt(f"terrain:{seat}", "number", seat, text, TWOGM_31, most=amount, default=amount)


def dealt(state: GameState, seat: int) -> Procedure:
    """Five cards from the shuffled deck, and one mulligan; a deck of 0 is not counted (2GM-33)."""
    state, deck = yield from number(state, deck_size, seat)
    if not deck:
        return state
    state, again = yield from confirm(state, mulligan, seat, deck)
    return (yield from opening_hand(state, seat, deck, again))


def deck_size(now: GameState, seat: int) -> Prompt:
    """By default the cards that wait on the table's list (2GM-33)."""
    waiting = sum(unit.seat == seat and unit.where == "reserve" for unit in now.units.values())
    return Prompt(
        f"deck:{seat}",
        "number",
        seat,
        say("shuffle your army deck: how many cards has it?"),
        TWOGM_33,
        most=999,
        default=waiting,
    )


def mulligan(now: GameState, seat: int, deck: int) -> Prompt:
    """In a scenario only the cards it names are drawn anew (2GM-33)."""
    cards = min(OPENING_HAND * players(now, seat), deck)
    text = say("draw {cards} cards. Shuffle them back and draw as many new ones, this once?", cards=cards)
    return Prompt(f"mulligan:{seat}", "confirm", seat, text, TWOGM_33, default=False)


def begun(now: GameState) -> Refusal | None:
    """Once, before the first turn (2GM-33, 39)."""
    return Refusal("begun", say("the battle has begun"), TWOGM_39) if now.turn > 1 else None


OPENING = Opening("opening", say("begin the battle"), TWOGM_33, opening, forbids=(begun,))
