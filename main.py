"""The composition root: puts the app together and starts it; no logic."""

from __future__ import annotations

import os
import random
from collections import ChainMap
from datetime import datetime
from pathlib import Path
from typing import Any


def app(folder: Path, **made: Any) -> Any:
    """The app over the data in a folder."""
    from carddb.store import Store
    from engine.games import RULESETS
    from engine.playing.open_turn import OWN_GAME
    from screens.app import AdjutantApp
    from screens.resources import LOCALE

    def clock() -> str:
        return datetime.now().isoformat(timespec="seconds")

    rulesets = ChainMap({OWN_GAME.key: OWN_GAME}, RULESETS)  # type: ignore[arg-type]  # nobody writes to it
    store = Store(folder, rulesets, clock)
    return AdjutantApp(store, LOCALE, rulesets, random.SystemRandom().choice, clock, **made)


def start() -> None:
    """The app as the player starts it, until the player leaves."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_CLIPBOARD", "sdl2,dummy")  # else Kivy starts programs to find one
    from kivy.config import Config

    from screens.device import here

    Config.set("input", "mouse", "mouse,disable_multitouch")  # else every right click leaves a red dot on the screen
    device = here()
    app(device.data, device=device).run()


if __name__ == "__main__":
    start()
