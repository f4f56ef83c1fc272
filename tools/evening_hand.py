"""A hand whose every tap is timed: the driver of the tests with a watch, and what beside the
drawing is not the tap's."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.effects import kinetic, scroll
from kivy.graphics.opengl import glFinish
from kivy.input import motionevent
from kivy.uix.behaviors import button
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from engine.playing import foresight, walk
from tools.driver import FRAME, WORK, Driver, Finger

DOWN, QUIET, MOST = 5, 3, 240
"""Frames a finger lies on the glass; frames without a drawing after which nothing more comes;
frames after which something never ends."""
PAUSE, LATER = 3.0, 0.25
"""Seconds of the app's time until the next tap, in which is done what the app puts off; and from
frame to frame of what then still fades."""
MOST_QUESTIONS, EFFORTS = 300, ("SOON", "EXACTLY", "NEARLY", "AT_LEISURE")
STEPS = 6
"""Frames a finger takes for a way over the page."""


CLOCKS = (kinetic, scroll, motionevent, button)
"""Parts of Kivy that ask the machine for the time: fingers live in the app's, or no two evenings
are alike."""
Call = Callable[[], object]


class Enough(Exception):
    """All taps are done."""


@dataclass(frozen=True, slots=True)
class Tap:
    """What was tapped, on which errand; seconds of the processor for it, of them for garbage, and
    beside the drawing; whether the drawing waited for odds; bytes the app holds after it."""

    name: str
    errand: str
    seconds: float
    garbage: float
    beside: float
    odds: bool
    memory: int


def memory() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


class Watch:
    """Processor time of this process, apart from what its working threads take."""

    def __init__(self) -> None:
        self.beside = self.garbage = self._stopped = self._began = 0.0
        self.odds, self._limits = False, dict[Any, int]()
        self._efforts = {each: getattr(foresight, each) for each in EFFORTS}
        self._places = [(threading.Thread, "run"), (walk._Walk, "replies"), *((each, "time") for each in CLOCKS)]
        self._before = [getattr(*place) for place in self._places]
        run, replies, *_ = self._before
        self._put([self._watched(run), self._asked(replies), *[Clock.get_time] * len(CLOCKS)])
        gc.callbacks.append(self._collects)

    def _put(self, values: list[Any]) -> None:
        for (owner, name), value in zip(self._places, values, strict=True):
            setattr(owner, name, value)

    def end(self) -> None:
        """Everything as it was before."""
        self._put(self._before)
        for module, limit in self._limits.items():
            module.MOST_QUESTIONS = limit
        vars(foresight).update(self._efforts)
        gc.callbacks.remove(self._collects)

    def _watched(self, run: Any) -> Any:
        """The odds are worked out in threads; a collection in one of them stops the drawing all
        the same, and is the tap's."""

        def watched(thread: threading.Thread) -> None:
            self._hurry()
            began, stopped = time.thread_time(), self._stopped
            try:
                run(thread)
            finally:
                if thread.name == WORK:
                    self.beside += time.thread_time() - began - (self._stopped - stopped)

        return watched

    def _hurry(self) -> None:
        """Odds of large fights are given up early, wherever that limit is set: a player's next
        tap would stop them; here it waits for them."""
        vars(foresight).update(dict.fromkeys(EFFORTS, 30_000))
        for module in list(sys.modules.values()):
            if module not in self._limits and "MOST_QUESTIONS" in getattr(module, "__dict__", ()):
                self._limits[module], module.MOST_QUESTIONS = module.MOST_QUESTIONS, MOST_QUESTIONS

    def _asked(self, replies: Any) -> Any:
        """Whether dice are walked in the thread that draws."""

        def asked(walking: Any, here: Any) -> Any:
            found = replies(walking, here)
            if len(found.ways) > 1 and threading.current_thread() is threading.main_thread():
                self.odds = True
            return found

        return asked

    def _collects(self, phase: str, _about: Any) -> None:
        if phase == "start":
            self._began = time.thread_time()
            return
        spent = time.thread_time() - self._began
        self.garbage += spent
        if threading.current_thread().name == WORK:
            self._stopped += spent

    def now(self) -> float:
        return time.process_time() - self.beside


