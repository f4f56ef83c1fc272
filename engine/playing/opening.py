"""How procedures and questions are opened: their arguments, their refusals, and the names of their
outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.values.kinds import Record
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Ref, Refusal, Unknown
from engine.values.situation import S, Situation, Untold, record_of, situation_from
from engine.values.table import GameState
from engine.values.texts import Text

if TYPE_CHECKING:
    from engine.playing.procedure import Procedure

Show: TypeAlias = Callable[[GameState], "int | str"]
"""A named outcome, read off the table on which a procedure ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """How a procedure is opened: what it needs to know, what forbids it, what its outcomes in a
    situation are called.

    `actor` names the argument that holds the acting unit: its seat is the one that needs the offer.
    `tells` are facts about the situation that no die changes; a calculation is a procedure that
    does nothing but tell. `choices` are the words a field can hold on this table, where its kind
    takes any: the weapons of the acting unit, for one. `asks` are the fields that need a look at
    the table but not for every situation: players are shown them on one page. One that `judges`
    answers a question by its facts where it is forbidden; at the table it is refused like any
    other. `stage` puts the table of a question into the right step, `assumed` is what a question
    need not say; the players of a game are asked. `says` is the answer of a calculation in
    sentences, for the players. `asking` are questions for fields whose name alone asks too little.
    """

    key: str
    text: Text
    ref: Ref
    form: type[Situation]
    run: Callable[[GameState, Any], Procedure]
    forbids: tuple[Callable[[GameState, Any], Refusal | None], ...] = ()
    shows: Callable[[Any], Mapping[str, Show]] | None = None
    tells: Callable[[GameState, Any], Mapping[str, Value]] | None = None
    choices: Callable[[GameState, Any], Mapping[str, tuple[str, ...]]] | None = None
    stage: Callable[[GameState, Any], GameState] | None = None
    assumed: Mapping[str, Value] = field(default_factory=dict)
    actor: str = ""
    asks: tuple[str, ...] = ()
    judges: bool = False
    calculation: bool = False
    says: Callable[[GameState, Any], Iterable[Text]] | None = None
    asking: Mapping[str, Text] = field(default_factory=dict)

    @property
    def situation(self) -> Record:
        """The arguments as a form, with its checks and its schema."""
        return record_of(self.form)

    def start(self, state: GameState, args: Map[Value]) -> Procedure:
        """The procedure, started on a table."""
        return self.run(state, situation_from(self.form, args))

    def refusals(self, now: GameState, args: Map[Value], early: bool = False) -> Iterator[Refusal]:
        """The rules against it, each reason once, as far as the situation is stated; a value that
        a card does not state forbids nothing.

        While it is *early*, fields are missing, and Impossible is not reported: the situation may
        still become possible.
        """
        situation = situation_from(self.form, args)
        silent = (Unknown, Untold, Impossible) if early else (Unknown, Untold)
        told: set[Refusal] = set()
        for forbids in self.forbids:
            try:
                refusal = forbids(now, situation)
            except silent:
                continue
            if refusal and refusal not in told:
                told.add(refusal)
                yield refusal

    def outcomes(self, args: Map[Value]) -> Mapping[str, Show]:
        """The named outcomes in this situation."""
        return self.shows(situation_from(self.form, args)) if self.shows else {}

    def facts(self, now: GameState, args: Map[Value]) -> Mapping[str, Value]:
        """The facts about a situation that no die changes."""
        try:
            return self.tells(now, situation_from(self.form, args)) if self.tells else {}
        except Unknown:  # the procedure itself will ask for what the card does not state
            return {}

    def sentences(self, now: GameState, args: Map[Value]) -> tuple[Text, ...]:
        """The answer as sentences for the players; () if the facts say it all."""
        return tuple(self.says(now, situation_from(self.form, args))) if self.says else ()

    def words(self, now: GameState, args: Map[Value]) -> Mapping[str, tuple[str, ...]]:
        """The words that a field can hold on this table, as far as enough is told to know them."""
        with suppress(Unknown, Untold):
            return self.choices(now, situation_from(self.form, args)) if self.choices else {}
        return {}

    def staged(self, state: GameState, args: Map[Value]) -> GameState:
        """The table of a question, set up as in a game: at the right step, for the right seat."""
        return self.stage(state, situation_from(self.form, args)) if self.stage else state


def opens(
    key: str,
    text: Text,
    ref: Ref,
    situation: type[S],
    run: Callable[[GameState, S], Procedure],
    *,
    refusals: tuple[Callable[[GameState, S], Refusal | None], ...] = (),
    shows: Callable[[S], Mapping[str, Show]] | None = None,
    tells: Callable[[GameState, S], Mapping[str, Value]] | None = None,
    choices: Callable[[GameState, S], Mapping[str, tuple[str, ...]]] | None = None,
    stage: Callable[[GameState, S], GameState] | None = None,
    assumed: Mapping[str, Value] | None = None,
    actor: str = "",
    asks: tuple[str, ...] = (),
    judges: bool = False,
) -> Opening:
    """A procedure with one typed situation; mypy checks that all its functions take the same
    type."""
    return Opening(
        key, text, ref, situation, run, refusals, shows, tells, choices, stage, assumed or {}, actor, asks, judges
    )


def answers(
    key: str,
    text: Text,
    ref: Ref,
    situation: type[S],
    tells: Callable[[GameState, S], Mapping[str, Value]],
    *,
    refusals: tuple[Callable[[GameState, S], Refusal | None], ...] = (),
    choices: Callable[[GameState, S], Mapping[str, tuple[str, ...]]] | None = None,
    stage: Callable[[GameState, S], GameState] | None = None,
    assumed: Mapping[str, Value] | None = None,
    actor: str = "",
    asks: tuple[str, ...] = (),
    judges: bool = False,
    says: Callable[[GameState, S], Iterable[Text]] | None = None,
) -> Opening:
    """A question that only calculates. Opened in a game it changes nothing, but asks for values
    that a card does not state."""

    def consider(state: GameState, situation: S) -> Procedure:
        tells(state, situation)
        return state
        yield

    more = stage, assumed or {}, actor, asks, judges
    return Opening(
        key, text, ref, situation, consider, refusals, None, tells, choices, *more, calculation=True, says=says
    )


@dataclass(frozen=True, slots=True)
class Nothing(Situation):
    """The situation of a procedure without arguments."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question that can be run, for readers and for tests."""

    ask: str
    question: Mapping[str, object]
