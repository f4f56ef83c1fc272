"""A card while it is changed: one place of nested values read, set, added, moved and taken out.
No Kivy, no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.values.kinds import Either, Field, Fixed, Flag, Kind, ListOf, MapOf, Record, Whole, kind_at
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Path

MOST_SUGGESTED = 40
"""More words than these are typed, not chosen."""


def value_at(value: Value, path: Path) -> Value:
    """What stands at a place; nothing where there is none."""
    for part in path:
        if isinstance(value, Map):
            value = value.get(str(part))
        elif isinstance(value, tuple) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def put(value: Value, path: Path, new: Value) -> Value:
    """The same with one place set; nothing takes a name out of its table."""
    if not path:
        return new
    head, rest = path[0], path[1:]
    if isinstance(head, int):
        row = list(value) if isinstance(value, tuple) else []
        row += [None] * (head + 1 - len(row))
        row[head] = put(row[head], rest, new)
        return tuple(row)
    held = value if isinstance(value, Map) else EMPTY
    inner = put(held.get(head), rest, new)
    return held.without(head) if inner is None else held.put(head, inner)


def drop(value: Value, path: Path) -> Value:
    """The same without the row or the name at a place."""
    above, last = value_at(value, path[:-1]), path[-1]
    if isinstance(above, tuple) and isinstance(last, int):
        return put(value, path[:-1], above[:last] + above[last + 1 :])
    return put(value, path, None)


def insert(value: Value, path: Path, new: Value) -> Value:
    """The same with a row more, at this place of its list."""
    above, last = value_at(value, path[:-1]), path[-1]
    rows = above if isinstance(above, tuple) else ()
    at = last if isinstance(last, int) else len(rows)
    return put(value, path[:-1], (*rows[:at], new, *rows[at:]))


def shift(value: Value, path: Path, by: int) -> tuple[Value, Path]:
    """The same with a row moved up or down its list, and where it is then."""
    above, last = value_at(value, path[:-1]), path[-1]
    assert isinstance(above, tuple)
    assert isinstance(last, int)
    to = max(0, min(len(above) - 1, last + by))
    rest = above[:last] + above[last + 1 :]
    return put(value, path[:-1], (*rest[:to], above[last], *rest[to:])), (*path[:-1], to)


def rename(value: Value, path: Path, name: str) -> tuple[Value, Path]:
    """The same with a row of a table of names under another one, in the same order; a name that
    is taken stays as it was."""
    above, last = value_at(value, path[:-1]), str(path[-1])
    if not isinstance(above, Map) or not name or name in above:
        return value, path
    renamed = Map({name if key == last else key: each for key, each in above.items()})
    return put(value, path[:-1], renamed), (*path[:-1], name)


def blank(kind: Kind) -> Value:
    """What a new row begins with."""
    match kind:
        case Record() | MapOf():
            return EMPTY
        case Fixed(kinds=kinds):
            return tuple(blank(each) for each in kinds)
        case ListOf():
            return ()
        case Whole(least=least):
            return max(1, least)
        case Flag():
            return True
        case Either(kinds=kinds) if any(isinstance(each, Flag) for each in kinds):
            return True
    return ""


def is_nested(kind: Kind) -> bool:
    """Whether a value has rows of its own, each with a page."""
    return isinstance(kind, MapOf | Record) or (isinstance(kind, ListOf) and isinstance(kind.kind, Record | Fixed))


def fields_at(kind: Kind, path: Path) -> Iterator[tuple[Path, Field]]:
    """The fields of a place, each with its own: those of its parts where it is a row of several."""
    found = kind_at(kind, path)
    if isinstance(found, Record):
        yield from ((((*path, field.key)), field) for field in found.fields)
    elif isinstance(found, Fixed):
        for n, each in enumerate(found.kinds):
            if isinstance(each, Record):
                yield from fields_at(kind, (*path, n))
            else:
                yield (*path, n), Field("count", each, required=True)


def place_of(kind: Kind, path: Path) -> str:
    """The fields that lead to a place, whatever the numbers and names of rows: "units.speed"."""
    steps = (str(part) for n, part in enumerate(path) if isinstance(kind_at(kind, path[:n]), Record))
    return ".".join(steps)


def open_path(kind: Kind, path: Path) -> Path:
    """The page that shows a place: its row, or the nearest around it that has one."""
    while path and not isinstance(kind_at(kind, path), Record | Fixed | MapOf):
        path = path[:-1]
    inside = kind_at(kind, path[:-1]) if path else None
    return path[:-1] if isinstance(inside, Fixed) else path


def page_above(kind: Kind, path: Path) -> Path:
    """The page one comes back to: a list has none of its own."""
    return open_path(kind, path[:-1]) if path else ()


def suggestions(kind: Kind, path: Path, cards: Iterable[Map[Value]]) -> tuple[str, ...]:
    """Words that other cards have at such a place, the usual first."""
    found = Counter(word for card in cards for word in _words(kind, card, path))
    return tuple(word for word, _ in found.most_common(MOST_SUGGESTED))


def _words(kind: Kind, value: Value, path: Path) -> Iterator[str]:
    """The words at a place, whatever the numbers of rows and the names of tables on the way."""
    if not path:
        held = value if isinstance(value, Map | tuple) else (value,)
        yield from (each for each in held if isinstance(each, str) and each)
        return
    inner = kind_at(kind, path[:1])
    if isinstance(kind, ListOf) and isinstance(value, tuple):
        among: Iterable[Value] = value
    elif isinstance(kind, MapOf) and isinstance(value, Map):
        among = value.values()
    else:
        among = (value_at(value, path[:1]),)
    for each in among:
        yield from _words(inner, each, path[1:])
