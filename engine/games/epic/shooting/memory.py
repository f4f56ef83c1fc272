"""What the fire of a running procedure has done so far."""

from __future__ import annotations

from typing import NamedTuple

from engine.values.table import GameState


class FireTally(NamedTuple):
    """One attack: the target's units when it began, whether they were broken or all expendable,
    hits by dice and by shots, markers owed for losses, losses that count in a crossfire, markers
    placed, whether saves were rolled, hits that survivors have met, the kind of the last hit.
    """

    units: int = 0
    was_broken: bool = False
    all_expendable: bool = False
    hits: int = 0
    hits_by_shot: tuple[int, ...] = ()
    owed: int = 0
    dead: int = 0
    placed: int = 0
    saved_once: bool = False
    hits_met: tuple[tuple[int, int, int], ...] = ()
    last_hit: str = "normal"


class BarrageTally(NamedTuple):
    """One barrage: models killed, models that stood before it, formations that have the marker of
    a crossfire."""

    kills: int = 0
    standing: int = 0
    crossed: frozenset[str] = frozenset()


class SavesMade(NamedTuple):
    """Whether the single save that was asked for succeeded."""

    saved: int = 0


def tally(now: GameState) -> FireTally:
    return now.recall(FireTally)
