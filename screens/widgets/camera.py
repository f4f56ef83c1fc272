"""From the camera to codes: one thread looks at the latest picture, those that come meanwhile
are missed."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from carddb.scan import Decoder, Picture
from screens.widgets.drawing import rgba
from screens.widgets.ground import when_moved
from screens.widgets.running import c

SIZE = (1280, 720)
"""Points of a picture: enough for a code of 300 bytes that fills half of it."""
PAGE = 4096
"""A frame may be longer than its picture by less than this: memory is handed out in whole pages."""


def opened() -> Any:
    """Kivy's camera, running; None where there is none."""
    try:
        from kivy.core.camera import Camera

        return Camera(index=0, resolution=SIZE, stopped=False) if Camera else None
    except Exception:  # no driver, no device, in use by another program: each provider has errors of its own
        return None


def picture(camera: Any) -> Picture:
    """What a camera sees; its texture is read back from the graphics card only where it hands
    out no frames."""
    return light(camera) or grey(camera.texture)


def light(camera: Any) -> Picture | None:
    """The light of the latest frame of Kivy's camera on Android; None where there is no frame, or
    one of another shape.

    A frame is NV21: a byte of light for each point, row by row, and after them half as many bytes
    of colour.
    """
    if not hasattr(camera, "grab_frame"):
        return None
    try:
        wide, high = camera.resolution
        frame = unsigned(camera.grab_frame())
    except Exception:  # no frame yet, or whatever Java says of one that cannot be had
        return None
    points = wide * high
    return Picture(wide, high, frame[:points]) if 0 <= len(frame) - points * 3 // 2 < PAGE else None


def unsigned(values: Any) -> bytes:
    """Bytes; those of Java may come as numbers from -128 to 127."""
    try:
        return bytes(values)
    except ValueError:
        return array("b", values).tobytes()


def grey(texture: Texture) -> Picture:
    """The green of a texture, which is where most of its light is."""
    wide, high = texture.size
    return Picture(wide, high, texture.pixels[1::4])


def from_file(path: Path) -> Picture:
    """A picture of a file; an OSError where it is none."""
    from kivy.core.image import Image

    try:
        return grey(Image(str(path), nocache=True).texture)
    except Exception as no:
        raise OSError(str(no)) from no


class Looker:
    """Looks for codes off the thread that draws; what it finds is told on that thread."""

    def __init__(self, decoder: Decoder, found: Callable[[list[str]], object]) -> None:
        self._decoder, self._found = decoder, found
        self._there, self._on = Condition(), True
        self._latest: Picture | None = None
        Thread(target=self._look, daemon=True).start()

    def see(self, picture: Picture) -> None:
        """The latest picture takes the place of one that was not looked at yet."""
        with self._there:
            self._latest = picture
            self._there.notify()

    def stop(self) -> None:
        with self._there:
            self._on = False
            self._there.notify()

    def _look(self) -> None:
        while (picture := self._next()) is not None:
            texts = self._read(picture)
            Clock.schedule_once(lambda _dt, texts=texts: self._found(texts) if self._on else None, 0)

    def _read(self, picture: Picture) -> list[str]:
        try:
            return self._decoder.read(picture)
        except Exception:  # a picture no decoder was made for is a picture without a code
            return []

    def _next(self) -> Picture | None:
        with self._there:
            self._there.wait_for(lambda: self._latest is not None or not self._on)
            picture, self._latest = self._latest, None
            return picture if self._on else None


class CameraView(Widget):
    """What the camera sees, filling its place, with corners where a code is wanted."""

    def __init__(self, turned: int = 0) -> None:
        super().__init__()
        self.turned = turned
        self.texture: Texture | None = None
        when_moved(self, self.lay)

    def show(self, texture: Texture) -> None:
        fresh, self.texture = self.texture is not texture, texture
        if fresh:
            self.lay()
        self.canvas.ask_update()

    def lay(self) -> None:
        self.canvas.clear()
        with self.canvas:
            if self.texture:
                self._picture(self.texture)
            self._corners()

    def _picture(self, texture: Texture) -> None:
        """Whole, as large as there is room."""
        wide, high = texture.size if self.turned % 180 == 0 else texture.size[::-1]
        scale = min(self.width / wide, self.height / high)
        size = texture.width * scale, texture.height * scale
        PushMatrix()
        Rotate(angle=self.turned, origin=self.center)
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, pos=(self.center_x - size[0] / 2, self.center_y - size[1] / 2), size=size)
        PopMatrix()

    def _corners(self) -> None:
        half, arm = min(self.width, self.height) * 0.32, dp(28)
        Color(rgba=rgba(c("activated")))
        for x in (-1, 1):
            for y in (-1, 1):
                px, py = self.center_x + x * half, self.center_y + y * half
                Line(points=[px - x * arm, py, px, py, px, py - y * arm], width=dp(2), cap="none", joint="miter")
