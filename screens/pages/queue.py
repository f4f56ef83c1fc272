"""A queue: units that do the same one after the other, each with its die on this page."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.playing import drafting, queue
from engine.playing.duties import Next
from engine.playing.plan import DeedPlan, Draft
from engine.values.maps import Map, Value, frozen, thawed
from engine.values.model import Check
from engine.values.texts import say
from screens.app.page import GamePage
from screens.app.table import Source
from screens.present import dicing, drafts, queues
from screens.present.lines import PadLine, capital
from screens.present.onward import next_deed
from screens.present.queues import QueueLine
from screens.widgets.bars import AppBar, BottomAction, retitle
from screens.widgets.choices import fact_row
from screens.widgets.dice import DicePad
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, Flow, centred, fill, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import chip, symbol
from screens.widgets.press import Do, IconButton, Press, PushButton
from screens.widgets.running import dps, margin, stacked
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Icon, Words


class QueuePage(GamePage):
    """Who has tried and how it went, who is next, who waits; a tap on a face is one test. `with` in
    its args is the unit chosen out of those whose turn it is, and what is said of it."""

    applies = False

    def build(self) -> Widget:
        self.bar = Live(self._bar, change=retitle)
        self.list = LongList(gap=6, pad=(margin(), 2, margin(), 12))
        self.pad = Live(self._pad)
        self.bottom = Live(self._bottom)
        self.show()
        return pane(self.bar, centred(self.list), self.bottom)

    @property
    def plan(self) -> DeedPlan:
        plan = self.view.rules.plan(str(self.args["procedure"]))
        assert plan
        return plan

    def _given(self) -> Draft:
        found = frozen(self.args.get("with") or {})
        return found if isinstance(found, Map) else Map()

    def unit(self) -> str:
        """The chosen one, while it is due; else the first in the queue; "" when all are done."""
        due = queue.due_units(self.view.rules, self.table.state, self.plan)
        chosen = str(self._given().get(self.plan.by))
        return chosen if chosen in due else next(iter(due), "")

    def choose(self, unit: str) -> None:
        self._fill_in(Map({self.plan.by: unit}))

    def give(self, key: str, value: Value) -> None:
        self._fill_in(self._given().put(self.plan.by, self.unit()).put(key, value))

    def _fill_in(self, draft: Draft) -> None:
        self.args["with"] = thawed(draft)
        self.show()

    # What is shown

    def show(self) -> None:
        table, unit = self.table, self.unit()
        if not unit and not queue.told_so_far(table.session, self.plan):
            self.nav.back()  # its step is over
            return
        given = self._given() if self._given().get(self.plan.by) == unit else Map({self.plan.by: unit})
        if self.args.get("of") != unit:
            self.args.update({"of": unit, "faces": []})
        self.filled = drafting.fill(self.view.rules, table.state, self.plan, given) if unit else None
        title = capital(self.tell(self.view.rules.opening(self.plan.procedure).text))
        self.bar.show((title, self.view.title(table.state)))
        self.list.show(self._rows(given))
        self.list.bring("now" if unit else "end")
        self.pad.show(self._pad_line())
        self.bottom.show(self._words())

    def _rows(self, draft: Draft) -> list[Row]:
        lines = queues.queue_lines(self.view, self.table.session, self.plan, draft)
        rows: list[Row] = []
        for line in lines:
            key = "now" if line.state == "now" else f"{line.state} {line.id}"
            rows.append((key, line, self._row))
            if line.state == "now" and self.filled:
                facts = drafts.fact_lines(self.view, self.filled.draft, self.filled.facts)
                rows += [("fact " + fact.key, fact, partial(fact_row, self.give)) for fact in facts]
        return rows

    def _row(self, line: QueueLine) -> Widget:
        return QueueRow(line, partial(self.choose, line.id) if line.state == "next" else None)

    # The die

    def _check(self) -> Check | None:
        return queues.only_check(self.filled) if self.filled else None

    def _faces(self) -> tuple[int, ...]:
        return tuple(self.args.get("faces", ()))

    def _pad_line(self) -> PadLine | None:
        check = self._check()
        return dicing.pad_line(self.view, check, self._faces()) if check else None

    def _pad(self, line: PadLine) -> Widget:
        names = (self.tell(say("Roll for me")), self.tell(say("Take one back")))
        return DicePad(line, self._tap, self._throw, self._take_back, names, lambda _: None)

    def _tap(self, face: int, change: int) -> None:
        """One die more or less. Where one die alone is asked, its face is the answer; another takes
        the place of what the app threw."""
        check, faces = self._check(), self._faces()
        assert check
        at_once = change > 0 and not faces and check.dice == 1 and not dicing.comes_in_waves(check)
        if change < 0:
            faces = faces[:-1]
        elif dicing.to_enter(check, faces):
            faces = (*faces, face)
        elif check.dice == 1:
            faces = (face,)
        self._lay(faces)
        if at_once:
            self.do()

    def _take_back(self) -> None:
        self._lay(self._faces()[:-1])

    def _throw(self) -> None:
        check = self._check()
        assert check
        count = dicing.to_enter(check, self._faces())
        self._lay((*self._faces(), *(self.context.dice(check.die.faces) for _ in range(count))), "app")

    def _lay(self, faces: tuple[int, ...], source: Source = "table") -> None:
        self.args.update(faces=list(faces), source=source)
        self.show()

    def _is_complete(self) -> bool:
        check = self._check()
        return check is None or not dicing.to_enter(check, self._faces())

    # The way on

    def _bar(self, titles: tuple[str, str]) -> Widget:
        return AppBar(*titles, self.nav.back, (self.helping("dice"),), "close", self.tell(say("Close")))

    def _words(self) -> tuple[str, str, str]:
        """The large button: what is missing, what the die leads to, or the way on."""
        t = self.tell
        if self.filled is None:
            deed = next_deed(self.view, self.table.state, None)
            return deed.text, deed.sub, "primary"
        name = self.table.state.unit(self.unit()).name
        if not self._is_complete():
            return t(say("Tap what it shows")), name, "tonal"
        if self._check() is None:
            return t(say("No die is needed: go on")), name, "primary"
        found = queue.come_to(self.view.rules, self.table.state, self.plan, self.filled.args, self._faces())
        return t(say("Apply: {result}", result=t(found))), "", "primary"

    def _bottom(self, shown: tuple[str, str, str]) -> Widget:
        text, sub, look = shown
        undo = IconButton("undo", self._undo, self.tell(say("Undo")), "text", None, Touch.primary, "edge")
        main = PushButton(
            text, self.do, look, "check-bold" if look == "primary" else "dice-multiple", sub, Touch.primary
        )
        if self.pad.parent:
            self.pad.parent.remove_widget(self.pad)
        return BottomAction(main, undo, extra=self.pad)

    def do(self) -> None:
        """What lies there is applied: the test is opened and answered at once."""
        if self.filled is None:
            self._go_on()
        elif self._is_complete():
            self._apply()

    def _apply(self) -> None:
        assert self.filled
        faces, rolls = self._faces(), self._check() is not None
        source: Source = "app" if self.args.get("source") == "app" else "table"
        self.applies = rolls
        try:
            opened = self.table.open(self.plan.procedure, **self.filled.args)
        finally:
            self.applies = False
        if opened and rolls:
            self.table.answer(faces, source=source)

    def _go_on(self) -> None:
        deed = next_deed(self.view, self.table.state, None)
        self.nav.back()
        if deed.next is Next.ADVANCE:
            self.table.advance(steps=deed.steps)

    def _undo(self) -> None:
        """A test is taken back with its die."""
        if queue.told_so_far(self.table.session, self.plan):
            self.table.undo_procedure()
        else:
            self.table.undo()

    def moved_on(self) -> bool:
        """The question that is answered here is not asked on a page of its own."""
        return self.applies

    def key(self, key: str) -> bool:
        check = self._check()
        if check and key.isdecimal() and len(key) == 1 and int(key) in check.die.faces:
            self._tap(int(key), 1)
            return True
        if key in ("\r", "13"):
            self.do()
            return True
        return False


class QueueRow(Press):
    """A place in the queue: its sign, its name, what lies on it or how it went; what it needs."""

    def __init__(self, line: QueueLine, do: Do | None) -> None:
        super().__init__(do, name=line.name, corner=Radius.card, size_hint_y=None, spacing=dp(10))
        self.padding = dps((10, 5, 12, 5))
        is_now, is_done = line.state == "now", line.state == "done"
        ground = "raised" if is_now else None if is_done else "surface"
        paint(self, ground, Radius.card, "accent" if is_now else "line" if is_done else None)
        sign = None if stacked() else symbol(line.sign, line.seat, 34 if not is_done else 26, ground or "bg")
        fill(self, (sign, self._words(line, is_done), self._end(line, is_done)))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))

    @staticmethod
    def _words(line: QueueLine, is_done: bool) -> Widget:
        marks = [chip(each.look, each.mark, each.word) for each in line.chips]
        name = None if is_done else Words(line.name, "row", "text" if line.state != "later" else "text2")
        told = Words(line.told, "meta", "text2") if line.told else None
        return Column(name, Flow(*marks, gap=4) if marks else None, told, gap=2, pos_hint={"center_y": 0.5})

    @staticmethod
    def _end(line: QueueLine, is_done: bool) -> Widget | None:
        if is_done:
            return Icon("check-circle", 22, "activated")
        if not line.needs:
            return None
        ink = "accent" if line.state == "now" else "text2"
        return Words(line.needs, "number", ink, hug=True, pos_hint={"center_y": 0.5})
