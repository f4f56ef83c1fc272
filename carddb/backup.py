"""Backups of a store's folder: what goes into one, and the automatic ones."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from carddb.archive import MOST_BYTES, NAME, Forgiving, manifest_of, opens, packed, sums, unpacked
from carddb.disk import Disk
from carddb.journal import sound
from carddb.storage import Format
from carddb.trouble import CannotOpen
from engine.values.texts import say

FOLDER = "backups"
NAMED = re.compile(r"(\d{6})-\d{14}\.zip")
KEPT = 10


@dataclass(frozen=True, slots=True)
class Kept:
    """An automatic backup; its name says when it was made."""

    name: str
    number: int


def stamp(at: str) -> str:
    """A time in fourteen digits, for file names."""
    return re.sub(r"\D", "", at)[:14].ljust(14, "0")


def found(disk: Disk, generation: str, form: Format) -> dict[str, bytes]:
    """The files of a backup: every journal that opens, except the list of games, which is made from
    the games."""
    return _good(_whole(disk, generation), form)


def _whole(disk: Disk, generation: str) -> dict[str, bytes]:
    """The complete lines of every journal that can be read."""
    disk = Forgiving(disk)
    names = [*disk.names(generation), *(f"games/{name}" for name in disk.names(f"{generation}/games"))]
    files = ((name, disk.read(f"{generation}/{name}") or b"") for name in filter(NAME.fullmatch, names))
    return {name: data[: sound(data)[0]] for name, data in files}


def _good(files: dict[str, bytes], form: Format) -> dict[str, bytes]:
    good: dict[str, bytes] = {}
    for name, data in files.items():
        with suppress(CannotOpen):
            good |= {name: data} if opens(files, name, form) else {}
    return good


def kept(disk: Disk) -> tuple[Kept, ...]:
    """The automatic backups, the newest first. They are numbered, because clocks can be set
    back."""
    names = filter(None, map(NAMED.fullmatch, disk.names(FOLDER)))
    rows = [Kept(name[0], int(name[1])) for name in names]
    return tuple(sorted(rows, key=lambda row: row.number, reverse=True))


def keep(disk: Disk, generation: str, at: str, form: Format) -> bool:
    """Make an automatic backup if the data changed since the last one, and delete those beyond ten;
    whether the data changed."""
    files, before = _whole(disk, generation), kept(disk)
    last = _sums(disk, before[0]) if before else None
    if sums(files) == last:  # as at most starts: nothing needs to be opened
        return False
    files = _good(files, form)
    if not files or sums(files) == last:
        return False
    number = before[0].number + 1 if before else 1
    disk.replace(f"{FOLDER}/{number:06}-{stamp(at)}.zip", packed(files, at))
    for old in before[KEPT - 1 :]:
        disk.remove(f"{FOLDER}/{old.name}")
    return True


def _sums(disk: Disk, backup: Kept) -> object:
    try:
        return manifest_of(disk.read(f"{FOLDER}/{backup.name}") or b"")["files"]
    except CannotOpen:
        return None


def taken(source: Path, form: Format) -> dict[str, bytes]:
    """The files of a backup, if all of them are good."""
    disk = Disk(source.parent)
    size = disk.size(source.name)
    if size is None:
        raise CannotOpen(say("there is no backup {name}", name=source.name))
    if size > MOST_BYTES:
        raise CannotOpen(say("the backup is too large"))
    return unpacked(disk.read(source.name) or b"", form)
