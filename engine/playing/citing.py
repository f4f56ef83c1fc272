"""Functions carry the rules they follow as an attribute, which tools read, instead of numbers in
docstrings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from inspect import unwrap
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from engine.values.maps import Map
from engine.values.model import Ref

F = TypeVar("F", bound=Callable[..., object])


def rule(*refs: Ref) -> Callable[[F], F]:
    """Attach the rules that a function follows but does not name in its body; the function itself
    is unchanged."""

    def cite(function: F) -> F:
        function.rules = refs  # type: ignore[attr-defined]
        return function

    return cite


def cited_in(module: ModuleType, refs: ModuleType) -> set[str]:
    """The ids of all rules that a module cites: by `@rule`, by `refs.AAM_01` in its code, or in the
    rows of its tables."""
    known = {name: ref for name, ref in vars(refs).items() if isinstance(ref, Ref)}
    found: set[str] = set()
    for value in vars(module).values():
        if isinstance(value, (FunctionType, type)):
            if value.__module__ == module.__name__:
                found |= {ref.id for ref in _of_code(value, known)}
        else:
            found |= {ref.id for ref in _of_value(value, module.__name__, known)}
    return found


def _of_code(value: FunctionType | type, known: dict[str, Ref]) -> Iterator[Ref]:
    if isinstance(value, type):
        for each in vars(value).values():
            plain = each.fget if isinstance(each, property) else each
            if isinstance(plain, FunctionType):
                yield from _of_code(plain, known)
        return
    yield from getattr(value, "rules", ())
    yield from (known[name] for name in _names(unwrap(value).__code__) if name in known)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)


def _of_value(value: Any, module: str, known: dict[str, Ref]) -> Iterator[Ref]:
    """The references in a table: in its rows, or in functions that stand in them."""
    if isinstance(value, Ref):
        yield value
    elif isinstance(value, FunctionType) and value.__module__ == module:
        yield from _of_code(value, known)
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _of_value(each, module, known)
    elif isinstance(value, (dict, Map)):
        for each in value.values():
            yield from _of_value(each, module, known)
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from _of_value(getattr(value, each.name, None), module, known)
