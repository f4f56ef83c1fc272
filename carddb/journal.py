"""A file of checksummed lines: the checksum of each line covers the whole file up to its end. So
the checksum of the last line proves all of them, and a good file is opened by one look at its
end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from zlib import crc32

from carddb.disk import Disk
from carddb.trouble import CannotSave, Elsewhere
from engine.values.texts import Text, say, say_many

SUM = 9
"""A checksum in eight hexadecimal digits, and a space."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What could not be read of a file: a number of lines, or only one that was never finished; and
    where the file is kept. How much an empty file held is unknown: a file is never made without its
    first line."""

    lines: int
    kept: str = ""
    empty: bool = False

    def told(self, what: Text | str) -> Text:
        kept = (
            say("the damaged file is kept as {file}", file=self.kept)
            if self.kept
            else say("the file was left as it is")
        )
        if self.empty:
            return say("{what}: the file is empty, and whatever it held is lost; {kept}.", what=what, kept=kept)
        if not self.lines:
            return say("{what}: an unfinished line at the end was left out; {kept}.", what=what, kept=kept)
        return say_many(
            "{what}: one line cannot be read any more and is lost; {kept}.",
            "{what}: {count} lines cannot be read any more and are lost; {kept}.",
            self.lines,
            what=what,
            kept=kept,
        )


def framed(texts: Iterable[str], crc: int = 0) -> bytes:
    """Lines with their checksums, for a file whose bytes so far have the checksum *crc*."""
    lines = []
    for text in texts:
        body = text.encode("utf-8", "surrogatepass")
        lines.append(b"%08x %b\n" % (crc32(body, crc), body))
        crc = crc32(lines[-1], crc)
    return b"".join(lines)


def sound(data: bytes) -> tuple[int, int]:
    """The longest good beginning of a file, in whole lines of text with their checksums: its length
    and its checksum."""
    end = data.rfind(b"\n") + 1
    start = data.rfind(b"\n", 0, max(end - 1, 0)) + 1
    view = memoryview(data)
    crc = crc32(view[:start])
    length, crc = (end, crc32(view[start:end], crc)) if _fits(view[start:end], crc) else _sound_lines(data)
    text = _text(data[:length])
    return (length, crc) if text == length else (text, crc32(view[:text]))


def _text(data: bytes) -> int:
    """How far whole lines are UTF-8: a line that is not UTF-8 counts as one with a wrong
    checksum."""
    try:
        data.isascii() or data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as wrong:
        return data.rfind(b"\n", 0, wrong.start) + 1
    return len(data)


def _sound_lines(data: bytes) -> tuple[int, int]:
    """The longest good beginning of a file that has a bad line."""
    crc = start = 0
    view = memoryview(data)
    while (end := data.find(b"\n", start) + 1) and _fits(view[start:end], crc):
        crc, start = crc32(view[start:end], crc), end
    return start, crc


def _fits(line: memoryview, crc: int) -> bool:
    return bytes(line[:SUM]) == b"%08x " % crc32(line[SUM:-1], crc)


class Journal:
    """The lines of one file; they are in memory too, so that a file that vanished can be written
    again."""

    def __init__(self, disk: Disk, name: str, mend: bool = True) -> None:
        self.disk, self.name = disk, name
        found = disk.read(name)
        raw = found or b""
        length, self._crc = sound(raw)
        self.data: bytes | bytearray = raw[:length]
        self.lost = None if found is None or 0 < length == len(raw) else self._lost(raw)
        self._mends = mend
        self._locks = disk.locks
        self._failed = b""  # lines of which the file may hold a part, as appending them failed
        self._maybe: set[tuple[int, int]] = set()  # length and checksum of what it may hold, as writing that failed
        self._closed: Text | None = None
        if self.lost and mend:
            self._mend(raw)

    # Reading

    def lines(self, start: int = 0) -> Iterator[str]:
        """The content of the lines, from the line that begins at *start*."""
        while end := self.data.find(b"\n", start) + 1:
            yield _document(self.data[start:end])
            start = end

    def backwards(self) -> Iterator[str]:
        """The content of the lines as they are now, from the last to the first."""
        data, end = self.data, len(self.data)
        while end:
            start = data.rfind(b"\n", 0, end - 1) + 1
            yield _document(data[start:end])
            end = start

    def last(self, beginning: str) -> str | None:
        """The content of the last line that begins with this text; the text occurs nowhere else in
        a line."""
        place = self.data.rfind(f" {beginning}".encode())
        return _document(self.data[place + 1 - SUM : self.data.find(b"\n", place) + 1]) if place >= 0 else None

    # Writing

    def add(self, *texts: str) -> None:
        """Add lines, which are on the device when this returns; the first lines of a file come all
        at once or not at all."""
        lines = framed(texts, self._crc)
        try:
            self._append(lines)
        except CannotSave:
            self._maybe.add((len(self.data) + len(lines), crc32(lines, self._crc)))
            raise
        self.data = self.data if isinstance(self.data, bytearray) else bytearray(self.data)
        self.data += lines
        self._saved(crc32(lines, self._crc))

    def rewrite(self, texts: Iterable[str]) -> None:
        """Replace all lines by others, in one step."""
        self._check()
        data = framed(texts)
        self._maybe.add((len(data), crc32(data)))
        self.disk.replace(self.name, data)
        self.data = data
        self._saved(crc32(data))

    def save(self) -> None:
        """Write everything that is in memory to the device, if it is not there, as after the folder
        vanished."""
        self._check()
        if self.data and (self._locks != self.disk.locks or self.disk.size(self.name) != len(self.data)):
            self._write_again(b"")
            self._saved(self._crc)

    def close(self, why: Text) -> None:
        """Refuse every further write."""
        self._closed = why

    def _check(self) -> None:
        if self._closed:
            raise CannotSave(self._closed)

    def _append(self, lines: bytes) -> None:
        self._check()
        try:
            if self._locks != self.disk.locks:
                raise Elsewhere
            self.disk.append(self.name, lines, len(self.data))
        except Elsewhere:
            self._write_again(lines)
        except CannotSave:
            self._failed = lines
            raise

    def _saved(self, crc: int) -> None:
        self._crc, self._locks, self._failed = crc, self.disk.locks, b""
        self._maybe.clear()

    def _write_again(self, lines: bytes) -> None:
        """Restore a file that is not as it was left; a file that another copy of the app wrote is
        left alone."""
        raw = self.disk.read(self.name) or b""
        if not self._ours(raw):
            if not raw.startswith(self.data) or sound(raw)[0] != len(self.data):
                raise CannotSave(say("another copy of the app has changed {file}", file=self.name))
            self._keep_damaged(raw)
        self.disk.replace(self.name, bytes(self.data) + lines)

    def _ours(self, raw: bytes) -> bool:
        """Whether a file holds what is in memory, a part of it, or the remains of a failed
        write."""
        torn = raw.startswith(self.data) and self._failed.startswith(raw[len(self.data) :])
        return self.data.startswith(raw) or torn or (len(raw), crc32(raw)) in self._maybe

    # Damage

    def cut(self, start: int, lines: int) -> None:
        """Keep only so many lines from *start*: those after them cannot be understood, though their
        checksums are right."""
        end = start
        for _ in range(lines):
            end = self.data.find(b"\n", end) + 1
        self.data = bytes(self.data[:end])
        self._crc = crc32(self.data)
        raw = self.disk.read(self.name) or b""
        self.lost = self._lost(raw)
        if self._mends:
            self._mend(raw)

    def _lost(self, raw: bytes, kept: str = "") -> Lost:
        return Lost(raw.count(b"\n", len(self.data)), kept, not raw)

    def _mend(self, raw: bytes) -> None:
        """Put the damaged file aside and write its good part in its place; if that fails, the first
        write does it."""
        with suppress(CannotSave):
            kept = self._keep_damaged(raw)
            if self.data:
                self.disk.replace(self.name, bytes(self.data))
            else:
                self.disk.remove(self.name)
            self.lost = self._lost(raw, kept)

    def _keep_damaged(self, raw: bytes) -> str:
        folder, _, name = self.name.rpartition("/")
        taken, number = self.disk.names(folder), 1
        while f"{name}.damaged-{number}" in taken:
            number += 1
        self.disk.replace(f"{self.name}.damaged-{number}", raw)
        return f"{name}.damaged-{number}"


def _document(line: bytes | bytearray) -> str:
    return line[SUM:-1].decode("utf-8", "surrogatepass")
