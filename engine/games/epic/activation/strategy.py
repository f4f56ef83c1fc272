"""The strategy roll: who chooses to act first, and ties over the turns."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engine.games.epic import refs
from engine.games.epic.activation.situation import StrategyRoll
from engine.games.epic.words import WORDS
from engine.parts import contest
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Asking, Procedure, rolls
from engine.playing.rules import PLAYERS
from engine.values.maps import Value
from engine.values.model import D6, Check, Prompt
from engine.values.table import GameState
from engine.values.texts import say

Rating: TypeAlias = tuple[int, ...] | None


class StrategyThrow(NamedTuple):
    """The seat that leads by dice and ratings."""

    leader: int = contest.NOBODY


@rule(refs.EPIC_06)
def roll_for_strategy(state: GameState, strategy: StrategyRoll) -> Procedure:
    """Die and rating; a tie goes to last turn's loser; the winner is first or second."""
    state, gap = yield from rolls(state, strategy_dice, strategy)
    lead = gap[0] + rating_of(state, 0, strategy.rating) - rating_of(state, 1, strategy.rating)
    leader = contest.leader(lead)
    state = state.remember(StrategyThrow(leader))
    state = contest.award(state, leader if lead else winner_of_tie(state, strategy))
    state, winner = yield from roll_off(state)
    state = yield from contest.let_winner_choose(state, who_acts_first, winner)
    state = state.set(f"@{winner}", "lost_strategy", False, refs.EPIC_05)
    return state.set(f"@{1 - winner}", "lost_strategy", True, refs.EPIC_05)


@rule(refs.EPIC_06)
def winner_of_tie(now: GameState, strategy: StrategyRoll) -> int:
    """Last turn's loser wins; on turn 1 neither side lost, and by one reading the higher rating
    wins."""
    losers = (seat for seat in (0, 1) if now.seats[seat].get("lost_strategy"))
    loser = next(losers, None) if strategy.lost_last is None else strategy.lost_last
    if loser is not None:
        return loser
    ours, theirs = rating_of(now, 0, strategy.rating), rating_of(now, 1, strategy.rating)
    return contest.leader(ours - theirs) if now.reading("turn1_tie") == "higher_sr" else contest.NOBODY


@rule(refs.EPIC_06)
def roll_off(state: GameState) -> Asking[int]:
    """A die each until one is higher."""
    return (yield from contest.contest(state, roll_off_dice, lead_of_dice))


def lead_of_dice(now: GameState, readings: tuple[int, ...]) -> int:
    return readings[0]


def strategy_dice(now: GameState, strategy: StrategyRoll) -> Prompt:
    """The bare dice, so that a face given as a number is a face; the ratings are added
    afterwards."""
    checks = tuple(Check(f"strategy:{seat}", 1, D6, refs.EPIC_05, keep=0) for seat in (0, 1))
    both = tuple(rating_of(now, seat, strategy.rating) for seat in (0, 1))
    text = say("strategy roll: a die each, and the ratings {ours} and {theirs}", ours=both[0], theirs=both[1])
    level = winner_of_tie(now, strategy)
    return Prompt(
        "strategy",
        "roll",
        0,
        text,
        refs.EPIC_05,
        checks=checks,
        readings=("turn1_tie",),
        opposed=True,
        added=both,
        ties=None if level == contest.NOBODY else level,
        tie_rule=refs.EPIC_06,
    )


def roll_off_dice(now: GameState) -> Prompt:
    key = contest.key_of_throw(now, "roll_off")
    checks = tuple(Check(f"{key}:{seat}", 1, D6, refs.EPIC_06, keep=0) for seat in (0, 1))
    return Prompt(key, "roll", 0, say("tie: roll off"), refs.EPIC_06, checks=checks, opposed=True)


def rating_of(now: GameState, seat: int, rating: Rating = None) -> int:
    """As the players say, or the highest on the cards of that side."""
    if rating is not None:
        return rating[seat]
    side = [unit for unit in now.units.values() if unit.seat == seat]
    found = [value for unit in side if isinstance(value := unit.stated("strategy"), int)]
    return max(found) if found else side[0].need("strategy") if side else 0


@rule(refs.EPIC_118, refs.EPIC_228)
def leading_seat(now: GameState, rating: Rating = None) -> int:
    """The higher rating; equal ones as the set-up die decided, else the first seat."""
    first = 1 if now.seats[1].get("player_a") else 0
    return max((first, 1 - first), key=lambda seat: rating_of(now, seat, rating))


def who_acts_first(now: GameState, winner: int) -> Prompt:
    text = say("{player} has won the roll: act first or second?", player=WORDS[PLAYERS[winner]])
    return contest.first_or_second(now, winner, text, refs.EPIC_05, say("act first"), say("act second"))


def outcomes(strategy: StrategyRoll) -> dict[str, Show]:
    return {"winner": lambda after: after.recall(contest.Contest).winner, "roll": leader_of_throw}


@rule(refs.EPIC_05)
def leader_of_throw(after: GameState) -> int | str:
    leader = after.recall(StrategyThrow).leader
    return "tie" if leader == contest.NOBODY else leader


def facts(now: GameState, strategy: StrategyRoll) -> dict[str, Value]:
    return {"rating": tuple(rating_of(now, seat, strategy.rating) for seat in (0, 1))}


OPENINGS = (
    opens("strategy", say("strategy roll"), refs.EPIC_05, StrategyRoll, roll_for_strategy, shows=outcomes, tells=facts),
)
