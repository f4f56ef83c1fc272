"""From a picture to codes: decoders behind one adapter, each of which says whether it can be used
here.

A picture is its grey values, row by row. Libraries are imported only when they are needed, as not
every device has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from carddb.cards import Card
from carddb.library import Library
from carddb.qr import Collector, Thing, known


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in grey values, one byte for each point."""

    wide: int
    high: int
    grey: bytes

    def __post_init__(self) -> None:
        if self.wide < 1 or self.high < 1 or len(self.grey) != self.wide * self.high:
            raise ValueError("a picture needs as many values as it has points")


class Decoder(Protocol):
    """Finds codes in a picture."""

    name: str

    def usable(self) -> bool:
        """Whether the library that it needs is installed."""

    def read(self, picture: Picture) -> list[str]:
        """The texts of all QR codes it finds."""


class ZxingCpp:
    """zxing-cpp, for desktops; the best decoder, which needs no help with bad pictures."""

    name, needs = "zxing-cpp", "zxingcpp"

    @cached_property
    def _library(self) -> Any:
        try:
            return import_module(self.needs)
        except ImportError:
            return None

    def usable(self) -> bool:
        return self._library is not None

    def read(self, picture: Picture) -> list[str]:
        view = memoryview(picture.grey).cast("B", (picture.high, picture.wide))
        return [found.text for found in self._library.read_barcodes(view, formats=self._library.BarcodeFormat.QRCode)]


JARS = (Path("/usr/share/java/zxing-core.jar"), Path("/usr/share/java/core.jar"))
"""Where Debian's libzxing-core-java installs ZXing; on Android it is part of the app."""


class JavaZxing:
    """ZXing's Java core through pyjnius, on Android, and on desktops that have a JVM."""

    name, needs, configured = "ZXing", "jnius", "jnius_config"

    def __init__(self, jars: Sequence[Path] = JARS, helped: bool = True) -> None:
        self._jars, self._helped = jars, helped

    @cached_property
    def _java(self) -> Any:
        try:
            self._point_to_jars()
            load = import_module(self.needs).autoclass
            return _Classes(load)
        except Exception:  # no pyjnius, no JVM, no such class: all the same here
            return None

    def _point_to_jars(self) -> None:
        """Tell a desktop JVM where ZXing is, before the JVM starts."""
        try:
            config = import_module(self.configured)
        except ImportError:
            return
        if not config.vm_running:
            config.add_classpath(*(str(jar) for jar in self._jars if jar.exists()))

    def usable(self) -> bool:
        return self._java is not None

    def read(self, picture: Picture) -> list[str]:
        """The codes of the first version of the picture that shows any."""
        for seen in helped(picture) if self._helped else (picture,):
            if texts := self._java.read(seen):
                return list(texts)
        return []


class _Classes:
    """The classes of ZXing's Java core that are used."""

    def __init__(self, load: Any) -> None:
        self._source = load("com.google.zxing.PlanarYUVLuminanceSource")
        self._bitmap = load("com.google.zxing.BinaryBitmap")
        self._ways = (
            load("com.google.zxing.common.HybridBinarizer"),
            load("com.google.zxing.common.GlobalHistogramBinarizer"),
        )
        self._reader = load("com.google.zxing.qrcode.QRCodeReader")
        self._hints = load("java.util.HashMap")()
        hint = load("com.google.zxing.DecodeHintType")
        self._hints.put(hint.TRY_HARDER, load("java.lang.Boolean").TRUE)

    def read(self, picture: Picture) -> list[str]:
        source = self._source(picture.grey, picture.wide, picture.high, 0, 0, picture.wide, picture.high, False)
        for way in self._ways:
            try:
                return [str(self._reader().decode(self._bitmap(way(source)), self._hints).getText())]
            except Exception:  # Java's ways of saying that there is none
                continue
        return []


# Help for a decoder that sees less


