"""Markers as they lie on the table, chips that carry them, map symbols of units."""

from __future__ import annotations

from functools import partial

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.widgets import drawing
from screens.widgets.box import Box
from screens.widgets.colours import mix
from screens.widgets.drawing import rgba
from screens.widgets.ground import Drawn, Picture, draw_box, paint, stamp, when_moved
from screens.widgets.layouts import fill
from screens.widgets.running import Running, c, huge, page_width, part, seat_ink, text_px
from screens.widgets.theme import MARKERS, SEATS, TAGS, Radius, Size, blend_of, ink_on, line_of
from screens.widgets.words import ICONS, Icon, Words

SIT = {"triangle": (0.40, 0.54), "plate_down": (0.58, 0.6), "cartridge": (0.42, 0.6), "star": (0.5, 1.0)}
"""Where a silhouette's icon sits, and how large it is."""


class Token(Drawn):
    """A marker: filled when face up, a dashed hollow outline when face down."""

    def __init__(self, key: str, size: float = Size.token, face_down: bool = False) -> None:
        self.marker, self.face_down = MARKERS[key], face_down
        super().__init__(size, size, self._mark)
        self.size = (part(size), part(size))
        palette, colour = Running.palette, self.marker.colour
        self.sit, share = SIT.get(self.marker.shape, (0.5, 0.6))
        self.sign = Icon(
            self.marker.icon, size * share, line_of(palette, colour) if face_down else ink_on(palette, colour), box=size
        )
        self.add_widget(self.sign)

    def _mark(self, _w: Widget) -> None:
        cx, cy, side = self.center_x, self.center_y, self.width
        points = drawing.placed(self.marker.shape, cx, cy, side * 0.47)
        line = line_of(Running.palette, self.marker.colour)
        if self.face_down:
            Color(rgba=rgba(line))
            drawing.dashed(points, side * 0.14, side * 0.09, max(1.0, side / 24))
        else:
            Color(rgba=rgba(c(self.marker.colour)))
            drawing.fill(points, cx, cy)
            if line != c(self.marker.colour):
                Color(rgba=rgba(line))
                drawing.outline(points, dp(0.7))
        self.sign.size = self.size
        self.sign.pos = (self.x, self.y + self.height * (self.sit - 0.5))


class Chip(Box):
    """A state on a unit: strong (a marker face up), pending (face down, dashed), quiet (what it
    did this turn)."""

    TALL, LETTERS, ASIDE, ALONE = Size.chip, 23, 190, 120
    """How tall it is, how tall with its letters, and what the page keeps beside it: with the
    largest letters nothing stands there."""

    def __init__(
        self,
        lead: Widget,
        word: str,
        ground: str | None,
        ink: str,
        edge: str | None,
        tail: Widget | None = None,
        dashes: bool = False,
    ) -> None:
        super().__init__(spacing=dp(6), padding=(dp(6), 0, dp(9), 0), size_hint=(None, None))
        self.label = Words(word, "chip", ink, hug=True, pos_hint={"center_y": 0.5})
        self.label.hold(page_width() - dp(self.ALONE if huge() else self.ASIDE))
        self.height = max(dp(self.TALL), text_px(self.LETTERS), self.label.height + dp(self.TALL - 22))
        fill(self, (lead, self.label, tail))
        self.bind(minimum_width=self.setter("width"))
        if dashes:
            when_moved(self, self._dash)
        else:
            paint(self, ground, Radius.chip, edge)

    def _dash(self) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(rgba=rgba(c("edge")))
            rim = drawing.rounded(self.x + 1, self.y + 1, self.width - 2, self.height - 2, dp(Radius.chip))
            drawing.dashed(rim, dp(4), dp(3), dp(0.6))


def chip(look: str, mark: str, word: str, kind: type[Chip] = Chip) -> Chip:
    """A chip by its look; a mark without a silhouette of its own is an icon."""
    if look == "tag":
        return kind(dot(mark), word, None, "text", "line")
    known = mark in MARKERS
    mark = mark if known or mark in ICONS else "circle-small"
    if look == "pending":
        lead = Token(mark, face_down=True) if known else Icon(mark, 16, "text2", box=18)
        return kind(lead, word, None, "text2", None, Icon("eye-off-outline", 16, "text2", box=16), dashes=True)
    if look == "strong" and known:
        return kind(Token(mark), word, blend_of(Running.palette, MARKERS[mark].colour), "text", None)
    return kind(Icon(mark if not known else "check-bold", 16, "text3", box=18), word, None, "text2", "line")


class MiniChip(Chip):
    """The same on a dense row, where the row is the target and columns of numbers stand beside."""

    TALL, LETTERS, ASIDE = 22, 20, 250


def mini_chip(look: str, mark: str, word: str) -> Chip:
    return chip(look, mark, word, MiniChip)


def dot(colour: str) -> Drawn:
    """A spot of paint, with a rim so that it is seen on every ground."""

    def sketch(w: Widget) -> None:
        Color(rgba=rgba(TAGS[colour]))
        draw_box(w.pos, w.size, w.width / 2)
        Color(rgba=rgba(c("edge")))
        stamp("rim", w.center, w.width + dp(6), partial(_rim, w.width / 2))

    return Drawn(14, 14, sketch)


def _rim(r: float, w: Widget) -> None:
    SmoothLine(circle=(*w.center, r), width=1)


def symbol(kind: str, seat: int, size: float = Size.symbol, ground: str = "surface") -> Picture:
    """A map symbol: whose by its frame, what by its sign. Seats count from 0."""

    def sketch(w: Widget) -> None:
        ink = seat_ink(seat)
        span = w.width * (0.92 if seat == 0 else 0.98)
        drawing.unit_symbol(
            kind, SEATS[seat % len(SEATS)], w.center_x, w.center_y, span, ink, mix(ink, c(ground), 0.16)
        )

    return Picture((kind, seat, seat_ink(seat)), size, ground, sketch)
