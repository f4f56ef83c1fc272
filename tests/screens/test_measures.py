"""Every screen of the tour, measured: nothing cut off, nothing over another, nothing too small for a finger."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from screens.theme import MARKERS, audit

SIZES = ((360, 640), (412, 915), (1280, 800))


LANGUAGES = ("en", "fr")
WAYS = [*((size, language, 1.0) for size in SIZES for language in LANGUAGES), *((size, "fr", 2.0) for size in SIZES)]
"""Every size in both languages, and the longer one with text as large as the setting goes."""
GAMES = ("aam", "dust", "2gm", "epic", "front")
SPREAD = [(game, *WAYS[-1 - n]) for n, game in enumerate(GAMES)]
"""Each game on one of the hardest; all games on all of them is a long run."""


def measured(driver: Any, scenes: Any) -> None:
    from tests.screens.measuring import faults

    found = {fault: scene for scene in scenes for fault in faults(driver)}
    assert not found, "\n".join(f"{scene}: {fault}" for fault, scene in list(found.items())[:20])


@pytest.mark.parametrize(("size", "language", "text"), WAYS)
def test_no_words_are_cut_off_or_overlap(start: Callable[..., Any], size: tuple[int, int], language: str, text: float) -> None:
    """Every screen that is no table."""
    from tools.tour import rooms

    driver = start(size, language=language, text=text)
    measured(driver, rooms(driver))


@pytest.mark.parametrize(
    ("game", "size", "language", "text"),
    SPREAD if not os.environ.get("ADJUTANT_ALL") else [(game, *way) for game in GAMES for way in WAYS],
)
def test_no_words_are_cut_off_or_overlap_in_a_game(
    start: Callable[..., Any], game: str, size: tuple[int, int], language: str, text: float
) -> None:
    """A turn of a sample game, with every kind of question."""
    from tools.autoplay import Autoplay
    from tools.tour import SEED, game_scenes

    driver = start(size, language=language, text=text)
    measured(driver, game_scenes(driver, Autoplay(driver, SEED), game, "1"))


def test_contrast_floors() -> None:
    low = [row for row in audit() if row[2] < row[3]]
    assert not low
    assert len(audit()) >= 150


def test_every_marker_has_a_shape_of_its_own() -> None:
    assert len({marker.shape for marker in MARKERS.values()}) == len(MARKERS)
    assert len({marker.icon for marker in MARKERS.values()}) == len(MARKERS)