def helped(picture: Picture) -> Iterator[Picture]:
    """Versions of a picture to try: as it is; smoother, against noise and tilt; smaller with more
    contrast, for low light; larger, for blur."""
    yield picture
    yield smoothed(picture, 2)
    yield stretched(halved(smoothed(picture)))
    yield smoothed(doubled(picture))


def smoothed(picture: Picture, times: int = 1) -> Picture:
    """Every point the mean of itself and its neighbours to the right and below.

    The whole picture is one long number, so that all means are made at once: half the bits that
    differ, and all that agree.
    """
    size, values = len(picture.grey), int.from_bytes(picture.grey, "little")
    for shift in (8, 8 * picture.wide) * times:
        beside = values >> shift
        values = (values & beside) + (((values ^ beside) & _halves(size)) >> 1)
    return Picture(picture.wide, picture.high, values.to_bytes(size, "little"))


@lru_cache(maxsize=4)
def _halves(size: int) -> int:
    """A mask for so many bytes: all bits but the lowest of each."""
    return int.from_bytes(b"\xfe" * size, "little")


def stretched(picture: Picture) -> Picture:
    """The darkest points black and the lightest white; a few extreme points are ignored."""
    values = sorted(picture.grey[:: max(1, len(picture.grey) // 20_000) | 1])
    low, high = values[len(values) // 100], values[-1 - len(values) // 100]
    table = bytes(min(255, max(0, (value - low) * 255 // max(1, high - low))) for value in range(256))
    return Picture(picture.wide, picture.high, picture.grey.translate(table))


def halved(picture: Picture) -> Picture:
    """Every second point of every second row."""
    wide = picture.wide
    rows = (picture.grey[at : at + wide : 2] for at in range(0, len(picture.grey), 2 * wide))
    return Picture((wide + 1) // 2, (picture.high + 1) // 2, b"".join(rows))


def doubled(picture: Picture) -> Picture:
    """The middle of the picture, twice as large, for a code far away."""
    wide, high = max(1, picture.wide // 2), max(1, picture.high // 2)
    left, top = (picture.wide - wide) // 2, (picture.high - high) // 2
    starts = range(top * picture.wide + left, (top + high) * picture.wide + left, picture.wide)
    twice = (_twice(picture.grey[at : at + wide]) for at in starts)
    return Picture(2 * wide, 2 * high, b"".join(row + row for row in twice))


def _twice(row: bytes) -> bytes:
    wide = bytearray(2 * len(row))
    wide[::2] = wide[1::2] = row
    return bytes(wide)


def decoders() -> tuple[Decoder, ...]:
    """The decoders that can be used here, the best first."""
    return tuple(decoder for decoder in (ZxingCpp(), JavaZxing()) if decoder.usable())


# Card after card


class Batch:
    """The cards that the camera has seen: each new card is listed, one shown again is counted."""

    def __init__(self, library: Library) -> None:
        self._library, self._collector = library, Collector(library.store.rulesets)
        self._last = ""
        self.counts: Counter[str] = Counter()
        self.cards: dict[str, Card] = {}

    @property
    def parts(self) -> tuple[int, int]:
        """How many codes of an army or a game were seen, and how many there are; (0, 0) if there is
        none."""
        return self._collector.found, self._collector.wanted

    def missing(self) -> tuple[int, ...]:
        """The numbers of the codes still to come."""
        return self._collector.missing()

    def see(self, text: str) -> Thing | None:
        """The thing that this code completes, if it is new; a code that stays in the picture is
        seen once."""
        if text == self._last:
            return None
        thing = self._collector.add(text)
        self._last = text
        if not isinstance(thing, Card):
            return thing
        card = known(self._library.cards, thing)
        self.cards[card.id] = card
        self.counts[card.id] += 1
        return card

    def nothing(self) -> None:
        """Note a picture without codes: the next code counts, even if it is the same as before."""
        self._last = ""

    def units(self) -> tuple[Card, ...]:
        """Every card as many times as it was shown."""
        return tuple(self.cards[key] for key, count in self.counts.items() for _ in range(count))
