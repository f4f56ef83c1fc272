"""The arguments of a procedure as one typed value; its form, its checks and its schema follow from
the class.

A situation is a frozen dataclass. Players can state the fields whose type carries a kind; the other
fields are for the procedure's own use. Events and files hold plain data (`Map`); `situation_from`
makes the typed value of it.
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
"""Marks a field that a form asks for while the procedure runs, and not at its opening."""
UnitName = Annotated[str, UnitId()]
EnemyName = Annotated[str, UnitId(enemy=True)]
SeatNumber = Annotated[int, Whole(0, 1)]
YesNo = Annotated[bool, Flag()]


class Untold(LookupError):
    """A rule reads a field of a situation that has not been stated yet."""


class Situation:
    """The base class of all situations.

    Fields that have not been stated yet are absent, and reading one raises `Untold`. So a refusal
    can be asked early: it speaks as soon as the fields it reads are stated.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # for the type checker a situation has its fields and nothing else

        def __getattr__(self, name: str) -> object:
            if name in slots_of(type(self)):
                raise Untold(name)
            raise AttributeError(name)

    def is_told(self, name: str) -> bool:
        """Whether a field has been stated."""
        try:
            getattr(self, name)
        except Untold:
            return False
        return True


S = TypeVar("S", bound=Situation)
F = TypeVar("F", bound=Callable[..., Any])


def once(function: F) -> F:
    """A cache with one entry for each class; mypy does not take classes for hashable."""
    return cache(function)  # type: ignore[return-value]


@once
def slots_of(form: type[Any]) -> dict[str, Slot[Any]]:
    """The fields of a situation by their Python names; keyword-only fields come last."""
    return {each.name: each for each in sorted(fields(form), key=lambda each: each.kw_only is True)}


@once
def record_of(form: type[Any]) -> Record:
    """The fields that are stated at the opening; those without a default are required."""
    return Record(tuple(field for field, slot in _places(form).values() if field and slot.metadata != LATER), form)


def keys_of(form: type[Any]) -> frozenset[str]:
    """Everything that players can state of it, at the opening or later."""
    return frozenset(field.key for field, _ in _places(form).values() if field)


def _field(slot: Slot[Any], kind: Kind) -> Field:
    """A field of the form; a name that is a Python keyword (`from_`) loses its underscore."""
    needed = slot.default is MISSING and slot.default_factory is MISSING
    return Field(slot.name.rstrip("_"), kind, needed, None if slot.default is MISSING else slot.default)


def kind_of(hint: Any) -> Kind | None:
    """The kind that a type carries itself or in its parts."""
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
    """The typed situation; fields that are neither stated nor have a default are left out."""
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
    """Every slot, with the field by which players can state it, if they can."""
    hints = get_type_hints(form, localns={"Value": object}, include_extras=True)  # a forward reference
    kinds = {name: kind_of(hints[name]) for name in slots_of(form)}
    return {
        name: (_field(slot, kind) if (kind := kinds[name]) else None, slot) for name, slot in slots_of(form).items()
    }


def typed(kind: Kind, value: Value) -> Any:
    """A value of a kind, with the situations inside it as typed values."""
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
    """A typed value as plain data, as an event holds it."""
    found = (
        (field.key, getattr(situation, name, None)) for name, (field, _) in _places(type(situation)).items() if field
    )
    return Map({key: value for key, value in found if value is not None})
