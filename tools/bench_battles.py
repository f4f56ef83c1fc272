"""The odds of real battles, set by set: the worst and the 95th percentile, and how exact they are.

Every question of `tools/battles.py` is asked once, as a program would ask it, in processor time.
`--few` takes the first of each set, `--write` puts the table into docs/BENCHMARKS.md.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

from battles import SETS
from timing import HEAD, Line, printed

from engine.doors.ask import answered
from engine.games import RULESETS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "BENCHMARKS.md"
TITLE = "\n## The odds of real battles\n"
MOST_SECONDS, MOST_WITHIN = 1.0, Fraction(1, 10_000)
FEW = 12


@dataclass(frozen=True, slots=True)
class Battle:
    """A question asked: its name, what it took, how much its chances may be too small."""

    name: str
    seconds: float
    within: Fraction
    counted: bool


def asked(name: str, few: bool) -> Iterator[Battle]:
    for question in islice(SETS[name](), FEW if few else None):
        reply, seconds = timed(partial(answered, RULESETS, question))
        if "refused" in reply or "error" in reply or "unknown" in reply:
            raise SystemExit(f"{question['id']}: {reply}")
        yield Battle(question["id"], seconds, Fraction(reply.get("within", 0)), "uncounted" not in reply)


def timed(work: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], float]:
    """As in the app, which runs without the collector of cycles."""
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        return work(), time.process_time() - began
    finally:
        gc.enable()


def lines(few: bool = False) -> Iterator[Line]:
    for name in SETS:
        found = sorted(asked(name, few), key=lambda each: each.seconds)
        late, worst = found[max(0, round(len(found) * 0.95) - 1)], found[-1]
        exact = sum(not each.within and each.counted for each in found)
        yield _judged(f"{name}: 95th percentile of {len(found)}", late.seconds)
        yield _judged(f"{name}: worst, {worst.name}", worst.seconds)
        loosest = max(each.within for each in found)
        holds = loosest <= MOST_WITHIN and all(each.counted for each in found)
        bound = f"{float(loosest):.1e}" if loosest else "exact"
        yield Line(f"{name}: {exact} of {len(found)} exact, the others within", bound, bar="1.0e-04", holds=_yes(holds))


def _judged(what: str, seconds: float) -> Line:
    return Line(what, f"{seconds * 1000:,.0f} ms", bar="at most 1 s", holds=_yes(seconds <= MOST_SECONDS))


def _yes(holds: bool) -> str:
    return "yes" if holds else "NO"


def main(arguments: list[str]) -> int:
    found = printed(lines("--few" in arguments))
    if "--write" in arguments:
        before, _, after = PAGE.read_text("utf-8").partition(TITLE)
        old = after.partition("\n## ")
        rows = [(HEAD[0], HEAD[1], HEAD[4], HEAD[5]), ("---", "---:", "---", "---")]
        rows += [(line.what, line.ours, line.bar, line.holds) for line in found]
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        told = old[0].partition("\n| what |")[0]
        rest = f"{old[1]}{old[2]}" if old[1] else ""
        PAGE.write_text(f"{before}{TITLE}{told}\n{table}\n{rest}", "utf-8")
    return 1 if any(line.holds == "NO" for line in found) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
