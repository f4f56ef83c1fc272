"""Texts and files that bite, through the real screens; what the source may never do; and a tour
with sockets forbidden."""

from __future__ import annotations

import ast
import json
import os
import socket
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.screens.small import SMALL, hand_of, roll, sample

Start = Callable[..., Any]
ROOT = Path(__file__).resolve().parents[2]
NUL = chr(0)
TEXTS = {
    "markup": "[b][color=ff0000]Red[/color][/b] &amp; [ref=x]y[/ref] &bl;",
    "places": "{unit} {0} {} %s %(a)s {{",
    "right to left": "שלום Ann \u202eabc\u2066x",
    "marks on marks": "Z" + "\u0301" * 60 + "e\u0301",
    "no glyph": "👨‍👩‍👧‍👦 🏳️‍🌈 \U000e0041",
    "controls": f"a{NUL}b\x1b[2J\r\n\t\x08c\u2028d\x85",
    "half a letter": "\ud800x",
    "one word": "W" * 400,
}


def texts_of(driver: Any) -> Iterator[tuple[str, bool]]:
    """Everything that is written on the screen, and whether it is read as markup."""
    for widget in driver.widgets():
        if getattr(widget, "text", ""):
            yield widget.text, bool(getattr(widget, "markup", False))


def visited(driver: Any, *places: dict[str, Any]) -> list[str]:
    """Every place is drawn; nothing on it is markup."""
    seen: list[str] = []
    for place in places:
        driver.app.navigator.replace({"screen": "home"}, *([place] if place["screen"] != "home" else []))
        driver.frames(3)
        found = list(texts_of(driver))
        assert not [text for text, markup in found if markup]
        seen += [text for text, _ in found]
    return seen


def test_a_name_that_bites_is_shown_as_it_is(start: Start) -> None:
    """As the name of a unit and of a game, as a note and as the reason of a house row; and after
    a kill."""
    from engine.values.events import HouseRuled, Noted, TrackerSet

    driver = start(SMALL, language="fr")
    sample(driver)
    app = driver.app
    session, unit = app.table.session, next(iter(app.table.state.units))
    for key, text in TEXTS.items():
        session.dispatch(TrackerSet(unit, "name", text))
        session.dispatch(Noted(text))
        if key in ("markup", "one word", "half a letter"):
            seen = visited(driver, {"screen": "unit", "unit": unit})
            assert any(text.split()[0][:8] in each for each in seen) or not text.isprintable()
    app.context.store.new_game(app.table.game.header.game, app.table.state, TEXTS["half a letter"])
    visited(driver, {"screen": "home"}, {"screen": "table"}, {"screen": "history"})
    roll(driver)
    for amount, key in ((1, "markup"), (-1, "half a letter")):
        session.dispatch(HouseRuled(amount, TEXTS[key]))
    assert not [text for text, markup in texts_of(driver) if markup]
    state, key = app.table.state, app.table.game.key
    driver.stop()
    assert start(SMALL).app.context.store.open_game(key).session.state == state


def test_a_card_and_an_army_of_such_a_name(start: Start) -> None:
    from carddb.armies import Armies

    driver = start(SMALL, language="en")
    for text in (TEXTS["markup"], TEXTS["places"], TEXTS["one word"][:80]):
        card = driver.app.context.library.add("front", {"name": text, "domain": "ground"})
        army = Armies(driver.app.context.library).new("front", text, [card])
        places = ({"screen": "cards"}, {"screen": "card", "card": card.id}, {"screen": "armies"}, {"screen": "army", "army": army.id})
        assert any(text[:8] in each for each in visited(driver, *places))


def test_ten_megabytes_pasted_are_cut(start: Start) -> None:
    driver = start(SMALL, language="en")
    from screens.widgets.entry import LONGEST, Entry

    entry = Entry("")
    driver.app.navigator.sheet(entry)
    driver.frames(2)
    entry.insert_text("A" * 10_000_000)
    driver.frames(2)
    assert len(entry.text) == LONGEST


