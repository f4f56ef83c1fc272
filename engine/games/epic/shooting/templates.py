"""Barrage templates: the table of barrage points, and the units under the templates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.abilities import traits
from engine.games.epic.formations.riders import outside
from engine.games.epic.formations.rows import UnitRow, models, row_of, rows
from engine.games.epic.shooting.saves import Shelter, abilities_of, armour_of, shelter
from engine.games.epic.shooting.situation import Barrage, UnitsUnder
from engine.games.epic.terrain.ground import OPEN, cover_of
from engine.games.epic.war_engines.hulls import damage_stated, hulls, is_engine, shields
from engine.playing.citing import rule
from engine.playing.procedure import Asking
from engine.playing.procedure import number as ask_number
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say_many

TABLE = (
    (1, 0, 0, 6, 6),
    (2, 0, 0, 5, 6),
    (3, 0, 0, 4, 5),
    (5, 1, 0, 4, 5),
    (7, 1, 1, 4, 5),
    (9, 2, 1, 4, 5),
    (12, 2, 2, 4, 5),
    (15, 2, 3, 4, 5),
    (18, 2, 4, 4, 5),
)
"""Up to so many points: extra templates, extra blast markers, AP, AT."""
MOST = 18


class BarrageRow(NamedTuple):
    """A row of the table."""

    templates: int
    extra: int
    ap: int
    at: int


@rule(refs.EPIC_58)
def row_of_table(now: GameState, points: int) -> BarrageRow | None:
    """The row for so many points; past 18 the last one, by one reading with a marker more for
    every three."""
    if not points:
        return None
    for most, templates, extra, ap, at in TABLE:
        if points <= most:
            return BarrageRow(1 + templates, extra, ap, at)
    beyond = (points - MOST + 2) // 3 if now.reading("bp_over_18") == "extrapolate" else 0
    return BarrageRow(3, TABLE[-1][2] + beyond, 4, 5)


class Under(NamedTuple):
    """Equal units under the templates; `row` is below zero where they stand on no table."""

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
    def is_engine(self) -> bool:
        return self.type == "WE" or self.dc > 1

    @property
    @rule(refs.EPIC_61)
    def is_on_table(self) -> bool:
        """Of a row of a formation that stands there."""
        return self.row >= 0

    def has(self, ability: str) -> bool:
        return ability in self.abilities

    @rule(refs.EPIC_161, refs.EPIC_175)
    def points(self, failed: int) -> int:
        """Losses that count: points of damage up to the capacity left."""
        return min(failed, self.dc * self.units - self.damage) if self.is_engine else failed

    def killed(self, failed: int) -> int:
        return min(self.units, (self.damage + failed) // self.dc) if self.is_engine else failed

    def shelter(self, crossfire: bool) -> Shelter:
        return Shelter(self.armour, self.save, self.abilities, crossfire)


@rule(refs.EPIC_61, refs.EPIC_173)
def dice_on(now: GameState, unit: Under) -> int:
    """One for each unit, however many templates; under a centre a war engine takes half its
    capacity, by one reading half of what it has left."""
    capacity = unit.dc - (unit.damage if now.reading("template_dc") == "remaining" else 0)
    return unit.units * ((capacity + 1) // 2 if unit.centre else 1)


# Who is under them


@rule(refs.EPIC_61)
def units_under(now: GameState, barrage: Barrage) -> tuple[Under, ...]:
    """Units under the templates: of the target as they were laid, or all of it; others as the
    players say."""
    target, found = barrage.target or "", tuple[Under, ...]()
    if target and (barrage.under is None or barrage.laid is not None):
        for row in outside(now.unit(target)):
            count = row.left if barrage.laid is None else barrage.laid[row.at]
            found += engines_under(now, whole_row(now, barrage, target, row, count), row)[:count]
    for each in barrage.under or ():
        found += stated_under(now, each, target, found)
    only_target = now.reading("template_victims") == "target_only"
    return tuple(each for each in found if not only_target or each.formation in ("", target))


def whole_row(now: GameState, barrage: Barrage, target: str, row: UnitRow, count: int) -> Under:
    """So many units of a row of the target."""
    cover = cover_of(now, row, barrage.terrain or OPEN, False, bool(now.unit(target).count("overwatch")))
    unit = shelter(row, cover)
    return Under(
        row.type, unit.armour, row.weight, count, cover.hidden, unit.cover, False, target, row.at, unit.abilities
    )


@rule(refs.EPIC_169, refs.EPIC_178)
def engines_under(now: GameState, whole: Under, row: UnitRow) -> tuple[Under, ...]:
    """A row of units together; war engines each for itself."""
    if not is_engine(row):
        return (whole,)
    return tuple(
        whole._replace(units=1, nth=nth, shields=max(0, shields(row) - hull.down), damage=hull.damage)
        for nth, hull in enumerate(hulls(now.unit(whole.formation), row))
    )


def stated_under(now: GameState, stated: UnitsUnder, target: str, before: tuple[Under, ...]) -> tuple[Under, ...]:
    """As the players say; what is left out as the card of its row has it."""
    formation, cover = stated.formation or target, stated.cover
    row = row_under(now, stated, formation)
    abilities = () if stated.abilities is None else tuple(traits(stated.abilities))
    found = Under(
        stated.type,
        stated.armour or (armour_of(row) if row else None),
        stated.dc or (row.weight if row else 1),
        stated.count,
        bool(cover),
        cover if isinstance(cover, int) and not isinstance(cover, bool) else None,
        stated.centre,
        formation,
        row.at if row else -1,
        abilities_of(row) if row and stated.abilities is None else abilities,
    )
    return each_engine(now, found, stated, sum((each.formation, each.row) == (formation, found.row) for each in before))


@rule(refs.EPIC_61)
def row_under(now: GameState, stated: UnitsUnder, formation: str) -> UnitRow | None:
    """The row it belongs to: as the players say, else the first that is left of its kind."""
    if formation not in now.units:
        return None
    if stated.row is not None:
        return row_of(now.unit(formation), stated.row)
    return next((row for row in rows(now.unit(formation)) if row.left and row.type == stated.type), None)


@rule(refs.EPIC_161, refs.EPIC_173, refs.EPIC_178)
def each_engine(now: GameState, found: Under, stated: UnitsUnder, before: int) -> tuple[Under, ...]:
    """Engines each for itself: as they stand on the table, behind those named before them, or
    shields and damage as stated, the front ones damaged first."""
    if found.is_on_table:
        every = engines_under(now, found, row_of(now.unit(found.formation), found.row))
        first = max(0, min(before, len(every) - found.units))
        return every[first : first + found.units]
    found = found._replace(shields=stated.shields or 0)
    if not found.is_engine:
        return (found,)
    worn, each = damage_stated(stated.damage or 0, found.dc * found.units), list[Under]()
    for _ in range(found.units):
        each.append(found._replace(units=1, damage=min(worn, found.dc - 1)))
        worn -= each[-1].damage
    return tuple(each)


def models_standing(now: GameState, formations: Iterable[str]) -> int:
    """Models of those that are on the table."""
    return sum(models(now, each) for each in formations if each in now.units)


# Laying them


@rule(refs.EPIC_59, refs.EPIC_60)
def lay_templates(state: GameState, target: str, templates: int) -> Asking[tuple[int, ...]]:
    """In the battle the table says, row by row, how many are under the templates."""
    found = list[int]()
    for row in outside(state.unit(target)):
        count = 0
        if row.left:
            state, count = yield from ask_number(state, how_many_are_under, target, row.at, templates)
        found.append(count)
    return state, tuple(found)


@rule(refs.EPIC_58, refs.EPIC_60)
def how_many_are_under(now: GameState, target: str, at: int, templates: int) -> Prompt:
    """The first template over as many as it can, the others touching it."""
    unit, row = now.unit(target), outside(now.unit(target))[at]
    text = say_many(
        "{unit}: how many of {row} are under the template?",
        "{unit}: how many of {row} are under the {count} templates?",
        templates,
        unit=unit.name,
        row=row.name,
    )
    key = f"under:{at}"
    return Prompt(key, "number", 1 - unit.seat, text, refs.EPIC_59, (target,), most=row.left, default=row.left)
