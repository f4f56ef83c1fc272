"""Breaks every rule once and sees whether a test that names the rule notices.

A mutant is a game's file with one thing changed: a modifier that stays silent or turns its sign, a refusal that allows,
a step or an offer that is gone, a branch the other way round, a number one higher. The rule ids that the changed place
cites say which tests must fail. A survivor is a rule nobody tests; a place without a rule id is uncited. A line that
ends in `# no mutant:` and a reason is left alone.

All is done in a copy of the project, so that it may be edited meanwhile. Each mutant lives in a forked child. Where only
the body of a function changed, the child has games and tests loaded already and puts the new code into the function. What
survives that, and every other mutant, is tried in a child that has pytest and the engine loaded, but no game: it imports
the games itself, the changed file from memory. A test that starts another Python sees no mutant.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import importlib.abc
import importlib.util
import inspect
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any, NoReturn, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.cited import ids_in  # noqa: E402  # found from the root only

LEFT_OUT = {"refs.py", "cards.py", "examples.py", "__init__.py"}
LEFT_ALONE = re.compile(r"# no mutant: \S")
REF = re.compile(r"[A-Z][A-Z0-9]*_\d+")
NEIGHBOUR: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITE = {"max": "min", "min": "max"}
SILENT = {"Modifier | None": "None", "Refusal | None": "None", "tuple[Modifier, ...]": "()"}
OPTIONAL = {
    "Step": {"opens": (6, "''"), "begin": (7, "None"), "repeat_until": (8, "None"), "next_seat": (9, "None"),
             "skip_if": (10, "None")},
    "Tracker": {"lasts": (4, "''")},
}
"""What can be left out of a row: its place among the arguments, and what stands for nothing."""
NOTHING = {"0", "''", "()", "None"}
FORMS = {"Record", "Field", "ListOf", "required", "fields", "Opening", "Reading", "say"}
"""What a form accepts and what a thing is called: their numbers are no rules."""

QUIET = ("-q", "--tb=no", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
WIDTH = 90
MEMORY = 4 * 1024**3
HOUR = 3600

Function = ast.FunctionDef | ast.AsyncFunctionDef
Table = ast.Assign | ast.AnnAssign
Place = tuple[int, int]
Name = tuple[str, str]
"""A module and a name in it; a method has no module, since nobody sees whose it is."""
T = TypeVar("T")
Told = dict[str, Any]
"""What a child says: the tests and what they name, those that failed, the times of those that passed."""


class Trouble(Exception):
    """Why no mutant can be tried, as a sentence."""


def joined(ids: Iterable[str]) -> str:
    return ", ".join(sorted(ids, key=lambda each: (len(each), each)))


@dataclass(frozen=True, slots=True)
class Change:
    """A piece of a file, from one place to another, and what stands there instead."""

    line: int
    start: Place
    end: Place
    new: str
    what: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A function, a cited row of a table, or what else a statement holds: the rules it cites, the names it uses."""

    name: Name
    start: Place
    end: Place
    ids: frozenset[str]
    uses: frozenset[Name]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file of a game with one change, and the rules that the changed place cites."""

    path: str
    line: int
    what: str
    source: str
    ids: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {joined(self.ids) or 'uncited'}: {self.what}"


@dataclass(frozen=True, slots=True)
class Witness:
    """A test that names rules, and how long it takes."""

    node: str
    ids: frozenset[str]
    seconds: float = 0.0


Job = tuple[Mutant, list[Witness]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: what noticed it, or how many tests did not; a test of other rules may have."""

    mutant: Mutant
    tried: int = 0
    noticed: str = ""
    elsewhere: str = ""

    def __str__(self) -> str:
        tests = f"tests that name it and pass: {self.tried}{self.elsewhere and f'; fails: {self.elsewhere}'}"
        return f"{self.mutant} ({tests})" if self.mutant.ids else str(self.mutant)


# What can be changed in a file


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
    amounts = [call.args[1] for call in _calls(function) if _called(call) == "Modifier" and len(call.args) > 1]
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if nothing and body and (amounts or nothing != "()"):
        what = f"{function.name}() returns {nothing}"
        yield Change(function.lineno, _start(body[0]), _end(body[-1]), f"return {nothing}", what)
        if listed or "Modifier" in returns:
            yield from (became(each, f"-({ast.unparse(each)})") for each in amounts if ast.unparse(each) != "0")


