"""What a stranger puts among the files, or writes into them with good checksums: nothing is lost
by it, and the app starts."""

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zlib import crc32

import pytest

from carddb import archive, generations
from carddb.cards import plain
from carddb.disk import Disk
from carddb.journal import Journal, Lost, framed, sound
from carddb.library import Library
from carddb.search import Filters
from carddb.starter import starter_cards
from carddb.storage import Format
from carddb.store import Store
from carddb.trouble import CannotOpen, CannotSave
from engine.games import RULESETS as GAMES
from engine.values.texts import english, say
from tests.carddb.disks import MemoryDisk
from tests.carddb.play import clock
from tests.carddb.test_store import RULESETS, TANK, TIGER, _content, again, new, told

LEFT = "as their file does not open"


def opened(root: Path) -> Store:
    return Store(root, RULESETS, clock())


def filled(root: Path) -> Path:
    """A folder with one card, one setting and one game in it, the app closed."""
    store = opened(root)
    store.cards.put("sherman", TANK)
    store.settings.set("language", "fr")
    new(store, "Evening", "tea")
    store.close()
    return root


def seen(store: Store) -> object:
    return store.cards.all(), store.settings.get("language"), [line.name for line in store.games()]


ALL = ({"sherman": TANK}, "fr", ["Evening"])


def lined(*bodies: bytes) -> bytes:
    """Lines of any bytes, each with its checksum, as the documentation says."""
    data = b""
    for body in bodies:
        data += f"{crc32(data + body):08x} ".encode() + body + b"\n"
    return data


def head(holds: str) -> bytes:
    return b'{"adjutant":"%s","version":1}' % holds.encode()


STRAYS: dict[str, Callable[[Path], object]] = {
    "file": lambda path: path.write_bytes(b""),
    "folder": lambda path: path.mkdir(),
    "dead link": lambda path: path.symlink_to("/nowhere"),
    "loop": lambda path: path.symlink_to(path),
    "link to a folder": lambda path: path.symlink_to(path.parent / "g1"),
    "folder of others": lambda path: (path / "notes").mkdir(parents=True),
}


class TestGenerations:
    @pytest.mark.parametrize("stray", STRAYS)
    @pytest.mark.parametrize("name", ["g2", "g999999999"])
    def test_what_only_has_the_name_of_one_is_left_alone(self, tmp_path: Path, name: str, stray: str) -> None:
        STRAYS[stray](filled(tmp_path) / name)
        store = opened(tmp_path)
        assert (seen(store), told(store)) == (ALL, [])
        assert {"g1", name} <= {each.name for each in tmp_path.iterdir()}
        store.back_up_if_changed()
        store.cards.put("tiger", TIGER)
        store.restore(store.backups()[0])
        assert seen(store) == ALL
        late = again(store)
        assert seen(late) == ALL
        late.close()

    def test_the_next_one_takes_a_name_that_is_free(self, tmp_path: Path) -> None:
        for name in ("g1", "g3", "g4"):
            (tmp_path / name).mkdir()
        assert generations.free(Disk(tmp_path), 1) == "g2"
        assert generations.free(Disk(tmp_path), 2) == "g5"

    def test_an_empty_backup_stays_restored(self, tmp_path: Path) -> None:
        (tmp_path / "empty.zip").write_bytes(archive.packed({}, "2026"))
        store = opened(filled(tmp_path / "data"))
        store.restore(tmp_path / "empty.zip")
        late = again(store)
        assert seen(late) == ({}, None, [])
        assert [name for name in late.disk.names() if name.startswith("g")] == ["g2"]
        late.close()

    def test_one_made_before_there_was_a_mark(self, tmp_path: Path) -> None:
        (filled(tmp_path) / "g1").rename(tmp_path / "g7")
        store = opened(tmp_path)
        assert seen(store) == ALL
        store.close()

    def test_a_folder_that_cannot_be_listed(self, tmp_path: Path) -> None:
        class Blind(Disk):
            def names(self, folder: str = "") -> tuple[str, ...]:
                raise CannotOpen(say("no"))

        store = Store(filled(tmp_path), RULESETS, clock(), Blind(tmp_path))
        assert (store.settings.get("language"), store.games(), len(told(store))) == ("fr", (), 1)
        store.close()

    def test_nothing_goes_because_of_one_that_cannot_be_looked_into(self, tmp_path: Path) -> None:
        class Locked(Disk):
            def names(self, folder: str = "") -> tuple[str, ...]:
                if folder.startswith("g2"):
                    raise CannotOpen(say("no"))
                return super().names(folder)

        (filled(tmp_path) / "g2").mkdir()
        store = Store(tmp_path, RULESETS, clock(), Locked(tmp_path))
        assert told(store) == ["Games can neither be shown nor saved: no."]
        store.close()
        assert (tmp_path / "g1/cards.journal").exists()


