"""kill -9 at any moment loses nothing that was acknowledged, and leaves nothing that cannot be
read."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from carddb.disk import Disk
from carddb.storage import JournalStorage
from tools import kills

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no children by fork here")
ROOT = Path(__file__).resolve().parents[2]
KILLS = 2_000 if os.environ.get("ADJUTANT_SOAK") == "1" else 100


def told(play: str, *args: object) -> dict[str, Any]:
    """What comes of one of the plays below, in a process of its own: where threads run, as in
    one that draws, nobody may fork."""
    script = f"from tests.carddb import test_kills; test_kills.{play}(*{args!r})"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def tell(result: kills.Result) -> None:
    print(json.dumps(vars(result)))


def play_as_it_is(count: int, seed: int, folder: str) -> None:
    tell(kills.run(count, seed, Path(folder)))


@pytest.mark.law
def test_nothing_is_lost(tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4))
    result = told("play_as_it_is", KILLS, seed, str(tmp_path))
    assert (result["lost"], result["unreadable"]) == ([], []), f"seed {seed}: {result}"
    assert set(result["kills"]) == set(kills.MODES)
    assert result["halfway"]
    assert result["taps"] > KILLS


def play_on_a_disk_that_saves_later(folder: str) -> None:
    """Every second entry waits in memory for the next one, and there the kill comes."""
    waiting: list[bytes] = []
    original = Disk.append

    def later(disk: Disk, name: str, line: bytes, at: int) -> None:
        if "games/" not in name or disk.size(name) is None:
            original(disk, name, line, at)
        elif waiting:
            os.kill(os.getpid(), signal.SIGKILL)
        else:
            waiting.append(line)

    Disk.append = later  # type: ignore[method-assign]  # of this process and its children
    kills.MODES = {"taps": kills.MODES["taps"]}
    tell(kills.run(15, 1, Path(folder)))


def test_a_disk_that_saves_later_is_found_out(tmp_path: Path) -> None:
    assert told("play_on_a_disk_that_saves_later", str(tmp_path))["lost"]


def play_on_a_disk_that_overwrites(folder: str) -> None:
    """As TinyDB's own storage does: the old content is gone before the new one is there, and
    there the kill comes."""
    parent = os.getpid()

    def over(disk: Disk, name: str, content: bytes) -> None:
        (disk.root / name).parent.mkdir(parents=True, exist_ok=True)
        game = "games/" in name and (disk.root / name).exists()
        with (disk.root / name).open("wb", buffering=0) as file:
            file.write(content[: len(content) // 2])
            if os.getpid() != parent and game:
                os.kill(os.getpid(), signal.SIGKILL)
            file.write(content[len(content) // 2 :])

    Disk.replace = over  # type: ignore[method-assign]  # of this process and its children
    JournalStorage.tidy = JournalStorage._rewrite  # type: ignore[method-assign]  # at every rest
    kills.MODES = {"compaction": kills.MODES["compaction"]}
    tell(kills.run(6, 1, Path(folder)))


def test_a_disk_that_overwrites_is_found_out(tmp_path: Path) -> None:
    result = told("play_on_a_disk_that_overwrites", str(tmp_path))
    assert result["lost"] or result["unreadable"]
