"""Design tokens: the one place where a colour, a size or a duration is decided.

Nothing here imports Kivy. Sizes are plain numbers: `dp` for geometry, `sp` for text; widgets
convert them. Markers have no words here: a game names its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from screens.widgets.colours import PALETTES, Palette, contrast, mix


@dataclass(frozen=True, slots=True)
class Type:
    """A text role: font family, size in sp, bold, line height."""

    family: str
    size: int
    bold: bool = False
    leading: float = 1.0


TYPE = {
    "display": Type("slab", 38),  # the number of a verdict, a stepper's value
    "headline": Type("slab", 25),  # the verdict sentence
    "title": Type("slab", 20),  # screen title, sheet title
    "number": Type("slab", 18),  # percentages, points, counts in a row
    "row": Type("Roboto", 17, bold=True),  # name of a unit, a step, a line
    "name": Type("cond", 18, bold=True),  # name of a unit in a dense row: long words stay whole
    "body": Type("Roboto", 16, leading=1.08),
    "button": Type("Roboto", 17, bold=True),
    "meta": Type("Roboto", 14, leading=1.05),  # reasons, second lines
    "chip": Type("cond", 15),  # marker words
    "head": Type("cond", 14, bold=True),  # section heads
    "over": Type("cond", 14),  # the fact at their right
    "cite": Type("cond", 14),  # rule references
}


LARGE_FROM = 20  # sp; text of this size and above grows half as fast as the text-size setting


def grown(size: float, setting: float) -> float:
    """Size of a text at a text-size setting of 1.0 to 2.0: body grows fully, titles by half."""
    return size * (1 + (setting - 1) / 2) if size >= LARGE_FROM else size * setting


class Space:
    margin, margin_compact = 16, 12


class Radius:
    chip, control, card, sheet = 8, 12, 14, 24


class Touch:
    """Smallest side of anything a finger may hit, in dp."""

    min, comfortable, primary = 48, 56, 60


class Size:
    app_bar, row, row_compact, chip, token, token_large, symbol = 60, 64, 60, 28, 20, 32, 44
    bar, switch_w, switch_h = 12, 46, 28
    two_pane_from, spread_from, compact_below, short_below, widest = (
        840,
        560,
        380,
        720,
        720,
    )  # window width, its height for a page beside the table, width, height; a single column
    huge_from = 1.75  # text setting from which the dice pad scrolls with the page and the saved line goes
    stack_from = 1.3  # text setting from which side-by-side pairs stack


class Motion:
    """Seconds. Motion explains a change of place; it never delays a tap, and 'reduce motion'
    sets all to 0."""

    press, chip, sheet, screen = 0.08, 0.12, 0.22, 0.18


@dataclass(frozen=True, slots=True)
class Marker:
    """What a marker looks like everywhere: silhouette, icon, colour token."""

    shape: str
    icon: str
    colour: str


MARKERS = {
    "disrupted": Marker("triangle", "exclamation-thick", "disrupted"),
    "damaged": Marker("square", "wrench", "damaged"),
    "destroyed": Marker("octagon", "close-thick", "destroyed"),
    "broken": Marker("pennant", "link-variant-off", "damaged"),
    "suppressed": Marker("plate_down", "chevron-double-down", "suppressed"),
    "blast": Marker("star", "circle-small", "blast"),
    "ammo": Marker("cartridge", "minus-thick", "ammo"),
    "smoke": Marker("cloud", "dots-horizontal", "smoke"),
    "activated": Marker("circle", "check-bold", "activated"),
}


def ink_on(p: Palette, key: str) -> str:
    """Icon ink on the filled marker: whichever of the two inks reads better."""
    return max((p.on_marker, p.text), key=lambda ink: contrast(ink, getattr(p, key)))


def line_of(p: Palette, key: str) -> str:
    """Ink of a marker's outline, dashes and hollow icon: its colour where that can be seen, else
    the text ink."""
    colour = getattr(p, key)
    return colour if contrast(colour, p.surface) >= 4.5 else p.text


TAGS = {
    "red": "#D64545",
    "yellow": "#E8C547",
    "green": "#4FA36B",
    "blue": "#4A86C8",
    "white": "#F2F0E8",
    "black": "#1C1A17",
}
"""Colours of paint or thread on a base, by which players tell equal miniatures apart; each has
its word beside it."""
SIDES = {
    "grey": ("#B9BEC2", "#4F565B", "#D5DADD"),
    "blue": ("#82BEF0", "#17588F", "#8CCBFF"),
    "red": ("#FF8F7D", "#A5281A", "#FFA79A"),
    "green": ("#8FD3A8", "#1F6B3F", "#9BF0B8"),
    "yellow": ("#EBD25C", "#6E5A00", "#FFE36B"),
    "brown": ("#D9AE82", "#6E4519", "#EBC59E"),
    "violet": ("#D9A8E8", "#7A3A8C", "#F0BEFF"),
    "white": ("#F6EFE2", "#4C4436", "#FFFFFF"),
    "black": ("#9C9484", "#211C14", "#C4C4C4"),
}
"""Inks of sides that are called by a colour: on dark, on light, in high contrast."""
COLOURS = {
    **{
        "grey": "grey",
        "gray": "grey",
        "gris": "grey",
        "grise": "grey",
        "blue": "blue",
        "bleu": "blue",
        "bleue": "blue",
    },
    **{"red": "red", "rouge": "red", "green": "green", "vert": "green", "verte": "green", "yellow": "yellow"},
    **{"jaune": "yellow", "brown": "brown", "brun": "brown", "brune": "brown", "violet": "violet", "purple": "violet"},
    **{"white": "white", "blanc": "white", "blanche": "white", "black": "black", "noir": "black", "noire": "black"},
}
"""Words for them in the names of players."""


def seat_inks(p: Palette, names: tuple[str, ...]) -> tuple[str, ...]:
    """The ink of each side: the colour that its name tells, else that of its seat; never one that
    another side has."""
    palette = list(PALETTES).index(p.name)
    named = [next((COLOURS[word] for word in name.lower().split() if word in COLOURS), "") for name in names]
    taken = {SIDES[colour][palette] for colour in named if colour}
    free = [ink for ink in (p.seat1, p.seat2, p.seat3, p.seat4) if ink not in taken]
    return tuple(SIDES[colour][palette] if colour else free.pop(0) for colour in named)


SEATS = ("rectangle", "diamond", "roof", "wave")  # frame shape of seat 1 to 4, after map symbols


def blend_of(p: Palette, key: str) -> str:
    """Ground of a chip that carries the marker `key`."""
    return mix(getattr(p, key), p.surface, 0.20 if p.name != "light" else 0.12)
