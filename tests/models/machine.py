"""A game beside a small model of it: both are told the same, and must say the same after every
deed, undo, redo and kill."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.doors.tables import table
from engine.playing import codec
from engine.playing.answers import by_default
from engine.playing.fold import refusals
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.values.events import Event
from engine.values.maps import Value, frozen

SOAK = os.environ.get("ADJUTANT_SOAK") == "1"


class Play(RuleBasedStateMachine):
    """A session and its model. A deed is one thing the players do, however many taps it takes."""

    game: Ruleset
    start: ClassVar[dict[str, Any]]

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(self.game, table(self.game, frozen(self.start)))
        self.model: Any = self.modelled()
        self.past: list[tuple[int, Any]] = []
        self.future: list[tuple[int, Any]] = []

    def modelled(self) -> Any:
        """The model of the opening table."""
        raise NotImplementedError

    def agree(self) -> None:
        """Everything in which the table and its model must be the same."""
        raise NotImplementedError

    @contextmanager
    def deed(self) -> Iterator[None]:
        """What happens inside can be taken back as a whole."""
        before = len(self.session.log), deepcopy(self.model)
        yield
        assert not self.asked(), self.session.prompt
        self.past.append(before)
        self.future.clear()

    def forbidden(self, event: Event) -> tuple[str, ...]:
        """The rules the engine names against an event."""
        return tuple(no.ref.id for no in refusals(self.game, self.session.state, event))

    def asked(self) -> str:
        """The key of the open question; nothing where none is open."""
        return self.session.prompt.key if self.session.prompt else ""

    def answer(self, key: str, value: Value) -> None:
        assert self.asked() == key, (self.asked(), key)
        self.session.answer(value)

    def answer_all(self) -> None:
        """Whatever is asked takes its default."""
        while prompt := self.session.prompt:
            self.session.answer(by_default(prompt))

    @invariant()
    def same(self) -> None:
        self.agree()

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        """The whole last deed is taken back."""
        length, model = self.past.pop()
        self.future.append((len(self.session.log), deepcopy(self.model)))
        while len(self.session.log) > length:
            self.session.undo()
        assert len(self.session.log) == length
        self.model = model

    @precondition(lambda self: self.future)
    @rule()
    def redo(self) -> None:
        length, model = self.future.pop()
        self.past.append((len(self.session.log), deepcopy(self.model)))
        while len(self.session.log) < length:
            self.session.redo()
        self.model = model

    @rule()
    def kill(self) -> None:
        """Only what stands on the disk is left: the opening table and the lines of the journal."""
        kept = codec.plain(self.session.states[0]), [codec.plain(entry) for entry in self.session.journal]
        start, lines = json.loads(json.dumps(kept))
        before = self.session.state, len(self.session.log)
        self.session = Session(self.game, codec.state(start), [codec.entry(line) for line in lines])
        assert (self.session.state, len(self.session.log)) == before


def played(machine: type[Play], examples: int = 12, steps: int = 25) -> Any:
    """The machine as a test: few short games in every run, many long ones in a soak."""
    case = machine.TestCase
    case.settings = settings(max_examples=300 if SOAK else examples, stateful_step_count=80 if SOAK else steps, deadline=None)
    return pytest.mark.law(case)
