"""Contests: rolled until somebody leads, decided by a rule, and who begins after them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.parts import contest
from engine.parts.contest import NOBODY, Contest
from engine.playing.procedure import Procedure, task
from engine.playing.walk import walk
from engine.values.model import D6, Check, Prompt, Ref
from engine.values.table import GameState
from engine.values.texts import say

RULE = Ref("TINY-1", "Contest", "Both sides roll")


def dice(now: GameState, ahead: int) -> Prompt:
    key = contest.key_of_throw(now, "start")
    checks = tuple(Check(f"{key}:{seat}", 1, D6, RULE, keep=0) for seat in (0, 1))
    return Prompt(key, "roll", 0, say("who begins?"), RULE, checks=checks)


def lead(now: GameState, readings: tuple[int, ...], ahead: int) -> int:
    return contest.difference(now, readings) + ahead


def roll_for_it(state: GameState, ahead: int) -> Procedure:
    state, winner = yield from contest.contest(state, dice, lead, ahead)
    return contest.begin(state, winner)


def chances(ahead: int, start: GameState) -> tuple[dict[object, Fraction], dict[object, Fraction]]:
    """Chances of the winner, and of who leads after the first throw."""
    tables = walk(start, task(roll_for_it, ahead)).chances()
    winners: dict[object, Fraction] = {}
    firsts: dict[object, Fraction] = {}
    for after, chance in tables.items():
        shows = contest.outcomes()
        for found, show in ((winners, shows["winner"]), (firsts, shows["first_roll"])):
            found[show(after)] = found.get(show(after), Fraction(0)) + chance
        assert (after.first, after.seat) == (shows["winner"](after),) * 2
    return winners, firsts


@pytest.mark.parametrize("ahead", [-2, 0, 3])
def test_a_tie_is_rolled_again_until_somebody_leads(ahead: int) -> None:
    """Counted over the 36 throws of two dice: of those that decide, who wins."""
    throws = [ours - theirs + ahead for ours, theirs in product(range(1, 7), repeat=2)]
    ours, theirs, ties = (sum(sign(each) == wanted for each in throws) for wanted in (1, -1, 0))
    winners, firsts = chances(ahead, GameState("tiny"))
    assert winners == {0: Fraction(ours, ours + theirs), 1: Fraction(theirs, ours + theirs)}
    assert firsts == {0: Fraction(ours, 36), 1: Fraction(theirs, 36), "tie": Fraction(ties, 36)}


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_rule_has_decided_is_not_rolled(seat: int) -> None:
    winners, firsts = chances(0, contest.award(GameState("tiny"), seat))
    assert winners == {seat: 1}
    assert firsts == {"tie": 1}  # nobody threw, so nobody was ahead


def test_dice_rolled_again_have_another_key() -> None:
    start = GameState("tiny")
    assert dice(start, 0).key == "start"
    assert dice(start.remember(Contest(NOBODY, NOBODY)), 0).key == "start:again"


@pytest.mark.parametrize(("choice", "begins"), [("first", 1), ("second", 0)])
def test_the_winner_begins_or_lets_the_other_begin(choice: str, begins: int) -> None:
    def who_begins(now: GameState, winner: int) -> Prompt:
        return contest.first_or_second(now, winner, say("who begins?"), RULE, say("me"), say("the other"))

    run = contest.let_winner_choose(GameState("tiny"), who_begins, 1)
    asked = next(run)
    assert asked.prompt.asked_of == 1  # type: ignore[union-attr]
    with pytest.raises(StopIteration) as end:
        run.send((GameState("tiny"), choice))
    assert (end.value.value.first, end.value.value.seat) == (begins, begins)
