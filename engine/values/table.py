"""The table as frozen values: units, the state of the game, the open procedure. A walk over all
outcomes makes thousands of copies of them, which `changed` and `Unit.set` make quickly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Ref, Unknown, dotted
from engine.values.quick import quickly_made
from engine.values.texts import say

if TYPE_CHECKING:
    from engine.values.events import Event

M = TypeVar("M")
Cause: TypeAlias = "tuple[str, str, Ref, Cause] | None"
"""The tracker that was set last, the rule that set it, and the causes before it: owner, tracker,
rule, earlier causes."""
PASSING = {"passing": True}
"""Marks fields that are worked out anew when a game is opened: they are neither saved nor sent."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a game, with its own copy of its card. A destroyed unit stays among the units with
    `where` set to "destroyed", so that it can be revived."""

    id: str
    seat: int
    card: Map[Value]
    trackers: Map[Value] = field(default_factory=lambda: EMPTY)

    @property
    def name(self) -> str:
        return str(self.trackers.get("name") or self.card.get("name") or self.id)

    @property
    def where(self) -> str:
        return str(self.trackers.get("where") or "table")

    @property
    def gone(self) -> bool:
        return self.where == "destroyed"

    def stated(self, *path: str | int) -> Value:
        """A value of the card, or None if the card does not state it."""
        value: Value = self.card
        for part in path:
            if type(value) is Map and type(part) is str:
                value = value._items.get(part)
            elif value is None:
                return None
            else:
                value = inside(value, part)
        return value

    def need(self, *path: str | int) -> int:
        """A number of the card; raises Unknown if the card does not state it."""
        value = self.known(*path)
        if not isinstance(value, int):
            raise Impossible(say("{unit}: {value} is not a number", unit=self.name, value=dotted(path)))
        return value

    def word(self, *path: str | int) -> str:
        """A word of the card; raises Unknown if the card does not state it."""
        return str(self.known(*path))

    def known(self, *path: str | int) -> Value:
        """A value of the card; raises Unknown with the shortest path that the card does not
        state."""
        value = self.stated(*path)
        if value is None:
            raise Unknown(self.id, next(path[:n] for n in range(1, len(path) + 1) if self.stated(*path[:n]) is None))
        return value

    def count(self, tracker: str) -> int:
        value = self.trackers.get(tracker)
        return value if isinstance(value, int) else 0

    def marks(self, tracker: str) -> tuple[str, ...]:
        value = self.trackers.get(tracker)
        return tuple(map(str, value)) if isinstance(value, tuple) else ()

    def has(self, list_of_the_card: str, word: str) -> bool:
        value = self.card.get(list_of_the_card)
        return isinstance(value, (tuple, Map)) and word in value

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Unit):
            return self is other
        return (
            self.trackers == other.trackers
            and self.id == other.id
            and self.seat == other.seat
            and (self.card is other.card or self.card == other.card)
        )

    def __hash__(self) -> int:
        """The hash of the trackers, which change in a game; units with equal trackers are then
        compared."""
        known = self.trackers._hash
        return hash(self.trackers) if known is None else known

    def set(self, tracker: str, value: Value) -> Unit:
        trackers = entered(self.trackers, tracker, value)
        if trackers is self.trackers:
            return self
        draft: Any = _UnitDraft()
        draft.id, draft.seat, draft.card, draft.trackers = self.id, self.seat, self.card, trackers
        draft.__class__ = Unit
        return draft  # type: ignore[no-any-return]


def inside(value: Value, part: str | int) -> Value:
    """One step into a nested value; None where there is nothing."""
    if isinstance(part, int):
        return value[part] if isinstance(value, tuple) and part < len(value) else None
    return value.get(part) if isinstance(value, Map) else None


def entered(trackers: Map[Value], key: str, value: Value) -> Map[Value]:
    """Trackers with one of them set; an empty one is removed, so that equal tables have equal
    trackers."""
    return trackers.put(key, value) if value else trackers.without(key)


@dataclass(frozen=True, slots=True)
class Pending:
    """An open procedure: the table it was opened on and every event since, in the order of the
    log."""

    procedure: str
    args: Map[Value]
    start: GameState
    since: tuple[Event, ...] = ()
    house: tuple[tuple[int, str], ...] = ()


class _Remembered:
    """A slot for the hash of a table, which is used again and again."""

    __slots__ = ("_hash",)
    _hash: int | None


@dataclass(frozen=True, slots=True)
class GameState(_Remembered):
    """The table as it is now, also in the middle of a procedure.

    `memory` is what running procedures remember, a tuple of one frozen value each, or what stands
    for it while reads are noted; a procedure opened by hand in the middle of another has its own.
    `why` names the rules behind the trackers set since the last event; it does not count when
    tables are compared. `ends` says at which step of which seat (-1: any) a tracker runs out, by
    "owner/tracker". `done` names the procedures carried out since the step began.

    """

    game: str
    units: Map[Unit] = field(default_factory=Map)
    turn: int = 1
    step: str = ""
    seat: int = 0
    first: int = 0
    scenario: str = ""
    options: Map[Value] = field(default_factory=lambda: EMPTY)
    seats: tuple[Map[Value], ...] = (EMPTY, EMPTY)
    trackers: Map[Value] = field(default_factory=lambda: EMPTY)
    ends: Map[tuple[str, int]] = field(default_factory=Map)
    ticks: tuple[int, ...] = ()
    pending: Pending | None = None
    done: tuple[str, ...] = ()
    memory: Any = field(default=(), metadata=PASSING)
    why: Cause = field(default=None, metadata=PASSING)

    def __hash__(self) -> int:
        """The hash of the parts that change in a walk; tables with equal hashes are then
        compared."""
        known = getattr(self, "_hash", None)
        if known is None:
            known = hash((self.units, self.trackers, self.memory))
            object.__setattr__(self, "_hash", known)
        return known

    def __eq__(self, other: object) -> bool:
        """Equality of all fields but `why`; the fields that differ most often are compared
        first."""
        if self is other or not isinstance(other, GameState):
            return self is other
        if (self.memory is not other.memory and self.memory != other.memory) or self.units != other.units:
            return False
        ours = (
            self.trackers,
            self.seats,
            self.turn,
            self.step,
            self.seat,
            self.first,
            self.options,
            self.ends,
            self.ticks,
            self.pending,
            self.done,
            self.game,
            self.scenario,
        )
        return ours == (
            other.trackers,
            other.seats,
            other.turn,
            other.step,
            other.seat,
            other.first,
            other.options,
            other.ends,
            other.ticks,
            other.pending,
            other.done,
            other.game,
            other.scenario,
        )

    def unit(self, key: Value) -> Unit:
        if not isinstance(key, str):
            raise Impossible(say("a unit is called by a word"))
        unit = self.units._items.get(key)
        if unit is None:
            raise Impossible(say("there is no unit {unit}", unit=key))
        return unit

    def standing(self, seat: int | None = None) -> Iterator[Unit]:
        """Units on the table, of one seat or of all."""
        return (
            unit
            for unit in self.units.values()
            if (seat is None or unit.seat == seat) and (unit.trackers.get("where") or "table") == "table"
        )

    def reading(self, key: str) -> str:
        """The reading in force; the ruleset enters its default when the game begins."""
        return str(self.options[key])

    def held(self, owner: str) -> Map[Value]:
        """Trackers of the table (""), of a seat ("@0") or of a unit."""
        if owner.startswith("@"):
            return self.seats[self.seat_of(owner)]
        return self.unit(owner).trackers if owner else self.trackers

    def seat_of(self, owner: str) -> int:
        if not owner[1:].isdecimal() or int(owner[1:]) >= len(self.seats):
            raise Impossible(say("there is no seat {seat}", seat=owner))
        return int(owner[1:])

    def set(
        self, owner: str, tracker: str, value: Value, ref: Ref, *, until: tuple[str, int] | None = None
    ) -> GameState:
        """Set a tracker by a rule, for good or until a step of a seat; an empty value removes
        it."""
        state = self._ending(f"{owner}/{tracker}", until if value else None) if until or self.ends else self
        why: Cause = (owner, tracker, ref, state.why)
        if not owner:
            return changed(state, trackers=entered(state.trackers, tracker, value), why=why)
        if owner[0] == "@":
            at, seats = state.seat_of(owner), list(state.seats)
            seats[at] = entered(seats[at], tracker, value)
            return changed(state, seats=tuple(seats), why=why)
        unit = state.unit(owner)
        new = unit.set(tracker, value)
        return state if new is unit else changed(state, units=state.units.put(owner, new), why=why)

    def cite(self, *refs: Ref) -> GameState:
        """The same table, with rules added that its next changes rest on though they set no
        tracker."""
        why = self.why
        for ref in refs:
            why = ("", "", ref, why)
        return changed(self, why=why)

    def cited(self) -> tuple[Ref, ...]:
        """The rules that were cited without a tracker, in their order."""
        found, cause = [], self.why
        while cause is not None:
            found += [] if cause[1] else [cause[2]]
            cause = cause[3]
        return tuple(reversed(found))

    def rule_behind(self, owner: str, tracker: str) -> Ref | None:
        """The rule that set a tracker last since the last event, if a rule did."""
        cause = self.why
        while cause is not None:
            if cause[0] == owner and cause[1] == tracker:
                return cause[2]
            cause = cause[3]
        return None

    def recall(self, kind: type[M]) -> M:
        """The memory of a class that the running procedure keeps; at first an instance without
        arguments."""
        if type(self.memory) is not tuple:
            return self.memory.recall(kind)  # type: ignore[no-any-return]
        for held in self.memory:
            if type(held) is kind:
                return held
        return blank_memory(kind)

    def remember(self, held: object) -> GameState:
        """The same table with another memory of that class; an empty memory is removed, so that
        equal tables are equal."""
        if type(self.memory) is not tuple:
            return changed(self, memory=self.memory.remember(held))
        kind = type(held)
        kept = () if held == blank_memory(kind) else (held,)
        if not self.memory or (len(self.memory) == 1 and type(self.memory[0]) is kind):
            return changed(self, memory=kept)
        others = (each for each in self.memory if type(each) is not kind)
        return changed(self, memory=tuple(sorted((*others, *kept), key=_class_name)))

    def _ending(self, name: str, until: tuple[str, int] | None) -> GameState:
        return changed(self, ends=self.ends.put(name, until) if until else self.ends.without(name))


_BLANK: dict[type, Any] = {}


def blank_memory(kind: type[M]) -> M:
    """An empty memory of a class, made once."""
    if kind not in _BLANK:
        _BLANK[kind] = kind()
    return _BLANK[kind]  # type: ignore[no-any-return]


def _class_name(held: object) -> str:
    return type(held).__qualname__


class _UnitDraft:
    """A unit while it is copied. The constructor of a frozen dataclass takes five times as long,
    and a walk copies thousands."""

    __slots__ = Unit.__slots__


class _TableDraft(_Remembered):
    """A table while it is copied."""

    __slots__ = GameState.__slots__


def changed(
    state: GameState,
    units: Map[Unit] | None = None,
    trackers: Map[Value] | None = None,
    seats: tuple[Map[Value], ...] | None = None,
    ends: Map[tuple[str, int]] | None = None,
    memory: Any = None,
    why: Cause = None,
) -> GameState:
    """The same table with fields that procedures change replaced: `dataclasses.replace`, only
    quicker."""
    draft: Any = _TableDraft()
    draft.game = state.game
    draft.units = state.units if units is None else units
    draft.turn = state.turn
    draft.step = state.step
    draft.seat = state.seat
    draft.first = state.first
    draft.scenario = state.scenario
    draft.options = state.options
    draft.seats = state.seats if seats is None else seats
    draft.trackers = state.trackers if trackers is None else trackers
    draft.ends = state.ends if ends is None else ends
    draft.ticks = state.ticks
    draft.pending = state.pending
    draft.done = state.done
    draft.memory = state.memory if memory is None else memory
    draft.why = state.why if why is None else why
    draft._hash = None
    draft.__class__ = GameState
    return draft  # type: ignore[no-any-return]