def in_table(table: Table) -> Iterator[Change]:
    """Steps and offers that are gone, what a row can do without, numbers one higher."""
    name = _target(table)
    for row in ast.walk(table):
        if isinstance(row, ast.Tuple | ast.List):
            yield from (became(each, "*()", f"{_short(each)} is gone") for each in row.elts
                        if _called(each) in ("Step", "Offer") or (name == "STEPS" and row is table.value))
        if isinstance(row, ast.Call):
            yield from without(row)
    yield from (became(number, str(new), f"{number.value!r} becomes {new} in {name}")
                for number, new in numbers(table.value))


def without(row: ast.Call) -> Iterator[Change]:
    """What a step or a tracker can do without, told by name or by place."""
    for name, (place, nothing) in OPTIONAL.get(_called(row), {}).items():
        told = row.args[place : place + 1] + [word.value for word in row.keywords if word.arg == name]
        yield from (became(each, nothing, f"without {name}={ast.unparse(each)} in {_short(row)}") for each in told)


def numbers(value: ast.AST | None) -> Iterator[tuple[ast.Constant, int]]:
    """The numbers of a table, and what they become. A bound of 0, 9 or 99 is no bound; what a form accepts is no rule."""
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
        yield from (became(number, str(new), f"{number.value!r} becomes {new} in {_short(node)}")
                    for part in counted(node) for number, new in higher(part))


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
        start, end = _start(case.pattern), _end(case.pattern)
        yield Change(start[0], start, end, f"{pattern} if False", f"case {_cut(pattern)} never fits")


def dropped(test: ast.BoolOp) -> Iterator[Change]:
    """Each operand left out in turn, but for the nothing in `x or 0`, which only keeps None away."""
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
    """Where a rule has its numbers: in arithmetic, in a check, as a bound, as one of two results, as the result."""
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
    return Change(node.lineno, _start(node), _end(node), kept, what or f"{_short(node)} becomes {_cut(new)}")


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all within it, but for what is only asserted."""
    if not isinstance(node, ast.Assert):
        yield node
        for each in ast.iter_child_nodes(node):
            yield from _inside(each)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (each for each in ast.walk(node) if isinstance(each, ast.Call))


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _target(table: Table) -> str:
    return ast.unparse(table.targets[0] if isinstance(table, ast.Assign) else table.target)


def _returns(function: Function) -> str:
    return ast.unparse(function.returns).strip("'\"") if function.returns else ""


def _start(node: ast.expr | ast.stmt | ast.pattern) -> Place:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt | ast.pattern) -> Place:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


def _short(node: ast.AST) -> str:
    return _cut(ast.unparse(node))


def _cut(text: str) -> str:
    return f"`{text if len(text) <= WIDTH else text[: WIDTH - 3] + '...'}`"


# Which rules a place cites


def pieces(module: str, source: str, prefix: str) -> list[Piece]:
    """All of a file that can cite a rule."""
    tree, lines = ast.parse(source), source.splitlines()
    home = {alias.asname or alias.name: (each.module or "", alias.name)
            for each in tree.body if isinstance(each, ast.ImportFrom) for alias in each.names}

    def piece(name: Name, node: ast.expr | ast.stmt, rows: Iterable[ast.Call] = ()) -> Piece:
        apart = {line for row in rows for line in range(row.lineno, _end(row)[0] + 1)}
        told = "\n".join(lines[line - 1] for line in _lines_of(node, lines) if line not in apart)
        uses = {("", name) if dotted else home.get(name, (module, name)) for dotted, name in _names(node)}
        return Piece(name, _start(node), _end(node), frozenset(ids_in(told, prefix)), frozenset(uses))

    found = [piece((module if each in tree.body else "", each.name), each) for each in functions(tree)]
    for table in (each for each in tree.body if isinstance(each, Table)):
        rows = [row for row in _calls(table) if _cites(row)]
        found += [piece((module, _target(table)), table, rows), *(piece(("", ""), row) for row in rows)]
    return found


def _cites(row: ast.Call) -> bool:
    told = (*row.args, *(word.value for word in row.keywords))
    return any(isinstance(each, ast.Name) and REF.fullmatch(each.id) for each in told)


def _lines_of(node: ast.expr | ast.stmt, lines: list[str]) -> range:
    """The lines of a node with the comment above it, and the line of text that describes a table below it."""
    first, last = node.lineno, _end(node)[0]
    while first > 1 and lines[first - 2].startswith(("#", "@")):
        first -= 1
    described = isinstance(node, Table) and last < len(lines) and lines[last].startswith('"""')
    return range(first, last + 1 + described)


