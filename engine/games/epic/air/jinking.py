"""How aircraft save: by their armour, or by a jink instead."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.air.flak import FlakVolley
from engine.games.epic.formations.rows import rows
from engine.games.epic.shooting.hits import Group, Hits, Mark, hit_groups
from engine.games.epic.shooting.saves import Shelter, abilities_of, armour_of, can_save
from engine.games.epic.war_engines.damage import screens
from engine.playing.citing import rule
from engine.values.table import GameState

JINK = 4
Lot = tuple[Group, bool]
"""Aircraft that are hit alike, and whether they jink."""


def groups_hit(now: GameState, target: str, hits: Hits) -> tuple[Group, ...]:
    """Who is hit, and by what."""
    unit = now.unit(target)
    marks = tuple(
        Mark(row.at, row.type, row.weight, screen=screen) for row in rows(unit) for screen in screens(now, unit, row)
    )
    return hit_groups(marks, hits)


def aircraft_hit(now: GameState, target: str, hits: Hits) -> int:
    return sum(count for _, _, count in groups_hit(now, target, hits))


@rule(refs.EPIC_206)
def lots(now: GameState, flak: FlakVolley, hits: Hits, jinking: int) -> tuple[Lot, ...]:
    """The aircraft that are hit, the first so many of them jinking."""
    found: list[Lot] = []
    for row, taken, count in groups_hit(now, flak.target, hits):
        evading = min(count, jinking)
        jinking -= evading
        found += [((row, taken, units), dodge) for units, dodge in ((evading, True), (count - evading, False)) if units]
    return tuple(found)


def lots_saving(now: GameState, flak: FlakVolley, hits: Hits, jinking: int) -> tuple[Lot, ...]:
    """Those who have a save at all."""
    found = lots(now, flak, hits, jinking)
    return tuple(lot for lot in found if can_save(now, shelter_of(now, flak, lot), lot[0][1]))


@rule(refs.EPIC_206)
def shelter_of(now: GameState, flak: FlakVolley, lot: Lot) -> Shelter:
    """Its armour, or the 4+ of a jink instead."""
    (at, _, _), evading = lot
    row = rows(now.unit(flak.target))[at]
    if evading:
        return Shelter(JINK, None, tuple(each for each in abilities_of(row) if each == "invulnerable_save"))
    return Shelter(armour_of(row), None, abilities_of(row))
