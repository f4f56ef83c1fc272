"""The losses of a volley: who of those hit saves, who dies, and which markers that costs."""

from __future__ import annotations

from functools import lru_cache, partial, reduce

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow, lose_units, rows
from engine.games.epic.shooting.hits import Group, Hit, Hits, hit_groups, hits_on_each, places
from engine.games.epic.shooting.memory import FireTally, tally
from engine.games.epic.shooting.saves import Shelter, can_save, save_check, shelter
from engine.games.epic.shooting.volley import Volley, check_names, covers_of_target, marks
from engine.games.epic.war_engines.damage import damage_engines, drop_shields, wounds
from engine.games.epic.war_engines.hulls import is_engine
from engine.games.epic.war_engines.memory import harm, has_crossfire_marker
from engine.playing.citing import rule
from engine.playing.watched import plain
from engine.values.maps import Map, Value
from engine.values.model import Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say


def saves(now: GameState, fire: Volley, hits: Hits, key: str) -> Prompt:
    """One save for each hit; a unit hit twice must save twice."""
    unit, groups = now.unit(fire.target), groups_with_save(now, fire, hits)
    checks = tuple(
        save_check(now, name, count, shelter_of(now, fire, row), taken)
        for name, (row, taken, count) in zip(check_names(key, len(groups)), groups, strict=True)
    )
    text, readings = who_saves(unit, groups, groups_hit(now, fire, hits)), ("crossfire_saves", "ra_cover")
    labels = partial(names_of_groups, unit, groups)
    return Prompt(key, "roll", unit.seat, text, refs.EPIC_50, (fire.target,), checks, readings=readings, labels=labels)


@rule(refs.EPIC_50)
def who_saves(unit: Unit, able: tuple[Group, ...], hit: tuple[Group, ...]) -> Text:
    """Whose saves these are, and who of it has none: models, not points of damage."""
    lines = rows(unit)
    lost = [
        say("{count} {unit}", count=count, unit=lines[row].name)
        for row, taken, count in hit
        if (row, taken, count) not in able and taken[0].on < 0
    ]
    if not lost:
        return say("{unit} saves", unit=unit.name)
    models = reduce(lambda first, second: say("{first}, {second}", first=first, second=second), lost)
    return say("{unit} saves; no save for {models}", unit=unit.name, models=models)


def names_of_groups(unit: Unit, groups: tuple[Group, ...]) -> tuple[Text, ...]:
    """Who saves: the models by name."""
    lines = rows(unit)
    return tuple(say("{unit}", unit=lines[row].name) for row, _, _ in groups)


def shelter_of(now: GameState, fire: Volley, row: int) -> Shelter:
    return shelter(rows(now.unit(fire.target))[row], covers_of_target(now, fire)[row], fire.crossfire)


def groups_with_save(now: GameState, fire: Volley, hits: Hits) -> tuple[Group, ...]:
    return _groups(plain(now.unit(fire.target)), now.options, tally(now).hits_met, fire, hits)[1]


def groups_hit(now: GameState, fire: Volley, hits: Hits) -> tuple[Group, ...]:
    """The hits of a pass on the units that stand now."""
    return _groups(plain(now.unit(fire.target)), now.options, tally(now).hits_met, fire, hits)[0]


@lru_cache(maxsize=4096)
def _groups(
    target: Unit, options: Map[Value], met: tuple[tuple[int, int, int], ...], fire: Volley, hits: Hits
) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Who is hit, and who of them saves: a table of one, since odds ask for the same few
    thousands of times."""
    alone = GameState("", Map({target.id: target}), options=options).remember(FireTally(hits_met=met))
    groups = hit_groups(marks(alone, fire), hits)
    return groups, tuple(group for group in groups if can_save(alone, shelter_of(alone, fire, group[0]), group[1]))


def survivors_of_groups(
    now: GameState, fire: Volley, hits: Hits, survivors: tuple[int, ...]
) -> tuple[tuple[Group, int], ...]:
    """Each group and how many of it survive; without a save none does."""
    alive = dict(zip(groups_with_save(now, fire, hits), survivors, strict=True))
    return tuple((group, alive.get(group, 0)) for group in groups_hit(now, fire, hits))


@rule(refs.EPIC_44, refs.EPIC_145, refs.EPIC_156)
def remove_dead(state: GameState, survivors: tuple[int, ...], fire: Volley, hits: Hits, key: str) -> GameState:
    """Whose saves failed dies; what that costs in markers is remembered until all is resolved."""
    lines = rows(state.unit(fire.target))
    dead, ended = [0] * len(lines), survivors_of_groups(state, fire, hits, survivors)
    if any(is_engine(row) for row in lines):
        state = drop_shields(state, fire.target, marks(state, fire), hits)
    for (row, taken, count), alive in ended:
        killed = 0 if taken[0].on >= 0 else count - alive
        dead[row] += killed
        state = owe_for_losses(state, lines[row], taken, count, killed)
    if state.reading("macro_pass") == "continue":
        state = state.remember(tally(state)._replace(hits_met=hits_met(state, fire, hits, survivors)))
    state = lose_units(state, fire.target, tuple(dead), refs.EPIC_50)
    state = damage_engines(state, fire.target, wounds(ended))
    return state.remember(tally(state)._replace(saved_once=True))


@rule(refs.EPIC_51, refs.EPIC_171)
def hits_met(now: GameState, fire: Volley, hits: Hits, survivors: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Row, hits met, survivors that met them: by one reading the macro-weapon pass goes on from
    there; of war engines each with the places it has filled."""
    ended, found = survivors_of_groups(now, fire, hits, survivors), marks(now, fire)
    filled = [
        (mark.row, sum(places(hit, mark) for hit in taken), 1)
        for mark, taken in zip(found, hits_on_each(found, hits), strict=True)
        if mark.screen
    ]
    return (*filled, *((row, len(taken), alive) for (row, taken, _), alive in ended if taken[0].on < 0))


@rule(refs.EPIC_44, refs.EPIC_56, refs.EPIC_145, refs.EPIC_156)
def owe_for_losses(state: GameState, row: UnitRow, taken: tuple[Hit, ...], units: int, dead: int) -> GameState:
    """Markers for units lost, or for each hit of a disrupt weapon; none for expendables."""
    held = tally(state)
    if row.has("expendable") and not held.all_expendable:
        return state
    disrupting = sum(hit.has("disrupt") for hit in taken)
    plain = dead if disrupting < len(taken) else 0
    crossed = dead if state.reading("disrupt_crossfire") == "extra" else plain
    return state.remember(held._replace(owed=held.owed + plain + units * disrupting, dead=held.dead + crossed))


@rule(refs.EPIC_44, refs.EPIC_56, refs.EPIC_175)
def markers_owed(now: GameState, fire: Volley) -> int:
    """For the losses, one more for the first in a crossfire; a war engine counts by its damage."""
    is_crossed = fire.crossfire and (tally(now).dead > 0 or has_crossfire_marker(now, fire.target))
    return tally(now).owed + harm(now, fire.target).shock + is_crossed
