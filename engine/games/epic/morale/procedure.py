"""Rallying, and all that can be opened or asked about a formation's morale."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.morale import refusals, regroup
from engine.games.epic.morale.breaking import distance_to_breaking
from engine.games.epic.morale.memory import RallyResult
from engine.games.epic.morale.rally import is_broken, take_test
from engine.games.epic.morale.rally_phase import order, rally_all
from engine.games.epic.morale.situation import BreakPoint, Rallying, Regrouping, Suppression, Withdrawing
from engine.games.epic.morale.suppression import suppressed_and_shooting
from engine.games.epic.morale.withdrawal import losses, withdraw_as_described
from engine.playing.citing import rule
from engine.playing.opening import Show, answers, opens
from engine.playing.procedure import Procedure
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_118, refs.EPIC_119)
def rally(state: GameState, rallying: Rallying) -> Procedure:
    """One test, or with no formation named all of them in their order; a queue is only put in
    order."""
    if is_one_test(rallying):
        return (yield from take_test(state, rallying))
    return state if rallying.queue is not None or rallying.formations is not None else (yield from rally_all(state))


def is_one_test(rallying: Rallying) -> bool:
    return rallying.formation is not None or rallying.initiative is not None


@rule(refs.EPIC_119, refs.EPIC_121, refs.EPIC_122, refs.EPIC_123)
def outcomes(rallying: Rallying) -> dict[str, Show]:
    """Of one test, what follows; the queue has nothing to foretell."""
    if not is_one_test(rallying):
        return {}

    def passed(after: GameState) -> bool:
        return after.recall(RallyResult).passed

    def then(after: GameState) -> str:
        return "rallied" if passed(after) else "withdraw" if is_broken(after, rallying) else "stays"

    return {
        "test": lambda after: "pass" if passed(after) else "fail",
        "rallied": lambda after: "yes" if passed(after) else "no",
        "blast": lambda after: after.recall(RallyResult).blast,
        "then": then,
    }


OPENINGS = (
    opens(
        "regroup",
        say("regroup"),
        refs.EPIC_108,
        Regrouping,
        regroup.regroup,
        refusals=refusals.REGROUP,
        shows=regroup.outcomes,
        actor="formation",
    ),
    opens(
        "withdraw",
        say("withdraw"),
        refs.EPIC_112,
        Withdrawing,
        withdraw_as_described,
        tells=losses,
        actor="formation",
        asks=("enemies_within_15",),
    ),
    opens(
        "rally",
        say("rally"),
        refs.EPIC_118,
        Rallying,
        rally,
        refusals=refusals.RALLY,
        shows=outcomes,
        tells=order,
        actor="formation",
        asks=("enemy_within_30",),
    ),
)
QUESTIONS = (
    answers("suppression", say("suppression"), refs.EPIC_41, Suppression, suppressed_and_shooting),
    answers("break_point", say("break point"), refs.EPIC_109, BreakPoint, distance_to_breaking),
)
