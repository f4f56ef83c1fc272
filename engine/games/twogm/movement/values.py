"""How far a unit moves, where it can go, whom it can carry or cover."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.movement.field import on_square
from engine.games.twogm.movement.path import PathSquare
from engine.games.twogm.units import VEHICLES, cargo_of, has, is_a, is_craft
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.table import GameState, Unit

Ends = tuple[Value, Value]


@rule(refs.TWOGM_75, refs.TWOGM_125, refs.TWOGM_141, refs.TWOGM_161)
def allowance(now: GameState, unit: Unit, advance: bool = False, ride: bool = False) -> int:
    """Movement less suppression, never below 0; bonus points are added after that."""
    base = unit.need("movement") - (1 if unit.count("suppressed") else 0)
    return max(0, base) + (1 if advance else 0) + (1 if ride else 0)


@rule(refs.TWOGM_80, refs.TWOGM_144, refs.TWOGM_145)
def is_difficult(unit: Unit, here: PathSquare) -> bool:
    """A square that stops: not for scouts, not where own sappers are."""
    return here.ground.difficult and not has(unit, "scout") and not here.sappers


@rule(refs.TWOGM_83, refs.TWOGM_132, refs.TWOGM_144)
def can_cross(unit: Unit, here: PathSquare) -> bool:
    """Who goes where others cannot: landing craft at sea, sappers over a river, all over a sappers'
    bridge."""
    if here.ground.name == "sea":
        return is_craft(unit)
    return here.ground.name == "river" and (has(unit, "sappers") or here.sappers)


@rule(refs.TWOGM_47, refs.TWOGM_48, refs.TWOGM_59, refs.TWOGM_61)
def may_join(now: GameState, unit: Unit, last: str) -> bool:
    """Infantry and artillery join a vehicle that takes them, an empty transport picks them up."""
    if is_a(unit, "transport"):
        return last in ("infantry", "artillery") and not cargo_of(now, unit.id) and can_carry(unit, last)
    if is_a(unit, "infantry"):
        return last in ("tank", "transport")
    return is_a(unit, "artillery") and last == "transport"


@rule(refs.TWOGM_132, refs.TWOGM_147, refs.TWOGM_151, refs.TWOGM_192)
def can_carry(carrier: Unit, cargo: str) -> bool:
    """Transport for infantry, Tow for artillery; landing craft take either."""
    if is_craft(carrier) or (carrier.stated("skills") is None and is_a(carrier, "transport")):
        return True
    return has(carrier, "transport") if cargo == "infantry" else has(carrier, "tow")


@rule(refs.TWOGM_59, refs.TWOGM_166)
def can_take_aboard(vehicle: Unit, unit: Unit) -> bool:
    """A transport with the skill takes a unit aboard; behind any other vehicle it only stands."""
    return is_a(vehicle, "transport") and can_carry(vehicle, str(unit.stated("type")))


@rule(refs.TWOGM_59)
def can_cover(vehicle: Unit) -> bool:
    """Armour and transports cover infantry."""
    return is_a(vehicle, *VEHICLES)


@rule(refs.TWOGM_59)
def is_covering_another(now: GameState, vehicle: Unit, unit: Unit) -> bool:
    """Another infantry unit is behind the vehicle, covered or only standing there."""
    there = on_square(now, vehicle.count("row"), vehicle.count("column"), vehicle.seat)
    behind = [
        each for each in now.standing(vehicle.seat) if each.trackers.get("at_cover") == vehicle.id or each in there
    ]
    return any(is_a(each, "infantry") and each.id != unit.id for each in behind)


@rule(refs.TWOGM_46)
def squares_apart(mover: Unit, ends: Ends) -> int:
    """Rows and columns between a unit and a square, each where both are known."""
    begins = mover.count("row"), mover.count("column")
    return sum(
        abs(end - begin) for begin, end in zip(begins, ends, strict=True) if begin and isinstance(end, int) and end
    )


@rule(refs.TWOGM_140)
def is_slanted(mover: Unit, ends: Ends) -> bool:
    """Row and column both change."""
    return all(squares_apart(mover, each) for each in ((ends[0], None), (None, ends[1])))
