"""Adjutant as an installed program: what its commands call.

In the wheel this folder holds what a clone holds at its top: main.py, the layers and the files they
read. Only the name `adjutant` is taken in the environment; the layers find each other because this
folder comes first on the path.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))


def start_app() -> int:
    """The command adjutant, as `python main.py`; `adjutant hall` is a hall without a screen."""
    if sys.argv[1:2] == ["hall"]:
        from hall.__main__ import main

        return main(sys.argv[2:], "adjutant hall")
    from main import start

    return start()


def run_engine() -> int:
    """The command adjutant-engine, as `python -m engine`."""
    from engine.__main__ import main

    return main(prog="adjutant-engine")


def run_cards() -> int:
    """The command adjutant-cards, as `python -m carddb`."""
    from carddb.__main__ import main

    return main(prog="adjutant-cards")
