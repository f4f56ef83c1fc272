"""A game, declared: steps, procedures, trackers, card stats, readings, citations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from engine.playing.datasheet import Datasheet, Layout
from engine.playing.glance import Aim, Glance
from engine.playing.opening import Example, Opening
from engine.playing.plan import DeedPlan
from engine.playing.profiles import ByProfiles
from engine.playing.standing import Standing
from engine.playing.tale import Tale
from engine.values.kinds import Anything, Kind, Record
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import BY_HAND, Impossible, Problem, Ref, Reminder
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

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
    `full` is what a unit has where nothing is told: all its men, all its ammunition. `words` are
    those of its list that a unit can have, where that depends on the unit.
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
    full: Callable[[Unit], Value] | None = None
    words: Callable[[Unit], tuple[str, ...]] | None = None


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
class Step:
    """A row of the turn: who acts, what is offered, what it is `main`ly for, what happens on
    entering, whether it repeats. What it is for may be done `again` as long as it can be."""

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
    again: bool = False


@dataclass(frozen=True, slots=True)
class Duty:
    """One thing the book asks for now: a procedure, and as much of its situation as the table
    knows.

    What need not be is the next part of something begun: the book allows it, and it is lost when it
    is passed over.
    """

    procedure: str
    text: Text
    ref: Ref
    args: Map[Value] = field(default_factory=lambda: EMPTY)
    must: bool = True


Muster: TypeAlias = Callable[
    [GameState, tuple[Map[Value], ...], Mapping[str, Any], tuple[tuple[int, int], ...]], Iterable[Problem]
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
    `costs` says what a cost counts that is a word. `duties` are what is due on a table, in the
    order of the book, besides what the game and each step begin with. `plans` are the deeds
    that are told on one page. `turn_name` is how a turn is called. `datasheet` lays out a card as
    a table; `by_profiles` makes one of what another program tells.
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
    glance: Glance = field(default_factory=Glance)
    datasheet: Layout = lambda _: Datasheet()
    by_profiles: ByProfiles | None = None
    tale: Tale = field(default_factory=Tale)
    aim: Aim | None = None
    plans: tuple[DeedPlan, ...] = ()
    duties: Callable[[GameState], Iterable[Duty]] = lambda _: ()
    enters: Callable[[Map[Value]], str] = lambda _: ""
    muster: Muster | None = None
    costs: Mapping[str, int] = field(default_factory=dict)
    turn_name: Text = field(default_factory=lambda: say("Turn {turn}"))

    def in_turn(self, turn: int) -> Text:
        """A turn by its number, as the book calls it."""
        return replace(self.turn_name, values=Map({"turn": turn}))

    def opening(self, key: str) -> Opening:
        for opening in self.openings:
            if opening.key == key:
                return opening
        raise Impossible(f"there is no procedure {key!r}; there are {', '.join(each.key for each in self.openings)}")

    def plan(self, procedure: str) -> DeedPlan | None:
        """How a procedure is told on one page, where it is."""
        return next((plan for plan in self.plans if plan.procedure == procedure), None)

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
        """What a tracker may hold; an undeclared name is a free counter or note."""
        known = self.tracker(key)
        return known.kind if known else Anything()

    def rule_of_tracker(self, key: str) -> Ref:
        """The rule that a tracker stands for; an undeclared name is the players' own."""
        known = self.tracker(key)
        return known.ref if known else BY_HAND

    def word(self, key: str) -> Text | str:
        """A key as a player calls it."""
        return self.words.get(key, key)

    def seat_name(self, seat: int) -> Text:
        """A player, by the word that stands for his name."""
        return self.words.get(f"player_{seat + 1}") or say("seat {number}", number=seat + 1)

    def effect(self, ability: str, value: Value = True) -> Text | None:
        """What an ability does, with its number; nothing where only the card itself says so."""
        text, number = self.effects.get(ability), value if isinstance(value, int) and not isinstance(value, bool) else 1
        return replace(text, values=Map({"number": number})) if text and "{number}" in text.key else text

    def standing(self, state: GameState) -> Standing:
        """How a table of this game stands."""
        sides = tuple(self.glance.side(state, seat) for seat in range(len(state.seats)))
        winner = state.trackers.get("winner")
        return Standing(sides, PLAYERS.index(str(winner)) if winner in PLAYERS else None, bool(winner))

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
