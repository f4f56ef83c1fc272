"""The colours of the three looks, and how far one stands out from another. Nothing here imports
Kivy."""

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
