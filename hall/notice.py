"""What the organiser's device tells all others: the round, its clock, who is on the list, and which
results it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hall.evening import ROUNDS, TABLES
from hall.report import LONGEST


@dataclass(frozen=True, slots=True)
class Seating:
    """A match of the round by the names of its players; the second is empty in a bye."""

    table: int
    one: str
    two: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """A player on the list by the id of his device, and what was found about his army: None where
    he gave none in."""

    id: str
    name: str
    problems: int | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """`number` grows with every notice. `got` says up to which number the last word of a table has
    come in; what is not there is sent again."""

    number: int = 0
    name: str = ""
    round: int = 0
    minutes: int = 0
    ends: float = 0.0
    seatings: tuple[Seating, ...] = ()
    players: tuple[Entered, ...] = ()
    got: Mapping[str, int] = field(default_factory=dict)


def plain(notice: Notice) -> dict[str, Any]:
    return {
        "number": notice.number,
        "name": notice.name,
        "round": [notice.round, notice.minutes, notice.ends],
        "seatings": [[each.table, each.one, each.two] for each in notice.seatings],
        "players": [[each.id, each.name, each.problems] for each in notice.players],
        "got": dict(notice.got),
    }


def read(data: Mapping[str, Any]) -> Notice:
    """What `plain` made; anything else is a ValueError."""
    try:
        number, minutes, ends = data["round"]
        return Notice(
            int(data["number"]),
            str(data["name"])[:LONGEST],
            int(number) % (ROUNDS + 1),
            int(minutes),
            float(ends),
            tuple(Seating(int(n) % (TABLES + 1), str(a)[:LONGEST], str(b)[:LONGEST]) for n, a, b in data["seatings"]),
            tuple(Entered(str(key), str(name)[:LONGEST], found) for key, name, found in data["players"]),
            {str(key): int(n) for key, n in data["got"].items()},
        )
    except (KeyError, TypeError, AttributeError) as wrong:
        raise ValueError("no notice") from wrong
