"""Damage: Advantage! first, all together; then everybody who is left to fire, all together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.games.front.plan import Strike
from engine.games.front.units import left
from engine.model import GameState


@dataclass(frozen=True, slots=True)
class Fight:
    """Strikes that were dealt, and those that came too late."""

    dealt: tuple[Strike, ...]
    silenced: tuple[Strike, ...] = ()

    def hits(self) -> Counter[str]:
        """Points dealt to each unit, as they add up (FRONT-15)."""
        found: Counter[str] = Counter()
        for strike in self.dealt:
            found[strike.at] += strike.points
        return found


def fought(now: GameState, strikes: Iterable[Strike]) -> Fight:
    """First strikes fall together before any other; whom they destroy does not fire (FRONT-11, 12)."""
    aimed = tuple(strike for strike in strikes if strike.points)
    first = Fight(tuple(strike for strike in aimed if strike.first))
    felled = destroyed(now, first)
    silenced = tuple(strike for strike in aimed if not strike.first and silences(now, first, felled, strike))
    return Fight(tuple(strike for strike in aimed if strike not in silenced), silenced)


def silences(now: GameState, first: Fight, felled: tuple[str, ...], strike: Strike) -> bool:
    """The destroyed fire at nobody; by other readings only not at those who struck first, or all the same (FRONT-12)."""
    if strike.by not in felled or now.reading("advantage_lethal") == "reply_anyway":
        return False
    killers = {each.by for each in first.dealt if each.at == strike.by}
    return now.reading("advantage_kill") == "no_fire_at_all" or strike.at in killers


def destroyed(now: GameState, fight: Fight) -> tuple[str, ...]:
    """A defense value at 0 or less (FRONT-10)."""
    return tuple(unit for unit, points in fight.hits().items() if points >= left(now.unit(unit)))
