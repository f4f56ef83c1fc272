"""Initiative: three dice each, one more for Black Ops, re-rolled until decided; the winner says
who starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.dust import abilities, refs
from engine.games.dust.units import HITS, is_destroyed
from engine.games.dust.words import WORDS
from engine.parts import contest
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure
from engine.playing.rules import PLAYERS
from engine.values.kinds import Either, Flag, ListOf, Whole
from engine.values.maps import Value
from engine.values.model import Check, Modifier, Prompt
from engine.values.situation import Situation
from engine.values.table import GameState
from engine.values.texts import say

DICE = 3


@dataclass(frozen=True, slots=True)
class InitiativeRoll(Situation):
    """The dice of both sides, or who has Black Ops, where no table says it."""

    dice: Annotated[tuple[int, ...], ListOf(Whole(0, 99), 2, 2)] | None = None
    black_ops: Annotated[tuple[int, ...], ListOf(Either((Flag(), Whole(0, 9))), 2, 2)] | None = None


def initiative(state: GameState, roll: InitiativeRoll) -> Procedure:
    """Roll until one side has more hits; then the winner chooses, or starts by the other
    reading."""
    before = state.trackers.get("initiative")
    if state.reading("initiativeTie") == "previous" and isinstance(before, int):
        state = yield from contest.throw(state, most_hits, contest.difference, (roll,))
        state = state if contest.is_decided(state) else contest.award(state, before - 1)
    state, winner = yield from contest.contest(state, most_hits, contest.difference, roll)
    if state.reading("initiativeWinner") == "chooses":
        state = yield from contest.let_winner_choose(state, who_starts, winner)
    else:
        state = contest.begin(state, winner)
    return state.set("", "initiative", winner + 1, refs.DUST_07)


def most_hits(now: GameState, roll: InitiativeRoll) -> Prompt:
    """Both sides roll; after a tie again."""
    key = contest.key_of_throw(now, "initiative")
    checks = tuple(
        Check(f"{key}:{seat}", dice(now, seat, roll), HITS, refs.DUST_07, (1,), dice_rows=dice_rows(now, seat, roll))
        for seat in (0, 1)
    )
    text = say("initiative: most hits")
    return Prompt(key, "roll", 0, text, refs.DUST_07, checks=checks, readings=("initiativeWinner",))


def dice(now: GameState, seat: int, roll: InitiativeRoll) -> int:
    return sum(row.at(0) for row in dice_rows(now, seat, roll))


def dice_rows(now: GameState, seat: int, roll: InitiativeRoll) -> tuple[Modifier, ...]:
    """Three, and one more with Black Ops, however many have it."""
    if roll.dice is not None:
        return (Modifier("dice", roll.dice[seat], say("dice"), refs.DUST_07),)
    base = Modifier("dice", DICE, say("dice"), refs.DUST_07)
    more = Modifier("black_ops", 1, say("Black Ops: one more die"), refs.DUST_118)
    return (base, more) if has_black_ops(now, seat, roll) else (base,)


@rule(refs.DUST_118)
def has_black_ops(now: GameState, seat: int, roll: InitiativeRoll) -> bool:
    """While such a hero is not eliminated."""
    if roll.black_ops is not None:
        return bool(roll.black_ops[seat])
    is_for_ever = now.reading("blackOpsAlive") == "no"
    own = (unit for unit in now.units.values() if unit.seat == seat and (is_for_ever or not is_destroyed(unit)))
    return any(abilities.is_skilled(unit, "black_ops") for unit in own)


def who_starts(now: GameState, winner: int) -> Prompt:
    text = say("{player} has the initiative: who starts?", player=WORDS[PLAYERS[winner]])
    first, second = say("start"), say("let the other side start")
    return contest.first_or_second(now, winner, text, refs.DUST_07, first, second, ("initiativeWinner",))


def facts(now: GameState, roll: InitiativeRoll) -> dict[str, Value]:
    return {"dice": tuple(dice(now, seat, roll) for seat in (0, 1))}


OPENINGS = (
    opens(
        "initiative", say("initiative"), refs.DUST_07, InitiativeRoll, initiative, shows=contest.outcomes, tells=facts
    ),
)
