"""The fallen of an exchange become losses."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.assault.duel import Fighters, count_at
from engine.games.epic.assault.memory import Kills, fallen, kills, remember_fallen, remember_losses
from engine.games.epic.formations.rows import lose_units, losses_that_mark, rows
from engine.games.epic.war_engines.damage import damage_engines
from engine.games.epic.war_engines.hulls import has_engines
from engine.playing.citing import rule
from engine.values.table import GameState, Unit


@rule(refs.EPIC_94, refs.EPIC_98, refs.EPIC_174, refs.EPIC_185, refs.EPIC_272)
def bury_side(state: GameState, side: tuple[Fighters, ...]) -> GameState:
    """The fallen of a side are lost, and once as kills of this assault, expendables apart; who is
    engaged is counted anew; war engines take their damage."""
    for fighters in side:
        formation = fighters.formation
        held, dead = fallen(state, formation), kills(state, formation)
        if down := held.units:
            loud = losses_that_mark(state.unit(formation), down)
            if not fighters.all:
                held = held._replace(buried=tuple(fell + count_at(held.buried, n) for n, fell in enumerate(down)))
            state = lose_units(state, formation, down, refs.EPIC_50)
            dead = Kills(dead.lost + sum(down), dead.mourned + loud)
            held = held._replace(units=())
            state = remember_losses(state, formation, held, dead)
        if held.wounds:
            state = damage_engines(state, formation, held.wounds)
            state = remember_fallen(state, formation, held._replace(wounds=()))
    return state


@rule(refs.EPIC_95)
def bury_between_passes(state: GameState, side: tuple[Fighters, ...]) -> GameState:
    """Supporters are not struck back at, so those who fell by their normal hits are lost before
    their macro-weapons hit: to be told apart no more from earlier losses. Not where a second pass
    could tell the difference."""
    lying = tuple(each for each in side if each.all and not is_told_apart(state.unit(each.formation)))
    return bury_side(state, lying)


@rule(refs.EPIC_141, refs.EPIC_174)
def is_told_apart(unit: Unit) -> bool:
    """Whether the fallen are still looked at: the last unit beside a character has his abilities,
    war engines take all their damage at once."""
    return has_engines(unit) or any(row.characters for row in rows(unit))
