"""The composition root: puts the app together and starts it; no logic."""

from __future__ import annotations

import random
import sys
from collections import ChainMap
from datetime import datetime
from pathlib import Path
from typing import Any


def app(folder: Path, **made: Any) -> Any:
    """The app over the data in a folder."""
    from carddb.store import Store
    from engine.games import RULESETS
    from engine.playing.own_game import OWN_GAME
    from screens.app.lifecycle import AdjutantApp
    from screens.app.resources import LOCALE

    def clock() -> str:
        return datetime.now().isoformat(timespec="seconds")

    rulesets = ChainMap({OWN_GAME.key: OWN_GAME}, RULESETS)  # type: ignore[arg-type]  # it is not written to
    store = Store(folder, rulesets, clock)
    return AdjutantApp(store, LOCALE, rulesets, random.SystemRandom().choice, clock, **made)


def start() -> int:
    """The app on this machine; what the program ends with."""
    from screens.app.device import here
    from screens.app.launch import prepare, run_with_log
    from screens.app.resources import LOCALE
    from screens.present.i18n import Language

    device = here()

    def run() -> None:
        prepare()
        app(device.data, device=device).run()

    return run_with_log(device.data, lambda text: Language(device.language(), LOCALE).tell(text), run)


if __name__ == "__main__":
    sys.exit(start())
