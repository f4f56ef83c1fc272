"""The mutants of a game: its files with one change each, and the rules that each place cites."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.doors.rulebook import ids_in
from tools.mutation.changes import Change, Place, Table, calls, changes, end_of, functions, start_of, target

LEFT_ALONE = re.compile(r"# no mutant: \S")
REF = re.compile(r"\b[A-Z][A-Z0-9]*_(\d+)\b")

Name = tuple[str, str]
"""A module and a name in it; a method has no module, since its class is not known."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A function, a cited row of a table, or what else a statement holds: the rules it cites,
    the names it uses."""

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


def joined(ids: Iterable[str]) -> str:
    return ", ".join(sorted(ids, key=lambda each: (len(each), each)))


def mutants(sources: Mapping[str, str], prefix: str) -> list[Mutant]:
    """Every mutant of a game, from its files by path, in their order.

    What cites nothing speaks for those who use it in its own file, or else in the others.
    """
    cut = {path: pieces(dotted(path), source, prefix) for path, source in sources.items()}
    everything = [piece for found in cut.values() for piece in found]
    found = (
        replace(mutant, ids=cited(here, cut[path]) or cited(here, everything))
        for path, source in sources.items()
        for change, mutant in mutated(path, source)
        for here in _around(change, cut[path])
    )
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


def dotted(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


# Which rules a place cites


def pieces(module: str, source: str, prefix: str) -> list[Piece]:
    """All of a file that can cite a rule."""
    tree, lines = ast.parse(source), source.splitlines()
    home = {
        alias.asname or alias.name: (each.module or "", alias.name)
        for each in tree.body
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }

    def piece(name: Name, node: ast.expr | ast.stmt, rows: Iterable[ast.Call] = ()) -> Piece:
        apart = {line for row in rows for line in range(row.lineno, end_of(row)[0] + 1)}
        told = "\n".join(lines[line - 1] for line in _lines_of(node, lines) if line not in apart)
        uses = {("", name) if dotted else home.get(name, (module, name)) for dotted, name in _names(node)}
        return Piece(name, start_of(node), end_of(node), frozenset(ids_cited(told, prefix)), frozenset(uses))

    found = [piece((module if each in tree.body else "", each.name), each) for each in functions(tree)]
    for table in (each for each in tree.body if isinstance(each, Table)):
        rows = [row for row in calls(table) if _cites(row)]
        found += [piece((module, target(table)), table, rows), *(piece(("", ""), row) for row in rows)]
    return found


def ids_cited(source: str, prefix: str) -> set[str]:
    """The rules that code names, as ids or by their constants: TWOGM_15 in a game whose ids begin
    with 2GM."""
    return ids_in(source, prefix) | {f"{prefix}-{found[1].zfill(2)}" for found in REF.finditer(source)}


def _cites(row: ast.Call) -> bool:
    told = (*row.args, *(word.value for word in row.keywords))
    names = (
        each.id if isinstance(each, ast.Name) else each.attr
        for each in told
        if isinstance(each, (ast.Name, ast.Attribute))
    )
    return any(REF.fullmatch(name) for name in names)


def _lines_of(node: ast.expr | ast.stmt, lines: list[str]) -> range:
    """The lines of a node with the comment above it, and the line of text that describes a table
    below it."""
    first, last = (
        min(node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ())), node.lineno),
        end_of(node)[0],
    )
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
