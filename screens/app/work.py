"""Long work beside the drawing: it says how far it has come, and stops when it is not waited for
any more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from carddb.trouble import Trouble
from engine.values.texts import Text, say
from screens.present.lines import capital
from screens.widgets.live import Live
from screens.widgets.pieces import Segments
from screens.widgets.press import PushButton
from screens.widgets.sheet import Sheet
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.navigator import Navigator

PATIENCE = 0.3
"""Seconds before a sheet says what takes so long: most work is done by then."""
OFTEN = 0.1
PIECES = 20


class Stopped(Exception):
    """The work was cancelled."""


class Progress:
    """How far the work has come; the job calls it with what is done of how much, and is stopped
    there when cancelled."""

    def __init__(self) -> None:
        self.part, self.cancelled = 0.0, False

    def __call__(self, done: float, total: float) -> None:
        if self.cancelled:
            raise Stopped
        self.part = done / total if total else 0.0


class Work:
    """One job in a thread of its own; its result, its trouble and its faults come back to the
    thread that draws."""

    def __init__(
        self, navigator: Navigator, job: Callable[..., Any], done: Callable[[Any], None], what: Text | None = None
    ) -> None:
        self.navigator, self.job, self.done, self.what = navigator, job, done, what
        self.progress, self.over = Progress(), False
        self.sheet: Sheet | None = None

    def start(self) -> None:
        if self.what:
            Clock.schedule_once(self._show, PATIENCE)
        Thread(target=self._run, name="work", daemon=True).start()

    def _run(self) -> None:
        try:
            result = self.job(self.progress) if self.what else self.job()
        except Stopped:
            return
        except Trouble as no:
            self._come_back(partial(self.navigator.complain, no.why))
            return
        except BaseException:
            self._come_back(lambda: None)
            raise  # the watch for faults writes a report of it
        self._come_back(lambda: self.done(result))

    def _come_back(self, do: Callable[[], object]) -> None:
        Clock.schedule_once(lambda _dt: self._end(do), 0)

    def _end(self, do: Callable[[], object]) -> None:
        if self.progress.cancelled or self.navigator.ended:
            return
        self.over = True
        if self.sheet and self.navigator.open_sheet is self.sheet:
            self.navigator.close_sheet()
        do()

    # The sheet

    def _show(self, _dt: float) -> None:
        assert self.what
        if self.over or self.navigator.open_sheet:
            return
        t = self.navigator.tell
        self.bar = Live(lambda done: Segments(PIECES, done), 0)
        self.navigator.sheet(
            Words(capital(t(self.what)), "title"),
            self.bar,
            PushButton(t(say("Cancel")), self.cancel, "outline", "close"),
        )
        self.sheet = self.navigator.open_sheet
        Clock.schedule_interval(self._look, OFTEN)

    def _look(self, _dt: float) -> bool:
        """Closing the sheet in any other way cancels too: nothing goes on unseen."""
        if not self.over and self.navigator.open_sheet is not self.sheet:
            self.cancel()
        self.bar.show(round(PIECES * self.progress.part))
        return not self.over and not self.progress.cancelled

    def cancel(self) -> None:
        self.progress.cancelled = True
        if self.navigator.open_sheet is self.sheet:
            self.navigator.close_sheet()
