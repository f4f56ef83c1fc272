"""Formations aboard a transport that is destroyed on the ground: who saves gets out, the others
are lost with it."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow, lose_units, models, rows, units_left
from engine.games.epic.morale.markers import break_if_due, has_broken, place_markers
from engine.games.epic.morale.withdrawal import withdraw
from engine.games.epic.shooting.hits import Hit
from engine.games.epic.shooting.saves import ABOARD, Shelter, can_save, save_check, shelter
from engine.games.epic.terrain.ground import Cover
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, call, decide, task
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_254)
def aboard(now: GameState, transport: str) -> tuple[str, ...]:
    """Formations inside."""
    return tuple(unit.id for unit in now.units.values() if unit.trackers.get("aboard") == transport)


@rule(refs.EPIC_126, refs.EPIC_155, refs.EPIC_254)
def bail_out(state: GameState, transport: str, hit: str = "normal", under_fire: bool = False) -> Procedure:
    """Each formation aboard in turn; out of a skimmer that had popped up none comes; fire
    brings a marker for each loss."""
    for formation in aboard(state, transport) if state.unit(transport).gone else ():
        before = models(state, formation)
        if state.unit(transport).count("popped_up"):
            state = lose_units(state, formation, units_left(state.unit(formation)), refs.EPIC_126)
        else:
            state = yield from call(state, task(save_passengers, formation, hit))
        if under_fire:
            lost = before - models(state, formation)
            state = break_if_due(place_markers(state, formation, lost, refs.EPIC_44), formation)
        if has_broken(state, formation):
            state = yield from call(state, task(withdraw, formation))
    return state


@rule(refs.EPIC_254)
def save_passengers(state: GameState, formation: str, hit: str) -> Procedure:
    """One save for each unit aboard."""
    return (yield from decide(state, escape_dice, get_out, formation, hit))


@rule(refs.EPIC_155, refs.EPIC_254)
def rows_with_a_save(now: GameState, formation: str, hit: str) -> tuple[tuple[UnitRow, Shelter], ...]:
    """Rows that have a save: armour or a 6+, by one reading armour alone; against macro-weapons
    what works against them."""
    cover = Cover(save=ABOARD if now.reading("passengers") == "armour_or_6" else None)
    found = [(row, shelter(row, cover)) for row in rows(now.unit(formation)) if row.left]
    return tuple((row, each) for row, each in found if can_save(now, each, (Hit(hit),)))


def escape_dice(now: GameState, formation: str, hit: str) -> Prompt:
    unit, key, able = now.unit(formation), f"wreck:{formation}", rows_with_a_save(now, formation, hit)
    names = (key,) if len(able) == 1 else tuple(f"{key}:{n}" for n in range(len(able)))
    checks = tuple(
        save_check(now, name, row.left, each, (Hit(hit),)) for name, (row, each) in zip(names, able, strict=True)
    )
    text = say("{unit} gets out of the wreck", unit=unit.name)
    return Prompt(key, "roll", unit.seat, text, refs.EPIC_254, (formation,), checks, readings=("passengers",))


def get_out(state: GameState, alive: tuple[int, ...], formation: str, hit: str) -> GameState:
    """The dead are lost; the others stand where the transport stood."""
    left = {row.at: count for (row, _), count in zip(rows_with_a_save(state, formation, hit), alive, strict=True)}
    dead = tuple(row.left - left.get(row.at, 0) for row in rows(state.unit(formation)))
    state = lose_units(state, formation, dead, refs.EPIC_254)
    if state.unit(formation).gone:
        return state
    return state.set(formation, "aboard", None, refs.EPIC_254).set(formation, "where", None, refs.EPIC_254)
