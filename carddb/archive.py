"""All data as one zip archive with checksums. Every file of an archive is checked before any of
them is used."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from carddb.disk import Disk
from carddb.loading import Reading, numbered
from carddb.saves import header
from carddb.storage import Format, JournalStorage, dumped
from carddb.trouble import CannotOpen
from engine.values.texts import say

MANIFEST = "manifest.json"
NAME = re.compile(r"(cards|armies|settings)\.journal|games/[0-9a-z-]{1,64}\.journal")
MOST_FILES, MOST_BYTES = 10_000, 128 * 2**20
MOST_MANIFEST = 2**21
"""The largest manifest in bytes: a name, a size and a checksum take 176 at most for each file."""


def sums(found: Mapping[str, bytes]) -> dict[str, Any]:
    return {name: {"size": len(data), "sha256": sha256(data).hexdigest()} for name, data in found.items()}


def packed(found: Mapping[str, bytes], made: str) -> bytes:
    """The files and their checksums in one archive."""
    manifest = {"adjutant": "backup", "version": 1, "made": made, "files": sums(found)}
    into = BytesIO()
    with ZipFile(into, "w", ZIP_DEFLATED) as archive:
        for name, data in {MANIFEST: dumped(manifest).encode(), **found}.items():
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return into.getvalue()


def manifest_of(archive: bytes) -> dict[str, Any]:
    """What an archive says it holds."""
    try:
        with ZipFile(BytesIO(archive)) as opened:
            found = json.loads(_content(opened, opened.getinfo(MANIFEST), MOST_MANIFEST))
    except CannotOpen:
        raise
    except Exception as wrong:  # whatever an archive made by a stranger may set off
        raise CannotOpen(say("this is not a backup of this app")) from wrong
    match found:
        case {"adjutant": "backup", "version": 1, "made": str(), "files": dict()}:
            return dict(found)
        case {"adjutant": "backup", "version": int(version)} if version > 1:
            raise CannotOpen(say("the backup was made by a newer version of the app: please update it"))
    raise CannotOpen(say("this is not a backup of this app"))


def unpacked(archive: bytes, form: Format) -> dict[str, bytes]:
    """The files of an archive, if each one has a known name, matches its checksum and opens."""
    manifest = manifest_of(archive)
    try:
        with ZipFile(BytesIO(archive)) as opened:
            wanted = _wanted(opened.infolist())
            found = {info.filename: _content(opened, info) for info in wanted if info.filename != MANIFEST}
    except CannotOpen:
        raise
    except Exception as wrong:  # as above
        raise CannotOpen(say("the backup is damaged")) from wrong
    if sums(found) != manifest["files"]:
        raise CannotOpen(say("the backup is damaged"))
    if not all(opens(found, name, form) for name in found):
        raise CannotOpen(say("the backup is damaged"))
    return found


def _wanted(infos: list[ZipInfo]) -> list[ZipInfo]:
    """The entries of an archive: known names only, each once, each a plain file, none too large."""
    seen: set[str] = set()
    for info in infos:
        kind = stat.S_IFMT(info.external_attr >> 16)
        known = NAME.fullmatch(info.filename) or info.filename == MANIFEST
        if not known or info.filename in seen or info.filename != info.orig_filename or kind not in (0, stat.S_IFREG):
            raise CannotOpen(
                say("the backup holds something that does not belong there: {name}", name=repr(info.orig_filename))
            )
        seen.add(info.filename)
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_BYTES:
        raise CannotOpen(say("the backup is too large"))
    return infos


def _content(archive: ZipFile, info: ZipInfo, most: int = MOST_BYTES) -> bytes:
    """The content of an entry, read no further than the size that it declares."""
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or info.flag_bits & 1 or info.file_size > most:
        raise CannotOpen(say("the backup is damaged"))
    with archive.open(info) as file:
        data = file.read(info.file_size + 1)
    if len(data) != info.file_size:
        raise CannotOpen(say("the backup is damaged"))
    return data


class Held(Disk):
    """A disk in memory, which holds the files of an archive while they are checked."""

    def __init__(self, found: Mapping[str, bytes]) -> None:
        super().__init__(Path("backup"))
        self._found = found

    def read(self, name: str) -> bytes | None:
        return self._found.get(name)


class Forgiving(Disk):
    """A read-only disk that hides files it cannot read, so that one unreadable file does not stop a
    backup."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(disk.root)
        self._disk = disk

    def read(self, name: str) -> bytes | None:
        with suppress(CannotOpen):
            return self._disk.read(name)
        return None

    def size(self, name: str) -> int | None:
        with suppress(CannotOpen):
            return self._disk.size(name)
        return None

    def names(self, folder: str = "") -> tuple[str, ...]:
        with suppress(CannotOpen):
            return self._disk.names(folder)
        return ()


def opens(found: Mapping[str, bytes], name: str, form: Format) -> bool:
    """Whether a journal has only good lines and its content reads as its format says."""
    storage = JournalStorage(Held(found), name, holds(name), form, mend=False)
    if name.startswith("games/"):
        header(storage.last("game"))
        Reading(storage).first()
    tables = storage.read() or {}
    numbers = tables.get("entries", {}) if name.startswith("games/") else {}
    return bool(storage.journal.data) and not storage.journal.lost and all(map(numbered, numbers))


def holds(name: str) -> str:
    return "game" if name.startswith("games/") else name.partition(".")[0]
