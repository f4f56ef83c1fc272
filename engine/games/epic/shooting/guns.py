"""The guns of a barrage: their points, what all of them have, the damage of a hit."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.abilities import traits
from engine.games.epic.formations.rows import number, rows
from engine.games.epic.morale.suppression import suppressed_units
from engine.games.epic.shooting.hits import Hit
from engine.games.epic.shooting.salvos import firing_rows, firing_weapons
from engine.games.epic.shooting.situation import Barrage
from engine.games.epic.shooting.weapons import order_of
from engine.games.epic.war_engines.hulls import shaken_engines
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.table import GameState


@rule(refs.EPIC_41, refs.EPIC_57)
def points_of(now: GameState, barrage: Barrage) -> int:
    """As the players say; or guns in range and sight, front to back, less those suppressed."""
    if barrage.points is not None:
        return barrage.points
    if barrage.guns is None:
        return sum(count * number(gun.get("shots"), 1) * number(gun["bp"]) for count, gun in battery(now, barrage))
    firing = guns_that_fire(barrage)
    return sum(gun if isinstance(gun, int) else number(gun.get("bp")) or number(gun.get("points")) for gun in firing)


@rule(refs.EPIC_41)
def guns_that_fire(barrage: Barrage) -> tuple[int | Map[Value], ...]:
    """Guns as stated, front to back, less those suppressed."""
    guns = barrage.guns or ()
    return guns[: len(guns) - suppressed_units((1,) * len(guns), barrage.blast or 0)]


@rule(refs.EPIC_57, refs.EPIC_141)
def battery(now: GameState, barrage: Barrage) -> tuple[tuple[int, Map[Value]], ...]:
    """The guns of a formation's units that fire, and of their characters, and how many of each."""
    if not barrage.by:
        return ()
    firing = firing_weapons(now, barrage.by, barrage.stand, order_of(now, barrage))
    return tuple((count, gun) for _, count, gun in firing if gun.get("bp"))


@rule(refs.EPIC_61, refs.EPIC_277)
def is_shaken(now: GameState, barrage: Barrage) -> bool:
    """Whether all engines that fire hit at -1 after a critical hit."""
    if not barrage.by:
        return False
    unit = now.unit(barrage.by)
    firing = [
        (row, count) for row, count in zip(rows(unit), firing_rows(now, unit.id, barrage.stand), strict=True) if count
    ]
    return bool(firing) and all(shaken_engines(unit, row) == row.left for row, _ in firing)


@rule(refs.EPIC_61)
def shared_traits(barrage: Barrage) -> tuple[str, ...]:
    """Stated for the barrage, or what every weapon in it has."""
    guns = guns_that_fire(barrage)
    if barrage.abilities or not guns:
        return tuple(traits(barrage.abilities))
    sets = [set(traits(gun.get("abilities"))) if isinstance(gun, Map) else set() for gun in guns]
    return tuple(sorted(set.intersection(*sets)))


@rule(refs.EPIC_160)
def damage_of(barrage: Barrage) -> int:
    """Points of each hit on a war engine, below zero the sides of the die that says them."""
    lists = (barrage.abilities, *(gun.get("abilities") for gun in guns_that_fire(barrage) if isinstance(gun, Map)))
    return next((known["titan_killer"] for known in map(traits, lists) if known.get("titan_killer")), 1)


def hit_of(barrage: Barrage) -> Hit:
    known = shared_traits(barrage)
    return Hit("tk" if "titan_killer" in known else "mw" if "macro_weapon" in known else "ap", tuple(sorted(known)))
