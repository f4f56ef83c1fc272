"""What follows the result of an assault: hits without saves, the losers break, the winners and the
supporters take their markers."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.assault.duel import Fighters, may_support, names_of
from engine.games.epic.assault.memory import NOT_FALLEN, NOT_KILLED, Kills, kills, remember_losses
from engine.games.epic.formations.rows import army, lose_units, rows
from engine.games.epic.morale.markers import (
    break_formation,
    break_if_due,
    is_stubborn,
    kill_without_saves,
    place_markers,
)
from engine.games.epic.war_engines.hulls import has_engines, set_hulls
from engine.games.epic.war_engines.memory import criticals_due, harm, remember_due, remember_harm
from engine.playing.citing import rule
from engine.values.table import GameState


@rule(refs.EPIC_140, refs.EPIC_143, refs.EPIC_270)
def hit_losers(state: GameState, losers: tuple[Fighters, ...], gap: int) -> GameState:
    """The difference in hits without saves, front to back over the whole side; one less for the
    stubborn, half for Space Marines, none for the fearless."""
    left = [unit for each in losers if not (unit := state.unit(each.formation)).gone]
    hits = max(0, gap - int(all(is_stubborn(state, unit) for unit in left)))
    if all(army(unit) == "space_marines" for unit in left):
        hits //= 2
    for each in losers:
        before = takers(state, each.formation)
        ref = refs.EPIC_186 if has_engines(state.unit(each.formation)) else refs.EPIC_99
        state = kill_without_saves(state, each.formation, hits, ref, each.front)
        hits -= min(hits, before)
    return state


@rule(refs.EPIC_143)
def takers(now: GameState, formation: str) -> int:
    """Units that such hits can take; the fearless cannot."""
    return sum(row.mortal * row.weight for row in rows(now.unit(formation)))


@rule(refs.EPIC_143, refs.EPIC_215)
def break_loser(state: GameState, formation: str, was_broken: bool) -> GameState:
    """It breaks; broken from the start it is destroyed, and so are aircraft on the ground, but
    for the fearless."""
    if state.unit(formation).gone:
        return state
    aground = tuple(
        row.left if row.type == "AC" and not row.has("fearless") else 0 for row in rows(state.unit(formation))
    )
    if any(aground):
        waiting = tuple(due for due in criticals_due(state, formation) if not aground[due.row])
        state = remember_due(lose_units(state, formation, aground, refs.EPIC_213), formation, waiting)
        for row in rows(state.unit(formation)):
            state = set_hulls(state, formation, row.at, (), refs.EPIC_213) if aground[row.at] else state
    if state.unit(formation).gone:
        return state
    if was_broken:
        return kill_without_saves(state, formation, takers(state, formation), refs.EPIC_102)
    return break_formation(state, formation, refs.EPIC_102)


@rule(refs.EPIC_105, refs.EPIC_106, refs.EPIC_271, refs.EPIC_272, refs.EPIC_278)
def mark_winner(state: GameState, formation: str, was_broken: bool) -> GameState:
    """A marker for each unit lost, for each point of damage, expendables aside; it may break by
    them; broken from the start it takes nothing."""
    if was_broken:
        return state
    lost = kills(state, formation).mourned + harm(state, formation).shock
    return break_if_due(place_markers(state, formation, lost, refs.EPIC_104), formation) if lost else state


def mark_supporters(state: GameState, supporters: tuple[str, ...]) -> GameState:
    """One marker for each formation that could support the loser, whether it fired or not."""
    for formation in supporters:
        if may_support(state, formation) or state.reading("supporters_bm") == "near":
            state = break_if_due(place_markers(state, formation, 1, refs.EPIC_103), formation)
    return state


def end_for_losers(state: GameState, losers: tuple[Fighters, ...], hits: int) -> GameState:
    """They take the difference; what no rule asks for once it is decided is forgotten, so that
    equal ends are one table."""
    state = hit_losers(state, losers, hits) if hits else state
    for formation in names_of(losers):
        state = remember_losses(state, formation, NOT_FALLEN, NOT_KILLED)
        state = remember_harm(state, formation, harm(state, formation)._replace(hurt=0, shock=0))
    return state


@rule(refs.EPIC_104)
def end_for_winners(state: GameState, winners: tuple[str, ...]) -> GameState:
    """The same for those who have won, but for the losses that bring markers."""
    for formation in winners:
        state = remember_losses(state, formation, NOT_FALLEN, Kills(0, kills(state, formation).mourned))
        state = remember_harm(state, formation, harm(state, formation)._replace(hurt=0))
    return state