class Hand(Driver):
    """Taps are counted, named and timed, from the finger up to the finished frame and through the
    pause after it."""

    def __init__(self, app: Any, most: int, size: tuple[int, int] = (412, 915)) -> None:
        self.watch, self.most = Watch(), most
        self.taps: list[Tap] = []
        self.errand, self._drawn, self._last, self._shown = "", 0, 0.0, 0
        self._frames: list[float] = []
        self._finished = 0
        self.place: Callable[[], str] = lambda: "bare"
        super().__init__(app, size)
        Window.bind(on_draw=self._draws)
        self.settle()

    def _draws(self, *_: Any) -> None:
        self._drawn += 1

    def by_errand(self) -> Counter[str]:
        return Counter(tap.errand for tap in self.taps)

    # What a finger does

    def tap(self, target: str | Widget) -> None:
        widget = self.named(target) if isinstance(target, str) else target
        touch = self._finger(*widget.to_window(*widget.center))
        self.frames(DOWN)
        self._time(str(getattr(widget, "name", "")), lambda: self._let_go(touch))

    def back(self) -> None:
        self._stop_when_done()
        self._time("back key", lambda: (Window.dispatch("on_keyboard", 27, 0, None, []), self._rest()))

    def roll(self, page: ScrollView, up: float) -> bool:
        """The page is drawn up by so many pixels, or down; whether it moved."""
        (x, y), before = page.to_window(*page.center), page.scroll_y
        touch = self._finger(x, y - up / 2)
        self._time("scroll", lambda: self._draw_on(touch, up), rolls=True)
        return page.scroll_y != before

    def _draw_on(self, touch: Finger, up: float) -> None:
        """Along the way, and still for a moment: the page does not run on."""
        x, y = touch.pos
        for step in (*range(1, STEPS + 1), *[STEPS] * 2 * DOWN):
            touch.touch_move(x, y + up * step / STEPS)
            self.frames(1)
        self._let_go(touch)

    def _finger(self, x: float, y: float) -> Finger:
        """A finger on the glass."""
        self._stop_when_done()
        touch = Finger(x, y)
        touch.touch_down()
        return touch

    def _stop_when_done(self) -> None:
        """Before a finger is down: one that lies there for ever would hold what it lies on."""
        if len(self.taps) == self.most:
            raise Enough

    def _let_go(self, touch: Finger) -> None:
        touch.touch_up()
        self._rest()

    def _rest(self) -> None:
        """To the finished frame, and through the pause until the next tap."""
        self.settle()
        self._shown = self._finished
        self.pass_time(PAUSE)
        self.settle(LATER)

    def settle(self, seconds: float = FRAME) -> None:
        """Frames until nothing is drawn any more; what a thread found comes with the next."""
        quiet = 0
        for _ in range(MOST):
            before = self._drawn
            self.pass_time(seconds)
            quiet = quiet + 1 if self._drawn == before else 0
            if quiet == QUIET:
                return
        raise AssertionError(f"it never rests: there are {self.texts()}")

    def pass_time(self, seconds: float) -> None:
        """Each frame is timed as well, with what came before it; the last one that drew is the
        finished one."""
        drawn = self._drawn
        super().pass_time(seconds)
        glFinish()
        for thread in threading.enumerate():
            if thread.name == WORK:
                thread.join()
        before, self._last = self._last, self.watch.now()
        self._frames.append(self._last - before)
        self._finished = len(self._frames) if self._drawn > drawn else self._finished

    def _time(self, what: str, does: Call, rolls: bool = False) -> None:
        """One tap more."""
        name, watch = f"{self.place()}: {what}", self.watch
        garbage, beside, watch.odds = watch.garbage, watch.beside, False
        self._frames, self._last, self._finished = [], watch.now(), 0
        does()
        apart = watch.garbage - garbage, watch.beside - beside, watch.odds
        self.taps.append(Tap(name, self.errand, self._waited(rolls), *apart, memory()))

    def _waited(self, rolls: bool) -> float:
        """To the finished frame, or for the costliest one after it, if that would hold up the next
        finger longer; a finger does not wait for all frames of a page that rolls or fades."""
        finished = 0 if rolls else self._shown
        return max(sum(self._frames[:finished]), *self._frames[finished:])

    def stop(self) -> None:
        super().stop()
        Window.unbind(on_draw=self._draws)
        self.watch.end()
