"""One exchange of an assault: both sides strike at once, then the fallen are lost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.games.epic import refs
from engine.games.epic.assault.blows import blows_of_side
from engine.games.epic.assault.duel import Duel, count_at
from engine.games.epic.assault.memory import Kills, fallen, kills, remember_fallen, remember_losses
from engine.games.epic.assault.strikes import named, strike
from engine.games.epic.formations.rows import lose_units, losses_that_mark
from engine.games.epic.war_engines.criticals import roll_criticals
from engine.games.epic.war_engines.damage import damage_engines
from engine.games.epic.war_engines.hulls import has_engines
from engine.games.epic.war_engines.memory import criticals_due
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, Task, call, task
from engine.values.table import GameState


@rule(refs.EPIC_89, refs.EPIC_151, refs.EPIC_266)
def parts_of_exchange(now: GameState, duel: Duel, first: bool = False, support: bool = False) -> tuple[Task, ...]:
    """Both sides at once, then the fallen are lost; nothing where nobody strikes. War engines
    lose shields meanwhile, so there one side comes after the other."""
    if not any(blows_of_side(now, duel, side, first, support) for side in (0, 1)):
        return ()
    if any(has_engines(now.unit(each)) for each in duel.formations):
        return (*strikes_of_both(duel, first, support), task(bury, duel))
    return (task(exchange, duel, first, support),)


@lru_cache(maxsize=64)
def strikes_of_both(duel: Duel, first: bool, support: bool) -> tuple[Task, ...]:
    return tuple(task(strike, duel, side, first, support) for side in (0, 1))


@rule(refs.EPIC_89)
def exchange(state: GameState, duel: Duel, first: bool, support: bool) -> Procedure:
    """Who fell by the first side's blows is set aside while the other one strikes: its blows do
    not depend on them, and odds work them out once."""
    ours, theirs = strikes_of_both(duel, first, support)
    state = yield from call(state, ours)
    aside = {each.formation: fallen(state, each.formation).units for each in duel.sides[1]}
    for each in aside:
        state = remember_fallen(state, each, fallen(state, each)._replace(units=()))
    state = yield from call(state, theirs)
    return bury_units(state, duel, aside)


@rule(refs.EPIC_94, refs.EPIC_98, refs.EPIC_272)
def bury_units(state: GameState, duel: Duel, aside: Mapping[str, tuple[int, ...]]) -> GameState:
    """The fallen of both sides are lost, and once as kills of this assault, expendables apart;
    who is engaged is counted anew."""
    for fighters in duel.fighters:
        formation = fighters.formation
        held, dead = fallen(state, formation), kills(state, formation)
        if down := aside.get(formation) or held.units:
            loud = losses_that_mark(state.unit(formation), down)
            if not fighters.all:
                held = held._replace(buried=tuple(fell + count_at(held.buried, n) for n, fell in enumerate(down)))
            state = lose_units(state, formation, down, refs.EPIC_50)
            dead = Kills(dead.lost + sum(down), dead.mourned + loud)
            state = remember_losses(state, formation, held._replace(units=()), dead)
    return state


@rule(refs.EPIC_174, refs.EPIC_185)
def bury(state: GameState, duel: Duel) -> Procedure:
    """The same; and war engines take their damage and roll for criticals."""
    state = bury_units(state, duel, {})
    for each in duel.formations:
        held = fallen(state, each)
        if held.wounds:
            state = remember_fallen(damage_engines(state, each, held.wounds), each, held._replace(wounds=()))
    due = [each for each in duel.formations if criticals_due(state, each)]
    key = named(state, "critical")
    return (
        yield from call(state, *(task(roll_criticals, each, key if len(due) == 1 else f"{key}:{each}") for each in due))
    )
