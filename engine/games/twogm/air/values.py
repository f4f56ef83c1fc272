"""What a battery covers, what a bomb hits, how many dice a strike has."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.air.plan import AirPlan
from engine.games.twogm.air.situation import AirSquare, Battery, Names
from engine.games.twogm.movement.ground import ground, is_indestructible
from engine.games.twogm.units import carrier_of
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.table import GameState


@rule(refs.TWOGM_105, refs.TWOGM_188)
def is_covered(battery: Battery, square: int, unit: str = "") -> bool:
    """Whether a battery reaches a square, by its number, or a paratrooper by its name; untold is
    everywhere."""
    covers = battery.covers
    if not isinstance(covers, tuple):
        return covers is not False
    if covers and isinstance(covers[0], bool):
        return square <= len(covers) and covers[square - 1] is True
    return square in covers or unit in covers


@rule(refs.TWOGM_107)
def can_fire(now: GameState, battery: Battery) -> bool:
    """On the board, and its shot of this turn not fired."""
    unit = now.unit(battery.unit)
    return unit.where == "table" and not unit.count("aa_fired")


@rule(refs.TWOGM_102, refs.TWOGM_103, refs.TWOGM_187)
def units_bombed(now: GameState, square: AirSquare) -> Names:
    """What is rolled for on a square: each unit, a loaded transport once; else an empty
    destructible element."""
    if square.off_board:
        return ()
    there = map(now.unit, square.units or ())
    units = tuple(unit.id for unit in there if not unit.gone and not carrier_of(now, unit))
    if units or square.terrain is None or not is_destructible(now, square.terrain):
        return units
    return (square.terrain if isinstance(square.terrain, str) else "",)


@rule(refs.TWOGM_91, refs.TWOGM_103)
def is_destructible(now: GameState, terrain: Value) -> bool:
    """Terrain cards; forest and bushes only if that is agreed; nothing indestructible, no ruins."""
    unit = now.units.get(str(terrain))
    if unit and (unit.gone or is_indestructible(unit)):
        return False
    here = ground(now, terrain)
    return here.card or (here.name in ("forest", "bushes") and now.reading("natural_destruction") == "yes")


@rule(refs.TWOGM_102, refs.TWOGM_103)
def dice_of_strike(now: GameState, plan: AirPlan) -> int:
    """Dice of the strike itself."""
    if plan.purpose == "drop":
        return 0
    return (
        sum(len(units_bombed(now, square)) for square in plan.squares) if plan.squares else int(plan.target is not None)
    )
