"""Places in the app: which page, and where in it; the way from one to the next."""

from __future__ import annotations

from enum import Flag, auto
from typing import Any, NoReturn

Place = dict[str, Any]


class Kind(Flag):
    """What holds of a page wherever it is shown."""

    PLAIN = 0
    LASTING = auto()
    """Stays on the way when a question is answered."""
    GROUND = auto()
    """The table, beside which others stand where the window has room."""
    BESIDE = auto()
    """One of those."""
    PASSING = auto()
    """Of one deed: the next question takes its place."""
    ASKING = auto()
    """Closed when nothing is asked any more."""
    QUESTION = auto()
    """Has the open question."""
    DEED = auto()
    """Fills in a deed, and is closed when that is done."""
    TELLING = auto()
    """Tells what happened."""
    ENDING = auto()
    """Tells how the game ended."""
    DEVICES = auto()
    """About the table of several devices."""
    HALL = auto()
    """Of a club night."""


KINDS = {
    "home": Kind.LASTING,
    "table": Kind.LASTING | Kind.GROUND,
    "queue": Kind.LASTING | Kind.BESIDE,
    "unit": Kind.BESIDE,
    "pick": Kind.BESIDE | Kind.PASSING | Kind.ASKING,
    "ask": Kind.BESIDE | Kind.PASSING | Kind.ASKING | Kind.QUESTION,
    "deed": Kind.BESIDE | Kind.DEED,
    "targets": Kind.BESIDE,
    "outcome": Kind.BESIDE | Kind.PASSING | Kind.TELLING,
    "history": Kind.BESIDE,
    "amend": Kind.BESIDE,
    "match": Kind.BESIDE,
    "ending": Kind.PASSING | Kind.ENDING,
    "link": Kind.DEVICES,
    **dict.fromkeys(("hall", "board", "round", "players", "standings"), Kind.HALL),
}
"""Of the pages that are more than plain."""


def is_a(kind: Kind, place: Place) -> bool:
    return kind in KINDS.get(str(place["screen"]), Kind.PLAIN)


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
