"""Random questions of all games, foreseen, beside the plain walk; beyond its reach beside plays
with random dice, at five standard errors. A few here, two thousand in `make soak`."""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction
from itertools import islice
from math import sqrt
from typing import Any

import pytest

from engine.dice.check import odds
from engine.games import RULESETS
from engine.playing.answers import by_default, outcome, settled
from engine.playing.foresight import Forecast, Foresight
from engine.playing.procedure import Asked, Task, send
from engine.playing.readings import defaults, together
from engine.playing.trace import Trace
from engine.playing.walk import TooLong, walk
from engine.playing.watched import Unfit
from engine.values.model import Impossible, Prompt
from engine.values.table import GameState
from tests.engine.test_foresight import Chances, Shows, fractions, laid, one_by_one
from tools import battles

SOAK = bool(os.environ.get("ADJUTANT_SOAK"))
MANY = 2000 if SOAK else 20
PLAYS = 3000 if SOAK else 60
REACH = 2000 if SOAK else 60
"""Questions of a plain walk; what takes more is played."""


LARGE = ("assault", "fire", "two supporters a side", "war engines on both sides")


def small_formation(chance: random.Random) -> dict[str, Any]:
    """Two or three rows of units from the pack, a few of each."""
    rows = [row for key in battles.FORMATIONS for _, row in battles.EPIC[key]["units"] if row["type"] != "CH"]
    units = [[chance.randint(1, 2), chance.choice(rows)] for _ in range(chance.randint(1, 2))]
    army = chance.choice(("steel_legion", "space_marines", "orks"))
    return {"name": "Some", "initiative": 2, "strategy": 2, "points": 100, "army": army, "units": units}


def random_question(seed: int) -> dict[str, Any]:
    """A small fight of Epic, or one of the battles or examples of any game."""
    chance = random.Random(seed)
    if chance.random() < 0.6:
        units = {"a": battles.unit(0, small_formation(chance)), "d": battles.unit(1, small_formation(chance))}
        ask = chance.choice(("assault", "assault", "fire"))
        who = {"attacker": "a", "defender": "d"} if ask == "assault" else {"by": "a", "target": "d", "order": "advance"}
        told = {**who, "fought": chance.choice(("ff", "cc"))} if ask == "assault" else who
        return {"id": seed, "game": "epic", "ask": ask, "units": units, "situation": told}
    if chance.random() < 0.5:
        known = [example.question for rules in RULESETS.values() for example in rules.examples]
        return dict(chance.choice([each for each in known if "roll" not in each.get("situation", {})]))
    name = chance.choice([each for each in battles.SETS if SOAK or each not in LARGE])
    questions = list(islice(battles.SETS[name](), 40))
    return chance.choice(questions)


@pytest.mark.law
@pytest.mark.parametrize("part", range(10))
def test_random_questions(part: int) -> None:
    for seed in range(part, MANY, 10):
        try:
            state, work, shows = laid(random_question(seed))
            found = Foresight(state, work, shows).first()
        except (Impossible, pytest.skip.Exception):
            continue
        compare(seed, state, work, shows, found)


def compare(seed: int, state: GameState, work: Task, shows: Shows, found: Forecast) -> None:
    try:
        expected: Chances = {name: {} for name in shows}
        ends = walk(state, work, policy=Limit(REACH), rolled=one_by_one)
        expected = {name: dict(ends.map(show).chances()) for name, show in shows.items()}
    except TooLong:
        plausible(seed, state, work, shows, found)
        return
    assert_within(seed, expected, found)
    try:
        trace = Trace(state, wide=True)
        mass = trace.exactly(work)
    except Unfit:
        return
    assert {name: fractions(trace.shown(mass, show)) for name, show in shows.items()} == expected, seed


def assert_within(seed: int, expected: Chances, found: Forecast) -> None:
    for name, outcomes in expected.items():
        if found.is_exact:
            assert found.chances[name] == outcomes, seed
            continue
        for each, chance in outcomes.items():
            assert -Fraction(1, 10**9) <= chance - found.chances[name].get(each, Fraction(0)) <= found.within, seed


def plausible(seed: int, state: GameState, work: Task, shows: Shows, found: Forecast) -> None:
    """The chances beside how often plays with random dice came to each outcome."""
    chance, met = random.Random(seed), {name: Counter[Any]() for name in shows}
    for _ in range(PLAYS):
        end = played(state, work, chance)
        for name, show in shows.items():
            met[name][show(end)] += 1
    for name, counts in met.items():
        for each in {*counts, *found.chances[name]}:
            told = float(found.chances[name].get(each, 0))
            wide = 5 * sqrt(max(told * (1 - told), 1 / PLAYS) / PLAYS) + float(found.within)
            assert abs(counts[each] / PLAYS - told) <= wide, (seed, name, each)


def played(state: GameState, work: Task, chance: random.Random) -> GameState:
    """One play of a procedure, each roll by its weights."""
    run = work.on(state)
    if isinstance(run, GameState):
        return run
    here = send(run, None)
    while not isinstance(here, GameState):
        here = send(run, (here.state, thrown(here.prompt, chance)) if isinstance(here, Asked) else None)
    return here


def thrown(prompt: Prompt, chance: random.Random) -> Any:
    known = settled(prompt)
    if known is not None:
        return known
    if prompt.kind != "roll":
        return outcome(prompt, by_default(prompt))
    ways = together(prompt, lambda _: None).ways if prompt.opposed else None
    if ways:
        return chance.choices([each for each, _ in ways], [count for _, count in ways])[0]
    return tuple(one_reading(prompt, n, chance) for n in range(len(prompt.checks)))


def one_reading(prompt: Prompt, n: int, chance: random.Random) -> int:
    ways = odds(prompt.checks[n]).ways
    return chance.choices([each for each, _ in ways], [count for _, count in ways])[0]


class Limit:
    """Dice are open and choices take their default, for so many questions."""

    def __init__(self, most: int) -> None:
        self.left = most

    def __call__(self, state: GameState, prompt: Prompt) -> Any:
        self.left -= 1
        if self.left < 0:
            raise TooLong
        return defaults(state, prompt)
