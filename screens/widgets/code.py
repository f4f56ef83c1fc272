"""A QR code on the screen: dark on light in every theme, or no camera would read it."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from carddb import qr
from screens.widgets.ground import when_moved


class CodeView(Widget):
    """One code, as large as there is room, its quiet zone around it."""

    def __init__(self, text: str, height: float = 260) -> None:
        super().__init__(size_hint_y=None, height=dp(height))
        self.count = len(qr.matrix(text))
        with self.canvas:
            Color(1, 1, 1, 1)
            self.paper = Rectangle(texture=squares(text))
        when_moved(self, self.lay)

    def lay(self) -> None:
        """Whole points for each square, where there are enough, so that all are of one size."""
        side = min(self.width, self.height)
        side = side // self.count * self.count if side >= self.count else side
        self.paper.size = (side, side)
        self.paper.pos = (round(self.center_x - side / 2), round(self.center_y - side / 2))


def squares(text: str) -> Texture:
    """A point for each square, from the lowest row up."""
    rows = qr.matrix(text)
    texture = Texture.create(size=(len(rows), len(rows)), colorfmt="luminance")
    texture.mag_filter = texture.min_filter = "nearest"
    points = bytes(0 if dark else 255 for row in reversed(rows) for dark in row)
    texture.blit_buffer(points, colorfmt="luminance", bufferfmt="ubyte")
    return texture