def _names(node: ast.AST) -> Iterator[tuple[bool, str]]:
    """The names a node uses, each with whether it stands after a dot."""
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name):
                yield False, name
            case ast.Attribute(attr=name):
                yield True, name


def cited(piece: Piece, others: list[Piece]) -> frozenset[str]:
    """The rules a piece cites, or else those of the pieces that use it, and so on."""
    found, seen, waiting = set[str](), {piece}, [piece]
    while waiting:
        here = waiting.pop()
        found |= here.ids
        users = {each for each in others if here.name in each.uses} - seen if not here.ids else set()
        waiting += users
        seen |= users
    return frozenset(found)


# A game's mutants


def mutants(sources: Mapping[str, str], prefix: str) -> list[Mutant]:
    """Every mutant of a game, from its files by path, in their order.

    What cites nothing speaks for those who use it in its own file, or else in the others.
    """
    cut = {path: pieces(_dotted(path), source, prefix) for path, source in sources.items()}
    everything = [piece for found in cut.values() for piece in found]
    found = (replace(mutant, ids=cited(here, cut[path]) or cited(here, everything))
             for path, source in sources.items() for change, mutant in mutated(path, source)
             for here in _around(change, cut[path]))
    return sorted(found, key=lambda mutant: (mutant.path, mutant.line))


def mutated(path: str, source: str) -> Iterator[tuple[Change, Mutant]]:
    """A file's changes and what they make of it, each once, but for lines that are left alone."""
    lines, tree = source.splitlines(), ast.parse(source)
    seen = {ast.dump(tree)}
    for change in changes(tree, modifiers=path.endswith("modifiers.py")):
        alone = any(LEFT_ALONE.search(lines[line - 1]) for line in (change.line, change.end[0]))
        new = applied(source, change)
        meaning = ast.dump(ast.parse(new))
        if not alone and meaning not in seen:
            seen.add(meaning)
            yield change, Mutant(path, change.line, change.what, new)


def applied(source: str, change: Change) -> str:
    """The file with the change made; columns count bytes."""
    lines = source.encode().splitlines(keepends=True)
    (first, begin), (last, end) = change.start, change.end
    before, after = (*lines[: first - 1], lines[first - 1][:begin]), (lines[last - 1][end:], *lines[last:])
    return b"".join((*before, change.new.encode(), *after)).decode()


def _around(change: Change, found: list[Piece]) -> list[Piece]:
    """The smallest piece that holds a change."""
    around = [piece for piece in found if piece.start <= change.start and change.end <= piece.end]
    return sorted(around, key=lambda piece: piece.start)[-1:]


