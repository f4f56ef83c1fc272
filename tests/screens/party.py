"""Several devices that lie around one table, each an app in a folder of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.core.window import Window

from tests.screens.pretend import Pretend
from tools.tour import begin

SIZE = (412, 915)


class Party:
    """Devices that lie around the table: one of them is looked at, and touched, at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.drivers: dict[str, Any] = {}

    def start(self, name: str, size: tuple[int, int] = SIZE, **settings: Any) -> Any:
        """A device of this name; one that ran before comes back after a kill."""
        if name in self.drivers:
            self.stop(name)
        for other in self.drivers.values():
            Window.remove_widget(other.app.root)
        driver = self.drivers[name] = begin(self.folder / name, size, **settings)
        device = Pretend(self.folder / name)
        device.addresses = lambda: ("127.0.0.1",)  # type: ignore[method-assign]
        driver.put(device=device)
        return driver

    def stop(self, name: str) -> None:
        self.drivers.pop(name).stop()

    def take(self, name: str) -> Any:
        """This one in the hand."""
        for other in self.drivers.values():
            if other.app.root in Window.children:
                Window.remove_widget(other.app.root)
        driver = self.drivers[name]
        Window.add_widget(driver.app.root)
        driver.frames(3)
        return driver


def type_code(driver: Any, code: str) -> None:
    """A fresh device reads a code as it is typed."""
    driver.tap("English")
    driver.tap("To the start")
    driver.reach("Scan")
    driver.reach("Type a code")
    driver.tap("The text of the code")
    driver.type(code)
    driver.tap("Read it")
