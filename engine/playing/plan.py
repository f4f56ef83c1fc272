"""How a deed is told on one page: its means, its targets, and the facts of the pair.

A game declares a plan for each procedure that deserves a page of its own. Screens, the text game
and `play` fill it in by the functions of `drafting`; none of them knows the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.playing.facing import Advice, Facing
from engine.values.maps import Map, Value
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import Text

Draft: TypeAlias = Map[Value]
"""What is filled in so far: the acting unit, the target, the facts and the chosen means by key."""
MEANS = "means"
"""Where a draft keeps which means are chosen: one key, or several."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that only the players see, with its few answers.

    `preset` holds until the players say otherwise. Of a fact with `several` answers any may be
    chosen together; its value is the list of them. `most` stands where the answer is a number that
    is counted up to there, and no list of answers is given. `place` is where it stands: before the
    target, with it, or after the means because it is seldom needed. One that is `needed` has to be
    answered before the deed can be done. Of an `ordered` one all answers hold, the first of them
    first, and the players change their order. `shown` is what holds where nothing is told and which
    follows from the rest, so that it is never filled in for good. Facts of the place "lines" are
    told by the lines of the deed.
    """

    key: str
    text: Text
    answers: tuple[tuple[Value, Text | str], ...] = ()
    preset: Value = None
    several: bool = False
    most: int | None = None
    place: Literal["first", "pair", "last", "lines"] = "pair"
    needed: bool = False
    shown: Value = None
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """A weapon or another value that serves the deed: how it is called, what stands beside it,
    how many dice it rolls and what they need; or why it stays silent. What `stands_by` is used only
    when the players choose it."""

    key: str
    text: Text | str
    notes: tuple[Text, ...] = ()
    dice: int | None = None
    needs: Text | str = ""
    against: Refusal | None = None
    facts: tuple[Fact, ...] = ()
    stands_by: bool = False


@dataclass(frozen=True, slots=True)
class Foretold:
    """The dice of a deed by themselves: the procedure that rolls them, what it is told, and whose
    fates they decide."""

    procedure: str
    args: Map[Value]
    targets: tuple[str, ...]


Facts: TypeAlias = Callable[[GameState, Draft], Iterable[Fact]]
Rows: TypeAlias = Callable[[GameState, Draft], Iterable[Means]]


@dataclass(frozen=True, slots=True, eq=False)
class DeedPlan:
    """A deed as one page: who acts (`by`) on whom (`at`), both keys of the draft; a deed of several
    units names them among its facts.

    `facts` and `means` follow from the table and from what is filled in so far. Of the means `pick`
    says whether one or some are used. `situation` is what the procedure is told of a full draft,
    `draft` what of it comes back from what a procedure was told earlier; both leave it as it is
    where the keys of the draft are those of the procedure. A deed that only sometimes has a target
    says so in `needs_target`; `targets` are units by name where the procedure has no field of its
    own for them; `order` says which of them come first, the lowest number before the others. A
    `quick` deed is done at once, as it is preset, by a tap on the ring of the unit.
    Where two lines of units face each other, `facing` has them and `advice` what would be best. A
    deed around whose dice much else happens says by `foretold` what its odds are those of. A
    plan with `over_cards` can be opened over any cards without a game, to see what would come of
    it: that is what is filled in at first.
    Where one of the means is all there is to choose, a tap on it does it `at_once`. A deed of a
    `queue` is done by one unit after the other in the order in which it is due, on one page.
    `manner` is the key of what is told when it is begun and holds for every target.
    """

    procedure: str
    by: str = ""
    at: str = ""
    facts: Facts = lambda _, __: ()
    means: Rows = lambda _, __: ()
    pick: Literal["none", "one", "some"] = "none"
    situation: Callable[[GameState, Draft], Map[Value]] = field(default=lambda _, draft: draft)
    draft: Callable[[Map[Value]], Draft] = field(default=lambda args: args)
    targets: Callable[[GameState, str], Iterable[str]] | None = None
    order: Callable[[GameState, str, str], int] = field(default=lambda _, __, ___: 0)
    quick: bool = False
    at_once: bool = False
    queue: bool = False
    needs_target: Callable[[GameState, Draft], bool] = field(default=lambda _, __: True)
    facing: Callable[[GameState, Draft], Facing | None] = field(default=lambda _, __: None)
    advice: Callable[[GameState, Draft], Iterable[Advice]] = field(default=lambda _, __: ())
    over_cards: Callable[[GameState], Draft] | None = None
    foretold: Callable[[GameState, Draft], Foretold | None] = field(default=lambda _, __: None)
    manner: str = ""


def answered(draft: Draft, fact: Fact) -> Value:
    """What holds of a fact: as it is told, else what follows from the rest."""
    told = draft.get(fact.key)
    return fact.shown if told is None else told


def answer_for(fact: Fact, value: Value) -> Value:
    """The answer that a value is one of: a number between two of them belongs to the lower one,
    since answers name the beginning of what counts alike."""
    answers = [each for each, _ in fact.answers]
    if value in answers or type(value) is not int:
        return value
    return max((each for each in answers if type(each) is int and each <= value), default=value)


def chosen(draft: Draft, means: Iterable[Means]) -> tuple[str, ...]:
    """The means in use: as chosen, else all that can be used and do not stand by."""
    given = draft.get(MEANS)
    if isinstance(given, str):
        return (given,)
    if isinstance(given, tuple):
        return tuple(map(str, given))
    able = [each for each in means if each.against is None]
    return tuple(each.key for each in able if not each.stands_by) or tuple(each.key for each in able)
