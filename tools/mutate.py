"""Breaks every rule once and sees whether a test that names the rule notices.

A mutant is a game's file with one thing changed: a modifier that stays silent or turns its sign, a refusal that allows,
a step or an offer that is gone, a branch the other way round, a number one higher. The rule ids near the change say
which tests must fail. A survivor is a rule nobody tests; a change without a rule id is uncited. A line that ends in
`# no mutant:` and a reason is left alone.

Each mutant lives in a forked child that has pytest and the engine loaded already, but no game: the child imports the
games itself, the changed file from memory. Nothing on disk changes.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.cited import ids_in  # noqa: E402  # found only from the root

GAMES = ROOT / "engine" / "games"
LEFT_OUT = {"refs.py", "cards.py", "examples.py", "__init__.py"}
LEFT_ALONE = re.compile(r"# no mutant: \S")
REF = re.compile(r"[A-Z][A-Z0-9]*_\d+")
NEIGHBOUR: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITE = {"max": "min", "min": "max"}
SILENT = {"Modifier | None": "None", "Refusal | None": "None", "tuple[Modifier, ...]": "()"}
ARGUMENTS = {
    "Step": {"opens": (6, '""'), "begin": (7, "None"), "repeat_until": (8, "None"), "next_seat": (9, "None"),
             "skip_if": (10, "None")},
    "Tracker": {"lasts": (4, '""')},
}
FORMS = {"Record", "Field", "ListOf", "required", "fields", "Opening", "Reading", "say"}
"""What a form accepts and what a thing is called: their numbers are no rules."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Node = ast.expr | ast.stmt | ast.pattern
Span = tuple[int, int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Change:
    """A piece of a file, from one place to another, and what stands there instead."""

    line: int
    start: tuple[int, int]
    end: tuple[int, int]
    new: str
    what: str


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file of a game with one change, and the rules that the changed place cites."""

    path: str
    line: int
    what: str
    source: str
    ids: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {', '.join(sorted(self.ids)) or 'uncited'}: {self.what}"


@dataclass(frozen=True, slots=True)
class Test:
    """A test that names rules, and how long it takes."""

    node: str
    ids: frozenset[str]
    seconds: float = 0.0

    @property
    def file(self) -> str:
        return self.node.partition("::")[0]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: the test that noticed it, or how many did not."""

    mutant: Mutant
    tried: int = 0
    noticed: str = ""
    elsewhere: str = ""

    def __str__(self) -> str:
        named = f"{self.tried} tests name it and pass" if self.tried else "no test names it"
        caught = f"; only {self.elsewhere} fails, which names other rules" if self.elsewhere else ""
        return f"{self.mutant} ({named}{caught})" if self.mutant.ids else str(self.mutant)


# What can be changed in a file


def changes(tree: ast.Module, modifiers: bool = False) -> Iterator[Change]:
    """Every change of a file; in a file of modifiers, functions listed in a tuple are modifiers."""
    listed = {name.id for name in _listed(tree)} if modifiers else set[str]()
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
            yield from in_table(statement)
    for function in functions(tree):
        yield from silenced(function, function.name in listed)
        yield from in_function(function)


def functions(tree: ast.Module) -> Iterator[Function]:
    """The functions of a file and the methods of its classes."""
    for statement in tree.body:
        inner = statement.body if isinstance(statement, ast.ClassDef) else [statement]
        yield from (each for each in inner if isinstance(each, Function))


def _listed(tree: ast.Module) -> Iterator[ast.Name]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(statement.value, ast.Tuple):
            yield from (each for each in statement.value.elts if isinstance(each, ast.Name))


def silenced(function: Function, listed: bool) -> Iterator[Change]:
    """A modifier or a refusal says nothing; a modifier says the opposite."""
    told = ast.unparse(function.returns).strip("'\"") if function.returns else ""
    nothing = "None" if listed else SILENT.get(told)
    body = function.body[1:] if ast.get_docstring(function) else function.body
    amounts = [call.args[1] for call in ast.walk(function) if named(call) == "Modifier" and len(call.args) > 1]
    if nothing is None or not body or (nothing == "()" and not amounts):
        return
    yield Change(function.lineno, _start(body[0]), _end(body[-1]), f"return {nothing}",
                 f"{function.name}() returns {nothing}")
    if "Modifier" in told or listed:
        yield from (became(amount, f"-({ast.unparse(amount)})") for amount in amounts if _number(amount) != 0)


def in_table(statement: ast.Assign | ast.AnnAssign) -> Iterator[Change]:
    """Steps and offers that are gone, durations that never end, numbers of a table one higher."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    turn = any(isinstance(target, ast.Name) and target.id == "STEPS" for target in targets)
    value = statement.value
    for row in ast.walk(statement):
        if isinstance(row, ast.Tuple | ast.List):
            yield from (became(each, "*()", f"without {_short(each)}") for each in row.elts
                        if named(each) in ("Step", "Offer") or (turn and row is value))
        if isinstance(row, ast.Call):
            yield from (became(given, nothing) for given, nothing in _arguments(row) if ast.unparse(given) not in ("''", nothing))
    if value is not None:
        yield from (became(number, str(number.value + 1)) for number in numbers(value, into_calls=True))


def _arguments(call: ast.Call) -> Iterator[tuple[ast.expr, str]]:
    """The arguments of a step or a tracker that can be left out, by name or by place."""
    for name, (place, nothing) in ARGUMENTS.get(named(call), {}).items():
        given = call.args[place : place + 1] + [each.value for each in call.keywords if each.arg == name]
        yield from ((each, nothing) for each in given)


def in_function(function: Function) -> Iterator[Change]:
    """The branches of a function and its numbers."""
    for node in (each for statement in function.body for each in _inside(statement)):
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield from negated(test)
            case ast.comprehension(ifs=tests):
                yield from (change for test in tests for change in negated(test))
            case ast.Return(value=ast.expr() as value) if function.returns and ast.unparse(function.returns) == "bool":
                yield from negated(value)
            case ast.match_case():
                yield from closed(node)
            case ast.BoolOp():
                yield from dropped(node)
            case ast.Compare():
                yield from neighbours(node)
            case ast.Call(func=ast.Name(id="max" | "min") as called):
                yield became(called, OPPOSITE[called.id], f"{_short(node)} becomes {OPPOSITE[called.id]}")
        yield from (became(number, str(number.value + 1), f"{number.value} becomes {number.value + 1} in {_short(node)}")
                    for number in counted(node))


def negated(test: ast.expr) -> Iterator[Change]:
    """A test the other way round; what only tells types apart is no branch of a rule."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        if not narrows(test):
            yield became(test, f"({ast.unparse(test.operand)})")
    elif not narrows(test) and not isinstance(test, ast.Constant):
        yield became(test, f"(not ({ast.unparse(test)}))")


def closed(case: ast.match_case) -> Iterator[Change]:
    """A case that never fits; the last one, which fits everything, has no other side."""
    if case.guard:
        yield became(case.guard, "False")
    elif not (isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None):
        yield became(case.pattern, f"{ast.unparse(case.pattern)} if False", f"case {_short(case.pattern)} never fits")


def dropped(test: ast.BoolOp) -> Iterator[Change]:
    """Each operand left out in turn."""
    for place, operand in enumerate(test.values):
        rest = test.values[:place] + test.values[place + 1 :]
        if not narrows(operand):
            yield became(test, f"({ast.unparse(rest[0] if len(rest) == 1 else ast.BoolOp(test.op, rest))})",
                         f"{_short(operand)} left out of {_short(test)}")


def neighbours(test: ast.Compare) -> Iterator[Change]:
    """Less becomes less or equal, and so on."""
    for place, sign in enumerate(test.ops):
        if type(sign) in NEIGHBOUR:
            signs = [*test.ops[:place], NEIGHBOUR[type(sign)](), *test.ops[place + 1 :]]
            yield became(test, f"({ast.unparse(ast.Compare(test.left, signs, test.comparators))})")


def narrows(test: ast.expr) -> bool:
    """A test made of isinstance() alone."""
    match test:
        case ast.BoolOp(values=values):
            return all(map(narrows, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return narrows(operand)
    return named(test) == "isinstance"


def counted(node: ast.AST) -> Iterator[ast.Constant]:
    """The numbers of a rule: in arithmetic, in a check, as a bound, as one of two results, as a result."""
    match node:
        case ast.BinOp(left=left, right=right):
            parts = [left, right]
        case ast.AugAssign(value=value) | ast.Return(value=ast.Constant() as value):
            parts = [value]
        case ast.IfExp(body=body, orelse=orelse) if not narrows(node.test):
            parts = [body, orelse]
        case ast.Call(func=ast.Name(id="max" | "min"), args=arguments):
            parts = arguments
        case ast.Call(func=ast.Name(id="Check"), args=arguments, keywords=words):
            parts = [each for given in (*arguments, *(word.value for word in words))
                     for each in (given.elts if isinstance(given, ast.Tuple) else [given])]
        case _:
            return
    yield from (part for part in parts if isinstance(part, ast.Constant) and type(part.value) is int)


def numbers(value: ast.expr, into_calls: bool = False) -> Iterator[ast.Constant]:
    """The numbers of a table. A bound of 0 or 99 is no bound, and what a form accepts is no rule."""
    if isinstance(value, ast.Constant):
        if type(value.value) is int and not re.fullmatch("99+", str(value.value)):
            yield value
    elif named(value) not in FORMS and not isinstance(value, ast.Lambda | ast.Subscript):
        inner = (each for each in ast.iter_child_nodes(value) if isinstance(each, ast.expr | ast.keyword))
        for each in (part.value if isinstance(part, ast.keyword) else part for part in inner):
            yield from (number for number in numbers(each) if not (named(value) == "Whole" and number.value == 0))


def became(node: Node, new: str, what: str = "") -> Change:
    return Change(node.lineno, _start(node), _end(node), new, what or f"{_short(node)} becomes {new.strip('()')}")


def named(node: ast.AST) -> str:
    """The plain name that is called, or nothing."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
