"""Pictures of the camera: the light that Android hands out with each frame, or else what the
texture shows."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kivy.graphics.texture import Texture

from carddb.qr import card_code
from carddb.scan import Picture
from screens.widgets import camera
from screens.widgets.camera import light
from tests.screens.film import Film
from tests.screens.handset import SIZE, nv21, opened, plane
from tests.screens.test_scan import card, scanning

Start = Callable[..., Any]
SMALL = (16, 6)
FRAME = nv21(bytes(range(160, 256)))
"""The light of 16 x 6 points from 160 to 255, which Java counts from -96 to -1, and their
colours."""


@pytest.fixture
def handset(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Opens cameras of phones: handset(size, texture)."""
    running: list[Any] = []

    def opens(*args: Any) -> Any:
        running.append(opened(monkeypatch, *args))
        return running[-1]

    yield opens
    for phone in running:
        phone._release_camera()


def painted(points: bytes, size: tuple[int, int]) -> Texture:
    """A texture that shows these grey points."""
    texture = Texture.create(size=size, colorfmt="rgba")
    texture.blit_buffer(bytes(value for grey in points for value in (grey, grey, grey, 255)), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def scanned(driver: Any, phone: Any, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scan by this camera until the code is there."""
    monkeypatch.setattr(camera, "opened", lambda: phone)
    driver.app.navigator.rebuild()
    driver.until(lambda: driver.app.navigator.here["codes"] == [code])


def test_a_code_is_read_from_the_frames_of_a_phone_and_no_pixels_come_back(start: Start, handset: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, phone = scanning(start), handset()
    code = card_code(card(driver))
    phone.show(nv21(plane(code)))
    scanned(driver, phone, code, monkeypatch)
    assert driver.has("M4A1 Sherman")
    driver.back()
    assert phone.stopped
    assert phone._android_camera is None


def test_a_phone_without_frames_is_read_by_its_texture(start: Start, handset: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = scanning(start)
    code, size = card_code(card(driver)), (640, 480)
    phone = handset(size, painted(plane(code, size), size))
    scanned(driver, phone, code, monkeypatch)
    assert driver.has("M4A1 Sherman")


@pytest.mark.parametrize(
    "frame",
    [FRAME, bytearray(FRAME), memoryview(FRAME), FRAME + bytes(1), FRAME + bytes(4095), array("b", FRAME), list(array("b", FRAME))],
    ids=["bytes", "bytearray", "view", "a byte more", "the rest of a page", "signed", "signed numbers"],
)
def test_the_light_comes_first_in_a_frame(frame: Any, handset: Start) -> None:
    phone = handset(SMALL)
    phone.show(frame)
    assert light(phone) == camera.picture(phone) == Picture(16, 6, bytes(range(160, 256)))


@pytest.mark.parametrize(
    "frame",
    [b"", FRAME[:95], FRAME[:96], FRAME[:-1], FRAME + bytes(4096), nv21(plane()), "light", [300] * 144, None],
    ids=["empty", "too short", "no colour", "a byte less", "too long", "larger", "text", "no bytes", "nothing"],
)
def test_a_frame_of_another_shape_leaves_it_to_the_texture(frame: Any, handset: Start) -> None:
    points = bytes(range(96))
    phone = handset(SMALL, painted(points, SMALL))
    assert light(phone) is None  # before the first frame
    phone.show(frame)
    phone._update(0)
    assert light(phone) is None
    assert camera.picture(phone) == Picture(16, 6, points)


def test_a_frame_that_cannot_be_had_leaves_it_to_the_texture(handset: Start) -> None:
    phone = handset(SMALL, painted(bytes(96), SMALL))
    phone._update(0)
    phone._buffer = object()  # which Java's bytes are not
    assert camera.picture(phone) == Picture(16, 6, bytes(96))


def test_a_camera_of_a_desktop_is_read_by_its_texture() -> None:
    film = Film()
    film.texture = painted(bytes(range(96)), SMALL)
    assert light(film) is None
    assert camera.picture(film) == Picture(16, 6, bytes(range(96)))


def test_the_first_row_of_a_frame_is_the_first_of_the_texture(handset: Start) -> None:
    """Kivy draws the rows of a camera from below; the decoder gets them from above either way,
    and nothing is mirrored."""
    points = plane("A", SIZE)
    texture = painted(points, SIZE)
    texture.flip_vertical()
    phone = handset(SIZE, texture)
    phone.show(nv21(points))
    assert light(phone) == camera.grey(texture)
