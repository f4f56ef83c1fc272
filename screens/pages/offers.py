"""What a step offers beside the one thing on the large button: what is due, the ways on, what can
be done and looked up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from kivy.uix.widget import Widget

from engine.playing.duties import Agenda, Next, Onward, agenda, onward, rest_of_turn
from engine.playing.opening import Opening
from engine.values.maps import EMPTY, Map, Value
from engine.values.texts import say
from screens.app.table import Table
from screens.pages.unit import begin, is_plain
from screens.present.lines import ActionLine, capital
from screens.widgets.press import PushButton
from screens.widgets.rows import ActionRow, note
from screens.widgets.sheet import Part
from screens.widgets.words import Words, section


class OnwardRow(ActionRow):
    """The way on to the next step."""


@dataclass(frozen=True, slots=True)
class Offers:
    """Of the table; `alone` closes what stands beside it before something else is done."""

    table: Table
    alone: Callable[[], None]

    def show(self) -> None:
        """What the step offers, and the way on with who has not acted."""
        guide, t = agenda(self.table.view.rules, self.table.state), self.table.tell
        ways: list[Part] = []
        if guide.next not in (Next.ANSWER, Next.OVER):
            way = onward(self.table.view.rules, self.table.state)
            names = ", ".join(self.table.state.unit(unit).name for unit in guide.can_act)
            left = t(say("Can still act: {units}", units=names)) if names else ""
            ways += [OnwardRow(ActionLine("", t(way.text), left), self._leave)]
            if (rest := rest_of_turn(self.table.view.rules, self.table.state)) and not guide.due:
                steps = 1 + len(rest.passes)
                ways += [ActionRow(self._rest(rest), partial(self.table.advance, steps=steps))]
            if self.table.view.deeds.stays(self.table.state):
                for_good = partial(self._leave, for_good=True)
                ways += [PushButton(t(say("Leave this step for good")), for_good, "outline")]
        together = self._together(guide)
        self.table.nav.sheet(
            Words(t(say("What next?")), "title"), *self._due(guide), *ways, *together, *self._offered()
        )

    def _together(self, guide: Agenda) -> list[Widget]:
        """What a tap on the ring does, done with all who can still act."""
        opening = self.table.view.deeds.of_the_step(self.table.state)
        plan = self.table.view.rules.plan(opening.key) if opening else None
        if not opening or not plan or not plan.quick or len(guide.can_act) < 2:
            return []
        text = say("All {count} at once: {deed}", count=len(guide.can_act), deed=opening.text)
        below = self.table.tell(say("Who met something is done by himself, before or instead"))
        return [ActionRow(ActionLine("", self.table.tell(text), below), partial(self._do_all, opening, guide.can_act))]

    def _do_all(self, opening: Opening, units: tuple[str, ...]) -> None:
        """One after the other; who needs a page is left."""
        self.table.nav.close_sheet()
        self.alone()
        plan = self.table.view.rules.plan(opening.key)
        for told in (Map({opening.actor: unit}) for unit in units):
            if plan and is_plain(self.table, plan, told):
                begin(self.table, opening.key, told, at_once=True)

    def _due(self, guide: Agenda) -> list[Widget]:
        """Where several things are due, each of them; the button has the first."""
        if len(guide.due) < 2:
            return []
        lines = [(ActionLine("", capital(self.table.tell(each.text)), each.ref.id), each) for each in guide.due]
        rows = [ActionRow(line, partial(self.begin, each.procedure, each.args)) for line, each in lines]
        return [section(self.table.tell(say("Due now"))), *rows]

    def _rest(self, rest: Onward) -> ActionLine:
        """The end of the turn, with what is passed over."""
        t, names = self.table.tell, (self.table.view.rules.step(key).name for key in rest.passes)
        passed = say("Passed over: {steps}", steps=", ".join(map(t, names)))
        return ActionLine("", t(say("End the turn: {way}", way=rest.text)), t(passed) if rest.passes else "")

    def _leave(self, for_good: bool = False) -> None:
        """On to the next step; what is due is named first."""
        self.alone()
        due = agenda(self.table.view.rules, self.table.state).due
        if not due:
            passes = () if for_good else onward(self.table.view.rules, self.table.state).passes
            self.table.advance(leave=for_good, steps=1 + len(passes))
            return
        t, first = self.table.tell, due[0]
        self.table.nav.sheet(
            Words(t(say("This is still due")), "title"),
            *(note("alert-outline", capital(t(each.text)), each.ref.id) for each in due),
            PushButton(capital(t(first.text)), partial(self.begin, first.procedure, first.args)),
            PushButton(
                t(say("Go on all the same")),
                partial(self.table.advance, leave=for_good),
                "outline",
                "alert-outline",
                t(say("The history will say so")),
            ),
        )

    def _offered(self) -> list[Part]:
        """What can be done, then what can be looked up."""
        lines = [line for line in self.table.view.deeds.general(self.table.state) if line.allowed]
        look_up = [line for line in lines if self.table.view.rules.opening(line.key).calculation]
        parts = ((say("Do"), [line for line in lines if line not in look_up]), (say("Look up"), look_up))
        found: list[Part] = []
        for head, these in parts:
            rows = [partial(ActionRow, line, partial(self.begin, line.key)) for line in these]
            found += [section(self.table.tell(head)), *rows] if rows else []
        return found

    def begin(self, procedure: str, args: Map[Value] = EMPTY) -> None:
        """Open at once what needs nothing; ask for the rest."""
        self.table.nav.close_sheet()
        self.alone()
        begin(self.table, procedure, args)
