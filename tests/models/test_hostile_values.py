"""Values no screen sends: endless numbers, wrong kinds, unknown owners; each is refused in a
sentence or comes back as it was."""

import json
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.playing import codec
from engine.playing.answers import Stale
from engine.playing.session import Refused, Session
from engine.values.events import Event, Opened, TrackerSet
from engine.values.maps import Map
from engine.values.model import Impossible
from tests.games.cases import CASES, Case

SOAK = os.environ.get("ADJUTANT_SOAK") == "1"
VALUES: tuple[Any, ...] = (
    10**30,
    -(10**30),
    2**63,
    10**400,
    -1,
    1.5,
    float("inf"),
    True,
    None,
    "x",
    (),
    ("a",) * 5,
    Map({"a": 1}),
    ("x" * 10_000,),
    "[b]{unit}[/b]",
    "\ud800",
    (((((),),),),),
)
OWNERS = ("@0", "", "@9", "@99999999999999999999", "nobody")


def events(case: Case) -> Iterator[Event]:
    """Every tracker of every owner, every field of every procedure, with every such value."""
    for tracker in (*(each.key for each in case.rules.trackers), "a counter of our own"):
        yield from (TrackerSet(owner, tracker, value) for owner in (*OWNERS, case.bystander) for value in VALUES)
    for opening in case.rules.openings:
        known = case.opening.args if opening.key == case.opening.procedure else {}
        yield from (Opened(opening.key, Map({**known, field.key: value})) for field in opening.situation.fields for value in VALUES)


def entered(case: Case, event: Event) -> None:
    """Done and written down, or refused; nothing else."""
    session = Session(case.rules, case.start)
    try:
        session.overrule(event)
        _ = session.prompt
    except (Impossible, Refused, Stale):
        assert session.state == case.start
        return
    line = json.dumps(codec.plain(session.log[-1]))
    assert Session(case.rules, case.start, [codec.entry(json.loads(line))]).state == session.state


@pytest.mark.law
@pytest.mark.parametrize("key", CASES)
def test_a_value_that_bites(key: str) -> None:
    found = list(events(CASES[key]))
    for event in found if SOAK else Random(key).sample(found, 120):
        entered(CASES[key], event)


@pytest.mark.law
@pytest.mark.parametrize("key", CASES)
def test_an_answer_that_bites(key: str) -> None:
    case = CASES[key]
    for answers in range(len(case.script)):
        for value in VALUES:
            session = case.at(answers)
            before = session.state
            try:
                session.answer(value)
                assert json.dumps(codec.plain(session.log[-1]))
            except (Impossible, Refused, Stale):
                assert session.state == before
