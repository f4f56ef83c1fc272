"""Does the table match? Everything that should lie there, in total and unit by unit; a tap repairs a difference."""

from __future__ import annotations

from kivy.uix.widget import Widget

from engine.texts import say
from screens.lines import UnitLine
from screens.shell import Screen
from screens.theme import MARKERS, Radius
from screens.widgets.ground import Across, Column, centred, margin, paint, pane
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import Token
from screens.widgets.press import AppBar, BottomAction, PushButton
from screens.widgets.rows import UnitRow
from screens.widgets.words import Icon, Words, section


class MatchScreen(Screen):
    """Totals first: they are counted by a glance at the table."""

    def build(self) -> Widget:
        assert self.app.view
        t, view, state = self.tell, self.app.view, self.app.state
        totals = [self._total(chip.mark, chip.word, chip.look == "pending", count) for chip, count in view.markers(state)]
        none = Words(t(say("No markers: the table is bare.")), "body", "text2")
        head = Column(
            section(t(say("In total"))),
            paint(Column(*(totals or [none]), gap=2, pad=(14, 8, 14, 8)), "surface", Radius.card),
            section(t(say("Unit by unit")), t(say("Tap one to repair it"))),
            gap=8,
        )
        rows: list[Row] = [("head", 0, lambda _: head), *((line.id, line, self._unit) for line in view.marked(state))]
        self.list = LongList(pad=(margin(), 4, margin(), 16))
        self.list.show(rows)
        self.list.offset = float(self.args.get("offset", 0))
        tools = (self.helping("match"),)
        bar = AppBar(t(say("Does the table match?")), view.title(state), self.app.back, tools, back_name=t(say("Back")))
        button = PushButton(t(say("It matches")), self.app.back, "primary", "check-bold")
        return pane(bar, centred(self.list), BottomAction(button))

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def _unit(self, line: UnitLine) -> Widget:
        return UnitRow(line, lambda: self.app.go("unit", unit=line.id))

    @staticmethod
    def _total(mark: str, word: str, face_down: bool, count: int) -> Widget:
        lead: Widget = Token(mark, 24, face_down) if mark in MARKERS else Icon("circle-small", 22, "text3", box=24)
        return Across(lead, Words(word), Words(f"{count}", "number", hug=True), gap=10, least=37)
