"""Who may import whom: adjutant/ -> main.py -> screens/ -> hall/ -> link/ -> carddb/ -> engine/,
and never back."""

import ast
import importlib
import os
import re
import sys
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("adjutant", "main", "screens", "hall", "link", "carddb", "engine")
OURS = {*LAYERS, "tests", "tools"}
GUESTS = {
    "adjutant": set[str](),
    "main": {"kivy", "plyer"},
    "screens": {"kivy", "plyer", "jnius", "android"},
    "hall": {"nacl", "networkx"},
    "link": {"nacl", "websockets", "paho"},
    "carddb": {"tinydb", "qrcode", "zxingcpp", "jnius", "jnius_config"},
    "engine": set[str](),
}
OUTSIDE = {*("random", "secrets", "uuid", "time", "datetime"), *("os", "io", "pathlib", "sys", "socket", "threading", "subprocess", "tempfile")}
SOCKETS = {"socket", "asyncio", "ssl", "http", "socketserver", "selectors", "xmlrpc", "ftplib", "smtplib", "telnetlib"}
SPOKEN = {"open", "print", "input"}
LISTS_GAMES = {"engine/__main__.py", "engine/games/__init__.py"}
PLAIN = "screens/present/"

Sources = Mapping[str, str]


# What a file imports


def package(path: str) -> list[str]:
    """The dotted parts of the package a file stands in."""
    return path.split("/")[:-1]


def imports(path: str, source: str) -> Iterator[str]:
    """Every dotted name a file imports, wherever in the file; `from a import b` counts as `a.b`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, level):
                start = package(path)[: len(package(path)) - level + 1] if level else []
                origin = [*start, *(module.split(".") if module else [])]
                yield from (".".join([*origin, alias.name]) for alias in names)
            case ast.Call(func=ast.Name("__import__" | "import_module") | ast.Attribute(attr="import_module"), args=[ast.Constant(str(name)), *_]):
                yield name


def calls(source: str) -> Iterator[str]:
    """The plain names a file calls."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


# The rules of the house, each a complaint or silence


def layer(path: str) -> str:
    return path.removesuffix(".py").split("/")[0]


def stranger(path: str, name: str) -> str | None:
    """A layer imports the standard library, its guests, itself and what stands to its right."""
    top, here = name.split(".")[0], layer(path)
    right = top in LAYERS and LAYERS.index(top) >= LAYERS.index(here)
    welcome = right if top in OURS else top in sys.stdlib_module_names or top in GUESTS[here]
    return None if welcome else f"{path} imports {name}"


def outside(path: str, name: str) -> str | None:
    """Dice, clocks and files come to the engine from outside."""
    pure = layer(path) == "engine" and path != "engine/__main__.py"
    return f"{path} imports {name}" if pure and name.split(".")[0] in OUTSIDE else None


def online(path: str, name: str) -> str | None:
    """Sockets are in one room of the house."""
    return f"{path} imports {name}" if layer(path) != "link" and name.split(".")[0] in SOCKETS else None


def game_of(dotted: str, games: set[str]) -> str | None:
    """The game whose folder a dotted name leads into."""
    parts = dotted.split(".")
    return parts[2] if parts[:2] == ["engine", "games"] and len(parts) > 2 and parts[2] in games else None


def other_game(path: str, name: str, games: set[str]) -> str | None:
    """A game's folder is known to itself, to the list of games and to the command line; screens
    and engine see none."""
    game = game_of(name, games)
    bound = layer(path) in {"engine", "screens"} and path not in LISTS_GAMES
    at_home = game == game_of(".".join(package(path)), games)
    return f"{path} imports the game {game}" if game and bound and not at_home else None


def spoken(path: str, called: str) -> str | None:
    """The engine neither reads nor prints."""
    pure = layer(path) == "engine" and path != "engine/__main__.py"
    return f"{path} calls {called}()" if pure and called in SPOKEN else None


def strangers(sources: Sources, games: set[str]) -> list[str]:
    """Everything the layers forbid, as sentences."""
    found: list[str | None] = []
    for path, source in sources.items():
        for name in imports(path, source):
            found += [stranger(path, name), outside(path, name), online(path, name), other_game(path, name, games)]
        found += [spoken(path, name) for name in calls(source)]
    return list(dict.fromkeys(complaint for complaint in found if complaint))


def files_of(name: str, sources: Sources) -> set[str]:
    """The files that run when a dotted name is imported: its packages' and its own."""
    parts = name.split(".")
    paths = ("/".join(parts[:end]) for end in range(1, len(parts) + 1))
    return {file for path in paths for file in (f"{path}.py", f"{path}/__init__.py") if file in sources}


