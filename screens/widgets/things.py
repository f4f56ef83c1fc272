"""Things drawn as they lie: markers, life, miniatures, numbers; each is set by a tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Mesh, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.present.things import ThingLine
from screens.widgets import drawing
from screens.widgets.colours import contrast
from screens.widgets.drawing import rgba
from screens.widgets.ground import Drawn, paint
from screens.widgets.layouts import Across, Column, fill
from screens.widgets.markers import Token
from screens.widgets.press import Do, Press, RepeatKey
from screens.widgets.running import Running, c, dps, page_width, stacked
from screens.widgets.theme import MARKERS, Radius, Touch, blend_of
from screens.widgets.words import ICONS, Icon, Words

BESIDE = 104
"""What stands beside the words of a state: its marker, and the edges of its card and page."""
SIDE = 40
"""Of a point of life, in dp; the finger gets 48."""


class StateTile(Press):
    """A state of a unit: there or not; a tap changes it, held it shows all ways."""

    def __init__(self, line: ThingLine, do: Do, hold: Do) -> None:
        known = line.mark in MARKERS
        super().__init__(
            do, hold, line.said, size_hint=(None, None), height=dp(Touch.min), padding=dps((8, 4, 10, 4)), spacing=dp(6)
        )
        self.line = line
        is_up = line.is_on and line.look != "pending"
        ground = blend_of(Running.palette, MARKERS[line.mark].colour) if known else c("high")
        paint(self, ground if is_up else "surface", Radius.control, None if is_up else "edge" if line.is_on else "line")
        icon = line.mark if line.mark in ICONS else "check-bold"
        lead: Widget = (
            Token(line.mark, 22, not is_up) if known else Icon(icon, 18, "accent" if is_up else "text3", box=22)
        )
        lead.opacity = 1 if line.is_on else 0.7
        label = Words(line.said, "chip", "text" if line.is_on else "text2", hug=True, pos_hint={"center_y": 0.5})
        label.hold(page_width() - dp(BESIDE))
        fill(self, (lead, label))
        self.bind(minimum_width=self.setter("width"))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))


class Piece(Press):
    """A marker as it lies on the table; a tap is the next way it can lie."""

    def __init__(self, line: ThingLine, do: Do, hold: Do | None = None) -> None:
        super().__init__(do, hold, line.said, orientation="vertical", size_hint_y=None, padding=dps((4, 8, 4, 8)))
        self.line = line
        paint(self, "raised", Radius.control, "line")
        picture = Drawn(72, 52, partial(_piece, letters(line.name), line.look))
        picture.pos_hint = {"center_x": 0.5}
        name, word = Words(line.name, "name", align="center"), Words(line.word, "cite", "text2", align="center")
        fill(self, (picture, Column(name, word)))
        self.bind(minimum_height=self.setter("height"))


def letters(name: str) -> str:
    """What stands on a marker: its name where it is short, else its first letters."""
    words = name.replace("*", "").split()
    return words[0] if len(words[0]) < 5 else "".join(word[0] for word in words).upper()[:3] or name[:3]


def _piece(tag: str, look: str, w: Widget) -> None:
    """Turned by its corners: nothing is left turned behind it."""
    side, cx, cy = w.height * 0.36, w.center_x, w.center_y
    angle, hollow = -pi / 4 if "tilted" in look else 0.0, "hollow" in look

    def turned(x: float, y: float) -> tuple[float, float]:
        dx, dy = x - cx, y - cy
        return cx + dx * cos(angle) - dy * sin(angle), cy + dx * sin(angle) + dy * cos(angle)

    box = [turned(*point) for point in drawing.rounded(cx - side, cy - side, 2 * side, 2 * side, dp(5))]
    Color(rgba=rgba(c("surface" if hollow else "ammo")))
    drawing.fill(box, cx, cy)
    Color(rgba=rgba(c("edge" if hollow else "ammo")))
    drawing.dashed(box, dp(5), dp(3), dp(0.9)) if hollow else drawing.outline(box, dp(0.9))
    if "base" in look:
        Color(rgba=rgba(c("text2")))
        Rectangle(pos=(cx - side - dp(9), cy - side - dp(6)), size=(2 * side + dp(18), dp(4)))
    ink = c("text2") if hollow else max((c("on_marker"), c("text")), key=lambda each: contrast(each, c("ammo")))
    _write(tag, ink, (cx, cy), turned)


def _write(tag: str, ink: str, at: tuple[float, float], turned: Callable[[float, float], tuple[float, float]]) -> None:
    label = CoreLabel(text=tag, font_size=dp(14), font_name="cond", bold=True)
    label.refresh()
    (cx, cy), (wide, tall), uv = at, label.texture.size, label.texture.tex_coords
    corners = [turned(cx + x * wide / 2, cy + y * tall / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    Color(rgba=rgba(ink))
    vertices = [value for n, (x, y) in enumerate(corners) for value in (x, y, uv[2 * n], uv[2 * n + 1])]
    Mesh(vertices=vertices, indices=[0, 1, 2, 3], mode="triangle_fan", texture=label.texture)


class Figure(Press):
    """A miniature by what it carries: it stands or has fallen."""

    def __init__(self, line: ThingLine, do: Do) -> None:
        super().__init__(
            do, None, line.name, orientation="vertical", size_hint_y=None, padding=dps((2, 6, 2, 6)), spacing=dp(2)
        )
        self.line = line
        paint(self, "raised" if line.is_on else None, Radius.control, "line")
        picture = Drawn(40, 44, partial(_man, line.is_on))
        picture.pos_hint = {"center_x": 0.5}
        ink = ("text", "text2") if line.is_on else ("text3", "text2")
        fill(
            self,
            (
                picture,
                Words(line.name, "cite", ink[0], align="center"),
                Words(line.word, "cite", ink[1], align="center"),
            ),
        )
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))


def _man(stands: bool, w: Widget) -> None:
    cx, y = w.center_x, w.y
    Color(rgba=rgba(c("activated" if stands else "text3")))
    if stands:
        SmoothEllipse(pos=(cx - dp(6), y + dp(30)), size=(dp(12), dp(12)))
        radius = [dp(7), dp(7), dp(2), dp(2)]
        SmoothRoundedRectangle(pos=(cx - dp(9), y + dp(8)), size=(dp(18), dp(21)), radius=radius)
    else:
        SmoothLine(circle=(cx - dp(15), y + dp(13), dp(5)), width=dp(0.9))
        SmoothLine(rounded_rectangle=(cx - dp(8), y + dp(8), dp(24), dp(11), dp(4)), width=dp(0.9))
    SmoothLine(ellipse=(cx - dp(16), y + dp(1), dp(32), dp(9)), width=dp(0.9))


class Pip(Press):
    """A point of life or a round: filled while it is left, crossed when it is lost."""

    def __init__(self, line: ThingLine, n: int, is_left: bool, do: Do) -> None:
        self.line, side = line, dp(Touch.min)
        super().__init__(do, None, f"{line.name}: {n}", size_hint=(None, None), size=(side, side))
        picture = Drawn(Touch.min, Touch.min, partial(_pip, is_left, "activated" if line.look else "ammo"))
        self.add_widget(picture)


def _pip(left: bool, colour: str, w: Widget) -> None:
    side = dp(SIDE)
    x, y = w.center_x - side / 2, w.center_y - side / 2
    if left:
        Color(rgba=rgba(c(colour)))
        SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[dp(8)])
        return
    Color(rgba=rgba(c("edge")))
    SmoothLine(rounded_rectangle=(x, y, side, side, dp(8)), width=dp(0.8))
    Color(rgba=rgba(c("damaged")))
    for low, high in ((0.3, 0.7), (0.7, 0.3)):
        points = [x + side * 0.3, y + side * low, x + side * 0.7, y + side * high]
        SmoothLine(points=points, width=dp(1.3))


class CountRow(Across):
    """A number with a minus and a plus that repeat; a tap on the number types it."""

    def __init__(
        self, line: ThingLine, by: Callable[[int], object], type_it: Do | None, names: tuple[str, str]
    ) -> None:
        self.line = line
        self.number = Words(shown(line), "title", align="center")
        middle = Press(type_it, name=line.name, size_hint=(None, None), size=(dp(64), dp(Touch.min)))
        middle.add_widget(self.number)
        self.number.pos_hint = {"center_y": 0.5}
        keys = Across(
            RepeatKey("minus-thick", partial(by, -1), names[0]),
            middle,
            RepeatKey("plus-thick", partial(by, 1), names[1]),
        )
        keys.size_hint_x, keys.width = None, dp(64 + 2 * Touch.min)
        name = Words(line.name, "body")
        if stacked():
            super().__init__(Column(name, keys), pad=(14, 2, 10, 2))
        else:
            super().__init__(name, keys, gap=8, pad=(14, 2, 10, 2), least=52)

    def becomes(self, shown_now: object) -> bool:
        line = shown_now[0] if isinstance(shown_now, tuple) and shown_now else shown_now
        if not isinstance(line, ThingLine) or (line.key, line.name) != (self.line.key, self.line.name):
            return False
        self.line, self.number.text = line, shown(line)
        return True


class Counted(Column):
    """A number, and a place to type it."""

    def __init__(self, row: CountRow, entry: Widget) -> None:
        super().__init__(row, entry, gap=4)
        self.row = row

    def becomes(self, shown_now: object) -> bool:
        return self.row.becomes(shown_now)


def shown(line: ThingLine) -> str:
    return "–" if line.count is None else str(line.count)
