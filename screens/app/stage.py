"""The window: one page, a line above it, overlays over both; and the pages that wait behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from screens.widgets.layer import put_pictures_away, take_pictures_out
from screens.widgets.release import let_go_soon
from screens.widgets.running import motion
from screens.widgets.strip import Strip

if TYPE_CHECKING:
    from screens.app.page import Page

MOST_KEPT, PICTURED = 9, 5
"""Pages that are left and kept to be shown again; those of them that keep their pictures."""


def fade_in(widget: Widget) -> None:
    """A page that one comes to, unless motion is reduced."""
    if seconds := motion("screen"):
        widget.opacity = 0
        Animation(opacity=1, d=seconds, t="out_cubic").start(widget)


class Shown(NamedTuple):
    """A page and what it has built."""

    page: Page
    widget: Widget

    def let_go(self) -> None:
        self.page.close()
        let_go_soon(self.widget)


class Root(FloatLayout):
    """The window: one page, overlays above it; deaf for a moment after a phase change."""

    deaf_until = 0.0

    def on_touch_down(self, touch: Any) -> bool:
        return True if Clock.get_time() < self.deaf_until else bool(super().on_touch_down(touch))


class Stage:
    """Puts a page into the window, below the strip."""

    def __init__(self) -> None:
        self.root = Root()
        self._widget: Widget | None = None
        self._strip: Strip | None = None
        self.root.bind(size=self._make_room)

    def put(self, widget: Widget, overlay: Widget | None) -> None:
        """This page from now on, and what lies over it."""
        if self._widget is widget:
            return
        self.clear()
        self._widget = widget
        take_pictures_out(widget)
        self.root.add_widget(widget)
        self._make_room()
        if overlay:
            self.root.add_widget(overlay)

    def clear(self) -> None:
        self._widget = None
        self.root.clear_widgets()

    def put_strip(self, text: str, is_well: bool = True) -> None:
        """A line above every page, or none."""
        if self._strip and (text, is_well) == self._strip.says:
            return
        if self._strip:
            self.root.remove_widget(self._strip)
            let_go_soon(self._strip)
        self._strip = Strip(text, is_well) if text else None
        self._make_room()

    def _make_room(self, *_: object) -> None:
        """The page begins below the strip, however large the window is now."""
        page, strip = self._widget, self._strip
        if not page:
            return
        if not strip:
            page.size_hint_y = 1
            return
        if strip.parent is None:
            self.root.add_widget(strip, index=len(self.root.children))
        strip.fit_into(self.root.width)
        page.size_hint_y, page.height, page.y = None, self.root.height - strip.height, self.root.y


class KeptPages:
    """The last few pages that were left and can be brought up to date; the older ones have put
    their pictures away."""

    def __init__(self) -> None:
        self._kept: dict[str, Shown] = {}

    def take(self, screen: str) -> Shown | None:
        return self._kept.pop(screen, None)

    def look(self, screen: str) -> Shown | None:
        """One that stays here, the newest from now on."""
        found = self.take(screen)
        if found:
            self._kept[screen] = found
        return found

    def put(self, shown: Shown) -> None:
        """The oldest goes."""
        for other in list(self._kept.values())[-PICTURED : 1 - PICTURED]:  # those before have put theirs away
            if other.widget.parent is None:
                put_pictures_away(other.widget)
        self._kept[str(shown.page.args["screen"])] = shown
        while len(self._kept) > MOST_KEPT:
            self._kept.pop(next(iter(self._kept))).let_go()

    def forget(self) -> None:
        """All but the one that is in sight."""
        for screen, each in list(self._kept.items()):
            if each.widget.parent is None:
                self._kept.pop(screen).let_go()

    def __iter__(self) -> Iterator[Shown]:
        return iter(list(self._kept.values()))
