"""Checksummed lines: the longest good prefix whatever happened, the damaged file kept, nothing
of others overwritten."""

import errno
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddb.disk import Disk
from carddb.journal import Journal, Lost, framed, sound
from carddb.storage import JournalStorage
from carddb.trouble import CannotSave
from engine.values.texts import english
from tests.carddb.disks import Broken, Full, MemoryDisk, Recorder, crashes

TEXTS = ["first", '{"é": "\ud800"}', "", "x" * 300, "last"]


def whole(data: bytes) -> int:
    """The longest good prefix, worked out the slow way: every line against the checksum of all
    before it."""
    good = 0
    for end in [place + 1 for place, byte in enumerate(data) if byte == 10]:
        line = data[good:end]
        if line[:9] != f"{crc32(data[:good] + line[9:-1]):08x} ".encode():
            break
        good = end
    return good


def test_a_line_by_hand() -> None:
    assert framed(["a"]) == b"e8b7be43 a\n"  # CRC-32 of "a", as in every table of it
    assert framed(["a", "b"]) == b"e8b7be43 a\n" + f"{crc32(b'e8b7be43 a' + bytes([10]) + b'b'):08x} b".encode() + b"\n"


def test_the_example_in_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs" / "files.md").read_text("utf-8")
    example = text.split("A journal is a file of lines:\n\n```\n")[1].split("```")[0].encode()
    storage = JournalStorage(MemoryDisk({"j": example}), "j", "cards")
    assert storage.journal.lost is None
    assert storage.read() == {"cards": {"tiger": {"name": "Tiger", "armour": 6}}}


def test_reading_forwards_and_backwards() -> None:
    journal = Journal(MemoryDisk({"j": framed(TEXTS)}), "j")
    assert list(journal.lines()) == TEXTS
    assert list(journal.backwards()) == TEXTS[::-1]
    assert list(journal.lines(len(framed(TEXTS[:3])))) == TEXTS[3:]
    assert journal.last("x") == "x" * 300
    assert journal.last("y") is None
    assert journal.lost is None


@given(st.binary(max_size=80))
def test_any_bytes_have_a_good_prefix(data: bytes) -> None:
    assert sound(data)[0] == whole(data)


def test_every_truncation_and_every_flipped_byte() -> None:
    data = framed(TEXTS)
    ends = [len(framed(TEXTS[:count])) for count in range(len(TEXTS) + 1)]
    for place in range(len(data)):
        before = max(end for end in ends if end <= place)
        assert sound(data[:place]) == (before, crc32(data[:before]))
        for mask in (1, 16, 32, 255):
            flipped = bytearray(data)
            flipped[place] ^= mask
            assert sound(bytes(flipped))[0] == before


@pytest.mark.parametrize(
    ("damaged", "left", "lost"),
    [
        (framed(TEXTS) + b"12", TEXTS, 0),
        (framed(TEXTS)[:-1], TEXTS[:-1], 0),
        (framed(TEXTS) + b"12345678 x\n12", TEXTS, 1),
        (framed(TEXTS[:2]) + b"\n" + framed(TEXTS)[len(framed(TEXTS[:2])) :], TEXTS[:2], 4),
        (framed(TEXTS[:2]) + framed(TEXTS)[len(framed(TEXTS[:3])) :], TEXTS[:2], 2),
        (b"\0" * 50, [], 0),
    ],
)
def test_damage_is_kept_beside_and_told(damaged: bytes, left: list[str], lost: int) -> None:
    disk = MemoryDisk({"g/j": damaged, "g/j.damaged-1": b"older"})
    journal = Journal(disk, "g/j")
    assert list(journal.lines()) == left
    assert journal.lost == Lost(lost, "j.damaged-2")
    assert disk.files == {**({"g/j": framed(left)} if left else {}), "g/j.damaged-1": b"older", "g/j.damaged-2": damaged}
    assert Journal(disk, "g/j").lost is None
    journal.add("more")
    assert list(Journal(disk, "g/j").lines()) == [*left, "more"]


def test_what_is_told() -> None:
    assert english(Lost(0, "j.damaged-1").told("Cards")) == ("Cards: an unfinished line at the end was left out; the damaged file is kept as j.damaged-1.")
    assert english(Lost(1).told("Cards")) == "Cards: one line cannot be read any more and is lost; the file was left as it is."
    assert english(Lost(7).told("Cards")).startswith("Cards: 7 lines cannot be read any more and are lost; ")


def test_only_looking_mends_nothing() -> None:
    disk = MemoryDisk({"j": framed(TEXTS) + b"12"})
    assert Journal(disk, "j", mend=False).lost == Lost(0)
    assert disk.files == {"j": framed(TEXTS) + b"12"}


def test_damage_on_a_full_disk_is_mended_by_the_first_line_that_fits(tmp_path: Path) -> None:
    disk = Full(tmp_path)
    disk.replace("j", framed(TEXTS) + b"12")
    disk.room = 20
    journal = Journal(disk, "j")
    assert journal.lost == Lost(0)
    with pytest.raises(CannotSave):
        journal.add("more")
    assert disk.read("j") == framed(TEXTS) + b"12"
    disk.room = 10_000
    journal.add("more")
    assert disk.read("j") == framed([*TEXTS, "more"])
    assert disk.read("j.damaged-1") == framed(TEXTS) + b"12"


