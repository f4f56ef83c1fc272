"""Both sides roll until one of them has won; the winner may choose who begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVarTuple

from engine.playing.opening import Show
from engine.playing.procedure import Asking, Procedure, Question, choose, rolls, task, until
from engine.values.model import Option, Prompt, Ref
from engine.values.table import GameState
from engine.values.texts import Text

A = TypeVarTuple("A")
NOBODY = -1


class Contest(NamedTuple):
    """The state of a contest: its winner, the winner of its first throw (None: not thrown yet), and
    whether the last throw was a tie, so that something else decided it."""

    winner: int = NOBODY
    first_throw: int | None = None
    was_level: bool = False


def contest(
    state: GameState, dice: Question[*A], lead: Callable[[GameState, tuple[int, ...], *A], int], *args: *A
) -> Asking[int]:
    """Roll `dice` until one seat leads: above 0 the first seat, below 0 the second. Returns the
    winning seat. A contest that a rule has decided already is not rolled."""
    state = yield from until(is_decided, state, task(throw, dice, lead, args))
    return state, state.recall(Contest).winner


def throw(
    state: GameState, dice: Callable[..., Prompt], lead: Callable[..., int], args: tuple[object, ...]
) -> Procedure:
    """Both sides roll once; a tie has no winner yet."""
    state, readings = yield from rolls(state, dice, *args)
    seat = leader(lead(state, readings, *args))
    first, was_level = state.recall(Contest).first_throw, len(readings) > 1 and len(set(readings)) == 1
    return state.remember(Contest(seat, seat if first is None else first, was_level))


def leader(lead: int) -> int:
    """The seat that is ahead, or NOBODY."""
    return 0 if lead > 0 else 1 if lead < 0 else NOBODY


def difference(now: GameState, readings: tuple[int, ...], *_: object) -> int:
    """By how much the first side rolled more than the second."""
    return readings[0] - readings[1]


def is_decided(now: GameState) -> bool:
    return now.recall(Contest).winner != NOBODY


def award(state: GameState, seat: int) -> GameState:
    """Decide the contest by a rule instead of dice."""
    return state.remember(state.recall(Contest)._replace(winner=seat))


def key_of_throw(now: GameState, key: str) -> str:
    """The key of the dice; after a tie they have another key."""
    return key if now.recall(Contest).first_throw is None else f"{key}:again"


# Who begins


def first_or_second(
    now: GameState, winner: int, text: Text, ref: Ref, first: Text, second: Text, readings: tuple[str, ...] = ()
) -> Prompt:
    """Ask the winner whether to begin."""
    options = (Option("first", first), Option("second", second))
    return Prompt("order", "choice", winner, text, ref, options=options, readings=readings)


def let_winner_choose(state: GameState, who_begins: Callable[[GameState, int], Prompt], winner: int) -> Procedure:
    """The winner begins, or lets the other side begin."""
    state, choice = yield from choose(state, who_begins, winner)
    return begin(state, winner if choice == "first" else 1 - winner)


def begin(state: GameState, seat: int) -> GameState:
    """Make a seat the first player, and the one whose turn it is."""
    return replace(state, first=seat, seat=seat)


# Outcomes of a contest


def outcomes(*_: object) -> Mapping[str, Show]:
    """Who wins in the end, and who is ahead after the first throw."""
    return {"winner": lambda after: after.recall(Contest).winner, "first_roll": first_roll}


def first_roll(after: GameState) -> int | str:
    """The seat that was ahead after the first throw, or "tie"."""
    seat = after.recall(Contest).first_throw
    return "tie" if seat is None or seat == NOBODY else seat
