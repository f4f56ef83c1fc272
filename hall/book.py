"""The evening on the organiser's disk: one setting, written whole, so that a torn write leaves the
one before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from hall.evening import Evening, Pairing, Player, Result, Round

EVENING = "hall_evening"


class Kept(Protocol):
    """The settings of this device."""

    def get(self, key: str, default: Any = None) -> Any: ...

    def set(self, key: str, value: Any) -> None: ...


def save_evening(settings: Kept, evening: Evening) -> None:
    settings.set(EVENING, plain(evening))


def kept_evening(settings: Kept) -> Evening:
    """As it was left; what cannot be read is an empty evening."""
    found = settings.get(EVENING)
    try:
        return read(found) if isinstance(found, Mapping) else Evening()
    except (ValueError, TypeError, LookupError):
        return Evening()


def plain(evening: Evening) -> dict[str, Any]:
    return {
        "limit": evening.limit,
        "players": [[each.id, each.name, each.is_gone] for each in evening.players],
        "rounds": [
            [each.number, each.minutes, each.ends, [[p.table, p.one, p.two] for p in each.pairings]]
            for each in evening.rounds
        ],
        "results": [
            [*key, each.winner, [*each.points], each.source, each.by, each.disputed]
            for key, each in evening.results.items()
        ],
    }


def read(data: Mapping[str, Any]) -> Evening:
    players = tuple(Player(str(key), str(name), bool(gone)) for key, name, gone in data["players"])
    rounds = tuple(
        Round(
            int(number),
            tuple(Pairing(int(n), str(one), str(two)) for n, one, two in pairings),
            int(minutes),
            float(ends),
        )
        for number, minutes, ends, pairings in data["rounds"]
    )
    results = {
        (int(number), int(table)): Result(winner, (int(mine), int(theirs)), source, str(by), bool(disputed))
        for number, table, winner, (mine, theirs), source, by, disputed in data["results"]
    }
    return Evening(players, rounds, results, int(data["limit"]))
