"""The strategy roll: who chooses to act first, and ties over the turns."""

from __future__ import annotations

from dataclasses import replace

from engine.games.epic.refs import EPIC_05, EPIC_06
from engine.playing.procedure import Procedure, choose, rolls, task, until
from engine.playing.rules import Opening, Show
from engine.values.kinds import ListOf, Record, Whole, fields
from engine.values.maps import Value
from engine.values.model import D6, Check, Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say

Rating = tuple[int, ...] | None


def strategy(state: GameState, rating: Rating = None, lost_last: int | None = None) -> Procedure:
    """Die and rating; a tie goes to last turn's loser; the winner is first or second (EPIC-05,
    06)."""
    state, gap = yield from rolls(state, strategy_dice, rating)
    lead = gap[0] + rating_of(state, 0, rating) - rating_of(state, 1, rating)
    state = state.note(roll=tie_or(lead) + 1, winner=tie_or(lead))
    if not state.noted("winner"):
        state = broken_tie(state, rating, lost_last)
    state = yield from until(won, state, task(roll_off))
    winner = state.noted("winner") - 1
    state, choice = yield from choose(state, first_or_second, winner)
    seat = winner if choice == "first" else 1 - winner
    state = state.set(f"@{winner}", "lost_strategy", False).set(f"@{1 - winner}", "lost_strategy", True)
    return replace(state, first=seat, seat=seat)


def tie_or(gap: int) -> int:
    """0 for a tie, else the winner's seat and one."""
    return 1 if gap > 0 else 2 if gap < 0 else 0


def won(now: GameState) -> bool:
    return bool(now.noted("winner"))


def broken_tie(state: GameState, rating: Rating, lost_last: int | None) -> GameState:
    """Last turn's loser wins; on turn 1 nobody lost, and by one reading the higher rating wins
    (EPIC-06)."""
    loser = (
        lost_last
        if lost_last is not None
        else next((seat for seat in (0, 1) if state.seats[seat].get("lost_strategy")), None)
    )
    if loser is not None:
        return state.note(winner=loser + 1)
    ours, theirs = (rating_of(state, seat, rating) for seat in (0, 1))
    return state.note(winner=tie_or(ours - theirs)) if state.reading("turn1_tie") == "higher_sr" else state


def roll_off(state: GameState) -> Procedure:
    """A die each until one is higher (EPIC-06)."""
    state, gap = yield from rolls(state, roll_off_dice)
    return state.note(winner=tie_or(gap[0]), again=True)


def strategy_dice(now: GameState, rating: Rating) -> Prompt:
    """The bare dice, so that a face told as a number is a face; the ratings are added afterwards
    (EPIC-05)."""
    checks = tuple(Check(f"strategy:{seat}", 1, D6, EPIC_05, keep=0) for seat in (0, 1))
    both = tuple(rating_of(now, seat, rating) for seat in (0, 1))
    text = say("strategy roll: a die each, and the ratings {ours} and {theirs}", ours=both[0], theirs=both[1])
    return Prompt(
        "strategy", "roll", 0, text, EPIC_05, checks=checks, readings=("turn1_tie",), opposed=True, added=both
    )


def roll_off_dice(now: GameState) -> Prompt:
    key = "roll_off:again" if now.noted("again") else "roll_off"
    checks = tuple(Check(f"{key}:{seat}", 1, D6, EPIC_06, keep=0) for seat in (0, 1))
    return Prompt(key, "roll", 0, say("tie: roll off"), EPIC_06, checks=checks, opposed=True)


def rating_of(now: GameState, seat: int, rating: Rating = None) -> int:
    """As told, or the highest on the cards of that side."""
    if rating is not None:
        return rating[seat]
    side = [unit for unit in now.units.values() if unit.seat == seat]
    found = [value for unit in side if isinstance(value := unit.stated("strategy"), int)]
    return max(found) if found else side[0].need("strategy") if side else 0


def leading_seat(now: GameState, rating: Rating = None) -> int:
    """The higher rating; equal ones as the set-up die decided, else the first seat (EPIC-118,
    228)."""
    first = 1 if now.seats[1].get("player_a") else 0
    return max((first, 1 - first), key=lambda seat: rating_of(now, seat, rating))


def first_or_second(now: GameState, winner: int) -> Prompt:
    options = (Option("first", say("act first")), Option("second", say("act second")))
    return Prompt("order", "choice", winner, say("the winner acts first or second"), EPIC_05, options=options)


def shows(**_: Value) -> dict[str, Show]:
    def roll(after: GameState) -> int | str:
        return after.noted("roll") - 2 if after.noted("roll") > 1 else "tie"

    return {"winner": lambda after: after.noted("winner") - 1, "roll": roll}


def told(now: GameState, rating: Rating = None, lost_last: int | None = None) -> dict[str, Value]:
    return {"rating": tuple(rating_of(now, seat, rating) for seat in (0, 1))}


STRATEGY = Opening(
    "strategy",
    say("strategy roll"),
    EPIC_05,
    strategy,
    Record(fields(rating=ListOf(Whole(0, 99), 2, 2), lost_last=Whole(0, 1))),
    shows=shows,
    tells=told,
)
