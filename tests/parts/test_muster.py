"""Armies judged by limits."""

from __future__ import annotations

from collections.abc import Iterator

from engine.parts.muster import problems_of, verdict
from engine.values.model import Problem, Ref
from engine.values.table import GameState
from engine.values.texts import say

DEAR, MANY = Ref("TINY-1", "Armies", "At most ten points"), Ref("TINY-2", "Armies", "At most two units")


def too_dear(now: GameState, army: tuple[int, ...]) -> Iterator[Problem]:
    if sum(army) > 10:
        yield Problem(say("{points} points: at most ten", points=sum(army)), DEAR)


def too_many(now: GameState, army: tuple[int, ...]) -> Iterator[Problem]:
    if len(army) > 2:
        yield Problem(say("three units"), MANY)


def judge(*army: int) -> dict[str, object]:
    return dict(verdict(problems_of((too_dear, too_many), GameState("tiny"), army)))


def test_every_problem_is_told_at_once_with_its_rule() -> None:
    found = {"legal": False, "problems": ("12 points: at most ten", "three units"), "rules": ("TINY-1", "TINY-2")}
    assert judge(5, 5, 2) == found


def test_an_army_within_its_limits_is_legal() -> None:
    assert judge(5, 5) == {"legal": True, "problems": (), "rules": ()}
