"""What the rules say against coming down from orbit."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.space.situation import Drop
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_225)
def already_on_table(now: GameState, drop: Drop) -> Refusal | None:
    """In the battle only those come down that are off the table."""
    unit = now.unit(drop.formation)
    if now.step == "action" and unit.where == "table":
        return Refusal("on_the_table", say("{unit} is on the table already", unit=unit.name), refs.EPIC_222)
    return None
