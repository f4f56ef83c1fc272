"""A game, declared: steps, procedures, trackers, card stats, readings, citations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from engine.values.kinds import Anything, Kind, Record
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Problem, Ref, Refusal, Unknown
from engine.values.situation import S, Situation, Untold, record_of, situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import Text

if TYPE_CHECKING:
    from engine.playing.procedure import Procedure

Who: TypeAlias = Literal["first", "second", "active", "other", "all"]
Lasts: TypeAlias = Literal["", "phase", "turn"]
PLAYERS = ("player_1", "player_2")
"""The words by which a game calls two players, seat by seat: a screen that knows their names
tells those."""


@dataclass(frozen=True, slots=True)
class Tracker:
    """Something the table keeps on a unit, a seat or itself.

    A counter is a Whole with its limits, a toggle a Flag, markers a ListOf words, a use a Flag or
    counter that `lasts` a phase or a turn and then resets by itself (a use per game lasts for
    ever). Absent means `default`. What is not `physical` is the app's own memory, never a thing the
    hand does. Where `says_no`, a no or an empty list that is told differs from nothing told.
    `cites` names the rule that changed it, by the table on which its owner holds it now; else it is
    `ref`. `full` is what a unit has where nothing is told: all its men, all its ammunition.
    """

    key: str
    kind: Kind
    text: Text
    ref: Ref
    lasts: Lasts = ""
    default: Value = None
    on: Literal["unit", "seat", "table"] = "unit"
    physical: bool = True
    says_no: bool = False
    cites: Callable[[GameState, str], Ref] | None = None
    full: Callable[[Unit], Value] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One doubt of the source: its default, and the other ways to read it."""

    key: str
    values: tuple[str, ...]
    text: Text
    ref: Ref
    offered: bool = True

    @property
    def default(self) -> str:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Offer:
    """A procedure that a step offers, and to whom."""

    procedure: str
    who: Who = "active"


@dataclass(frozen=True, slots=True)
class Reminder:
    """A rule left to the table, said at the right moment."""

    text: Text
    ref: Ref


