"""A newcomer's machine, for test_launch.py: python newcomer.py start, broken or tour <folder>.

It has the packages that `make run` installs and no others, and no mtdev; xclip and xsel are not on
the path.
"""

from __future__ import annotations

import ctypes
import logging
import os
import re
import runpy
import sys
import tomllib
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def plain(name: str) -> str:
    """The name of a package as all its spellings have it."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", name)[0]).lower()


def needed(names: set[str]) -> set[str]:
    """These packages and all that they need in turn."""
    found, waiting = set(), set(names)
    while waiting:
        found.add(name := waiting.pop())
        try:
            lines = metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # for another system
            continue
        waiting |= {plain(line) for line in lines if "extra ==" not in line} - found
    return found


def strangers() -> set[str]:
    """Modules that are installed here and not by `make run`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    installed = needed({plain(pin) for pin in project["dependencies"] + project["optional-dependencies"]["scan"]})
    return {module for module, owners in metadata.packages_distributions().items() if not {plain(each) for each in owners} & installed}


class Refusing:
    """Finds no module of some names, whoever has it."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def find_spec(self, name: str, *_: Any) -> None:
        if name.split(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def without_library(name: str) -> Any:
    raise OSError(f"{name}: cannot open shared object file")


def leave_after_a_frame(app: Any) -> Any:
    """On the first frame all is looked for that Kivy misses here; then the player leaves."""
    from kivy.core.window import Window

    def look(*_: Any) -> None:
        Window.unbind(on_flip=look)
        for asked in ("kivy.core.camera", "kivy.core.clipboard"):
            import_module(asked)
        os.write(2, b"a library in C complains\n")
        logging.getLogger("newcomer").info("a frame of %s is drawn", app.navigator.here["screen"])
        app.stop()

    Window.bind(on_flip=look)
    return app


def start(what: str) -> int:
    import main

    made = main.app

    def app(*args: Any, **named: Any) -> Any:
        if what == "broken":
            raise LookupError("the dice are gone")
        return leave_after_a_frame(made(*args, **named))

    main.app = app
    return main.start()


if __name__ == "__main__":
    sys.path[0] = str(ROOT)
    sys.meta_path.insert(0, Refusing(strangers() | {"cv2", "gi", "picamera"}))
    ctypes.cdll.LoadLibrary = without_library
    what, *rest = sys.argv[1:]
    if what == "tour":
        sys.argv = ["tour.py", *rest, "--short"]
        runpy.run_path(str(ROOT / "tools" / "tour.py"), run_name="__main__")
    sys.exit(start(what))
