"""kill -9 at any moment loses nothing that was acknowledged, and leaves nothing that cannot be
read."""

import os
import signal
from pathlib import Path

import pytest

from carddb.disk import Disk
from carddb.storage import JournalStorage
from tools.kills import MODES, run

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no children by fork here")
KILLS = 2_000 if os.environ.get("ADJUTANT_SOAK") == "1" else 100


@pytest.mark.law
def test_nothing_is_lost(tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4))
    result = run(KILLS, seed, tmp_path)
    assert (result.lost, result.unreadable) == ([], []), f"seed {seed}: {result}"
    assert set(result.kills) == set(MODES)
    assert result.halfway
    assert result.taps > KILLS


def test_a_disk_that_saves_later_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second entry waits in memory for the next one."""
    waiting: list[bytes] = []
    original = Disk.append

    def later(disk: Disk, name: str, line: bytes, at: int) -> None:
        if "games/" not in name or disk.size(name) is None:
            original(disk, name, line, at)
        elif waiting:
            original(disk, name, waiting.pop() + line, disk.size(name) or 0)
        else:
            waiting.append(line)

    monkeypatch.setattr(Disk, "append", later)
    monkeypatch.setattr("tools.kills.MODES", {"taps": MODES["taps"]})
    assert any(run(15, seed, tmp_path / str(seed)).lost for seed in range(1, 9)), "on a busy machine a few kills miss the moment"


def test_a_disk_that_overwrites_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As TinyDB's own storage does: the old content is gone before the new one is there. Killed
    in just that moment."""
    parent = os.getpid()

    def over(disk: Disk, name: str, content: bytes) -> None:
        (disk.root / name).parent.mkdir(parents=True, exist_ok=True)
        game = "games/" in name and (disk.root / name).exists()
        with (disk.root / name).open("wb", buffering=0) as file:
            file.write(content[: len(content) // 2])
            if os.getpid() != parent and game:
                os.kill(os.getpid(), signal.SIGKILL)
            file.write(content[len(content) // 2 :])

    monkeypatch.setattr(Disk, "replace", over)
    monkeypatch.setattr(JournalStorage, "tidy", JournalStorage._rewrite)  # at every rest
    monkeypatch.setattr("tools.kills.MODES", {"compaction": MODES["compaction"]})
    result = run(6, 1, tmp_path)
    assert result.lost or result.unreadable
