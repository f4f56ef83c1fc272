"""What a drop remembers while it is resolved."""

from __future__ import annotations

from typing import NamedTuple


class Scattering(NamedTuple):
    """How far a marker goes astray, in cm."""

    distance: int = 0


class OffTable(NamedTuple):
    """The rows of the units that came down off the table, a place for each unit."""

    rows: tuple[int, ...] = ()
