"""The table of barrages, and the units under their templates, war engines one by one behind their shields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.games.epic.formations import Row, models, number, row_of
from engine.games.epic.hulls import Hull, damage_told, damaged, engine, hulls, lowered, shields_of
from engine.maps import Map, Value
from engine.model import GameState

TABLE = ((1, 0, 0, 6, 6), (2, 0, 0, 5, 6), (3, 0, 0, 4, 5), (5, 1, 0, 4, 5), (7, 1, 1, 4, 5), (9, 2, 1, 4, 5), (12, 2, 2, 4, 5),
         (15, 2, 3, 4, 5), (18, 2, 4, 4, 5))
"""Up to so many points: extra templates, extra blast markers, AP, AT (EPIC-58)."""
MOST = 18


class Line(NamedTuple):
    """A row of the table."""

    templates: int
    extra: int
    ap: int
    at: int


def line_of(now: GameState, points: int) -> Line | None:
    """The row for so many points; past 18 the last one, by one reading with a marker more for every three (EPIC-58)."""
    if not points:
        return None
    for most, templates, extra, ap, at in TABLE:
        if points <= most:
            return Line(1 + templates, extra, ap, at)
    beyond = (points - MOST + 2) // 3 if now.reading("bp_over_18") == "extrapolate" else 0
    return Line(3, TABLE[-1][2] + beyond, 4, 5)


class Under(NamedTuple):
    """Equal units under the templates."""

    type: str
    armour: int | None
    dc: int
    units: int
    hidden: bool
    save: int | None
    centre: bool
    formation: str
    row: int
    abilities: tuple[str, ...]
    nth: int = 0
    shields: int = 0
    damage: int = 0

    @property
    def engine(self) -> bool:
        return self.type == "WE" or self.dc > 1

    def on_table(self, now: GameState) -> bool:
        return self.formation in now.units and self.row >= 0

    def points(self, failed: int) -> int:
        """Losses that count: points of damage up to the capacity left (EPIC-161, 175)."""
        return min(failed, self.dc * self.units - self.damage) if self.engine else failed

    def killed(self, failed: int) -> int:
        return min(self.units, (self.damage + failed) // self.dc) if self.engine else failed


def dice_on(now: GameState, unit: Under) -> int:
    """One for each unit, however many templates; under a centre a war engine takes half its capacity, by one reading half of
    what it has left (EPIC-61, 173)."""
    capacity = unit.dc - (unit.damage if now.reading("template_dc") == "remaining" else 0)
    return unit.units * ((capacity + 1) // 2 if unit.type == "WE" and unit.centre else 1)


def engines_under(now: GameState, whole: Under, row: Row) -> tuple[Under, ...]:
    """A row of units together; war engines each for itself (EPIC-169, 178)."""
    if not engine(row):
        return (whole,)
    return tuple(whole._replace(units=1, nth=nth, shields=max(0, shields_of(row) - hull.down), damage=hull.damage)
                 for nth, hull in enumerate(hulls(now.unit(whole.formation), row)))


def known(now: GameState, found: Under, told: Map[Value]) -> Under:
    """An engine that is told: its shields and damage with it, or those of the one on the table (EPIC-173, 178)."""
    if not found.engine or not found.on_table(now):
        return found._replace(shields=number(told.get("shields")), damage=damage_told(told.get("damage"), found.dc * found.units))
    unit = now.unit(found.formation)
    row = row_of(unit, found.row)
    hull = (*hulls(unit, row), Hull())[0]
    return found._replace(shields=max(0, shields_of(row) - hull.down), damage=hull.damage)


def pierced(units: tuple[Under, ...], hits: tuple[int, ...]) -> tuple[int, ...]:
    """Hits that no shield stops (EPIC-178)."""
    return tuple(max(0, hit - unit.shields) for unit, hit in zip(units, hits, strict=True))


def struck(state: GameState, units: tuple[Under, ...], hits: tuple[int, ...], failed: tuple[int, ...], quiet: bool) -> GameState:
    """Shields down and damage on the engines that stand on the table, the rear first (EPIC-161, 178)."""
    for unit, hit, lost in reversed(tuple(zip(units, hits, failed, strict=True))):
        if unit.engine and unit.on_table(state):
            state = lowered(state, unit.formation, unit.row, unit.nth, min(hit, unit.shields))
            state = damaged(state, unit.formation, unit.row, unit.nth, lost, lost if quiet else 0)
    return state


def standing(now: GameState, formations: Iterable[str]) -> int:
    """Models of those that are on the table."""
    return sum(models(now, each) for each in formations if each in now.units)
