"""Table: where we are, what to do now, who still has to act."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.playing.duties import Agenda, Next, Onward, agenda, rest_of_turn
from engine.playing.open_turn import is_open
from engine.playing.opening import Opening
from engine.values.maps import EMPTY, Map, Value
from engine.values.texts import say, say_many
from screens.app.page import GamePage
from screens.pages.force import Force
from screens.pages.table_sheets import menu_sheet, turn_sheet
from screens.pages.unit import SHEET_GAP, UnitSheet, begin, is_plain
from screens.present.lines import ActionLine, ForceLine, capital
from screens.present.onward import Deed, next_deed
from screens.widgets.bars import BottomAction
from screens.widgets.ground import left_line
from screens.widgets.layouts import Across, Column, fill, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import IconButton, Pill, PushButton
from screens.widgets.rows import ActionRow, note
from screens.widgets.running import Running, huge, margin, spread, stacked, two_panes
from screens.widgets.theme import Touch
from screens.widgets.turn import StepName, TurnLine
from screens.widgets.unitrows import Columns, column_heads
from screens.widgets.words import Words, section

Bottom = tuple[Deed, bool, str, bool, str]
"""What the bottom shows: the next deed, whether the last tap is saved, a warning, whether there is
anything to undo, the look of the button: beside a page of a deed that page has the bright one."""


class OnwardRow(ActionRow):
    """The way on to the next step."""


BOTH_FROM, ALONE, DEED = 1200, 500, 460
"""Window width from which both forces stand beside the deed; widths of a force alone and of the
deed."""


class TablePage(GamePage):
    """Head, sides and heads of the columns, one rolling list, the next action at the bottom; on a
    tablet the chosen unit beside it, on a wide one both forces."""

    kept = True

    def build(self) -> Widget:
        self.force = Force(self.table, self.choose, self.ring, self.show)
        self.head, self.deck = Live(self._head), Live(self._deck)
        self.bottom = Live(self._bottom, change=self._reword)
        self.lists = [self._list(n) for n in range(len(self._seats()))]
        self.list = self.lists[0]
        self.heads = [Live(self._heads) for _ in self.lists]
        self.side = LongList(gap=SHEET_GAP, pad=(20, 4, 20, 20)) if two_panes() else None
        self.sheet = UnitSheet(self.table)
        self.beside, self.other = pane(), False
        self.shown: object = None
        self.show()
        forces = [pane(head, rows) for head, rows in zip(self.heads, self.lists, strict=True)]
        left = pane(self.head, self.deck, _abreast(*forces), self.bottom)
        if not self.side:
            return left
        left_line(self.beside)
        self.put_beside(None)
        left.size_hint_x, left.width = None, self._wide()
        return _abreast(left, self.beside)

    def _wide(self) -> float:
        """What the forces take of a window that has a part beside them."""
        return float(Window.width - dp(DEED) if len(self.lists) > 1 else dp(ALONE))

    def put_beside(self, other: Widget | None) -> None:
        """A page of a deed, or the unit that is chosen."""
        self.other = other is not None
        self.beside.clear_widgets()
        self.beside.add_widget(other or self.side)

    def _list(self, n: int) -> LongList:
        left, right = self._aside(n)
        return LongList(gap=4, pad=(left, 2, right, 12), guess=56, spares=True)

    def _aside(self, n: int) -> tuple[float, float]:
        """What is left free beside a force."""
        if len(self._seats()) == 1:
            return margin(), margin()
        return (margin(), 6) if n == 0 else (6, margin())

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def close(self) -> None:
        del self.force  # it calls this page

    def show(self) -> None:
        if spread():
            Running.beside = Window.width - self._wide()
        forces = [self.force.line(seat, self._marked(), self._only()) for seat in self._seats()]
        able = sum(force.able for force in forces)
        self.head.show(self._headed(able))
        self.deck.show(self._decked(able))
        for n, (seat, force) in enumerate(zip(self._seats(), forces, strict=True)):
            columns = self.force.columns(force, self._room(n))
            self.heads[n].show(self._headings(n, seat, force, columns))
            self.lists[n].show(self._rows(n, seat, force, columns))
        self.show_next(self.deed())
        if self.side and not self.other:
            self.side.show(self.sheet.rows(self._chosen()) or [("none", 0, self._none)])
        if self.shown is not self.args:
            self.shown = self.args
            self.list.offset = float(self.args.get("offset", 0))

    def _room(self, n: int) -> float:
        left, right = self._aside(n)
        whole = self._wide() / len(self.lists) if self.side else Window.width
        return float(whole - dp(left + right))

    def _none(self, _: object) -> Widget:
        return Words(self.tell(say("No unit yet.")), "body", "text2")

    # Head

    def _headed(self, able: int) -> tuple[Any, ...]:
        state, view = self.table.state, self.view
        title = self.tell(view.rules.step(state.step).name) if huge() else view.title(state)
        pick = (able, self._only()) if len(self.lists) > 1 else (0, False)
        return title, view.doing(state), state.seat, state.turn, view.winner(state), self.table.told, pick

    def _head(self, shown: tuple[Any, ...]) -> Widget:
        title, doing, seat, turn, winner, told, pick = shown
        t, glance = self.tell, self.view.rules.glance
        tools: list[Widget] = [IconButton("dots-vertical", self._menu, t(say("More")), "text2")]
        if not huge():
            tools.insert(0, IconButton("history", partial(self.nav.go, "history"), t(say("History")), "text2"))
        if is_open(self.view.rules):
            own = t(say("Steps and counters"))
            tools.insert(0, IconButton("check-bold", partial(self.nav.go, "own"), own, "text2"))
        if pill := self._pill(*pick):
            tools.insert(0, pill)
        back = IconButton("arrow-left", self._back, t(say("Back")))
        won = t(say("The game is decided: {winner}", winner=winner)) if winner else ""
        side = margin()
        return Column(
            Across(back, StepName(title, doing, seat, partial(turn_sheet, self.table)), *tools, pad=(4, 0, 4, 0)),
            Column(TurnLine(glance.turns, turn, glance.checked), pad=(side, 0, side, 2)) if glance.turns else None,
            Column(
                note("flag-variant", won, ink="text") if won else None,
                *(note("alert-outline", each) for each in told),
                pad=(side, 0, side, 4),
            )
            if won or told
            else None,
        )

    # Whose force, and who of it

    def _back(self) -> None:
        """Of the table, whatever stands beside it."""
        self.alone()
        self.nav.back()

    def _decked(self, able: int) -> tuple[Any, ...] | None:
        """Nothing where both forces are in sight: the filter is in the head then."""
        tabs = self.view.tabs(self.table.state) if len(self.lists) == 1 else ()
        return (tabs, self._seats()[0], able, self._only()) if tabs else None

    def _deck(self, shown: tuple[Any, ...]) -> Widget:
        tabs, chosen, able, only = shown
        sides = self.force.tabs(tabs, chosen, self.turn_to)
        return Across(sides, self._pill(able, only), gap=6, pad=(margin(), 2, margin(), 2))

    def _pill(self, able: int, only: bool) -> Widget | None:
        """The filter of those who can still act."""
        words = say_many("{count} can act", "{count} can act", able)
        return Pill(self.tell(words), only, self._filter) if able and not huge() else None

    def _only(self) -> bool:
        """Whether those alone are shown who can still act."""
        return bool(self.args.get("only"))

    def _filter(self) -> None:
        self.args["only"] = not self._only()
        for each in self.lists:
            each.offset = 0
        self.show()

    def _headings(self, n: int, seat: int, force: ForceLine, columns: Columns) -> tuple[Any, ...]:
        lead = self.view.standing_of(self.table.state, seat, named=len(self.lists) > 1)
        return n, lead, columns, any(line.ring for rank in force.ranks for line in rank.lines)

    def _heads(self, shown: tuple[Any, ...]) -> Widget | None:
        n, lead, columns, ringed = shown
        left, right = self._aside(n)
        if stacked() or not (lead or columns):
            return None
        return Column(column_heads(columns, lead, ringed), pad=(left, 0, right, 0))

    # The rolling column

    def _rows(self, n: int, seat: int, force: ForceLine, columns: Columns) -> list[Row]:
        length = str(self.context.preferences.get("checklist", "name"))
        above = [*self.force.story(), *self.force.standing_row(), *self.force.steps(length)] if n == 0 else []
        return [
            *above,
            *self.force.around(seat),
            *self.force.units(force, columns),
            *self.force.stocks(seat, force.piles),
        ]

    def _seats(self) -> tuple[int, ...]:
        """The forces shown: both where there is room, else the one chosen in this step, or the one
        that acts."""
        state = self.table.state
        if Window.width >= dp(BOTH_FROM) and len(state.seats) == 2:
            return 0, 1
        chosen = self.args.get("seat")
        if isinstance(chosen, list) and chosen[0] == f"{state.turn}/{state.step}/{state.seat}":
            return (int(chosen[1]),)
        own = self.context.link.at.seat
        return (state.seat if own is None else own,)

    def turn_to(self, seat: int) -> None:
        state = self.table.state
        self.args["seat"] = [f"{state.turn}/{state.step}/{state.seat}", seat]
        self.show()

    def choose(self, unit: str) -> None:
        if not self.side:
            self.nav.go("unit", unit=unit)
        elif not (self.other and self.nav.page and self.nav.page.takes(unit)):
            self.args["unit"] = unit
            self.alone()
            self.show()

    def alone(self) -> None:
        """What stood beside the table is closed: something else is done now."""
        if self.other:
            self.nav.return_to(self.args)

    def _marked(self) -> tuple[str, ...]:
        """Units of which something is shown beside the table."""
        if self.other and self.nav.page:
            return self.nav.page.about()
        return (self._chosen(),) if self.side else ()

    def ring(self, unit: str) -> None:
        """The ring of a unit: what this step is for, done with it."""
        self.alone()
        opening = self.view.deeds.of_the_step(self.table.state)
        if opening:
            begin(self.table, opening.key, Map({opening.actor: unit}), at_once=True)

    def _chosen(self) -> str:
        found = str(self.args.get("unit", ""))
        units, seats = self.table.state.units, self._seats()
        return found if found in units else next((unit.id for unit in units.values() if unit.seat in seats), "")

    # The next action

    def deed(self) -> Deed:
        return next_deed(self.view, self.table.state, self.table.prompt)

    def show_next(self, deed: Deed) -> None:
        """The line of what is saved changes with every tap: its words alone are set anew."""
        saved, warning = self.table.saved, self.table.warning
        look = "tonal" if self.other else "primary"
        self.bottom.show((deed, bool(saved), warning, bool(self.table.undoes), look))
        words = self.bottom.children[0].words
        if words and not warning:
            words.text = saved

    def _bottom(self, shown: Bottom) -> Widget:
        deed, _, warning, undoes, look = shown
        icon, sub = (None, "") if huge() else (deed.icon, deed.sub)
        undo = IconButton(
            "undo",
            self.table.undo,
            self.tell(say("Undo")),
            "text" if undoes else "text3",
            None,
            Touch.primary,
            "edge",
            hold=self.table.undo_procedure,
        )
        return BottomAction(
            PushButton(deed.text, self.do_next, look, icon, sub, Touch.primary),
            undo,
            self.table.saved,
            warning=warning,
            more=self._more(deed),
        )

    def _reword(self, bottom: BottomAction, before: Bottom, now: Bottom) -> bool:
        """The same buttons, the large one with other words."""
        shapes = [(deed.icon, deed.next is Next.ANSWER, *rest) for deed, *rest in (before, now)]
        return shapes[0] == shapes[1] and bottom.reword(now[0].text, "" if huge() else now[0].sub)

    def _more(self, deed: Deed) -> Widget | None:
        """Everything else this step offers, beside the one thing on the button; at the largest
        text it is in the menu above."""
        if deed.next is Next.ANSWER or huge():
            return None
        return IconButton(
            "dots-horizontal", self.offers, self.tell(say("What next?")), "text", None, Touch.primary, "edge"
        )

    def do_next(self) -> None:
        self.do(self.deed())

    def do(self, deed: Deed) -> None:
        """What the large button says."""
        self.alone()
        match deed.next:
            case Next.ANSWER:
                self.nav.go("ask")
            case Next.OVER:
                self.nav.go("ending")
            case Next.ADVANCE:
                self.table.advance(steps=deed.steps)
            case Next.OPEN | Next.ACT:
                self._begin(deed.procedure, deed.args)

    def offers(self) -> None:
        """What the step offers, and the way on with who has not acted."""
        guide, t = agenda(self.view.rules, self.table.state), self.tell
        ways: list[Widget] = []
        if guide.onward:
            names = ", ".join(self.table.state.unit(unit).name for unit in guide.can_act)
            left = t(say("Can still act: {units}", units=names)) if names else ""
            ways += [OnwardRow(ActionLine("", t(guide.onward.text), left), self._leave)]
            if (rest := rest_of_turn(self.view.rules, self.table.state)) and not guide.due:
                steps = 1 + len(rest.passes)
                ways += [ActionRow(self._rest(rest), partial(self.table.advance, steps=steps))]
            if self.view.deeds.stays(self.table.state):
                for_good = partial(self._leave, for_good=True)
                ways += [PushButton(t(say("Leave this step for good")), for_good, "outline")]
        together = self._together(guide)
        self.nav.sheet(Words(t(say("What next?")), "title"), *self._due(guide), *ways, *together, *self._offered())

    def _together(self, guide: Agenda) -> list[Widget]:
        """What a tap on the ring does, done with all who can still act."""
        opening = self.view.deeds.of_the_step(self.table.state)
        plan = self.view.rules.plan(opening.key) if opening else None
        if not opening or not plan or not plan.quick or len(guide.can_act) < 2:
            return []
        text = say("All {count} at once: {deed}", count=len(guide.can_act), deed=opening.text)
        below = self.tell(say("Who met something is done by himself, before or instead"))
        return [ActionRow(ActionLine("", self.tell(text), below), partial(self._do_all, opening, guide.can_act))]

    def _do_all(self, opening: Opening, units: tuple[str, ...]) -> None:
        """One after the other; who needs a page is left."""
        self.nav.close_sheet()
        self.alone()
        plan = self.view.rules.plan(opening.key)
        for told in (Map({opening.actor: unit}) for unit in units):
            if plan and is_plain(self.table, plan, told):
                begin(self.table, opening.key, told, at_once=True)

    def _due(self, guide: Agenda) -> list[Widget]:
        """Where several things are due, each of them; the button has the first."""
        if len(guide.due) < 2:
            return []
        lines = [(ActionLine("", capital(self.tell(each.text)), each.ref.id), each) for each in guide.due]
        rows = [ActionRow(line, partial(self._begin, each.procedure, each.args)) for line, each in lines]
        return [section(self.tell(say("Due now"))), *rows]

    def _rest(self, rest: Onward) -> ActionLine:
        """The end of the turn, with what is passed over."""
        t, names = self.tell, (self.view.rules.step(key).name for key in rest.passes)
        passed = say("Passed over: {steps}", steps=", ".join(map(t, names)))
        return ActionLine("", t(say("End the turn: {way}", way=rest.text)), t(passed) if rest.passes else "")

    def _leave(self, for_good: bool = False) -> None:
        """On to the next step; what is due is named first."""
        self.alone()
        due = agenda(self.view.rules, self.table.state).due
        if not due:
            onward = agenda(self.view.rules, self.table.state).onward
            self.table.advance(leave=for_good, steps=1 if for_good or not onward else 1 + len(onward.passes))
            return
        t, first = self.tell, due[0]
        self.nav.sheet(
            Words(t(say("This is still due")), "title"),
            *(note("alert-outline", capital(t(each.text)), each.ref.id) for each in due),
            PushButton(capital(t(first.text)), partial(self._begin, first.procedure, first.args)),
            PushButton(
                t(say("Go on all the same")),
                partial(self.table.advance, leave=for_good),
                "outline",
                "alert-outline",
                t(say("The history will say so")),
            ),
        )

    def _offered(self) -> list[Widget]:
        """What can be done, then what can be looked up."""
        lines = [line for line in self.view.deeds.general(self.table.state) if line.allowed]
        look_up = [line for line in lines if self.view.rules.opening(line.key).calculation]
        parts = ((say("Do"), [line for line in lines if line not in look_up]), (say("Look up"), look_up))
        found: list[Widget] = []
        for head, these in parts:
            rows = [ActionRow(line, partial(self._begin, line.key)) for line in these]
            found += [section(self.tell(head)), *rows] if rows else []
        return found

    def _begin(self, procedure: str, args: Map[Value] = EMPTY) -> None:
        """Open at once what needs nothing; ask for the rest."""
        self.nav.close_sheet()
        self.alone()
        begin(self.table, procedure, args)

    def _menu(self) -> None:
        menu_sheet(self.table, self.offers)

    def key(self, key: str) -> bool:
        """Return goes on, backspace takes back."""
        if key in ("\r", "13"):
            self.do_next()
            return True
        if key in ("8", "\x08"):
            self.table.undo()
            return True
        return False


def _abreast(*parts: Widget) -> Widget:
    """Panes side by side; one alone as it is."""
    if len(parts) == 1:
        return parts[0]
    box = BoxLayout()
    fill(box, parts)
    return box
