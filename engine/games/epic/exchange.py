"""One exchange of an assault: both sides strike at once, then the fallen are lost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.games.epic.blows import Duel, counted, numbers
from engine.games.epic.formations import lose, once, rows
from engine.games.epic.hulls import has_engines, pending
from engine.games.epic.strikes import blows_of, laid, named, strike, wounded
from engine.games.epic.warengines import criticals, hurt
from engine.playing.procedure import Procedure, Task, call, task
from engine.values.maps import Value
from engine.values.table import GameState, Unit


def exchanged(now: GameState, duel: Duel, first: bool = False, support: bool = False) -> tuple[Task, ...]:
    """Both sides at once, then the fallen are lost; nothing where nobody strikes. War engines
    lose shields meanwhile, so there one side comes after the other (EPIC-89, 151, 266)."""
    if not any(blows_of(now, duel, side, first, support) for side in (0, 1)):
        return ()
    if any(has_engines(now.unit(fight.formation)) for fight in (*duel.sides[0], *duel.sides[1])):
        return (*both(duel, first, support), task(bury, duel=duel))
    return (task(exchange, duel=duel, first=first, support=support),)


@lru_cache(maxsize=64)
def both(duel: Duel, first: bool, support: bool) -> tuple[Task, ...]:
    return tuple(task(strike, duel=duel, side=side, first=first, support=support) for side in (0, 1))


def exchange(state: GameState, duel: Duel, first: bool, support: bool) -> Procedure:
    """Who fell by the first side's blows is set aside while the other one strikes: its blows do
    not depend on them, and odds work them out once (EPIC-89)."""
    ours, theirs = both(duel, first, support)
    state = yield from call(state, ours)
    aside = {fight.formation: laid(state, fight.formation) for fight in duel.sides[1]}
    state = yield from call(state.note(**{f"fallen:{each}": () for each in aside}), theirs)
    return buried(state, duel, aside)


def buried(state: GameState, duel: Duel, aside: Mapping[str, tuple[int, ...]] | None = None) -> GameState:
    """The fallen of both sides are lost, and once as kills of this assault, expendables apart;
    who is engaged is counted anew (EPIC-94, 98, 272)."""
    for fight in (*duel.sides[0], *duel.sides[1]):
        down = (aside or {}).get(fight.formation) or laid(state, fight.formation)
        if down:
            loud = mourned(state.unit(fight.formation), down)
            before = numbers(state, f"buried:{fight.formation}")
            deep = tuple(dead + counted(before, n) for n, dead in enumerate(down))
            kept: dict[str, Value] = {} if fight.all else {f"buried:{fight.formation}": deep}
            kept |= {
                f"lost:{fight.formation}": state.noted(f"lost:{fight.formation}") + sum(down),
                f"marked:{fight.formation}": state.noted(f"marked:{fight.formation}") + loud,
                f"fallen:{fight.formation}": (),
            }
            state = lose(state, fight.formation, down).note(**kept)
    return state


@once
def mourned(unit: Unit, down: tuple[int, ...]) -> int:
    """Losses that bring a marker: not those of expendables (EPIC-272)."""
    return sum(dead for row, dead in zip(rows(unit), down, strict=True) if not row.has("expendable"))


def bury(state: GameState, duel: Duel) -> Procedure:
    """The same; and war engines take their damage and roll for criticals (EPIC-174, 185)."""
    state = buried(state, duel)
    for fight in (*duel.sides[0], *duel.sides[1]):
        if wounded(state, fight.formation):
            state = hurt(state, fight.formation, wounded(state, fight.formation)).note(
                **{f"wounds:{fight.formation}": ()}
            )
    struck = [fight.formation for fight in (*duel.sides[0], *duel.sides[1]) if pending(state, fight.formation)]
    key = named(state, "critical")
    return (
        yield from call(
            state,
            *(task(criticals, formation=each, key=key if len(struck) == 1 else f"{key}:{each}") for each in struck),
        )
    )