WRONG: dict[str, Callable[[Path], object]] = {
    "newer": lambda path: path.write_bytes(lined(b'{"adjutant":"%s","version":2}' % path.name.split(".")[0].encode())),
    "of another kind": lambda path: path.write_bytes(lined(head("zzz"))),
    "folder": lambda path: path.mkdir(),
    "loop": lambda path: path.symlink_to(path),
}


class TestShelves:
    """One that does not open keeps nothing else closed, and is not written over."""

    @staticmethod
    def put(path: Path, wrong: str) -> None:
        path.unlink(missing_ok=True)
        WRONG[wrong](path)

    @pytest.mark.parametrize("wrong", WRONG)
    def test_cards(self, tmp_path: Path, wrong: str) -> None:
        file = filled(tmp_path) / "g1/cards.journal"
        self.put(file, wrong)
        before, kind = _content(tmp_path).get("g1/cards.journal"), (file.is_dir(), file.is_symlink())
        store = opened(tmp_path)
        assert seen(store) == ({}, "fr", ["Evening"])
        (sentence,) = told(store)
        assert sentence.startswith(f"Cards can neither be shown nor changed, {LEFT}: ")
        writes: list[Callable[[], object]] = [lambda: store.cards.put("x", {}), lambda: store.cards.change({}, ["sherman"])]
        for write in writes:
            with pytest.raises(CannotSave, match="the file there is does not open, and nothing is written over it: "):
                write()
        store.settings.set("sound", True)
        assert store.retry()
        assert (_content(tmp_path).get("g1/cards.journal"), (file.is_dir(), file.is_symlink())) == (before, kind)
        assert len(told(again(store))) == 1  # and again, until somebody does something

    @pytest.mark.parametrize("wrong", WRONG)
    @pytest.mark.parametrize("shelf", ["cards", "armies", "settings"])
    def test_a_backup_puts_it_right_and_the_rest_was_backed_up(self, tmp_path: Path, shelf: str, wrong: str) -> None:
        store = opened(filled(tmp_path / "data"))
        store.back_up(tmp_path / "all.zip")
        new(store, "Second")
        store.close()
        file = store.disk.root / f"g1/{shelf}.journal"
        self.put(file, wrong)
        strange = file.read_bytes() if file.is_file() else None
        late = opened(store.disk.root)
        assert [LEFT in each for each in told(late)] == [True]
        late.restore(tmp_path / "all.zip")
        assert (seen(late), told(late)) == (ALL, [])
        late.cards.put("tiger", TIGER)
        assert _content(late.disk.root).get(f"g2/{shelf}.journal.damaged-1") == strange
        late.restore(late.backups()[0])
        assert [line.name for line in late.games()] == ["Second", "Evening"]
        late.close()

    @pytest.mark.parametrize("wrong", WRONG)
    def test_the_list_of_games_is_made_again(self, tmp_path: Path, wrong: str) -> None:
        self.put(filled(tmp_path) / "g1/index.journal", wrong)
        store = opened(tmp_path)
        assert (seen(store), told(store)) == (ALL, [])
        assert sound((tmp_path / "g1/index.journal").read_bytes())[0] > 0
        store.close()

    def test_a_second_copy_does_without_the_list(self, tmp_path: Path) -> None:
        first = opened(filled(tmp_path))
        self.put(tmp_path / "g1/index.journal", "newer")
        before = _content(tmp_path)
        second = opened(tmp_path)
        assert seen(second) == ALL
        assert _content(tmp_path) == before
        first.close()
        second.close()

    def test_games_that_cannot_be_looked_for(self, tmp_path: Path) -> None:
        games = filled(tmp_path) / "g1/games"
        games.rename(tmp_path / "elsewhere")
        games.symlink_to(games)
        store = opened(tmp_path)
        assert seen(store) == ({"sherman": TANK}, "fr", [])
        assert told(store)[0].startswith("Games can neither be shown nor saved: ")
        store.close()

    def test_one_game_that_leads_nowhere(self, tmp_path: Path) -> None:
        loop = filled(tmp_path) / "g1/games/loop.journal"
        loop.symlink_to(loop)
        store = opened(tmp_path)
        assert {(line.name, line.game) for line in store.games()} == {("Evening", "tiny"), ("", "")}
        assert store.back_up_if_changed()
        store.close()


