"""Formations aboard a transport that is destroyed on the ground: who saves gets out, the others
are lost with it."""

from __future__ import annotations

from engine.games.epic.formations import Row, lose, rows
from engine.games.epic.hits import Hit
from engine.games.epic.markers import has_broken, judged, placed
from engine.games.epic.refs import EPIC_254
from engine.games.epic.reserves import put
from engine.games.epic.saves import ABOARD, Shelter, can_save, save_check, shelter
from engine.games.epic.terrain import Cover
from engine.games.epic.withdraw import withdrawal
from engine.playing.procedure import Procedure, call, decide, task
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say


def aboard(now: GameState, transport: str) -> tuple[str, ...]:
    """Formations inside (EPIC-254)."""
    return tuple(unit.id for unit in now.units.values() if unit.trackers.get("aboard") == transport)


def bail_out(state: GameState, transport: str, hit: str = "normal", under_fire: bool = False) -> Procedure:
    """Each formation aboard in turn; out of a skimmer that had popped up comes nobody; fire
    brings a marker for each loss (EPIC-44, 126, 155, 254)."""
    for formation in aboard(state, transport) if state.unit(transport).gone else ():
        before = sum(row.left for row in rows(state.unit(formation)))
        if state.unit(transport).count("popped_up"):
            state = lose(state, formation, tuple(row.left for row in rows(state.unit(formation))))
        else:
            state = yield from call(state, task(saved, formation=formation, hit=hit))
        lost = before - sum(row.left for row in rows(state.unit(formation)))
        state = judged(placed(state, formation, lost), formation) if under_fire else state
        if has_broken(state, formation):
            state = yield from call(state, task(withdrawal, formation=formation))
    return state


def saved(state: GameState, formation: str, hit: str) -> Procedure:
    """One save for each unit aboard (EPIC-254)."""
    return (yield from decide(state, escape, got_out, formation, hit))


def saving(now: GameState, formation: str, hit: str) -> tuple[tuple[Row, Shelter], ...]:
    """Rows that have a save: armour or a 6+, by one reading armour alone; against macro-weapons
    what works against them (EPIC-155, 254)."""
    cover = Cover(save=ABOARD if now.reading("passengers") == "armour_or_6" else None)
    found = [(row, shelter(row, cover)) for row in rows(now.unit(formation)) if row.left]
    return tuple((row, each) for row, each in found if can_save(now, each, (Hit(hit),)))


def escape(now: GameState, formation: str, hit: str) -> Prompt:
    unit, key, able = now.unit(formation), f"wreck:{formation}", saving(now, formation, hit)
    names = (key,) if len(able) == 1 else tuple(f"{key}:{n}" for n in range(len(able)))
    checks = tuple(
        save_check(now, name, row.left, each, (Hit(hit),)) for name, (row, each) in zip(names, able, strict=True)
    )
    text = say("{unit} gets out of the wreck", unit=unit.name)
    return Prompt(key, "roll", unit.seat, text, EPIC_254, (formation,), checks, readings=("passengers",))


def got_out(state: GameState, alive: tuple[int, ...], formation: str, hit: str) -> GameState:
    """The dead are lost; the others stand where the transport stood (EPIC-254)."""
    left = {row.at: count for (row, _), count in zip(saving(state, formation, hit), alive, strict=True)}
    state = lose(state, formation, tuple(row.left - left.get(row.at, 0) for row in rows(state.unit(formation))))
    return state if state.unit(formation).gone else put(state.set(formation, "aboard", None), formation, "table")
