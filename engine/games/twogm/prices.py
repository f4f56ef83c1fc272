"""What is paid for a card: units, their lines, support cards, the carrier that comes along."""

from __future__ import annotations

from engine.games.twogm.units import is_a, is_craft, key
from engine.games.twogm.weapons import found_at, lines
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit

Items = tuple[str, ...]
CARDS = ("support", "general")
NO_LINE = -1  # no mutant: any number that is no line will do


def places(unit: Unit, equipment: Items) -> tuple[int, ...]:
    """The lines of the card that are bought; an item named twice takes its next line (2GM-66)."""
    found: list[int] = []
    for item in equipment:
        free = [place for place, line in enumerate(lines(unit)) if key(line) == key(item) and place not in found]
        named = found_at(unit, item) if ":" in item else next(iter(free), None)
        found.append(NO_LINE if named is None else named)
    return tuple(found)


def price(unit: Unit) -> int:
    """What a unit costs in play: nothing for a landing craft, else as printed, or as its text
    says (2GM-05, 132)."""
    if is_craft(unit):
        return 0
    played = unit.stated("playing_cost")
    return played if isinstance(played, int) else unit.need("cost")


def line_costs(now: GameState, unit: Unit, equipment: Items, general: Value = None) -> tuple[int, ...]:
    """Each line bought; General Patton gives a tank its dearest one (2GM-66, 153)."""
    costs = [unit.need("equipment", place, "cost") for place in places(unit, equipment) if place != NO_LINE]
    if costs and free_line(now, unit, general):
        costs[costs.index(max(costs))] = 0
    return tuple(costs)


def free_line(now: GameState, unit: Unit, general: Value) -> bool:
    """General Patton gives one tank a turn one line (2GM-153)."""
    return "patton" in key(general) and is_a(unit, "tank") and not now.seats[unit.seat].get("free_line")


def support_cost(card: Map[Value]) -> int:
    """The playing cost where a card has one, else as printed (2GM-05, 111)."""
    told = card.get("playing_cost")
    return told if isinstance(told, int) else int(str(card.get("cost") or 0))


def on_the_list(now: GameState, seat: int, unit: str | None, *names: str) -> Unit | None:
    """The card itself: picked as if it were a unit, or waiting under its name; any General comes
    by the card General (2GM-12, 65)."""
    if unit and is_a(now.unit(unit), *CARDS):
        return now.unit(unit)
    mine = (each for each in now.units.values() if each.seat == seat and each.where == "reserve" and is_a(each, *CARDS))
    return next((each for each in mine if key(each.stated("name")) in map(key, names)), None)


def costs(card: Unit | None) -> dict[str, Value]:
    """What a card says of its costs; X is told as it is played (2GM-04, 05)."""
    stated = {each: card.stated(each) for each in ("cost", "playing_cost")} if card else {}
    return {each: value for each, value in stated.items() if isinstance(value, int)}


def priced(now: GameState, seat: int, card: Map[Value]) -> Map[Value]:
    """A card as told, with the costs of the one that waits under its name (2GM-05, 65)."""
    return Map({**costs(on_the_list(now, seat, None, str(card.get("name")))), **card})


def bill(
    now: GameState,
    unit: str,
    equipment: Items = (),
    support: tuple[Map[Value], ...] = (),
    carrier: str | None = None,
    general: Value = None,
    **_: Value,
) -> dict[str, int]:
    """Everything that is paid: the unit, its lines, its cards, the carrier that comes with it
    (2GM-63, 66, 111, 132)."""
    by = now.unit(unit)
    other = brought(now, carrier)
    together = price(other) if other else 0
    kept = general if general is not None else now.seats[by.seat].get("general")
    return {
        "unit": price(by),
        "equipment": sum(line_costs(now, by, equipment, kept)),
        "support": sum(support_cost(priced(now, by.seat, card)) for card in support),
        "carrier": together,
    }


def cost(now: GameState, unit: str, **told: Value) -> int:
    return sum(bill(now, unit, **told).values())  # type: ignore[arg-type]  # checked by the situation


def brought(now: GameState, carrier: str | None) -> Unit | None:
    """A carrier that comes with its unit, from the hand too (2GM-63, 64)."""
    other = now.unit(carrier) if carrier else None
    return other if other and not other.count("deployed_turn") else None
