"""The bill of a deployment, and how its unit comes."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.cards import HIT_THE_DIRT, item_and_number
from engine.games.twogm.deployment.situation import UnitDeployment
from engine.games.twogm.economy.prices import line_costs, price, price_of_card, waiting_card
from engine.games.twogm.units import has, is_a, key
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.table import GameState, Unit

DEFENSIVE = HIT_THE_DIRT | {"medic", "mechanic", "smoke_shell", "smoke_grenade", "smoke_screen"}


@rule(refs.TWOGM_63, refs.TWOGM_66, refs.TWOGM_111, refs.TWOGM_132)
def bill(now: GameState, deployment: UnitDeployment) -> dict[str, int]:
    """Everything that is paid: the unit, its lines, its cards, the carrier that comes with it."""
    by, other = now.unit(deployment.unit), companion(now, deployment.carrier)
    return {
        "unit": price(by),
        "equipment": sum(line_costs(now, by, deployment.equipment, general_of(now, deployment))),
        "support": sum(
            price_of_card(waiting_card(now, by.seat, None, str(card.name)), card.cost, card.playing_cost)
            for card in deployment.support
        ),
        "carrier": price(other) if other else 0,
    }


def cost(now: GameState, deployment: UnitDeployment) -> int:
    return sum(bill(now, deployment).values())


@rule(refs.TWOGM_153)
def general_of(now: GameState, deployment: UnitDeployment) -> Value:
    """The General of the side, told or on the table."""
    kept = now.seats[now.unit(deployment.unit).seat].get("general")
    return deployment.general if deployment.general is not None else kept


@rule(refs.TWOGM_63, refs.TWOGM_64)
def companion(now: GameState, carrier: str | None) -> Unit | None:
    """A carrier that comes with its unit, from the hand too."""
    other = now.unit(carrier) if carrier else None
    return other if other and not other.count("deployed_turn") else None


@rule(refs.TWOGM_21, refs.TWOGM_92, refs.TWOGM_95)
def is_bomber(unit: Unit, role: str | None) -> bool:
    """An aircraft whose card is resolved by its raid, not as it comes: no fighter."""
    return is_a(unit, "air") and (role == "bomber" or not has(unit, "fighter"))


@rule(refs.TWOGM_13)
def usual_slot(item: str) -> str:
    """Which side of the card an item stands on, where the card does not say."""
    return "defensive" if key(item_and_number(item)[0]) in DEFENSIVE else "offensive"
