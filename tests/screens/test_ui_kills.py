"""The app killed in the middle of attacks, ledgers, imports and backups: it comes back to the
same screen and question."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from carddb.qr import card_code
from tests.screens.film import Film, shown
from tests.screens.small import SMALL, hand_of

pytestmark = pytest.mark.usefixtures("hurried")
Start = Callable[..., Any]
SOAK = os.environ.get("ADJUTANT_SOAK") == "1"
GAMES = ("aam", "dust", "2gm", "epic", "front")
ROOT = Path(__file__).resolve().parents[2]
KILLS, EVERY, REAL = (30, 2, 5) if SOAK else (2, 5, 0)
"""How many kills a game takes, how many taps lie between two of them, and how many of real
processes."""


@contextmanager
def killed(driver: Any, to: Path) -> Iterator[Any]:
    """The app over the files as they lie on the disk now, in the same window; the one before
    comes back afterwards."""
    from kivy.core.window import Window

    from main import app
    from tools.driver import Driver

    before, size = Window.children[:], Window.size
    for child in before:
        Window.remove_widget(child)
    shutil.copytree(driver.app.context.store.disk.root, to)
    after = Driver(app(to), size)
    try:
        yield after
    finally:
        after.stop()
        for child in reversed(before):
            Window.add_widget(child)


def same(driver: Any, to: Path) -> None:
    """Killed now, nothing of the game is lost and nobody has to look for his question."""
    app = driver.app
    with killed(driver, to) as after:
        again = after.app
        assert [place["screen"] for place in again.navigator.places] == [place["screen"] for place in app.navigator.places]
        assert {key: again.navigator.here.get(key) for key in ("unit", "procedure", "card")} == {
            key: app.navigator.here.get(key) for key in ("unit", "procedure", "card")
        }
        assert (again.context.desk.table is None) is (app.context.desk.table is None)
        if app.context.desk.table:
            assert again.table.game.key == app.table.game.key
            assert again.table.state == app.table.state
            assert again.table.prompt == app.table.prompt
        assert not again.navigator.said
    shutil.rmtree(to)


def sample(driver: Any, game: str) -> Any:
    driver.app.navigator.go("setup", sample=True)
    driver.app.navigator.page._choose(game)
    driver.frames(3)
    return hand_of(driver, seed=11)


def taps(driver: Any, hand: Any) -> Iterator[str]:
    """A player who acts, answers and goes on; after each tap the moment is named."""
    app = driver.app
    yield "begun"
    while True:
        driver.wait_lock()
        if app.navigator.open_sheet:
            hand.overrule()
            yield "sheet"
        elif app.table.prompt is not None:
            if app.navigator.here["screen"] != "ask":
                hand.press(hand.main())
                yield "asked"
            hand.answer()
            yield "answered"
        elif app.navigator.here["screen"] == "pick":
            hand.pick()
            yield "picked"
        elif app.navigator.here["screen"] == "unit":
            rows = [row for row in hand.of("ActionRow") if getattr(row, "do", None)]
            hand.press(hand.random.choice(rows)) if rows else driver.back()
            yield "wanted"
        elif app.navigator.here["screen"] != "table":
            app.navigator.replace({"screen": "home"}, {"screen": "table"})
            driver.frames(2)
        elif hand.random.random() < 0.6 and hand.of("UnitRow"):
            hand.press(hand.random.choice(hand.of("UnitRow")))
            yield "unit"
        else:
            hand.press(hand.main())
            yield "onward"


@pytest.mark.law
@pytest.mark.parametrize("game", GAMES)
def test_a_kill_at_any_tap_comes_back_to_the_same_question(start: Start, tmp_path: Path, game: str) -> None:
    driver = start(SMALL, language="en")
    moments = taps(driver, sample(driver, game))
    for number in range(KILLS):
        for _ in range(EVERY):
            next(moments)
        same(driver, tmp_path / f"killed{number}")


# Long work on files: a kill at every single write of it


def watched(driver: Any, monkeypatch: pytest.MonkeyPatch, to: Path) -> list[Path]:
    """From now on the folder is copied before every step on the disk, and with half of what is
    being written."""
    disk, copies = driver.app.context.store.disk, list[Path]()
    write = disk._write

    def copy() -> None:
        copies.append(to / f"{len(copies):03}")
        shutil.copytree(disk.root, copies[-1])

    def half(file: Any, content: bytes) -> None:
        write(file, content[: len(content) // 2])
        copy()
        write(file, content[len(content) // 2 :])

    monkeypatch.setattr(disk, "_write", half)
    for name in ("_rename", "_unlink", "_sync"):
        step = getattr(disk, name)
        monkeypatch.setattr(disk, name, lambda *args, step=step: (copy(), step(*args)))
    return copies


def opens(copies: list[Path], read: Callable[[Any], Any]) -> list[Any]:
    """What the app finds in each copy; a copy that does not open whole fails."""
    from main import app

    found = []
    for copy in copies:
        again = app(copy)
        assert not [text.key for text in again.context.store.told if "unfinished" not in text.key]
        found.append(read(again))
        again.context.store.close()
    return found


def world(app: Any) -> tuple[Any, ...]:
    """All tables, all cards, all armies."""
    from carddb.armies import Armies

    games = {line.key: app.context.store.open_game(line.key).session.state for line in app.context.store.games()}
    return games, frozenset(app.context.library.cards), len(Armies(app.context.library).all())


def test_a_kill_in_an_import_leaves_all_of_it_or_nothing(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from carddb.imports import to_json
    from carddb.starter import starter_cards
    from tests.screens.pretend import Pretend

    driver = start(SMALL, language="en")
    sample(driver, "front")
    rows = list(starter_cards("front").values())[:3]
    file = tmp_path / "three.json"
    file.write_text(to_json(rows).replace('"id": "', '"id": "own-'), "utf-8")
    driver.put(device=Pretend(tmp_path, chosen=file))
    driver.app.navigator.go("cards")
    driver.frames(2)
    before = world(driver.app)
    copies = watched(driver, monkeypatch, tmp_path / "copies")
    from screens.pages import exchange

    exchange.choose_file(driver.app.context)
    driver.until(lambda: driver.has("Take 3 cards"))
    driver.tap("Take 3 cards")
    after = world(driver.app)
    assert len(after[1]) == len(before[1]) + 3
    found = opens(copies, world)
    assert len(found) >= 2
    assert all(each in (before, after) for each in found)


def test_a_kill_in_a_restore_leaves_the_old_world_or_the_new_one(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = start(SMALL, language="en")
    sample(driver, "front")
    driver.app.context.store.back_up_if_changed()
    old, kept = world(driver.app), driver.app.context.store.backups()[0]
    driver.app.table.advance()
    new = world(driver.app)
    driver.app.navigator.replace({"screen": "home"}, {"screen": "settings"})
    driver.frames(2)
    copies = watched(driver, monkeypatch, tmp_path / "copies")
    driver.app.navigator.page.backups._restore(kept)
    driver.frames(3)
    assert old != new
    assert world(driver.app) == old
    found = opens(copies, world)
    assert len(found) >= 2
    assert all(each in (old, new) for each in found)


@pytest.mark.parametrize("game", GAMES)
def test_a_kill_in_a_backup_leaves_the_game_and_whole_backups(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Half a backup is never in the list: each one listed opens and holds the game as it was."""
    from screens.app.lifecycle import AdjutantApp

    back_up = AdjutantApp._back_up

    def _back_up(_app: AdjutantApp, _dt: float) -> None:
        """Not the app by itself, some time after its start."""

    monkeypatch.setattr(AdjutantApp, "_back_up", _back_up)
    driver = start(SMALL, language="en")
    sample(driver, game)
    now = world(driver.app)
    copies = watched(driver, monkeypatch, tmp_path / "copies")
    back_up(driver.app, 0)
    assert len(driver.app.context.store.backups()) == 1

    def restored(app: Any) -> int:
        assert world(app) == now
        kept = app.context.store.backups()
        for each in kept:
            app.context.store.restore(each)
            assert world(app) == now
        return len(kept)

    listed = opens(copies, restored)
    assert len(listed) >= 2
    assert set(listed) <= {0, 1}


