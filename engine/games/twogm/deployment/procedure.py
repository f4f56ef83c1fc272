"""A unit comes onto the board, with its equipment, alone or together."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.cards import HIT_THE_DIRT, item_at, lines, marker_kind
from engine.games.twogm.deployment import refusals, support, terrain
from engine.games.twogm.deployment.situation import CardFromHand, LaidTerrain, UnitDeployment
from engine.games.twogm.deployment.values import bill, companion, cost, general_of, is_bomber
from engine.games.twogm.economy.prices import line_costs, places_bought, waiting_card
from engine.games.twogm.economy.purse import pay_points, payers
from engine.games.twogm.hand.values import play_cards
from engine.games.twogm.markers.equipment import lay_marker, new_marker
from engine.games.twogm.movement.procedure import board_transport
from engine.games.twogm.movement.values import can_carry
from engine.games.twogm.units import has, is_a, key, lose_without_cards
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure
from engine.values.maps import Map, Value
from engine.values.situation import plain
from engine.values.table import GameState
from engine.values.texts import say

ROLES = ("fighter", "bomber")
USED_UP = ("paratrooper", "c_47_skytrain", "promotion")


@rule(refs.TWOGM_21, refs.TWOGM_36, refs.TWOGM_63, refs.TWOGM_66)
def deploy(state: GameState, deployment: UnitDeployment) -> Procedure:
    """On the deployment line, with equipment bought now; aboard a carrier or behind a vehicle of
    the same turn; the last card may lose the game."""
    by, carrier = state.unit(deployment.unit), deployment.carrier
    state = use_free_line(pay_points(state, by.seat, cost(state, deployment), deployment.payer), deployment)
    cards = 1 + len(deployment.support) + (1 if companion(state, carrier) else 0)
    state = lay_support(play_cards(state, by.seat, cards), deployment)
    column = deployment.column or (state.unit(carrier).count("column") if carrier else None)
    state = put_on_board(state, by.id, 0 if is_a(by, "air") else 1, column, deployment.terrain)
    for place in places_bought(by, deployment.equipment):
        state = equip_unit(state, by.id, item_at(by, place)) if place is not None else state
    state = state.set(by.id, "role", deployment.role, refs.TWOGM_92)
    state = state.set(by.id, "primary", deployment.exchange, refs.TWOGM_17)
    state = join_carrier(state, by.id, carrier) if carrier else state
    later = is_bomber(by, deployment.role) and state.reading("last_card") == "resolved_first"
    return state if later else lose_without_cards(state, by.seat)
    yield


def put_on_board(state: GameState, unit: str, row: int, column: int | None, natural: Value) -> GameState:
    """Put a unit on the board, since this turn."""
    state = state.set(unit, "where", None, refs.TWOGM_65).set(unit, "deployed_turn", state.turn, refs.TWOGM_67)
    state = state.set(unit, "row", row, refs.TWOGM_36).set(unit, "column", column, refs.TWOGM_36)
    return state.set(unit, "terrain", natural if natural != "plain" else None, refs.TWOGM_80)


def use_free_line(state: GameState, deployment: UnitDeployment) -> GameState:
    """Patton's free line is used up for this turn."""
    unit, equipment = state.unit(deployment.unit), deployment.equipment
    given = line_costs(state, unit, equipment, general_of(state, deployment))
    if sum(given) == sum(line_costs(state, unit, equipment)):
        return state
    return state.set(f"@{unit.seat}", "free_line", True, refs.TWOGM_153)


@rule(refs.TWOGM_11)
def lay_support(state: GameState, deployment: UnitDeployment) -> GameState:
    """Cards played with a unit lie on it; those that only bring it or mark it do not."""
    unit = state.unit(deployment.unit)
    for card in deployment.support:
        waiting = waiting_card(state, unit.seat, None, str(card.name))
        state = state.set(waiting.id, "where", "discarded", refs.TWOGM_09) if waiting else state
    rows = tuple(
        Map({name: value for name, value in plain(card).items() if name in ("name", "permanent")})
        for card in deployment.support
        if card.name and key(card.name) not in USED_UP
    )
    return state.set(unit.id, "support", rows, refs.TWOGM_09) if rows else state


@rule(refs.TWOGM_18)
def equip_unit(state: GameState, unit: str, item: str) -> GameState:
    """A marker for each line; Hit the Dirt is never turned or tilted."""
    if key(item) in HIT_THE_DIRT:
        return state.set(unit, "prone", True, refs.TWOGM_118)
    return lay_marker(state, unit, item, new_marker(marker_kind(state.unit(unit), item)), refs.TWOGM_66)


@rule(refs.TWOGM_64, refs.TWOGM_132, refs.TWOGM_149)
def join_carrier(state: GameState, unit: str, carrier: str) -> GameState:
    """Aboard, towed, or At Cover at once."""
    if companion(state, carrier):
        state = put_on_board(state, carrier, 1, state.unit(unit).count("column"), None)
    other = state.unit(carrier)
    if can_carry(other, str(state.unit(unit).stated("type"))) and not is_a(other, "tank"):
        return board_transport(state, unit, carrier)
    return state.set(unit, "at_cover", carrier, refs.TWOGM_63)


def cost_facts(now: GameState, deployment: UnitDeployment) -> dict[str, Value]:
    """The sum and its parts."""
    parts = bill(now, deployment)
    return {"cost": sum(parts.values()), "items": Map(parts)}


@rule(refs.TWOGM_66, refs.TWOGM_92, refs.TWOGM_113)
def words_of_deployment(now: GameState, deployment: UnitDeployment) -> dict[str, tuple[str, ...]]:
    """The equipment that can be bought with the unit, only now; as what an aircraft flies that can
    be both; who of a pair pays."""
    by = now.unit(deployment.unit)
    roles = tuple(role for role in ROLES if has(by, role)) if all(has(by, role) for role in ROLES) else ()
    return {"equipment": tuple(dict.fromkeys(lines(by))), "role": roles, **payers(now, by.seat)}


def words_of_card(now: GameState, card: CardFromHand) -> dict[str, tuple[str, ...]]:
    return payers(now, support.seat_of_card(now, card))


def words_of_terrain(now: GameState, card: LaidTerrain) -> dict[str, tuple[str, ...]]:
    return payers(now, now.unit(card.terrain).seat)


OPENINGS = (
    opens(
        "deploy",
        say("deploy"),
        refs.TWOGM_66,
        UnitDeployment,
        deploy,
        refusals=refusals.DEPLOY,
        tells=cost_facts,
        choices=words_of_deployment,
        actor="unit",
    ),
    opens(
        "play_card",
        say("play a card"),
        refs.TWOGM_65,
        CardFromHand,
        support.play_card,
        refusals=(support.nothing_to_play, support.cannot_play, support.no_general),
        choices=words_of_card,
        actor="unit",
    ),
    opens(
        "place_terrain",
        say("place a terrain card"),
        refs.TWOGM_32,
        LaidTerrain,
        terrain.place_terrain,
        refusals=(terrain.cannot_place,),
        choices=words_of_terrain,
        actor="terrain",
        asks=("row", "column", "extended", "on"),
    ),
)
