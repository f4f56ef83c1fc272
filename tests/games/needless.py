"""Questions that need not be asked: those with one answer, without effect, or answered already."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from engine.playing.answers import Stale, by_default
from engine.playing.rules import Ruleset
from engine.playing.session import Refused, Session
from engine.values.events import Opened
from engine.values.kinds import Record, Word
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Endless, Impossible, Prompt, Unknown
from engine.values.situation import Untold
from engine.values.table import GameState
from tests.games.reachable import LONGEST, played, situations
from tests.games.taps import reply

DRAWS = ((0, 3, 5, 1, 2, 4), (1, 5, 5, 5, 3, 1), (5, 5, 5, 5, 5, 5), (3, 0, 0, 0, 0, 0))
MOST = 6
"""Answers of a question that are tried."""
TROUBLE = (Impossible, Unknown, Untold, Endless, Refused, Stale, KeyError)


def found(rules: Ruleset) -> set[tuple[str, str]]:
    """The questions of examples and golden games that need not be asked, each with its fault."""
    faults, effective = set[tuple[str, str]](), set[str]()
    for opening, state, args in chain(situations(rules), played(rules)):
        required = {field.key for field in opening.situation.fields if field.required} | {opening.actor}
        for told in {Map({key: value for key, value in args.items() if key in required}), args}:
            for fault, name in judged(rules, state, Opened(opening.key, told)):
                faults.add((name, fault)) if fault else effective.add(name)
    return {(name, fault) for name, fault in faults if fault != "no effect" or name not in effective}


def judged(rules: Ruleset, state: GameState, opened: Opened) -> Iterator[tuple[str, str]]:
    """Every question on the way, with its fault, or none."""
    with suppress(*TROUBLE):
        session = Session(rules, state)
        session.overrule(opened)
        for _ in range(LONGEST):
            prompt = session.prompt
            if prompt is None or session.state.pending is None:
                return
            slot = next((each for each in prompt.slots if each.key not in prompt.given), prompt)
            name = f"{opened.procedure}.{slot.key.partition(':')[0]}"
            yield from ((fault, name) for fault in faults_of(session, slot, opened.args))
            session.answer(by_default(slot) if slot.kind == "card" else reply(slot, DRAWS[0]), slot.key, overrule=True)


def faults_of(session: Session, prompt: Prompt, told: Map[Value]) -> Iterator[str]:
    answers = possible(prompt)
    if prompt.kind in ("choice", "number", "confirm") and len(answers) == 1:
        yield "one answer"
    if prompt.kind == "form":
        fields = (prompt.fields or Record()).fields
        if not fields or any(isinstance(each.kind, Word) and len(each.kind.choices) == 1 and each.required for each in fields):
            yield "one answer"
        if any(told.get(each.key) is not None for each in fields):
            yield "answered already"
    if prompt.kind in ("choice", "confirm") and len(answers) > 1:
        yield "" if has_effect(session, prompt, answers) else "no effect"


def possible(prompt: Prompt) -> tuple[Value, ...]:
    if prompt.kind == "choice":
        return tuple(option.key for option in prompt.options)
    if prompt.kind == "number":
        return tuple(range(prompt.least, min(prompt.most, prompt.least + 2) + 1))
    return (True, False) if prompt.kind == "confirm" else ()


def has_effect(session: Session, prompt: Prompt, answers: tuple[Value, ...]) -> bool:
    """Whether two answers ever lead to other questions or another table."""
    return any(len({future(session, prompt, each, draws) for each in answers[:MOST]}) > 1 for draws in DRAWS)


def future(session: Session, prompt: Prompt, value: Value, draws: tuple[int, ...]) -> Hashable:
    """What is asked after an answer, and the table at the end."""
    again, asked = Session(session.rules, session.state), list[object]()
    with suppress(*TROUBLE):
        again.answer(value, prompt.key if prompt is not session.prompt else "", overrule=True)
        for _ in range(LONGEST):
            if (now := again.prompt) is None or again.state.pending is None:
                break
            slot = next((each for each in now.slots if each.key not in now.given), now)
            asked.append((slot.key, slot.text, slot.checks, slot.options, slot.lines, slot.about, slot.asked_of))
            again.answer(by_default(slot) if slot.kind == "card" else reply(slot, draws), slot.key, overrule=True)
    end = replace(again.state, pending=None) if again.state.pending else again.state
    return repr((asked, end.units, end.trackers, end.seats, end.seat, end.first, end.scenario, EMPTY))
