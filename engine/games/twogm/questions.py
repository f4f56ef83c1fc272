"""What can be asked and changes nothing: terrain, distances, action points, markers, smoke."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.twogm import army, refs
from engine.games.twogm.air.reactions import reaction_facts
from engine.games.twogm.economy import lost_hq, prices, purse, supply
from engine.games.twogm.economy.situation import AskedSide, PairIncome, StoredPoints, SupplyLine
from engine.games.twogm.markers.situation import MarkerStory, Smoke, SuppressiveFire
from engine.games.twogm.markers.smoke import describe_smoke, out_of_time
from engine.games.twogm.markers.story import tell_story
from engine.games.twogm.markers.suppression import describe_suppression
from engine.games.twogm.movement.field import distance, squares
from engine.games.twogm.movement.ground import extra_cost, ground, squares_added
from engine.games.twogm.movement.situation import Distance, TerrainCard
from engine.games.twogm.setup.situation import BidSpent
from engine.games.twogm.setup.terrain import setup_facts
from engine.playing.citing import rule
from engine.playing.opening import answers
from engine.values.maps import Value
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.TWOGM_86, refs.TWOGM_90)
def describe_terrain(now: GameState, card: TerrainCard) -> Mapping[str, Value]:
    """What a terrain card costs and gives; extended it covers one square more on one side or
    both."""
    here = ground(now, card.name)
    printed = card.cost if card.cost is not None else here.cost
    return {
        "cost": printed + extra_cost(now, card.extended) if printed is not None else None,
        "points": here.points,
        "armor": here.armor,
        "impact": here.impact,
        "access": here.access,
        "squares": 1 + squares_added(card.extended),
        "difficult": here.difficult,
        "impassable": here.impassable,
        "building": here.building,
    }


@rule(refs.TWOGM_23, refs.TWOGM_69)
def measure(now: GameState, places: Distance) -> Mapping[str, Value]:
    """Range and movement are counted the same way."""
    return {"distance": distance(squares(places.from_, now), squares(places.to, now))}


QUESTIONS = (
    answers("suppression", say("suppressive fire"), refs.TWOGM_75, SuppressiveFire, describe_suppression),
    answers("marker", say("a marker through the turns"), refs.TWOGM_154, MarkerStory, tell_story),
    answers("smoke", say("smoke"), refs.TWOGM_122, Smoke, describe_smoke, refusals=(out_of_time,)),
    answers("terrain", say("terrain"), refs.TWOGM_90, TerrainCard, describe_terrain),
    answers("distance", say("distance"), refs.TWOGM_23, Distance, measure),
    answers("supply", say("supply line"), refs.TWOGM_37, SupplyLine, supply.supply_facts),
    answers(
        "share", say("shares of a pair"), refs.TWOGM_113, PairIncome, purse.share_facts, refusals=(purse.gift_too_big,)
    ),
    answers("store", say("store of action points"), refs.TWOGM_26, StoredPoints, lost_hq.store_facts),
    answers("budget", say("what the action points buy"), refs.TWOGM_65, AskedSide, prices.budget),
    answers("deck", say("deck"), refs.TWOGM_03, army.Deck, army.deck_facts),
    answers("reactions", say("what can still be done in the enemy turn"), refs.TWOGM_107, AskedSide, reaction_facts),
    answers("setup", say("set-up"), refs.TWOGM_31, BidSpent, setup_facts),
)
