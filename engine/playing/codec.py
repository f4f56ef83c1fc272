"""Events and states to plain data and back, by the types that the vocabulary declares. Data is
never trusted: it becomes a value of the wanted type, or Damaged is raised with a sentence."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from engine.values import events, model, table
from engine.values.events import Entry
from engine.values.maps import Map, Value, frozen
from engine.values.table import GameState
from engine.values.texts import Text

Plain: TypeAlias = Any
Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
Reader: TypeAlias = Callable[[Plain, int], Any]
"""A function that reads plain data at some depth as a value of one type."""

SAVE_VERSION = 1
UPGRADES: Mapping[int, Upgrade] = {}
"""From each older save version to the next."""

KINDS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        events.Opened,
        events.Answered,
        events.Abandoned,
        events.HouseRuled,
        events.TrackerSet,
        events.UnitAdded,
        events.UnitMoved,
        events.CardFilled,
        events.OptionSet,
        events.Advanced,
        events.Noted,
        events.Ticked,
        events.Undone,
        events.Redone,
        events.Amended,
        Text,
    )
}
FORGOTTEN = {"is", "scratch"}
"""Keys of saved data that are no fields any more: the kind of the dataclass, and what version 1
kept of a running procedure."""
_NAMES = {**vars(model), **vars(table), **vars(events), "Value": Any}
DEEPEST = 60


class Damaged(ValueError):
    """Saved data that does not have the expected form."""


def plain(value: object, said: Callable[[Text], Plain] | None = None) -> Plain:
    """A frozen value as plain data: a table of its fields without those that have their default.
    `said` packs sentences in a shorter form."""
    if isinstance(value, (str, int)) or value is None:
        return value
    if isinstance(value, Map):
        return {key: plain(each, said) for key, each in value.items()}
    if isinstance(value, tuple):
        return [plain(each, said) for each in value]
    kind: type = type(value)
    if kind is Text and said:
        return said(value)  # type: ignore[arg-type]
    if not is_dataclass(value):
        return value
    found = {"is": kind.__name__} if kind.__name__ in KINDS else {}
    for name, default in _parts(kind):
        part = getattr(value, name)
        if part is not default and part != default:
            found[name] = plain(part, said)
    return found


def entry(data: Plain) -> Entry:
    """A line of the journal as a value."""
    found: Entry = _reader(Entry)(data, 0)
    return found


def state(data: Plain) -> GameState:
    found: GameState = _reader(GameState)(data, 0)
    return found


def text(data: Plain) -> Text:
    """A sentence."""
    found: Text = _reader(Text)(data, 0)
    return found


def upgraded(
    data: dict[str, Any], upgrades: Mapping[int, Upgrade] = UPGRADES, newest: int = SAVE_VERSION
) -> dict[str, Any]:
    """Data of any older version in the current form; data of a newer version is refused."""
    version = data.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise Damaged("the save does not say its version")
    if version > newest:
        raise Damaged(f"the save is of version {version}; this app reads up to {newest}: please update it")
    for old in range(version, newest):
        data = {**upgrades[old](data), "version": old + 1}
    return data


@cache
def _defaults(kind: type) -> dict[str, object]:
    found: dict[str, object] = {}
    for each in fields(kind):
        if each.default is not MISSING:
            found[each.name] = each.default
        elif each.default_factory is not MISSING:
            found[each.name] = each.default_factory()
    return found


@cache
def _parts(kind: type) -> tuple[tuple[str, object], ...]:
    """The fields of a type with their defaults."""
    kept = (each for each in fields(kind) if "passing" not in each.metadata)
    return tuple((each.name, _defaults(kind).get(each.name, MISSING)) for each in kept)


@cache
def _reader(kind: Any) -> Reader:
    """The reader of a type, made once, as a saved game has many lines."""
    if kind is Any or kind is object:
        return _value
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _one_of(args)
    if origin is Literal:
        return _literal(args)
    if origin is tuple:
        return _row(_reader(args[0])) if args[1:] == (...,) else _tuple([_reader(each) for each in args])
    if origin is Map:
        return _map(_reader(args[0]))
    return _record(kind) if is_dataclass(kind) else _plainly(kind)


def _value(data: Plain, depth: int) -> Value:
    try:
        return frozen(data)
    except (TypeError, RecursionError) as wrong:
        raise Damaged("neither a number, a word, a list nor a table") from wrong


def _plainly(kind: type) -> Reader:
    def read(data: Plain, depth: int) -> Any:
        if type(data) is not kind:
            raise Damaged(f"{_brief(data)} is not of type {kind.__name__}")
        return data

    return read


def _literal(choices: tuple[Any, ...]) -> Reader:
    known = {(type(choice), choice) for choice in choices}

    def read(data: Plain, depth: int) -> Any:
        if not isinstance(data, (str, int)) or (type(data), data) not in known:
            raise Damaged(f"{_brief(data)} is none of {', '.join(map(repr, choices))}")
        return data

    return read


def _one_of(kinds: tuple[Any, ...]) -> Reader:
    tagged = {kind.__name__: _record(kind) for kind in kinds if isinstance(kind, type) and kind.__name__ in KINDS}
    others = [_reader(kind) for kind in kinds if getattr(kind, "__name__", "") not in tagged]

    def read(data: Plain, depth: int) -> Any:
        if isinstance(data, dict) and isinstance(data.get("is"), str) and data["is"] in tagged:
            return tagged[data["is"]](data, depth)
        if not others:
            raise Damaged(f"{_brief(data)} is none of {', '.join(tagged)}")
        for other in others:
            try:
                return other(data, depth + 1)
            except Damaged:
                continue
        raise Damaged(f"{_brief(data)} does not fit here")

    return read


def _row(each: Reader) -> Reader:
    def read(data: Plain, depth: int) -> tuple[Any, ...]:
        _list(data, depth)
        return tuple([each(part, depth + 1) for part in data])

    return read


def _tuple(parts: list[Reader]) -> Reader:
    def read(data: Plain, depth: int) -> tuple[Any, ...]:
        _list(data, depth)
        if len(parts) != len(data):
            raise Damaged(f"{len(data)} entries instead of {len(parts)}")
        return tuple([part(each, depth + 1) for part, each in zip(parts, data, strict=True)])

    return read


def _list(data: Plain, depth: int) -> None:
    if depth > DEEPEST:
        raise Damaged("nested too deeply")
    if not isinstance(data, (list, tuple)):
        raise Damaged(f"{_brief(data)} is not a list")


def _map(each: Reader) -> Reader:
    def read(data: Plain, depth: int) -> Map[Any]:
        if depth > DEEPEST:
            raise Damaged("nested too deeply")
        if not isinstance(data, dict):
            raise Damaged(f"{_brief(data)} is not a table of names")
        return Map({str(key): each(part, depth + 1) for key, part in data.items()})

    return read


def _record(kind: Any) -> Reader:
    """The reader of a dataclass. The readers of its fields are made at the first use, as a table
    may hold a table."""
    readers: dict[str, Reader] = {}
    names, needed = {name for name, _ in _parts(kind)}, {name for name, default in _parts(kind) if default is MISSING}

    def read(data: Plain, depth: int) -> Any:
        if depth > DEEPEST:
            raise Damaged("nested too deeply")
        if not isinstance(data, dict):
            raise Damaged(f"{_brief(data)} is not a {kind.__name__}")
        if not readers:
            readers.update(
                {name: _reader(hint) for name, hint in get_type_hints(kind, _NAMES).items() if name in names}
            )
        given = {key: value for key, value in data.items() if key not in FORGOTTEN}
        if not given.keys() <= names or not needed <= given.keys():
            raise Damaged(
                f"a {kind.__name__} with {', '.join(sorted(given.keys() - names))} too much and "
                f"{', '.join(sorted(needed - given.keys()))} missing"
            )
        return kind(**{key: readers[key](value, depth + 1) for key, value in given.items()})

    return read


def _brief(data: Plain) -> str:
    """Damaged data in a few characters, however deeply it is nested."""
    return f"a {type(data).__name__}" if isinstance(data, (dict, list, tuple)) else f"{data!r:.40}"
