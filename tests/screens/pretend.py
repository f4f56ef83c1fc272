"""A machine that only writes down what it was asked, for tests of screens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.values.texts import Text
from screens.app.device import Device, Done


class Pretend(Device):
    """Everything works at once; `asked` says what was wanted, in order."""

    def __init__(self, folder: Path, chosen: Path | None = None, allowed: bool = True) -> None:
        super().__init__()
        self.folder, self.chosen, self.allowed = folder, chosen, allowed
        self.asked: list[tuple[Any, ...]] = []

    @property
    def data(self) -> Path:
        return self.folder

    def _note(self, *what: Any) -> bool:
        self.asked.append(what)
        return True

    def buzz(self) -> bool:
        return self._note("buzz")

    def speak(self, text: str, language: str) -> bool:
        return self._note("speak", text, language)

    def hush(self) -> bool:
        return self._note("hush")

    def pick_file(self, done: Done) -> bool:
        done(self.chosen)
        return self._note("pick_file")

    def share_text(self, text: str) -> Text | None:
        self._note("share_text", text)
        return None

    def share_file(self, path: Path) -> Text | None:
        self._note("share_file", path)
        return None

    def keep_awake(self, on: bool) -> bool:
        return self._note("keep_awake", on)

    def hold(self, way: str) -> bool:
        return self._note("hold", way)

    def ask_camera(self, done: Done) -> None:
        self._note("ask_camera")
        done(self.allowed)
