"""Overlays: a sheet that slides up over the screen with a scrim behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Callback, Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from screens.widgets.drawing import rgba
from screens.widgets.easel import cover, mix
from screens.widgets.ground import PICTURES, Drawn, box_of, draw_box, when_moved
from screens.widgets.layer import Layer
from screens.widgets.layouts import Column, Scroll, fill
from screens.widgets.release import let_go_soon
from screens.widgets.running import c, motion
from screens.widgets.settle import settle
from screens.widgets.theme import Radius, Size

SHADOW = 14
HIGH, AT_ONCE = 0.88, 3
"""How much of the window a sheet takes at most; parts out of sight that are built between two
frames."""
LATER = 0.4
"""Seconds after which that begins, or as soon as a finger comes."""
Part: TypeAlias = Widget | Callable[[], Widget]
"""Of a sheet: there already, or built when it is needed."""
NOT_LIVE: Callable[[], object] | None = None


class Sheet(FloatLayout):
    """24 dp corners at the top, a grip, and the only shadow in the app; a tap on the scrim
    closes it."""

    def __init__(self, close: Callable[[], object], *children: Part | None, gap: float = 12) -> None:
        super().__init__()
        self.close, self.refresh = close, NOT_LIVE
        self._left = [child for child in reversed(children) if child]
        self._begin = Clock.create_trigger(self._build_more, LATER)
        self._go_on = Clock.create_trigger(self._build_more)
        with self.canvas.before:
            Color(rgba=rgba(c("scrim"), 0.55))
            self.scrim = Rectangle()
            Color(rgba=(0, 0, 0, 0.55))
            self.shadow = Rectangle(texture=_fading())
        self.body = Column(_grip(), gap=gap, pad=(16, 10, 16, 16))
        self.panel = Scroll(self.body, size_hint=(None, None), always_overscroll=False)
        with self.panel.canvas.before:
            Color(rgba=rgba(c("surface")))
            self.corners = box_of([dp(Radius.sheet), dp(Radius.sheet), 0, 0])
            Callback(partial(_cover, self.panel.proxy_ref))
            self.ground = Rectangle()
            Callback(mix)
        fill(self, (self.panel,))
        when_moved(self, self._lay)
        when_moved(self.body, self._lay)
        when_moved(self.panel, self._cast)
        when_moved(self, self._cast)

    def _lay(self) -> None:
        self.panel.width = min(self.width, dp(Size.widest))
        self.panel.height = min(self.body.height, self.height * HIGH)
        self.panel.center_x = self.center_x
        if self.panel.y > self.y and not motion("sheet"):
            self.panel.y = self.y

    def _cast(self) -> None:
        """The shadow from behind its round corners upwards; the scrim where one sees through it."""
        self.shadow.pos = (self.panel.x, self.panel.top - dp(Radius.sheet))
        self.shadow.size = (self.panel.width, dp(Radius.sheet + SHADOW))
        below = max(0, self.panel.height - 2 * dp(Radius.sheet))
        self.ground.pos, self.ground.size = self.panel.pos, (self.panel.width, below)
        self.corners.pos = (self.panel.x, self.panel.y + below)
        self.corners.size = (self.panel.width, self.panel.height - below)
        hidden = 0 if self.panel.width < self.width else max(0, self.panel.top - dp(Radius.sheet) - self.y)
        self.scrim.pos, self.scrim.size = (self.x, self.y + hidden), (self.width, self.height - hidden)

    def settle(self, size: tuple[float, float]) -> None:
        """Laid out at once for a window of this size, as far as it is in sight; the rest is built
        while the player looks at that."""
        self.size = size
        self._lay()
        self.body.width = self.panel.width
        in_sight = self.height * HIGH
        while self._left and self.body.minimum_height < in_sight:
            self._build()
            self.body.fit()
        settle(self)
        self._lay()
        self._cast()
        if self._left:
            self._begin()

    @property
    def is_whole(self) -> bool:
        """Whether every part is there."""
        return not self._left

    def _build(self) -> None:
        part = self._left.pop()
        self.body.add_widget(Layer(part if isinstance(part, Widget) else part(), "surface"))

    def _build_more(self, _dt: float) -> None:
        """Some between two frames; the place one looks at stays."""
        self._begin.cancel()
        above = (1 - self.panel.scroll_y) * (self.body.height - self.panel.height)
        for _ in range(min(AT_ONCE, len(self._left))):
            self._build()
        settle(self.body)
        self.panel.scroll_y = 1 - above / max(1, self.body.height - self.panel.height)
        if self._left:
            self._go_on()

    def rise(self) -> None:
        """Come up from below."""
        self.panel.y = -dp(60) if motion("sheet") else 0
        self.opacity = 0 if motion("sheet") else 1
        if motion("sheet"):
            Animation(y=0, d=motion("sheet"), t="out_cubic").start(self.panel)
            Animation(opacity=1, d=motion("chip")).start(self)

    def release(self) -> None:
        self._begin.cancel()
        self._go_on.cancel()
        for part in self._left:
            if isinstance(part, Widget):
                let_go_soon(part)
        self._left = []
        self.close, self.refresh = _closed, None

    def on_touch_down(self, touch: Any) -> bool:
        if not self.panel.collide_point(*touch.pos):
            self.close()
            return True
        if self._left:
            self._go_on()
        super().on_touch_down(touch)
        return True


def _cover(panel: Scroll, _call: Callback) -> None:
    cover(panel)


def _closed() -> None:
    """A sheet that is let go closes nothing."""


def _fading() -> Texture:
    """Dark below, nothing above."""
    if "fading" not in PICTURES:
        texture = PICTURES["fading"] = Texture.create(size=(1, 16), colorfmt="rgba")
        texture.blit_buffer(bytes(b for n in range(16) for b in (255, 255, 255, (15 - n) * 17)), colorfmt="rgba")
    return PICTURES["fading"]


def _grip() -> Drawn:
    def sketch(w: Widget) -> None:
        Color(rgba=rgba(c("edge")))
        draw_box(w.pos, w.size, dp(2))

    grip = Drawn(36, 4, sketch)
    grip.pos_hint = {"center_x": 0.5}
    return grip
