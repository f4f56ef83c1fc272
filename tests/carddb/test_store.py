"""One folder with everything: shelves, the list of games, several games at once, a second copy,
folders that vanish."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from carddb.disk import Disk
from carddb.loading import Loaded, Reading, load
from carddb.storage import Format
from carddb.store import Store
from carddb.trouble import CannotOpen, CannotSave
from engine.playing.rules import Ruleset
from engine.values.events import Advanced, Noted
from engine.values.texts import english
from tests.carddb.disks import Broken, Full
from tests.carddb.play import TINY, all_of, clock
from tests.engine.tiny import RULES

RULESETS = {"tiny": RULES}
TANK = {"name": "Sherman", "side": "allied", "armour": 3}
TIGER = {"name": "Tiger", "side": "axis", "armour": 6}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "data", RULESETS, clock())
    yield store
    store.close()


def again(store: Store) -> Store:
    """The app closed and started anew."""
    store.close()
    return Store(store.disk.root, RULESETS, clock())


def killed(store: Store) -> Store:
    """The app gone without a word: only its lock is let go."""
    store.disk.release()
    return Store(store.disk.root, RULESETS, clock())


def new(store: Store, name: str = "Evening", *notes: str) -> str:
    game = store.new_game("tiny", TINY.start, name, ("Ann", "Ben"))
    for text in notes:
        game.session.dispatch(Noted(text))
    return game.key


def forget_list(store: Store) -> None:
    """The list of games has to be made again from the games."""
    store._index.remove(*store._index.all())


def told(store: Store) -> list[str]:
    return [english(text) for text in store.told]


class TestShelves:
    def test_put_get_find_remove(self, store: Store) -> None:
        store.cards.put("sherman", TANK)
        store.cards.put_all({"tiger": TIGER, "panther": {**TIGER, "name": "Panther", "armour": 5}, "blank": {}})
        store.cards.put("sherman", {"name": "Sherman"})  # replaced, not merged
        assert store.cards.get("sherman") == {"name": "Sherman"}
        assert store.cards.get("blank") == {}
        assert store.cards.get("jeep") is None
        assert list(store.cards.find(side="axis")) == ["tiger", "panther"]
        assert list(store.cards.find(side="axis", armour=5)) == ["panther"]
        assert list(store.cards.find()) == list(store.cards.all()) == ["sherman", "tiger", "panther", "blank"]
        store.cards.remove("tiger", "nothing")
        store.cards.put("panther", {**TANK, "side": "captured"})
        assert list(store.cards.find(side="axis")) == []
        assert again(store).cards.all() == {"sherman": {"name": "Sherman"}, "panther": {**TANK, "side": "captured"}, "blank": {}}

    def test_settings_have_defaults(self, store: Store) -> None:
        assert store.settings.get("language", "en") == "en"
        store.settings.set("language", "fr")
        store.settings.set("sound", False)
        late = again(store)
        assert (late.settings.get("language", "en"), late.settings.get("sound", True), late.settings.get("x")) == ("fr", False, None)

    def test_armies_are_apart(self, store: Store) -> None:
        store.armies.put("mine", {"units": ["sherman"]})
        assert store.cards.all() == {}
        assert again(store).armies.all() == {"mine": {"units": ["sherman"]}}

    def test_many_changes_are_compacted(self, tmp_path: Path) -> None:
        store = Store(tmp_path, RULESETS, clock(), form=Format(small=1_000))
        for n in range(100):
            store.settings.set("brightness", n)
        assert (store.disk.size("g1/settings.journal") or 0) < 1_200
        assert store.settings.get("brightness") == 99
        store.close()

    def test_a_damaged_shelf_is_told(self, store: Store) -> None:
        store.cards.put("sherman", TANK)
        store.cards.put("tiger", TIGER)
        file = store.disk.root / "g1/cards.journal"
        file.write_bytes(file.read_bytes()[:-30] + b"?" + file.read_bytes()[-29:])
        late = again(store)
        assert told(late) == ["Cards: one line cannot be read any more and is lost; the damaged file is kept as cards.journal.damaged-1."]
        assert late.cards.all() == {"sherman": TANK}
        assert told(again(late)) == []


class TestGames:
    def test_the_list_says_where_each_stopped(self, store: Store) -> None:
        first = new(store, "First", "tea")
        second = new(store, "Second")
        store.open_game(second).session.overrule(Advanced(leave=True))
        store.open_game(first).session.dispatch(Noted("later"))
        lines = store.games()
        assert [(line.name, line.game, line.turn, line.step, english(line.label or "")) for line in lines] == [
            ("First", "tiny", 1, "start", "note: later"),
            ("Second", "tiny", 1, "act", "on to: Act"),
        ]
        assert [line.saved_at for line in lines] == ["2026-10-01T00:04:00", "2026-10-01T00:03:00"]
        assert [line.key for line in lines] == [first, second]
        assert [replace(line, size=0) for line in again(store).games()] == [replace(line, size=0) for line in lines]

    def test_a_new_game_without_a_tap(self, store: Store) -> None:
        new(store)
        (line,) = again(store).games()
        assert (line.turn, line.label, line.saved_at) == (1, None, "2026-10-01T00:00:00")

    def test_side_by_side(self, store: Store) -> None:
        first, second = new(store, "First", "a"), new(store, "Second", "b")
        store.open_game(first).session.dispatch(Noted("c"))
        store.open_game(second).session.dispatch(Noted("d"))
        late = killed(store)
        logs = {line.name: [event.text for event in late.open_game(line.key).session.log if isinstance(event, Noted)] for line in late.games()}
        assert logs == {"First": ["a", "c"], "Second": ["b", "d"]}
        assert late.open_game(first) is late.open_game(first)
        late.close()

    def test_delete_and_have_it_back(self, store: Store) -> None:
        first, second = new(store, "First", "tea"), new(store, "Second", "tea")
        session = store.open_game(first).session
        store.delete_game(first)
        assert [line.name for line in store.games()] == ["Second"]
        session.dispatch(Noted("by a screen that does not know yet"))
        assert [line.name for line in store.games()] == ["Second"]
        store.undelete_game(first)
        assert {line.name for line in store.games()} == {"First", "Second"}
        assert len(store.open_game(first).session.log) == 1
        store.delete_game(second)
        late = again(store)
        assert [line.name for line in late.games()] == ["First"]
        for gone in (second, "nothing", "../g1"):
            with pytest.raises(CannotOpen, match="there is no game"):
                late.undelete_game(gone)
            with pytest.raises(CannotOpen, match="there is no game"):
                late.delete_game(gone)
            with pytest.raises(CannotOpen, match="there is no game"):
                late.open_game(gone)
        late.close()

    def test_a_kill_is_a_close_for_deleted_games(self, store: Store) -> None:
        key = new(store)
        store.delete_game(key)
        late = killed(store)
        assert late.disk.names("g1") == ("games",)
        late.close()

    def test_a_closed_game_is_not_written_by_those_who_still_hold_it(self, store: Store) -> None:
        key = new(store, "Evening", "tea")
        old = store.open_game(key)
        store.close_game(key)
        store.close_game(key)
        old.session.dispatch(Noted("stray"))
        assert english(old.warning or "") == "The game goes on, but it is not saved: the game is closed."
        assert len(store.open_game(key).session.log) == 1

    def test_keys_are_never_used_twice(self, tmp_path: Path) -> None:
        store = Store(tmp_path, RULESETS, lambda: "2026-10-01T12:00:00+02:00")
        keys = [new(store), new(store)]
        store.delete_game(keys[0])
        keys.append(new(store))
        assert keys == ["20261001120000-1", "20261001120000-2", "20261001120000-3"]
        store.close()

    def test_unknown_rules(self, store: Store) -> None:
        key = new(store, "Evening", "tea")
        store.close()
        late = Store(store.disk.root, {}, clock())
        (line,) = late.games()
        assert (line.name, line.game, line.turn, line.saved_at) == ("Evening", "tiny", 1, "2026-10-01T00:01:00")
        forget_list(late)
        (line,) = late.games()
        assert (line.name, line.game, line.turn, line.saved_at) == ("Evening", "tiny", 0, "2026-10-01T00:00:00")
        with pytest.raises(CannotOpen, match="the rules of tiny are not in this app"):
            late.open_game(key)
        with pytest.raises(CannotOpen):
            late.new_game("tiny", TINY.start, "x")
        assert again(late).games()[0].turn == 1

    def test_a_game_that_cannot_be_read_at_all(self, store: Store) -> None:
        key, other = new(store, "Evening", "tea"), new(store, "Other")
        store.close()
        file = store.disk.root / f"g1/games/{key}.journal"
        file.write_bytes(file.read_bytes()[1:])
        late = Store(store.disk.root, RULESETS, clock())
        assert {(line.key, line.game) for line in late.games()} == {(key, ""), (other, "tiny")}
        with pytest.raises(CannotOpen, match=f"Game “{key}”: 4 lines cannot be read any more and are lost; the damaged file is kept"):
            late.open_game(key)
        assert [line.key for line in late.games()] == [other]
        assert f"{key}.journal.damaged-1" in late.disk.names("g1/games")
        late.close()

    def test_a_newer_game_waits_for_a_newer_app(self, store: Store) -> None:
        key = new(store, "Evening", "tea")
        store.close()
        newer = Format(2, {1: lambda data: data})
        late = Store(store.disk.root, RULESETS, clock(), form=newer)
        late.open_game(key)
        late.close()
        old = Store(store.disk.root / "none", RULESETS, clock())
        old.close()
        older = Store(store.disk.root, RULESETS, clock())
        assert [(line.key, line.game) for line in older.games()] == [(key, "")]  # the list was made again: it was newer too
        with pytest.raises(CannotOpen, match="newer version"):
            older.open_game(key)
        older.close()
        with_newer = Store(store.disk.root, RULESETS, clock(), form=newer)
        assert [line.name for line in with_newer.games()] == ["Evening"]
        with_newer.close()


class TestIndex:
    def test_nothing_is_replayed_of_games_left_in_peace(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        left, killed_later = new(store, "Left", "tea"), new(store, "Killed", "tea")
        store.close_game(left)
        late = killed(store)
        replayed: list[object] = []

        def counted(rules: Ruleset, reading: Reading, rest: object) -> Loaded:
            replayed.append(rules)
            return load(rules, reading, rest)

        monkeypatch.setattr("carddb.index.load", counted)
        forget_list(late)
        assert [line.key for line in late.games()] == [killed_later, left]
        assert len(replayed) == 1
        late.close()

    def lines(self, store: Store) -> object:
        return {line.key: line for line in store.games()}

    def test_made_again_from_the_games(self, store: Store) -> None:
        for name in ("First", "Second", "Third"):
            new(store, name, "tea", "biscuits")
        store.close()
        late = Store(store.disk.root, RULESETS, clock())
        before = self.lines(late)
        forget_list(late)
        assert self.lines(late) == before
        late.close()
        index = store.disk.root / "g1/index.journal"
        for damaged in (b"", b"nonsense", index.read_bytes()[:-7], b"?" + index.read_bytes()[1:]):
            index.write_bytes(damaged)
            late = Store(store.disk.root, RULESETS, clock())
            assert self.lines(late) == before
            assert told(late) == []
            late.close()
        index.unlink()
        late = Store(store.disk.root, RULESETS, clock())
        assert self.lines(late) == before
        late.close()

    def test_only_what_changed_is_read_again(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        first, second = new(store, "First", "tea"), new(store, "Second", "tea")
        late = again(store)
        late.games()
        late.open_game(first).session.dispatch(Noted("after the list was kept"))
        read: list[str] = []
        late = killed(late)
        original = Disk.read

        def noted(disk: Disk, name: str) -> bytes | None:
            read.append(name)
            return original(disk, name)

        monkeypatch.setattr(Disk, "read", noted)
        assert {line.key: english(line.label or "") for line in late.games()} == {first: "note: after the list was kept", second: "note: tea"}
        assert [name for name in read if "games/" in name] == [f"g1/games/{first}.journal"]
        late.close()

    @pytest.mark.parametrize("doc", [{}, {"last": {"is": "Nothing"}}, {"last": {"is": "Undone", "count": 1}}, {"size": "x"}])
    def test_lines_that_say_nonsense_are_made_again(self, store: Store, doc: dict[str, object]) -> None:
        key = new(store, "First", "tea")
        store.close_game(key)
        before = self.lines(store)
        good = store._index.get(key) or {}
        store._index.put(key, {**good, **doc} if doc else doc)
        after = self.lines(store)
        assert after == before or "Undone" in json.dumps(doc)


class TestSecondCopy:
    def test_it_looks_and_does_not_write(self, store: Store) -> None:
        key = new(store, "Evening", "tea")
        store.cards.put("sherman", TANK)
        second = Store(store.disk.root, RULESETS, clock())
        assert told(second) == ["Everything can be looked at, nothing can be saved: another copy of the app is open and uses the same games."]
        before = _content(store.disk.root)
        assert [line.name for line in second.games()] == ["Evening"]
        assert second.cards.get("sherman") == TANK
        writes: list[Callable[[], object]] = [
            lambda: second.cards.put("x", {}),
            lambda: second.delete_game(key),
            lambda: second.settings.set("a", 1),
            lambda: second.cards.remove("sherman"),
            second.back_up_if_changed,
        ]
        for write in writes:
            with pytest.raises(CannotSave, match="another copy of the app"):
                write()
        game = second.open_game(key)
        game.session.dispatch(Noted("only here"))
        assert game.warning
        second.close_game(key)
        assert _content(store.disk.root) == before
        store.close()
        assert not second.retry()  # for good: what it knows may be old
        second.close()
        late = Store(store.disk.root, RULESETS, clock())
        assert [event.text for event in late.open_game(key).session.log if isinstance(event, Noted)] == ["tea"]
        late.close()

    def test_it_does_not_mind_a_line_that_is_being_written(self, store: Store) -> None:
        key = new(store, "Evening", "tea", "biscuits")
        file = store.disk.root / f"g1/games/{key}.journal"
        file.write_bytes(file.read_bytes()[:-5])
        second = Store(store.disk.root, RULESETS, clock())
        game = second.open_game(key)
        assert len(game.session.log) == 1
        assert "left as it is" in english(game.told[0])
        assert store.disk.names("g1/games") == (f"{key}.journal",)
        second.close()


def _content(root: Path) -> dict[str, bytes]:
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in sorted(root.rglob("*")) if file.is_file()}


class TestTrouble:
    def test_a_full_disk(self, tmp_path: Path) -> None:
        disk = Full(tmp_path)
        store = Store(tmp_path, RULESETS, clock(), disk)
        key = new(store, "Evening", "tea")
        disk.room = 0
        with pytest.raises(CannotSave, match="the device is full"):
            store.cards.put("sherman", TANK)
        game = store.open_game(key)
        game.session.dispatch(Noted("unsaved"))
        store.close_game(key)
        assert store.open_game(key) is game  # not saved, so not closed
        assert store.games()[0].label == game.session.log[-1].label
        unsaved = new(store, "Other", "unsaved")
        assert not store.retry()
        disk.room = 10**6
        assert store.retry()
        assert store.cards.all() == {}
        late = killed(store)
        assert [late.open_game(each).session.log[-1] for each in (key, unsaved)] == [store.open_game(each).session.log[-1] for each in (key, unsaved)]
        late.close()

    def test_an_unsaved_game_can_be_deleted(self, tmp_path: Path) -> None:
        store = Store(tmp_path, RULESETS, clock(), Full(tmp_path, 0))
        key = new(store)
        store.delete_game(key)
        assert store.games() == ()
        store.close()

    def test_the_folder_vanishes_and_comes_back(self, tmp_path: Path) -> None:
        root = tmp_path / "data"
        store = Store(root, RULESETS, clock())
        store.cards.put("sherman", TANK)
        key = new(store, "Evening", "before")
        game = store.open_game(key)
        shutil.rmtree(root)
        game.session.dispatch(Noted("without a folder"))
        assert english(game.warning or "") == f"The game goes on, but it is not saved: the folder {root} is gone."
        with pytest.raises(CannotSave, match="is gone"):
            store.settings.set("a", 1)
        assert not store.retry()
        assert not root.exists()
        root.mkdir()
        game.session.dispatch(Noted("and back"))
        assert game.warning is None
        assert store.retry()
        assert "another copy of the app is open" in told(Store(root, RULESETS, clock()))[0]
        late = again(store)
        assert len(all_of(late.open_game(key)).log) == 3
        assert late.cards.all() == {"sherman": TANK}
        late.close()

    def test_a_folder_that_came_back_with_other_things_in_it(self, tmp_path: Path) -> None:
        """An older copy of the folder, put in place of the one that vanished: nothing in it is
        overwritten."""
        root = tmp_path / "data"
        store = Store(root, RULESETS, clock())
        key = new(store, "Evening", "before")
        game = store.open_game(key)
        shutil.rmtree(root)
        other = Store(root, RULESETS, clock())
        other.new_game("tiny", TINY.start, "Other")
        (root / f"g1/games/{other.games()[0].key}.journal").rename(root / f"g1/games/{key}.journal")
        other.disk.release()
        game.session.dispatch(Noted("on"))
        assert "another copy of the app has changed" in english(game.warning or "")
        store.close()

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_bytes(b"")
        store = Store(tmp_path / "file" / "data", RULESETS, clock(), Broken(tmp_path / "file" / "data"))
        assert told(store) == [f"Nothing can be saved for now: the folder {tmp_path / 'file' / 'data'} is gone."]
        key = new(store, "Evening", "tea")
        assert store.open_game(key).warning
        store.close()

    def test_a_read_only_folder(self, tmp_path: Path) -> None:
        folder = _mounted(tmp_path, "size=1m")
        try:
            store = Store(folder, RULESETS, clock())
            store.cards.put("sherman", TANK)
            store.close()
            subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
            store = Store(folder, RULESETS, clock())
            assert told(store) == [f"Nothing can be saved for now: the folder {folder} may not be written to."]
            assert store.cards.all() == {"sherman": TANK}
            game = store.open_game(new(store, "Evening", "tea"))
            assert english(game.warning or "").endswith("may not be written to.")
            subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
            assert store.retry()
            assert game.warning is None
            late = again(store)
            assert [line.name for line in late.games()] == ["Evening"]
            late.close()
        finally:
            subprocess.run(["umount", str(folder)], check=True)

    def test_a_device_that_is_really_full(self, tmp_path: Path) -> None:
        folder = _mounted(tmp_path, "size=64k")
        try:
            store = Store(folder, RULESETS, clock())
            game = store.open_game(new(store))
            while not game.warning:
                game.session.dispatch(Noted("x" * 500))
            assert english(game.warning).endswith("the device is full.")
            saved = len(game.session.log) - 1
            game.session.dispatch(Noted("only in memory"))
            late = Store(folder, RULESETS, clock())  # looking, while the first is still open
            assert len(all_of(late.open_game(game.key)).log) == saved
            late.close()
            subprocess.run(["mount", "-o", "remount,size=1m", str(folder)], check=True)
            game.session.dispatch(Noted("room again"))
            assert game.warning is None
            late = killed(store)
            assert all_of(late.open_game(game.key)).log == game.session.log
            assert late.open_game(game.key).told == ()
            late.close()
        finally:
            subprocess.run(["umount", str(folder)], check=True)


def _mounted(tmp_path: Path, options: str) -> Path:
    """A small device of our own, where that is allowed."""
    folder = tmp_path / "device"
    folder.mkdir()
    try:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True)
    except OSError:
        pytest.skip("there is no mount here")
    if done.returncode:
        pytest.skip("mounting a small device is not allowed here")
    return folder
