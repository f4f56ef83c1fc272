"""Codes in bad pictures: how many are read, and how long a look takes, by our ways and by others.

64 pictures of printed codes on a table: blurred, tilted, in low light, with glare, small, noisy,
and two of these at once. Needs numpy; decoders that are not there are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from timing import Line, printed

from carddb.qr import card_code, matrix
from carddb.scan import JavaZxing, Picture, ZxingCpp
from carddb.starter import starter_cards
from engine.games import RULESETS

WIDE, HIGH, FRAME = 1280, 720, 1000 / 15
"""Points of a picture, and the milliseconds that one frame has at 15 a second."""
Look = Callable[[Picture], Sequence[str]]


def loaded(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


np: Any = loaded("numpy")


# Pictures


def photo(text: str, step: float, turn: float = 0.0, tilt: float = 0.0) -> Any:
    """A code on a grey table, so large, turned and tilted, seen from above."""
    squares = np.array(matrix(text), dtype=bool)
    side = len(squares)
    x, y = np.meshgrid(np.arange(WIDE) - WIDE / 2, np.arange(HIGH) - HIGH / 2)
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    depth = 1 + tilt * v / HIGH
    column, row = u / depth / step + side / 2, v / depth / step * (1 + abs(tilt) / 2) + side / 2
    on = (column >= 0) & (column < side) & (row >= 0) & (row < side)
    dark = squares[np.clip(row, 0, side - 1).astype(int), np.clip(column, 0, side - 1).astype(int)]
    table = 120 + 12 * np.sin(x / 37) + 9 * np.cos(y / 23)
    return np.where(on, np.where(dark, 35.0, 225.0), table)


def blurred(image: Any, radius: float) -> Any:
    reach = int(3 * radius) + 1
    kernel = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * radius * radius))
    kernel /= kernel.sum()
    for axis in (0, 1):
        image = np.apply_along_axis(lambda row: np.convolve(row, kernel, "same"), axis, image)
    return image


def dimmed(image: Any, light: float) -> Any:
    return image * light + 6


def glared(image: Any, strength: float, at: tuple[float, float]) -> Any:
    x, y = np.meshgrid(np.arange(WIDE) - WIDE / 2, np.arange(HIGH) - HIGH / 2)
    return image + strength * np.exp(-(x * x + y * y) / (2 * 130.0**2))


def noisy(image: Any, amount: float, seed: int) -> Any:
    return image + np.random.default_rng(seed).normal(0, amount, image.shape)


def taken(image: Any) -> Picture:
    return Picture(WIDE, HIGH, np.clip(image, 0, 255).astype(np.uint8).tobytes())


def pictures(codes: Sequence[str]) -> Iterator[tuple[str, Picture]]:
    """Eight kinds of trouble, each in eight strengths."""
    for n in range(8):
        code = codes[n % len(codes)]
        yield code, taken(noisy(blurred(photo(code, 6), 1.0 + 0.45 * n), 4, n))
        yield code, taken(noisy(photo(code, 6, 0.1 * n, 0.25 + 0.16 * n), 4, n))
        yield code, taken(noisy(dimmed(photo(code, 6, 0.05 * n), 0.30 - 0.035 * n), 3, n))
        yield code, taken(noisy(glared(photo(code, 6, -0.06 * n), 60 + 45 * n, (0.45, 0.55)), 4, n))
        yield code, taken(noisy(blurred(photo(code, 3.4 - 0.25 * n, 0.2), 0.6), 4, n))
        yield code, taken(noisy(photo(code, 6, 0.3), 15 + 12 * n, n))
        yield code, taken(noisy(blurred(dimmed(photo(code, 5, 0.1, 0.3), 0.45 - 0.04 * n), 1.0 + 0.1 * n), 5 + n, n))
        yield code, taken(noisy(blurred(glared(photo(code, 5, 0.2, 0.4), 40 + 30 * n, (0.55, 0.5)), 1.2), 8 + 2 * n, n))


# Those who look


@dataclass(frozen=True, slots=True)
class Result:
    """How many of all were read, in so many milliseconds a picture."""

    name: str
    read: int
    time: float


def lookers() -> Iterator[tuple[str, Look]]:
    """Ours and the others, as far as they are there."""
    desktop, java, bare = ZxingCpp(), JavaZxing(), JavaZxing(helped=False)
    zxingcpp, zbar, cv2 = loaded("zxingcpp"), _zbar(), loaded("cv2")
    if desktop.usable():
        yield "ours on a desktop", desktop.read
        only = zxingcpp.BarcodeFormat.QRCode
        yield (
            "zxing-cpp alone",
            lambda picture: [found.text for found in zxingcpp.read_barcodes(_array(picture), formats=only)],
        )
    if java.usable():
        yield "ours on Android (Java)", java.read
        yield "Java ZXing alone", bare.read
    if zbar:
        yield (
            "pyzbar",
            lambda picture: [found.data.decode("utf-8", "replace") for found in zbar.decode(_array(picture))],
        )
    if cv2:
        yield "OpenCV", lambda picture: [cv2.QRCodeDetector().detectAndDecode(_array(picture))[0]]


def _zbar() -> Any:
    try:
        return import_module("pyzbar.pyzbar")
    except Exception:  # the package may be there without its library
        return None


def _array(picture: Picture) -> Any:
    return np.frombuffer(picture.grey, np.uint8).reshape(picture.high, picture.wide)


def result(name: str, look: Look, shots: list[tuple[str, Picture]]) -> Result:
    look(shots[0][1])
    read, times = 0, []
    for code, picture in shots:
        start = perf_counter()
        read += code in look(picture)
        times.append(perf_counter() - start)
    return Result(name, read, 1000 * sorted(times)[len(times) // 2])


def missed(results: dict[str, Result]) -> Iterator[str]:
    """The bars: a desktop no worse than zxing-cpp, Java clearly better than by itself and than
    the others, within a frame."""
    ours, alone = results.get("ours on a desktop"), results.get("zxing-cpp alone")
    if ours and alone and (ours.read < alone.read or ours.time > 1.1 * alone.time + 0.2):
        yield "desktop"
    java, bare = results.get("ours on Android (Java)"), results.get("Java ZXing alone")
    if java and bare:
        others = [each.read for name, each in results.items() if name in ("pyzbar", "OpenCV")]
        if java.read < bare.read + 4 or java.read <= max(others, default=0) or java.time > FRAME:
            yield "Java"


def lines() -> Iterator[Line]:
    """How many pictures each decoder reads; nothing where numpy or every decoder is missing."""
    there = list(lookers()) if np is not None else []
    if not there:
        yield Line("Codes read from bad pictures", "", "", "", "", "not measured: no decoder here")
        return
    codes = [
        card_code(sorted(starter_cards(game).values(), key=lambda card: len(card_code(card)))[-3]) for game in RULESETS
    ]
    shots = list(pictures(codes))
    results = {name: result(name, look, shots) for name, look in there}
    wrong = list(missed(results))
    for name, found in results.items():
        judged = next((word for word in ("desktop", "Java") if name.startswith("ours") and word in name), "")
        holds = "" if not judged else "NO" if judged in wrong else "yes"
        yield Line(
            f"Codes read of {len(shots)} bad pictures: {name}",
            f"{found.read}, {found.time:.1f} ms",
            "",
            "",
            "at least the bare decoder" if judged else "",
            holds,
        )


if __name__ == "__main__":
    printed(lines())
