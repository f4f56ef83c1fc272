"""A child process: attacks by touches, enters two dice, says what is asked, and is killed on the
spot."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tools.tour import begin, prepare


def main(folder: Path) -> None:
    from tools.autoplay import Autoplay

    driver = begin(folder, (412, 915), language="en")
    hand = Autoplay(driver, 5)
    driver.tap("Try a sample")
    driver.tap("Axis & Allies Miniatures")
    while not driver.app.table.state.step.endswith("assault"):
        hand.onward()
    hand.press(hand.of("UnitRow")[0])
    hand.press(next(row for row in hand.of("ActionRow") if row.name == "Attack"))
    hand.press(hand.main())
    while driver.app.table.prompt.kind != "roll":
        hand.answer()
    driver.tap("5")
    driver.tap("6")
    print(driver.app.table.prompt.key, driver.app.table.prompt.checks[0].dice, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    prepare(samples=0)
    main(Path(sys.argv[1]))