def test_a_kill_after_a_scan_comes_back_to_what_was_read(start: Start, tmp_path: Path, film: Film) -> None:
    driver = start(SMALL, language="en")
    sample(driver, "aam")
    driver.app.navigator.go("scan")
    driver.frames(3)
    code = card_code(next(iter(driver.app.context.library.cards.values())))
    shown(driver, film, code)
    with killed(driver, tmp_path / "killed") as after:
        assert after.app.navigator.here["screen"] == "scan"
        assert after.app.navigator.here["codes"] == [code]
        assert after.app.table.state == driver.app.table.state


# A real process, really killed


def plays(folder: Path, game: str, seed: int) -> None:
    """The child: plays by touches until it is killed, and says after every tap what stands on
    the screen."""
    from tools.tour import begin, prepare

    prepare(SMALL, samples=0)
    driver = begin(folder, SMALL, language="en")
    hand = sample(driver, game) if driver.app.context.desk.table is None else hand_of(driver, seed)
    hand.random.seed(seed)
    for _ in taps(driver, hand):
        app = driver.app
        said = [app.table.game.saver.count, [place["screen"] for place in app.navigator.places], app.table.prompt.key if app.table.prompt else ""]
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


def lives(folder: Path, game: str, random: Random) -> list[Any]:
    """One life of the child, killed a moment after some tap; the last thing it said."""
    command = [sys.executable, __file__, str(folder), game, str(random.randrange(10**6))]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT, env=env, encoding="utf-8") as child:
        assert child.stdout
        lines = [child.stdout.readline() for _ in range(random.randrange(2, 9))]
        try:
            child.wait(random.random() * 0.2)
        except subprocess.TimeoutExpired:
            child.kill()
        lines += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    found: list[Any] = json.loads([line for line in lines if line.endswith("\n")][-1])
    return found


@pytest.mark.skipif(not SOAK, reason="make soak kills processes that draw")
@pytest.mark.law
@pytest.mark.parametrize("game", GAMES)
def test_a_process_killed_at_any_moment_comes_back(game: str) -> None:
    """Everything it had shown is there; if nothing was tapped since, the same screens and the
    same question."""
    from main import app

    random = Random(game)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(REAL):
            count, screens, asked = lives(Path(folder, "data"), game, random)
            again = app(Path(folder, "data"))
            held = again.context.store.open_game(str(again.context.store.settings.get("game")))
            assert held.saver.count >= count
            if held.saver.count == count:
                assert (held.session.prompt.key if held.session.prompt else "") == asked
                kept = [place["screen"] for place in again.context.store.settings.get("places")]
                assert kept == screens or kept[:-1] == screens or kept == screens[:-1]
            again.context.store.close()


if __name__ == "__main__":
    plays(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
