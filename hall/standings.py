"""Who stands where after the rounds so far, and what decides among equals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hall.evening import DRAW, LOSS, WIN, Evening


@dataclass(frozen=True, slots=True)
class Row:
    """A player: his place, his match points, those of all he has met, and by how many points of
    the games he is ahead; equal in all three is the same place."""

    place: int
    player: str
    name: str
    points: int
    opponents: int
    ahead: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0

    @property
    def order(self) -> tuple[int, int, int]:
        return self.points, self.opponents, self.ahead


@dataclass(frozen=True, slots=True)
class Match:
    """One match as one of its players saw it; a bye has no opponent."""

    other: str
    points: int
    ahead: int


def matches_of(evening: Evening, player: str) -> Iterator[Match]:
    """The matches of a player that have a result; a bye is a win, by no points."""
    for key, pairing in evening.matches():
        result = evening.results.get(key)
        if player not in pairing.players:
            continue
        if pairing.is_bye:
            yield Match("", WIN, 0)
        elif result:
            side = pairing.players.index(player)
            points = DRAW if result.winner is None else WIN if result.winner == side else LOSS
            yield Match(pairing.players[1 - side], points, result.points[side] - result.points[1 - side])


def match_points(evening: Evening) -> dict[str, int]:
    """Those of all players, gone or still here."""
    return {player.id: sum(each.points for each in matches_of(evening, player.id)) for player in evening.players}


def standings(evening: Evening) -> tuple[Row, ...]:
    """The best first: match points, those of the opponents, points of the games ahead; then names,
    on the same place."""
    points = match_points(evening)
    rows = [_row(evening, player.id, player.name, points) for player in evening.players]
    rows.sort(key=lambda row: (*(-each for each in row.order), row.name.casefold(), row.player))
    return tuple(_placed(rows))


def _row(evening: Evening, player: str, name: str, points: dict[str, int]) -> Row:
    found = list(matches_of(evening, player))
    played = [each for each in found if each.other]
    won, drawn, lost = (sum(each.points == worth for each in played) for worth in (WIN, DRAW, LOSS))
    met, ahead = sum(points.get(each.other, 0) for each in played), sum(each.ahead for each in played)
    return Row(0, player, name, points[player], met, ahead, won, drawn, lost, len(found) - len(played))


def _placed(rows: list[Row]) -> Iterator[Row]:
    place = 0
    for n, row in enumerate(rows):
        place = place if n and row.order == rows[n - 1].order else n + 1
        yield replace(row, place=place)
