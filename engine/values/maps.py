"""A frozen mapping: hashable, cheap to copy with one entry changed, equal in whatever order its
entries are."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from types import GenericAlias
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

WORD = 2**60 - 1
"""A mask for sums of hashes: Python hands on a hash of at most 60 bits unchanged."""

V = TypeVar("V", covariant=True)
W = TypeVar("W")

Value: TypeAlias = "bool | int | str | tuple[Value, ...] | Map[Value] | None"


if TYPE_CHECKING:
    _Base = Mapping
else:  # an abstract base makes every isinstance() slow; Map is registered as a Mapping instead

    class _Base:
        __slots__ = ()
        __class_getitem__ = classmethod(GenericAlias)


class Map(_Base[str, V]):
    """Names to values; `put` and `without` return a new one.

    The hash is a sum over the entries, so a change of one entry adjusts it instead of visiting all:
    a walk compares thousands of tables that differ in a marker or two.
    """

    __slots__ = ("_hash", "_items")
    _items: dict[str, V]
    _hash: int | None

    def __init__(self, items: Mapping[str, V] | Iterable[tuple[str, V]] = ()) -> None:
        self._items = dict(items)
        self._hash = None

    def __getitem__(self, key: str) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def keys(self) -> KeysView[str]:
        return self._items.keys()

    def items(self) -> ItemsView[str, V]:
        return self._items.items()

    def values(self) -> ValuesView[V]:
        return self._items.values()

    @overload
    def get(self, key: str, /) -> V | None: ...

    @overload
    def get(self, key: str, /, default: V | W) -> V | W: ...

    def get(self, key: str, /, default: object = None) -> object:
        """As in any mapping, but no exception is raised on the way: most trackers that are looked
        up are absent."""
        return self._items.get(key, default)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Map):
            return NotImplemented
        if self is other or (self._hash != other._hash and self._hash is not None and other._hash is not None):
            return self is other
        return self._items == other._items

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = sum(map(hash, self._items.items())) & WORD
        return self._hash

    def __repr__(self) -> str:
        return f"Map({self._items!r})"

    def put(self, key: str, value: W) -> Map[V | W]:
        """A copy with one entry set."""
        held, known = self._items, self._hash
        if key in held and held[key] is value:
            return self
        if known is not None:
            known = (known - (hash((key, held[key])) if key in held else 0) + hash((key, value))) & WORD
        new: Map[Any] = _blank(Map)
        new._items, new._hash = {**held, key: value}, known
        return new

    def without(self, key: str) -> Map[V]:
        """A copy without one entry, which may be absent already."""
        if key not in self._items:
            return self
        left = dict(self._items)
        gone = left.pop(key)
        new: Map[V] = _blank(Map)
        new._items, new._hash = left, None if self._hash is None else (self._hash - hash((key, gone))) & WORD
        return new


Mapping.register(Map)
_blank: Any = object.__new__


EMPTY: Map[Value] = Map()


def pairs(**values: Value) -> Map[Value]:
    """A map of the named values."""
    return Map(values)


def tracked(**values: Value) -> Map[Value]:
    """Trackers without empty ones, so that equal tables have equal trackers."""
    return Map({key: value for key, value in values.items() if value})


DEEPEST = 50
"""The deepest nesting that is accepted; no real data goes deeper."""


def frozen(data: object, depth: int = 0) -> Value:
    """Plain JSON data as frozen values."""
    if depth > DEEPEST:
        raise TypeError("nested too deeply")
    if isinstance(data, dict):
        return Map({str(key): frozen(value, depth + 1) for key, value in data.items()})
    if isinstance(data, (list, tuple)):
        return tuple([frozen(each, depth + 1) for each in data])
    if data is None or isinstance(data, (bool, int, str, Map)):
        return data
    raise TypeError(f"{data!r} is neither a whole number, a word, a list nor a table")


def thawed(value: object) -> object:
    """Frozen values as plain JSON data."""
    if isinstance(value, Map):
        return {key: thawed(each) for key, each in value.items()}
    return [thawed(each) for each in value] if isinstance(value, tuple) else value


def in_words(value: object) -> str:
    """A value as people write it: a word, a number, yes or no, or several of them with commas."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes", False: "no"}[value]
    if isinstance(value, tuple):
        return ", ".join(map(in_words, value)) or "nothing"
    if isinstance(value, Map):
        return ", ".join(f"{key}: {in_words(each)}" for key, each in value.items()) or "nothing"
    return str(value) or "nothing"
