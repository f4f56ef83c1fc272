"""Initiative: three dice each, one more for Black Ops, re-rolled until decided; the winner says
who starts."""

from __future__ import annotations

from dataclasses import replace

from engine.games.dust.refs import DUST_07, DUST_118
from engine.games.dust.units import HITS, fallen, skilled
from engine.playing.procedure import Procedure, choose, rolls, task, until
from engine.playing.rules import Opening
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole
from engine.values.maps import Value
from engine.values.model import Check, Modifier, Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say

DICE = 3
Pair = tuple[int, int] | None


def initiative(state: GameState, dice: Pair = None, black_ops: Pair = None) -> Procedure:
    """Roll until somebody has more hits; then the winner chooses, or starts by the other reading
    (DUST-07)."""
    state = yield from until(won, state, task(contest, dice=dice, black_ops=black_ops))
    winner = state.noted("winner") - 1
    seat = winner
    if state.reading("initiativeWinner") == "chooses":
        state, choice = yield from choose(state, first_or_second, winner)
        seat = winner if choice == "first" else 1 - winner
    return replace(state.set("", "initiative", winner + 1), first=seat, seat=seat)


def won(now: GameState) -> bool:
    return bool(now.noted("winner"))


def contest(state: GameState, dice: Pair, black_ops: Pair) -> Procedure:
    """More hits win; a tie is nobody's, or by one reading the last winner's (DUST-07)."""
    state, (ours, theirs) = yield from rolls(state, thrown, dice, black_ops)
    winner = 1 if ours > theirs else 2 if theirs > ours else 0
    first = state.noted("first_roll") or winner + 1
    before = state.trackers.get("initiative")
    if not winner and state.reading("initiativeTie") == "previous" and isinstance(before, int):
        winner = before
    return state.note(winner=winner, first_roll=first, again=True)


def thrown(now: GameState, dice: Pair, black_ops: Pair) -> Prompt:
    """DUST-07, 118."""
    key = "initiative:again" if now.noted("again") else "initiative"
    checks = tuple(
        Check(f"{key}:{seat}", sum(row.at(0) for row in rows), HITS, DUST_07, (1,), dice_rows=rows)
        for seat in (0, 1)
        for rows in [dice_rows(now, seat, dice, black_ops)]
    )
    return Prompt(key, "roll", 0, say("initiative: most hits"), DUST_07, checks=checks, readings=("initiativeWinner",))


def dice_rows(now: GameState, seat: int, dice: Pair, black_ops: Pair) -> tuple[Modifier, ...]:
    """Three, and one more with Black Ops, however many have it (DUST-07, 118)."""
    if dice is not None:
        return (Modifier("dice", dice[seat], say("dice"), DUST_07),)
    base = Modifier("dice", DICE, say("dice"), DUST_07)
    more = Modifier("black_ops", 1, say("Black Ops: one more die"), DUST_118)
    return (base, more) if has_black_ops(now, seat, black_ops) else (base,)


def has_black_ops(now: GameState, seat: int, told: Pair) -> bool:
    """While such a hero is not eliminated (DUST-118)."""
    if told is not None:
        return bool(told[seat])
    ever = now.reading("blackOpsAlive") == "no"
    return any(
        skilled(unit, "black_ops") for unit in now.units.values() if unit.seat == seat and (ever or not fallen(unit))
    )


def first_or_second(now: GameState, winner: int) -> Prompt:
    options = (Option("first", say("start")), Option("second", say("let the other side start")))
    return Prompt(
        "order",
        "choice",
        winner,
        say("the winner says who starts"),
        DUST_07,
        options=options,
        readings=("initiativeWinner",),
    )


def first_roll(after: GameState) -> int | str:
    """The first throw: a seat, or nobody."""
    winner = after.noted("first_roll") - 1
    return winner - 1 if winner else "tie"


def tells(now: GameState, dice: Pair = None, black_ops: Pair = None) -> dict[str, Value]:
    return {"dice": tuple(sum(row.at(0) for row in dice_rows(now, seat, dice, black_ops)) for seat in (0, 1))}


SITUATION = Record(
    (Field("dice", ListOf(Whole(0, 99), 2, 2)), Field("black_ops", ListOf(Either((Flag(), Whole(0, 9))), 2, 2)))
)
INITIATIVE = Opening(
    "initiative",
    say("initiative"),
    DUST_07,
    initiative,
    SITUATION,
    shows=lambda **_: {"winner": lambda after: after.noted("winner") - 1, "first_roll": first_roll},
    tells=tells,
)
