"""One file for everything, and back: all or nothing, never outside the folder, whatever the file
holds."""

import json
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest

from carddb import archive
from carddb.journal import framed
from carddb.storage import Format, JournalStorage, dumped
from carddb.store import Store
from carddb.trouble import CannotOpen, CannotSave
from engine.values.events import Noted
from engine.values.texts import english
from tests.carddb.disks import Full, MemoryDisk
from tests.carddb.play import clock
from tests.carddb.test_store import RULESETS, TANK, TIGER, _content, again, new


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "data", RULESETS, clock())
    store.cards.put("sherman", TANK)
    store.settings.set("language", "fr")
    new(store, "Evening", "tea", "biscuits")
    yield store
    store.close()


def seen(store: Store) -> object:
    """Everything a player could see."""
    games = {line.name: store.open_game(line.key).session.state for line in store.games()}
    return store.cards.all(), store.armies.all(), store.settings.get("language"), games


def entries(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as found:
        return {info.filename: found.read(info) for info in found.infolist()}


def archived(held: dict[str, bytes], **manifest: object) -> bytes:
    told = {"adjutant": "backup", "version": 1, "made": "x", "files": archive.sums(held), **manifest}
    into = BytesIO()
    with zipfile.ZipFile(into, "w") as made:
        made.writestr("manifest.json", json.dumps(told))
        for name, data in held.items():
            made.writestr(name, data)
    return into.getvalue()


class TestRoundTrip:
    def test_there_and_back(self, store: Store, tmp_path: Path) -> None:
        before = seen(store)
        store.back_up(tmp_path / "all.zip")
        store.cards.put("tiger", TIGER)
        store.settings.set("language", "en")
        session = store.open_game(store.games()[0].key).session
        session.dispatch(Noted("after the backup"))
        new(store, "Other")
        store.restore(tmp_path / "all.zip")
        assert seen(store) == before
        assert store.told == ()
        session.dispatch(Noted("by a screen that does not know yet"))
        late = again(store)
        assert seen(late) == before
        assert [name for name in late.disk.names() if name.startswith("g")] == ["g2"]
        late.close()

    def test_into_another_app(self, store: Store, tmp_path: Path) -> None:
        store.back_up(tmp_path / "all.zip")
        other = Store(tmp_path / "other", RULESETS, clock())
        other.cards.put("tiger", TIGER)
        other.restore(tmp_path / "all.zip")
        assert seen(other) == seen(store)
        other.close()

    def test_an_empty_one(self, store: Store, tmp_path: Path) -> None:
        empty = Store(tmp_path / "empty", RULESETS, clock())
        empty.back_up(tmp_path / "empty.zip")
        assert list(entries(tmp_path / "empty.zip")) == ["manifest.json"]
        empty.close()
        store.restore(tmp_path / "empty.zip")
        assert seen(store) == ({}, {}, None, {})

    def test_it_holds_whole_lines_and_no_index(self, store: Store, tmp_path: Path) -> None:
        key = store.games()[0].key
        with (store.disk.root / f"g1/games/{key}.journal").open("ab") as file:
            file.write(b"half a li")
        store.back_up(tmp_path / "all.zip")
        found = entries(tmp_path / "all.zip")
        assert set(found) == {"manifest.json", "cards.journal", "settings.journal", f"games/{key}.journal"}
        assert found[f"games/{key}.journal"].endswith(b"]]\n")
        store.restore(tmp_path / "all.zip")
        assert store.open_game(key).told == ()

    def test_an_older_version_is_upgraded(self, store: Store, tmp_path: Path) -> None:
        store.back_up(tmp_path / "all.zip")
        form = Format(
            2,
            {
                1: lambda data: {
                    **data,
                    "tables": {
                        name: {key: {**doc, "new": 1} if name == "cards" else doc for key, doc in found.items()} for name, found in data["tables"].items()
                    },
                }
            },
        )
        other = Store(tmp_path / "other", RULESETS, clock(), form=form)
        other.restore(tmp_path / "all.zip")
        assert other.cards.all() == {"sherman": {**TANK, "new": 1}}
        other.close()


class TestAutomatic:
    def test_when_something_changed_and_the_last_ten(self, store: Store) -> None:
        assert store.back_up_if_changed()
        assert not store.back_up_if_changed()
        for n in range(12):
            store.settings.set("n", n)
            assert store.back_up_if_changed()
        kept = store.backups()
        assert [each.number for each in kept] == list(range(13, 3, -1))
        assert all(each.name[7:].startswith("2026100100") for each in kept)
        assert [each.name for each in kept] == sorted((each.name for each in kept), reverse=True)
        assert len(store.disk.names("backups")) == 10

    def test_restored_by_name_and_the_restoring_can_be_undone(self, store: Store) -> None:
        before = seen(store)
        store.back_up_if_changed()
        store.cards.put("tiger", TIGER)
        changed = seen(store)
        store.restore(store.backups()[0])
        assert seen(store) == before
        store.restore(store.backups()[0])  # what was there was backed up first
        assert seen(store) == changed

    def test_nothing_to_back_up(self, tmp_path: Path) -> None:
        store = Store(tmp_path, RULESETS, clock())
        assert not store.back_up_if_changed()
        assert store.backups() == ()
        store.close()

    def test_a_damaged_last_one_is_replaced(self, store: Store) -> None:
        store.back_up_if_changed()
        (store.disk.root / "backups" / store.backups()[0].name).write_bytes(b"?")
        (store.disk.root / "backups" / "notes.txt").write_bytes(b"?")
        assert store.back_up_if_changed()
        assert len(store.backups()) == 2

    def test_a_clock_set_back(self, store: Store) -> None:
        store.back_up_if_changed()
        store.clock = lambda: "1970-01-01T00:00:00"
        store.settings.set("n", 1)
        store.back_up_if_changed()
        assert [each.name for each in store.backups()] == ["000002-19700101000000.zip", "000001-20261001000300.zip"]


class TestRefused:
    """Whatever is wrong is one sentence, and nothing changes."""

    def refused(self, store: Store, data: bytes, sentence: str) -> None:
        path = store.disk.root.parent / "bad.zip"
        path.write_bytes(data)
        before = _content(store.disk.root)
        with pytest.raises(CannotOpen) as no:
            store.restore(path)
        assert sentence in english(no.value.why)
        assert _content(store.disk.root) == before
        assert not [each for each in store.disk.root.parent.iterdir() if each.name not in ("data", "bad.zip", "all.zip")]
        assert store.cards.all() == {"sherman": TANK}

    def good(self, store: Store) -> dict[str, bytes]:
        store.back_up(store.disk.root.parent / "all.zip")
        files = entries(store.disk.root.parent / "all.zip")
        del files["manifest.json"]
        return files

    @pytest.mark.parametrize(
        "name",
        [
            "../evil.journal",
            "/tmp/evil.journal",
            "games/../../evil.journal",
            "games/x/y.journal",
            "..",
            "C:\\evil.journal",
            "games\\x.journal",
            "cards.journal/",
            "lock",
            "index.journal",
            "games/",
            "games/.journal",
            "games/Ü.journal",
            "games/" + "x" * 65 + ".journal",
            "cards.journal\n",
            "trash/x.journal",
            "games/x.journal.damaged-1",
        ],
    )
    def test_names(self, store: Store, name: str) -> None:
        self.refused(store, archived({**self.good(store), name: framed(["x"])}), "does not belong there")

    def test_a_name_with_a_secret_end(self, store: Store) -> None:
        data = archived({**self.good(store), "armies.journalX": b""}, files={}).replace(b"armies.journalX", b"armies.journal\0")
        self.refused(store, data, "does not belong there")

    @pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFDIR, stat.S_IFIFO, stat.S_IFCHR])
    def test_links_and_worse(self, store: Store, mode: int) -> None:
        info = zipfile.ZipInfo("armies.journal")
        info.external_attr = (mode | 0o777) << 16
        into = BytesIO(archived(self.good(store)))
        with zipfile.ZipFile(into, "a") as made:
            made.writestr(info, "/etc/passwd")
        self.refused(store, into.getvalue(), "does not belong there")

    def test_the_same_name_twice(self, store: Store) -> None:
        into = BytesIO(archived(self.good(store)))
        with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(into, "a") as made:
            made.writestr("cards.journal", b"")
        self.refused(store, into.getvalue(), "does not belong there")

    @pytest.mark.parametrize("data", [b"", b"PK", b"x" * 100, b"PK\x05\x06" + bytes(18)])
    def test_no_archive(self, store: Store, data: bytes) -> None:
        self.refused(store, data, "not a backup of this app")

    @pytest.mark.parametrize("manifest", [{"adjutant": "cards"}, {"version": "1"}, {"files": []}, {"made": 3}])
    def test_another_manifest(self, store: Store, manifest: dict[str, object]) -> None:
        self.refused(store, archived(self.good(store), **manifest), "not a backup of this app")

    def test_a_newer_one(self, store: Store) -> None:
        self.refused(store, archived(self.good(store), version=2), "newer version of the app")

    def test_a_newer_journal(self, store: Store) -> None:
        disk = MemoryDisk()
        JournalStorage(disk, "j", "cards", Format(2)).append(("cards", "x", {}))
        self.refused(store, archived({"cards.journal": disk.files["j"]}), "newer version of the app")

    @pytest.mark.parametrize(
        "change",
        [
            lambda files: {**files, "cards.journal": files["cards.journal"] + b"x"},
            lambda files: {**files, "cards.journal": b""},
            lambda files: {**files, "cards.journal": framed(["nonsense"])},
            lambda files: {**files, "cards.journal": files["settings.journal"]},
            lambda files: {**files, "cards.journal": framed([dumped({"adjutant": "cards", "version": 1}), '[["cards","x",3]]'])},
            lambda files: {**files, "games/x.journal": framed([dumped({"adjutant": "game", "version": 1}), '[["game","1",{}]]'])},
        ],
    )
    def test_files_that_do_not_open(self, store: Store, change: Callable[[dict[str, bytes]], dict[str, bytes]]) -> None:
        path = store.disk.root.parent / "bad.zip"
        path.write_bytes(archived(change(self.good(store))))
        before = _content(store.disk.root)
        with pytest.raises(CannotOpen):
            store.restore(path)
        assert _content(store.disk.root) == before

    def test_a_game_that_does_not_open_is_not_backed_up(self, store: Store) -> None:
        """Or its backup would be refused with all that is in it."""
        files = self.good(store)
        key = store.games()[0].key
        with (store.disk.root / f"g1/games/{key}.journal").open("r+b") as file:
            file.seek(50)
            file.write(b"?")
        assert self.good(store).keys() == files.keys() - {f"games/{key}.journal"}

    def test_checksums(self, store: Store) -> None:
        files = self.good(store)
        self.refused(store, archived(files, files=archive.sums({**files, "cards.journal": b"x"})), "the backup is damaged")
        self.refused(store, archived({}, files=archive.sums(files)), "the backup is damaged")

    def test_every_flipped_byte_and_truncation_is_refused_or_harmless(self, store: Store) -> None:
        self.good(store)
        data = (store.disk.root.parent / "all.zip").read_bytes()
        whole = archive.unpacked(data, Format())
        for place in range(0, len(data), 3):
            flipped = bytearray(data)
            flipped[place] ^= 0x41
            for damaged in (bytes(flipped), data[:place]):
                with suppress(CannotOpen):
                    assert archive.unpacked(damaged, Format()) == whole

    def test_too_much(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        data = archived(self.good(store))
        monkeypatch.setattr(archive, "MOST_FILES", 2)
        self.refused(store, data, "too large")
        monkeypatch.undo()
        bomb = BytesIO()
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr("manifest.json", json.dumps({"adjutant": "backup", "version": 1, "made": "", "files": {}}))
            made.writestr("cards.journal", bytes(20_000_000))
        monkeypatch.setattr(archive, "MOST_BYTES", 10_000_000)
        self.refused(store, bomb.getvalue(), "too large")
        monkeypatch.setattr("carddb.backup.MOST_BYTES", 100)
        self.refused(store, data, "too large")

    def test_a_file_that_holds_more_than_it_says(self, store: Store) -> None:
        data = archived({**self.good(store), "armies.journal": b"x" * 1000})
        self.refused(store, data.replace((1000).to_bytes(4, "little"), (900).to_bytes(4, "little")), "the backup is damaged")

    def test_no_such_file(self, store: Store) -> None:
        with pytest.raises(CannotOpen, match=r"there is no backup x\.zip"):
            store.restore(Path("/nowhere/x.zip"))


def test_a_full_disk_restores_nothing(tmp_path: Path) -> None:
    disk = Full(tmp_path / "data")
    store = Store(disk.root, RULESETS, clock(), disk)
    store.cards.put("sherman", TANK)
    new(store, "Evening", "tea")
    store.back_up(tmp_path / "all.zip")
    store.cards.put("tiger", TIGER)
    before = seen(store)
    for first in (store.backups, store.back_up_if_changed):  # what is there cannot be backed up; then the new cannot be written
        disk.room = 10**6
        first()
        for room in range(0, 700, 100):
            disk.room = room
            with pytest.raises(CannotSave, match="the device is full"):
                store.restore(tmp_path / "all.zip")
            assert seen(store) == before
            assert not [name for name in store.disk.names() if name.endswith(".new")]
    disk.room = 10**6
    store.restore(tmp_path / "all.zip")
    assert store.cards.all() == {"sherman": TANK}
    with pytest.raises(CannotSave, match="is gone"):
        store.back_up(tmp_path / "nowhere" / "all.zip")
    store.close()
