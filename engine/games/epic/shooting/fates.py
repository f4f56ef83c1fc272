"""What becomes of a formation that was fired at."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.formations.rows import models
from engine.games.epic.morale.markers import has_broken
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.values.table import GameState

FATES = {"withdraw": "breaks", "continue": "holds_out", "destroyed": "destroyed"}


@rule(refs.EPIC_112, refs.EPIC_262)
def what_follows(after: GameState, target: str) -> str:
    """The target is destroyed, withdraws, or goes on with its action."""
    if after.unit(target).gone:
        return "destroyed"
    return "withdraw" if has_broken(after, target) else "continue"


def fates_of(target: str) -> dict[str, Show]:
    """Its fate in words, whether it is broken, what is left of it, and what follows."""
    return {
        "fate": lambda after: FATES[what_follows(after, target)],
        "broken": lambda after: "yes" if after.unit(target).count("broken") else "no",
        "left": lambda after: models(after, target),
        "then": lambda after: what_follows(after, target),
    }
