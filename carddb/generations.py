"""Generations of the live data: the folder `g1`, and `g2` for the data that replaces it. A new
generation is made under another name and takes over by one renaming."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from carddb.disk import BESIDE, Disk
from carddb.trouble import CannotOpen, CannotSave, Trouble

NAME = re.compile(r"g([1-9]\d{0,8})")
WHOLE = "complete"
"""The name of an empty file which marks a generation that was written to its end."""


def newest(disk: Disk) -> int:
    """The number of the live generation."""
    return max((number for number in _numbers(disk) if _counts(disk, f"g{number}")), default=1)


def free(disk: Disk, live: int) -> str:
    """The name for the next generation: a number above the live one that no other folder has."""
    taken = set(_numbers(disk))
    return f"g{next(number for number in range(live + 1, live + len(taken) + 2) if number not in taken)}"


def _numbers(disk: Disk) -> list[int]:
    with suppress(CannotOpen):
        return [int(name[1]) for each in disk.names() if (name := NAME.fullmatch(each))]
    return []


def _counts(disk: Disk, generation: str) -> bool:
    """Whether a folder is a generation, and not something else of that name.

    A folder that cannot be read may be one: then its data is not shown, and nothing beside it is
    deleted.
    """
    if (disk.root / generation).is_symlink():
        return False
    try:
        names = disk.names(generation)
        return WHOLE in names or any(".journal" in name for name in (*names, *disk.names(f"{generation}/games")))
    except CannotOpen:
        return True


def switch(disk: Disk, files: Mapping[str, bytes], generation: str) -> None:
    """Write a new generation under another name, then rename it: the renaming is the whole
    change."""
    beside = generation + BESIDE
    try:
        disk.remove(beside)
        disk.make(beside)
        for name, data in {**files, WHOLE: b""}.items():
            disk.replace(f"{beside}/{name}", data)
        disk.move(beside, generation)
    except CannotSave:
        with suppress(CannotSave):
            disk.remove(beside)
        raise


def clean(disk: Disk, generation: str) -> None:
    """Delete generations that were never finished, older generations, and games that were deleted
    before."""
    with suppress(Trouble):
        for folder in ("", generation, f"{generation}/games", "backups"):
            for name in disk.names(folder):
                if name.endswith(BESIDE):
                    disk.remove(f"{folder}/{name}".lstrip("/"))
        for number in _numbers(disk):
            if number < int(generation[1:]):
                disk.remove(f"g{number}")
        disk.remove(f"{generation}/trash")
