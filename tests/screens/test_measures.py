"""Every screen of the tour, measured: nothing cut off, nothing over another, nothing too small for a finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from screens.theme import MARKERS, audit

SIZES = ((360, 640), (412, 915), (1280, 800))


@pytest.mark.parametrize(
    ("size", "language", "text"),
    [*((size, language, 1.0) for size in SIZES for language in ("en", "fr")), ((412, 915), "fr", 2.0)],
)
def test_no_words_are_cut_off_or_overlap(start: Callable[..., Any], size: tuple[int, int], language: str, text: float) -> None:
    """As large as the setting goes, in the longer language, nothing is cut off either."""
    from tests.screens.measuring import faults
    from tools.tour import scenes

    driver = start(size, tour_language=language, text=text)
    found = {fault: scene for scene in scenes(driver, games=("aam", "front")) for fault in faults(driver)}
    assert not found, "\n".join(f"{scene}: {fault}" for fault, scene in list(found.items())[:20])


def test_contrast_floors() -> None:
    low = [row for row in audit() if row[2] < row[3]]
    assert not low
    assert len(audit()) >= 150


def test_every_marker_has_a_shape_of_its_own() -> None:
    assert len({marker.shape for marker in MARKERS.values()}) == len(MARKERS)
    assert len({marker.icon for marker in MARKERS.values()}) == len(MARKERS)
