"""What nobody caught: a report beside the saves, a sentence, and back to the same game."""

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
    from screens.app.lifecycle import AdjutantApp

FOLDER = "reports"
KEPT = 10
EVENTS = 30
PATIENCE = 3
"""Faults of one screen in one run before Home takes its place."""


class Crashes(ExceptionHandler):
    """Watches over the app while it runs: callbacks of Kivy, threads, and what is raised while
    it starts."""

    def __init__(self, app: AdjutantApp) -> None:
        self.app = app
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
            self.app.recover()
            self.app.complain(exception.why)
            return ExceptionManager.PASS
        if not isinstance(exception, Exception) or not self.go_on(self.report(exception)):
            return ExceptionManager.RAISE
        return ExceptionManager.PASS

    def _in_thread(self, told: threading.ExceptHookArgs) -> None:
        if isinstance(told.exc_value, Exception):
            path = self.report(told.exc_value, told.thread.name if told.thread else "")
            Clock.schedule_once(lambda _dt: self.go_on(path), 0)

    def go_on(self, path: Path | None) -> bool:
        """The same place again with a sentence above it; where that cannot be, whether the app
        can go on at all."""
        screen = str(self.app.here["screen"])
        self.faults[screen] += 1
        if self.faults[screen] >= PATIENCE:
            self.app.places = [{"screen": "home"}]
        try:
            self.app.recover()
            self._say(path)
        except Exception as worse:
            self.report(worse)
            return False
        return True

    def _say(self, path: Path | None) -> None:
        t, app = self.app.tell, self.app
        kept = (
            say("What went wrong is written down in {file}.", file=path.name)
            if path
            else say("What went wrong could not be written down.")
        )
        share = PushButton(t(say("Share the report")), lambda: shared(app, path), "outline") if path else None
        app.sheet(
            Words(t(say("The app made a mistake")), "title"),
            Words(
                t(say("Your game is saved up to the last tap. Go on, or take that tap back if it looks wrong.")), "body"
            ),
            Words(t(kept), "meta", "text2"),
            PushButton(t(say("Go on")), app.close_sheet, "primary", "play"),
            share,
        )

    def report(self, fault: BaseException, thread: str = "") -> Path | None:
        """The fault as a file that a person can read; None where nothing can be written."""
        disk = self.app.store.disk
        name = f"{FOLDER}/{stamp(self.app.clock())}-{sum(self.faults.values()) + 1}.txt"
        try:
            disk.replace(name, told(self.app, fault, thread).encode())
            others = [each for each in disk.names(FOLDER) if f"{FOLDER}/{each}" != name]  # the clock may have gone back
            for old in others[: max(0, len(others) + 1 - KEPT)]:
                disk.remove(f"{FOLDER}/{old}")
        except (Trouble, OSError):
            return None
        return Path(disk.root / name)


def shared(app: AdjutantApp, path: Path) -> None:
    """A report to somebody who can read it."""
    app.close_sheet()
    if said := app.device.share_file(path):
        app.inform(said)


def reports(app: AdjutantApp) -> list[Path]:
    """All reports there are, the newest first."""
    return [app.store.disk.root / FOLDER / name for name in reversed(app.store.disk.names(FOLDER))]


def told(app: AdjutantApp, fault: BaseException, thread: str = "") -> str:
    """When, what, where in the app, the last taps, where in the code; a part that cannot be told
    is left out."""
    parts = (_head, _place, _events)
    lines = [f"{type(fault).__name__}: {fault}", *(["In the thread " + thread] if thread else [])]
    for part in parts:
        with suppress(Exception):
            lines += ["", *part(app)]
    return "\n".join([*lines, "", "".join(traceback.format_exception(fault))])


def _head(app: AdjutantApp) -> list[str]:
    import kivy

    return [
        f"Adjutant {version()}, {app.clock()}",
        f"Python {platform.python_version()}, Kivy {kivy.__version__}, {sys.platform}, {type(app.device).__name__}",
    ]


def _place(app: AdjutantApp) -> list[str]:
    asked = app.prompt if app.game else None
    return [
        "Screens: " + " > ".join(str(place["screen"]) for place in app.places),
        f"Game: {app.game.header.game} {app.game.key}" if app.game else "No game is open",
        f"Asked: {asked.key} ({english(asked.text)})" if asked else "Nothing is asked",
    ]


def _events(app: AdjutantApp) -> list[str]:
    """The last taps, oldest first; a sealed answer stays sealed."""
    if not app.game:
        return []
    events = app.game.session.shown()[-EVENTS:]
    return ["The last taps:", *(f"  {type(each).__name__}: {_sentence(each)}" for each in events)]


def _sentence(event: Event) -> str:
    sealed = isinstance(event, Answered) and event.value is None
    return capital(english(event.label)) if event.label and not sealed else ""
