"""Drives the real app frame by frame, for tests, the tour and the benches: finds what is on the
screen and taps it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

WORK = "work"
"""The threads in which the app works something out are called so."""
FRAME = 1 / 60
"""Seconds of the app's time from one frame to the next, however long the machine works on it."""
HANGS = 60
"""Seconds this process computes, drawing and all threads together, before something that never
comes is given up."""


class Finger(MotionEvent):
    """A finger on a point of the window; Kivy's own for tests wants pytest, and the tour runs
    without."""

    def __init__(self, x: float, y: float) -> None:
        super().__init__("finger", 1, (x, y), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, at: tuple[float, float]) -> None:
        """The point as a share of the window, which is what Kivy reckons with."""
        self.sx, self.sy = at[0] / (Window.width - 1), at[1] / (Window.height - 1)
        super().depack(at)

    def touch_down(self) -> None:
        EventLoop.post_dispatch_input("begin", self)

    def touch_move(self, x: float, y: float) -> None:
        self.move((x, y))
        EventLoop.post_dispatch_input("update", self)

    def touch_up(self) -> None:
        EventLoop.post_dispatch_input("end", self)


class Driver:
    """The app in its window, one frame after another: between frames nothing is drawn, no time
    passes, and work is done.

    So the same taps lead to the same frames on every machine. Set `waits` to False to see work that
    goes on beside the drawing.
    """

    waits = True

    def __init__(self, app: Any, size: tuple[int, int] = (412, 915)) -> None:
        if not getattr(Window, "initialized", False):
            Window.create_window()
            Window.register()
            Window.initialized = True
        Window.close = lambda *_: None
        Window.size = size
        self.app, self.stopped = app, False
        Clock._max_fps = 0  # no frame waits for the next
        now = Clock.get_time()
        Clock.time = lambda: now
        app._run_prepare()
        if EventLoop.status != "started":
            EventLoop.status = "started"
        self.frames(4)

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            self.pass_time(FRAME)

    def pass_time(self, seconds: float) -> None:
        """One frame, so much later than the one before; what the app works out meanwhile is
        there."""
        for thread in threading.enumerate():
            if self.waits and thread.name == WORK:
                thread.join()
        now = Clock.get_time() + seconds
        Clock.time = lambda: now
        EventLoop.idle()

    def until(self, done: Callable[[], bool]) -> None:
        """Frames until something holds that a thread brings; a machine with much else to do may
        take its time."""
        end = time.process_time() + HANGS
        while not done():
            if time.process_time() > end:
                raise AssertionError(f"never came: there are {self.texts()}")
            self.frames(1)
        self.frames(2)

    def put(self, **services: Any) -> None:
        """Other services for the app: dice or a device that do as a test wants."""
        for name, service in services.items():
            object.__setattr__(self.app.context, name, service)

    # What is on the screen

    def widgets(self) -> Iterator[Widget]:
        """Everything shown, what lies on top first."""
        for root in Window.children:
            yield from (widget for child in root.children for widget in child.walk(restrict=True))

    def seen(self, widget: Widget) -> bool:
        if widget.get_parent_window() is None or not widget.opacity:
            return False
        x, y = widget.to_window(*widget.center)
        return 0 <= x <= Window.width and 0 <= y <= Window.height and _unclipped(widget, x, y)

    def texts(self) -> list[str]:
        return [widget.text for widget in self.widgets() if getattr(widget, "text", "") and self.seen(widget)]

    def has(self, text: str) -> bool:
        return any(text in each for each in self.texts())

    def named(self, name: str) -> Widget:
        """What can be pressed under this name."""
        found = [
            widget
            for widget in self.widgets()
            if name and str(getattr(widget, "name", "")).startswith(name) and self.seen(widget)
        ]
        exact = [widget for widget in found if widget.name == name]
        if not found:
            raise AssertionError(f"nothing to press is called {name!r}; there are {self.names()}")
        return (exact or found)[0]

    def names(self) -> list[str]:
        return [str(widget.name) for widget in self.widgets() if getattr(widget, "name", "") and self.seen(widget)]

    # What a finger does

    def tap(self, target: str | Widget) -> None:
        widget = self.named(target) if isinstance(target, str) else target
        touch = Finger(*widget.to_window(*widget.center))
        touch.touch_down()
        self.frames(1)
        touch.touch_up()
        self.frames(3)

    def hold(self, target: str | Widget, seconds: float = 1.0) -> None:
        widget = self.named(target) if isinstance(target, str) else target
        touch = Finger(*widget.to_window(*widget.center))
        touch.touch_down()
        self.frames(round(seconds / FRAME))
        touch.touch_up()
        self.frames(3)

    def swipe(self, target: str | Widget, aside: float) -> None:
        """A finger drawn to the right, or with a negative way to the left."""
        widget = self.named(target) if isinstance(target, str) else target
        x, y = widget.to_window(*widget.center)
        touch = Finger(x, y)
        touch.touch_down()
        self.until(lambda: touch.grab_list != [] and any(each() is widget for each in touch.grab_list))
        for part in range(1, 5):
            touch.touch_move(x + aside * part / 4, y)
            self.frames(1)
        touch.touch_up()
        self.frames(3)

    def scroll_to(self, name: str) -> Widget:
        """Roll the page until something to press comes in sight; a list draws what is in sight
        alone, so it is rolled through, and a sheet builds the rest of its rows a little later."""
        self.complete_sheet()
        try:
            return self._scroll_to(name)
        except AssertionError:
            lists = [widget for widget in self.widgets() if hasattr(widget, "rows") and hasattr(widget, "offset")]
            if not any(self._roll(each, name) for each in lists):
                raise
            return self._scroll_to(name)

    def complete_sheet(self) -> None:
        """What a sheet builds while the player looks at its first rows."""
        sheet = self.app.navigator.open_sheet
        while sheet and not sheet.is_whole:
            self.pass_time(0.5)

    def _roll(self, rows: Any, name: str) -> bool:
        """Page after page from the first; whether it has come."""
        rows.offset = at = 0.0
        while True:
            self.frames(1)
            if any(str(getattr(widget, "name", "")).startswith(name) for widget in rows.walk(restrict=True)):
                return True
            if at > rows.offset + 1:
                return False
            at = rows.offset = rows.offset + rows.height * 0.8

    def _scroll_to(self, name: str) -> Widget:
        for widget in self.widgets():
            if getattr(widget, "name", "") == name or str(getattr(widget, "name", "")).startswith(name):
                above = widget.parent
                while above is not None and above is not Window and not hasattr(above, "scroll_y"):
                    above = above.parent
                if above is not None and hasattr(above, "scroll_to"):
                    above.scroll_to(widget, animate=False)
                    self.frames(2)
                    return widget
                return widget
        raise AssertionError(f"nothing to press is called {name!r}; there are {self.names()}")

    def reach(self, name: str) -> None:
        """Tap something, rolling it into sight first."""
        self.tap(name) if name in self.names() else self.tap(self.scroll_to(name))

    def type(self, text: str) -> None:
        for letter in text:
            Window.dispatch("on_textinput", letter)
        self.frames(2)

    def back(self) -> None:
        Window.dispatch("on_keyboard", 27, 0, None, [])
        self.frames(3)

    def resize(self, size: tuple[int, int]) -> None:
        Window.size = size
        self.frames(1)
        Window.dispatch("on_resize", *size)
        self.frames(4)

    def wait_lock(self) -> None:
        """Past the moment after a phase change in which taps do not count."""
        self.pass_time(max(0.0, self.app.navigator.root_widget.deaf_until - Clock.get_time()) + FRAME)
        self.frames(2)

    def shot(self, path: Path) -> None:
        Window.canvas.ask_update()
        self.frames(2)
        made = Path(Window.screenshot(str(path.with_suffix(".tmp.png"))))
        made.replace(path)

    def stop(self) -> None:
        """End the app as Kivy does, but keep the window for the next one."""
        if self.stopped:
            return
        self.stopped = True
        self.app.dispatch("on_stop")
        for child in Window.children[:]:
            Window.remove_widget(child)
        self.frames(2)
        self.app.navigator._page = self.app.navigator.open_sheet = None  # Kivy remembers every app there was
        self.app.context.desk.table = None
        self.app.context.shelf.forget()


def box(widget: Widget) -> tuple[float, float, float, float]:
    """Where a widget is in the window, also one that is turned to the other side of the table."""
    (x, y), (u, v) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
    return min(x, u), min(y, v), max(x, u), max(y, v)


def _unclipped(widget: Widget, x: float, y: float) -> bool:
    """Whether the scrolling parts around it show that point."""
    above = widget.parent
    while above is not None and above is not Window and isinstance(above, Widget):
        if hasattr(above, "scroll_y"):
            left, low, right, top = box(above)
            if not (left <= x <= right and low <= y <= top):
                return False
        above = above.parent
    return True
