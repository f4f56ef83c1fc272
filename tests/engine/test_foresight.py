"""What is quicker is the walk all the same: traced, summed, worked out side by side or in floats,
every chance is that of the plain walk."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from engine.dice.check import odds, read
from engine.dice.odds import Odds
from engine.doors.question import QUESTION, parted, table_of
from engine.games import RULESETS
from engine.playing.answers import answer, by_check
from engine.playing.deeds import situation
from engine.playing.fold import apply
from engine.playing.foresight import Foresight
from engine.playing.legality import forbidden
from engine.playing.masses import ROUNDING
from engine.playing.open_roll import OpenRoll
from engine.playing.pieces import Piece
from engine.playing.procedure import Task, whole
from engine.playing.readings import nothing_rolled
from engine.playing.session import Session
from engine.playing.slots import RowLog
from engine.playing.trace import Trace
from engine.playing.walk import TooLong, walk, walk_on
from engine.playing.watched import Unfit
from engine.values.events import Opened
from engine.values.kinds import taken
from engine.values.maps import Map, Value, pairs
from engine.values.model import Check, Impossible, Prompt
from engine.values.table import GameState
from tests.engine.brute import every_value
from tests.games.cases import CASES
from tools import battles

Shows = Mapping[str, Callable[[GameState], Any]]
Chances = dict[str, dict[Any, Fraction]]
EXAMPLES = [
    pytest.param(example.question, id=f"{key}: {example.question['id']}")
    for key, rules in RULESETS.items()
    for example in rules.examples
    if "roll" not in example.question.get("situation", {})
]
WITHOUT_SINGLE_ROLLS = ("front",)
LATE_ROLLS = {"epic": (3, 8)}
"""The walk on from the first rolls of an assault takes long; one of each round is enough."""
WALKED = ("setup", "lay_terrain", "battle", "lock")
"""Procedures that bring units to the table, or remember what has no fields: these are walked."""
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


def one_by_one(_: Check) -> None:
    """No dice lie there, and those of each check are read by themselves, whatever a prompt says of
    their sum."""


def walked(state: GameState, work: Task, shows: Shows) -> Chances:
    ends = walk(state, work, rolled=one_by_one)
    return {name: dict(ends.map(show).chances()) for name, show in shows.items()}


def traced(state: GameState, work: Task, shows: Shows, wide: bool = False) -> Chances:
    trace = Trace(state, wide=wide)
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
        assert traced(state, work, shows, wide=True) == expected
    except Unfit:
        assert question["ask"] in WALKED


@pytest.mark.parametrize("pair", SMALL_ASSAULTS, ids="-".join)
def test_an_assault_traced_is_the_walk(pair: tuple[str, str]) -> None:
    state, work, shows = laid(battles.epic("assault", *(f"epic-{each}" for each in pair)))
    assert traced(state, work, shows) == walked(state, work, shows)


@pytest.mark.parametrize("pair", SMALL_ASSAULTS, ids="-".join)
def test_what_is_dropped_is_all_that_is_missing(pair: tuple[str, str]) -> None:
    state, work, shows = laid(battles.epic("assault", *(f"epic-{each}" for each in pair)))
    trace = Trace(state)
    exact = trace.exactly(work)
    for within in (1e-8, 1e-5, 1e-3):
        near, missing = trace.nearly(within, work)
        assert missing <= within + 2 * ROUNDING
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
    monkeypatch.setattr("engine.playing.foresight.SOON", 0)
    monkeypatch.setattr("engine.playing.foresight.EXACTLY", 0)
    near, refined = Foresight(state, work, shows).answers()
    assert not near.is_exact
    assert near.within < Fraction(1, 10_000)
    assert refined == exact == Foresight(state, work, shows).best()


class Enough(Exception):
    """Nobody waits any more."""


def stopping_after(steps: int) -> Callable[[], None]:
    left = iter(range(steps))

    def step() -> None:
        if next(left, None) is None:
            raise Enough

    return step


def test_nobody_waits_any_more() -> None:
    state, work, shows = laid(battles.epic("assault", "epic-steel-reaver", "epic-marines-motos"))
    for steps in (0, 500):
        with pytest.raises(Enough):
            Foresight(state, work, shows, step=stopping_after(steps)).first()


def test_a_walk_that_is_to_stay_narrow_is_given_up_where_much_happens_at_once() -> None:
    state, work, _ = laid(battles.epic("assault", "epic-steel-reaver", "epic-marines-motos"))
    with pytest.raises(TooLong):
        walk(state, work, narrow=True)


@pytest.fixture
def uncollected() -> Iterator[None]:
    """The app runs without the collector of cycles."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def left_over() -> Counter[str]:
    """What odds were worked out with and is still there; rules remember the last table they saw."""
    return Counter(type(each).__name__ for each in gc.get_objects() if issubclass(type(each), (Trace, Piece, RowLog)))


