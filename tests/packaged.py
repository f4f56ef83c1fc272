"""The smoke test of a packaged app, run by test_packaging.py: python -I packaged.py <app> <driver>
<data> <start or again>.

It starts the app of that folder and no other, plays by touches to the first question, and dies as a
phone lets it die: paused, then killed. Started again it says where it is. What it prints is one
line of JSON.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

OURS = {"main", "screens", "carddb", "engine", "tools", "tests"}


def driver_from(path: str) -> Any:
    """The driver, from outside the package: it is the finger, not the app."""
    spec = spec_from_file_location("finger", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Driver


def main_button(driver: Any) -> Any:
    """The primary button at the bottom."""
    bar = [widget for widget in driver.widgets() if type(widget).__name__ == "BottomAction"][-1]
    return next(widget for widget in bar.walk(restrict=True) if type(widget).__name__ == "PushButton")


def played(driver: Any) -> None:
    """Welcome, French, the sample of the first game, its table, the first question."""
    from engine.values.texts import say

    app, seen = driver.app, []
    seen.append(app.navigator.here["screen"])
    driver.tap("Français")
    french = app.context.tell(say("Try it"))
    driver.tap(french)
    seen.append(app.navigator.here["screen"])
    driver.reach(app.context.tell(next(iter(app.context.rulesets.values())).title))
    seen.append(app.navigator.here["screen"])
    for _ in range(4):
        if not app.table.prompt:
            driver.tap(main_button(driver))
    told(driver, seen=seen, french=french != "Try it", lived=lived(driver))


def lived(driver: Any) -> list[bool]:
    """What a phone does to an app that is open: turned and turned back, short of memory, paused
    and resumed; still there each time."""
    from kivy.core.window import Window

    app, before = driver.app, (driver.app.navigator.here["screen"], driver.texts())
    upright = tuple(Window.size)
    driver.resize((upright[1], upright[0]))
    turned = app.navigator.here["screen"] == before[0]
    driver.resize(upright)
    same = [turned and (app.navigator.here["screen"], driver.texts()) == before]
    for happens in (lambda: Window.dispatch("on_memorywarning"), lambda: (app.dispatch("on_pause"), app.dispatch("on_resume"))):
        happens()
        driver.frames(3)
        same.append((app.navigator.here["screen"], driver.texts()) == before)
    return same


def told(driver: Any, **more: Any) -> None:
    """Where the app stands, what it asks, what it ran from, what it says of itself."""
    from screens.app.version import version

    app = driver.app
    files = {name: str(module.__file__) for name, module in sys.modules.items() if name.split(".")[0] in OURS and getattr(module, "__file__", None)}
    print(
        json.dumps(
            {
                "screen": app.navigator.here["screen"],
                "asks": app.context.tell(app.table.prompt.text) if app.table.prompt else "",
                "texts": driver.texts(),
                "version": version(),
                "strays": sorted(file for file in files.values() if not file.startswith(sys.argv[1] + os.sep)),
                "modules": len(files),
                **more,
            }
        ),
        flush=True,
    )


def main() -> None:
    folder, finger, data, what = sys.argv[1:]
    sys.path.insert(0, folder)
    from main import app

    made = app(Path(data))
    if what == "start":
        made.context.store.settings.set("still", True)
    driver = driver_from(finger)(made)
    if what == "start":
        played(driver)
        made.dispatch("on_pause")
        os.kill(os.getpid(), signal.SIGKILL)
    told(driver)
    made.dispatch("on_stop")


main()
