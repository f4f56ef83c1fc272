"""What a procedure is told, as one typed value; its form, its checks and its schema follow from the
class.

A situation is a frozen dataclass. A field whose type carries a kind can be told by the players; one
without is for the procedure's own use. Plain data (`Map`) is what events hold and files keep;
`situation_from` makes the typed value of it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from dataclasses import Field as Slot
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.values.kinds import Field, Fixed, Flag, Kind, ListOf, MapOf, Record, UnitId, Whole
from engine.values.maps import Map, Value

LATER = {"later": True}
"""Marks a field that is told by a form while the procedure runs, and not at its opening."""
UnitName = Annotated[str, UnitId()]
EnemyName = Annotated[str, UnitId(enemy=True)]
SeatNumber = Annotated[int, Whole(0, 1)]
YesNo = Annotated[bool, Flag()]


class Untold(LookupError):
    """A situation is asked for something that nobody has said yet."""


class Situation:
    """The base of all situations.

    Before everything is said, the fields that were not told are not there. Whoever reads one gets
    `Untold`, so a refusal can be asked early: it speaks as soon as what it looks at is known.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # for the type checker a situation has its fields and nothing else

        def __getattr__(self, name: str) -> object:
            if name in slots_of(type(self)):
                raise Untold(name)
            raise AttributeError(name)


S = TypeVar("S", bound=Situation)
F = TypeVar("F", bound=Callable[..., Any])


def once(function: F) -> F:
    """Worked out once for each class; mypy does not take classes for hashable."""
    return cache(function)  # type: ignore[return-value]


@once
def slots_of(form: type[Any]) -> dict[str, Slot[Any]]:
    """The fields of a situation by the names that Python has for them; those that are told by
    name only come last."""
    return {each.name: each for each in sorted(fields(form), key=lambda each: each.kw_only is True)}


@once
def record_of(form: type[Any]) -> Record:
    """The fields that are told at the opening; those without a default are required."""
    return Record(tuple(field for field, slot in _places(form).values() if field and slot.metadata != LATER), form)


def _field(slot: Slot[Any], kind: Kind) -> Field:
    """A name that is a keyword of Python (`from_`) is told without its underscore."""
    needed = slot.default is MISSING and slot.default_factory is MISSING
    return Field(slot.name.rstrip("_"), kind, needed, None if slot.default is MISSING else slot.default)


def kind_of(hint: Any) -> Kind | None:
    """The kind that a type carries: its own, or that of its parts."""
    if isinstance(hint, type) and issubclass(hint, Situation):
        return record_of(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next((each for each in args[1:] if isinstance(each, Kind)), None)
    if origin in (Union, types.UnionType):
        return next((kind for each in args if (kind := kind_of(each))), None)
    part = kind_of(args[0]) if origin in (tuple, Map) and args else None
    if part is None:
        return None
    return ListOf(part) if origin is tuple else MapOf(part)


def situation_from(form: type[S], values: Mapping[str, Value]) -> S:
    """The typed situation; what is neither told nor has a default is left out."""
    new = object.__new__(form)
    for name, (field, slot) in _places(form).items():
        if field is not None and values.get(field.key) is not None:
            object.__setattr__(new, name, typed(field.kind, values[field.key]))
        elif slot.default is not MISSING:
            object.__setattr__(new, name, slot.default)
        elif slot.default_factory is not MISSING:
            object.__setattr__(new, name, slot.default_factory())
    return new


@once
def _places(form: type[Any]) -> dict[str, tuple[Field | None, Slot[Any]]]:
    """Every slot, with the field by which it can be told, if it can."""
    hints = get_type_hints(form, localns={"Value": object}, include_extras=True)  # a forward reference
    kinds = {name: kind_of(hints[name]) for name in slots_of(form)}
    return {
        name: (_field(slot, kind) if (kind := kinds[name]) else None, slot) for name, slot in slots_of(form).items()
    }


def typed(kind: Kind, value: Value) -> Any:
    """A value of a kind, with situations inside it as such."""
    if isinstance(kind, Record) and kind.form and isinstance(value, Map):
        return situation_from(kind.form, value)
    if isinstance(kind, ListOf) and isinstance(value, tuple):
        return tuple(typed(kind.kind, each) for each in value) if _holds_forms(kind.kind) else value
    if isinstance(kind, MapOf) and isinstance(value, Map):
        return Map({key: typed(kind.kind, each) for key, each in value.items()}) if _holds_forms(kind.kind) else value
    return value


@once
def _holds_forms(kind: Kind) -> bool:
    match kind:
        case Record():
            return kind.form is not None
        case ListOf() | MapOf():
            return _holds_forms(kind.kind)
        case Fixed(kinds=kinds):
            return any(map(_holds_forms, kinds))
        case _:
            return False


def plain(situation: Situation) -> Map[Value]:
    """The same as plain data, as an event holds it."""
    found = (
        (field.key, getattr(situation, name, None)) for name, (field, _) in _places(type(situation)).items() if field
    )
    return Map({key: value for key, value in found if value is not None})
