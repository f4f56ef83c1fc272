"""The closed set of events, which are all that a saved game holds. Each event carries the sentence
that names it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from engine.values.maps import EMPTY, Map, Value
from engine.values.texts import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The fields of every event: its sentence, and the rules that the players overruled with it. A
    *quiet* event is saved, but undo and history skip it."""

    quiet: ClassVar[bool] = False
    label: Text | None = None
    overruled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened(Told):
    """A procedure begins; `house` rows (amount, reason) are added to each of its checks."""

    procedure: str
    args: Map[Value] = field(default_factory=lambda: EMPTY)
    house: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answered(Told):
    """The answer to a question; `digest` ties it to the question it was given to."""

    prompt: str
    digest: str
    value: Value
    source: Literal["table", "app"] = "table"


@dataclass(frozen=True, slots=True)
class Abandoned(Told):
    """The open procedure ends here; the changes that it has made so far stay."""


@dataclass(frozen=True, slots=True)
class HouseRuled(Told):
    """A house-rule modifier on the open question, for this time only."""

    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class TrackerSet(Told):
    """A tracker set by hand, on a unit, a seat ("@0") or the table ("")."""

    owner: str
    tracker: str
    value: Value


@dataclass(frozen=True, slots=True)
class UnitAdded(Told):
    unit: str
    seat: int
    card: Map[Value]
    trackers: Map[Value] = field(default_factory=lambda: EMPTY)


@dataclass(frozen=True, slots=True)
class UnitMoved(Told):
    """A unit goes off the table, into another unit, or comes back; set by hand."""

    unit: str
    where: str


@dataclass(frozen=True, slots=True)
class CardFilled(Told):
    """The players state a value that a card lacks; it counts from the beginning of the procedure
    that asked."""

    unit: str
    path: tuple[str | int, ...]
    value: Value


@dataclass(frozen=True, slots=True)
class OptionSet(Told):
    """The players change a reading; it counts from the next procedure on."""

    option: str
    value: Value


@dataclass(frozen=True, slots=True)
class Advanced(Told):
    """The game goes on to the next step; a step that repeats is left for good only with `leave`."""

    leave: bool = False


@dataclass(frozen=True, slots=True)
class Noted(Told):
    text: str


@dataclass(frozen=True, slots=True)
class Ticked(Told):
    """A line of the open ledger is ticked as done on the table, or unticked."""

    quiet: ClassVar[bool] = True
    line: int
    done: bool = True


Event: TypeAlias = (
    Opened
    | Answered
    | Abandoned
    | HouseRuled
    | TrackerSet
    | UnitAdded
    | UnitMoved
    | CardFilled
    | OptionSet
    | Advanced
    | Noted
    | Ticked
)


@dataclass(frozen=True, slots=True)
class Undone:
    """The last events are taken back: a number of them, or the last correction as a whole."""

    count: int
    correction: bool = False


@dataclass(frozen=True, slots=True)
class Redone:
    """What was taken back comes again: a number of events, or the last correction as a whole."""

    count: int
    correction: bool = False


@dataclass(frozen=True, slots=True)
class Amended:
    """An earlier event is replaced by another one. `kept` numbers the later events that stay
    although the rules forbid them now. It is None in journals of version 1, whose corrections did
    not ask the rules."""

    index: int
    event: Event
    kept: tuple[int, ...] | None = None


Entry: TypeAlias = Event | Undone | Redone | Amended
"""A line of the journal: an event, an undo or a correction."""
