"""Table: where we are, what to do now, who still has to act."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.playing.duties import Next, agenda
from engine.playing.session import Session
from engine.values.events import Event, TrackerSet
from engine.values.kinds import Flag
from engine.values.maps import EMPTY, Map, Value
from engine.values.texts import say
from screens.app.page import Screen
from screens.pages.table_sheets import menu_sheet, step_sheet
from screens.pages.unit import begin, set_by_hand, tracker_control, unit_sheet
from screens.present.lines import ActionLine, MapLine, SeatTab, StatLine, StepLine, UnitLine, capital
from screens.present.onward import Deed, next_deed
from screens.present.view import View
from screens.widgets.board import LaneMap
from screens.widgets.ground import (
    Across,
    Column,
    Flow,
    Live,
    Scroll,
    compact,
    huge,
    left_line,
    margin,
    paint,
    pane,
    short,
    wide,
)
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import symbol
from screens.widgets.pieces import small_stepper
from screens.widgets.press import AppBar, BottomAction, IconButton, PushButton, Segmented
from screens.widgets.rows import ActionRow, Stat, UnitRow, note
from screens.widgets.theme import Radius, Touch
from screens.widgets.turn import ScaleBar, checklist
from screens.widgets.words import Icon, Words, section


class OnwardRow(ActionRow):
    """The way on to the next step."""


def cramped() -> bool:
    """What stands above the list would leave it no room: it scrolls with it."""
    return huge() or short()


class TableScreen(Screen):
    """Head, one scrolling column, the next action at the bottom; on a tablet the chosen unit
    beside it."""

    def build(self) -> Widget:
        assert self.app.view
        self.view: View = self.app.view
        left, right = (24, 12) if wide() else (margin(), margin())
        self.head = Live(self._head)
        self.list = LongList(pad=(left, 2, right, 12))
        self.bottom = Live(self._bottom)
        self.side = Live(self._side) if wide() else None
        self._show()
        self.list.offset = float(self.args.get("offset", 0))
        column = pane(self.list, self.bottom)
        if not self.side:
            return pane(self.head, column)
        column.size_hint_x, column.width = None, dp(500)
        beside = pane(Scroll(self.side))
        left_line(beside)
        panes = BoxLayout()
        panes.add_widget(column)
        panes.add_widget(beside)
        return pane(self.head, panes)

    def refresh(self) -> None:
        self._show()

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def _show(self) -> None:
        state = self.app.state
        self.head.show(
            (
                self.view.title(state),
                self.view.sub(state),
                state.turn,
                () if cramped() else self.view.standing(state),
                self.view.winner(state),
                self._told(),
            )
        )
        self.list.show(self._rows())
        self._show_next(*self._next())
        if self.side:
            self.side.show((self._chosen(), state))

    def _told(self) -> tuple[str, ...]:
        assert self.app.game
        return tuple(capital(self.tell(each)) for each in self.app.game.told)

    # Head

    def _head(self, shown: tuple[Any, ...]) -> Widget:
        title, sub, turn, standing, winner, told = shown
        t, glance = self.tell, self.view.rules.glance
        tools = (
            IconButton("history", lambda: self.app.go("history"), t(say("History")), "text2"),
            IconButton("dots-vertical", self._menu, t(say("More")), "text2"),
        )
        bar = AppBar(title, "" if short() else sub, self.app.back, tools, back_name=t(say("Back")))
        scale = ScaleBar(glance.turns, turn, glance.checked) if glance.turns else None
        won = (
            note("flag-variant", t(say("The game is decided: {winner}", winner=winner)), ink="text") if winner else None
        )
        side = 24 if wide() else margin()
        told = (note("alert-outline", each) for each in told)
        return Column(bar, Column(scale, self._standing(standing), won, *told, pad=(side, 0, side, 4)))

    def _standing(self, lines: tuple[tuple[str, str], ...]) -> Widget:
        return Column(
            *(
                Across(
                    Icon("flag-variant", 18, "accent"),
                    Words(text, "meta", "text2"),
                    Words(cite, "cite", "text3", hug=True),
                    gap=8,
                    pad=(0, 2, 0, 2),
                    least=26,
                )
                for text, cite in lines
            )
        )

    # The scrolling column

    def _rows(self) -> list[Row]:
        state = self.app.state
        seat = self._seat()
        length = str(self.app.setting("checklist", "name" if short() else "short"))
        rows: list[Row] = [
            ("steps", self.view.steps(state, length), self._steps),
            ("tabs", (self.view.tabs(state), seat), self._tabs),
        ]
        if cramped() and (standing := self.view.standing(state)):
            rows.insert(0, ("standing", standing, self._standing))
        if stocks := self.view.stocks(state, seat):
            rows.append(("stocks", stocks, self._stocks))
        if still := self.view.still(state, seat):
            rows.append(("still", still, self._still))
        if board := self.view.map(state, seat):
            rows.append(("map", board, self._map))
        lines = self.view.units(state, seat, self._chosen() if wide() else "")
        rows += [(line.id, line, self._unit) for line in lines]
        return rows if lines else [*rows, ("empty", seat, self._empty)]

    def _seat(self) -> int:
        """The force shown: the one chosen in this step, else the one that acts."""
        state = self.app.state
        shown = self.args.get("seat")
        if isinstance(shown, list) and shown[0] == f"{state.turn}/{state.step}/{state.seat}":
            return int(shown[1])
        return state.seat

    def _steps(self, lines: tuple[StepLine, ...]) -> Widget:
        return checklist(lines, self._step)

    def _tabs(self, shown: tuple[tuple[SeatTab, ...], int]) -> Widget:
        tabs, chosen = shown
        items = tuple(
            (tab.name, tab.fact, symbol("", tab.seat, 26, "high" if tab.seat == chosen else "surface")) for tab in tabs
        )
        return Segmented(items, chosen, self._turn_to)

    def _turn_to(self, seat: int) -> None:
        state = self.app.state
        self.args["seat"] = [f"{state.turn}/{state.step}/{state.seat}", seat]
        self._show()

    def _stocks(self, lines: tuple[StatLine, ...]) -> Widget:
        stats = [self._stock(line) for line in lines]

        def level(*_: object) -> None:
            for stat in stats:
                stat.height = max(each.minimum_height for each in stats)

        for stat in stats:
            stat.bind(minimum_height=level)
        level()
        return Flow(*stats, gap=6)

    def _stock(self, line: StatLine) -> Stat:
        owner, _, key = line.key.partition("/")
        stat = Stat(line.value, line.name, lambda: self._edit(owner, key))
        stat.size_hint_x, stat.width = None, dp(108 if compact() else 112)  # three beside each other
        return stat

    def _edit(self, owner: str, key: str) -> None:
        tracker = self.view.rules.tracker(key)
        if tracker:
            self.app.sheet(
                Words(capital(self.tell(tracker.text)), "title"),
                tracker_control(self.app, owner, tracker),
                PushButton(self.tell(say("Done")), self.app.close_sheet, "tonal"),
            )

    def _unit(self, line: UnitLine) -> Widget:
        tail = (
            small_stepper(line.stepped, lambda by: self._step_by(line.id, by), self._stepped(line))
            if line.stepped is not None
            else None
        )
        swipe = (lambda by: self._change_row(line.id, by)) if self.view.rules.glance.lanes else None
        return UnitRow(line, lambda: self._choose(line.id), lambda: self._quick(line.id), tail, swipe)

    def _stepped(self, line: UnitLine) -> str:
        tracker = self.view.rules.tracker(self.view.rules.glance.stepped)
        return f"{line.name}: {self.tell(tracker.text)}" if tracker else line.name

    def _step_by(self, unit: str, by: int) -> None:
        """One marker more or less, from the row."""
        key = self.view.rules.glance.stepped
        set_by_hand(self.app, unit, key, max(0, self.app.state.unit(unit).count(key) + by))

    def _change_row(self, unit: str, by: int) -> None:
        """A swipe: a row ahead, or back; never off the board."""
        lanes = self.view.rules.glance.lanes
        assert lanes
        now = self.app.state.unit(unit).count(lanes.row)
        to = max(1, min(lanes.rows, now + by))
        if to == now or self._moved_to(unit, lanes.row, to):
            return
        self.app.enter(TrackerSet(unit, lanes.row, to))

    def _moved_to(self, unit: str, row: str, to: int) -> bool:
        """A swipe is a move where this step knows one and nothing speaks against it: the unit
        has acted then."""
        state, view = self.app.state, self.view
        for opening in (each for each in view.rules.openings if each.actor and each.situation.field(row)):
            args = Map({opening.actor: unit, row: to})
            if not (view.missing(state, opening, args) or view.against(state, opening, args)):
                return self.app.open(opening.key, **args)
        return False

    def _still(self, lines: tuple[tuple[str, str], ...]) -> Widget:
        rows = [note("shield-half-full", text, cite, ground=None) for text, cite in lines]
        return paint(
            Column(section(self.tell(say("In the enemy's turn")), pad=(12, 6, 12, 0)), *rows), "surface", Radius.card
        )

    def _map(self, line: MapLine) -> Widget:
        told = Across(Words(line.sentence, "meta"), Words(line.cite, "cite", "text3", hug=True), gap=8)
        hint = Words(self.tell(say("Swipe a unit right for a row ahead, left for a row back.")), "meta", "text2")
        return paint(
            Column(LaneMap(line, self._choose), told, None if short() else hint, gap=6, pad=(10, 10, 10, 10)),
            "surface",
            Radius.card,
        )

    def _quick(self, unit: str) -> None:
        """A long press: what the unit did, set by hand without leaving the table."""
        flags = [
            tracker for tracker in self.view.rules.trackers if tracker.on == "unit" and isinstance(tracker.kind, Flag)
        ]
        rows = [tracker_control(self.app, unit, tracker) for tracker in flags]
        self.app.sheet(
            Words(self.app.state.unit(unit).name, "title"),
            paint(Column(*rows, pad=(0, 4, 0, 4)), "raised", Radius.card),
            PushButton(self.tell(say("Done")), self.app.close_sheet, "tonal"),
        )

    def _choose(self, unit: str) -> None:
        if wide():
            self.args["unit"] = unit
            self._show()
        else:
            self.app.go("unit", unit=unit)

    def _chosen(self) -> str:
        found = str(self.args.get("unit", ""))
        units = self.app.state.units
        return found if found in units else next((unit.id for unit in units.values() if unit.seat == self._seat()), "")

    def _side(self, shown: tuple[str, Any]) -> Widget | None:
        unit, _state = shown
        if not unit:
            return Words(self.tell(say("No unit yet.")), "body", "text2")
        return Column(unit_sheet(self.app, unit), pad=(28, 4, 28, 20))

    def _empty(self, _seat: int) -> Widget:
        t = self.tell
        return paint(
            Column(
                Words(t(say("No unit on this side yet")), "row"),
                Words(
                    t(say("Put a card on the table from Cards or Scan, or play with counters only.")), "meta", "text2"
                ),
                gap=4,
                pad=16,
            ),
            "surface",
            Radius.card,
        )

    # The next action

    @property
    def _session(self) -> Session:
        assert self.app.game
        return self.app.game.session

    def _next(self) -> tuple[Any, ...]:
        assert self.app.game
        game, t, undoes = self.app.game, self.tell, self._undoes()
        known = undoes and undoes.label
        saved = (
            t(say("Saved {time}. Undo: {what}", time=game.saver.at[11:16], what=undoes.label))
            if undoes and known
            else ""
        )
        warning = capital(t(game.warning)) if game.warning else ""
        deed = next_deed(self.view, self.app.state, self.app.prompt)
        return deed, saved, warning

    def _undoes(self) -> Event | None:
        assert self.app.game
        return self.app.game.session.undoes or self.app.game.before

    def _show_next(self, deed: Deed, saved: str, warning: str) -> None:
        """The line of what is saved changes with every tap: its words alone are set anew."""
        self.saved = saved
        self.bottom.show((deed, bool(saved), warning, bool(self._undoes())))
        bar = self.bottom.children[0]
        if bar.words and not warning:
            bar.words.text = saved

    def _bottom(self, shown: tuple[Any, ...]) -> Widget:
        deed, _, warning, _ = shown
        sides = (24.0, 12.0) if wide() else None
        ink = "text" if self._undoes() else "text3"
        undo = IconButton(
            "undo", self._undo, self.tell(say("Undo")), ink, None, Touch.primary, "edge", hold=self._undo_all
        )
        return BottomAction(
            PushButton(deed.text, lambda: self._act(deed), "primary", deed.icon, deed.sub, Touch.primary),
            undo,
            self.saved,
            sides=sides,
            warning=warning,
            more=self._more(deed),
        )

    def _more(self, deed: Deed) -> Widget | None:
        """Everything else this step offers, beside the one thing on the button; at the largest
        text it is in the menu above."""
        if deed.next is Next.ANSWER or huge():
            return None
        return IconButton(
            "dots-horizontal", self._offers, self.tell(say("What next?")), "text", None, Touch.primary, "edge"
        )

    def _act(self, deed: Deed) -> None:
        match deed.next:
            case Next.ANSWER:
                self.app.go("ask")
            case Next.OVER:
                self.app.go("report")
            case Next.ADVANCE:
                self.app.advance(steps=deed.steps)
            case Next.OPEN | Next.ACT:
                self._begin(deed.procedure, deed.args)

    def _undo(self) -> None:
        assert self.app.game
        if self._undoes():
            self.app.act(self.app.game.undo)

    def _undo_all(self) -> None:
        assert self.app.game
        self.app.act(self.app.game.session.undo_procedure)

    def _offers(self) -> None:
        """What the step offers, and the way on with who has not acted."""
        guide, t = agenda(self.view.rules, self.app.state), self.tell
        ways: list[Widget] = []
        if guide.onward:
            names = ", ".join(self.app.state.unit(unit).name for unit in guide.can_act)
            left = t(say("Can still act: {units}", units=names)) if names else ""
            ways += [OnwardRow(ActionLine("", t(guide.onward.text), left), self._leave)]
            if self.view.stays(self.app.state):
                ways += [PushButton(t(say("Leave this step for good")), lambda: self._leave(for_good=True), "outline")]
        self.app.sheet(Words(t(say("What next?")), "title"), *ways, *self._offered())

    def _leave(self, for_good: bool = False) -> None:
        """On to the next step; what is due is named first."""
        due = agenda(self.view.rules, self.app.state).due
        if not due:
            self.app.advance(leave=for_good)
            return
        t, first = self.tell, due[0]
        self.app.sheet(
            Words(t(say("This is still due")), "title"),
            *(note("alert-outline", capital(t(each.text)), each.ref.id) for each in due),
            PushButton(capital(t(first.text)), lambda: self._begin(first.procedure, first.args)),
            PushButton(
                t(say("Go on all the same")),
                lambda: self.app.advance(leave=for_good),
                "outline",
                "alert-outline",
                t(say("The history will say so")),
            ),
        )

    def _offered(self) -> list[Widget]:
        """What can be done, then what can be looked up."""
        lines = [line for line in self.view.general(self.app.state) if line.allowed]
        look_up = [line for line in lines if self.view.rules.opening(line.key).calculation]
        parts = ((say("Do"), [line for line in lines if line not in look_up]), (say("Look up"), look_up))
        found: list[Widget] = []
        for head, these in parts:
            rows = [ActionRow(line, lambda line=line: self._begin(line.key)) for line in these]
            found += [section(self.tell(head)), *rows] if rows else []
        return found

    def _begin(self, procedure: str, args: Map[Value] = EMPTY) -> None:
        """Open at once what needs nothing; ask for the rest."""
        self.app.close_sheet()
        begin(self.app, procedure, args)

    def _step(self, line: StepLine) -> None:
        step_sheet(self.app, line)

    def _menu(self) -> None:
        menu_sheet(self.app, self._offers)

    def key(self, key: str) -> bool:
        """Return goes on, backspace takes back."""
        if key in ("\r", "13"):
            self._act(self._next()[0])
            return True
        if key in ("8", "\x08"):
            self._undo()
            return True
        return False
