"""The theme in force, and what the window has room for."""

from __future__ import annotations

from kivy.core.window import Window
from kivy.metrics import dp

from screens.widgets.colours import DARK, Palette
from screens.widgets.theme import Motion, Size, Space, grown, seat_inks

Pad = tuple[float, ...] | float


class Running:
    """The theme in force: palette, text size, motion; whether the window is shared by two readers;
    the width beside a table in sight; the names of the sides; whether a field is typed into.

    While a field is typed into, what holds it is not drawn anew: the field would be gone.
    """

    palette: Palette = DARK
    scale: float = 1.0
    still: bool = False
    halved: bool = False
    beside: float = 0.0
    sides: tuple[str, ...] = ()
    typing: bool = False


def motion(kind: str) -> float:
    """Seconds of a movement; none when motion is reduced."""
    return 0.0 if Running.still else getattr(Motion, kind)


def c(token: str) -> str:
    """A colour by its token, or a colour as it is."""
    return getattr(Running.palette, token, token)


def seat_ink(seat: int) -> str:
    """The colour of a side: by its name where that is one, else by its seat."""
    inks = seat_inks(Running.palette, Running.sides)
    return inks[seat] if seat < len(inks) else c(f"seat{seat % 4 + 1}")


def text_px(size: float) -> float:
    """Pixels of a text size at the running text-size setting."""
    return float(dp(grown(size, Running.scale)))


def part(size: float) -> float:
    """Pixels of an icon or marker beside text: grows half as fast as the text."""
    return float(dp(size * (1 + (Running.scale - 1) / 2)))


def stacked() -> bool:
    return Running.scale >= Size.stack_from


def huge() -> bool:
    return Running.scale >= Size.huge_from


def page_width() -> float:
    """The width that a page has: the window, or what the table beside it leaves."""
    return float(Running.beside or Window.width)


def compact() -> bool:
    return bool(page_width() < dp(Size.compact_below))


def short() -> bool:
    return bool(Window.height / (2 if Running.halved else 1) < dp(Size.short_below))


def wide() -> bool:
    """Room for two panes on a page."""
    return bool(page_width() >= dp(Size.two_pane_from))


def two_panes() -> bool:
    """Room for two panes in the window."""
    return bool(Window.width >= dp(Size.two_pane_from))


def spread() -> bool:
    """Room for a page beside the table: a tablet, not a phone on its side."""
    return two_panes() and not Running.halved and bool(Window.height >= dp(Size.spread_from))


def margin() -> float:
    return Space.margin_compact if compact() else Space.margin


def dps(pad: Pad) -> list[float]:
    return [dp(x) for x in pad] if isinstance(pad, tuple) else [dp(pad)] * 4