CODES = ("", " ", "ADJ", "ADJUTANT:" + "A" * 5000, "https://example.org/x", "[b]x[/b]", NUL * 40, "9" * 4000, "é" * 300, "\ud800", "A1" * 9000)


def test_codes_that_are_none_are_refused_in_a_sentence(start: Start, tmp_path: Path) -> None:
    from tests.screens.pretend import Pretend

    driver = start(SMALL, language="en")
    driver.put(device=Pretend(tmp_path, allowed=False))
    driver.app.navigator.go("scan")
    driver.frames(2)
    for code in CODES:
        driver.app.navigator.page.read(code)
        driver.frames(2)
        driver.app.navigator.close_sheet()
        assert not driver.app.navigator.page.findings.batch.cards, code[:20]


def nested(depth: int) -> bytes:
    return b'{"adjutant": "cards", "version": 1, "cards": ' + b"[" * depth + b"]" * depth + b"}"


def cards(*rows: Any) -> bytes:
    return json.dumps({"adjutant": "cards", "version": 1, "cards": rows}).encode()


FILES = {
    "deep.json": nested(100_000),
    "long.json": b'{"adjutant": "' + b"x" * 10_000_000,
    "number.json": cards({"id": "x", "game": "aam", "values": {"name": "x", "cost": 10**400}}),
    "wide.csv": b"name," * 200_000,
    "nul.csv": b"name\n\x00\x00",
    "quotes.csv": b'name\n"' + b"x" * 500_000,
    "latin.csv": b"name\n\xff\xfe",
    "markup.json": cards({"id": "[b]", "game": "[b]x[/b]", "values": {"name": "[color=1]"}}),
    "list.json": b"[]",
    "empty.json": b"",
    "floats.json": b'{"adjutant": "cards", "version": NaN}',
    "keys.json": cards({"id": "x", "game": "aam", "values": {"name": "x", "__class__": "y", "abilities": {"\u202e": 1}}}),
}


def test_a_file_that_bites_is_refused_and_nothing_is_taken(start: Start, tmp_path: Path) -> None:
    from screens.pages import exchange

    driver = start(SMALL, language="en")
    known = frozenset(driver.app.context.library.cards)
    driver.app.navigator.go("cards")
    for name, content in FILES.items():
        file = tmp_path / name
        file.write_bytes(content)
        exchange.look_at(driver.app.context, file)
        driver.until(lambda: driver.has("That does not work") or driver.has("In this file"))
        assert not [text for text, markup in texts_of(driver) if markup]
        assert not driver.has("Take "), name
        assert frozenset(driver.app.context.library.cards) == known
        driver.app.navigator.close_sheet()


def archive(files: dict[str, bytes]) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(name, content)
    return made.getvalue()


BACKUPS = {
    "no zip": b"hello",
    "empty": b"",
    "half": archive({"a": b"b" * 1000})[:40],
    "strangers": archive({"a.txt": b"b"}),
    "outside": archive({"../../evil": b"x", "/etc/evil": b"x"}),
    "bomb": archive({"manifest.json": b"0" * 60_000_000}),
    "deep": archive({"manifest.json": b"[" * 200_000}),
}


def test_a_backup_that_bites_is_refused_and_nothing_changes(start: Start, tmp_path: Path) -> None:
    driver = start(SMALL, language="en")
    sample(driver, "front")
    state, key = driver.app.table.state, driver.app.table.game.key
    source = tmp_path / "in" / "backup.zip"
    source.parent.mkdir()
    driver.app.navigator.go("settings")
    for content in BACKUPS.values():
        source.write_bytes(content)
        driver.app.navigator.page.backups._restore(source)
        driver.frames(2)
        assert driver.has("That does not work")
        driver.app.navigator.close_sheet()
        assert driver.app.context.store.open_game(key).session.state == state
    assert {path.name for path in tmp_path.iterdir()} <= {"in", "data"}