@pytest.mark.parametrize("steps", [("write",), ("half",), ("sync",), ("half", "cut"), ("sync", "cut"), ("create",), ("rename",), ("sync_folder",)])
def test_a_failed_line_comes_once_when_it_can_be_written(tmp_path: Path, steps: tuple[str, ...]) -> None:
    """Whatever a failed write left in the file, the next one that works leaves exactly what was
    acknowledged."""
    disk = Broken(tmp_path)
    journal = Journal(disk, "j")
    disk.fail(errno.EIO, *steps, times=len(steps))
    saved: list[str] = []
    for text in ["a", "b", "c", "d"]:
        with suppress(CannotSave):
            journal.add(text)
            saved.append(text)
            disk.fail(errno.EIO, *steps, times=len(steps))
        assert list(journal.lines()) == saved
    disk.fail(0)
    journal.add("e")
    assert list(Journal(disk, "j").lines()) == [*saved, "e"]
    assert disk.names() == ("j",)


def test_two_failures_in_a_row(tmp_path: Path) -> None:
    disk = Broken(tmp_path)
    journal = Journal(disk, "j")
    journal.add("a")
    disk.fail(errno.ENOSPC, "sync", "cut", "create")
    for text in ("b", "longer"):
        with pytest.raises(CannotSave):
            journal.add(text)
    assert disk.read("j") == framed(["a", "b"])  # nobody could take it back
    disk.fail(0)
    journal.add("longer still")
    assert disk.read("j") == framed(["a", "longer still"])
    assert disk.names() == ("j",)


def test_a_rewrite_that_failed_after_the_fact(tmp_path: Path) -> None:
    disk = Broken(tmp_path)
    journal = Journal(disk, "j")
    journal.add("a", "b")
    disk.fail(errno.EIO, "sync_folder", times=1)
    with pytest.raises(CannotSave):
        journal.rewrite(["ab"])
    journal.add("c")
    assert list(Journal(disk, "j").lines()) == ["a", "b", "c"]


def test_a_file_that_vanished_or_shrank_is_written_again(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    journal = Journal(disk, "g/j")
    journal.add("a", "b")
    disk.remove("g")
    journal.add("c")
    assert list(Journal(disk, "g/j").lines()) == ["a", "b", "c"]
    disk.replace("g/j", framed(["a"])[:5])
    journal.save()
    assert list(Journal(disk, "g/j").lines()) == ["a", "b", "c"]
    assert disk.names("g") == ("j",)
    journal.save()


def test_what_another_copy_wrote_is_left_alone(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    ours, theirs = Journal(disk, "j"), Journal(disk, "j")
    ours.add("a")
    theirs = Journal(disk, "j")
    theirs.add("b")
    for _ in range(2):
        with pytest.raises(CannotSave, match="another copy of the app has changed j"):
            ours.add("c")
        with pytest.raises(CannotSave, match="another copy of the app has changed j"):
            ours.save()
    assert list(Journal(disk, "j").lines()) == ["a", "b"]


def test_after_the_lock_was_lost_the_file_is_looked_at(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.claim()
    journal = Journal(disk, "j")
    journal.add("a")
    disk.remove("lock")
    journal.add("b")
    journal.add("c")
    assert disk.locks == 2
    disk.remove("lock")
    disk.replace("j", framed(["a", "x", "c"]))
    with pytest.raises(CannotSave, match="another copy"):
        journal.add("d")
    disk.release()


def test_power_cut(tmp_path: Path) -> None:
    """After every step of the device, with everything unsynced there, not there or torn: all
    acknowledged lines."""
    assert _survivors(tmp_path / "good") == []


@pytest.mark.parametrize("forgets", ["sync", "sync_folder"])
def test_the_power_cut_finds_a_missing_sync(tmp_path: Path, forgets: str) -> None:
    assert _survivors(tmp_path / forgets, forgets) != []


def _survivors(folder: Path, *forgets: str) -> list[object]:
    """Crashes that lost something or left something that was never written."""
    folder.mkdir()
    disk = Recorder(folder, frozenset(forgets))
    journal, done = Journal(disk, "g/j"), list[str]()
    for text in ("a", "bb", "ccc"):
        journal.add(text)
        disk.ack(text)
        done.append(text)
    journal.rewrite(["a+bb+ccc"])
    disk.ack("a+bb+ccc")
    journal.add("d")
    disk.ack("d")
    found = [(acked, list(Journal(MemoryDisk(image), "g/j").lines())) for acked, image in crashes(disk.steps)]
    assert len(found) > 30 or forgets
    return [(acked, lines) for acked, lines in found if not _kept(acked, lines)]


def _kept(acked: list[str], lines: list[str]) -> bool:
    possible = [["a", "bb", "ccc"][:count] for count in range(4)] + [["a+bb+ccc"], ["a+bb+ccc", "d"]]
    return lines in possible[len(acked) :]
