"""A camera that is none, and what it sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from carddb.qr import matrix


class Film:
    """A camera that shows what it is told: frames of real points, as Kivy's own hands them out."""

    def __init__(self) -> None:
        self.texture: Any = None
        self.running, self.callback = True, lambda *_: None

    def bind(self, on_texture: Callable[..., None]) -> None:
        self.callback = on_texture

    def stop(self) -> None:
        self.running = False

    def show(self, rows: list[list[bool]], scale: int = 6, around: int = 150) -> None:
        """A code on grey paper in an untidy frame."""
        wide, high = 640, 480
        points = bytearray(bytes((118, 116, 110, 255)) * (wide * high))
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                light = bytes((30, 32, 30, 255)) if dark else bytes((226, 224, 214, 255))
                for line in range(scale):
                    at = 4 * ((40 + y * scale + line) * wide + around + x * scale)
                    points[at : at + 4 * scale] = light * scale
        self.frame(wide, high, bytes(points))

    def page(self, file: bytes, wide: int = 640, high: int = 480) -> None:
        """The upper left of a printed page, as a reader of PDF shows it at 150 points an inch."""
        import pypdfium2

        bitmap = pypdfium2.PdfDocument(file)[0].render(scale=150 / 72, grayscale=True)
        data = bytes(bitmap.buffer)
        rows = (data[row * bitmap.stride :][:wide] for row in range(high))
        self.frame(wide, high, bytes(value for row in rows for grey in row for value in (grey, grey, grey, 255)))

    def frame(self, wide: int, high: int, points: bytes) -> None:
        from kivy.graphics.texture import Texture

        self.texture = Texture.create(size=(wide, high), colorfmt="rgba")
        self.texture.blit_buffer(points, colorfmt="rgba", bufferfmt="ubyte")
        self.callback(self)


def shown(driver: Any, film: Film, code: str) -> None:
    film.show(matrix(code), scale=4)
    driver.until(lambda: code in driver.app.navigator.here["codes"])
