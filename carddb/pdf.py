"""Just enough of PDF for sheets of labels: pages, filled rectangles, circles, and text in the
two fonts every reader has."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterator, Sequence

MM = 72 / 25.4
WIDTHS = (
    278,
    278,
    355,
    556,
    556,
    889,
    667,
    191,
    333,
    333,
    389,
    584,
    278,
    333,
    278,
    278,
    *(556,) * 10,
    278,
    278,
    584,
    584,
    584,
    556,
    1015,
    667,
    667,
    722,
    722,
    667,
    611,
    778,
    722,
    278,
    500,
    667,
    556,
    833,
    722,
    778,
    667,
    778,
    722,
    667,
    611,
    722,
    667,
    944,
    667,
    667,
    611,
    278,
    278,
    278,
    469,
    556,
    333,
    556,
    556,
    500,
    556,
    556,
    278,
    556,
    556,
    222,
    222,
    500,
    222,
    833,
    556,
    556,
    556,
    556,
    333,
    500,
    278,
    556,
    500,
    722,
    500,
    500,
    500,
    334,
    260,
    334,
    584,
)
"""How wide the letters of Helvetica are, from the space on, in thousandths of their size."""
BOLDER = 1.08
BREAK = "-"
LEAST_END = 4
"""So many letters of a broken word stand together at its end."""


def shown(text: str) -> str:
    """A text in the characters of the font: others lose their accents or become question marks."""
    found = []
    for char in text:
        plain = unicodedata.normalize("NFKD", char)[0]
        found.append(next((each for each in (char, plain) if each.encode("cp1252", "ignore")), "?"))
    return "".join(found)


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is, in millimetres."""
    plain = (unicodedata.normalize("NFKD", char)[0] for char in shown(text))
    units = sum(WIDTHS[ord(char) - 32] if 32 <= ord(char) < 127 else 556 for char in plain)
    return units / 1000 * size / MM * (BOLDER if bold else 1)


def wrapped(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """A text in lines that fit; a word too long for one goes on in the next."""
    lines: list[str] = []
    for part in (part for word in text.split() for part in _broken(word, room, size, bold)):
        if lines and width(f"{lines[-1]} {part}", size, bold) <= room and not lines[-1].endswith(BREAK):
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


def _broken(word: str, room: float, size: float, bold: bool) -> Iterator[str]:
    """A word in parts that fit: at its own hyphens, else with new ones between."""
    while len(word) > 1 and width(word, size, bold) > room:
        fits = [n for n in range(1, len(word)) if width(word[:n] + BREAK, size, bold) <= room] or [1]
        fits = [n for n in fits if len(word) - n >= LEAST_END] or fits
        own = next((n for n in reversed(fits) if word[n - 1] == BREAK), 0)
        yield word[:own] if own else word[: fits[-1]] + BREAK
        word = word[own or fits[-1] :]
    yield word


class Page:
    """A page being drawn on, in millimetres from its top left corner."""

    def __init__(self, wide: float, high: float) -> None:
        self.wide, self.high = wide, high
        self._marks: list[str] = []

    def box(self, left: float, top: float, wide: float, high: float, grey: float = 0) -> None:
        """A filled rectangle."""
        place = f"{left * MM:.3f} {(self.high - top - high) * MM:.3f} {wide * MM:.3f} {high * MM:.3f}"
        self._marks.append(f"{grey:g} g {place} re f")

    def boxes(self, rows: Sequence[Sequence[bool]], left: float, top: float, size: float) -> None:
        """The dark squares of a grid; neighbours are one rectangle, so that no viewer shows gaps
        between them."""
        self._marks.append("0 g")
        for y, row in enumerate(rows):
            start = None
            for x, dark in enumerate([*row, False]):
                if dark and start is None:
                    start = x
                elif not dark and start is not None:
                    place = f"{(left + start * size) * MM:.3f} {(self.high - top - (y + 1) * size) * MM:.3f}"
                    self._marks.append(f"{place} {(x - start) * size * MM:.3f} {size * MM * 1.01:.3f} re")
                    start = None
        self._marks.append("f")

    def frame(self, left: float, top: float, wide: float, high: float, grey: float = 0.7) -> None:
        """A thin frame: to cut along, or a box to tick."""
        place = f"{left * MM:.3f} {(self.high - top - high) * MM:.3f} {wide * MM:.3f} {high * MM:.3f}"
        self._marks.append(f"{grey:g} G 0.3 w {place} re S")

    def text(self, left: float, baseline: float, text: str, size: float, bold: bool = False, grey: float = 0) -> None:
        """One line of text."""
        told = shown(text).encode("cp1252", "replace").decode("latin-1")
        safe = told.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        place = f"{left * MM:.3f} {(self.high - baseline) * MM:.3f}"
        self._marks.append(f"BT {grey:g} g /{'B' if bold else 'R'} {size:g} Tf {place} Td ({safe}) Tj ET")

    def drawn(self) -> bytes:
        return "\n".join(self._marks).encode("latin-1")


def document(pages: Sequence[Page]) -> bytes:
    """The pages as one PDF file."""
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    kids = " ".join(f"{5 + 2 * n} 0 R" for n in range(len(pages)))
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
    ]
    for place, page in enumerate(pages):
        drawn = zlib.compress(page.drawn(), 9)
        box = f"[0 0 {page.wide * MM:.3f} {page.high * MM:.3f}]"
        parts.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {6 + 2 * place} 0 R "
            "/Resources << /Font << /R 3 0 R /B 4 0 R >> >> >>".encode()
        )
        head = f"<< /Length {len(drawn)} /Filter /FlateDecode >>\nstream\n".encode()
        parts.append(head + drawn + b"\nendstream")
    return _file(parts)


def _file(parts: Sequence[bytes]) -> bytes:
    """Numbered objects and the table that says where each begins."""
    file, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, part in enumerate(parts, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n".encode() + part + b"\nendobj\n"
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    table = f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n{rows}"
    tail = f"trailer\n<< /Size {len(parts) + 1} /Root 1 0 R >>\nstartxref\n{len(file)}\n%%EOF\n"
    return bytes(file) + table.encode() + tail.encode()
