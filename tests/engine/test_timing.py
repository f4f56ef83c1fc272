"""The table of the benchmarks: what counts as missed."""

from __future__ import annotations

import pytest

from tools.timing import Race, Row, judged, shown


def row(*ratios: float, **more: float) -> Row:
    """A row whose runs come out so many times faster, one after another."""
    runs = iter(ratios)
    return Row("row", lambda: Race(1.0, next(runs)), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ratios", "holds", "left"), [((3, 3, 3, 9), "yes", 9), ((1, 3, 1, 3, 3, 9), "yes", 9), ((1, 3, 3, 1, 1, 9), "NO", 9), ((1, 1, 1, 9), "NO", 9)]
)
def test_a_bar_is_missed_when_most_of_five_runs_miss_it(ratios: tuple[float, ...], holds: str, left: float) -> None:
    """And no run more than it takes to know."""
    runs = iter(ratios)
    assert judged(Row("row", lambda: Race(1.0, next(runs)), faster=2)).holds == holds
    assert next(runs) == left


def test_at_most_so_many_times_slower() -> None:
    assert judged(row(0.5, 0.5, 0.5, slower=2)).cells == ("row", "1.0 us", "0.5 us", "2.00", "at most 2", "yes")
    assert judged(row(0.4, 0.4, 0.4, slower=2)).holds == "NO"


def test_without_a_bar_it_is_measured_once_and_only_shown() -> None:
    assert judged(row(0.25)).cells == ("row", "1.0 us", "0.2 us", "0.25", "", "")


def test_other_fractions_are_no_race() -> None:
    assert judged(Row("row", lambda: Race(1, 1), 1, same=lambda: False)).holds == "NO: other fractions"


@pytest.mark.parametrize(
    ("value", "unit", "text"), [(1.23, "us", "1.2 us"), (123.4, "us", "123 us"), (9876, "us", "9,876 us"), (98765, "us", "99 ms"), (677436, "bytes", "677 kB")]
)
def test_figures(value: float, unit: str, text: str) -> None:
    assert shown(value, unit) == text