@pytest.mark.usefixtures("uncollected")
def test_what_odds_were_worked_out_with_goes_with_the_question() -> None:
    """Answered, or given up in the middle."""
    state, work, shows = laid(battles.epic("assault", "epic-steel-reaver", "epic-marines-motos"))
    Foresight(state, work, shows).first()
    before = left_over()
    assert before.keys() <= {"RowLog"}
    for steps in (100, 10**9):
        with suppress(Enough):
            Foresight(state, work, shows, step=stopping_after(steps)).first()
    assert left_over() == before


@pytest.mark.usefixtures("uncollected")
def test_what_an_open_roll_was_worked_out_with_goes_too() -> None:
    roll = opened_volley()[1]
    next(roll.together({}))
    before = left_over()
    assert before.keys() <= {"RowLog"}
    next(roll.together({}))
    assert left_over() == before


# An open roll


@pytest.mark.parametrize("key", sorted(CASES))
def test_an_open_roll_told_again_is_the_walk_on_from_it(key: str) -> None:
    case, met = CASES[key], 0
    for k in LATE_ROLLS.get(key, range(len(case.script))):
        session = case.at(k)
        prompt, pending = session.prompt, session.state.pending
        if prompt is None or pending is None or prompt.kind != "roll" or len(prompt.checks) != 1 or prompt.opposed:
            continue
        if sum(check.dice for check in prompt.checks) > 4:
            continue
        shows = case.rules.opening(pending.procedure).outcomes(pending.args)
        roll = OpenRoll(case.rules, pending, partial(apply, case.rules), prompt, shows)
        *_, found = roll._traced(tuple((reading,) for reading in roll.readings), nothing_rolled, wide=True)
        told_again = {reading: each.chances for reading, each in zip(roll.readings, found, strict=True)}
        assert told_again == {reading: roll._walked((reading,), nothing_rolled).chances for reading in roll.readings}
        for reading in roll.readings:
            assert next(roll.together({prompt.checks[0].key: reading})).chances == told_again[reading]
        assert next(roll.together({})).chances == mixed(odds(prompt.checks[0]), told_again)
        values = {read(prompt.checks[0], by_check(prompt, value)[0]): value for value, _ in every_value(prompt)}
        for reading, value in values.items():
            assert after_answer(session, prompt, value, shows) in (None, told_again[reading])
        met += 1
    assert met or key in WITHOUT_SINGLE_ROLLS


def mixed(readings: Odds[int], by_reading: Mapping[int, Mapping[str, Mapping[Any, Fraction]]]) -> Chances:
    """What each reading leads to, by its chance."""
    found: Chances = {}
    for reading, chance in readings.chances().items():
        for name, outcomes in by_reading[reading].items():
            for outcome, share in outcomes.items():
                into = found.setdefault(name, {})
                into[outcome] = into.get(outcome, Fraction(0)) + chance * share
    return found


def opened_volley() -> tuple[Session, OpenRoll]:
    """The dice of a volley of several weapons."""
    rules = RULESETS["epic"]
    state, *_ = laid(battles.epic("fire", "epic-steel-shadowsword", "epic-marines-motos"))
    session = Session(rules, state)
    session.overrule(Opened("fire", pairs(by="a", target="d", order="advance", terrain="open")))
    prompt, pending = session.prompt, session.state.pending
    assert prompt
    assert pending
    assert len(prompt.checks) > 1
    shows = rules.opening("fire").outcomes(pending.args)
    return session, OpenRoll(rules, pending, partial(apply, rules), prompt, shows)


def test_several_checks_together_read_the_dice_that_lie_there() -> None:
    """The first one's reading known or not, and all of them."""
    session, roll = opened_volley()
    prompt, shows = roll.prompt, roll.shows
    first = prompt.checks[0]
    by_first = {reading: next(roll.together({first.key: reading})).chances for reading, _ in odds(first).ways}
    assert next(roll.together({})).chances == mixed(odds(first), by_first)
    lying = {check.key: min(reading for reading, _ in odds(check).ways if reading) for check in prompt.checks}
    assert next(roll.together(lying)).chances == after_answer(session, prompt, tuple(lying.values()), shows)


def after_answer(session: Session, prompt: Prompt, value: Value, shows: Shows) -> Chances | None:
    """The roll answered as players would, then walked on; nothing where it was the last one."""
    after = apply(session.rules, session.state, answer(prompt, value))
    if after.pending is None:
        return None
    ends = walk_on(session.rules, after.pending, partial(apply, session.rules))
    return {name: dict(ends.map(show).chances()) for name, show in shows.items()}
