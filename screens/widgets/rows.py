"""Rows: ledger lines, actions, modifiers, notes, facts."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.present.lines import ActionLine
from screens.widgets.drawing import rgba
from screens.widgets.ground import Drawn, draw_box, draw_ring, paint
from screens.widgets.layouts import Across, Column, fill
from screens.widgets.markers import Token
from screens.widgets.press import Do, Press
from screens.widgets.running import c, compact, dps, huge, stacked
from screens.widgets.theme import Radius, Size, Touch
from screens.widgets.words import Icon, Words


class Tick(Drawn):
    """A check box, 26 dp drawn in a 48 dp target."""

    def __init__(self, on: bool) -> None:
        super().__init__(Touch.min - 8, Touch.min, self._box)
        self.on = on
        self.mark = Icon("check-bold", 18, "on_accent", box=26, pixels=dp(18))

    def _box(self, w: Widget) -> None:
        s = dp(26)
        x, y = w.center_x - s / 2, w.center_y - s / 2
        if self.on:
            Color(rgba=rgba(c("accent")))
            draw_box((x, y), (s, s), dp(7))
            if self.mark.parent is None:
                self.add_widget(self.mark)
            self.mark.pos, self.mark.size = (x, y), (s, s)
        else:
            Color(rgba=rgba(c("edge")))
            draw_ring((x, y), (s, s), dp(7), dp(1))


class LedgerRow(Press):
    """One physical change: tick, marker, what to do with the hands, why; held or crossed out it
    is skipped."""

    def __init__(
        self,
        text: str,
        cite: str,
        mark: str,
        face_down: bool,
        done: bool,
        skipped: bool,
        do: Do,
        tail: Widget | None = None,
    ) -> None:
        super().__init__(do, name=text, corner=Radius.card, size_hint_y=None, spacing=dp(8), padding=dps((6, 8, 12, 8)))
        quiet = done or skipped
        paint(self, None if quiet else "surface", Radius.card, "line" if quiet else None)
        arrow = None if huge() or compact() else Icon("arrow-right-thick", 24, "text3", box=Size.token_large)
        lead = Token(mark, Size.token_large, face_down and not done) if mark else arrow
        words = Column(
            Words(text, "body" if quiet else "row", "text2" if quiet else "text"),
            Words(cite, "cite", "text3") if cite else None,
            gap=2,
            pos_hint={"center_y": 0.5},
        )
        box: Widget = Icon("close-thick", 22, "text3", box=40) if skipped else Tick(done)
        fill(self, (box, lead, words, tail))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.primary), v)))


class Toggle(Drawn):
    """A switch."""

    def __init__(self, on: bool) -> None:
        self.on = on
        super().__init__(Size.switch_w, Size.switch_h, self._track)

    def _track(self, w: Widget) -> None:
        r = w.height / 2
        Color(rgba=rgba(c("accent" if self.on else "raised")))
        draw_box(w.pos, w.size, r)
        if not self.on:
            Color(rgba=rgba(c("edge")))
            draw_ring(w.pos, w.size, r, dp(0.8))
        d = w.height - dp(8)
        Color(rgba=rgba(c("on_accent" if self.on else "edge")))
        draw_box((w.right - d - dp(4) if self.on else w.x + dp(4), w.y + dp(4)), (d, d), d / 2)


class SwitchRow(Press):
    """A sentence and a switch; `on` None has no switch. The amount of a modifier stands before
    it."""

    def __init__(self, text: str, cite: str, on: bool | None, do: Do | None = None, amount: str = "") -> None:
        super().__init__(do, name=text, size_hint_y=None, spacing=dp(10), padding=dps((14, 5, 12, 5)))
        live = on is not False or not amount
        words = Column(
            Words(text, "body", "text" if live else "text2"),
            Words(cite, "cite", "text3") if cite else None,
            gap=1,
            pos_hint={"center_y": 0.5},
        )
        value = (
            Words(amount, "number", "text" if live else "text3", hug=True, pos_hint={"center_y": 0.5})
            if amount
            else None
        )
        fill(self, (words, value, None if on is None else Toggle(on)))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))


class ActionRow(Press):
    """What can be done now: name, reason, value; a forbidden one says which rule forbids it and
    can still be tapped."""

    def __init__(self, line: ActionLine, do: Do | None = None) -> None:
        super().__init__(do, name=line.text, size_hint_y=None, spacing=dp(12), padding=dps((14, 8, 12, 8)))
        paint(self, "surface" if line.allowed else None, Radius.control, None if line.allowed else "line")
        words = Column(
            Words(line.text, "row", "text" if line.allowed else "text2"),
            Words(line.why, "meta", "text2" if line.allowed else "text3") if line.why else None,
            gap=2,
            pos_hint={"center_y": 0.5},
        )
        end: Widget = (
            Icon("chevron-right", 22, "text3") if line.allowed else Icon("alert-outline", 22, "disrupted", box=28)
        )
        if line.allowed and line.value:
            end = Words(line.value, "number", "accent", hug=True, pos_hint={"center_y": 0.5})
        fill(self, (words, end))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.comfortable), v)))


class PlainRow(Press):
    """A thing in a list: words left, a fact right, a chevron."""

    def __init__(
        self,
        text: str,
        sub: str = "",
        right: str = "",
        do: Do | None = None,
        hold: Do | None = None,
        lead: Widget | None = None,
        tail: Widget | None = None,
    ) -> None:
        super().__init__(do, hold, text, size_hint_y=None, padding=dps((16, 9, 10, 9)), spacing=dp(10))
        fact = Words(right, "cite", "text3", hug=True, pos_hint={"center_y": 0.5}) if right and not stacked() else None
        below = Words(right, "cite", "text3") if right and stacked() else None
        words = Column(
            Words(text, "row"), Words(sub, "meta", "text2") if sub else None, below, gap=2, pos_hint={"center_y": 0.5}
        )
        fill(self, (lead, words, fact, tail or (Icon("chevron-right", 22, "text3") if do else None)))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Size.row_compact), v)))


def note(icon: str, text: str, right: str = "", ground: str | None = "surface", ink: str = "text2") -> Across:
    """A quiet strip: icon and a sentence."""
    strip = Across(
        Icon(icon, 20, "accent"),
        Words(text, "meta", ink),
        Words(right, "cite", "text3", hug=True) if right else None,
        gap=10,
        pad=(12, 8, 12, 8),
        least=40,
    )
    return paint(strip, ground, Radius.control) if ground else strip


class Stat(Press):
    """A value in force, and what it is."""

    def __init__(self, value: str, label: str, do: Do | None = None) -> None:
        super().__init__(do, name=label, orientation="vertical", size_hint_y=None, padding=dps((4, 8, 4, 8)))
        self.add_widget(Column(Words(value, "title", align="center"), Words(label, "cite", "text2", align="center")))
        paint(self, "raised", Radius.control)


class Tile(Press):
    """A way on: icon, word, one line."""

    def __init__(self, icon: str, text: str, sub: str, do: Callable[[], object]) -> None:
        super().__init__(
            do, name=text, corner=Radius.card, orientation="vertical", size_hint_y=None, padding=dp(16), spacing=dp(10)
        )
        paint(self, "surface", Radius.card)
        picture = Icon(icon, 26, "accent")
        picture.pos_hint = {"x": 0}
        fill(self, (picture, Column(Words(text, "row"), Words(sub, "meta", "text2") if sub else None, gap=2)))
