"""Every screen of the tour, measured: nothing cut off, nothing over another, nothing too small
for a finger."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from engine.values.events import TrackerSet
from screens.widgets.colours import PALETTES, contrast
from screens.widgets.theme import MARKERS, blend_of, ink_on, line_of

pytestmark = pytest.mark.usefixtures("hurried")
SIZES = ((360, 640), (412, 915), (1280, 800))


LANGUAGES = ("en", "fr")
WAYS = [*((size, language, 1.0) for size in SIZES for language in LANGUAGES), *((size, "fr", 2.0) for size in SIZES)]
"""Every size in both languages, and the longer one with text as large as the setting goes."""
GAMES = ("aam", "dust", "2gm", "epic", "front")
SPREAD = [(game, *WAYS[-1 - n]) for n, game in enumerate(GAMES)]
"""Each game on one of the hardest; all games on all of them is for a soak."""
EVERY = [pytest.param(game, *way, marks=pytest.mark.law) for game in GAMES for way in WAYS]


def measured(driver: Any, scenes: Any) -> None:
    from tests.screens.measuring import faults

    found = {fault: scene for scene in scenes for fault in faults(driver)}
    assert not found, "\n".join(f"{scene}: {fault}" for fault, scene in list(found.items())[:20])


@pytest.mark.parametrize(("size", "language", "text"), WAYS)
def test_no_words_are_cut_off_or_overlap(start: Callable[..., Any], size: tuple[int, int], language: str, text: float) -> None:
    """Every screen that is no table."""
    from tools.scenes import rooms

    driver = start(size, language=language, text=text)
    measured(driver, rooms(driver))


@pytest.mark.parametrize(("game", "size", "language", "text"), EVERY if os.environ.get("ADJUTANT_SOAK") == "1" else SPREAD)
def test_no_words_are_cut_off_or_overlap_in_a_game(start: Callable[..., Any], game: str, size: tuple[int, int], language: str, text: float) -> None:
    """A turn of a sample game, with every kind of question."""
    from tools.autoplay import Autoplay
    from tools.scenes import SEED, game_scenes

    driver = start(size, language=language, text=text)
    measured(driver, game_scenes(driver, Autoplay(driver, SEED), game, "1", steps=5))


@pytest.mark.parametrize(("size", "language"), [((360, 640), "fr"), ((412, 915), "fr"), ((360, 640), "en")])
def test_the_longest_state_of_a_unit_stays_on_its_sheet(start: Callable[..., Any], size: tuple[int, int], language: str) -> None:
    """Damaged, face down, with the largest letters."""
    from tests.screens.measuring import faults
    from tests.screens.small import in_play

    driver = start(size, language=language, text=2.0)
    in_play(driver, "aam", "first_assault")
    unit = next(iter(driver.app.table.state.units.values()))
    driver.app.table.session.overrule(TrackerSet(unit.id, "face_down", ("disrupted", "damaged")))
    driver.app.navigator.go("unit", unit=unit.id)
    driver.frames(3)
    assert not faults(driver)


def audit() -> list[tuple[str, str, float, float]]:
    """Every (palette, pair, ratio, floor) that the interface relies on."""
    out = []
    for p in PALETTES.values():
        for ink in ("text", "text2", "text3"):
            for ground in ("bg", "surface", "raised"):
                out.append((p.name, f"{ink} on {ground}", contrast(getattr(p, ink), getattr(p, ground)), 4.5))
        out.append((p.name, "text on high", contrast(p.text, p.high), 4.5))
        out.append((p.name, "text2 on high", contrast(p.text2, p.high), 4.5))
        out.append((p.name, "on_accent on accent", contrast(p.on_accent, p.accent), 4.5))
        for ground in ("bg", "surface", "raised"):
            out.append((p.name, f"accent on {ground}", contrast(p.accent, getattr(p, ground)), 4.5))
            out.append((p.name, f"edge on {ground}", contrast(p.edge, getattr(p, ground)), 3.0))
        for seat in ("seat1", "seat2", "seat3", "seat4"):
            out.append((p.name, f"{seat} on surface", contrast(getattr(p, seat), p.surface), 4.5))
            out.append((p.name, f"{seat} on raised", contrast(getattr(p, seat), p.raised), 4.5))
        for key in {marker.colour: None for marker in MARKERS.values()}:
            out.append((p.name, f"{key} outline on surface", contrast(line_of(p, key), p.surface), 4.5))
            out.append((p.name, f"icon on {key}", contrast(ink_on(p, key), getattr(p, key)), 4.5))
            out.append((p.name, f"text on {key} chip", contrast(p.text, blend_of(p, key)), 4.5))
    return out


def test_contrast_floors() -> None:
    low = [row for row in audit() if row[2] < row[3]]
    assert not low
    assert len(audit()) >= 150


def test_every_marker_has_a_shape_of_its_own() -> None:
    assert len({marker.shape for marker in MARKERS.values()}) == len(MARKERS)
    assert len({marker.icon for marker in MARKERS.values()}) == len(MARKERS)


@pytest.mark.parametrize("theme", ["dark", "light", "high contrast"])
def test_markers_are_told_apart_without_colour(start: Callable[..., Any], theme: str) -> None:
    """Drawn, in grey values: any two markers differ in at least an eighth of the points that
    either of them draws."""
    from itertools import combinations

    driver = start(language="en", theme=theme)
    greys = {key: grey_chip(driver, key) for key in MARKERS}
    ground = grey_chip(driver, "")
    for (one, first), (other, second) in combinations(greys.items(), 2):
        drawn = [n for n, empty in enumerate(ground) if abs(first[n] - empty) > 24 or abs(second[n] - empty) > 24]
        apart = sum(abs(first[n] - second[n]) > 24 for n in drawn)
        assert drawn
        assert apart > len(drawn) / 8, f"{one} and {other} look alike in {theme}: {apart} of {len(drawn)}"


def grey_chip(driver: Any, key: str) -> bytes:
    """A marker as it is drawn on a card, in grey; "" is the empty ground."""
    from kivy.uix.widget import Widget

    from screens.widgets.ground import paint
    from screens.widgets.markers import Token

    box = paint(Widget(size_hint=(None, None), size=(48, 48)), "surface")
    if key:
        token = Token(key, 40)
        token.pos = (4, 4)
        box.add_widget(token)
    driver.app.navigator.root_widget.add_widget(box)
    driver.frames(3)
    pixels = box.export_as_image().texture.pixels
    driver.app.navigator.root_widget.remove_widget(box)
    red, green, blue = pixels[::4], pixels[1::4], pixels[2::4]
    return bytes((299 * r + 587 * g + 114 * b) // 1000 for r, g, b in zip(red, green, blue, strict=True))
