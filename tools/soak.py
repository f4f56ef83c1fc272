"""The laws of the test suite, tried on many more examples than `make test` has time for."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str]) -> int:
    laws = [sys.executable, "-m", "pytest", "-q", "-m", "law or hypothesis", *arguments]
    return subprocess.run(laws, cwd=ROOT, env={**os.environ, "ADJUTANT_SOAK": "1"}).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