def _dotted(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


# Tests, run in children


class Picked:
    """A plugin: runs the chosen tests, the quickest first, and keeps what failed and how long each took."""

    def __init__(self, tests: Iterable[Witness] = ()) -> None:
        self.chosen = {test.node: test.seconds for test in tests}
        self.told: Told = {"names": {}, "failed": [], "seconds": {}}

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Property tests try the same examples each time, however slowly, and keep none."""
        settings.register_profile("mutate", settings(), database=None, derandomize=True, deadline=None,
                                  phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck))
        settings.load_profile("mutate")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            marks = (str(word) for mark in item.iter_markers("rule") for word in mark.args)
            self.told["names"][item.nodeid] = "; ".join((item.nodeid, *marks))
        items[:] = [item for item in items if item.nodeid in self.chosen]
        items.sort(key=lambda item: self.chosen[item.nodeid])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.told["failed"] += [report.nodeid] if report.failed else []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.told["failed"] += [report.nodeid] if report.failed else []
        if report.when == "call" and report.passed:
            self.told["seconds"][report.nodeid] = report.duration


class Served(importlib.abc.MetaPathFinder):
    """Imports one module from changed source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != _dotted(self.mutant.path):
            return None
        file, source = os.path.abspath(self.mutant.path), self.mutant.source

        class Loader(SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:
                return compile(source, file, "exec")

        return importlib.util.spec_from_file_location(name, file, loader=Loader(name, file))


class Swapped:
    """A plugin: collects the tests of all jobs once, then tries each job in a child with new code in the old functions."""

    def __init__(self, jobs: list[Job], picked: Picked) -> None:
        self.jobs, self.picked = jobs, picked
        self.noticed: dict[int, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items, loaded = {item.nodeid: item for item in session.items}, functions_loaded()
        gc.freeze()

        def work(at: int) -> Told:
            mutant, tests = self.jobs[at]
            swap(mutant, loaded)
            chosen = [items[test.node] for test in sorted(tests, key=lambda test: test.seconds)]
            for item, after in zip(chosen, (*chosen[1:], None), strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                if self.picked.told["failed"]:
                    break
            return self.picked.told

        for at, told in forked(range(len(self.jobs)), work, lambda at: patience(self.jobs[at])):
            self.noticed[at] = (told["failed"] or [""])[0]
        return True


def functions_loaded() -> dict[tuple[str, str], list[FunctionType]]:
    """Every function of the games, by file and name, whatever it is wrapped in."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and "/engine/games/" in each.__code__.co_filename:
            found.setdefault((each.__code__.co_filename, each.__code__.co_qualname), []).append(each)
    return found


def swap(mutant: Mutant, loaded: Mapping[tuple[str, str], list[FunctionType]]) -> None:
    """The new code, put into the functions that everybody has imported already."""
    file = os.path.abspath(mutant.path)
    for code in codes(compile(mutant.source, file, "exec")):
        for function in loaded.get((file, code.co_qualname), []):
            function.__code__ = code


def codes(outer: CodeType) -> Iterator[CodeType]:
    """The functions of a module and the methods of its classes, as code."""
    for code in outer.co_consts:
        if isinstance(code, CodeType):
            if code.co_flags & inspect.CO_OPTIMIZED:
                yield code
            else:
                yield from codes(code)


def only_a_body(mutant: Mutant) -> bool:
    """Nothing changed outside the body of a function."""
    return hollow(mutant.source) == hollow(Path(mutant.path).read_text("utf-8"))


@lru_cache(maxsize=8)
def hollow(source: str) -> str:
    tree = ast.parse(source)
    for function in functions(tree):
        function.body = [ast.Pass()]
    return ast.dump(tree)


def run(tests: Iterable[Witness], *options: str, mutant: Mutant | None = None, where: str = "tests") -> Told:
    """What the tests say in this process, with the mutant in place; none chosen: all there are."""
    if mutant:
        sys.meta_path.insert(0, Served(mutant))
    picked = Picked(tests)
    files = sorted({test.node.partition("::")[0] for test in tests}) or [where]
    return ran(picked, pytest.main([*files, *QUIET, *options], plugins=[picked]))


def run_swapped(jobs: list[Job]) -> Told:
    """What notices each of the jobs, by their numbers."""
    picked = Picked(test for _, tests in jobs for test in tests)
    plugin = Swapped(jobs, picked)
    files = sorted({node.partition("::")[0] for node in picked.chosen})
    told = ran(picked, pytest.main([*files, *QUIET], plugins=[picked, plugin]))
    return {**told, "noticed": [plugin.noticed.get(at, "") for at in range(len(jobs))]}


def ran(picked: Picked, status: int) -> Told:
    if status in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        picked.told["failed"].append(f"pytest itself ({status!r})")
    return picked.told


def forked(jobs: Iterable[T], work: Callable[[T], Told], limit: Callable[[T], float]) -> Iterator[tuple[T, Told]]:
    """Does each job in a child of its own, one for each processor at a time."""
    waiting, running = iter(jobs), dict[int, tuple[T, IO[str]]]()
    out: IO[str]
    while True:
        for job in waiting:
            out = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  # closed when the child has ended
            pid = os.fork()
            if not pid:
                live(out, lambda job=job: work(job), int(limit(job)))  # type: ignore[misc]
            running[pid] = job, out
            if len(running) >= (os.cpu_count() or 1):
                break
        if not running:
            return
        pid, status = os.wait()
        job, out = running.pop(pid)
        with out:
            yield job, heard(out, status)


def live(out: IO[str], work: Callable[[], Told], seconds: int) -> NoReturn:
    """The whole life of a child: silent, and stopped when it takes too long or too much."""
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(10 * seconds)
        out.write(json.dumps(work()))
        status = 0
    except BaseException:
        out.write(traceback.format_exc())
        status = 1
    out.flush()
    os._exit(status)


def heard(out: IO[str], status: int) -> Told:
    """What a child said; one that was stopped had a test without end."""
    out.seek(0)
    if os.WIFSIGNALED(status):
        return {"failed": ["a test without end"]}
    if os.WEXITSTATUS(status):
        raise Trouble(out.read())
    told: Told = json.load(out)
    return told


def unchanged(*options: str, tests: Iterable[Witness] = (), where: str = "tests") -> Told:
    """What the tests say without any mutant; none may fail."""
    [(_, told)] = forked([tests], lambda tests: run(tests, *options, where=where), lambda _: HOUR)
    if told["failed"]:
        raise Trouble(f"Without any mutant there are failures, please mend them first: {', '.join(told['failed'])}")
    return told


def tests_naming(prefixes: Iterable[str], where: str) -> list[Witness]:
    """Every test that names a rule in a mark or in its own name, and passes, with its time."""
    named = {node: frozenset(each for prefix in prefixes for each in ids_named(names, prefix))
             for node, names in unchanged("--collect-only", where=where)["names"].items()}
    found = [Witness(node, ids) for node, ids in named.items() if ids]
    seconds = unchanged(tests=found)["seconds"] if found else {}
    return [replace(test, seconds=seconds[test.node]) for test in found if test.node in seconds]


def ids_named(names: str, prefix: str) -> set[str]:
    """The rule ids in a test's names, where one may follow another parameter and its dash."""
    return ids_in(names.replace(f"-{prefix}-", f" {prefix}-"), prefix)


# Verdicts


def judged(found: list[Mutant], tests: list[Witness]) -> list[Verdict]:
    """Each cited mutant against the tests that name its rules; a survivor against the others too, if they are quick."""
    jobs = [(mutant, [test for test in tests if test.ids & mutant.ids]) for mutant in found if mutant.ids]
    verdicts = [Verdict(mutant, len(tried), noticed) for (mutant, tried), noticed in tried_out(jobs)]
    survivors = {each.mutant: each for each in verdicts if not each.noticed}
    if survivors:
        print(f"{len(survivors)} survived; whether other tests notice them:", flush=True)
    quick = [test for test in tests if test.seconds < 1]
    others = [(mutant, [test for test in quick if not test.ids & mutant.ids]) for mutant in survivors]
    rules = {test.node: f"{test.node}, for {joined(test.ids)}" for test in tests}
    for (mutant, _), noticed in tried_out(others):
        survivors[mutant] = replace(survivors[mutant], elsewhere=rules.get(noticed, noticed))
        print(survivors[mutant], flush=True)
    return [survivors.get(each.mutant, each) for each in verdicts]


def tried_out(jobs: list[Job]) -> Iterator[tuple[Job, str]]:
    """What notices each mutant, or nothing; the quick way first, where only what is noticed counts."""
    yield from ((job, "") for job in jobs if not job[1])
    quick = [job for job in jobs if job[1] and only_a_body(job[0])]
    left = {job[0] for job in jobs if job[1]}
    for _, told in forked([quick] if quick else [], run_swapped, lambda _: HOUR):
        for job, noticed in zip(quick, told["noticed"], strict=True):
            if noticed:
                left.remove(job[0])
                yield job, noticed
    for job, told in forked((job for job in jobs if job[0] in left), lambda job: run(job[1], "-x", mutant=job[0]), patience):
        yield job, (told["failed"] or [""])[0]


def patience(job: Job) -> float:
    """Seconds that a mutant may take."""
    return 5 + 10 * sum(test.seconds for test in job[1])


def summed_up(prefix: str, found: list[Mutant], tests: list[Witness]) -> str:
    """Prints what is uncited, after what survived; says it in a line."""
    print(f"{prefix.lower()}: {len(found)} mutants against {len(tests)} tests", flush=True)
    survived = [verdict for verdict in judged(found, tests) if not verdict.noticed]
    uncited = [Verdict(mutant) for mutant in found if not mutant.ids]
    if uncited:
        print(*uncited, sep="\n")
    killed = len(found) - len(survived) - len(uncited)
    return f"{prefix.lower()}: {len(found)} mutants, {killed} killed, {len(survived)} survived, {len(uncited)} uncited"


# The command


def prefix_of(game: Path) -> str:
    """How the rule ids of a game begin."""
    found = re.search(r'Ref\("(\w+)-\d+"', (game / "refs.py").read_text("utf-8"))
    return found[1] if found else game.name.upper()


def folders(root: Path, names: list[str]) -> dict[str, Path]:
    """The chosen games by how their rule ids begin."""
    every = {prefix_of(refs.parent): refs.parent for refs in sorted(root.glob("engine/games/*/refs.py"))}
    known = {name: prefix for prefix, game in every.items() for name in (prefix.lower(), game.name)}
    for name in names:
        if name not in known:
            raise Trouble(f"There is no game {name}; there are {', '.join(prefix.lower() for prefix in every)}.")
    return {prefix: every[prefix] for prefix in dict.fromkeys(map(known.__getitem__, names))} or every


def sources_of(root: Path, game: Path) -> dict[str, str]:
    files = (file for file in sorted(game.rglob("*.py")) if file.name not in LEFT_OUT)
    return {file.relative_to(root).as_posix(): file.read_text("utf-8") for file in files}


def chosen(root: Path, asked: argparse.Namespace) -> dict[str, list[Mutant]]:
    """The mutants of each game that were asked for."""
    file, _, line = asked.only.rpartition(":")
    games = {prefix: [mutant for mutant in mutants(sources_of(root, game), prefix)
                      if mutant.path.endswith(file) and line in ("", str(mutant.line))]
             for prefix, game in folders(root, asked.games).items()}
    if not any(games.values()):
        raise Trouble("There is nothing to change.")
    return games


def moved_into(copy: str) -> None:
    """From here on the copy is the project: what was imported from the other is forgotten."""
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"), dirs_exist_ok=True)
    os.chdir(copy)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = copy
    sys.path[:] = [copy, *(path for path in sys.path if path != str(ROOT))]
    for name in [name for name in sys.modules if name.partition(".")[0] == "engine"]:
        del sys.modules[name]


def preloaded() -> None:
    """What every child needs, imported once, but no game: a child imports its own."""
    sys.dont_write_bytecode = False
    for file in sorted(Path("engine").glob("*.py")):
        if file.stem != "__main__":
            importlib.import_module(f"engine.{file.stem}")
    importlib.import_module("hypothesis.strategies")
    if "engine.games" in sys.modules:
        raise Trouble("The engine imports its games by itself, so that no mutant would be seen.")
    gc.freeze()


def asked_for(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutate", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="game", help="the games to try; all without")
    parser.add_argument("--list", action="store_true", help="only print the mutants")
    parser.add_argument("--only", metavar="FILE:LINE", default=":", help="only the mutants of one line")
    parser.add_argument("--tests", metavar="PATH", default="tests", help="only the tests of one file or folder")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    asked = asked_for(arguments)
    if asked.list:
        print(*(mutant for found in chosen(ROOT, asked).values() for mutant in found), sep="\n")
        return 0
    with tempfile.TemporaryDirectory() as copy:
        moved_into(copy)
        games = chosen(Path(copy), asked)
        preloaded()
        return tried(games, asked.tests)


def tried(games: Mapping[str, list[Mutant]], where: str) -> int:
    tests = tests_naming(games, where)
    lines = [summed_up(prefix, found, [test for test in tests if ids_in(" ".join(test.ids), prefix)])
             for prefix, found in games.items() if found]
    print(*lines, sep="\n")
    return int(not all(each.endswith(" 0 survived, 0 uncited") for each in lines))


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        raise SystemExit(2) from None
