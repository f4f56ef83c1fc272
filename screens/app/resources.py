"""Where the files lie that the app brings along: in a clone, in an installed package and on a
phone in the same places."""

from __future__ import annotations

from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
LOCALE = HOME / "locale"
MANUAL = HOME / "docs"
ICON = HOME / "data" / "icon.png"
PROJECT = HOME / "pyproject.toml"
"""Not in an installed package, whose own record has the version."""
FONTS = HOME / "screens" / "fonts"