# What the source may never do

NETWORK = {
    "socket",
    "ssl",
    "http",
    "urllib",
    "ftplib",
    "smtplib",
    "poplib",
    "imaplib",
    "telnetlib",
    "xmlrpc",
    "socketserver",
    "asyncio",
    "webbrowser",
    "requests",
    "selectors",
}
FOREIGN = {"pickle", "marshal", "shelve", "dbm", "code", "codeop", "ctypes", "cffi"}
SPOKEN = {"eval", "exec", "compile", "__import__"}
SHELL = {"system", "popen", "spawnl", "spawnv", "execv", "execl"}
HARMLESS = {"urllib.parse"}
OWN_CODE = {"engine/values/quick.py": ["exec"]}
"""A constructor made of the names of a class's own fields, as the standard library makes them."""


def crimes(source: str) -> Iterator[str]:
    """Imports of the network and of foreign code, calls that run text as code, and shells."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names if _bad(alias.name))
            case ast.ImportFrom(module, _, 0) if module and _bad(module):
                yield module
            case ast.Call(func=ast.Name(name)) if name in SPOKEN:
                yield name
            case ast.Call(func=ast.Attribute(ast.Name("os"), name)) if name in SHELL:
                yield f"os.{name}"
            case ast.keyword(arg="shell", value=ast.Constant(value)) if value:
                yield "shell=True"


def _bad(name: str) -> bool:
    return name not in HARMLESS and name.split(".")[0] in NETWORK | FOREIGN


def test_the_source_has_no_network_no_foreign_code_and_no_shell() -> None:
    """But for `link`, which is the network; foreign code and shells are not there either."""
    files = [ROOT / "main.py", *(path for folder in ("engine", "carddb", "link", "hall", "screens") for path in (ROOT / folder).rglob("*.py"))]
    assert len(files) > 100
    found = {path.relative_to(ROOT).as_posix(): list(crimes(path.read_text("utf-8"))) for path in files}
    assert {path: crime for path, crime in found.items() if crime and not path.startswith("link/")} == OWN_CODE
    assert {name for path, crime in found.items() if path.startswith("link/") for name in crime} <= {"asyncio", "socket"}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import socket", ["socket"]),
        ("from urllib.request import urlopen", ["urllib.request"]),
        ("from urllib.parse import quote", []),
        ("import os\nos.system('ls')", ["os.system"]),
        ("eval('1')", ["eval"]),
        ("re.compile('x')", []),
        ("import pickle as p", ["pickle"]),
        ("run(['a'], shell=True)", ["shell=True"]),
        ("run(['a'], shell=False)", []),
        ("def f():\n    import http.client", ["http.client"]),
    ],
)
def test_what_the_scan_finds(source: str, found: list[str]) -> None:
    assert list(crimes(source)) == found


def test_a_tour_with_sockets_forbidden(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """First start, a sample game, an attack, the cards, the settings: nothing asks for a
    network."""

    def forbidden(*_: Any, **__: Any) -> Any:
        raise AssertionError("the network was asked for")

    for name in ("create_connection", "getaddrinfo", "gethostbyname", "create_server"):
        monkeypatch.setattr(socket, name, forbidden)
    for name in ("__init__", "connect", "connect_ex", "bind", "sendto"):
        monkeypatch.setattr(socket.socket, name, forbidden)
    monkeypatch.setattr(os, "system", forbidden)
    driver = start(SMALL)
    driver.tap("English")
    driver.tap("Try it")
    driver.tap("The Front")
    hand = hand_of(driver)
    for _ in range(3):
        hand.onward()
    visited(driver, *({"screen": name} for name in ("cards", "armies", "rules", "settings", "history", "scan", "help")))
    assert driver.app.context.store.backups() is not None
