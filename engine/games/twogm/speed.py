"""How far a unit moves: its card, suppression, Advance and Mounted; and what forbids a path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine.games.twogm.field import card_on, on_square
from engine.games.twogm.ground import Ground, ground, under
from engine.games.twogm.markers import mounted_weapon
from engine.games.twogm.refs import (
    TWOGM_46,
    TWOGM_47,
    TWOGM_48,
    TWOGM_50,
    TWOGM_51,
    TWOGM_80,
    TWOGM_83,
    TWOGM_84,
    TWOGM_86,
    TWOGM_125,
    TWOGM_133,
    TWOGM_140,
    TWOGM_141,
    TWOGM_161,
    TWOGM_179,
)
from engine.games.twogm.units import COLUMNS, GROUND, ROWS, cargo_of, has, is_a, is_craft, key
from engine.values.maps import Map, Value
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

Spot = tuple[int, int] | None


def allowance(now: GameState, unit: Unit, advance: bool = False, ride: bool = False) -> int:
    """Movement less suppression, never below 0; bonus points are added after that (2GM-75, 125,
    141, 161)."""
    base = unit.need("movement") - (1 if unit.count("suppressed") else 0)
    return max(0, base) + (1 if advance else 0) + (1 if ride else 0)


@dataclass(frozen=True, slots=True)
class Step:
    """One square of a path: what it is, who is on it, how it is entered."""

    ground: Ground
    holds: str = ""
    diagonal: bool = False
    sappers: bool = False
    at: Spot = None


def steps(now: GameState, unit: Unit, path: Value) -> tuple[Step, ...]:
    """A path told square by square: by its terrain alone, or with who stands there (2GM-46,
    144)."""
    return tuple(step(now, unit, each) for each in path) if isinstance(path, tuple) else ()


def step(now: GameState, unit: Unit, told: Value) -> Step:
    """One square: by row and column, by its terrain, by who stands there, or by all of it; a
    friend's sappers make the way (2GM-46, 47, 50, 144)."""
    if isinstance(told, tuple):
        return step(now, unit, Map({"row": told[0], "column": told[1]}))
    if not isinstance(told, Map):
        held = told in ("enemy", "ally", *GROUND)
        return Step(ground(now, "plain"), str(told)) if held else Step(ground(now, told))
    at = spot((told.get("row"), told.get("column")))
    named, terrain = told.get("holds") or told.get("unit") or standing_at(now, unit, at), told.get("terrain")
    other, card = now.units.get(str(named)), card_on(now, *at, unit.seat) if at else None
    here = under(now, other, terrain) if other else ground(now, terrain or (card.id if card else "plain"))
    bridge = here.name == "river" and bridged(now, unit, at)
    sappers = told.get("sappers") is True or (other is not None and has(other, "sappers")) or bridge
    return Step(here, holder(now, unit, named), told.get("diagonal") is True, sappers, at)


def bridged(now: GameState, unit: Unit, at: Spot) -> bool:
    """Own sappers on both banks of a square, in its column, make a bridge (2GM-144)."""
    banks = ((at[0] - 1, at[1]), (at[0] + 1, at[1])) if at else ()
    held = [on_square(now, *bank, unit.seat) for bank in banks]
    return bool(held) and all(any(each.seat == unit.seat and has(each, "sappers") for each in bank) for bank in held)


def standing_at(now: GameState, unit: Unit, at: Spot) -> str:
    """Who else stands on a square, by what the board knows (2GM-47, 50)."""
    there = on_square(now, *at, unit.seat) if at else ()
    return next((each.id for each in there if each.id != unit.id), "")


def spot(told: Value) -> Spot:
    """A square by its row and column, where both are told."""
    if not isinstance(told, tuple) or not all(isinstance(each, int) for each in told):
        return None
    return int(str(told[0])), int(str(told[1]))


def holder(now: GameState, unit: Unit, told: Value) -> str:
    """Who is on a square, told by a word or by its name: an enemy, or the type of a friend
    (2GM-47, 50)."""
    other = now.units.get(str(told))
    if other is None:
        return key(told)
    return "enemy" if other.seat != unit.seat else str(other.stated("type"))


def difficult(unit: Unit, here: Step) -> bool:
    """A square that stops: not for scouts, not where own sappers are (2GM-80, 144, 145)."""
    return here.ground.difficult and not has(unit, "scout") and not here.sappers


def closed(unit: Unit, here: Step) -> Refusal | None:
    """Squares a unit may not enter at all (2GM-50, 80, 83, 84, 86, 132, 133, 144, 179)."""
    square = here.ground
    if here.holds == "enemy":
        return Refusal("enemy", say("never through a square that the enemy holds"), TWOGM_50)
    if square.impassable and not crosses(unit, here):
        return Refusal("impassable", say("{terrain} is impassable", terrain=square.name), TWOGM_83)
    if is_craft(unit) and square.name != "sea":
        return Refusal("at_sea", say("a landing craft stays at sea"), TWOGM_83)
    if has(unit, "extra_heavy") and (difficult(unit, here) or square.name == "bridge"):
        return Refusal(
            "extra_heavy",
            say("{unit} is too heavy for {terrain}", unit=unit.name, terrain=square.name),
            TWOGM_84 if square.name == "bridge" else TWOGM_133,
        )
    if square.access and unit.stated("type") not in (None, *square.access):
        return Refusal(
            "access",
            say("{unit} may not enter {terrain}", unit=unit.name, terrain=square.name),
            TWOGM_86 if square.building else TWOGM_179,
        )
    return None


