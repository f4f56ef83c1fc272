"""Disks that fail as real ones do, a disk in memory, and a disk that writes down every step for
a power cut."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import FileIO
from itertools import chain, combinations
from pathlib import Path

from carddb.disk import Disk
from carddb.trouble import CannotSave, Elsewhere
from engine.values.texts import Text


class Full(Disk):
    """So many bytes fit, and no more; removing a file does not give any back."""

    def __init__(self, root: Path, room: int = 10**9) -> None:
        super().__init__(root)
        self.room = room

    def _write(self, file: FileIO, content: bytes) -> None:
        super()._write(file, content[: self.room])
        self.room -= len(content)
        if self.room < 0:
            self.room = 0
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Broken(Disk):
    """Every step of the named kinds fails with an error, or only the first so many of them."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.error, self.steps, self.times = errno.EIO, set[str](), 10**9

    def fail(self, error: int, *steps: str, times: int = 10**9) -> None:
        self.error, self.steps, self.times = error, set(steps), times

    def _step(self, name: str) -> None:
        if name in self.steps and self.times:
            self.times -= 1
            raise OSError(self.error, os.strerror(self.error))

    def _create(self, name: str) -> FileIO:
        self._step("create")
        return super()._create(name)

    def _write(self, file: FileIO, content: bytes) -> None:
        if "half" in self.steps and self.times:
            super()._write(file, content[: len(content) // 2])
        self._step("half")
        self._step("write")
        super()._write(file, content)

    def _sync(self, file: FileIO) -> None:
        self._step("sync")
        super()._sync(file)

    def _cut(self, file: FileIO, at: int) -> None:
        self._step("cut")
        super()._cut(file, at)

    def _rename(self, name: str, to: str) -> None:
        self._step("rename")
        super()._rename(name, to)

    def _unlink(self, name: str) -> None:
        self._step("unlink")
        super()._unlink(name)

    def _sync_folder(self, folder: str) -> None:
        self._step("sync_folder")
        super()._sync_folder(folder)


class MemoryDisk(Disk):
    """The same in memory: quick enough to open thousands of crashed folders."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        super().__init__(Path("memory"))
        self.files = dict(files or {})
        self.why: Text | None = None

    def claim(self) -> None:
        self._check()

    def begin(self) -> None:
        self._check()

    def forbid(self, why: Text) -> None:
        self.why = why

    def _check(self) -> None:
        if self.why:
            raise CannotSave(self.why)

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def size(self, name: str) -> int | None:
        return len(self.files[name]) if name in self.files else None

    def names(self, folder: str = "") -> tuple[str, ...]:
        under = f"{folder}/" if folder else ""
        return tuple(sorted({name[len(under) :].split("/")[0] for name in self.files if name.startswith(under)}))

    def append(self, name: str, line: bytes, at: int) -> None:
        self._check()
        if self.size(name) != at:
            raise Elsewhere
        self.files[name] += line

    def replace(self, name: str, content: bytes) -> None:
        self._check()
        self.files[name] = content

    def move(self, name: str, to: str) -> None:
        self._check()
        for old in [each for each in self.files if each == name or each.startswith(f"{name}/")]:
            self.files[to + old[len(name) :]] = self.files.pop(old)

    def remove(self, name: str) -> None:
        self._check()
        for old in [each for each in self.files if each == name or each.startswith(f"{name}/")]:
            del self.files[old]


@dataclass(frozen=True)
class Step:
    """One thing asked of the device: a name that changes, bytes written, or a sync that makes
    something sure."""

    do: str
    name: str = ""
    to: str = ""
    file: int = 0
    at: int = 0
    data: bytes = b""


class Recorder(Disk):
    """Does everything on a real folder, and writes down every single step."""

    def __init__(self, root: Path, forgets: frozenset[str] = frozenset()) -> None:
        super().__init__(root)
        self.steps: list[Step] = []
        self._files: dict[str, int] = {}
        self._count, self._forgets = 0, forgets

    def ack(self, what: str) -> None:
        """From here on this was shown to the player."""
        self._note(Step("ack", what))

    def _note(self, step: Step) -> None:
        if step.do not in self._forgets:
            self.steps.append(step)

    def _file(self, file: FileIO) -> int:
        return self._files[Path(os.fsdecode(file.name)).relative_to(self.root).as_posix()]

    def _create(self, name: str) -> FileIO:
        self._count += 1
        self._files[name] = self._count
        self._note(Step("create", name, file=self._count))
        return super()._create(name)

    def _write(self, file: FileIO, content: bytes) -> None:
        self._note(Step("write", file=self._file(file), at=file.tell(), data=content))
        super()._write(file, content)

    def _sync(self, file: FileIO) -> None:
        self._note(Step("sync", file=self._file(file)))
        super()._sync(file)

    def _rename(self, name: str, to: str) -> None:
        self._files = {_moved(each, name, to): file for each, file in self._files.items() if each != to}
        self._note(Step("rename", name, to))
        super()._rename(name, to)

    def _mkdir(self, folder: str) -> None:
        self._note(Step("mkdir", folder))
        super()._mkdir(folder)

    def _unlink(self, name: str) -> None:
        self._note(Step("unlink", name))
        super()._unlink(name)

    def remove(self, name: str) -> None:
        if (self.root / name).is_dir():
            self._note(Step("unlink", name))
        super().remove(name)

    def _sync_folder(self, folder: str) -> None:
        self._note(Step("sync_folder", folder))
        super()._sync_folder(folder)


@dataclass
class Platter:
    """What a device holds for sure, and what it may hold, as the steps go by."""

    names: dict[str, int] = field(default_factory=dict)
    content: dict[int, bytes] = field(default_factory=dict)
    renames: list[Step] = field(default_factory=list)  # names that changed since their folder was synced
    writes: list[Step] = field(default_factory=list)  # bytes written since their file was synced

    def take(self, step: Step) -> None:
        match step.do:
            case "write":
                self.writes.append(step)
            case "sync":
                self.content[step.file] = _written(self.content.get(step.file, b""), self._of(step.file))
                self.writes = [each for each in self.writes if each.file != step.file]
            case "create" | "mkdir" | "rename" | "unlink":
                self.renames.append(step)
            case "sync_folder":
                sure = [each for each in self.renames if step.name in (_folder(each.name), _folder(each.to or each.name))]
                self.names = _named(self.names, sure)
                self.renames = [each for each in self.renames if each not in sure]

    def _of(self, file: int) -> list[Step]:
        return [each for each in self.writes if each.file == file]

    def images(self, tears: int) -> Iterator[dict[str, bytes]]:
        """Every folder a power cut may leave: names changed or not, bytes there, not there,
        torn, or zeros."""
        for renames in _some(self.renames):
            names = _named(self.names, renames)
            for content in self._contents(tears):
                yield {name: content.get(file, b"") for name, file in names.items() if file and _reached(name, names)}

    def _contents(self, tears: int) -> Iterator[dict[int, bytes]]:
        yield self.content
        if self.writes:
            *before, last = self.writes
            places = (
                range(len(last.data) + 1)
                if len(last.data) <= tears
                else sorted({*range(12), *range(0, len(last.data), max(1, len(last.data) // tears)), len(last.data) - 1, len(last.data)})
            )
            for place in places:
                yield self._with([*before, Step("write", file=last.file, at=last.at, data=last.data[:place])])
            yield self._with([*before, Step("write", file=last.file, at=last.at, data=bytes(len(last.data)))])

    def _with(self, writes: list[Step]) -> dict[int, bytes]:
        found = dict(self.content)
        for step in writes:
            found[step.file] = _written(found.get(step.file, b""), [step])
        return found


def _written(content: bytes, writes: list[Step]) -> bytes:
    for step in writes:
        content = content[: step.at] + step.data + content[step.at + len(step.data) :]
    return content


def _named(names: dict[str, int], steps: list[Step]) -> dict[str, int]:
    for step in steps:
        if step.do in ("create", "mkdir"):
            names = {**names, step.name: step.file}
        elif step.do == "unlink":
            names = {name: file for name, file in names.items() if name != step.name and not name.startswith(step.name + "/")}
        else:
            over = {name: file for name, file in names.items() if name != step.to or step.name not in names}
            names = {_moved(name, step.name, step.to): file for name, file in over.items()}
    return names


def _moved(name: str, old: str, new: str) -> str:
    return new + name[len(old) :] if name == old or name.startswith(old + "/") else name


def _reached(name: str, names: dict[str, int]) -> bool:
    """Every folder on the way is there."""
    folder = _folder(name)
    return not folder or (folder in names and _reached(folder, names))


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


def _some(steps: list[Step]) -> Iterator[list[Step]]:
    """All choices of a few steps; of many, the first so many."""
    if len(steps) <= 4:
        yield from map(list, chain.from_iterable(combinations(steps, n) for n in range(len(steps) + 1)))
    else:
        yield from (steps[:n] for n in range(len(steps) + 1))


def crashes(steps: list[Step], tears: int = 600) -> Iterator[tuple[list[str], dict[str, bytes]]]:
    """What was acknowledged, and a folder that a power cut at that moment may leave: all of
    them."""
    platter, acknowledged, seen = Platter(), list[str](), set[int]()
    for step in (Step("ack", "power on"), *steps):
        if step.do == "ack":
            acknowledged.append(step.name)
            seen.clear()
        platter.take(step)
        for image in platter.images(tears):
            if (mark := hash(frozenset(image.items()))) not in seen:
                seen.add(mark)
                yield acknowledged[1:], image
