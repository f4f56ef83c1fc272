"""Who is met by an assault: the unit on a terrain card, and any other on its square."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.units import GROUND, is_a, occupants
from engine.playing.citing import rule
from engine.values.table import GameState, Unit


@rule(refs.TWOGM_52)
def defender(now: GameState, target: str) -> str:
    """Terrain is assaulted through the enemy on it."""
    held = occupants(now, target) if is_a(now.unit(target), "terrain") else ()
    return held[0] if held else target


@rule(refs.TWOGM_163)
def company(now: GameState, target: str) -> tuple[str, ...]:
    """Who is on the square of the target: with it the other of a vehicle and the infantry behind
    it."""
    at = now.unit(target)
    return tuple(other.id for other in now.standing(at.seat) if is_partner(other, at))


@rule(refs.TWOGM_163)
def is_partner(other: Unit, at: Unit) -> bool:
    """One covers the other, or both stand on the same square."""
    places = [(unit.count("row"), unit.count("column")) for unit in (other, at)]
    paired = other.trackers.get("at_cover") == at.id or at.trackers.get("at_cover") == other.id
    return is_a(other, *GROUND) and (paired or (places[0] == places[1] and all(places[0])))
