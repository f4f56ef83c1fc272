"""Whom the hits of an assault may reach, and what they save with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.assault.duel import Duel, Fighters, count_at, engaged
from engine.games.epic.assault.memory import AssaultLosses, Fallen, fallen
from engine.games.epic.formations.rows import UnitRow, in_order, rows, rows_down_to_the_last, with_alone
from engine.games.epic.shooting.hits import Group, Hits, Mark, hit_groups, hits_on_each, past_shields
from engine.games.epic.shooting.saves import Shelter, can_save, shelter
from engine.games.epic.terrain.ground import cover_of
from engine.games.epic.war_engines.damage import screens
from engine.games.epic.war_engines.hulls import hulls, is_engine
from engine.playing.citing import rule
from engine.playing.memo import same_again
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit

Standing = tuple[str, UnitRow, int]
"""A formation's row and how many of its engaged units have not fallen."""
Places = tuple[Standing, ...]
LOOKED_AT = ("lost", "damage", "shields_down", "hulls", "overwatch")
"""Trackers that say who stands and what he saves with."""


class BattleLine(NamedTuple):
    """A side before it is hit: where its units stand, one by one too, what each place saves with;
    the points of damage that each war engine can still take, by its place and number; who of each
    formation has fallen before."""

    places: Places
    marks: tuple[Mark, ...]
    shelters: tuple[Shelter, ...]
    lasting: Mapping[tuple[int, int], int]
    fallen: Mapping[str, Fallen]


class Targets(NamedTuple):
    """Who of a line is hit, and which of these groups have a save, by their numbers; the shields
    that drop, by formation, row and number."""

    line: BattleLine
    groups: tuple[Group, ...]
    savers: tuple[int, ...]
    drops: tuple[tuple[str, int, int, int], ...]

    @property
    def able(self) -> tuple[Group, ...]:
        """The groups that have a save."""
        return tuple([self.groups[n] for n in self.savers])


@rule(refs.EPIC_84, refs.EPIC_91)
def standing(now: GameState, duel: Duel, side: int) -> tuple[Standing, ...]:
    """Directly engaged units that can be hit, front to back as their owner says, less those fallen
    in this exchange."""
    found = []
    for fighters in duel.sides[side]:
        formation = fighters.formation
        down = fallen(now, formation).units
        pairs = engaged(now, fighters)
        for row in in_order(rows(now.unit(formation)), fighters.front):
            units = min(sum(pairs[row.at]), len(unfinished(now, formation, row)) - count_at(down, row.at))
            if units > 0:
                found.append((formation, row, units))
    return tuple(found)


def unfinished(now: GameState, formation: str, row: UnitRow) -> tuple[int, ...]:
    """Units of a row that no wound of this exchange has finished: engines by their places, the
    others all."""
    if not is_engine(row):
        return tuple(range(row.left))
    hurt = {(wound.row, wound.nth): wound.points for wound in fallen(now, formation).wounds}
    found = hulls(now.unit(formation), row)
    return tuple(nth for nth, hull in enumerate(found) if hull.damage + hurt.get((row.at, nth), 0) < row.weight)


def marks(now: GameState, duel: Duel, side: int) -> tuple[Mark, ...]:
    """The units of a side one by one, war engines behind their shields."""
    return marks_at(now, duel, side, standing(now, duel, side))


@rule(refs.EPIC_91, refs.EPIC_178)
def marks_at(now: GameState, duel: Duel, side: int, places: Places) -> tuple[Mark, ...]:
    """The same at known places."""
    close = {
        (fighters.formation, row): touch
        for fighters in duel.sides[side]
        for row, (touch, _) in enumerate(engaged(now, fighters))
    }
    found = []
    for n, (formation, row, units) in enumerate(places):
        before, able = screens(now, now.unit(formation), row), unfinished(now, formation, row)
        found += [
            Mark(n, row.type, row.weight, contact=unit < close[formation, row.at], screen=before[able[unit]])
            for unit in range(units)
        ]
    return tuple(found)