def crosses(unit: Unit, here: Step) -> bool:
    """Who goes where others cannot: landing craft at sea, sappers over a river, all over a
    sappers' bridge (2GM-83, 132, 144)."""
    if here.ground.name == "sea":
        return is_craft(unit)
    return here.ground.name == "river" and (has(unit, "sappers") or here.sappers)


def problems(
    now: GameState, unit: Unit, path: tuple[Step, ...], start: Ground, begins: Spot = None, **bonus: bool
) -> Iterator[Refusal]:
    """Everything that speaks against a move (2GM-46, 47, 48, 51, 80, 125, 140, 141, 161)."""
    points = allowance(now, unit, **bonus)
    if mounted_weapon(now, unit):
        yield Refusal(
            "mounted", say("{item} is mounted: the unit cannot move", item=mounted_weapon(now, unit)), TWOGM_51
        )
    if bonus.get("advance") and not has(unit, "advance", "march", "advancement"):
        yield Refusal("no_advance", say("{unit} has no Advance", unit=unit.name), TWOGM_125)
    if bonus.get("ride") and not has(unit, "mounted"):
        yield Refusal("not_mounted", say("{unit} is not Mounted", unit=unit.name), TWOGM_141)
    if len(path) > points:
        text = say("{squares} squares: {unit} moves {points}", squares=len(path), unit=unit.name, points=points)
        yield Refusal("too_far", text, TWOGM_46 if points else TWOGM_161)
    if start.difficult and has(unit, "extra_heavy") and path:
        yield Refusal("stuck", say("{unit} is stuck in difficult terrain", unit=unit.name), TWOGM_133)
    yield from on_the_way(unit, path, start)
    yield from across(unit, path, begins)
    yield from at_the_end(now, unit, path)


def on_the_way(unit: Unit, path: tuple[Step, ...], start: Ground) -> Iterator[Refusal]:
    """Each square may be entered; difficult ones end the move, entering and leaving (2GM-80)."""
    for here in path:
        if (no := closed(unit, here)) is not None:
            yield no
    stops = [difficult(unit, here) for here in (Step(start), *path[:-1])]
    if len(path) > 1 and any(stops):
        yield Refusal("difficult", say("difficult terrain: stop on entering, one square on leaving"), TWOGM_80)


def across(unit: Unit, path: tuple[Step, ...], begins: Spot) -> Iterator[Refusal]:
    """On the board, one square after another, along rows and columns; Motorized once diagonally
    (2GM-28, 46, 140)."""
    spots = [begins, *(here.at for here in path)]
    for one, other in pairwise(spots):
        if other and not (1 <= other[0] <= ROWS and 1 <= other[1] <= COLUMNS):
            yield Refusal("off_board", say("never off the board"), TWOGM_46)
        if one and other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) != 1:
            yield Refusal("not_adjacent", say("one square after another"), TWOGM_46)
    slanted = sum(
        1 for one, other in pairwise(spots) if one and other and abs(one[0] - other[0]) == 1 == abs(one[1] - other[1])
    )
    if slanted + sum(here.diagonal for here in path) > (1 if has(unit, "motorized") else 0):
        yield Refusal(
            "diagonal", say("moves go along rows and columns"), TWOGM_140 if has(unit, "motorized") else TWOGM_46
        )


def at_the_end(now: GameState, unit: Unit, path: tuple[Step, ...]) -> Iterator[Refusal]:
    """A move ends on a free square, or on a unit it joins (2GM-47, 48)."""
    last = path[-1].holds if path else ""
    if not last or last in ("enemy", "none", "empty") or joins(now, unit, last):
        return
    full = is_a(unit, "transport") and bool(cargo_of(now, unit.id))
    yield Refusal("occupied", say("a move does not end on another unit"), TWOGM_48 if full else TWOGM_47)


def joins(now: GameState, unit: Unit, last: str) -> bool:
    """Infantry and artillery join a vehicle that takes them, an empty transport picks them up
    (2GM-47, 48, 59, 61)."""
    if is_a(unit, "transport"):
        return last in ("infantry", "artillery") and not cargo_of(now, unit.id) and takes(unit, last)
    if is_a(unit, "infantry"):
        return last in ("tank", "transport")
    return is_a(unit, "artillery") and last == "transport"


def takes(carrier: Unit, cargo: str) -> bool:
    """Transport for infantry, Tow for artillery; landing craft take either (2GM-132, 147, 151,
    192)."""
    if is_craft(carrier) or (carrier.stated("skills") is None and is_a(carrier, "transport")):
        return True
    return has(carrier, "transport") if cargo == "infantry" else has(carrier, "tow")


def covers(vehicle: Unit) -> bool:
    """Armour and transports cover infantry (2GM-59)."""
    return is_a(vehicle, "tank", "transport")
