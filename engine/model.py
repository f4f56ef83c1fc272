"""The frozen vocabulary: plain values; nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from engine.maps import EMPTY, Map, Value
from engine.odds import Stage
from engine.texts import Text, english, say

if TYPE_CHECKING:
    from engine.events import Event
    from engine.kinds import Record

Path: TypeAlias = tuple[str | int, ...]
Kind: TypeAlias = Literal["roll", "choice", "number", "confirm", "form", "each", "ledger", "card"]
Verdict: TypeAlias = Literal["roll", "passes", "fails", "forbidden"]


class Impossible(ValueError):
    """Nonsense: never accepted, never overruled."""

    def __init__(self, why: Text | str) -> None:
        super().__init__(english(why))
        self.why = why


class Endless(Impossible):
    """Something that comes back to itself for ever."""


class Unknown(LookupError):
    """A card does not state a value that is needed now."""

    def __init__(self, unit: str, path: Path) -> None:
        super().__init__(f"{unit}: {dotted(path)} is not stated on the card")
        self.unit, self.path = unit, path


def dotted(path: Path) -> str:
    return ".".join(map(str, path))


@dataclass(frozen=True, slots=True)
class Ref:
    """A rule of the inventory: its id, the section of the source, our one line for it."""

    id: str
    section: str
    title: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the rules forbid, and where they say so."""

    key: str
    why: Text
    ref: Ref


@dataclass(frozen=True, slots=True)
class Modifier:
    """One reason a number changed; plus always helps the roller. One amount, or one per threshold."""

    key: str
    amount: int | tuple[int, ...]
    why: Text
    ref: Ref

    def at(self, threshold: int) -> int:
        return self.amount if isinstance(self.amount, int) else self.amount[threshold]


@dataclass(frozen=True, slots=True)
class Die:
    """Any face set; words name the faces of a die without numbers, in the same order. `also` reads what else may stand on it."""

    name: str
    faces: tuple[int, ...]
    words: tuple[str, ...] = ()
    also: tuple[tuple[str, int], ...] = ()


def numbered(sides: int) -> Die:
    return Die(f"d{sides}", tuple(range(1, sides + 1)))


D6, D10 = numbered(6), replace(numbered(10), also=(("0", 10), ("flag", 10)))


@dataclass(frozen=True, slots=True)
class Check:
    """Dice against thresholds (a die is worth the thresholds it meets), or dice added up.

    `keep` asks for a sum of so many highest dice (0 = all) plus the modifiers; `natural` names the faces that no
    modifier touches: the highest meets every threshold, the lowest none. `settled` is a verdict the rules
    give without dice, its reason being a row. With `grades`, what is read is not the number of successes but how
    many of these it reaches: hits by a table, for one. `past` is what a second die needs after the highest face, where a
    target stands one, two and more past the die.
    """

    key: str
    dice: int
    die: Die
    ref: Ref
    bases: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    keep: int | None = None
    natural: Literal["", "high", "low", "both"] = ""
    stages: tuple[Stage, ...] = ()
    most: int | None = None
    needs: int | None = None
    settled: Literal["", "passes", "fails", "forbidden"] = ""
    dice_rows: tuple[Modifier, ...] = ()
    grades: tuple[int, ...] = ()
    past: tuple[int, ...] = ()

    @property
    def bonus(self) -> int:
        return sum(modifier.at(0) for modifier in self.modifiers)

    @property
    def targets(self) -> tuple[int, ...]:
        if not self.modifiers and not self.natural:
            return self.bases
        return tuple(self.shown(base - sum(row.at(n) for row in self.modifiers)) for n, base in enumerate(self.bases))

    def shown(self, target: int) -> int:
        """A target after the faces that no modifier touches; past the die it stays past the die."""
        if self.natural in ("high", "both"):
            target = min(target, max(self.die.faces))
        return max(target, min(self.die.faces) + 1) if self.natural in ("low", "both") else target


