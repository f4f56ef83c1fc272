"""The evening that is benchmarked: every game can be played so, and the same seed taps the same."""

from __future__ import annotations

import pytest

from tools.bench_evening import GAMES, Evening, evening
from tools.evening_page import rewrite

TAPS = 25


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("start")
def test_an_evening_is_the_same_twice(game: str) -> None:
    """Exactly so many taps, each with a name and a time, the second evening like the first."""
    first, second = (evening(game, TAPS, load=False)["taps"] for _ in range(2))
    assert len(first) == TAPS
    assert [tap["name"] for tap in first] == [tap["name"] for tap in second]
    assert all(tap["seconds"] > 0 and tap["memory"] > 0 and tap["errand"] for tap in first)


def played(seconds: list[float], memory: list[int], odds: bool = False) -> Evening:
    taps = [
        {"name": f"table: {n}", "seconds": each, "memory": held, "garbage": 0.0, "odds": odds}
        for n, (each, held) in enumerate(zip(seconds, memory, strict=True))
    ]
    return Evening("aam", False, 0.005, 1_000, taps)


def test_an_evening_is_judged_by_its_middle_its_slow_and_its_slowest_tap() -> None:
    """100 taps of 1 to 100 ms beside one of 5: the 51st is 10.2 times, the 99th 19.8."""
    found = played([n / 1000 for n in range(1, 101)], [1_000] * 59 + [1_250] * 40 + [1_600])
    ratios = [(line.ratio, line.holds) for line in found.lines()]
    assert ratios == [("10.20", "NO"), ("19.80", "NO"), ("20.00", "yes"), ("1.28", "NO"), ("1.60", "yes"), ("", "yes")]
    assert next(iter(found.slowest())) == "20.0 times: table: 99 (100 ms)"


def test_a_tap_that_waits_for_odds_is_a_miss() -> None:
    *_, waits = played([0.001] * 3, [1_000] * 3, odds=True).lines()
    assert (waits.ours, waits.bar, waits.holds) == ("3", "none", "NO")


def test_the_page_keeps_what_another_run_wrote() -> None:
    """Before and now stand beside each other; a run of one game leaves the others as they are."""
    page = rewrite("# Benchmarks\n\n| a | b |\n", [("aam: worst", "50", "at most 20", "NO")], {"aam, before": ["x"]}, before=True)
    page = rewrite(page, [("dust: worst", "9", "at most 20", "yes")], {"dust, now": ["y"]}, before=False)
    page = rewrite(page, [("aam: worst", "12", "at most 20", "yes")], {"dust, now": ["z"]}, before=False)
    assert page.startswith("# Benchmarks\n\n| a | b |\n\n## An evening of each game\n")
    assert "| aam: worst | 50 | 12 | at most 20 | yes |\n| dust: worst |  | 9 | at most 20 | yes |\n" in page
    assert page.endswith("### aam, before\n\n- x\n\n### dust, now\n\n- z\n")
    assert rewrite(page, [], {}, before=False) == page
