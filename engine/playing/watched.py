"""Tables that tell what is read of them: trackers and memories that look like plain ones, and a
note of every slot that a piece of a procedure has looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Protocol, TypeVar, TypeVarTuple

from engine.values.maps import Map
from engine.values.table import Unit, blank_memory

T = TypeVar("T")
A = TypeVarTuple("A")
Owner = Any
"""Whose slots: a unit by its name, the table (""), a class of memory, or a class and its field
that holds something by name."""


class Unfit(Exception):
    """A procedure does what the parts of a table cannot hold: the plain walk has to do."""


class Log(Protocol):
    """Where reads are noted; the values are those of one table."""

    def one(self, owner: Owner, key: str) -> Any:
        """A slot of an owner."""

    def every(self, owner: Owner) -> Map[Any]:
        """All that an owner holds."""

    def fact(self, unit: Unit, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """What a unit tells of itself."""


class Watched(Map[Any]):
    """What an owner holds, slot by slot; what the piece has written itself is its own."""

    __slots__ = ("_known", "log", "own", "owner")
    _known: Map[Any] | None

    def __init__(self, log: Log, owner: Owner, own: dict[str, Any]) -> None:
        self.log, self.owner, self.own, self._hash, self._known = log, owner, own, None, None

    def whole(self) -> Map[Any]:
        """All of it as a plain map; from now on all of it is read."""
        known = self._known
        if known is None:
            known = self.log.every(self.owner)
            for key, value in self.own.items():
                known = known.without(key) if value is None else known.put(key, value)
            self._known = known
        return known

    @property
    def _items(self) -> dict[str, Any]:  # type: ignore[override]
        return self.whole()._items

    def get(self, key: str, /, default: Any = None) -> Any:
        value = self.own[key] if key in self.own else self.log.one(self.owner, key)
        return default if value is None else value

    def __getitem__(self, key: str) -> Any:
        value = self.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        return self.get(str(key)) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return self is other or self.whole() == (other.whole() if type(other) is Watched else other)

    def __hash__(self) -> int:
        return hash(self.whole())

    def put(self, key: str, value: Any) -> Any:
        """A write is no read: whether it was so before is not looked at."""
        return Watched(self.log, self.owner, {**self.own, key: value})

    def without(self, key: str) -> Any:
        return Watched(self.log, self.owner, {**self.own, key: None})


class WatchedMemory:
    """What a procedure remembers, field by field; `own` is what the piece has written itself."""

    __slots__ = ("log", "own", "seen")

    def __init__(self, log: Log, own: dict[Any, dict[str, Any]]) -> None:
        self.log, self.own, self.seen = log, own, dict[Any, Any]()

    def recall(self, kind: Any) -> Any:
        found = self.seen.get(kind)
        if found is None:
            found = self.seen[kind] = watched_class(kind)(self.log, self.own.get(kind, {}))
        return found

    def remember(self, held: Any) -> WatchedMemory:
        kind: Any = type(held)
        if hasattr(kind, "watches"):
            kind, own = kind.watches, held.own if held.log is self.log else dict(zip(held._fields, held, strict=True))
        else:
            own = {name: getattr(held, name) for name in fields_of(kind)}
        return WatchedMemory(self.log, {**self.own, kind: own})


@cache
def fields_of(kind: Any) -> tuple[str, ...]:
    if not issubclass(kind, tuple) or not hasattr(kind, "_fields"):
        raise Unfit
    return tuple(kind._fields)


@cache
def keyed_fields(kind: Any) -> frozenset[str]:
    """Fields that hold something by name."""
    blank: Any = blank_memory(kind)
    return frozenset(name for name in fields_of(kind) if isinstance(getattr(blank, name), Map))


@cache
def watched_class(kind: Any) -> Any:
    """A class of memory whose fields are read one by one; everything else works as on the plain
    one."""
    keyed, names = keyed_fields(kind), fields_of(kind)

    def field(name: str) -> property:
        def held(self: Any) -> Any:
            if name in self.own:
                return self.own[name]
            return Watched(self.log, (kind, name), {}) if name in keyed else self.log.one(kind, name)

        return property(held)

    class WatchedKind(kind):  # type: ignore[misc]
        watches = kind

        def __new__(cls, log: Log, own: dict[str, Any]) -> Any:
            new = tuple.__new__(cls, ())
            new.log, new.own = log, own
            return new

        def __iter__(self) -> Iterator[Any]:
            return (getattr(self, name) for name in names)

        def __len__(self) -> int:
            return len(names)

        def __bool__(self) -> bool:
            return bool(names)

        def __getitem__(self, at: Any) -> Any:
            return tuple(self)[at]

        def __eq__(self, other: object) -> bool:
            return tuple(iter(self)) == (tuple(iter(other)) if isinstance(other, tuple) else other)

        def __ne__(self, other: object) -> bool:
            return not self == other

        def __hash__(self) -> int:
            return hash(tuple(iter(self)))

        def _replace(self, **changes: Any) -> Any:
            return WatchedKind(self.log, {**self.own, **changes})

    for name in names:
        setattr(WatchedKind, name, field(name))
    return WatchedKind


def plain(unit: Unit) -> Unit:
    """A unit to remember something by: all of it is read."""
    held = unit.trackers
    return Unit(unit.id, unit.seat, unit.card, held.whole()) if type(held) is Watched else unit


def fact(work: Callable[[Unit, *A], T]) -> Callable[[Unit, *A], T]:
    """Something a unit tells of itself, `work(unit, *args)`: where only that is read, tables are
    told apart by it alone."""

    def noted_fact(unit: Unit, *args: *A) -> T:
        held = unit.trackers
        if type(held) is not Watched:
            return work(unit, *args)
        if held.own:
            return work(plain(unit), *args)
        return held.log.fact(unit, work, args)  # type: ignore[no-any-return]

    return noted_fact