@dataclass(frozen=True, slots=True)
class Change:
    """A tracker that becomes something else, and the rule that says so."""

    unit: str
    tracker: str
    before: Value
    after: Value
    ref: Ref


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the ledger: one thing the hand does on the table, and what it changes."""

    text: Text
    ref: Ref
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Option:
    key: str
    text: Text
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question only the table can answer. Of two `opposed` rolls only the difference is read; `added` is what each side
    gets on top of its dice."""

    key: str
    kind: Kind
    asked_of: int
    text: Text
    ref: Ref
    about: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    options: tuple[Option, ...] = ()
    lines: tuple[Line, ...] = ()
    fields: Record | None = None
    slots: tuple[Prompt, ...] = ()
    sealed: bool = False
    given: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    default: Value = None
    readings: tuple[str, ...] = ()
    opposed: bool = False
    added: tuple[int, ...] = (0, 0)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a game; its card is its own copy. Units never vanish: `where` says destroyed, and they can be revived."""

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
        """A value of the card, or None where it states none."""
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
        """A number of the card that the answer needs."""
        value = self.known(*path)
        if not isinstance(value, int):
            raise Impossible(say("{unit}: {value} is not a number", unit=self.name, value=dotted(path)))
        return value

    def word(self, *path: str | int) -> str:
        """A word of the card that the answer needs."""
        return str(self.known(*path))

    def known(self, *path: str | int) -> Value:
        """A value of the card that the answer needs; what is missing is told as a whole, not by its first part."""
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
        return (self.trackers == other.trackers and self.id == other.id and self.seat == other.seat
                and (self.card is other.card or self.card == other.card))

    def __hash__(self) -> int:
        """What changes of it in a game; the rest is compared where this agrees."""
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
    """One form per table: an empty tracker is absent."""
    return trackers.put(key, value) if value else trackers.without(key)


@dataclass(frozen=True, slots=True)
class Pending:
    """A procedure in flight: the table it was opened on and every event since, in log order."""

    procedure: str
    args: Map[Value]
    start: GameState
    since: tuple[Event, ...] = ()
    house: tuple[tuple[int, str], ...] = ()


class _Remembered:
    """A place for the hash of a table, which is asked for again and again."""

    __slots__ = ("_hash",)
    _hash: int | None


@dataclass(frozen=True, slots=True)
class GameState(_Remembered):
    """The table as it is now, in mid-procedure too.

    `scratch` belongs to the running procedure alone: another one opened in its middle has its own.
    `ends` says at which step of which seat (-1: any) a tracker runs out, by "owner/tracker".
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
    scratch: Map[Value] = field(default_factory=lambda: EMPTY)
    ticks: tuple[int, ...] = ()
    pending: Pending | None = None

    def __hash__(self) -> int:
        """What walks tell tables apart by; the rest is compared where these agree."""
        known = getattr(self, "_hash", None)
        if known is None:
            known = hash((self.units, self.scratch, self.trackers))
            object.__setattr__(self, "_hash", known)
        return known

    def __eq__(self, other: object) -> bool:
        """As ever, but what mostly differs before the rest."""
        if self is other or not isinstance(other, GameState):
            return self is other
        if (self.scratch is not other.scratch and self.scratch != other.scratch) or self.units != other.units:
            return False
        ours = (self.trackers, self.seats, self.turn, self.step, self.seat, self.first, self.options, self.ends, self.ticks,
                self.pending, self.game, self.scenario)
        return ours == (other.trackers, other.seats, other.turn, other.step, other.seat, other.first, other.options, other.ends,
                        other.ticks, other.pending, other.game, other.scenario)

    def unit(self, key: Value) -> Unit:
        unit = self.units._items.get(key) if isinstance(key, str) else None
        if unit is None:
            raise Impossible(say("there is no unit {unit}", unit=str(key)))
        return unit

    def standing(self, seat: int | None = None) -> Iterator[Unit]:
        """Units on the table, of one seat or of all."""
        return (unit for unit in self.units.values() if unit.where == "table" and seat in (None, unit.seat))

    def reading(self, key: str) -> str:
        """The reading in force; the ruleset put its default there when the game began."""
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

    def set(self, owner: str, tracker: str, value: Value, until: tuple[str, int] | None = None) -> GameState:
        """Set a tracker, for good or until a step of a seat; an empty value takes it away."""
        state = self._ending(f"{owner}/{tracker}", until if value else None) if until or self.ends else self
        if not owner:
            return changed(state, trackers=entered(state.trackers, tracker, value))
        if owner[0] == "@":
            at, seats = state.seat_of(owner), list(state.seats)
            seats[at] = entered(seats[at], tracker, value)
            return changed(state, seats=tuple(seats))
        unit = state.unit(owner)
        new = unit.set(tracker, value)
        return state if new is unit else changed(state, units=state.units.put(owner, new))

    def _ending(self, name: str, until: tuple[str, int] | None) -> GameState:
        return changed(self, ends=self.ends.put(name, until) if until else self.ends.without(name))

    def note(self, **scratch: Value) -> GameState:
        """Remember something for the rest of this procedure."""
        kept = self.scratch
        for key, value in scratch.items():
            kept = entered(kept, key, value)
        return changed(self, scratch=kept)

    def noted(self, key: str) -> int:
        value = self.scratch.get(key)
        return value if isinstance(value, int) else 0


class _UnitDraft:
    """A unit while it is copied. A frozen dataclass's own constructor takes five times as long, and a walk lays thousands."""

    __slots__ = Unit.__slots__


class _TableDraft(_Remembered):
    """The same for a table."""

    __slots__ = GameState.__slots__


def changed(
    state: GameState,
    units: Map[Unit] | None = None,
    scratch: Map[Value] | None = None,
    trackers: Map[Value] | None = None,
    seats: tuple[Map[Value], ...] | None = None,
    ends: Map[tuple[str, int]] | None = None,
) -> GameState:
    """The same table with what procedures change: `replace`, only quicker."""
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
    draft.scratch = state.scratch if scratch is None else scratch
    draft.ticks = state.ticks
    draft.pending = state.pending
    draft._hash = None
    draft.__class__ = GameState
    return draft  # type: ignore[no-any-return]
