"""Does the table match? Everything that should lie there, in total and unit by unit; a tap
repairs a difference."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.values.texts import Text, say
from screens.app.page import GamePage
from screens.present.match import LyingLine, MatchLine, match
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, centred, fill, pane
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import Token, symbol
from screens.widgets.press import Do, Press, PushButton
from screens.widgets.running import dps, huge, margin
from screens.widgets.theme import MARKERS, Radius, Touch
from screens.widgets.words import ICONS, Icon, Words, section


class LyingRow(Press):
    """A unit and what lies on it, a line each."""

    def __init__(self, line: MatchLine, do: Do) -> None:
        super().__init__(do, name=line.name, size_hint_y=None, padding=dps((10, 6, 12, 6)), spacing=dp(10))
        self.line = line
        paint(self, "surface", Radius.card)
        told = Column(*(Words(each, "meta", "text2") for each in line.lying), gap=1)
        words = Column(Words(line.name, "name"), told, gap=1, pos_hint={"center_y": 0.5})
        fill(self, (None if huge() else symbol(line.sign, line.seat, 34), words))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))


class MatchPage(GamePage):
    """Totals first: they are counted by a glance at the table."""

    def build(self) -> Widget:
        t, view, state = self.tell, self.view, self.table.state
        found = match(view, state)
        totals = [self._total(line, count) for line, count in found.totals]
        none = Words(t(say("No markers: the table is bare.")), "body", "text2")
        head = Column(
            section(t(say("In total"))),
            paint(Column(*(totals or [none]), gap=2, pad=(14, 8, 14, 8)), "surface", Radius.card),
            gap=8,
        )
        rows: list[Row] = [("head", 0, lambda _: head)]
        parts = (
            (say("Unit by unit"), found.marked),
            (say("Without markers"), found.bare),
            (say("Off the table"), found.gone),
        )
        for title, lines in parts:
            if lines:
                rows += [(title.key, title, self._section), *((line.id, line, self._unit) for line in lines)]
        self.list = LongList(pad=(margin(), 4, margin(), 16), guess=56)
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

    def _unit(self, line: MatchLine) -> Widget:
        return LyingRow(line, partial(self.nav.go, "unit", unit=line.id))

    @staticmethod
    def _total(line: LyingLine, count: int) -> Widget:
        icon = line.mark if line.mark in ICONS else "circle-small"
        known = line.mark in MARKERS
        lead: Widget = Token(line.mark, 24, line.is_face_down) if known else Icon(icon, 22, "text3", box=24)
        return Across(lead, Words(line.word), Words(f"{count}", "number", hug=True), gap=10, least=37)
