"""Table: where we are, what to do now, who still has to act."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.core.window import Window
from kivy.uix.widget import Widget

from engine.playing.duties import Next
from engine.playing.open_turn import is_open
from engine.values.maps import Map
from engine.values.texts import say, say_many
from screens.app.link_words import waiting_for
from screens.app.page import GamePage
from screens.pages import table_panes as panes
from screens.pages.ahead import Ahead
from screens.pages.amend import tell_correction
from screens.pages.force import Force
from screens.pages.offers import Offers
from screens.pages.table_sheets import menu_sheet, turn_sheet
from screens.pages.unit import SHEET_GAP, UnitSheet, begin
from screens.present.lines import ForceLine
from screens.present.onward import Deed, next_deed
from screens.widgets.bars import BottomAction
from screens.widgets.ground import left_line
from screens.widgets.layouts import Across, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import IconButton, Pill, PushButton
from screens.widgets.running import Running, huge, margin, spread, two_panes
from screens.widgets.theme import Touch
from screens.widgets.turn import StepName, TurnLine
from screens.widgets.unitrows import Columns
from screens.widgets.words import Words


class TablePage(GamePage):
    """Head, sides and heads of the columns, one rolling list, the next action at the bottom; on a
    tablet the chosen unit beside it, on a wide one both forces."""

    kept = True

    def build(self) -> Widget:
        self.force = Force(self.table, self.choose, self.ring, self.show)
        self.head, self.deck = Live(self._head), Live(self._deck)
        self.bottom = Live(self._bottom, change=panes.reword)
        self.lists = [self._list(n) for n in range(len(self._seats()))]
        self.list = self.lists[0]
        self.heads = [Live(self._heads) for _ in self.lists]
        self.side = LongList(gap=SHEET_GAP, pad=(20, 4, 20, 20)) if two_panes() else None
        self.sheet, self.ahead = UnitSheet(self.table), Ahead(self.table)
        self.beside, self.other = pane(), False
        self.shown: object = None
        self.show()
        left = pane(self.head, self.deck, panes.abreast(*map(pane, self.heads, self.lists)), self.bottom)
        if not self.side:
            return left
        left_line(self.beside)
        self.put_beside(None)
        left.size_hint_x, left.width = None, panes.wide(len(self.lists))
        return panes.abreast(left, self.beside)

    def put_beside(self, other: Widget | None) -> None:
        """A page of a deed, or the unit that is chosen."""
        self.other = other is not None
        self.beside.clear_widgets()
        self.beside.add_widget(other or self.side)

    def _list(self, n: int) -> LongList:
        left, right = panes.aside(n, len(self._seats()))
        return LongList(gap=4, pad=(left, 2, right, 12), guess=56, spares=True)

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def close(self) -> None:
        self.ahead.stop()
        del self.force  # it calls this page

    def show(self) -> None:
        if spread():
            Running.beside = Window.width - panes.wide(len(self.lists))
        forces = [self.force.line(seat, self._marked(), self._only()) for seat in self._seats()]
        able = sum(force.able for force in forces)
        self.head.show(self._headed(able))
        self.deck.show(self._decked(able))
        for n, (seat, force) in enumerate(zip(self._seats(), forces, strict=True)):
            columns = self.force.columns(force, panes.room(n, len(self.lists), bool(self.side)))
            self.heads[n].show(self._headings(n, seat, force, columns))
            self.lists[n].show(self._rows(n, seat, force, columns))
        self.show_next(self.deed())
        tell_correction(self)
        if self.side and not self.other:
            self.side.show(self.sheet.rows(self._chosen()) or [("none", 0, self._none)])
        if self.shown is not self.args:
            self.shown = self.args
            self.list.offset = float(self.args.get("offset", 0))
        self._to_the_news()
        self.ahead.look_soon()

    def _to_the_news(self) -> None:
        """The card of a deed that is new comes in sight, wherever the list stood."""
        if story := self.table.story:
            if story.first > int(self.args.get("told", -1)):
                self.list.offset = 0
            self.args["told"] = story.first

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
        tools = [*filter(None, [self._pill(*pick)]), *panes.page_keys(self.nav, t, is_open(self.view.rules))]
        tools.append(IconButton("dots-vertical", self._menu, t(say("More")), "text2"))
        won = t(say("The game is decided: {winner}", winner=winner)) if winner else ""
        name = StepName(title, doing, seat, partial(turn_sheet, self.table))
        line = TurnLine(glance.turns, turn, glance.checked) if glance.turns else None
        return panes.head(IconButton("arrow-left", self._back, t(say("Back"))), name, tools, line, won, told)

    # Whose force, and who of it

    def _back(self) -> None:
        self.alone()
        self.nav.back()

    def _decked(self, able: int) -> tuple[Any, ...] | None:
        """Nothing where both forces are in sight: the filter is in the head then."""
        tabs = self.view.tabs(self.table.state) if len(self.lists) == 1 else ()
        return (tabs, self._seats()[0], able, self._only()) if tabs else None

    def _deck(self, shown: tuple[Any, ...]) -> Widget:
        tabs, chosen, able, only = shown
        pill = self._pill(able, only)
        sides = self.force.tabs(tabs, chosen, self.turn_to, pill.least if pill else 0)
        return Across(sides, pill, gap=6, pad=(margin(), 2, margin(), 2))

    def _pill(self, able: int, only: bool) -> Pill | None:
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
        return panes.heads(panes.aside(n, len(self._seats())), lead, columns, ringed)

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
        """The forces shown: both where there is room, else one."""
        return panes.seats_shown(self.table.state, self.args.get("seat"), self.context.link.at.seat)

    def turn_to(self, seat: int) -> None:
        self.args["seat"] = [panes.moment(self.table.state), seat]
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
        """The line of what is saved changes with every tap: its words alone are set anew. What
        another device is to do stands there quietly."""
        saved, warning = self.table.saved, self.table.warning
        waiting = waiting_for(self.context.link.at)
        look = "tonal" if self.other or waiting else "primary"
        deed = deed._replace(sub=self.tell(waiting)) if waiting else deed
        self.bottom.show((deed, bool(saved), warning, bool(self.table.undoes), look))
        words = self.bottom.children[0].words
        if words and not warning:
            words.text = saved

    def _bottom(self, shown: panes.Bottom) -> Widget:
        deed, _, warning, undoes, look = shown
        icon, sub = (None, "") if huge() else (deed.icon, deed.sub)
        return BottomAction(
            PushButton(deed.text, self.do_next, look, icon, sub, Touch.primary),
            panes.undo_key(self.table, undoes),
            self.table.saved,
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
                self._offers.begin(deed.procedure, deed.args)

    @property
    def _offers(self) -> Offers:
        return Offers(self.table, self.alone)

    def offers(self) -> None:
        """Everything the step offers."""
        self._offers.show()

    def _menu(self) -> None:
        menu_sheet(self.table, self.offers)

    def key(self, key: str) -> bool:
        """Return goes on, backspace takes back."""
        if key in ("\r", "13"):
            self.do_next()
        elif key in ("8", "\x08"):
            self.table.undo()
        return key in ("\r", "13", "8", "\x08")
