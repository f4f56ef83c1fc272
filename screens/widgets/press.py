"""What can be pressed: buttons, signs, pills."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, RoundedRectangle
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from screens.widgets.box import Box
from screens.widgets.drawing import rgba
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, fill
from screens.widgets.running import c, dps, motion, page_width, part
from screens.widgets.theme import Radius, Space, Touch
from screens.widgets.tree import UNRULED
from screens.widgets.words import Icon, Words, width_of

Do = Callable[[], object]
LONG, AGAIN = 0.5, 0.12
"""Seconds until a finger holds, and until a held key repeats."""
SWIPE = 56


class Press(ButtonBehavior, Box):
    """Anything that can be tapped or held. A veil lightens it for 80 ms; `name` is what
    assistive tools and tests call it."""

    veil = NumericProperty(0.0)

    def __init__(
        self,
        do: Do | None = None,
        hold: Do | None = None,
        name: str = "",
        corner: float = Radius.control,
        swipe: Callable[[int], object] | None = None,
        **kw: Any,
    ) -> None:
        super().__init__(**kw)
        self.swipe = swipe
        self.do, self.hold, self.name = do, hold, name
        self._held = False
        self._timer: Any = None
        self._corner = dp(corner)
        self._ink: Color | None = None
        self.bind(veil=self._tint)

    def release(self) -> None:
        """Nothing of its page is held any more."""
        self.do = self.hold = self.swipe = None
        self.last_touch = ()  # a touch holds what it pressed

    def _tint(self, _w: Widget, value: float) -> None:
        """Most are never pressed: the veil is made by the first finger."""
        if self._ink is None:
            with self.canvas.after:
                self._ink = Color(rgba=rgba(c("text"), 0))
                self._cover = RoundedRectangle(radius=[self._corner])
        self._ink.a = value
        self._cover.pos, self._cover.size = self.pos, self.size if value else (0, 0)

    def on_press(self) -> None:
        Animation.cancel_all(self, "veil")
        self.veil = 0.14
        self._held = False
        if self.hold:
            self._timer = Clock.schedule_once(self._long, LONG)

    def _long(self, _dt: float) -> None:
        self._held, self.veil = True, 0.0
        if self.hold:
            self.hold()

    def on_touch_move(self, touch: Any) -> bool:
        """A finger drawn aside is a swipe, once: one way or the other, and no tap."""
        if self.swipe and touch.grab_current is self and not self._held:
            aside, along = touch.x - touch.ox, touch.y - touch.oy
            if self._timer and abs(aside) > dp(SWIPE) / 4:
                self._timer.cancel()
            if abs(aside) > dp(SWIPE) and abs(aside) > 2 * abs(along):
                self._held, self.veil = True, 0.0
                self.swipe(1 if aside > 0 else -1)
                return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """A list tells of a tap a moment later: that is not the finger that holds this."""
        if self._timer and touch.grab_current is self:
            self._timer.cancel()
        Animation(veil=0.0, d=motion("press"), t="out_cubic").start(self) if self.veil else None
        return bool(super().on_touch_up(touch))

    def on_release(self) -> None:
        if self.do and not self._held:
            self.do()


class IconButton(Press):
    """A sign to tap; its name says what it does."""

    def __init__(
        self,
        icon: str,
        do: Do | None = None,
        name: str = "",
        ink: str = "text",
        ground: str | None = None,
        size: float = Touch.min,
        edge: str | None = None,
        hold: Do | None = None,
    ) -> None:
        super().__init__(
            do, hold, name or icon, size_hint=(None, None), size=(dp(size), dp(size)), pos_hint={"center_y": 0.5}
        )
        paint(self, ground, Radius.control, edge)
        sign = Icon(icon, 24, ink)
        sign.size, sign.pos_hint = self.size, {}
        self.add_widget(sign)


class RepeatKey(IconButton):
    """A plus or minus that goes on while it is held; `end` is called once when it is let go."""

    def __init__(self, icon: str, do: Do, name: str, end: Do | None = None) -> None:
        super().__init__(icon, do, name, "text", "raised", hold=self._go_on)
        self.end = end
        self._again: Any = None

    def release(self) -> None:
        self._stop()
        self.end = None
        super().release()

    def _go_on(self) -> None:
        self._again = Clock.schedule_interval(self._repeat, AGAIN)

    def _repeat(self, _dt: float) -> None:
        if self.do:
            self.do()

    def _stop(self) -> bool:
        """Whether it went on until now."""
        again, self._again = self._again, None
        if again:
            again.cancel()
        return again is not None

    def on_release(self) -> None:
        super().on_release()
        if self.end and not self._held:
            self.end()

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self and self._stop() and self.end:
            self.end()
        return super().on_touch_up(touch)


class PushButton(Press):
    """primary: accent, one per screen. tonal: second choice. outline: safe. quiet: text only."""

    LOOKS: ClassVar = {
        "primary": ("accent", "on_accent", None),
        "tonal": ("high", "text", None),
        "surface": ("surface", "text", None),
        "outline": (None, "text", "edge"),
        "quiet": (None, "accent", None),
    }

    def __init__(
        self,
        text: str,
        do: Do | None = None,
        look: str = "primary",
        icon: str | None = None,
        sub: str = "",
        height: float = Touch.comfortable,
        grow: bool = True,
        hold: Do | None = None,
    ) -> None:
        super().__init__(
            do, hold, text, size_hint_y=None, padding=dps((14, 8, 14, 8)), spacing=dp(10), pos_hint={"center_y": 0.5}
        )
        back, ink, edge = self.LOOKS[look]
        paint(self, back, Radius.control, edge)
        self.label = Words(
            text, "button", ink, hug=not sub, align="left" if sub or not grow else "center", pos_hint={"center_y": 0.5}
        )
        self.least, self.icon_w = dp(height), dp(34) if icon else 0
        self.sub = Words(sub, "meta", ink) if sub else None
        words = Column(self.label, self.sub, gap=1, pos_hint={"center_y": 0.5}) if sub else self.label
        centred = grow and not sub
        fill(
            self,
            (
                Widget(**UNRULED) if centred else None,
                Icon(icon, 24, ink) if icon else None,
                words,
                Widget(**UNRULED) if centred else None,
            ),
        )
        self.bind(minimum_height=self._fit)
        if centred:
            self.bind(width=self._hold)
        if not grow:
            self.size_hint_x = None
            self.bind(minimum_width=self.setter("width"))
        self._fit(self, 0)

    def _hold(self, _w: Widget, width: float) -> None:
        self.label.hold(width - dp(48) - self.icon_w)

    def _fit(self, _w: Widget, value: float) -> None:
        self.height = max(self.least, value)

    def reword(self, text: str, sub: str = "") -> bool:
        """Other words on the same button; not where it would need another shape."""
        if bool(sub) != bool(self.sub):
            return False
        self.name = text
        self.label.say(text)
        if self.sub:
            self.sub.say(sub)
        elif self.size_hint_x is not None:
            self._hold(self, self.width)
        return True


class Pill(Press):
    """One of some choices; the chosen one is filled and ticked, and as wide as before."""

    SIGN, GAP, ASIDE = 18, 6, 10

    def __init__(self, text: str, on: bool, do: Do | None = None, icon: str = "") -> None:
        super().__init__(
            do,
            name=text,
            size_hint=(None, None),
            height=dp(Touch.min),
            padding=dps((self.ASIDE, 6, self.ASIDE, 6)),
            spacing=dp(self.GAP),
        )
        paint(self, "high" if on else "surface", Radius.control, "accent" if on else "edge")
        widest = page_width() - dp(4 * Space.margin + 2 * self.ASIDE + self.SIGN + self.GAP)
        words = Words(text, "row" if on else "body", hug=True, pos_hint={"center_y": 0.5})
        words.hold(widest)
        sign = "check-bold" if on else icon
        fill(self, (Icon(sign, self.SIGN, "accent" if on else "text2") if sign else None, words))
        chosen, other = (min(width_of(text, role), widest) for role in ("row", "body"))
        room = max(chosen + part(self.SIGN) + dp(self.GAP), other) + 2 * dp(self.ASIDE)
        self.least = max(room, dp(Touch.min))
        self.bind(minimum_width=self._fit, minimum_height=self._grow)

    def _fit(self, pill: Widget, wanted: float) -> None:
        """As wide as its words when it is chosen; they stand in the middle."""
        left, top, right, bottom = pill.padding
        content = wanted - left - right
        self.width = max(self.least, content + 2 * dp(self.ASIDE))
        aside = (self.width - content) / 2
        self.padding = (aside, top, aside, bottom)

    def _grow(self, _pill: Widget, wanted: float) -> None:
        self.height = max(dp(Touch.min), wanted)
