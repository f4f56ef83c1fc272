"""The evening that is benchmarked: every game can be played so, and the same seed taps the same."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

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


@pytest.fixture
def watch() -> Iterator[Any]:
    from tools.evening_hand import Watch

    made = Watch()
    yield made
    made.end()


def run_thread(name: str, job: Any) -> None:
    thread = threading.Thread(target=job, name=name)
    thread.start()
    thread.join()


def compute() -> None:
    """20 ms of the processor, however long they take."""
    began = time.thread_time()
    while time.thread_time() < began + 0.02:
        pass


def test_only_what_works_out_odds_is_counted_apart(watch: Any) -> None:
    run_thread("save", compute)
    assert watch.beside == 0
    run_thread("work", compute)
    assert watch.beside >= 0.02


def test_garbage_collected_in_a_thread_stops_the_drawing_too(watch: Any) -> None:
    """It is the tap's: the time of the thread is that of its work alone."""
    gc.collect()
    before = watch.garbage
    run_thread("work", gc.collect)
    assert watch.garbage > before
    assert watch.beside < watch.garbage - before


@pytest.mark.parametrize(("ways", "thread", "waits"), [(2, "MainThread", True), (1, "MainThread", False), (2, "work", False)])
def test_a_tap_waits_for_odds_where_the_drawing_walks_dice_of_more_than_one_way(watch: Any, ways: int, thread: str, waits: bool) -> None:
    walked = watch._asked(lambda *_: SimpleNamespace(ways=(1,) * ways))
    walked(None, None) if thread == "MainThread" else run_thread(thread, lambda: walked(None, None))
    assert watch.odds is waits


def test_a_watch_leaves_everything_as_it_was() -> None:
    from tools.evening_hand import Watch

    before = threading.Thread.run, list(gc.callbacks)
    Watch().end()
    assert (threading.Thread.run, gc.callbacks) == before


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


def test_memory_after_another_number_of_taps_takes_the_place_of_the_last() -> None:
    """What was measured before stays, and stands alone; another game is left as it is."""
    bar = ("at most 1.25", "yes")
    page = rewrite("", [("aam: after 600", "1.02", *bar)], {}, before=True)
    page = rewrite(page, [("aam: after 600", "1.29", *bar), ("dust: after 120", "1.1", *bar)], {}, before=False)
    page = rewrite(page, [("aam: after 240", "1.2", *bar)], {}, before=False)
    assert "| aam: after 600 | 1.02 |  | at most 1.25 |  |\n" in page
    assert "| aam: after 240 |  | 1.2 | at most 1.25 | yes |" in page
    assert "| dust: after 120 |  | 1.1 | at most 1.25 | yes |\n" in page
    assert "1.29" not in page


@pytest.mark.parametrize(
    ("frames", "shown", "rolls", "waited"), [((5, 3, 1, 1), 2, False, 8), ((5, 1, 9, 1), 1, False, 9), ((0, 2), 0, False, 2), ((4, 6, 2), 3, True, 6)]
)
def test_a_tap_waits_for_the_last_frame_that_draws_or_a_later_one_that_takes_longer(frames: tuple[int, ...], shown: int, rolls: bool, waited: int) -> None:
    from tools.evening_hand import Hand

    hand = Hand.__new__(Hand)
    hand._frames, hand._shown = list(frames), shown
    assert hand._waited(rolls) == waited
