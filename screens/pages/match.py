"""Does the table match? Everything that should lie there, in total and unit by unit; a tap
repairs a difference."""

from __future__ import annotations

from kivy.uix.widget import Widget

from engine.values.texts import Text, say
from screens.app.page import GamePage
from screens.present.lines import UnitLine
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, centred, pane
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import Token
from screens.widgets.press import PushButton
from screens.widgets.running import margin
from screens.widgets.theme import MARKERS, Radius
from screens.widgets.unitrows import UnitRow
from screens.widgets.words import ICONS, Icon, Words, section


class MatchPage(GamePage):
    """Totals first: they are counted by a glance at the table."""

    def build(self) -> Widget:
        t, view, state = self.tell, self.view, self.table.state
        totals = [
            self._total(chip.mark, chip.word, chip.look == "pending", count)
            for chip, count in view.roster.markers(state)
        ]
        none = Words(t(say("No markers: the table is bare.")), "body", "text2")
        head = Column(
            section(t(say("In total"))),
            paint(Column(*(totals or [none]), gap=2, pad=(14, 8, 14, 8)), "surface", Radius.card),
            gap=8,
        )
        marked, bare = view.roster.on_the_table(state)
        rows: list[Row] = [("head", 0, lambda _: head)]
        for title, lines in ((say("Unit by unit"), marked), (say("Without markers"), bare)):
            if lines:
                rows += [(title.key, title, self._section), *((line.id, line, self._unit) for line in lines)]
        self.list = LongList(pad=(margin(), 4, margin(), 16))
        self.list.show(rows)
        self.list.offset = float(self.args.get("offset", 0))
        tools = (self.helping("match"),)
        bar = AppBar(t(say("Does the table match?")), view.title(state), self.nav.back, tools, back_name=t(say("Back")))
        button = PushButton(t(say("It matches")), self.nav.back, "primary", "check-bold")
        return pane(bar, centred(self.list), BottomAction(button))

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def _section(self, title: Text) -> Widget:
        return section(self.tell(title), self.tell(say("Tap one to repair it")))

    def _unit(self, line: UnitLine) -> Widget:
        return UnitRow(line, lambda: self.nav.go("unit", unit=line.id))

    @staticmethod
    def _total(mark: str, word: str, face_down: bool, count: int) -> Widget:
        icon = mark if mark in ICONS else "circle-small"
        lead: Widget = Token(mark, 24, face_down) if mark in MARKERS else Icon(icon, 22, "text3", box=24)
        return Across(lead, Words(word), Words(f"{count}", "number", hug=True), gap=10, least=37)
