"""What can be changed in a file of a game: one change each, with the words that tell it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

NEIGHBOUR: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITE = {"max": "min", "min": "max"}
SILENT = {"Modifier | None": "None", "Refusal | None": "None", "tuple[Modifier, ...]": "()"}
OPTIONAL = {
    "Step": {
        "opens": (6, "''"),
        "begin": (7, "None"),
        "repeat_until": (8, "None"),
        "next_seat": (9, "None"),
        "skip_if": (10, "None"),
    },
    "Tracker": {"lasts": (4, "''")},
}
"""What can be left out of a row: its place among the arguments, and what stands for nothing."""
NOTHING = {"0", "''", "()", "None"}
FORMS = {"Record", "Field", "ListOf", "required", "fields", "Opening", "Reading", "say", "say_many"}
"""What a form accepts and what a thing is called: their numbers are no rules."""

WIDTH = 90
"""The letters of a piece of code that is told; longer ones are cut."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Table = ast.Assign | ast.AnnAssign
Place = tuple[int, int]
"""A line and a column."""


@dataclass(frozen=True, slots=True)
class Change:
    """A piece of a file, from one place to another, and what stands there instead."""

    line: int
    start: Place
    end: Place
    new: str
    what: str


def changes(tree: ast.Module, modifiers: bool = False) -> Iterator[Change]:
    """Every change of a file; in a file of modifiers, functions listed in a tuple are modifiers."""
    tables = [each for each in tree.body if isinstance(each, Table)]
    rows = [row for table in tables if isinstance(table.value, ast.Tuple) for row in table.value.elts]
    listed = {row.id for row in rows if isinstance(row, ast.Name)} if modifiers else set()
    for table in tables:
        yield from in_table(table)
    for function in functions(tree):
        yield from silenced(function, function.name in listed)
        yield from in_function(function)


def functions(tree: ast.Module) -> Iterator[Function]:
    """The functions of a file and the methods of its classes."""
    for statement in tree.body:
        inner = statement.body if isinstance(statement, ast.ClassDef) else [statement]
        yield from (each for each in inner if isinstance(each, Function))


def silenced(function: Function, listed: bool) -> Iterator[Change]:
    """A modifier or a refusal says nothing; a modifier says the opposite."""
    returns = _returns(function)
    nothing = "None" if listed else SILENT.get(returns)
    amounts = [call.args[1] for call in calls(function) if _called(call) == "Modifier" and len(call.args) > 1]
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if nothing and body and (amounts or nothing != "()"):
        what = f"{function.name}() returns {nothing}"
        yield Change(function.lineno, start_of(body[0]), end_of(body[-1]), f"return {nothing}", what)
        if listed or "Modifier" in returns:
            yield from (became(each, f"-({ast.unparse(each)})") for each in amounts if ast.unparse(each) != "0")


def in_table(table: Table) -> Iterator[Change]:
    """Steps and offers that are gone, what a row can do without, numbers one higher."""
    name = target(table)
    for row in ast.walk(table):
        if isinstance(row, ast.Tuple | ast.List):
            yield from (
                became(each, "*()", f"{_short(each)} is gone")
                for each in row.elts
                if _called(each) in ("Step", "Offer") or (name == "STEPS" and row is table.value)
            )
        if isinstance(row, ast.Call):
            yield from without(row)
    yield from (
        became(number, str(new), f"{number.value!r} becomes {new} in {name}") for number, new in numbers(table.value)
    )


def without(row: ast.Call) -> Iterator[Change]:
    """What a step or a tracker can do without, told by name or by place."""
    for name, (place, nothing) in OPTIONAL.get(_called(row), {}).items():
        told = row.args[place : place + 1] + [word.value for word in row.keywords if word.arg == name]
        yield from (became(each, nothing, f"without {name}={ast.unparse(each)} in {_short(row)}") for each in told)


def numbers(value: ast.AST | None) -> Iterator[tuple[ast.Constant, int]]:
    """The numbers of a table, and what they become. A bound of 0, 9 or 99 is no bound; what a
    form accepts is no rule."""
    if value is None or _called(value) in FORMS or isinstance(value, ast.Lambda | ast.Subscript):
        return
    yield from ((number, new) for number, new in higher(value) if not re.fullmatch("99+", str(number.value)))
    for number, new in (found for each in ast.iter_child_nodes(value) for found in numbers(each)):
        if _called(value) == "Die":
            yield number, int(not number.value)  # a face counts, or it does not
        elif _called(value) != "Whole" or number.value not in (0, 9):
            yield number, new


