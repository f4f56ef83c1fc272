"""The table of barrages, and the units under their templates, war engines one by one behind
their shields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.games.epic.abilities import traits
from engine.games.epic.formations import Row, models, number, row_of, rows
from engine.games.epic.hulls import damage_told, damaged, engine, hulls, lowered, shields_of
from engine.games.epic.refs import EPIC_59
from engine.games.epic.warengines import damage_dice
from engine.playing.procedure import Asking, ask, rolls
from engine.values.maps import Map, Value
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
"""Up to so many points: extra templates, extra blast markers, AP, AT (EPIC-58)."""
MOST = 18


class Line(NamedTuple):
    """A row of the table."""

    templates: int
    extra: int
    ap: int
    at: int


def line_of(now: GameState, points: int) -> Line | None:
    """The row for so many points; past 18 the last one, by one reading with a marker more for
    every three (EPIC-58)."""
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

    @property
    def on_table(self) -> bool:
        """Of a row of a formation that stands there (EPIC-61)."""
        return self.row >= 0

    def points(self, failed: int) -> int:
        """Losses that count: points of damage up to the capacity left (EPIC-161, 175)."""
        return min(failed, self.dc * self.units - self.damage) if self.engine else failed

    def killed(self, failed: int) -> int:
        return min(self.units, (self.damage + failed) // self.dc) if self.engine else failed


def dice_on(now: GameState, unit: Under) -> int:
    """One for each unit, however many templates; under a centre a war engine takes half its
    capacity, by one reading half of what it has left (EPIC-61, 173)."""
    capacity = unit.dc - (unit.damage if now.reading("template_dc") == "remaining" else 0)
    return unit.units * ((capacity + 1) // 2 if unit.centre else 1)


def engines_under(now: GameState, whole: Under, row: Row) -> tuple[Under, ...]:
    """A row of units together; war engines each for itself (EPIC-169, 178)."""
    if not engine(row):
        return (whole,)
    return tuple(
        whole._replace(units=1, nth=nth, shields=max(0, shields_of(row) - hull.down), damage=hull.damage)
        for nth, hull in enumerate(hulls(now.unit(whole.formation), row))
    )


def laid(state: GameState, told: Map[Value]) -> Asking[Map[Value]]:
    """In the battle the table says, row by row, how many are under the templates (EPIC-59, 60)."""
    target, found, line = str(told["target"]), list[int](), line_of(state, number(told["points"]))
    assert line
    for row in rows(state.unit(target)):
        count = 0
        if row.left:
            state, count = yield from ask(state, how_many, target, row.at, line.templates)
        found.append(count)
    return state, told.put("laid", tuple(found))


def how_many(now: GameState, target: str, at: int, templates: int) -> Prompt:
    """The first template over as many as it can, the others touching it (EPIC-58, 59, 60)."""
    row = rows(now.unit(target))[at]
    text = say_many(
        "{unit}: how many of {row} are under the template?",
        "{unit}: how many of {row} are under the {count} templates?",
        templates,
        unit=now.unit(target).name,
        row=row.name,
    )
    return Prompt(
        f"under:{at}", "number", 1 - now.unit(target).seat, text, EPIC_59, (target,), most=row.left, default=row.left
    )


def beneath(told: Map[Value], row: Row) -> int:
    """Units of a row under the templates: as the table says, else all."""
    found = told.get("laid")
    return number(found[row.at]) if isinstance(found, tuple) else row.left


def told_under(now: GameState, told: Map[Value], target: str, before: tuple[Under, ...] = ()) -> tuple[Under, ...]:
    """As told; what is left out as the card of its row has it."""
    formation, cover = str(told.get("formation") or target), told.get("cover")
    row = row_under(now, told, formation)
    armour = told.get("armour") or (row and row.card.get("armour"))
    words = tuple(name for card in row.cards for name in traits(card.get("abilities"))) if row else ()
    found = Under(
        str(told["type"]),
        armour if isinstance(armour, int) else None,
        number(told.get("dc"), row.weight if row else 1),
        number(told["count"], 1),
        bool(cover),
        cover if isinstance(cover, int) and not isinstance(cover, bool) else None,
        bool(told.get("centre")),
        formation,
        row.at if row else -1,
        words if told.get("abilities") is None else tuple(traits(told["abilities"])),
    )
    return known(now, found, told, sum((each.formation, each.row) == (formation, found.row) for each in before))


def row_under(now: GameState, told: Map[Value], formation: str) -> Row | None:
    """The row it belongs to: as told, else the first that is left of its kind (EPIC-61)."""
    if formation not in now.units:
        return None
    if told.get("row") is not None:
        return row_of(now.unit(formation), number(told["row"]))
    return next((row for row in rows(now.unit(formation)) if row.left and row.type == told["type"]), None)


def known(now: GameState, found: Under, told: Map[Value], before: int) -> tuple[Under, ...]:
    """Engines that are told, each for itself: as they stand on the table, behind those told
    before them, or shields and damage with them, the front ones damaged first (EPIC-161, 173,
    178)."""
    if found.on_table:
        every = engines_under(now, found, row_of(now.unit(found.formation), found.row))
        first = max(0, min(before, len(every) - found.units))
        return every[first : first + found.units]
    found = found._replace(shields=number(told.get("shields")))
    if not found.engine:
        return (found,)
    worn, each = damage_told(told.get("damage"), found.dc * found.units), list[Under]()
    for _ in range(found.units):
        each.append(found._replace(units=1, damage=min(worn, found.dc - 1)))
        worn -= each[-1].damage
    return tuple(each)


Blows = tuple[tuple[int, ...], ...]
"""The points of damage of each hit, unit by unit."""


def weighed(state: GameState, units: tuple[Under, ...], hits: tuple[int, ...], size: int, target: str) -> Asking[Blows]:
    """Hits of one point each; a Titan Killer does more to war engines, not to living metal, or
    as much as a die tells (EPIC-139, 160)."""
    heavy = [unit.engine and "living_metal" not in unit.abilities for unit in units]
    dice = sum(hit for hit, big in zip(hits, heavy, strict=True) if big and size < 0)  # no mutant: no hit does 0 points
    points: tuple[int, ...] = ()
    if dice:
        state, points = yield from rolls(state, damage_dice, target, -size, dice, "damage")
    told = iter(points)
    return state, tuple(
        tuple(next(told, size) if big else 1 for _ in range(hit)) for hit, big in zip(hits, heavy, strict=True)
    )


def shared_traits(told: Map[Value]) -> tuple[str, ...]:
    """Told for the barrage, or what every weapon in it has (EPIC-61)."""
    guns, said = told.get("guns"), told.get("abilities")
    if said or not (isinstance(guns, tuple) and guns):
        return tuple(traits(said))
    sets = [set(traits(gun.get("abilities"))) if isinstance(gun, Map) else set() for gun in guns]
    return tuple(sorted(set.intersection(*sets)))


def damage_of(told: Map[Value]) -> int:
    """Points of each hit on a war engine, below zero the sides of the die that tells them
    (EPIC-160)."""
    guns = told.get("guns")
    lists = [gun.get("abilities") for gun in guns if isinstance(gun, Map)] if isinstance(guns, tuple) else []
    return next(
        (known["titan_killer"] for known in map(traits, (told.get("abilities"), *lists)) if known.get("titan_killer")),
        1,
    )


def pierced(now: GameState, units: tuple[Under, ...], blows: Blows) -> tuple[int, ...]:
    """Hits, on war engines points of damage, that no shield stops; by one reading a shield stops
    a whole hit (EPIC-160, 178)."""
    whole = now.reading("shield_stops") == "hit"
    return tuple(
        sum(each[unit.shields :]) if whole else max(0, sum(each) - unit.shields)
        for unit, each in zip(units, blows, strict=True)
    )


def struck(state: GameState, units: tuple[Under, ...], blows: Blows, failed: tuple[int, ...], quiet: bool) -> GameState:
    """Shields down and damage on the engines that stand on the table, the rear first (EPIC-161,
    178)."""
    whole = state.reading("shield_stops") == "hit"
    for unit, each, lost in reversed(tuple(zip(units, blows, failed, strict=True))):
        if unit.engine and unit.on_table:
            state = lowered(
                state, unit.formation, unit.row, unit.nth, min(len(each) if whole else sum(each), unit.shields)
            )
            state = damaged(state, unit.formation, unit.row, unit.nth, lost, lost if quiet else 0)
    return state


def standing(now: GameState, formations: Iterable[str]) -> int:
    """Models of those that are on the table."""
    return sum(models(now, each) for each in formations if each in now.units)
