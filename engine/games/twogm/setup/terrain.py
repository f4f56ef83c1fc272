"""Terrain bought with a bid: what it costs, where it may lie, what is left."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

from engine.games.twogm import refs
from engine.games.twogm.deployment.terrain import ask_for_side, bad_square
from engine.games.twogm.movement.field import no_room
from engine.games.twogm.movement.ground import extra_cost, ground
from engine.games.twogm.setup.situation import CARDS, START, BidSpent, LaidBid
from engine.games.twogm.units import key, seat_count
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, number
from engine.values.maps import Map, Value, pairs
from engine.values.model import Impossible, Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

NEAR = (2, 3)  # 2GM-31
FAR = (2, 3, 4)  # 2GM-35


class BoughtTerrain(NamedTuple):
    """A terrain card as it was told, and the square below it."""

    name: str | None = None
    cost: int | None = None
    row: int | None = None
    on: str | None = None
    skills: tuple[str, ...] = ()
    extended: Value = None

    @property
    @rule(refs.TWOGM_35)
    def is_advanced(self) -> bool:
        """A card with Advanced Deployment."""
        return "advanced_deployment" in map(key, self.skills)


def terrain_of_bid(laid: LaidBid) -> BoughtTerrain:
    skills = ("advanced_deployment",) if laid.advanced else ()
    return BoughtTerrain(laid.name, laid.cost, laid.row, laid.on, skills, laid.extended)


def bought_terrain(card: int | str | Map[Any]) -> BoughtTerrain:
    """A card by its price, its name, or its values."""
    if isinstance(card, Map):
        return BoughtTerrain(**card)
    return BoughtTerrain(cost=card) if isinstance(card, int) else BoughtTerrain(card)


@rule(refs.TWOGM_31, refs.TWOGM_35, refs.TWOGM_89, refs.TWOGM_90)
def setup_facts(now: GameState, spent: BidSpent) -> dict[str, Value]:
    """Terrain up to the bid, on own rows 2 and 3; the rest of the 5 is what play starts with."""
    cards = [bought_terrain(card) for card in spent.terrain]
    cost = sum(price_with_squares(now, card) for card in cards)
    wrong = {
        "bid": spent.bid > spent.start,
        "cost": cost > spent.bid,
        "row": any(is_out_of_rows(card) for card in cards),
        "square": any(is_misplaced(now, card) for card in cards),
    }
    problems = tuple(name for name, holds in wrong.items() if holds)
    left = spent.start - (cost if now.reading("unspent_bid") == "kept" else spent.bid)
    return {"legal": not problems, "problems": problems, "ap": max(0, left), "cost": cost}


@rule(refs.TWOGM_31, refs.TWOGM_90)
def price_with_squares(now: GameState, card: BoughtTerrain) -> int:
    """As told, else as the rulebook prints it; extended it costs more."""
    printed = card.cost if card.cost is not None else ground(now, card.name).cost
    if printed is None:
        text = say(
            "{value} of {terrain} is not in the rulebook: tell the values of the card",
            value="cost",
            terrain=str(card.name),
        )
        raise Impossible(text)
    return printed + extra_cost(now, card.extended)


@rule(refs.TWOGM_31, refs.TWOGM_35)
def is_out_of_rows(card: BoughtTerrain) -> bool:
    """Own rows 2 and 3, with Advanced Deployment 4 as well."""
    return card.row is not None and card.row not in (FAR if card.is_advanced else NEAR)


@rule(refs.TWOGM_35, refs.TWOGM_89)
def is_misplaced(now: GameState, card: BoughtTerrain) -> bool:
    """Rough squares are closed to terrain cards, by Advanced Deployment whatever is agreed."""
    if not card.on:
        return False
    by_skill = card.is_advanced and card.row not in NEAR and ground(now, card.on).rough
    return by_skill or bad_square(now, card.name or "house", card.on) is not None


# On the map


@rule(refs.TWOGM_31, refs.TWOGM_90)
def lay_terrain(state: GameState, laid: LaidBid) -> Procedure:
    """A card bought with the bid comes to lie on its square; what the rulebook does not print is
    asked."""
    card, row = terrain_of_bid(laid), laid.row
    if card.cost is None and ground(state, card.name).cost is None:
        state, cost = yield from number(state, what_it_costs, laid)
        card = card._replace(cost=cost)
    if row is None:
        state, row = yield from number(state, on_which_row, laid)
    state, sides = yield from ask_for_side(state, laid.extended, laid.seat)
    left = points_for_terrain(state, laid.seat) - price_with_squares(state, card)
    state = state.set(f"@{laid.seat}", "terrain_points", max(0, left), refs.TWOGM_31)
    name = free_name(state, laid.name)
    terrain = Unit(name, laid.seat, pairs(type="terrain", name=laid.name.replace("_", " ").title()))
    state = replace(state, units=state.units.put(name, terrain))
    for tracker, value in (("row", row), ("column", laid.column), ("extended", sides)):
        state = state.set(name, tracker, value, refs.TWOGM_31)
    return state


def what_it_costs(now: GameState, laid: LaidBid) -> Prompt:
    text = say("what does this terrain card cost?")
    most = points_for_terrain(now, laid.seat)
    return Prompt("cost", "number", laid.seat, text, refs.TWOGM_31, most=most, default=most)


@rule(refs.TWOGM_35)
def on_which_row(now: GameState, laid: LaidBid) -> Prompt:
    """One of the rows of the set-up."""
    rows = FAR if laid.advanced else NEAR
    text = say("on which of your rows does it lie?")
    return Prompt("row", "number", laid.seat, text, refs.TWOGM_31, least=min(rows), most=max(rows), default=min(rows))


def cards_to_lay(now: GameState, laid: LaidBid) -> dict[str, tuple[str, ...]]:
    """Cards that what is left pays for, as far as the rulebook prints their price."""
    left = points_for_terrain(now, laid.seat)
    return {"name": tuple(name for name in CARDS if (ground(now, name).cost or 0) <= left)}


def points_for_terrain(now: GameState, seat: int) -> int:
    """What a side has spent on terrain that does not lie there yet."""
    return seat_count(now, seat, "terrain_points")


def free_name(now: GameState, card: str) -> str:
    """The name of a card, numbered where there is one already."""
    return next(name for n in count(1) if (name := card if n == 1 else f"{card}_{n}") not in now.units)


def not_paid_by_bid(now: GameState, laid: LaidBid) -> Refusal | None:
    """Only what the bid has bought, before the first turn is played."""
    left, card = points_for_terrain(now, laid.seat), terrain_of_bid(laid)
    known = card.cost is not None or ground(now, card.name).cost is not None
    if now.turn > 1 or not left or (known and price_with_squares(now, card) > left):
        return Refusal("not_bought", say("terrain cards are bought with the bid, before the first turn"), refs.TWOGM_31)
    return None


def wrong_place(now: GameState, laid: LaidBid) -> Refusal | None:
    """On the rows of the set-up, on open ground, one card on a square."""
    card = terrain_of_bid(laid)
    if is_out_of_rows(card):
        text = say("terrain cards lie on the own rows 2 and 3, with Advanced Deployment on row 4 too")
        return Refusal("row", text, refs.TWOGM_35 if card.is_advanced else refs.TWOGM_31)
    if is_misplaced(now, card):
        return Refusal("bad_square", say("no terrain card on {terrain}", terrain=laid.on), refs.TWOGM_89)
    return no_room(now, laid.row, laid.column, laid.extended, laid.seat)


def stage_bid(state: GameState, laid: LaidBid) -> GameState:
    """Who asks where a card may lie has bid all he has."""
    return state.set(f"@{laid.seat}", "terrain_points", START, refs.TWOGM_31)


OPENINGS = (
    opens(
        "lay_terrain",
        say("lay terrain bought with the bid"),
        refs.TWOGM_31,
        LaidBid,
        lay_terrain,
        refusals=(not_paid_by_bid, wrong_place),
        stage=stage_bid,
        choices=cards_to_lay,
        asks=("row", "column", "advanced", "extended", "on"),
    ),
)
