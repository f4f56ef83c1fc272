"""The live data are one folder, `g1`; whatever takes their place is made beside them and becomes `g2` by one renaming."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from carddb.disk import BESIDE, Disk
from carddb.trouble import CannotSave, Trouble

NAME = re.compile(r"g([1-9]\d{0,8})")


def newest(disk: Disk) -> int:
    """The number of the live generation."""
    return max((int(name[1]) for each in disk.names() if (name := NAME.fullmatch(each))), default=1)


def switch(disk: Disk, files: Mapping[str, bytes], generation: str) -> None:
    """A new generation, made under another name; giving it its own is the whole change."""
    beside = generation + BESIDE
    try:
        disk.remove(beside)
        disk.make(beside)
        for name, data in files.items():
            disk.replace(f"{beside}/{name}", data)
        disk.move(beside, generation)
    except CannotSave:
        with suppress(CannotSave):
            disk.remove(beside)
        raise


def clean(disk: Disk, generation: str) -> None:
    """Away with what a kill left half-done, with older generations, and with games deleted before."""
    with suppress(Trouble):
        for folder in ("", generation, f"{generation}/games", "backups"):
            for name in disk.names(folder):
                if name.endswith(BESIDE):
                    disk.remove(f"{folder}/{name}".lstrip("/"))
        for name in disk.names():
            if NAME.fullmatch(name) and name != generation:
                disk.remove(name)
        disk.remove(f"{generation}/trash")
