"""Table: where we are, what to do now, who still has to act."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.playing.duties import Next, agenda
from engine.values.maps import EMPTY, Map, Value
from engine.values.texts import say
from screens.app.page import GamePage
from screens.pages.force import Force, standing
from screens.pages.table_sheets import menu_sheet
from screens.pages.unit import SHEET_GAP, UnitSheet, begin
from screens.present.lines import ActionLine, capital
from screens.present.onward import Deed, next_deed
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.ground import left_line
from screens.widgets.layouts import Column, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import ActionRow, note
from screens.widgets.running import huge, margin, short, wide
from screens.widgets.theme import Touch
from screens.widgets.turn import ScaleBar
from screens.widgets.words import Words, section


class OnwardRow(ActionRow):
    """The way on to the next step."""


def cramped() -> bool:
    """What stands above the list would leave it no room: it scrolls with it."""
    return huge() or short()


class TablePage(GamePage):
    """Head, one scrolling column, the next action at the bottom; on a tablet the chosen unit
    beside it."""

    kept = True

    def build(self) -> Widget:
        left, right = (24, 12) if wide() else (margin(), margin())
        self.force = Force(self.table, self.choose, self.turn_to)
        self.head = Live(self._head)
        self.list = LongList(pad=(left, 2, right, 12))
        self.bottom = Live(self._bottom)
        self.side = LongList(gap=SHEET_GAP, pad=(28, 4, 28, 20)) if wide() else None
        self.sheet = UnitSheet(self.table)
        self.shown: object = None
        self.show()
        column = pane(self.list, self.bottom)
        if not self.side:
            return pane(self.head, column)
        column.size_hint_x, column.width = None, dp(500)
        beside = pane(self.side)
        left_line(beside)
        panes = BoxLayout()
        panes.add_widget(column)
        panes.add_widget(beside)
        return pane(self.head, panes)

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def close(self) -> None:
        del self.force  # it calls this page

    def show(self) -> None:
        self.head.show(self._headed())
        self.list.show(self._rows())
        self.show_next(self.deed())
        if self.side:
            self.side.show(self.sheet.rows(self._chosen()) or [("none", 0, self._none)])
        if self.shown is not self.args:
            self.shown = self.args
            self.list.offset = float(self.args.get("offset", 0))

    def _none(self, _: object) -> Widget:
        return Words(self.tell(say("No unit yet.")), "body", "text2")

    # Head

    def _headed(self) -> tuple[Any, ...]:
        state, view = self.table.state, self.view
        watched = () if cramped() else view.standing(state)
        return view.title(state), view.sub(state), state.turn, watched, view.winner(state), self.table.told

    def _head(self, shown: tuple[Any, ...]) -> Widget:
        title, sub, turn, watched, winner, told = shown
        t, glance = self.tell, self.view.rules.glance
        tools = (
            IconButton("history", partial(self.nav.go, "history"), t(say("History")), "text2"),
            IconButton("dots-vertical", self._menu, t(say("More")), "text2"),
        )
        bar = AppBar(title, "" if short() else sub, self.nav.back, tools, back_name=t(say("Back")))
        scale = ScaleBar(glance.turns, turn, glance.checked) if glance.turns else None
        won = t(say("The game is decided: {winner}", winner=winner)) if winner else ""
        decided = note("flag-variant", won, ink="text") if won else None
        side = 24 if wide() else margin()
        notes = (note("alert-outline", each) for each in told)
        return Column(bar, Column(scale, standing(watched), decided, *notes, pad=(side, 0, side, 4)))

    # The scrolling column

    def _rows(self) -> list[Row]:
        seat = self._seat()
        length = str(self.context.preferences.get("checklist", "name" if short() else "short"))
        return [
            *self.force.story(),
            *(self.force.standing_row() if cramped() else ()),
            *self.force.above(seat, length),
            *self.force.around(seat),
            *self.force.units(seat, self._chosen() if wide() else ""),
        ]

    def _seat(self) -> int:
        """The force shown: the one chosen in this step, else the one that acts."""
        state = self.table.state
        chosen = self.args.get("seat")
        if isinstance(chosen, list) and chosen[0] == f"{state.turn}/{state.step}/{state.seat}":
            return int(chosen[1])
        return state.seat

    def turn_to(self, seat: int) -> None:
        state = self.table.state
        self.args["seat"] = [f"{state.turn}/{state.step}/{state.seat}", seat]
        self.show()

    def choose(self, unit: str) -> None:
        if self.side:
            self.args["unit"] = unit
            self.show()
        else:
            self.nav.go("unit", unit=unit)

    def _chosen(self) -> str:
        found = str(self.args.get("unit", ""))
        units = self.table.state.units
        return found if found in units else next((unit.id for unit in units.values() if unit.seat == self._seat()), "")

    # The next action

    def deed(self) -> Deed:
        return next_deed(self.view, self.table.state, self.table.prompt)

    def show_next(self, deed: Deed) -> None:
        """The line of what is saved changes with every tap: its words alone are set anew."""
        saved, warning = self.table.saved, self.table.warning
        self.bottom.show((deed, bool(saved), warning, bool(self.table.undoes)))
        words = self.bottom.children[0].words
        if words and not warning:
            words.text = saved

    def _bottom(self, shown: tuple[Deed, bool, str, bool]) -> Widget:
        deed, _, warning, undoes = shown
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
            PushButton(deed.text, partial(self.do, deed), "primary", deed.icon, deed.sub, Touch.primary),
            undo,
            self.table.saved,
            sides=(24.0, 12.0) if wide() else None,
            warning=warning,
            more=self._more(deed),
        )

    def _more(self, deed: Deed) -> Widget | None:
        """Everything else this step offers, beside the one thing on the button; at the largest
        text it is in the menu above."""
        if deed.next is Next.ANSWER or huge():
            return None
        return IconButton(
            "dots-horizontal", self.offers, self.tell(say("What next?")), "text", None, Touch.primary, "edge"
        )

    def do(self, deed: Deed) -> None:
        """What the large button says."""
        match deed.next:
            case Next.ANSWER:
                self.nav.go("ask")
            case Next.OVER:
                self.nav.go("report")
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
            if self.view.deeds.stays(self.table.state):
                for_good = partial(self._leave, for_good=True)
                ways += [PushButton(t(say("Leave this step for good")), for_good, "outline")]
        self.nav.sheet(Words(t(say("What next?")), "title"), *ways, *self._offered())

    def _leave(self, for_good: bool = False) -> None:
        """On to the next step; what is due is named first."""
        due = agenda(self.view.rules, self.table.state).due
        if not due:
            self.table.advance(leave=for_good)
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
        begin(self.table, procedure, args)

    def _menu(self) -> None:
        menu_sheet(self.table, self.offers)

    def key(self, key: str) -> bool:
        """Return goes on, backspace takes back."""
        if key in ("\r", "13"):
            self.do(self.deed())
            return True
        if key in ("8", "\x08"):
            self.table.undo()
            return True
        return False