def reached(start: str, sources: Sources) -> set[str]:
    """The files that run when a file is imported."""
    seen: set[str] = set()
    waiting = {start, *files_of(".".join(package(start)), sources)} & set(sources)
    while waiting:
        path = waiting.pop()
        seen.add(path)
        names = imports(path, sources[path])
        waiting |= {file for name in names for file in files_of(name, sources)} - seen
    return seen


def toolkit(start: str, sources: Sources) -> list[str]:
    """The files behind a file that import Kivy."""
    return sorted(path for path in reached(start, sources) if "kivy" in {name.split(".")[0] for name in imports(path, sources[path])})


# Games named in a screen


def strings(path: str, source: str) -> Iterator[str]:
    """The string literals of a Python or kv file."""
    if path.endswith(".py"):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
    else:
        yield from (found[1] for found in re.findall(r"""(["'])(.*?)\1""", source))


def named(sources: Sources, keys: set[str], titles: set[str]) -> list[str]:
    """Screens that name a game: its key as a whole string, or its title within one."""
    title = re.compile("|".join(rf"(?<!\w){re.escape(title)}(?!\w)" for title in sorted(titles)) or "(?!)")
    return [f"{path} names a game: {text!r}" for path, source in sources.items() for text in strings(path, source) if text in keys or title.search(text)]


# This house


def house(*endings: str) -> dict[str, str]:
    """The sources of the layers by path."""
    files = [ROOT / "main.py", *(file for layer in LAYERS for file in sorted((ROOT / layer).rglob("*")))]
    return {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in files if file.suffix in endings and file.exists()}


def folders_of_games() -> set[str]:
    return {init.parent.name for init in ROOT.glob("engine/games/*/__init__.py")}


def names_of_games() -> tuple[set[str], set[str]]:
    """The keys and the titles of all games."""
    if not (ROOT / "engine" / "games" / "__init__.py").exists():
        return folders_of_games(), set()
    rulesets = getattr(importlib.import_module("engine.games"), "RULESETS", ())
    listed = list(rulesets.values() if isinstance(rulesets, Mapping) else rulesets)
    titles = (getattr(rules, "title", None) or getattr(rules, "name", None) for rules in listed)
    spelled = {str(getattr(title, "key", title)) for title in titles if title}
    return folders_of_games() | {rules.key for rules in listed}, spelled


@pytest.mark.heavy
def test_no_layer_has_a_stranger() -> None:
    assert strangers(house(".py"), folders_of_games()) == []


@pytest.mark.parametrize("path", [path for path in house(".py") if path.startswith(PLAIN)])
def test_present_works_without_kivy(path: str) -> None:
    assert toolkit(path, house(".py")) == []


def test_no_screen_names_a_game() -> None:
    screens = {path: source for path, source in house(".py", ".kv").items() if layer(path) == "screens"}
    assert named(screens, *names_of_games()) == []


# The checker itself

