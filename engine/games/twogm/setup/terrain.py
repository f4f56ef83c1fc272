"""Terrain bought with a bid: what it costs, where it may lie, what is left."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games.twogm import refs
from engine.games.twogm.deployment.terrain import bad_square
from engine.games.twogm.movement.ground import extra_cost, ground
from engine.games.twogm.setup.situation import BidSpent
from engine.games.twogm.units import key
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState
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
