"""Codes for another phone: an army, or the table of a game, in numbered codes that follow each
other slowly."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from carddb import qr
from carddb.armies import Armies
from carddb.templates import Template
from carddb.trouble import Trouble
from engine.playing.open_turn import as_template
from engine.values.texts import say
from screens.app.page import Page
from screens.present.shelf import title
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.code import CodeView
from screens.widgets.layouts import Across, Column, Scroll, centred, pane
from screens.widgets.live import Live
from screens.widgets.pieces import Segments
from screens.widgets.press import IconButton, PushButton
from screens.widgets.running import huge, margin
from screens.widgets.theme import Touch
from screens.widgets.words import Words

PACE = 1.2
"""Seconds for each code: a hand-held camera finds and reads it in less."""


class CodesPage(Page):
    """One code after the other, round and round, until the other phone has them all."""

    def build(self) -> Widget:
        t = self.tell
        self.codes, name = self._made()
        self.place = int(self.args.get("place", 0)) % max(1, len(self.codes))
        self.shown = Live(self._code)
        self._tick = Clock.schedule_interval(self._go_round, PACE) if self._runs() else None
        self.shown.show((self.place,))
        how = t(say("On the other phone open Scan and hold it over this one. The order does not matter."))
        body = Column(Words(how, "body", "text2"), self.shown, gap=12, pad=(margin(), 4, margin(), 16))
        bar = AppBar(
            name, t(say("For another phone")), self.nav.back, (self.helping("codes"),), back_name=t(say("Back"))
        )
        return pane(bar, Scroll(centred(body)), BottomAction(self._keys())) if self.codes else pane(bar, Widget())

    def _made(self) -> tuple[list[str], str]:
        try:
            if key := self.args.get("army"):
                army = Armies(self.context.library).get(str(key))
                return qr.army_codes(self.context.library, army), army.name
            table = self.context.desk.table
            assert table
            if self.args.get("as_model"):
                name = table.game.header.name or self.tell(table.rules.title)
                made = Template(table.rules.key, as_template(table.state, name))
                return qr.template_codes(made), name
            return qr.game_codes(table.game.header, table.state), title(self.tell, table.game.header, table.rules)
        except Trouble as no:
            self.nav.said = no.why
            return [], self.tell(no.why)

    def _go_round(self, _dt: float) -> None:
        self._turn(1)

    def _runs(self) -> bool:
        return len(self.codes) > 1 and not self.args.get("still")

    def _keys(self) -> Widget:
        t, still = self.tell, bool(self.args.get("still"))
        if len(self.codes) < 2:
            return PushButton(t(say("Done")), self.nav.back, "primary", "check-bold")
        icon = None if huge() else "play" if still else "timer-sand"
        stop = PushButton(t(say("Go on")) if still else t(say("Stop")), self._hold, "tonal", icon)
        return Across(
            IconButton("arrow-left", lambda: self._turn(-1), t(say("One back")), edge="edge", size=Touch.comfortable),
            stop,
            IconButton("arrow-right", lambda: self._turn(1), t(say("One on")), edge="edge", size=Touch.comfortable),
            gap=8,
        )

    def _code(self, shown: tuple[int]) -> Widget:
        (place,) = shown
        if not self.codes:
            return Column()
        side = min(Window.width / dp(1) - 2 * margin(), Window.height / dp(1) * 0.5, 520)
        told = self.tell(say("Code {number} of {count}", number=place + 1, count=len(self.codes)))
        count = len(self.codes)
        return Column(
            CodeView(self.codes[place], side),
            Words(told, "title", align="center") if count > 1 else None,
            Segments(count, place + 1) if count > 1 else None,
            gap=10,
        )

    def _turn(self, step: int) -> None:
        self.place = (self.place + step) % len(self.codes)
        self.args["place"] = self.place
        self.shown.show((self.place,))

    def _hold(self) -> None:
        self.args["still"] = not self.args.get("still")
        self.nav.rebuild()

    def close(self) -> None:
        if self._tick:
            self._tick.cancel()
            self._tick = None
