"""A deed that unit after unit does in its order: who is next, how it went so far, what a die would
lead to."""

from __future__ import annotations

from engine.playing.answers import answer
from engine.playing.duties import duties
from engine.playing.fold import Fold
from engine.playing.outcome import Outcome, deeds, outcome, result
from engine.playing.plan import DeedPlan
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import Text


def due_units(rules: Ruleset, now: GameState, plan: DeedPlan) -> tuple[str, ...]:
    """Who still has to do it, in the order of the book."""
    return tuple(str(duty.args[plan.by]) for duty in duties(rules, now) if duty.procedure == plan.procedure)


def told_so_far(session: Session, plan: DeedPlan) -> tuple[tuple[str, Outcome], ...]:
    """Who has done it in this step and how that went, the first of them first."""
    found: list[tuple[str, Outcome]] = []
    now = session.state
    for deed in deeds(session):
        before, event = session.states[deed.first], session.log[deed.first]
        if (before.turn, before.step) != (now.turn, now.step):
            break
        if isinstance(event, Opened) and event.procedure == plan.procedure and not session.states[deed.end].pending:
            found.append((str(event.args.get(plan.by)), outcome(session, deed)))
    return tuple(reversed(found))


def come_to(rules: Ruleset, now: GameState, plan: DeedPlan, args: Map[Value], value: Value) -> Text | str:
    """What an answer to the first question would lead to, before anything else is asked."""
    fold = Fold(rules)
    opened = fold.apply(now, Opened(plan.procedure, args))
    after = fold.apply(opened, answer(fold.questions(opened)[-1].prompt, value))
    return result(rules, now, after, plan.procedure, args)
