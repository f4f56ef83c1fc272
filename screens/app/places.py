"""Places in the app: which page, and where in it; the way from one to the next."""

from __future__ import annotations

from typing import Any, NoReturn

Place = dict[str, Any]
LOOKS = {"offset", "at", "scroll", "all"}
"""What a place remembers of how it was looked at, not where it is."""


def way_to(there: Place, places: list[Place]) -> list[Place]:
    """The way with this place at its end; one that is on it already is gone back to, so no way
    grows for ever."""
    ways = [{key: value for key, value in place.items() if key not in LOOKS} for place in places]
    return places[: ways.index(there) + 1] if there in ways else [*places, there]


def nowhere(_place: Place) -> NoReturn:
    """There are no pages any more."""
    raise NotImplementedError("the app has ended")