GAMES = {"chess", "go"}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("main.py", "import kivy.app, screens.app, carddb.store\nfrom engine.playing.session import Session"),
        ("screens/app.py", "from kivy.app import App\nfrom plyer import vibrator\nfrom carddb import store"),
        ("screens/present.py", "from engine.games import RULESETS\nfrom . import i18n"),
        ("carddb/store.py", "import os, tinydb, qrcode\nfrom engine.playing.codec import plain"),
        ("carddb/store.py", "print(open('cards'))"),
        ("link/direct.py", "import asyncio, socket, nacl.secret\nfrom websockets.asyncio.server import serve\nfrom carddb.store import Store"),
        ("screens/app.py", "from link.host import Host"),
        ("engine/odds.py", "from __future__ import annotations\nimport fractions\nfrom .model import Odds"),
        ("engine/session.py", "session.open(attack)\nsheet.print()"),
        ("engine/__main__.py", "import sys, random\nfrom engine.games.chess import RULES\nprint(input(), open('log'))"),
        ("engine/games/__init__.py", "from engine.games import chess\nfrom .go import RULES"),
        ("engine/games/chess/turn.py", "from engine.games.chess.refs import CHESS_1\nfrom ..chess import units"),
        ("engine/games/chess/turn.py", "from . import refs\nfrom ...model import Step"),
    ],
)
def test_what_the_checker_allows(path: str, source: str) -> None:
    assert strangers({path: source}, GAMES) == []


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        ("main.py", "import requests", "main.py imports requests"),
        ("main.py", "from tests import games", "main.py imports tests.games"),
        ("screens/app.py", "import main", "screens/app.py imports main"),
        ("screens/app.py", "import tinydb", "screens/app.py imports tinydb"),
        ("screens/ask.py", "from engine.games.go import RULES", "screens/ask.py imports the game go"),
        ("carddb/qr.py", "from kivy.uix import image", "carddb/qr.py imports kivy.uix.image"),
        ("carddb/qr.py", "import plyer", "carddb/qr.py imports plyer"),
        ("carddb/qr.py", "from link import wire", "carddb/qr.py imports link.wire"),
        ("carddb/qr.py", "import socket", "carddb/qr.py imports socket"),
        ("screens/app.py", "import websockets", "screens/app.py imports websockets"),
        ("screens/app.py", "def late():\n    import asyncio", "screens/app.py imports asyncio"),
        ("link/host.py", "from screens.app import table", "link/host.py imports screens.app.table"),
        ("carddb/qr.py", "def late():\n    from screens import i18n", "carddb/qr.py imports screens.i18n"),
        ("engine/apply.py", "import carddb.store", "engine/apply.py imports carddb.store"),
        ("engine/apply.py", "from .. import main", "engine/apply.py imports main"),
        ("engine/apply.py", "import tinydb", "engine/apply.py imports tinydb"),
        ("engine/apply.py", "import random", "engine/apply.py imports random"),
        ("engine/apply.py", "from os.path import join", "engine/apply.py imports os.path.join"),
        ("engine/apply.py", "import importlib\nimportlib.import_module('time')", "engine/apply.py imports time"),
        ("engine/apply.py", "__import__('kivy')", "engine/apply.py imports kivy"),
        ("engine/apply.py", "print(1)", "engine/apply.py calls print()"),
        ("engine/games/go/turn.py", "open('go')", "engine/games/go/turn.py calls open()"),
        ("engine/apply.py", "import engine.games.go.turn", "engine/apply.py imports the game go"),
        ("engine/apply.py", "from .games import go", "engine/apply.py imports the game go"),
        ("engine/games/shared.py", "from .go import turn", "engine/games/shared.py imports the game go"),
        ("engine/games/chess/turn.py", "from ..go import turn", "engine/games/chess/turn.py imports the game go"),
        ("engine/games/chess/__init__.py", "from .. import go", "engine/games/chess/__init__.py imports the game go"),
        ("engine/__main__.py", "import rich", "engine/__main__.py imports rich"),
    ],
)
def test_what_the_checker_finds(path: str, source: str, complaint: str) -> None:
    assert strangers({path: source}, GAMES) == [complaint]


@pytest.mark.parametrize(("theme", "found"), [("import kivy", ["screens/theme.py"]), ("from kivy.metrics import dp", ["screens/theme.py"]), ("DARK = 1", [])])
def test_kivy_behind_present_is_found(theme: str, found: list[str]) -> None:
    sources = {
        "screens/__init__.py": "",
        "screens/present/__init__.py": "",
        "screens/present/view.py": "from screens.present import i18n",
        "screens/present/i18n.py": "from ..theme import DARK",
        "screens/theme.py": theme,
        "screens/app.py": "import kivy",
    }
    assert toolkit("screens/present/view.py", sources) == found


@pytest.mark.parametrize(
    ("path", "source", "found"),
    [
        ("screens/home.py", "if game == 'go': pass", True),
        ("screens/home.py", "f'{x} Royal Chess'", True),
        ("screens/home.py", "'go on'", False),
        ("screens/home.py", "'Royal Chessboard'", False),
        ("screens/home.kv", "text: 'go'", True),
        ("screens/home.kv", 'text: "The Royal Chess club"', True),
        ("screens/home.kv", "go: 1", False),
    ],
)
def test_games_named_in_a_screen_are_found(path: str, source: str, found: bool) -> None:
    assert bool(named({path: source}, GAMES, {"Royal Chess"})) is found


# Nothing of one machine


IGNORED = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split()]
VISIBLE = {".ci", ".github"}
FOREIGN = re.compile(r"(?<![\w.~-])/(?:home|root|Users)/|\.\./shared")


def ignored(name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in IGNORED)


def texts() -> Iterator[tuple[str, str]]:
    """Every text file of the project, and none that tools leave beside; pictures and the like do
    not decode."""
    for folder, inner, files in os.walk(ROOT):
        inner[:] = [name for name in inner if name in VISIBLE or (name[0] != "." and not ignored(name))]
        for file in (Path(folder, name) for name in files if not ignored(name)):
            try:
                yield file.relative_to(ROOT).as_posix(), file.read_text("utf-8")
            except UnicodeDecodeError:
                continue


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    assert [path for path, text in texts() if FOREIGN.search(text)] == []


@pytest.mark.parametrize("parts", [("", "home", "me"), ("see ", "root", ""), ("'", "Users", "me"), ("..", "shared")])
def test_a_path_of_one_machine_is_found(parts: tuple[str, ...]) -> None:
    assert FOREIGN.search("/".join(parts))


@pytest.mark.parametrize("text", ["docs/home/index.md", "https://example.org/root/x", "the root/branch", "../engine"])
def test_other_paths_are_not(text: str) -> None:
    assert not FOREIGN.search(text)