@rule(refs.EPIC_92)
def sheltered(now: GameState, duel: Duel, side: int, place: Standing) -> Shelter:
    """What a place of the fight saves with; cover for the defender alone."""
    formation, row, _ = place
    terrain = next(fighters.terrain for fighters in duel.sides[side] if fighters.formation == formation)
    cover = cover_of(now, row, terrain, False, bool(now.unit(formation).count("overwatch")))
    return shelter(row, cover, use_cover=side == 1)


def shelters_of_all(now: GameState, side: tuple[Fighters, ...], use_cover: bool) -> tuple[Shelter, ...]:
    """What the units of a side may save with, no matter how many are left."""
    found = list[Shelter]()
    for fighters in side:
        unit = now.unit(fighters.formation)
        on_overwatch = bool(unit.count("overwatch"))
        found += _shelters_of_all(now.options, with_alone(unit), fighters.terrain, use_cover, on_overwatch)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=256)
def _shelters_of_all(
    options: Map[Value], unit: Unit, terrain: str, use_cover: bool, on_overwatch: bool
) -> tuple[Shelter, ...]:
    now = GameState("", options=options)
    return tuple(
        shelter(row, cover_of(now, row, terrain, False, on_overwatch), use_cover=use_cover)
        for row in rows_down_to_the_last(unit)
    )


@same_again
def line_of(now: GameState, duel: Duel, side: int) -> BattleLine:
    """How a side stands, worked out from that side alone."""
    fighters, held = duel.sides[side], now.recall(AssaultLosses).fallen
    known = {each.formation: held[each.formation] for each in fighters if each.formation in held}
    units = tuple([with_alone(now.unit(each.formation), *LOOKED_AT) for each in fighters])
    return _line_of(units, now.options, Map(known), fighters, side)


@lru_cache(maxsize=4096)
def _line_of(
    units: tuple[Unit, ...], options: Map[Value], held: Map[Fallen], fighters: tuple[Fighters, ...], side: int
) -> BattleLine:
    """A table of one side, since odds ask for the same few thousands of times."""
    now = GameState("", Map({unit.id: unit for unit in units}), options=options).remember(AssaultLosses(held))
    duel = Duel(((), fighters) if side else (fighters, ()))
    places = standing(now, duel, side)
    shelters = tuple([sheltered(now, duel, side, place) for place in places])
    fell = {unit.id: fallen(now, unit.id) for unit in units}
    return BattleLine(places, marks_at(now, duel, side, places), shelters, points_left(now, places), fell)


@same_again
def targets(now: GameState, duel: Duel, side: int, hits: Hits) -> Targets:
    """Whom the hits reach."""
    line = line_of(now, duel, side)
    groups = hit_groups(line.marks, hits)
    savers = [n for n, (at, taken, _) in enumerate(groups) if can_save(now, line.shelters[at], taken)]
    return Targets(line, groups, tuple(savers), tuple(drops(line.places, line.marks, hits)))


@rule(refs.EPIC_161)
def points_left(now: GameState, places: Places) -> dict[tuple[int, int], int]:
    """The points of damage that each war engine can still take."""
    return {
        (at, nth): row.weight - hull.damage
        for at, (formation, row, _) in enumerate(places)
        if is_engine(row)
        for nth, hull in enumerate(hulls(now.unit(formation), row))
    }


@rule(refs.EPIC_178, refs.EPIC_276)
def drops(places: Places, lines: tuple[Mark, ...], hits: Hits) -> Iterator[tuple[str, int, int, int]]:
    """The shields of each war engine that stop a hit."""
    for mark, taken in zip(lines, hits_on_each(lines, hits), strict=True):
        if mark.screen and (stopped := past_shields(mark, taken)[1]):
            formation, row, _ = places[mark.row]
            yield formation, row.at, mark.screen.nth, stopped