HOSTILE = {
    "no text": b'[["settings","b",{"value":"\xff"}]]',
    "NaN": b'[["settings","b",{"value":NaN}]]',
    "Infinity": b'[["settings","b",{"value":-Infinity}]]',
    "1e999": b'[["settings","b",{"value":1e999}]]',
    "digits": b'[["settings","b",{"value":%s}]]' % (b"9" * 5000),
    "no change": b'[["settings","b",3]]',
    "no JSON": b"nonsense",
    "deep": b'[["settings","b",{"value":' + b"[" * 200 + b"]" * 200 + b"}]]",
    "half of it good": b'[["settings","a",{"value":2}],["settings","b",NaN]]',
}


class TestLines:
    @pytest.mark.parametrize("line", HOSTILE)
    def test_in_place_they_are_damage(self, tmp_path: Path, line: str) -> None:
        (tmp_path / "g1").mkdir()
        good = lined(head("settings"), b'[["settings","a",{"value":1}]]')
        data = lined(head("settings"), b'[["settings","a",{"value":1}]]', HOSTILE[line], b'[["settings","c",{"value":3}]]')
        (tmp_path / "g1/settings.journal").write_bytes(data)
        store = opened(tmp_path)
        assert [store.settings.get(key) for key in "abc"] == [1, None, None]
        assert told(store) == ["Settings: 2 lines cannot be read any more and are lost; the damaged file is kept as settings.journal.damaged-1."]
        assert _content(tmp_path / "g1") == {"settings.journal": good, "settings.journal.damaged-1": data}
        store.settings.set("d", 4)
        late = again(store)
        assert ([late.settings.get(key) for key in "abcd"], told(late)) == ([1, None, None, 4], [])
        late.close()

    def test_as_deep_as_anybody_means_is_good(self, tmp_path: Path) -> None:
        (tmp_path / "g1").mkdir()
        deep = b'[["settings","b",{"value":' + b"[" * 198 + b"]" * 198 + b"}]]"
        (tmp_path / "g1/settings.journal").write_bytes(lined(head("settings"), deep))
        store = opened(tmp_path)
        assert json.dumps(store.settings.get("b")) == "[" * 198 + "]" * 198
        assert told(store) == []
        store.close()

    def test_what_is_written_before_anything_is_read_stays(self, tmp_path: Path) -> None:
        (tmp_path / "g1").mkdir()
        (tmp_path / "g1/settings.journal").write_bytes(lined(head("settings"), HOSTILE["NaN"]))
        store = opened(tmp_path)
        store.settings.set("d", 4)
        late = again(store)
        assert (late.settings.get("b"), late.settings.get("d")) == (None, 4)
        late.close()

    def test_they_are_told_once_where_the_file_is_older_too(self, tmp_path: Path) -> None:
        (tmp_path / "g1").mkdir()
        (tmp_path / "g1/settings.journal").write_bytes(lined(head("settings"), b'[["settings","a",{"value":1}]]', b"nonsense"))
        store = Store(tmp_path, RULESETS, clock(), form=Format(2, {1: lambda data: data}))
        assert (store.settings.get("a"), len(told(store))) == (1, 1)
        store.close()

    @pytest.mark.parametrize("line", HOSTILE)
    def test_in_a_backup_they_are_refused(self, tmp_path: Path, line: str) -> None:
        (tmp_path / "bad.zip").write_bytes(archive.packed({"settings.journal": lined(head("settings"), HOSTILE[line])}, "2026"))
        store = opened(filled(tmp_path / "data"))
        before = _content(store.disk.root)
        with pytest.raises(CannotOpen, match=r"the backup is damaged|settings\.journal is not what it should be"):
            store.restore(tmp_path / "bad.zip")
        assert (_content(store.disk.root), seen(store)) == (before, ALL)
        store.close()

    def test_a_game_opens_up_to_the_line_that_is_no_text(self, tmp_path: Path) -> None:
        (file,) = (filled(tmp_path) / "g1/games").iterdir()
        bodies = [line[9:] for line in file.read_bytes().splitlines()]
        file.write_bytes(lined(*bodies, b'[["entries","2",{"is":"Noted","text":"\xff"}]]'))
        store = opened(tmp_path)
        (line,) = store.games()
        assert line.name == "Evening"
        assert [english(each) for each in store.open_game(line.key).told] == [
            f"Game “Evening”: one line cannot be read any more and is lost; the damaged file is kept as {file.name}.damaged-1."
        ]
        store.close()

    @pytest.mark.parametrize("number", ["9" * 5000, "1234567890", "\u0663"])
    def test_an_entry_with_a_number_that_is_none(self, tmp_path: Path, number: str) -> None:
        (file,) = (filled(tmp_path / "data") / "g1/games").iterdir()
        bodies = [line[9:] for line in file.read_bytes().splitlines()]
        data = lined(*bodies, b'[["entries","%s",{}]]' % number.encode())
        (tmp_path / "bad.zip").write_bytes(archive.packed({"games/x.journal": data}, "2026"))
        file.write_bytes(data)
        store = opened(tmp_path / "data")
        (line,) = store.games()
        assert (line.key, line.game) == (file.stem, "")
        with pytest.raises(CannotOpen, match="holds no game that can be read"):
            store.open_game(line.key)
        before = _content(store.disk.root)
        with pytest.raises(CannotOpen, match="holds no game that can be read"):
            store.restore(tmp_path / "bad.zip")
        assert _content(store.disk.root) == before
        store.close()


