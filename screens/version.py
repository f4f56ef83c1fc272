"""Which version this is, as pyproject.toml says; that file goes along into the packaged app."""

from __future__ import annotations

from functools import cache
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent


@cache
def version() -> str:
    """The number alone; nothing where the file is gone, so that a missing file never stops the
    app."""
    import tomllib

    try:
        with (HOME / "pyproject.toml").open("rb") as file:
            return str(tomllib.load(file)["project"]["version"])
    except (OSError, ValueError, KeyError):
        return ""
