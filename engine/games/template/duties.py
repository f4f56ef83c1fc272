"""What is due besides what each step opens by itself."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.template import refs
from engine.games.template.victory import seats_left
from engine.playing.rules import Duty
from engine.values.table import GameState
from engine.values.texts import say


def duties(now: GameState) -> Iterator[Duty]:
    """A side without units has lost at once, not only at the end of the turn."""
    if len(seats_left(now)) == 1:
        yield Duty("victory", say("one side has no units left"), refs.TEMPLATE_09)
