"""What cards cost in play: units, their lines, support cards; and what the action points buy."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.cards import found_at, lines
from engine.games.twogm.economy.purse import points_of, purses
from engine.games.twogm.economy.situation import AskedSide
from engine.games.twogm.hand.values import in_deck, playable, waiting
from engine.games.twogm.units import is_a, is_craft, key
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit

Items = tuple[str, ...]
CARDS = ("support", "general")


@rule(refs.TWOGM_05, refs.TWOGM_132)
def price(unit: Unit) -> int:
    """What a unit costs in play: nothing for a landing craft, else as printed, or as its text
    says."""
    if is_craft(unit):
        return 0
    played = unit.stated("playing_cost")
    return played if isinstance(played, int) else unit.need("cost")


# Equipment


@rule(refs.TWOGM_66)
def places_bought(unit: Unit, equipment: Items) -> tuple[int | None, ...]:
    """The lines of the card that are bought, None for what is no line; an item named twice takes
    its next line."""
    found: list[int | None] = []
    for item in equipment:
        free = (place for place, line in enumerate(lines(unit)) if key(line) == key(item) and place not in found)
        found.append(found_at(unit, item) if ":" in item else next(free, None))
    return tuple(found)


@rule(refs.TWOGM_66, refs.TWOGM_153)
def line_costs(now: GameState, unit: Unit, equipment: Items, general: Value = None) -> tuple[int, ...]:
    """Each line bought; General Patton gives a tank its dearest one."""
    costs = [unit.need("equipment", place, "cost") for place in places_bought(unit, equipment) if place is not None]
    if costs and is_line_free(now, unit, general):
        costs[costs.index(max(costs))] = 0
    return tuple(costs)


@rule(refs.TWOGM_153)
def is_line_free(now: GameState, unit: Unit, general: Value) -> bool:
    """General Patton gives one tank a turn one line."""
    return "patton" in key(general) and is_a(unit, "tank") and not now.seats[unit.seat].get("free_line")


# Support cards


@rule(refs.TWOGM_12, refs.TWOGM_65)
def waiting_card(now: GameState, seat: int, unit: str | None, *names: str) -> Unit | None:
    """The card itself: picked as if it were a unit, or waiting under its name; any General comes by
    the card General."""
    if unit and is_a(now.unit(unit), *CARDS):
        return now.unit(unit)
    mine = (each for each in (*playable(now, seat), *in_deck(now, seat)) if is_a(each, *CARDS))
    return next((each for each in mine if key(each.stated("name")) in map(key, names)), None)


@rule(refs.TWOGM_04, refs.TWOGM_05, refs.TWOGM_65, refs.TWOGM_111)
def price_of_card(waiting: Unit | None, cost: Value, playing_cost: Value) -> int:
    """The playing cost where a card has one, else as printed: as told, else as the card says that
    waits; X is told as it is played."""
    stated = [waiting.stated(each) if waiting else None for each in ("playing_cost", "cost")]
    known = (each for each in (playing_cost, stated[0], cost, stated[1]) if isinstance(each, int))
    return next(known, 0)


# What the action points buy


@rule(refs.TWOGM_65)
def budget(now: GameState, asked: AskedSide) -> dict[str, Value]:
    """Action points, and what in reserve they still buy, in hand or not, so that the enemy does not
    learn of a hand by asking: the unit, then its lines."""
    seat = now.seat if asked.seat is None else asked.seat
    purse = max(purses(now, seat).values())
    priced = [unit for unit in waiting(now, seat) if isinstance(unit.stated("cost"), int)]
    able = {unit.id: purchase(now, unit, purse) for unit in priced if price(unit) <= purse}
    return {"ap": points_of(now, seat), "affordable": Map(able)}


@rule(refs.TWOGM_66, refs.TWOGM_153)
def purchase(now: GameState, unit: Unit, purse: int) -> Map[Value]:
    """A unit's cost, and the lines that what is left still pays for, or that General Patton
    gives."""
    given = is_line_free(now, unit, now.seats[unit.seat].get("general"))
    left = purse - price(unit)
    costs = [(item, unit.stated("equipment", place, "cost")) for place, item in enumerate(lines(unit))]
    able = tuple(item for item, cost in costs if isinstance(cost, int) and (given or cost <= left))
    return Map({"cost": price(unit), "lines": able})
