"""Starting the app: Kivy made ready, its log in a file, and one sentence on the terminal where
it cannot go on."""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

from carddb.trouble import Trouble
from engine.values.texts import Text, say
from screens.app.device import is_android
from screens.app.log import STDERR, open_log

SETTINGS = {
    "KIVY_NO_ARGS": "1",
    "KIVY_WINDOW": "sdl2",  # else Kivy tries another kind, which ends the whole program where there is no screen
    "KIVY_CLIPBOARD": "sdl2,dummy",  # else Kivy starts programs to find one
}
SCREENS = "x11,wayland,kmsdrm"
"""Ways to a screen on Linux; SDL itself would go on to draw where it is not seen."""


def run_with_log(folder: Path, tell: Callable[[Text], str], run: Callable[[], object]) -> int:
    """Run something to its end, with the log in a folder; what the program ends with: 0, or 1
    where it could not go on."""
    terminal, log = begin_log(folder)
    try:
        run()
    except (Exception, SystemExit) as fault:  # Kivy ends the program where it finds no window
        logging.getLogger(__name__).exception("Adjutant ends")
        print(tell(reason(fault)), tell(place(log, folder)), file=terminal, flush=True)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def begin_log(folder: Path) -> tuple[IO[str], Path | None]:
    """Everything that is said from now on goes into the log: the terminal for sentences of ours,
    and the file."""
    if is_android():  # Android has a log of its own, which developers read
        return sys.stderr, open_log(folder, logging.StreamHandler())
    if os.name != "posix" or not sys.stderr:  # Windows renames no file that is open twice
        return sys.stderr, open_log(folder)
    terminal = os.fdopen(os.dup(STDERR), "w", encoding=sys.stderr.encoding, errors="replace")
    log = open_log(folder, takes_stderr=True)
    faulthandler.enable()
    return terminal, log


def prepare() -> None:
    """Kivy as this app wants it, with a window; before any other import of it."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    if sys.platform == "linux" and not is_android():
        os.environ.setdefault("SDL_VIDEODRIVER", SCREENS)
    from kivy.base import EventLoop
    from kivy.config import Config

    Config.set("input", "mouse", "mouse,disable_multitouch")  # else every right click leaves a red dot on the screen
    forget_touch_devices()
    EventLoop.ensure_window()


def forget_touch_devices() -> None:
    """Without mtdev Kivy would read them itself, which few players may: its thread would fail at
    every start."""
    from kivy.config import Config
    from kivy.input import MotionEventFactory

    if not MotionEventFactory.get("mtdev"):
        for name, provider in Config.items("input"):
            if provider.startswith("probesysfs"):
                Config.remove_option("input", name)


def reason(fault: BaseException) -> Text:
    """Why the app ends."""
    if isinstance(fault, SystemExit):
        return say("Adjutant cannot open a window: it needs a screen and OpenGL 2.")
    said = fault.why if isinstance(fault, Trouble) else f"{type(fault).__name__}: {fault}"
    return say("Adjutant had to stop: {fault}.", fault=said)


def place(log: Path | None, folder: Path) -> Text:
    """Where more is written."""
    if log is None:
        return say("No log can be written in {folder}.", folder=str(folder))
    return say("More is written in {file}.", file=str(log))
