"""What is quicker is the walk all the same: traced, summed, worked out side by side or in floats,
every chance is that of the plain walk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from engine.doors.question import QUESTION, parted, table_of
from engine.games import RULESETS
from engine.playing.deeds import situation
from engine.playing.foresight import Foresight
from engine.playing.legality import forbidden
from engine.playing.procedure import Task, whole
from engine.playing.trace import Trace
from engine.playing.walk import TooLong, walk
from engine.playing.watched import Unfit
from engine.values.kinds import taken
from engine.values.maps import Map
from engine.values.model import Impossible
from engine.values.table import GameState
from tools import battles

Shows = Mapping[str, Callable[[GameState], Any]]
Chances = dict[str, dict[Any, Fraction]]
EXAMPLES = [
    pytest.param(example.question, id=f"{key}: {example.question['id']}")
    for key, rules in RULESETS.items()
    for example in rules.examples
    if "roll" not in example.question.get("situation", {})
]
SMALL_ASSAULTS = (
    ("orks-krabouillators-x2", "steel-batterie-aa"),
    ("marines-land-raiders", "orks-gargant"),
    ("orks-batterie-de-grokalibr", "steel-shadowsword"),
    ("steel-reaver", "marines-motos"),
    ("marines-assaut", "orks-batterie-de-grokalibr"),
)


def laid(question: dict[str, Any]) -> tuple[GameState, Task, Shows]:
    """A question as a table, what is done on it, and what is asked of the end."""
    told, problems = taken(QUESTION, question)
    assert not problems
    assert isinstance(told, Map)
    rules = RULESETS[question["game"]]
    opening = rules.opening(question["ask"])
    _, rest = parted(opening, told["situation"])  # type: ignore[arg-type]
    args = situation(rules, opening.key, Map({**opening.assumed, **rest}))
    state = table_of(rules, opening, told, args)
    if next(iter(forbidden(rules, state, opening.key, args)), None):
        pytest.skip("the rules forbid it")
    return state, whole(opening, args), opening.outcomes(args)


def fractions(mass: Mapping[Any, int]) -> dict[Any, Fraction]:
    total = sum(mass.values())
    return {outcome: Fraction(ways, total) for outcome, ways in mass.items()}


def walked(state: GameState, work: Task, shows: Shows) -> Chances:
    ends = walk(state, work)
    return {name: dict(ends.map(show).chances()) for name, show in shows.items()}


def traced(state: GameState, work: Task, shows: Shows) -> Chances:
    trace = Trace(state)
    mass = trace.exactly(work)
    return {name: fractions(trace.shown(mass, show)) for name, show in shows.items()}


@pytest.mark.parametrize("question", EXAMPLES)
def test_every_example_traced_is_the_walk(question: dict[str, Any]) -> None:
    try:
        state, work, shows = laid(question)
        expected = walked(state, work, shows)
    except Impossible:
        pytest.skip("a question that needs more answers")
    try:
        assert traced(state, work, shows) == expected
    except Unfit:
        pytest.skip("what it changes is no part of a row")


@pytest.mark.parametrize("pair", SMALL_ASSAULTS, ids="-".join)
def test_an_assault_traced_is_the_walk(pair: tuple[str, str]) -> None:
    state, work, shows = laid(battles.epic("assault", *(f"epic-{each}" for each in pair)))
    assert traced(state, work, shows) == walked(state, work, shows)


@pytest.mark.parametrize("pair", SMALL_ASSAULTS, ids="-".join)
def test_what_is_dropped_is_all_that_is_missing(pair: tuple[str, str]) -> None:
    state, work, shows = laid(battles.epic("assault", *(f"epic-{each}" for each in pair)))
    trace = Trace(state)
    exact = trace.exactly(work)
    for least in (1e-9, 1e-6, 1e-4):
        near, missing = trace.nearly(least, work)
        for show in shows.values():
            rough = trace.shown(near, show)
            for outcome, chance in fractions(trace.shown(exact, show)).items():
                assert -1e-9 <= float(chance) - rough.get(outcome, 0.0) <= missing


@pytest.mark.parametrize("pair", SMALL_ASSAULTS, ids="-".join)
def test_sides_that_strike_at_once_do_not_read_each_other(pair: tuple[str, str]) -> None:
    """Otherwise they would be done one after the other: right, but not quick."""
    state, work, _ = laid(battles.epic("assault", *(f"epic-{each}" for each in pair)))
    trace = Trace(state)
    trace.exactly(work)
    assert not trace.clashes


def test_a_foresight_is_the_same_however_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    state, work, shows = laid(battles.epic("assault", "epic-marines-assaut", "epic-orks-batterie-de-grokalibr"))
    exact = Foresight(state, work, shows).first()
    assert exact.is_exact
    monkeypatch.setattr("engine.playing.foresight.EXACTLY", 0)
    near, refined = Foresight(state, work, shows).answers()
    assert not near.is_exact
    assert near.within < Fraction(1, 10_000)
    assert refined == exact == Foresight(state, work, shows).best()


def test_nobody_waits_any_more() -> None:
    class Enough(Exception):
        pass

    def step() -> None:
        raise Enough

    state, work, shows = laid(battles.epic("assault", "epic-steel-reaver", "epic-marines-motos"))
    with pytest.raises(Enough):
        Foresight(state, work, shows, step=step).first()


def test_a_walk_that_is_to_stay_narrow_is_given_up_where_much_happens_at_once() -> None:
    state, work, _ = laid(battles.epic("assault", "epic-steel-reaver", "epic-marines-motos"))
    with pytest.raises(TooLong):
        walk(state, work, narrow=True)
