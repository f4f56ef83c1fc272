"""A module of Kivy that test_wheel.py gives to the installed app: it tells what the app shows, then
ends it.

The app is started by its own command and knows nothing of this. What is printed is one line of
JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

OURS = {"adjutant", "main", "screens", "carddb", "engine", "tools", "tests"}
FRAMES = 4
"""A page is measured in the first frames that show it."""


def start(window: Any, _context: Any) -> None:
    """Called by Kivy when the window is made: from then on one step a frame."""
    steps = watch(window)
    window.bind(on_flip=lambda _window: next(steps, None))


def stop(_window: Any, _context: Any) -> None:
    """Called by Kivy when the window goes."""


def watch(window: Any) -> Iterator[None]:
    """The first frame that shows something; then Help in French, whose manual, pictures and
    catalogue are files."""
    from kivy.app import App

    while not window.children:
        yield
    app = App.get_running_app()
    try:
        first = shown(window, "text")
        app.set("language", "fr")
        app.navigator.go("help", chapter="scan")
        for _ in range(FRAMES):
            window.canvas.ask_update()  # a page at rest draws no frame by itself
            yield
        tell(app, first=first, help=shown(window, "text"), pictures=shown(window, "source"))
    finally:
        app.stop()


def shown(window: Any, name: str) -> list[str]:
    """What the widgets in the window have under a name."""
    return [str(found) for root in window.children for widget in root.walk() if (found := getattr(widget, name, ""))]


def tell(app: Any, **seen: list[str]) -> None:
    """What was seen, what the app says of itself, where its code comes from."""
    from screens.app.version import version

    files = [str(module.__file__) for name, module in sys.modules.items() if name.split(".")[0] in OURS and getattr(module, "__file__", None)]
    print(json.dumps({"version": version(), "icon": app.get_application_icon(), "path": sys.path, "files": files, **seen}), flush=True)
