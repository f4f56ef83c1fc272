"""What to do next at the table: the one thing on the large button. Pure, like present."""

from __future__ import annotations

from typing import NamedTuple

from engine.playing.fold import apply
from engine.playing.session import Session
from engine.values.events import Advanced, Opened
from engine.values.maps import Map
from engine.values.model import Impossible, Prompt, Unknown
from engine.values.texts import say, say_many
from screens.lines import capital
from screens.present import View


class Deed(NamedTuple):
    """What the button does (answer, open, then, what, offer or onward), what it says, one line
    below, its icon."""

    kind: str
    text: str
    sub: str
    icon: str


def next_deed(view: View, session: Session, prompt: Prompt | None) -> Deed:
    """An open question first; then what the game or the step begins with, who has not acted,
    what the step offers, the way on."""
    state, t, rules = session.state, view.tell, view.rules
    if prompt:
        return Deed("answer", capital(t(prompt.text)), t(say("A question is open")), "arrow-right")
    if opens := begins_with(view, session):
        return _deed_of_step(view, session, "open", opens, "dice-multiple")
    then, unit = rules.glance.then(state)
    if then:
        return Deed("then", capital(t(rules.opening(then).text)), state.unit(unit).name, "crosshairs")
    if view.stays(state) and opened_here(
        session, view.purpose(state)
    ):  # the sides take turns with one deed each: it is done
        step, who = view.onward(state)
        return Deed("onward", t(say("On to: {step}", step=who or step)), step if who else "", "arrow-right")
    if waiting := view.waiting(state):
        left = t(say_many("one unit has not acted", "{count} units have not acted", len(waiting)))
        return Deed("what", t(say("What next?")), left, "crosshairs")
    if (main := view.main_offer(state)) and not opened_here(session, main):
        return _deed_of_step(view, session, "offer", main, "crosshairs")
    step, who = view.onward(state)
    return Deed("onward", t(say("On to: {step}", step=step)), capital(who), "arrow-right")


def _deed_of_step(view: View, session: Session, kind: str, procedure: str, icon: str) -> Deed:
    """What the step begins with; the name of the step below it, where it says more."""
    text, step = (
        capital(view.tell(view.rules.opening(procedure).text)),
        view.tell(view.rules.step(session.state.step).name),
    )
    return Deed(kind, text, step if step != text else "", icon)


def begins_with(view: View, session: Session) -> str:
    """What a game, then its first step, begins with, as long as nobody has begun it."""
    if session.first or any(isinstance(event, Advanced) for event in session.log):
        return ""
    begun = {event.procedure for event in session.log if isinstance(event, Opened)}
    begins = (view.rules.glance.begins, view.rules.step(session.state.step).opens)
    return next((each for each in begins if each and each not in begun and _does_something(view, session, each)), "")


def _does_something(view: View, session: Session, procedure: str) -> bool:
    """Whether it would ask or change anything: nobody taps for nothing."""
    rules, state = view.rules, session.state
    if view.missing(state, rules.opening(procedure), {}):
        return True
    try:
        return apply(rules, state, Opened(procedure, Map())) != state
    except (Impossible, Unknown):
        return True


def opened_here(session: Session, procedure: str) -> bool:
    """Whether this step has seen a procedure already."""
    for event in reversed(session.log):
        if isinstance(event, Advanced):
            return False
        if isinstance(event, Opened) and event.procedure == procedure:
            return True
    return False
