"""Every call to the machine around the app, in one place: it works, or it does nothing and says so;
it never raises.

Nothing is imported before it is used: the app starts without plyer, and the tests run without a
phone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import wraps
from logging import getLogger
from pathlib import Path
from threading import Thread
from typing import Any

from engine.values.texts import Text, say

Done = Callable[[Any], None]
log = getLogger(__name__)


def quiet(what: Callable[..., Any]) -> Callable[..., bool]:
    """A call the machine may refuse: whether it did what was asked."""

    @wraps(what)
    def call(*args: Any, **named: Any) -> bool:
        try:
            return what(*args, **named) is not False
        except Exception as no:
            log.info("%s: %s", what.__name__, no)
            return False

    return call


def later(do: Callable[[], object], seconds: float = 0) -> None:
    """On the thread that draws."""
    from kivy.clock import Clock

    Clock.schedule_once(lambda _dt: do(), seconds)


def copied(path: Path, folder: Path) -> Path:
    """A copy under its own name, or with a number where that is taken."""
    names = (path.name, *(f"{path.stem}-{n}{path.suffix}" for n in range(2, 1000)))
    to = next(folder / name for name in names if not (folder / name).exists())
    shutil.copyfile(path, to)
    return to


class Device:
    """A machine that can do nothing but keep files; what the others build on and fall back to."""

    camera_turned = 0
    """By how much the picture of the camera has to be turned to stand upright."""

    def __init__(self) -> None:
        self._camera: Any = None

    @property
    def data(self) -> Path:
        """Where everything is kept: as ADJUTANT_DATA says, or else as the system does."""
        told = os.environ.get("ADJUTANT_DATA")
        return Path(told) if told else self._data()

    def _data(self) -> Path:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "adjutant"

    def language(self) -> str:
        """The language the machine is set to, in two letters; nothing where it does not say."""
        return ""

    def buzz(self) -> bool:
        """A short vibration under the finger."""
        return False

    def speak(self, _text: str, _language: str) -> bool:
        """Say something aloud; what was being said is cut short."""
        return False

    def hush(self) -> bool:
        """Say nothing more."""
        return True

    def pick_file(self, _done: Done) -> bool:
        """Let the player choose a file: `done` gets its path, or None; False where there is no
        chooser."""
        return False

    def share_text(self, _text: str) -> Text | None:
        """Hand a text to another app; the sentence to show, or none where the system shows its
        own."""
        return say("This device cannot share")

    def share_file(self, _path: Path) -> Text | None:
        """Hand a file to another app; the sentence to show, or none where the system shows its
        own."""
        return say("This device cannot share")

    @quiet
    def keep_awake(self, on: bool) -> None:
        """The screen stays lit, or may go dark again."""
        from kivy.core.window import Window

        Window.allow_screensaver = not on

    def addresses(self) -> tuple[str, ...]:
        """Where others in the same network find this device."""
        from link.addresses import own_addresses

        return own_addresses()

    def hold(self, _way: str) -> bool:
        """Keep the screen "portrait" or "landscape", or let it turn with "any"."""
        return False

    def ask_camera(self, done: Done) -> None:
        """May the app use the camera? `done` gets the answer."""
        later(lambda: done(True))

    def take_camera(self, camera: Any) -> None:
        """The camera in use; the one before is freed."""
        self.free_camera()
        self._camera = camera

    def free_camera(self) -> bool:
        """Stop the camera and give it back: on leaving the screen, on pause, on stop."""
        camera, self._camera = self._camera, None
        return camera is not None and freed(camera)


@quiet
def freed(camera: Any) -> None:
    camera.stop()
    # Kivy's camera on Android keeps the device until it is collected: no other app could use it
    # meanwhile.
    if release := getattr(camera, "_release_camera", None):
        release()


class Desktop(Device):
    """A computer: the clipboard and the downloads folder instead of a share sheet, programs that
    speak and choose."""

    _voice: subprocess.Popen[bytes] | None = None

    def language(self) -> str:
        told = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        return next(filter(None, told), "")[:2].lower()

    @quiet
    def speak(self, text: str, language: str) -> bool:
        self.hush()
        command = voice(language)
        if not command:
            return self._speak_slowly(text)
        self._voice = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        assert self._voice.stdin
        with self._voice.stdin as words:
            words.write(text.encode())
        return True

    def _speak_slowly(self, text: str) -> bool:
        """By plyer, which waits until all is said."""
        if sys.platform.startswith("linux"):
            return False
        from plyer import tts

        Thread(target=quiet(tts.speak), args=(text,), daemon=True).start()
        return True

    @quiet
    def hush(self) -> None:
        before, self._voice = self._voice, None
        if before:
            before.terminate()
            before.wait()

    @quiet
    def pick_file(self, done: Done) -> bool:
        """By the desktop's own dialog.

        plyer's for Linux needs distutils, which Python 3.12 has no longer, and stops the app
        meanwhile.
        """
        command = chooser()
        if command:
            Thread(target=self._choose, args=(command, done), daemon=True).start()
            return True
        if sys.platform.startswith("linux"):
            return False
        from plyer import filechooser

        filechooser.open_file(on_selection=lambda chosen: later(lambda: done(Path(chosen[0]) if chosen else None)))
        return True

    def _choose(self, command: list[str], done: Done) -> None:
        told = subprocess.run(command, capture_output=True, check=False)
        name = os.fsdecode(told.stdout).rstrip("\n")
        later(lambda: done(Path(name) if name and not told.returncode else None))

    def share_text(self, text: str) -> Text | None:
        return say("Copied: paste it where you like") if self._copy(text) else super().share_text(text)

    @quiet
    def _copy(self, text: str) -> None:
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(text)

    def share_file(self, path: Path) -> Text | None:
        try:
            return say("Saved: {file}", file=str(copied(path, downloads())))
        except OSError as no:
            log.info("share_file: %s", no)
            return super().share_file(path)


def voice(language: str) -> list[str]:
    """The program that speaks what it reads, if there is one."""
    found = shutil.which("espeak-ng") or shutil.which("espeak")
    return [found, "-v", language, "--stdin"] if found else []


def chooser() -> list[str]:
    """The program that lets one choose a file, if there is one."""
    wanted = {"zenity": ["--file-selection"], "kdialog": ["--getopenfilename", "."]}
    return next(([found, *options] for name, options in wanted.items() if (found := shutil.which(name))), [])


def downloads() -> Path:
    """Where a player looks for files: the downloads, or home where there is no such folder."""
    from plyer import storagepath

    folder = Path(storagepath.get_downloads_dir())
    return folder if folder.is_dir() else Path.home()


def is_android() -> bool:
    return "ANDROID_ARGUMENT" in os.environ or hasattr(sys, "getandroidapilevel")


def here() -> Device:
    """The machine the app runs on."""
    if is_android():
        from screens.app.phone import Android

        return Android()
    return Desktop()
