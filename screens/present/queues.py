"""A queue of units that do the same one after the other, as rows."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice.check import foregone, on_the_die
from engine.playing import drafting, queue
from engine.playing.drafting import Filled
from engine.playing.outcome import Outcome
from engine.playing.plan import DeedPlan, Draft
from engine.playing.session import Session
from engine.values.maps import Map
from engine.values.model import Check
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say
from screens.present.lines import ChipLine, UnitLine, capital
from screens.present.view import View


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A unit of the queue: `state` is done, now, next (it may go before) or later; what became of
    it or what its die needs."""

    id: str
    sign: str
    seat: int
    name: str
    state: str
    chips: tuple[ChipLine, ...] = ()
    told: str = ""
    needs: str = ""


def only_check(filled: Filled) -> Check | None:
    """The roll that it asks for first, where it is a single one."""
    prompt = filled.prompt
    return prompt.checks[0] if prompt and prompt.kind == "roll" and len(prompt.checks) == 1 else None


def queue_lines(view: View, session: Session, plan: DeedPlan, now: Draft) -> tuple[QueueLine, ...]:
    """Who has done it, the one whose turn it is by its draft, and who waits."""
    state, due = session.state, queue.due_units(view.rules, session.state, plan)
    done = [_done(view, state, unit, told) for unit, told in queue.told_so_far(session, plan) if unit in state.units]
    return (
        *done,
        *(_waits(view, session, plan, unit, now) for unit in sorted(due, key=lambda each: each != now.get(plan.by))),
    )


def _done(view: View, state: GameState, unit: str, told: Outcome) -> QueueLine:
    at = state.unit(unit)
    dice = (each.values.get("result", each) for each in told.dice)
    words = ". ".join(capital(view.tell(each)) for each in (told.what, *dice) if isinstance(each, (Text, str)))
    return QueueLine(unit, view.rules.glance.sign(at), at.seat, at.name, "done", told=words)


def _waits(view: View, session: Session, plan: DeedPlan, unit: str, now: Draft) -> QueueLine:
    state, is_now = session.state, unit == now.get(plan.by)
    filled = drafting.fill(view.rules, state, plan, now if is_now else Map({plan.by: unit}))
    line, check = view.roster.unit(state, state.unit(unit)), only_check(filled)
    place = "now" if is_now else "later" if filled.against else "next"
    told = view.words.refusal(filled.against[0]) if filled.against and place != "later" else ""
    return QueueLine(
        unit, line.sign, line.seat, line.name, place, chips(view, line, state.unit(unit)), told, needs(check)
    )


def chips(view: View, line: UnitLine, unit: Unit) -> tuple[ChipLine, ...]:
    """What lies on it that is counted."""
    glance = view.rules.glance
    tracker, count = view.rules.tracker(glance.stepped), unit.count(glance.stepped)
    loud = tuple(each for each in line.chips if each.look != "quiet")
    if tracker is None or not count:
        return loud
    word = view.tell(say("{name}: {value}", name=capital(view.tell(tracker.text)), value=count))
    return (*loud, ChipLine("strong", glance.marks.get(glance.stepped, ""), word))


def needs(check: Check | None) -> str:
    """What the die has to show."""
    target = on_the_die(check) if check and foregone(check) is None else None
    return f"{target}+" if target else ""
