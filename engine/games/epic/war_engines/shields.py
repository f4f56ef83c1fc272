"""Shields of war engines: they stop hits and drop, and come back at the end of a turn or by
regrouping."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.formations.rows import army, rows
from engine.games.epic.war_engines.hulls import Hull, hulls, is_engine, set_hulls, shields, with_hull
from engine.playing.citing import rule
from engine.playing.procedure import Asking, choose, number
from engine.values.model import Change, Line, Option, Prompt, Ref
from engine.values.table import GameState, Unit
from engine.values.texts import say


def lower_shields(state: GameState, formation: str, at: int, nth: int, hits: int) -> GameState:
    """Shields that stopped a hit are down, no more than it has; an engine that is gone has none."""
    row = rows(state.unit(formation))[at]
    found = hulls(state.unit(formation), row)
    if nth >= len(found):
        return state
    hull = Hull(found[nth].damage, min(shields(row), found[nth].down + hits))
    return set_hulls(state, formation, at, with_hull(found, nth, hull), refs.EPIC_178)


@rule(refs.EPIC_180)
def shields_to_raise(unit: Unit) -> int:
    """Shields that can come back; an Ork power field never does."""
    return 0 if army(unit) == "orks" else sum(hull.down for row in rows(unit) if row.left for hull in hulls(unit, row))


@rule(refs.EPIC_180, refs.EPIC_181)
def raise_shields(state: GameState, formation: str, points: int, ref: Ref, each: int = 99) -> GameState:
    """Shields come back, front engine first, at most so many on each."""
    for row in rows(state.unit(formation)):
        found = []
        for hull in hulls(state.unit(formation), row):
            back = min(hull.down, points, each)
            points -= back
            found.append(Hull(hull.damage, hull.down - back))
        if is_engine(row):
            state = set_hulls(state, formation, row.at, tuple(found), ref)
    return state


def shields_back(now: GameState, unit: Unit, turn: int) -> Iterator[Line]:
    """One shield of each engine at the end of every turn."""
    if not shields_to_raise(unit):
        return
    after = raise_shields(now, unit.id, 999, refs.EPIC_180, 1).unit(unit.id).trackers
    changes = tuple(
        Change(unit.id, tracker, unit.trackers.get(tracker) or (), after.get(tracker) or (), refs.EPIC_180)
        for tracker in ("shields_down", "hulls")
        if unit.trackers.get(tracker) != after.get(tracker)
    )
    yield Line(say("{unit}: one shield comes back on each engine", unit=unit.name), refs.EPIC_180, changes)


# Regrouping


@rule(refs.EPIC_181)
def splits(now: GameState, markers: int, shields: int, points: int) -> tuple[tuple[int, int], ...]:
    """Every way to share regrouping points: markers taken away, shields raised; by one reading
    all for one."""
    if now.reading("regroup_shields") == "either":
        return ((min(markers, points), 0), (0, min(shields, points)))
    return tuple((min(markers, points - back), back) for back in range(min(shields, points) + 1))


def ask_for_shields(state: GameState, formation: str, points: int, markers: int) -> Asking[int]:
    """How many points raise shields; the rest goes for markers."""
    able = min(shields_to_raise(state.unit(formation)), points)
    if not able:
        return state, 0
    if state.reading("regroup_shields") == "either":
        state, use = yield from choose(state, what_the_points_are_for, formation)
        back = able if use == "shields" else 0
    else:
        spare = min(able, max(0, points - markers))
        state, back = yield from number(state, how_many_points_raise_shields, formation, able, spare)
    return raise_shields(state, formation, back, refs.EPIC_181), back


def how_many_points_raise_shields(now: GameState, formation: str, most: int, spare: int) -> Prompt:
    unit = now.unit(formation)
    return Prompt(
        "shields",
        "number",
        unit.seat,
        say("{unit}: how many points raise shields?", unit=unit.name),
        refs.EPIC_181,
        (formation,),
        most=most,
        default=spare,
        readings=("regroup_shields",),
    )


def what_the_points_are_for(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    return Prompt(
        "shields",
        "choice",
        unit.seat,
        say("{unit}: what are the points for?", unit=unit.name),
        refs.EPIC_181,
        (formation,),
        options=(Option("markers", say("blast markers")), Option("shields", say("shields"))),
        readings=("regroup_shields",),
    )
