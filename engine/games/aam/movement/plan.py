"""A move on one page: mostly nothing has to be told, and one tap is enough."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.aam import refs
from engine.games.aam.movement.procedure import counts_steps
from engine.games.aam.movement.situation import Move
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact
from engine.values.maps import Map, Value
from engine.values.situation import situation_from
from engine.values.table import GameState
from engine.values.texts import say

PLAIN = "plain"


@rule(refs.AAM_21, refs.AAM_89)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Whether the move met anything; where its length matters later, it is led hex by hex."""
    if not counts_steps(now, situation_from(Move, draft)):
        answers = (True, say("nothing on the way")), (False, say("rough ground, a road, an enemy passed"))
        yield Fact(PLAIN, say("on the way"), answers, True)


@rule(refs.AAM_21)
def situation_of(_now: GameState, draft: Draft) -> Map[Value]:
    """A move that met something is led hex by hex."""
    return draft if draft.get(PLAIN) else draft.without(PLAIN)


def draft_of(_args: Map[Value]) -> Draft:
    """Every move is looked at anew."""
    return Map()


PLAN = DeedPlan("move", "unit", facts=facts, situation=situation_of, draft=draft_of, quick=True)
VANGUARD = DeedPlan("vanguard", "unit", facts=facts, situation=situation_of, draft=draft_of)
