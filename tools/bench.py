"""Every benchmark in turn; a bar that is missed anywhere ends in failure."""

import subprocess
import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parent
BENCHES = ("bench_odds.py", "bench_walk.py", "bench_store.py")


def main() -> int:
    missed = []
    for bench in BENCHES:
        print(f"== {bench}", flush=True)
        if subprocess.run([sys.executable, str(TOOLS / bench)]).returncode:
            missed.append(bench)
        print(flush=True)
    print(f"Missed: {', '.join(missed)}." if missed else "Every bar is met.")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
