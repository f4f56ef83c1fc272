"""Rallying on one page: who is next, whether the enemy is near, and the die."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.words import NO, YES
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_120)
def facts(_: GameState, __: Draft) -> Iterator[Fact]:
    yield Fact("enemy_within_30", say("enemy within 30 cm"), (NO, YES), False)


PLAN = DeedPlan("rally", "formation", facts=facts, queue=True)
