"""What `make test` has no time for: laws on many more examples, models over long play, monkeys, kills of the app itself.

`tools/soak.py` runs everything, in two processes one after the other: what draws leaves much memory behind. `-k word` chooses.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = (("--ignore=tests/screens", "tests"), ("tests/screens",))


def main(arguments: list[str]) -> int:
    """The worst that came of any part; a part that has nothing to run is no fault."""
    env = {**os.environ, "ADJUTANT_SOAK": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-m", "law or hypothesis", "--durations=10"]
    codes = [subprocess.run([*command, *part, *arguments], cwd=ROOT, env=env, check=False).returncode for part in PARTS]
    return max(0 if code == 5 else code for code in codes)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
