"""What is due besides the players' own lists: units that are still locked."""

from collections.abc import Iterator

from engine.games.front import refs, units
from engine.playing.citing import rule
from engine.playing.rules import Duty
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.FRONT_03)
def duties(now: GameState) -> Iterator[Duty]:
    """When units unlock is not in the known part of the rules: the players are reminded once a
    turn, before the battle."""
    is_time = now.step == "before" and now.turn > 1 and "unlock" not in now.done
    if is_time and any(units.is_locked(unit) and units.is_in_play(unit) for unit in now.units.values()):
        yield Duty("unlock", say("Unlock units, if your rulebook says so now"), refs.FRONT_03, must=False)