class TestEmptyFiles:
    @pytest.mark.parametrize(("shelf", "what"), [("cards", "Cards"), ("settings", "Settings")])
    def test_they_lost_something_and_say_so_once(self, tmp_path: Path, shelf: str, what: str) -> None:
        (filled(tmp_path) / f"g1/{shelf}.journal").write_bytes(b"")
        store = opened(tmp_path)
        assert told(store) == [f"{what}: the file is empty, and whatever it held is lost; the damaged file is kept as {shelf}.journal.damaged-1."]
        store.cards.put("tiger", TIGER)
        assert told(again(store)) == []

    def test_none_is_ever_made_empty(self) -> None:
        assert Journal(MemoryDisk(), "j").lost is None
        disk = MemoryDisk({"j": b""})
        assert Journal(disk, "j", mend=False).lost == Lost(0, empty=True)
        assert disk.files == {"j": b""}
        assert Journal(disk, "j").lost == Lost(0, "j.damaged-1", empty=True)
        assert disk.files == {"j.damaged-1": b""}

    def test_a_game(self, tmp_path: Path) -> None:
        (file,) = (filled(tmp_path) / "g1/games").iterdir()
        file.write_bytes(b"")
        store = opened(tmp_path)
        assert [(line.key, line.game) for line in store.games()] == [(file.stem, "")]
        with pytest.raises(CannotOpen, match="the file is empty, and whatever it held is lost"):
            store.open_game(file.stem)
        store.close()


