"""Which version this is, as pyproject.toml says; an installed package has it in its record."""

from __future__ import annotations

from functools import cache

from screens.app import resources


@cache
def version() -> str:
    """The number alone; nothing where neither says it, so that a missing file never stops the
    app."""
    import tomllib

    try:
        with resources.PROJECT.open("rb") as file:
            return str(tomllib.load(file)["project"]["version"])
    except (OSError, ValueError, KeyError):
        return installed_version()


def installed_version() -> str:
    from importlib import metadata

    try:
        return metadata.version("adjutant")
    except metadata.PackageNotFoundError:
        return ""
