"""One exchange of an assault: both sides strike at once, then the fallen are lost."""

from __future__ import annotations

from functools import lru_cache

from engine.games.epic import refs
from engine.games.epic.assault.blows import strikes_first
from engine.games.epic.assault.burial import bury_side
from engine.games.epic.assault.duel import Duel, Fighters
from engine.games.epic.assault.strikes import named, strike
from engine.games.epic.war_engines.criticals import roll_criticals
from engine.games.epic.war_engines.hulls import has_engines
from engine.games.epic.war_engines.memory import criticals_due
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, Task, at_once, carry_out, lastly, task
from engine.values.table import GameState


@rule(refs.EPIC_89, refs.EPIC_151)
def parts_of_exchange(now: GameState, duel: Duel, first: bool = False, support: bool = False) -> tuple[Task, ...]:
    """Both sides at once; no first strikes where no card has any."""
    if first and not any(strikes_first(now.unit(each)) for each in duel.formations):
        return ()
    return (task(exchange, duel, first, support),)


@lru_cache(maxsize=64)
def strikes_of_both(duel: Duel, first: bool, support: bool) -> tuple[Task, ...]:
    return tuple(task(strike, duel, side, first, support) for side in (0, 1))


@rule(refs.EPIC_89, refs.EPIC_174, refs.EPIC_185)
def exchange(state: GameState, duel: Duel, first: bool, support: bool) -> Procedure:
    """Both sides strike before losses are taken off; then war engines roll for criticals. What
    befalls one side depends on the blows of the other alone."""
    struck = tuple(enumerate(reversed(duel.sides)))
    parts = [*enumerate(strikes_of_both(duel, first, support))]
    parts += [(chain, task(bury_side, side)) for chain, side in struck]
    for chain, side in reversed(struck):
        if any(has_engines(state.unit(each.formation)) for each in side):
            parts.append((chain, task(roll_due_criticals, side)))
    return (yield from carry_out(at_once(state, *parts)))


@rule(refs.EPIC_174, refs.EPIC_185)
def roll_due_criticals(state: GameState, side: tuple[Fighters, ...]) -> Procedure:
    """War engines of a side that were damaged roll for criticals."""
    due = [each.formation for each in side if criticals_due(state, each.formation)]
    key = named(state, "critical")
    return (yield from lastly(state, *(task(roll_criticals, each, f"{key}:{each}") for each in due)))


def bury(state: GameState, duel: Duel) -> Procedure:
    """Both sides, one after the other, and the criticals."""
    burials, criticals = ([task(work, side) for side in duel.sides] for work in (bury_side, roll_due_criticals))
    return (yield from lastly(state, *burials, *criticals))
