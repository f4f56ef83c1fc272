"""Every text of the code against the French catalogues: what has no French, what French nobody
uses any more."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import polib  # type: ignore[import-untyped]  # it has no types

ROOT = Path(__file__).resolve().parent.parent
FRENCH = ROOT / "locale" / "fr"
LAYERS = ("engine", "carddb", "link", "hall", "screens")

Place: TypeAlias = tuple[int, str]
"""An argument by its position and by its name."""
MAKERS: Mapping[str, tuple[Place, Place | None]] = {
    "say": ((0, "key"), None),
    "say_many": ((0, "one"), (1, "many")),
    "Text": ((0, "key"), (2, "plural")),
    "Ref": ((2, "title"), None),
}
"""What makes a text, where its sentence stands, and where the plural of it."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text of one domain: the game whose folder it stands in, or the core."""

    domain: str
    key: str
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A call that makes a text; no sentence where its words are not written there."""

    where: str
    code: str
    sentence: Sentence | None


# Texts in the code


def found(sources: Mapping[str, str]) -> tuple[Found, ...]:
    """Every call that makes a text, file by file, line by line."""
    return tuple(each for path, source in sources.items() for each in _in_file(path, ast.parse(source)))


def _in_file(path: str, tree: ast.Module) -> Iterator[Found]:
    calls = [node for node in _outside_makers(tree) if isinstance(node, ast.Call) and _maker(node.func)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        yield Found(f"{path}:{call.lineno}", ast.unparse(call), _sentence(domain(path), call, _maker(call.func)))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(name.name in MAKERS and name.asname for name in node.names):
            yield Found(f"{path}:{node.lineno}", ast.unparse(node), None)


def _outside_makers(tree: ast.Module) -> Iterator[ast.AST]:
    """Everything but the makers themselves, which hand on what they are given."""
    for part in tree.body:
        if not (isinstance(part, ast.FunctionDef) and part.name in MAKERS):
            yield from ast.walk(part)


def _maker(called: ast.expr) -> str:
    """The maker a call names; a method of that name, as of an object that speaks, is none."""
    match called:
        case ast.Name(name) | ast.Attribute(ast.Name("model"), name) if name in MAKERS:
            return name
    return ""


def _sentence(domain: str, call: ast.Call, maker: str) -> Sentence | None:
    """A sentence whose words all stand in the call."""
    key, plural = (_argument(call, place) for place in MAKERS[maker])
    counts = plural is not None or maker == "say_many"
    if not _words(key) or (counts and not _words(plural)):
        return None
    return Sentence(domain, _words(key), _words(plural))


def _argument(call: ast.Call, place: Place | None) -> ast.expr | None:
    if place is None:
        return None
    named = (each.value for each in call.keywords if each.arg == place[1])
    return call.args[place[0]] if place[0] < len(call.args) else next(named, None)


def _words(told: ast.expr | None) -> str:
    """What is written there; nothing where it is only computed."""
    return told.value if isinstance(told, ast.Constant) and isinstance(told.value, str) else ""


def domain(path: str) -> str:
    """The catalogue a file's texts belong to."""
    parts = path.split("/")
    if parts[0] == "screens":
        return "screens"
    return parts[2] if parts[:2] == ["engine", "games"] and len(parts) > 3 else "core"


def code() -> dict[str, str]:
    """The sources of all layers by path."""
    files = (file for layer in LAYERS for file in sorted((ROOT / layer).rglob("*.py")))
    return {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in files}


# The French of them


def translated(folder: Path) -> frozenset[Sentence]:
    """Every sentence that has its French, by the file it stands in."""
    return frozenset(
        Sentence(file.stem, entry.msgid, entry.msgid_plural)
        for file in sorted(folder.glob("*.po"))
        for entry in polib.pofile(str(file))
        if entry.translated()
    )


def unreadable(calls: tuple[Found, ...]) -> list[str]:
    """Calls whose words no catalogue can know."""
    return [f"{call.where}: its words are not written here: {call.code}" for call in calls if call.sentence is None]


def missing(calls: tuple[Found, ...], french: frozenset[Sentence]) -> list[str]:
    """Sentences without French, each with the first place that says it."""
    first: dict[Sentence, str] = {}
    for call in calls:
        if call.sentence and call.sentence not in french:
            first.setdefault(call.sentence, call.where)
    return [f"{where}: {told.domain}.po lacks {_quoted(told)}" for told, where in first.items()]


def orphans(calls: tuple[Found, ...], french: frozenset[Sentence]) -> list[str]:
    """French that no call asks for."""
    unused = french - {call.sentence for call in calls}
    return sorted(f"{told.domain}.po: nobody says {_quoted(told)}" for told in unused)


def _quoted(told: Sentence) -> str:
    return f"{told.key!r} / {told.plural!r}" if told.plural else repr(told.key)


def main(folder: Path = FRENCH) -> int:
    calls, french = found(code()), translated(folder)
    wrong, unused = [*unreadable(calls), *missing(calls, french)], orphans(calls, french)
    texts = len({call.sentence for call in calls if call.sentence})
    print(*wrong, *unused, f"{texts} texts, {len(wrong)} without French, {len(unused)} that nobody says", sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