def in_function(function: Function) -> Iterator[Change]:
    """The branches of a function and its numbers."""
    for node in (each for statement in function.body for each in _inside(statement)):
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield from negated(test)
            case ast.comprehension(ifs=tests):
                yield from (change for test in tests for change in negated(test))
            case ast.Return(value=ast.expr() as value) if _returns(function) == "bool":
                yield from negated(value)
            case ast.match_case():
                yield from closed(node)
            case ast.BoolOp():
                yield from dropped(node)
            case ast.Compare():
                yield from neighbours(node)
            case ast.Call(func=ast.Name(id="max" | "min") as called):
                yield became(called, OPPOSITE[called.id], f"{_short(node)} becomes {OPPOSITE[called.id]}")
        yield from (
            became(number, str(new), f"{number.value!r} becomes {new} in {_short(node)}")
            for part in counted(node)
            for number, new in higher(part)
        )


def negated(test: ast.expr) -> Iterator[Change]:
    """A test the other way round."""
    match test:
        case ast.Constant():
            return
        case ast.UnaryOp(op=ast.Not(), operand=other):
            turned = other
        case _:
            turned = ast.UnaryOp(ast.Not(), test)
    if not narrows(test):
        yield became(test, ast.unparse(turned))


def narrows(test: ast.expr) -> bool:
    """A test that only tells types apart is no branch of a rule."""
    match test:
        case ast.BoolOp(values=values):
            return all(map(narrows, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return narrows(operand)
    return _called(test) == "isinstance"


def closed(case: ast.match_case) -> Iterator[Change]:
    """A case that never fits; one that fits everything has no other side."""
    if case.guard:
        yield became(case.guard, "False")
    elif not (isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None):
        pattern = ast.unparse(case.pattern)
        start, end = start_of(case.pattern), end_of(case.pattern)
        yield Change(start[0], start, end, f"{pattern} if False", f"case {_cut(pattern)} never fits")


def dropped(test: ast.BoolOp) -> Iterator[Change]:
    """Each operand left out in turn, but for the nothing in `x or 0`, which only keeps None
    away."""
    for place, operand in enumerate(test.values):
        rest = test.values[:place] + test.values[place + 1 :]
        left = rest[0] if len(rest) == 1 else ast.BoolOp(test.op, rest)
        if not narrows(operand) and ast.unparse(operand) not in NOTHING:
            yield became(test, ast.unparse(left), f"{_short(operand)} left out of {_short(test)}")


def neighbours(test: ast.Compare) -> Iterator[Change]:
    """Less becomes less or equal, and so on."""
    for place, sign in enumerate(test.ops):
        if type(sign) in NEIGHBOUR:
            signs = [*test.ops[:place], NEIGHBOUR[type(sign)](), *test.ops[place + 1 :]]
            yield became(test, ast.unparse(ast.Compare(test.left, signs, test.comparators)))


def counted(node: ast.AST) -> list[ast.expr]:
    """Where a rule has its numbers: in arithmetic, in a check, as a bound, as one of two
    results, as the result."""
    match node:
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.AugAssign(value=value) | ast.Return(value=ast.expr() as value):
            return [value]
        case ast.IfExp(body=body, orelse=orelse) if not narrows(node.test):
            return [body, orelse]
        case ast.Call(func=ast.Name(id="max" | "min"), args=arguments):
            return arguments
        case ast.Call(func=ast.Name(id="Check"), args=arguments, keywords=words):
            told = [*arguments, *(word.value for word in words)]
            return [part for each in told for part in (each.elts if isinstance(each, ast.Tuple) else [each])]
    return []


def higher(node: ast.AST) -> Iterator[tuple[ast.Constant, int]]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield node, node.value + 1


def became(node: ast.expr, new: str, what: str = "") -> Change:
    """An expression replaced; brackets keep the new one together, whatever stands around it."""
    kept = new if new.startswith("*") else f"({new})"
    return Change(node.lineno, start_of(node), end_of(node), kept, what or f"{_short(node)} becomes {_cut(new)}")


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all within it, but for what is only asserted."""
    if not isinstance(node, ast.Assert):
        yield node
        for each in ast.iter_child_nodes(node):
            yield from _inside(each)


def calls(node: ast.AST) -> Iterator[ast.Call]:
    return (each for each in ast.walk(node) if isinstance(each, ast.Call))


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def target(table: Table) -> str:
    return ast.unparse(table.targets[0] if isinstance(table, ast.Assign) else table.target)


def _returns(function: Function) -> str:
    return ast.unparse(function.returns).strip("'\"") if function.returns else ""


def start_of(node: ast.expr | ast.stmt | ast.pattern) -> Place:
    return node.lineno, node.col_offset


def end_of(node: ast.expr | ast.stmt | ast.pattern) -> Place:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


def _short(node: ast.AST) -> str:
    return _cut(ast.unparse(node))


def _cut(text: str) -> str:
    return f"`{text if len(text) <= WIDTH else text[: WIDTH - 3] + '...'}`"
