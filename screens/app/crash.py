"""An exception that was not caught: a report beside the saves, a sentence, and back to the same
game."""

from __future__ import annotations

import platform
import sys
import threading
import traceback
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from carddb.backup import stamp
from carddb.trouble import Trouble
from engine.values.events import Answered, Event
from engine.values.texts import english, say
from screens.app.version import version
from screens.present.lines import capital
from screens.widgets.press import PushButton
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.context import Context

FOLDER = "reports"
KEPT = 10
EVENTS = 30
PATIENCE = 3
"""Faults of one screen in one run before Home takes its place."""


class Crashes(ExceptionHandler):
    """Watches over the app while it runs: callbacks of Kivy, threads, and what is raised while
    it starts."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.faults: Counter[str] = Counter()
        self._before = threading.excepthook

    def __enter__(self) -> Crashes:
        ExceptionManager.add_handler(self)
        self._before, threading.excepthook = threading.excepthook, self._in_thread
        return self

    def __exit__(self, _kind: Any, fault: BaseException | None, _trace: Any) -> None:
        ExceptionManager.remove_handler(self)
        threading.excepthook = self._before
        if isinstance(fault, Exception):
            self.report(fault)

    def handle_exception(self, exception: BaseException) -> int:
        """In a callback: Kivy goes on where this says so. A full device and the like are no
        fault of ours: a sentence does."""
        if isinstance(exception, Trouble):
            self.context.navigator.recover()
            self.context.navigator.complain(exception.why)
            return int(ExceptionManager.PASS)
        if not isinstance(exception, Exception) or not self.go_on(self.report(exception)):
            return int(ExceptionManager.RAISE)
        return int(ExceptionManager.PASS)

    def _in_thread(self, told: threading.ExceptHookArgs) -> None:
        if isinstance(told.exc_value, Exception):
            path = self.report(told.exc_value, told.thread.name if told.thread else "")
            Clock.schedule_once(lambda _dt: self.go_on(path), 0)

    def go_on(self, path: Path | None) -> bool:
        """The same place again with a sentence above it; where that cannot be, whether the app
        can go on at all."""
        screen = str(self.context.navigator.here["screen"])
        self.faults[screen] += 1
        if self.faults[screen] >= PATIENCE:
            self.context.navigator.places = [{"screen": "home"}]
        try:
            self.context.navigator.recover()
            self._say(path)
        except Exception as worse:
            self.report(worse)
            return False
        return True

    def _say(self, path: Path | None) -> None:
        t, context, nav = self.context.tell, self.context, self.context.navigator
        kept = (
            say("What went wrong is written down in {file}.", file=path.name)
            if path
            else say("What went wrong could not be written down.")
        )
        share = PushButton(t(say("Share the report")), lambda: shared(context, path), "outline") if path else None
        nav.sheet(
            Words(t(say("The app made a mistake")), "title"),
            Words(
                t(say("Your game is saved up to the last tap. Go on, or take that tap back if it looks wrong.")), "body"
            ),
            Words(t(kept), "meta", "text2"),
            PushButton(t(say("Go on")), nav.close_sheet, "primary", "play"),
            share,
        )

    def report(self, fault: BaseException, thread: str = "") -> Path | None:
        """The fault as a file that a person can read; None where nothing can be written."""
        disk = self.context.store.disk
        name = f"{FOLDER}/{stamp(self.context.clock())}-{sum(self.faults.values()) + 1}.txt"
        try:
            disk.replace(name, told(self.context, fault, thread).encode())
            others = [each for each in disk.names(FOLDER) if f"{FOLDER}/{each}" != name]  # the clock may have gone back
            for old in others[: max(0, len(others) + 1 - KEPT)]:
                disk.remove(f"{FOLDER}/{old}")
        except (Trouble, OSError):
            return None
        return Path(disk.root / name)


def shared(context: Context, path: Path) -> None:
    """A report for the maintainers."""
    context.navigator.close_sheet()
    if said := context.device.share_file(path):
        context.navigator.inform(said)


def reports(context: Context) -> list[Path]:
    """All reports there are, the newest first."""
    return [context.store.disk.root / FOLDER / name for name in reversed(context.store.disk.names(FOLDER))]


def told(context: Context, fault: BaseException, thread: str = "") -> str:
    """When, what, where in the app, the last taps, where in the code; a part that cannot be told
    is left out."""
    parts = (_head, _place, _events)
    lines = [f"{type(fault).__name__}: {fault}", *(["In the thread " + thread] if thread else [])]
    for part in parts:
        with suppress(Exception):
            lines += ["", *part(context)]
    return "\n".join([*lines, "", "".join(traceback.format_exception(fault))])


def _head(context: Context) -> list[str]:
    import kivy

    return [
        f"Adjutant {version()}, {context.clock()}",
        f"Python {platform.python_version()}, Kivy {kivy.__version__}, {sys.platform}, {type(context.device).__name__}",
    ]


def _place(context: Context) -> list[str]:
    table = context.desk.table
    asked = table.prompt if table else None
    return [
        "Screens: " + " > ".join(str(place["screen"]) for place in context.navigator.places),
        f"Game: {table.game.header.game} {table.game.key}" if table else "No game is open",
        f"Asked: {asked.key} ({english(asked.text)})" if asked else "Nothing is asked",
    ]


def _events(context: Context) -> list[str]:
    """The last taps, oldest first; a sealed answer stays sealed."""
    if not context.desk.table:
        return []
    events = context.desk.table.session.shown()[-EVENTS:]
    return ["The last taps:", *(f"  {type(each).__name__}: {_sentence(each)}" for each in events)]


def _sentence(event: Event) -> str:
    sealed = isinstance(event, Answered) and event.value is None
    return capital(english(event.label)) if event.label and not sealed else ""
