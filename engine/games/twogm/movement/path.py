"""A path square by square, as it is told and as the board knows it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.twogm import refs
from engine.games.twogm.movement.field import card_on, on_square
from engine.games.twogm.movement.ground import Ground, ground, under
from engine.games.twogm.units import GROUND, has, key
from engine.playing.citing import rule
from engine.values.maps import Map, Value, pairs
from engine.values.table import GameState, Unit

Spot = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class PathSquare:
    """One square of a path: what it is, who is on it, how it is entered."""

    ground: Ground
    holds: str = ""
    diagonal: bool = False
    sappers: bool = False
    at: Spot = None


@rule(refs.TWOGM_46, refs.TWOGM_47, refs.TWOGM_50, refs.TWOGM_144)
def path_square(now: GameState, unit: Unit, named: Value) -> PathSquare:
    """By row and column, by its terrain, by who stands there, or by all of it; a friend's sappers
    make the way."""
    if isinstance(named, tuple):
        named = pairs(row=named[0], column=named[1])
    if not isinstance(named, Map):
        held = named in ("enemy", "ally", *GROUND)
        return PathSquare(ground(now, "plain"), str(named)) if held else PathSquare(ground(now, named))
    at, terrain = spot(named), named.get("terrain")
    who = named.get("holds") or named.get("unit") or standing_at(now, unit, at)
    other, card = now.units.get(str(who)), card_on(now, *at, unit.seat) if at else None
    here = under(now, other, terrain) if other else ground(now, terrain or (card.id if card else "plain"))
    bridge = here.name == "river" and has_bridge(now, unit, at)
    sappers = named.get("sappers") is True or (other is not None and has(other, "sappers")) or bridge
    return PathSquare(here, holder(now, unit, who), named.get("diagonal") is True, sappers, at)


@rule(refs.TWOGM_144)
def has_bridge(now: GameState, unit: Unit, at: Spot) -> bool:
    """Own sappers on both banks of a square, in its column, make a bridge."""
    banks = ((at[0] - 1, at[1]), (at[0] + 1, at[1])) if at else ()
    held = [on_square(now, *bank, unit.seat) for bank in banks]
    return bool(held) and all(any(each.seat == unit.seat and has(each, "sappers") for each in bank) for bank in held)


@rule(refs.TWOGM_47, refs.TWOGM_50)
def standing_at(now: GameState, unit: Unit, at: Spot) -> str:
    """Who else stands on a square, by what the board knows."""
    there = on_square(now, *at, unit.seat) if at else ()
    return next((each.id for each in there if each.id != unit.id), "")


def spot(named: Value) -> Spot:
    """A square by its row and column, where both are told."""
    pair = (named.get("row"), named.get("column")) if isinstance(named, Map) else named
    if not isinstance(pair, tuple) or not all(isinstance(each, int) for each in pair):
        return None
    return int(str(pair[0])), int(str(pair[1]))


@rule(refs.TWOGM_47, refs.TWOGM_50)
def holder(now: GameState, unit: Unit, who: Value) -> str:
    """Who is on a square, by a word or by its name: an enemy, or the type of a friend."""
    other = now.units.get(str(who))
    if other is None:
        return key(who)
    return "enemy" if other.seat != unit.seat else str(other.stated("type"))


@rule(refs.TWOGM_80, refs.TWOGM_85)
def first_ground(now: GameState, mover: Unit, named: Value) -> Ground:
    """The square a move starts from: as told, or where the unit stands, in ruins too."""
    terrain = named.get("terrain") if isinstance(named, Map) else named if isinstance(named, str) else None
    return under(now, mover, terrain)
