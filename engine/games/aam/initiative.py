"""Initiative: two dice and the best commander, re-rolled until decided; the winner says who is first."""

from __future__ import annotations

from dataclasses import replace

from engine.games.aam.refs import AAM_18, AAM_19, AAM_20
from engine.games.aam.units import disrupted, in_army
from engine.kinds import Field, ListOf, Record, Whole
from engine.model import D6, Check, GameState, Modifier, Option, Prompt
from engine.procedure import Procedure, choose, rolls, task, until
from engine.rules import Opening
from engine.texts import say


def initiative(state: GameState, bonus: tuple[int, int] | None = None) -> Procedure:
    """Roll until somebody wins; then the winner chooses, or is first by the other reading."""
    state = yield from until(won, state, task(contest, bonus=bonus))
    winner = state.noted("winner") - 1
    seat = winner
    if state.reading("initiative") == "winner_chooses":
        state, choice = yield from choose(state, first_or_second, winner)
        seat = winner if choice == "first" else 1 - winner
    return replace(state, first=seat, seat=seat)


def won(now: GameState) -> bool:
    return bool(now.noted("winner"))


def contest(state: GameState, bonus: tuple[int, int] | None) -> Procedure:
    """Higher total; on equal totals the higher bonus; on equal bonuses nobody yet (AAM-18, 19)."""
    state, (ours, theirs) = yield from rolls(state, dice, bonus)
    edge = (ours - theirs) or (bonus_of(state, 0, bonus) - bonus_of(state, 1, bonus))
    winner = 0 if edge == 0 else 1 if edge > 0 else 2
    first = state.scratch.get("first_roll") or ("tie", "0", "1")[winner]
    return state.note(winner=winner, first_roll=first, again=True)


def dice(now: GameState, bonus: tuple[int, int] | None) -> Prompt:
    key = "initiative:again" if now.noted("again") else "initiative"
    checks = tuple(Check(f"{key}:{seat}", 2, D6, AAM_18, keep=0, modifiers=commander(now, seat, bonus)) for seat in (0, 1))
    return Prompt(key, "roll", 0, say("initiative"), AAM_18, checks=checks)


def commander(now: GameState, seat: int, bonus: tuple[int, int] | None) -> tuple[Modifier, ...]:
    amount = bonus_of(now, seat, bonus)
    return (Modifier("commander", amount, say("best commander who is not disrupted"), AAM_18),) if amount else ()


def bonus_of(now: GameState, seat: int, bonus: tuple[int, int] | None) -> int:
    """The single best bonus of the commanders who are not disrupted (AAM-18, 93)."""
    if bonus is not None:
        return bonus[seat]
    stated = (unit.stated("initiative") for unit in in_army(now, seat) if not disrupted(unit))
    return max((value for value in stated if isinstance(value, int)), default=0)


def first_or_second(now: GameState, winner: int) -> Prompt:
    options = (Option("first", say("first player")), Option("second", say("second player")))
    return Prompt("order", "choice", winner, say("the winner is first or second player"), AAM_20, options=options,
                  readings=("initiative",))


SITUATION = Record((Field("bonus", ListOf(Whole(-9, 9), 2, 2)),))
INITIATIVE = Opening(
    "initiative", say("initiative"), AAM_19, initiative, SITUATION,
    shows=lambda **_: {"winner": lambda after: str(after.noted("winner") - 1),
                       "first_roll": lambda after: str(after.scratch["first_roll"])},
)
