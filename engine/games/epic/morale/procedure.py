"""Rallying, and all that can be opened or asked about a formation's morale."""

from __future__ import annotations

from dataclasses import replace

from engine.games.epic import refs
from engine.games.epic.activation.strategy import leading_seat
from engine.games.epic.morale import refusals, regroup
from engine.games.epic.morale.breaking import distance_to_breaking
from engine.games.epic.morale.memory import RalliedSoFar, RallyResult
from engine.games.epic.morale.rally import is_broken, take_test
from engine.games.epic.morale.rally_phase import in_turns, order, queues_of_sides, rally_all
from engine.games.epic.morale.situation import BreakPoint, Rallying, Regrouping, Suppression, Withdrawing
from engine.games.epic.morale.suppression import suppressed_and_shooting
from engine.games.epic.morale.withdrawal import losses, outcomes_of_withdrawal, withdraw_as_described
from engine.playing.citing import rule
from engine.playing.opening import Show, answers, opens
from engine.playing.procedure import Procedure, lastly, task
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_118, refs.EPIC_119)
def rally(state: GameState, rallying: Rallying) -> Procedure:
    """One test, or those of several formations in their order, or where none is named all of the
    table; a queue is only put in order."""
    if is_one_test(rallying):
        return (yield from take_test(state, rallying))
    if rallying.queue is not None:
        return state
    queues = queues_of_sides(state, rallying)
    if queues is None:
        return (yield from rally_all(state))
    names = in_turns(queues, leading_seat(state, rallying.rating))
    tests = (replace(rallying, formation=str(name), formations=None) for name in names)
    return (yield from lastly(state, *(task(take_one_of_several, test) for test in tests)))


@rule(refs.EPIC_274)
def take_one_of_several(state: GameState, rallying: Rallying) -> Procedure:
    """A test under the name of its formation."""
    formation = rallying.formation or ""
    state = yield from take_test(state, rallying, f"test:{formation}")
    rallied = state.recall(RalliedSoFar).formations | ({formation} if state.recall(RallyResult).passed else set())
    return state.remember(RallyResult()).remember(RalliedSoFar(rallied))


def is_one_test(rallying: Rallying) -> bool:
    return rallying.formation is not None or rallying.initiative is not None


@rule(refs.EPIC_119, refs.EPIC_274)
def outcomes_of_several(formations: tuple[str, ...]) -> dict[str, Show]:
    """How many rally, and who."""
    return {"rallied": lambda after: len(after.recall(RalliedSoFar).formations)} | {
        f"rallied:{name}": has_rallied(name) for name in formations
    }


@rule(refs.EPIC_119, refs.EPIC_121, refs.EPIC_122, refs.EPIC_123)
def outcomes(rallying: Rallying) -> dict[str, Show]:
    """Of one test, what follows; of several, who rallies and how many; the queue has nothing to
    foretell."""
    if not is_one_test(rallying):
        return outcomes_of_several(rallying.formations) if rallying.formations and rallying.queue is None else {}

    def passed(after: GameState) -> bool:
        return after.recall(RallyResult).passed

    def then(after: GameState) -> str:
        return "rallied" if passed(after) else "withdraw" if is_broken(after, rallying) else "stays"

    return {
        "then": then,
        "test": lambda after: "pass" if passed(after) else "fail",
        "rallied": lambda after: "yes" if passed(after) else "no",
        "blast": lambda after: after.recall(RallyResult).blast,
    }


def has_rallied(name: str) -> Show:
    return lambda after: "yes" if name in after.recall(RalliedSoFar).formations else "no"


def break_who_withdraws(now: GameState, withdrawing: Withdrawing) -> GameState:
    """The table of a question: only a broken formation withdraws."""
    return now.set(withdrawing.formation, "broken", True, refs.EPIC_112)


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
        refusals=refusals.WITHDRAW,
        shows=outcomes_of_withdrawal,
        tells=losses,
        stage=break_who_withdraws,
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
