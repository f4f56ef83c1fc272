"""Engines that burn or leak after a critical hit: a die for each fire and each leak in every end
phase."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow, rows
from engine.games.epic.morale.markers import break_if_due, has_broken, place_markers
from engine.games.epic.morale.withdrawal import withdraw
from engine.games.epic.shooting.volley import check_names
from engine.games.epic.war_engines.criticals import FIRES, LEAKS, roll_criticals
from engine.games.epic.war_engines.hulls import damage_engine, explode_engine, set_tally, tally
from engine.games.epic.war_engines.memory import forget_harm, harm
from engine.games.epic.war_engines.wrecks import bail_out
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, Task, call, rolls, task
from engine.values.maps import Map
from engine.values.model import D6, Check, Prompt
from engine.values.table import GameState
from engine.values.texts import Text, say


class Trouble(NamedTuple):
    """What a die for it needs to do harm, and to put it right; below both it grows worse."""

    harms: int
    ends: int
    text: Text


TROUBLES = {
    FIRES: Trouble(2, 5, say("{unit} burns: 1 starts another fire, 2 to 4 is damage, 5+ puts it out")),
    LEAKS: Trouble(2, 4, say("{unit} leaks: 1 and it explodes, 2 or 3 is damage, 4+ is mended")),
}


@rule(refs.EPIC_117, refs.EPIC_277)
def suffer_criticals(now: GameState) -> tuple[Task, ...]:
    """Every formation that burns or leaks, one after the other."""
    standing = (unit for unit in now.units.values() if not unit.gone)
    return tuple(task(burn, unit.id) for unit in standing if any(unit.trackers.get(each) for each in TROUBLES))


@rule(refs.EPIC_175, refs.EPIC_277)
def burn(state: GameState, formation: str) -> Procedure:
    """Its dice, what they do, markers for the damage; then it may break."""
    state = forget_harm(state, formation)
    for kind in TROUBLES:
        for row in rows(state.unit(formation)):
            if row.left:
                state, found = yield from rolls(state, trouble_dice, formation, row, kind)
                state = settle_trouble(state, formation, row.at, kind, found)
    state = yield from call(state, task(roll_criticals, formation, f"critical:{formation}"))
    state = break_if_due(place_markers(state, formation, harm(state, formation).shock, refs.EPIC_175), formation)
    state = yield from call(state, task(roll_criticals, formation, f"critical:markers:{formation}"))
    follows = task(withdraw, formation) if has_broken(state, formation) else task(bail_out, formation)
    return (yield from call(state, follows))


def trouble_dice(now: GameState, formation: str, row: UnitRow, kind: str) -> Prompt:
    unit, trouble = now.unit(formation), TROUBLES[kind]
    key = f"{kind}:{formation}" if row.at == 0 else f"{kind}:{formation}:{row.at}"
    names = check_names(key, tally(unit, kind, row.at))
    checks = tuple(Check(name, 1, D6, refs.EPIC_277, (trouble.harms, trouble.ends)) for name in names)
    text = replace(trouble.text, values=Map({"unit": row.name}))
    return Prompt(key, "roll", unit.seat, text, refs.EPIC_277, (formation,), checks)


@rule(refs.EPIC_277)
def settle_trouble(state: GameState, formation: str, at: int, kind: str, found: tuple[int, ...]) -> GameState:
    """Each die: 0 grows worse, 1 is a point of damage, 2 ends it."""
    left = len(found) - found.count(2)
    if kind == FIRES:
        left += found.count(0)
    state = set_tally(state, formation, kind, at, left)
    if kind == LEAKS and 0 in found:
        return explode_engine(state, formation, at, 0)
    return damage_engine(state, formation, at, 0, found.count(1), refs.EPIC_277)
