"""The live data are one folder, `g1`; whatever takes their place is made beside them and becomes
`g2` by one renaming."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from carddb.disk import BESIDE, Disk
from carddb.trouble import CannotOpen, CannotSave, Trouble

NAME = re.compile(r"g([1-9]\d{0,8})")
WHOLE = "complete"
"""A file that says that a generation was made to its end, even one with nothing in it."""


def newest(disk: Disk) -> int:
    """The number of the live generation."""
    return max((number for number in _numbers(disk) if _counts(disk, f"g{number}")), default=1)


def free(disk: Disk, live: int) -> str:
    """The name for the next generation: above the live one, and nothing of a stranger's in its
    place."""
    taken = set(_numbers(disk))
    return f"g{next(number for number in range(live + 1, live + len(taken) + 2) if number not in taken)}"


def _numbers(disk: Disk) -> list[int]:
    with suppress(CannotOpen):
        return [int(name[1]) for each in disk.names() if (name := NAME.fullmatch(each))]
    return []


def _counts(disk: Disk, generation: str) -> bool:
    """Whether this is a generation, and not something that only has the name of one.

    A folder that may not be looked into may be one: then nothing of it is shown, and nothing beside
    it goes.
    """
    if (disk.root / generation).is_symlink():
        return False
    try:
        names = disk.names(generation)
        return WHOLE in names or any(".journal" in name for name in (*names, *disk.names(f"{generation}/games")))
    except CannotOpen:
        return True


def switch(disk: Disk, files: Mapping[str, bytes], generation: str) -> None:
    """A new generation, made under another name; giving it its own is the whole change."""
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
    """Away with what a kill left half-done, with older generations, and with games deleted
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
