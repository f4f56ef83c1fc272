"""Design tokens: the one place where a colour, a size or a duration is decided.

Nothing here imports Kivy. Sizes are plain numbers: `dp` for geometry, `sp` for text; widgets
convert them. Markers have no words here: a game names its own.
"""

from __future__ import annotations

from dataclasses import dataclass

Rgb = tuple[int, int, int]


def rgb(code: str) -> Rgb:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def luminance(code: str) -> float:
    def linear(c: int) -> float:
        x = c / 255
        return x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4

    r, g, b = map(linear, rgb(code))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """WCAG contrast ratio, 1 to 21."""
    hi, lo = sorted((luminance(a), luminance(b)), reverse=True)
    return (hi + 0.05) / (lo + 0.05)


def mix(top: str, under: str, amount: float) -> str:
    """`top` laid over `under` at `amount`; always a solid colour, so contrast can be computed."""
    return "#" + "".join(
        f"{round(t * amount + u * (1 - amount)):02X}" for t, u in zip(rgb(top), rgb(under), strict=True)
    )


@dataclass(frozen=True, slots=True)
class Palette:
    name: str
    # ground, from the table up
    bg: str  # the table
    surface: str  # a card or row on it
    raised: str  # a control, a pressed row, the sheet
    high: str  # the track of a bar, a key of the dice pad
    line: str  # hairline, decorative
    edge: str  # outline of a control, >= 3:1
    # ink
    text: str
    text2: str  # second line, reasons
    text3: str  # citations, times
    # the one accent: lamplight on paper (dark), sepia ink (light)
    accent: str
    on_accent: str
    # seats: never used without the seat's frame shape
    seat1: str
    seat2: str
    seat3: str
    seat4: str
    # markers: never used without shape, icon and word
    disrupted: str
    damaged: str
    destroyed: str
    suppressed: str
    blast: str
    ammo: str
    smoke: str
    activated: str
    on_marker: str  # icon ink on a filled marker
    scrim: str


DARK = Palette(
    name="dark",
    bg="#191510",
    surface="#241F18",
    raised="#302A21",
    high="#40382D",
    line="#40392F",
    edge="#8C8171",
    text="#F6EFE2",
    text2="#D3C8B6",
    text3="#B0A492",
    accent="#EBCF96",
    on_accent="#241A08",
    seat1="#82BEF0",
    seat2="#F49C6C",
    seat3="#8FD3A8",
    seat4="#D9A8E8",
    disrupted="#F4CB45",
    damaged="#FF8A7A",
    destroyed="#F5EFE3",
    suppressed="#BCA8F5",
    blast="#F79AC0",
    ammo="#BFCB6B",
    smoke="#B9C2C8",
    activated="#74CDB4",
    on_marker="#191510",
    scrim="#000000",
)

LIGHT = Palette(
    name="light",
    bg="#F3EBDB",
    surface="#FCF7EC",
    raised="#FFFDF7",
    high="#E6DCC8",
    line="#DDD1BA",
    edge="#867A66",
    text="#211C14",
    text2="#4C4436",
    text3="#655B4A",
    accent="#5C4413",
    on_accent="#FFF6E2",
    seat1="#17588F",
    seat2="#A5441A",
    seat3="#1F6B3F",
    seat4="#7A3A8C",
    disrupted="#E3AC00",
    damaged="#A82A1C",
    destroyed="#15130F",
    suppressed="#5B3FA8",
    blast="#A02A63",
    ammo="#535E0C",
    smoke="#4A555C",
    activated="#0F6653",
    on_marker="#FFFDF7",
    scrim="#211C14",
)

HIGH_CONTRAST = Palette(
    name="high contrast",
    bg="#000000",
    surface="#0B0B0B",
    raised="#161616",
    high="#2B2B2B",
    line="#6E6E6E",
    edge="#FFFFFF",
    text="#FFFFFF",
    text2="#F0F0F0",
    text3="#D8D8D8",
    accent="#FFE08A",
    on_accent="#000000",
    seat1="#8CCBFF",
    seat2="#FFAE80",
    seat3="#9BF0B8",
    seat4="#F0BEFF",
    disrupted="#FFD94A",
    damaged="#FF9C8E",
    destroyed="#FFFFFF",
    suppressed="#CDBCFF",
    blast="#FFAED0",
    ammo="#DCE87A",
    smoke="#D5DEE4",
    activated="#84E8CB",
    on_marker="#000000",
    scrim="#000000",
)

PALETTES = {p.name: p for p in (DARK, LIGHT, HIGH_CONTRAST)}


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
