"""Files: whole or as before, and every refusal of the device in a sentence."""

import errno
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from carddb.disk import Disk
from carddb.trouble import CannotOpen, CannotSave, Elsewhere, Taken
from tests.carddb.disks import Broken, Full


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    disk = Disk(tmp_path)
    disk.replace("a", b"one\n")
    return disk


def test_append_and_replace(disk: Disk, tmp_path: Path) -> None:
    disk.append("a", b"two\n", 4)
    assert disk.read("a") == b"one\ntwo\n"
    disk.replace("x/y/b", b"new")
    assert disk.read("x/y/b") == b"new"
    assert (disk.size("a"), disk.size("x/y/b"), disk.size("c")) == (8, 3, None)
    assert disk.names() == ("a", "x")
    assert disk.names("x/y") == ("b",)
    assert disk.names("nowhere") == ()
    assert disk.read("c") is None


@pytest.mark.parametrize("at", [0, 3, 5])
def test_a_file_of_another_length_is_not_appended_to(disk: Disk, at: int) -> None:
    with pytest.raises(Elsewhere):
        disk.append("a", b"two\n", at)
    assert disk.read("a") == b"one\n"
    with pytest.raises(Elsewhere):
        disk.append("b", b"two\n", 0)
    assert disk.size("b") is None


def test_move_and_remove(disk: Disk) -> None:
    disk.move("a", "old/a")
    disk.replace("old/b", b"x")
    assert disk.names("old") == ("a", "b")
    disk.remove("old/b")
    disk.remove("old/b")
    assert disk.names("old") == ("a",)
    disk.remove("old")
    assert disk.names() == ()


@pytest.mark.parametrize("room", range(8))
def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, room: int) -> None:
    disk = Full(tmp_path)
    disk.replace("a", b"one\n")
    disk.room = room
    with pytest.raises(CannotSave, match="the device is full"):
        disk.append("a", b"two two\n", 4)
    assert disk.read("a") == b"one\n"
    disk.room = room
    with pytest.raises(CannotSave, match="the device is full"):
        disk.replace("a", b"three three")
    assert disk.names() == ("a",)
    assert disk.read("a") == b"one\n"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (errno.ENOSPC, "the device is full"),
        (errno.EDQUOT, "the device is full"),
        (errno.EROFS, "may not be written to"),
        (errno.EACCES, "the app may not use the folder"),
        (errno.ENOENT, "is gone"),
        (errno.EIO, "it may be damaged"),
        (errno.EMFILE, f"the error {errno.EMFILE}"),
        (errno.EISDIR, "a folder stands in the place of a file"),
    ],
)
@pytest.mark.parametrize("step", ["write", "half", "sync"])
def test_every_error_is_a_sentence(tmp_path: Path, error: int, sentence: str, step: str) -> None:
    disk = Broken(tmp_path)
    disk.replace("a", b"one\n")
    disk.fail(error, step, times=1)
    with pytest.raises(CannotSave, match=sentence):
        disk.append("a", b"two\n", 4)
    assert disk.read("a") == b"one\n"
    disk.fail(error, step, times=1)
    with pytest.raises(CannotSave, match=sentence):
        disk.replace("a", b"two\n")
    assert disk.read("a") == b"one\n"
    assert disk.names() == ("a",)


def test_an_error_without_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(tmp_path)

    def strange(*_: object) -> None:
        raise OSError("strange")

    monkeypatch.setattr(disk, "_rename", strange)
    with pytest.raises(CannotSave, match="the error 0"):
        disk.replace("a", b"x")


def test_a_vanished_folder_is_not_made_again(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "data")
    disk.begin()
    disk.replace("games/a", b"x")
    disk.remove("")
    for name in ("games/a", "b"):
        with pytest.raises(CannotSave, match="is gone"):
            disk.replace(name, b"x")
    assert not (tmp_path / "data").exists()


def test_what_cannot_be_made_or_read_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(CannotSave, match="is gone"):
        Disk(tmp_path / "file" / "data").begin()
    assert Disk(tmp_path / "file").names() == ()
    with pytest.raises(CannotOpen, match="a folder stands in the place of a file"):
        Disk(tmp_path).read("")


class TestAlone:
    def test_one_writer_at_a_time(self, tmp_path: Path) -> None:
        first, second = Disk(tmp_path), Disk(tmp_path)
        first.claim()
        with pytest.raises(Taken, match="another copy"):
            second.claim()
        with pytest.raises(Taken):
            second.replace("a", b"x")
        first.replace("a", b"y")
        assert second.read("a") == b"y"
        first.release()
        second.replace("a", b"x")
        assert (first.locks, second.locks) == (1, 1)
        second.release()

    def test_forbidden_for_good(self, tmp_path: Path) -> None:
        first, second = Disk(tmp_path), Disk(tmp_path)
        first.claim()
        with pytest.raises(Taken) as taken:
            second.claim()
        second.forbid(taken.value.why)
        first.release()
        writes: list[Callable[[], None]] = [partial(second.append, "a", b"", 0), partial(second.remove, "a"), partial(second.move, "a", "b")]
        for write in writes:
            with pytest.raises(CannotSave, match="another copy"):
                write()

    def test_a_folder_that_comes_back_is_claimed_again(self, tmp_path: Path) -> None:
        disk = Disk(tmp_path / "data")
        disk.begin()
        disk.claim()
        disk.remove("")
        with pytest.raises(CannotSave, match="is gone"):
            disk.claim()
        disk.begin()
        with pytest.raises(Elsewhere):
            disk.append("a", b"x", 0)
        assert disk.locks == 2
        with pytest.raises(Taken):
            Disk(tmp_path / "data").claim()
        disk.release()

    @pytest.mark.parametrize(("error", "works"), [(errno.ENOLCK, True), (errno.EIO, False)])
    def test_a_device_that_knows_no_locks(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, works: bool) -> None:
        def no_locks(*_: object) -> None:
            raise OSError(error, "no locks")

        monkeypatch.setattr("fcntl.flock", no_locks)
        disk = Disk(tmp_path)
        if works:
            disk.claim()
            disk.replace("a", b"x")
        else:
            with pytest.raises(CannotSave):
                disk.claim()
        disk.release()
