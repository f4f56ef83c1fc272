"""What to do next at the table: the one thing on the large button. Pure, like present."""

from __future__ import annotations

from typing import NamedTuple

from engine.playing.answers import Stale, answering
from engine.playing.choices import next_field
from engine.playing.duties import Agenda, Next, agenda, onward, rest_of_turn
from engine.playing.fold import Fold
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Prompt, Unknown
from engine.values.table import GameState
from engine.values.texts import say, say_many
from screens.present.lines import capital
from screens.present.view import View

ICONS = {
    Next.ANSWER: "arrow-right",
    Next.OPEN: "dice-multiple",
    Next.ACT: "crosshairs",
    Next.ADVANCE: "arrow-right",
    Next.OVER: "flag-variant",
}


class Deed(NamedTuple):
    """What the button does, what it says, one line below, its icon; what it opens, and how many
    steps it goes."""

    next: Next
    text: str
    sub: str
    icon: str
    procedure: str = ""
    args: Map[Value] = EMPTY
    steps: int = 0


def next_deed(view: View, state: GameState, prompt: Prompt | None) -> Deed:
    """The engine's guide, in words."""
    guide = agenda(view.rules, state)
    text = capital(view.tell(prompt.text if prompt else guide.text))
    deed = Deed(guide.next, text, _below(view, state, guide, text), ICONS[guide.next])
    if guide.due:
        return deed._replace(procedure=guide.due[0].procedure, args=guide.due[0].args)
    if guide.next is Next.ADVANCE and guide.onward:
        return deed._replace(steps=1 + len(guide.onward.passes))
    return deed._replace(procedure=guide.deed)


def look_ahead(view: View, state: GameState) -> None:
    """What a player may ask for next is worked out before he does: the engine knows it then."""
    if agenda(view.rules, state).next not in (Next.ANSWER, Next.OVER):
        onward(view.rules, state)
        rest_of_turn(view.rules, state)
    view.deeds.general(state)


def deed_after(view: View, state: GameState, prompt: Prompt, value: Value, slot: str = "") -> Deed | None:
    """What an answer leads on to by itself: the step or the game has begun with it, it ends that,
    and nothing is left to choose or to tell before the next."""
    rules = view.rules
    begins = (rules.step(state.step).opens, rules.glance.begins)
    if state.pending is None or state.pending.procedure not in begins:
        return None
    try:
        after = Fold(rules).apply(state, answering(prompt, value, slot))
    except (Impossible, Stale, Unknown):
        return None
    if after.pending or (after.turn, after.step) != (state.turn, state.step):
        return None
    deed = next_deed(view, after, None)
    return deed if deed.next is Next.ADVANCE or _opens_by_itself(view, after, deed) else None


def _opens_by_itself(view: View, state: GameState, deed: Deed) -> bool:
    """Whether something due has all it needs: it asks nothing of the table, and has no page."""
    if deed.next is not Next.OPEN or view.rules.plan(deed.procedure):
        return False
    opening = view.rules.opening(deed.procedure)
    return not opening.asks and not next_field(state, opening, deed.args)


def _below(view: View, state: GameState, guide: Agenda, text: str) -> str:
    """How much is left of it; where the way passes over; else the step, where it says more."""
    t = view.tell
    if guide.next is Next.ANSWER:
        return t(say("A question is open"))
    if guide.next is Next.OVER:
        return view.winner(state)
    if guide.next is Next.ADVANCE and guide.onward:
        passed = ", ".join(t(view.rules.step(key).name) for key in guide.onward.passes)
        return t(say("Nothing to do in: {steps}", steps=passed)) if passed else ""
    if len(guide.due) > 1:
        return t(say("{count} things are due", count=len(guide.due)))
    if guide.next is Next.ACT and guide.can_act:
        return t(say_many("one unit can still act", "{count} units can still act", len(guide.can_act)))
    step = t(view.rules.step(state.step).name)
    return step if step != text else ""