GOOD = plain(next(card for card in starter_cards("front").values() if not card.values.get("weapons")))
NOT_CARDS: dict[str, dict[str, object]] = {
    "a fraction": {**GOOD, "card": {"name": "X", "dv": 1.5}},
    "deep": {**GOOD, "card": {"name": "X", "data": json.loads("[" * 60 + "]" * 60)}},
    "an edition that is a number": {**GOOD, "edition": 5},
    "an edition that is a list": {**GOOD, "edition": [1]},
    "an unknown game": {**GOOD, "game": "nope"},
    "a game that is a list": {**GOOD, "game": []},
    "an unknown source": {**GOOD, "source": "zzz"},
    "a source that is a list": {**GOOD, "source": ["own"]},
    "cites": {**GOOD, "cites": 5},
    "revision": {**GOOD, "revision": "2"},
    "half a character": {**GOOD, "card": {"name": "\ud800"}},
    "no name": {**GOOD, "card": {}},
    "a name that is a number": {**GOOD, "card": {"name": 5}},
    "a value of another type": {**GOOD, "card": {**GOOD["card"], "name": "X", "dv": "four"}},
    "no card": {"x": 1},
    "a card that is a list": {**GOOD, "card": []},
}


class TestCards:
    def library(self, tmp_path: Path, **docs: dict[str, object]) -> Library:
        store = Store(tmp_path, GAMES, clock())
        store.cards.put_all(docs)
        return Library(store)

    @pytest.mark.parametrize("wrong", NOT_CARDS)
    def test_what_is_no_card_is_not_shown_and_stays(self, tmp_path: Path, wrong: str) -> None:
        library = self.library(tmp_path, strange=NOT_CARDS[wrong], fine={**GOOD, "cites": "§\u00a05"})
        assert ("strange" in library.cards, "fine" in library.cards) == (False, True)
        assert "fine" in {card.id for card in library.search("", Filters(game="front"))}
        library.choices("edition")
        library.add("front", {"name": "Mine"})
        assert library.store.cards.get("strange") == NOT_CARDS[wrong]
        library.store.close()

    def test_a_card_of_the_pack_is_not_hidden_by_it_but_stays_gone_when_it_was_deleted(self, tmp_path: Path) -> None:
        first, second, *_ = starter_cards("front")
        docs: dict[str, dict[str, object]] = {first: {"x": 1}, second: {"gone": True}}
        library = self.library(tmp_path, **docs)
        assert (first in library.cards, second in library.cards) == (True, False)
        library.store.close()

    def test_every_card_the_app_brings_along_is_shown_when_it_is_kept(self, tmp_path: Path) -> None:
        docs = {f"own-{key}": plain(card) for game in GAMES for key, card in starter_cards(game).items()}
        library = self.library(tmp_path, **docs)
        assert set(docs) <= set(library.cards)
        library.store.close()


def test_a_manifest_of_thirty_megabytes_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into = BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("manifest.json", b"[" + b"{}," * 10**7 + b"{}]")

    def read(_: object) -> object:
        raise AssertionError("it was read")

    monkeypatch.setattr("carddb.archive.json.loads", read)
    with pytest.raises(CannotOpen, match="the backup is damaged"):
        archive.unpacked(into.getvalue(), Format())


def test_the_manifest_of_as_many_files_as_there_may_be_is_read() -> None:
    names = [f"games/{number:064}.journal" for number in range(archive.MOST_FILES)]
    files = {name: {"size": archive.MOST_BYTES, "sha256": "f" * 64} for name in names}
    text = json.dumps({"adjutant": "backup", "version": 1, "made": "2026-10-01T00:00:00", "files": files}, separators=(",", ":"))
    assert len(text) < archive.MOST_MANIFEST


def test_lines_here_are_as_the_app_makes_them() -> None:
    assert lined(b"a", b"b") == framed(["a", "b"])
