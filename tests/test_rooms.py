"""The rooms of the engine: who may import whom inside it, what a game's folder holds, one name
for one type."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine"
ORDER = ("values", "dice", "playing", "parts", "games", "doors")
"""A room imports from itself and from those before it; the games' list is for the doors."""
ROOMS = {
    *("__init__", "refs", "turn", "cards", "units", "abilities", "readings", "words", "glance", "duties"),
    *("datasheet", "tale", "examples", "staging", "questions", "army", "victory"),
}
NEEDED = {"__init__", "refs", "turn", "cards", "units", "words", "glance", "datasheet", "tale", "examples"}
GAMES = sorted(path.parent for path in ENGINE.glob("games/*/refs.py"))


def modules(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def imported_rooms(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("engine."):
            yield node.module.split(".")[1]


@pytest.mark.parametrize("room", ORDER)
def test_a_room_imports_only_from_those_before_it(room: str) -> None:
    known = ORDER[: ORDER.index(room) + 1]
    found = {(path, other) for path, tree in modules(ENGINE / room) for other in imported_rooms(tree) if other not in known}
    assert not found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_the_same_rooms(game: Path) -> None:
    """At the top of its folder; whatever else it has is a chapter of its book, a folder."""
    files = {path.stem for path in game.glob("*.py")}
    assert files <= ROOMS
    assert files >= NEEDED


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_chapter_begins_with_what_it_is_about(game: Path) -> None:
    """Its __init__ tells a reader the order of its files, and imports nothing."""
    for chapter in (path for path in game.iterdir() if path.is_dir() and path.name != "__pycache__"):
        tree = ast.parse((chapter / "__init__.py").read_text("utf-8"))
        assert ast.get_docstring(tree), chapter
        assert len(tree.body) == 1, chapter


def test_one_name_for_one_type() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path, tree in modules(ENGINE):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(path)
    assert not {name: where for name, where in places.items() if len(where) > 1}


def test_a_game_is_told_by_typed_situations() -> None:
    """No rule takes whatever is told it by name; only examples are put together so."""
    found = [
        f"{path}:{node.lineno}"
        for game in GAMES
        for path, tree in modules(game)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.args.kwarg and not path.endswith("examples.py")
    ]
    assert not found
