"""A short tour of Adjutant; pictures of the screens once there are screens."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINES = 24


def main() -> int:
    print("There are no screens to show yet; these are questions the engine answers without one.", flush=True)
    if not (ROOT / "engine" / "__main__.py").exists():
        print("The engine cannot be asked from the command line yet.")
        return 0
    asked = subprocess.run(
        [sys.executable, "-m", "engine", "questions"], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8"
    )
    lines = asked.stdout.splitlines()
    print(*lines[:LINES], sep="\n")
    if len(lines) > LINES:
        print(f"... and {len(lines) - LINES} more lines: .venv/bin/python -m engine questions")
    return asked.returncode


if __name__ == "__main__":
    raise SystemExit(main())
