"""An evening as values: players, rounds, results. Nothing here has a clock, dice or files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

WIN, DRAW, LOSS = 3, 1, 0
"""Match points."""
Key: TypeAlias = tuple[int, int]
"""Which match: its round and its table."""
Source: TypeAlias = Literal["table", "organiser"]
ROUNDS, TABLES = 99, 999


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the evening; one who has gone is paired no more."""

    id: str
    name: str
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players at a table; alone, a player has a bye."""

    table: int
    one: str
    two: str = ""

    @property
    def is_bye(self) -> bool:
        return not self.two

    @property
    def players(self) -> tuple[str, ...]:
        return (self.one, self.two) if self.two else (self.one,)


@dataclass(frozen=True, slots=True)
class Round:
    """Who plays whom. Its clock runs until `ends`, in seconds of the organiser's clock; 0 is no
    clock."""

    number: int
    pairings: tuple[Pairing, ...]
    minutes: int = 0
    ends: float = 0.0

    def pairing(self, table: int) -> Pairing | None:
        return next((each for each in self.pairings if each.table == table), None)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the winner's place in its pairing (None: a draw) and both sides' points.

    `by` is the table that reported it. What the organiser wrote stays, whatever a table says later;
    where two tables say different things about one match it is `disputed`.
    """

    winner: int | None
    points: tuple[int, int] = (0, 0)
    source: Source = "table"
    by: str = ""
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything that is kept of an evening. `limit` is what an army may cost in all; 0 is what its
    own list says."""

    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    results: dict[Key, Result] = field(default_factory=dict)
    limit: int = 0

    @property
    def round(self) -> Round | None:
        """The one that is played."""
        return self.rounds[-1] if self.rounds else None

    def player(self, key: str) -> Player | None:
        return next((each for each in self.players if each.id == key), None)

    def name(self, key: str) -> str:
        found = self.player(key)
        return found.name if found else key

    def pairing(self, key: Key) -> Pairing | None:
        found = next((each for each in self.rounds if each.number == key[0]), None)
        return found.pairing(key[1]) if found else None

    def matches(self) -> Iterator[tuple[Key, Pairing]]:
        """All of them, byes too."""
        for each in self.rounds:
            for pairing in each.pairings:
                yield (each.number, pairing.table), pairing

    def missing(self) -> tuple[Key, ...]:
        """Matches of this round without a result, or with two that differ."""
        now = self.round
        keys = [(now.number, each.table) for each in now.pairings if not each.is_bye] if now else []
        return tuple(key for key in keys if key not in self.results or self.results[key].disputed)


# Players


def add_player(evening: Evening, player: Player) -> Evening:
    """One more; who comes again by the same id takes his own place."""
    others = tuple(each for each in evening.players if each.id != player.id)
    here = evening.player(player.id)
    if here is None:
        return replace(evening, players=(*others, player))
    return replace(evening, players=tuple(player if each is here else each for each in evening.players))


def remove_player(evening: Evening, key: str) -> Evening:
    """One goes: who has played stays among the results, and is paired no more."""
    found = evening.player(key)
    if found and any(key in pairing.players for _, pairing in evening.matches()):
        return add_player(evening, replace(found, is_gone=True))
    return replace(evening, players=tuple(each for each in evening.players if each.id != key))


# Rounds


def begin_round(evening: Evening, pairings: tuple[Pairing, ...], minutes: int = 0) -> Evening:
    return replace(evening, rounds=(*evening.rounds, Round(len(evening.rounds) + 1, pairings, minutes)))


def change_round(evening: Evening, new: Round) -> Evening:
    """The same round, otherwise; results of tables that are no longer in it, or whose players are
    others now, go."""
    old = next(each for each in evening.rounds if each.number == new.number)
    kept = {
        key: result
        for key, result in evening.results.items()
        if key[0] != new.number or old.pairing(key[1]) == new.pairing(key[1])
    }
    rounds = tuple(new if each.number == new.number else each for each in evening.rounds)
    return replace(evening, rounds=rounds, results=kept)


def drop_round(evening: Evening) -> Evening:
    """The last round never was."""
    left = evening.rounds[:-1]
    kept = {key: result for key, result in evening.results.items() if key[0] <= len(left)}
    return replace(evening, rounds=left, results=kept)


# Results


def take_result(evening: Evening, key: Key, result: Result | None) -> Evening:
    """What a table says about its match; the same a second time changes nothing.

    None takes back what that match had: a victory was undone.
    """
    pairing, before = evening.pairing(key), evening.results.get(key)
    if pairing is None or pairing.is_bye or before == result or (before and before.source == "organiser"):
        return evening
    if result is None:
        return replace(evening, results={each: kept for each, kept in evening.results.items() if each != key})
    if before and before.by != result.by:
        is_same = (before.winner, before.points) == (result.winner, result.points)
        return evening if is_same else _put(evening, key, replace(before, disputed=True))
    return _put(evening, key, result)


def correct_result(evening: Evening, key: Key, winner: int | None, points: tuple[int, int]) -> Evening:
    """The organiser has the last word."""
    return _put(evening, key, Result(winner, points, "organiser"))


def erase_result(evening: Evening, key: Key) -> Evening:
    """The organiser takes a result out: what the table says next counts again."""
    return replace(evening, results={each: kept for each, kept in evening.results.items() if each != key})


def _put(evening: Evening, key: Key, result: Result) -> Evening:
    return replace(evening, results={**evening.results, key: result})