@dataclass(frozen=True, slots=True)
class Step:
    """A row of the turn: who acts, what is offered, what it is `main`ly for, what happens on
    entering, whether it repeats."""

    key: str
    name: Text
    ref: Ref
    who: Who = "all"
    offers: tuple[Offer, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    opens: str = ""
    begin: Callable[[GameState], GameState] | None = None
    repeat_until: Callable[[GameState], bool] | None = None
    next_seat: Callable[[GameState], int] | None = None
    skip_if: Callable[[GameState], bool] | None = None
    main: tuple[str, ...] = ()


Show: TypeAlias = Callable[[GameState], "int | str"]
"""An outcome with a name, read off the table a procedure ends in."""


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
    need not say; the players of a game are asked.
    """

    key: str
    text: Text
    ref: Ref
    run: Callable[..., Procedure]
    situation: Record = field(default_factory=Record)
    forbids: tuple[Callable[..., Refusal | None], ...] = ()
    shows: Callable[..., Mapping[str, Show]] | None = None
    actor: str = ""
    tells: Callable[..., Mapping[str, Value]] | None = None
    choices: Callable[..., Mapping[str, tuple[str, ...]]] | None = None
    asks: tuple[str, ...] = ()
    judges: bool = False
    form: type[Situation] | None = None
    stage: Callable[..., GameState] | None = None
    assumed: Mapping[str, Value] = field(default_factory=dict)
    calculation: bool = False

    def __post_init__(self) -> None:
        if self.run is nothing:
            object.__setattr__(self, "calculation", True)

    # Whoever opens a procedure calls these: they know how it wants to be told.

    def start(self, state: GameState, args: Map[Value]) -> Procedure:
        """The procedure on a table."""
        return self.run(state, situation_from(self.form, args)) if self.form else self.run(state, **args)

    def refusals(self, now: GameState, args: Map[Value], early: bool = False) -> Iterator[Refusal]:
        """What its rules say against it, as far as the situation is told; a card that does not
        state a value forbids nothing.

        As long as it is *early*, not all is told yet, and nonsense is not said: it may still become
        sense.
        """
        situation = situation_from(self.form, args) if self.form else None
        silent = (Unknown, Untold, Impossible) if early else (Unknown, Untold)
        for forbids in self.forbids if self.form else askable(self, frozenset(args)):
            try:
                refusal = forbids(now, situation) if self.form else forbids(now, **args)
            except silent:
                continue
            if refusal:
                yield refusal

    def outcomes(self, args: Map[Value]) -> Mapping[str, Show]:
        """The outcomes that have names, in this situation."""
        if self.shows is None:
            return {}
        return self.shows(situation_from(self.form, args)) if self.form else self.shows(**args)

    def facts(self, now: GameState, args: Map[Value]) -> Mapping[str, Value]:
        """What is known of the situation before any die."""
        if self.tells is None:
            return {}
        if self.form is None:
            return self.tells(now, **args)
        try:
            return self.tells(now, situation_from(self.form, args))
        except Unknown:  # the procedure itself will ask for what the card does not state
            return {}

    def words(self, now: GameState, args: Map[Value]) -> Mapping[str, tuple[str, ...]]:
        """The words that a field can hold on this table."""
        if self.choices is None:
            return {}
        return self.choices(now, situation_from(self.form, args)) if self.form else self.choices(now, **args)

    def staged(self, state: GameState, args: Map[Value]) -> GameState:
        """The table of a question set up as if it came up in a game: at the right step, for the
        right seat."""
        return self.stage(state, situation_from(self.form, args)) if self.stage and self.form else state


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
    """A procedure that is told one typed situation; the type checker sees that all its parts
    take the same one."""
    return Opening(
        key,
        text,
        ref,
        run,
        record_of(situation),
        refusals,
        shows,
        actor,
        tells,
        choices,
        asks,
        judges,
        situation,
        stage,
        assumed or {},
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
) -> Opening:
    """A question that only calculates. Opened at the table it changes nothing, but asks for what
    a card does not state."""

    def consider(state: GameState, situation: S) -> Procedure:
        tells(state, situation)
        return state
        yield

    return Opening(
        key,
        text,
        ref,
        consider,
        record_of(situation),
        refusals,
        None,
        actor,
        tells,
        choices,
        asks,
        judges,
        situation,
        stage,
        assumed or {},
        calculation=True,
    )


@dataclass(frozen=True, slots=True)
class Nothing(Situation):
    """The situation of a procedure that is told nothing."""


def nothing(state: GameState, *_: object, **__: Value) -> Procedure:
    """A procedure that leaves the table as it is: for questions that only calculate."""
    return state
    yield


@dataclass(frozen=True, slots=True)
class Example:
    """A question that runs, for people and for tests."""

    ask: str
    question: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Lanes:
    """Rows of a board, which each side counts from its own edge.

    Two trackers of a unit say in which `row` and `column` it stands. The first rows of a side, as
    many as `joined` says, hang together: its line, which the next row cuts.
    """

    row: str
    column: str
    rows: int
    columns: int
    joined: Callable[[GameState, int], int]
    ref: Ref


@dataclass(frozen=True, slots=True)
class Part:
    """One place of a tracker that has several: a weapon and its rounds, a miniature and whether
    it lives."""

    place: str | int
    text: Text | str
    value: Value


@dataclass(frozen=True, slots=True)
class Glance:
    """What a table shows of a game at one look; a game leaves out what it does not have.

    `sign` is the map sign of a unit (infantry, armour, artillery, antitank, gun, recon, command,
    transport, anti-air, mechanised), `acted` whether it has done its part of this step (None:
    nobody waits for it), `standing` what both players watch. `marks` gives a tracker or one of its
    words a silhouette; trackers `face_down` do not count yet, `unseen` ones are no chips. `stats`
    names the fields of a card, the first ones first. A game `begins` with a procedure, before its
    first step. Victory is looked for from turn `checked` on. The tracker `stepped` has a plus and a
    minus on the row of every unit; `lanes` are drawn as a map; `still` is what a side can do while
    the other one acts, `then` the procedure that follows what was just done, and the unit it is
    for. `parts` are the places of a unit's tracker that has several, as they are now: each can be
    set by hand.
    """

    sign: Callable[[Unit], str] = lambda _: ""
    fact: Callable[[Unit], Text | None] = lambda _: None
    acted: Callable[[GameState, Unit], bool | None] = lambda _, __: None
    standing: Callable[[GameState], tuple[Reminder, ...]] = lambda _: ()
    score: Callable[[GameState, int], Text | None] = lambda _, __: None
    marks: Mapping[str, str] = field(default_factory=dict)
    face_down: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ("where", "name")
    stats: Mapping[str, Text] = field(default_factory=dict)
    begins: str = ""
    turns: int = 0
    checked: int = 0
    stepped: str = ""
    lanes: Lanes | None = None
    still: Callable[[GameState, int], tuple[Reminder, ...]] = lambda _, __: ()
    then: Callable[[GameState], tuple[str, str]] = lambda _: ("", "")
    parts: Callable[[Unit, str], tuple[Part, ...]] = lambda _, __: ()


@dataclass(frozen=True, slots=True)
class Aim:
    """The attack of a game, as far as targets are compared.

    `by` and `at` name its arguments for the attacker and the target. `told` is what is stated once
    for all targets, with what holds until somebody says otherwise; of several words the first.
    `assumed` counts for the comparison alone. `levels` are what may become of a target, the worst
    first: a word, and an outcome of the procedure (or a tracker of the target) with the value it
    must have; "" is any but nothing.
    """

    procedure: str
    by: str
    at: str
    told: Mapping[str, Value]
    levels: tuple[tuple[str, str, str], ...]
    assumed: Mapping[str, Value] = field(default_factory=dict)


Muster: TypeAlias = Callable[
    [GameState, tuple[Map[Value], ...], Mapping[str, Any], tuple[tuple[int, int], ...]],
    Iterable[Problem] | Iterable[tuple[Text, Ref]],
]
"""Everything wrong with an army, each with its rule: its cards, the terms agreed, and who joins
whom by their places."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game at a glance. `words` names in every language what keys name in the code: markers,
    terrain, choices; `fields` what is told when a procedure opens, where its key means something
    else among the words, or nothing; `effects` what an ability of a card does, where its name alone
    does not say it.

    `enters` says where a unit with such a card begins; "" is the table. `muster` judges an army;
    `costs` says what a cost counts that is a word.
    """

    key: str
    title: Text
    version: int
    steps: tuple[Step, ...]
    openings: tuple[Opening, ...]
    trackers: tuple[Tracker, ...]
    card: Record
    refs: tuple[Ref, ...]
    readings: tuple[Reading, ...] = ()
    reference: tuple[Reminder, ...] = ()
    examples: tuple[Example, ...] = ()
    words: Mapping[str, Text] = field(default_factory=dict)
    fields: Mapping[str, Text] = field(default_factory=dict)
    effects: Mapping[str, Text] = field(default_factory=dict)
    seats: int = 2
    next_turn: Callable[[GameState], GameState] | None = None
    glance: Glance = Glance()
    aim: Aim | None = None
    enters: Callable[[Map[Value]], str] = lambda _: ""
    muster: Muster | None = None
    costs: Mapping[str, int] = field(default_factory=dict)

    def opening(self, key: str) -> Opening:
        for opening in self.openings:
            if opening.key == key:
                return opening
        raise Impossible(f"there is no procedure {key!r}; there are {', '.join(each.key for each in self.openings)}")

    def step(self, key: str) -> Step:
        return self.steps[self.place(key)]

    def place(self, key: str) -> int:
        for place, step in enumerate(self.steps):
            if step.key == key:
                return place
        raise Impossible(f"there is no step {key!r}; there are {', '.join(step.key for step in self.steps)}")

    def tracker(self, key: str) -> Tracker | None:
        return next((tracker for tracker in self.trackers if tracker.key == key), None)

    def tracker_kind(self, key: str) -> Kind:
        """What a tracker may hold; a name nobody declared is a free counter or note."""
        known = self.tracker(key)
        return known.kind if known else Anything()

    def word(self, key: str) -> Text | str:
        """A key as a player calls it."""
        return self.words.get(key, key)

    def effect(self, ability: str, value: Value = True) -> Text | None:
        """What an ability does, with its number; nothing where only the card itself says so."""
        text, number = self.effects.get(ability), value if isinstance(value, int) and not isinstance(value, bool) else 1
        return replace(text, values=Map({"number": number})) if text and "{number}" in text.key else text

    def defaults(self) -> Map[Value]:
        return Map({reading.key: reading.default for reading in self.readings})

    def opened(self) -> GameState:
        """The table before anything stands on it."""
        empty: tuple[Map[Value], ...] = tuple(Map() for _ in range(self.seats))
        start = GameState(self.key, options=self.defaults(), seats=empty, step=self.steps[0].key)
        return start


def seats_of(who: Who, state: GameState) -> tuple[int, ...]:
    """The seats a row of the turn speaks of."""
    every = tuple(range(len(state.seats)))
    others = tuple(seat for seat in every if seat != state.first)
    return {
        "first": (state.first,),
        "second": others,
        "active": (state.seat,),
        "other": tuple(seat for seat in every if seat != state.seat),
        "all": every,
    }[who]


# For games that are not converted yet: a refusal names the arguments it looks at, and may be asked
# when these are known.


@cache
def askable(opening: Opening, known: frozenset[str]) -> tuple[Callable[..., Refusal | None], ...]:
    """The refusals that can judge by what is known."""
    required = {field.key for field in opening.situation.fields if field.required}
    return tuple(rule for rule in opening.forbids if _needed(rule, required) <= known)


def _needed(rule: Callable[..., object], required: set[str]) -> set[str]:
    """What a rule has no default for; one that takes the rest by another name than `**_` or
    `**optional` looks at it."""
    _, *given = signature(rule).parameters.values()
    named = [each for each in given if each.kind is not Parameter.VAR_KEYWORD]
    rest = any(each.name not in ("_", "optional") for each in given if each.kind is Parameter.VAR_KEYWORD)
    return {each.name for each in named if each.default is Parameter.empty} | (required if rest else set())
