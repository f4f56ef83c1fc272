"""What `make test` has no time for: laws on many more examples, models over long play, monkeys,
kills of the app itself.

`tools/soak.py` runs everything, which takes the better part of an hour. `-k word` chooses.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MONKEYS = "tests/screens/test_monkey.py"
PARTS = {
    "rules": ("--ignore=tests/screens", "--ignore=tests/link", "tests"),
    "link": ("tests/link",),
    "screens": (f"--ignore={MONKEYS}", "tests/screens"),
    "monkeys": (MONKEYS,),
}
"""Side by side; the monkeys by themselves, as they watch the memory of their process."""
NOTHING_TO_RUN = 5


def main(arguments: list[str]) -> int:
    """The worst that came of any part; a part that has nothing to run is no fault."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "law or hypothesis", "--durations=10"]
    told = {part: ROOT / "build" / f"soak-{part}.txt" for part in PARTS}
    told["rules"].parent.mkdir(exist_ok=True)
    print("What each part says meanwhile:", *(file.relative_to(ROOT) for file in told.values()), flush=True)
    running = {}
    for part, tests in PARTS.items():
        with told[part].open("w") as out:
            env = {**os.environ, "ADJUTANT_SOAK": "1"}
            running[part] = subprocess.Popen([*command, *tests, *arguments], cwd=ROOT, env=env, stdout=out, stderr=out)
    codes = [process.wait() for process in running.values()]
    print(*(file.read_text("utf-8") for file in told.values()), sep="\n")
    return max(0 if code == NOTHING_TO_RUN else code for code in codes)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
