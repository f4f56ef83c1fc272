"""Kivy's own camera of Android, on a Java that is none: frames come in as the system hands them
out."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from kivy.graphics.texture import Texture

from carddb.qr import matrix

SIZE = (1280, 720)


def provider(patch: pytest.MonkeyPatch) -> Any:
    """The class that Kivy takes on Android; nothing of the stand-in for Java is left behind."""
    java = SimpleNamespace(autoclass=MagicMock(), PythonJavaClass=object, java_method=lambda _signature: lambda method: method)
    with patch.context() as meanwhile:
        meanwhile.setitem(sys.modules, "jnius", java)
        meanwhile.delitem(sys.modules, "kivy.core.camera.camera_android", raising=False)
        from kivy.core.camera.camera_android import CameraAndroid

        return CameraAndroid


def opened(patch: pytest.MonkeyPatch, size: tuple[int, int] = SIZE, texture: Texture | None = None) -> Any:
    """A running camera. What goes to the graphics card is left out: the texture is the one
    given, or may not be read back."""

    class Handset(provider(patch)):
        def init_camera(self) -> None:
            self._android_camera, self.fps = MagicMock(), 1000.0
            self._bufsize = size[0] * size[1] * 3 // 2
            self._surface_texture, self._camera_texture = MagicMock(), None
            self._fbo = SimpleNamespace(texture=texture or unread(size))

        def _refresh_fbo(self) -> None:
            """Nothing is drawn."""

        def show(self, data: Any) -> None:
            """The system calls back with a frame: Java's bytes, which tell what they are by
            `tostring`."""
            self._preview_cb.onPreviewFrame(SimpleNamespace(tostring=lambda: data), self._android_camera)

    return Handset(index=0, resolution=size, stopped=False)


class Unread(Texture):
    """A texture that is only shown."""

    @property
    def pixels(self) -> bytes:
        raise AssertionError("the pixels were read back")


def unread(size: tuple[int, int]) -> Texture:
    whole = Texture.create(size=size, colorfmt="rgba")
    made = Unread(*size, whole.target, texid=whole.id, colorfmt="rgba")
    made.whole = whole  # or the graphics card would give its memory to others
    return made


def plane(text: str = "", size: tuple[int, int] = SIZE, scale: int = 4) -> bytes:
    """A code on a grey table as the camera of an upright phone sees it: lying on its side."""
    wide, high = size
    light = bytearray(b"\x70" * (wide * high))
    for y, row in enumerate(zip(*reversed(matrix(text)), strict=True) if text else ()):
        line = bytes(25 if dark else 225 for dark in row for _ in range(scale))
        for below in range(scale):
            at = (60 + y * scale + below) * wide + 200
            light[at : at + len(line)] = line
    return bytes(light)


def nv21(light: bytes) -> bytes:
    """The light, and no colour."""
    return light + b"\x80" * (len(light) // 2)
