"""Events and states to plain data and back, by the types the vocabulary declares.

Reading never trusts: whatever is given either becomes a value of the asked type or raises Damaged with a sentence.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from engine import events, model
from engine.events import Entry
from engine.maps import Map, Value, frozen
from engine.model import GameState
from engine.texts import Text

Plain: TypeAlias = Any
Upgrade: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

SAVE_VERSION = 1
UPGRADES: Mapping[int, Upgrade] = {}
"""From each older save version to the next."""

KINDS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        events.Opened, events.Answered, events.Abandoned, events.HouseRuled, events.TrackerSet, events.UnitAdded,
        events.UnitMoved, events.CardFilled, events.OptionSet, events.Advanced, events.Noted, events.Ticked,
        events.Undone, events.Redone, events.Amended, Text,
    )
}
_NAMES = {**vars(model), **vars(events), "Value": Any}
DEEPEST = 60


class Damaged(ValueError):
    """Data that is not what it should be."""


def plain(value: object) -> Plain:
    """A frozen value as plain data: a table of its fields, less those that have their default."""
    if is_dataclass(value) and not isinstance(value, type):
        named = {each.name: getattr(value, each.name) for each in fields(value)}
        kept = {name: plain(part) for name, part in named.items() if part != _defaults(type(value)).get(name, MISSING)}
        return {"is": type(value).__name__, **kept} if type(value).__name__ in KINDS else kept
    if isinstance(value, Map):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def entry(data: Plain) -> Entry:
    """A line of the journal."""
    found: Entry = _read(Entry, data, 0)
    return found


def state(data: Plain) -> GameState:
    found: GameState = _read(GameState, data, 0)
    return found


def upgraded(data: dict[str, Any], upgrades: Mapping[int, Upgrade] = UPGRADES, newest: int = SAVE_VERSION) -> dict[str, Any]:
    """Data of any older version in today's shape; data of a newer one is refused, not guessed at."""
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
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, _NAMES)


def _read(kind: Any, data: Plain, depth: int) -> Any:
    if depth > DEEPEST:
        raise Damaged("nested too deeply")
    if kind is Any or kind is object:
        return _value(data)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(kind), data, depth)
    if origin is Literal:
        return _literal(get_args(kind), data)
    if origin is tuple:
        return _tuple(get_args(kind), data, depth)
    if origin is Map:
        return _map(get_args(kind)[0], data, depth)
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(kind, data, depth)
    if type(data) is not kind:
        raise Damaged(f"{_brief(data)} is not of type {getattr(kind, '__name__', kind)}")
    return data


def _value(data: Plain) -> Value:
    try:
        return frozen(data)
    except (TypeError, RecursionError) as wrong:
        raise Damaged("neither a number, a word, a list nor a table") from wrong


def _literal(choices: tuple[Any, ...], data: Plain) -> Any:
    if not any(type(data) is type(choice) and data == choice for choice in choices):
        raise Damaged(f"{_brief(data)} is none of {', '.join(map(repr, choices))}")
    return data


def _one_of(kinds: tuple[Any, ...], data: Plain, depth: int) -> Any:
    tagged = {kind.__name__: kind for kind in kinds if isinstance(kind, type) and kind.__name__ in KINDS}
    if isinstance(data, dict) and isinstance(data.get("is"), str) and data["is"] in tagged:
        return _record(tagged[data["is"]], data, depth)
    if tagged and all(kind.__name__ in tagged for kind in kinds if isinstance(kind, type)) and types.NoneType not in kinds:
        raise Damaged(f"{_brief(data)} is none of {', '.join(tagged)}")
    for kind in kinds:
        if kind in tagged.values():
            continue
        try:
            return _read(kind, data, depth + 1)
        except Damaged:
            continue
    raise Damaged(f"{_brief(data)} does not fit here")


def _tuple(kinds: tuple[Any, ...], data: Plain, depth: int) -> tuple[Any, ...]:
    if not isinstance(data, (list, tuple)):
        raise Damaged(f"{_brief(data)} is not a list")
    if len(kinds) == 2 and kinds[1] is ...:
        return tuple(_read(kinds[0], each, depth + 1) for each in data)
    if len(kinds) != len(data):
        raise Damaged(f"{len(data)} entries instead of {len(kinds)}")
    return tuple(_read(kind, each, depth + 1) for kind, each in zip(kinds, data, strict=True))


def _map(kind: Any, data: Plain, depth: int) -> Map[Any]:
    if not isinstance(data, dict):
        raise Damaged(f"{_brief(data)} is not a table of names")
    return Map({str(key): _read(kind, each, depth + 1) for key, each in data.items()})


def _record(kind: Any, data: Plain, depth: int) -> Any:
    if not isinstance(data, dict):
        raise Damaged(f"{_brief(data)} is not a {kind.__name__}")
    given = {key: value for key, value in data.items() if key != "is"}
    hints, names = _hints(kind), {each.name for each in fields(kind)}
    strangers, missing = set(given) - names, names - set(given) - set(_defaults(kind))
    if strangers or missing:
        raise Damaged(f"a {kind.__name__} with {', '.join(sorted(strangers))} too much and {', '.join(sorted(missing))} missing")
    return kind(**{key: _read(hints[key], value, depth + 1) for key, value in given.items()})


def _brief(data: Plain) -> str:
    """Damaged data in a few letters, however deep it goes."""
    return f"a {type(data).__name__}" if isinstance(data, (dict, list, tuple)) else f"{data!r:.40}"
