"""Moments of the game: whose turn, which phase; and how long from one to another (2GM-39)."""

from __future__ import annotations

from engine.values.kinds import Either, Fixed, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.texts import say

PHASES = ("start", "headquarters", "cards", "movement", "deployment", "fire", "reactivation", "discard", "end")
WHOSE = Either((Word(("own", "enemy")), Whole(0, 1)))
MOMENT = Either((Record(fields(seat=WHOSE, phase=Word(PHASES), turn=Whole(1, 9999))), Fixed((WHOSE, Word(PHASES)))))
TURN = len(PHASES)
ROUND = 2 * TURN


def phase(moment: Value) -> int:
    """The place of a moment in its turn (2GM-39)."""
    named = moment.get("phase") if isinstance(moment, Map) else moment[1] if isinstance(moment, tuple) else None
    if named is None:
        raise Impossible(say("say the phase"))
    return PHASES.index(str(named))


def own(moment: Value, owner: int = 0) -> bool:
    """Whether a moment lies in the turn of the owner, told as own and enemy or by seats
    (2GM-39)."""
    seat = moment.get("seat") if isinstance(moment, Map) else moment[0] if isinstance(moment, tuple) else "own"
    return seat == "own" if isinstance(seat, str) else seat == owner if seat is not None else True


def since(first: Value, later: Value, owner: int = 0) -> int:
    """Phases from one moment to the first such moment after it; told turns count rounds
    (2GM-39)."""
    gap = place(later, owner) - place(first, owner)
    rounds = [each.get("turn") for each in (first, later) if isinstance(each, Map)]
    if len(rounds) == 2 and isinstance(rounds[0], int) and isinstance(rounds[1], int):
        return gap + ROUND * (rounds[1] - rounds[0])
    return gap % ROUND


def place(moment: Value, owner: int = 0) -> int:
    """Own turn first, then the enemy's (2GM-39)."""
    return phase(moment) + (0 if own(moment, owner) else TURN)


def to_next_start(moment: Value) -> int:
    """Phases until the next Start phase of anybody (2GM-40)."""
    return TURN - phase(moment)


def to_same_start(moment: Value) -> int:
    """Phases until the next Start phase of the player whose turn it is (2GM-40)."""
    return ROUND - phase(moment)
