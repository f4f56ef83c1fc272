"""One suite of TinyDB over memory and journal: the same results, and the same again after
reopening."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tinydb import TinyDB, where
from tinydb.operations import delete, increment
from tinydb.storages import MemoryStorage
from tinydb.table import Document

from carddb.disk import Disk
from carddb.storage import Format, JournalStorage
from carddb.trouble import CannotOpen, CannotSave
from engine.values.texts import english, say
from tests.carddb.disks import Full, MemoryDisk, Recorder, crashes

Use = Callable[[TinyDB], object]
Operation = Callable[[TinyDB, int, int], object]

TANK = {"name": "Sherman", "armour": 3, "tags": ["tank", "allied"], "gun": {"name": "75 mm", "dice": [8, 6, 4]}}
TIGER = {"name": "Tiger «é»\n\u2028\ud800", "armour": 6, "tags": [], "gun": {"name": "88 mm", "dice": [14, 12, 10]}}


def three(db: TinyDB) -> object:
    return db.insert_multiple([TANK, TIGER, {"name": "Jeep", "armour": None, "fast": True}])


SUITE: Mapping[str, tuple[Use, ...]] = {
    "insert": (lambda db: db.insert(TANK), lambda db: db.insert({}), lambda db: db.get(doc_id=1)),
    "insert many": (three, lambda db: [dict(doc) for doc in db], lambda db: len(db)),
    "own ids": (lambda db: db.insert(Document(TANK, doc_id=7)), lambda db: db.insert(TIGER), lambda db: db.contains(doc_id=8)),
    "an id twice": (lambda db: db.insert(Document(TANK, doc_id=7)), lambda db: db.insert(Document(TIGER, doc_id=7))),
    "update": (three, lambda db: db.update({"armour": 4}, where("name") == "Jeep"), lambda db: db.update({"seen": 1})),
    "operations": (three, lambda db: db.update(delete("tags"), where("tags").exists()), lambda db: db.update(increment("armour"), doc_ids=[1])),
    "several updates": (three, lambda db: db.update_multiple([({"x": 1}, where("armour") == 3), ({"x": 2}, where("armour") == 6)])),
    "upsert": (
        three,
        lambda db: db.upsert({"name": "Jeep", "armour": 1}, where("name") == "Jeep"),
        lambda db: db.upsert({"name": "Truck"}, where("name") == "Truck"),
        lambda db: db.upsert(Document({"y": 2}, doc_id=2)),
    ),
    "remove": (three, lambda db: db.remove(where("armour") == 6), lambda db: db.remove(doc_ids=[1, 9]), lambda db: db.insert(TIGER)),
    "truncate": (three, lambda db: db.truncate(), lambda db: db.tables(), lambda db: db.insert(TANK)),
    "tables": (
        three,
        lambda db: db.table("armies").insert(TANK),
        lambda db: db.tables(),
        lambda db: db.drop_table("_default"),
        lambda db: db.tables(),
        lambda db: db.drop_table("nothing"),
        lambda db: db.drop_tables(),
        lambda db: db.tables(),
        lambda db: db.table("empty", persist_empty=True).all(),
        lambda db: db.tables(),
    ),
    "queries": (
        three,
        lambda db: db.search(where("gun")["dice"].any([12, 8])),
        lambda db: db.search(where("name").matches("S.*n")),
        lambda db: db.count((where("armour") > 2) & where("armour").test(lambda armour: armour is not None)),
        lambda db: db.get(where("tags").any(["tank"])),
        lambda db: db.search(where("fast") == True),  # noqa: E712
        lambda db: db.get(doc_ids=[1, 3]),
        lambda db: db.contains(where("name") == "Tiger"),
    ),
    "nothing at all": (lambda db: db.all(), lambda db: db.tables(), lambda db: db.drop_table("x")),
    "numbers that look alike": (lambda db: db.insert({"x": 1}), lambda db: db.update({"x": True}), lambda db: db.update({"x": 1.0})),
}


def done(db: TinyDB, use: Use) -> str:
    """What came of it, told exactly: 1, 1.0 and true are three things."""
    try:
        found = use(db)
    except (ValueError, RuntimeError, TypeError) as wrong:
        return f"{type(wrong).__name__}: {wrong}"
    return json.dumps(sorted(found) if isinstance(found, set) else found)


def everything(db: TinyDB) -> str:
    return json.dumps({name: {doc.doc_id: doc for doc in db.table(name)} for name in sorted(db.tables())})


@pytest.mark.parametrize("name", SUITE)
def test_memory_and_journal_agree(tmp_path: Path, name: str) -> None:
    disk = Disk(tmp_path)
    memory, journal = TinyDB(storage=MemoryStorage), TinyDB(disk, "db", storage=JournalStorage)
    for use in SUITE[name]:
        assert done(journal, use) == done(memory, use)
        assert everything(journal) == everything(memory)
        assert everything(TinyDB(disk, "db", storage=JournalStorage)) == everything(memory)


OPERATIONS: tuple[Operation, ...] = (
    lambda db, n, m: db.insert({"n": n, "m": "x" * m}),
    lambda db, n, m: db.table("b").insert({"n": n}),
    lambda db, n, m: db.update({"m": m}, where("n") == n),
    lambda db, n, m: db.upsert({"n": n, "k": [m]}, where("n") == n),
    lambda db, n, m: db.remove(where("n") > n),
    lambda db, n, m: db.table("b").remove(doc_ids=[n]),
    lambda db, n, m: db.truncate() if m % 5 == 0 else None,
    lambda db, n, m: db.drop_table("b") if m % 3 == 0 else None,
    lambda db, n, m: db.insert_multiple({"n": each} for each in range(n)),
)


@pytest.mark.law
@settings(max_examples=settings().max_examples // 2)
@given(st.lists(st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 9), st.integers(0, 30)), max_size=25), st.integers(0, 500))
def test_any_operations_agree_and_survive(steps: list[tuple[Operation, int, int]], small: int) -> None:
    disk, form = MemoryDisk(), Format(small=small)
    memory, journal = TinyDB(storage=MemoryStorage), TinyDB(disk, "db", form=form, storage=JournalStorage)
    for operation, n, m in steps:
        assert operation(journal, n, m) == operation(memory, n, m)
        assert everything(TinyDB(disk, "db", storage=JournalStorage)) == everything(journal) == everything(memory)


def test_one_write_is_one_line() -> None:
    disk = MemoryDisk()
    db = TinyDB(disk, "db", storage=JournalStorage)
    three(db)
    size = len(disk.files["db"])
    assert disk.files["db"].count(b"\n") == 2  # the first line and the three documents
    db.update({"armour": 4}, where("name") == "Jeep")
    added = disk.files["db"][size:].decode()
    assert added[9:] == '[["_default","3",{"name":"Jeep","armour":4,"fast":true}]]\n'
    size = len(disk.files["db"])
    db.update({"armour": 4}, where("name") == "Jeep")
    assert len(disk.files["db"]) == size  # nothing changed, nothing written


def test_the_format_by_hand() -> None:
    disk = MemoryDisk()
    storage = JournalStorage(disk, "db", holds="cards")
    storage.append(("a", "1", {"x": 1}), ("b", "1", {}))
    storage.append(("a", "2", {"x": 2}), ("a", "1"), ("b", None), ("c",))
    lines = [line[9:] for line in disk.files["db"].decode().splitlines()]
    assert lines == ['{"adjutant":"cards","version":1}', '[["a","1",{"x":1}],["b","1",{}]]', '[["a","2",{"x":2}],["a","1"],["b",null],["c"]]']
    assert JournalStorage(disk, "db", holds="cards").read() == {"a": {"2": {"x": 2}}, "c": {}}
    assert list(storage.backwards())[:4] == [("c",), ("b", None), ("a", "1"), ("a", "2", {"x": 2})]
    assert storage.last("a") == {"x": 2}
    assert storage.last("z") is None


class TestCompaction:
    def busy(self, disk: Disk, small: int = 500) -> TinyDB:
        db = TinyDB(disk, "db", form=Format(small=small), storage=JournalStorage)
        three(db)
        db.table("empty").insert({})
        db.table("empty").truncate()
        for n in range(100):
            db.update({"armour": n}, where("name") == "Jeep")
        return db

    def test_what_is_dead_goes(self) -> None:
        disk, idle = MemoryDisk(), MemoryDisk()
        db = self.busy(disk)
        assert everything(self.busy(idle, 10**6)) == everything(db) == everything(TinyDB(disk, "db", storage=JournalStorage))
        assert len(disk.files["db"]) < 2_000 < len(idle.files["db"])

    def test_a_small_file_is_left_alone(self) -> None:
        disk = MemoryDisk()
        self.busy(disk, 10**6)
        assert disk.files["db"].count(b"\n") == 104

    def test_a_full_disk_only_puts_it_off(self, tmp_path: Path) -> None:
        disk = Full(tmp_path)
        db = self.busy(disk, 10**6)
        db.storage.form = Format(small=0)  # type: ignore[attr-defined]
        disk.room = 200  # enough for a line, not for a copy
        db.update({"armour": 7}, where("name") == "Jeep")
        assert db.storage.journal.data.count(b"\n") == 105  # type: ignore[attr-defined]
        assert everything(TinyDB(Disk(tmp_path), "db", storage=JournalStorage)) == everything(db)
        disk.room = 10**6
        db.update({"armour": 8}, where("name") == "Jeep")
        assert db.storage.journal.data.count(b"\n") == 5  # type: ignore[attr-defined]
        assert everything(TinyDB(Disk(tmp_path), "db", storage=JournalStorage)) == everything(db)


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    disk = Full(tmp_path)
    db = TinyDB(disk, "db", storage=JournalStorage)
    three(db)
    before = everything(db)
    for room in (0, 1, 30, 60):
        disk.room = room
        with pytest.raises(CannotSave, match="the device is full"):
            db.update({"armour": 9})
        assert everything(db) == everything(TinyDB(Disk(tmp_path), "db", storage=JournalStorage)) == before


def test_power_cut_in_inserts_updates_and_compaction(tmp_path: Path) -> None:
    disk = Recorder(tmp_path)
    db = TinyDB(disk, "db", form=Format(small=150), storage=JournalStorage)
    for n in range(12):
        db.insert({"n": n}) if n % 3 == 0 else db.update({"n": n})
        disk.ack(everything(db))
    assert sum(step.do == "rename" for step in disk.steps) > 2  # it did compact
    tables = ["{}", *(step.name for step in disk.steps if step.do == "ack")]
    crashed = 0
    for acked, image in crashes(disk.steps):
        crashed += 1
        found = TinyDB(MemoryDisk(image), "db", storage=JournalStorage)
        assert everything(found) in tables[len(acked) : len(acked) + 2]
    assert crashed > 300


class TestVersions:
    FORM = Format(
        2,
        {
            1: lambda data: {
                **data,
                "tables": {name: {key: {**doc, "new": data["holds"]} for key, doc in found.items()} for name, found in data["tables"].items()},
            }
        },
    )

    def old(self) -> MemoryDisk:
        disk = MemoryDisk()
        JournalStorage(disk, "db", "cards").append(("a", "1", {"x": 1}), ("b", "1", {"y": 1}), ("a", "2", {"x": 2}))
        return disk

    def test_an_older_file_is_read_in_todays_shape_and_written_so(self) -> None:
        disk = self.old()
        storage = JournalStorage(disk, "db", "cards", self.FORM)
        new = {"a": {"1": {"x": 1, "new": "cards"}, "2": {"x": 2, "new": "cards"}}, "b": {"1": {"y": 1, "new": "cards"}}}
        assert storage.read() == new
        assert b'"version":2' in disk.files["db"]
        assert [op[:2] for op in storage.backwards()] == [("a", "2"), ("b", "1"), ("a", "1")]
        assert JournalStorage(disk, "db", "cards", self.FORM).read() == new

    def test_where_nothing_can_be_written_it_is_upgraded_in_memory(self) -> None:
        disk = self.old()
        disk.forbid(say("no"))
        storage = JournalStorage(disk, "db", "cards", self.FORM)
        assert (storage.read() or {})["b"] == {"1": {"y": 1, "new": "cards"}}
        assert storage.last("b") == {"y": 1, "new": "cards"}
        assert len(list(storage.backwards())) == 3
        with pytest.raises(CannotSave):
            storage.append(("a", "3", {}))
        assert b'"version":1' in disk.files["db"]
        disk.why = None
        storage.append(("a", "3", {}))
        assert (JournalStorage(disk, "db", "cards", self.FORM).read() or {})["a"]["3"] == {}
        assert b'"version":2' in disk.files["db"]

    def test_only_looking_writes_nothing(self) -> None:
        disk = self.old()
        before = dict(disk.files)
        assert (JournalStorage(disk, "db", "cards", self.FORM, mend=False).read() or {})["a"]["1"]["new"] == "cards"
        assert disk.files == before

    def test_a_newer_file_is_refused_and_left_alone(self) -> None:
        disk = self.old()
        JournalStorage(disk, "db", "cards", self.FORM)
        before = dict(disk.files)
        with pytest.raises(CannotOpen, match="newer version of the app: please update"):
            JournalStorage(disk, "db", "cards")
        assert disk.files == before


@pytest.mark.parametrize(
    "lines",
    [['{"adjutant":"armies","version":1}'], ['{"adjutant":"cards"}'], ['{"adjutant":"cards","version":true}'], ['{"adjutant":"cards","version":0}'], ["[]"]],
)
def test_a_file_of_another_kind_is_refused(lines: list[str]) -> None:
    disk = MemoryDisk()
    storage = JournalStorage(disk, "db", "cards")
    storage.journal.add(*lines)
    with pytest.raises(CannotOpen, match="db is not what it should be"):
        JournalStorage(disk, "db", "cards")


@pytest.mark.parametrize("line", ["3", "[3]", '[["a","1",3]]', '[[1,"1",{}]]', '[["a","9"]]', "[[]]", '{"a":1}', "[" * 100_000, '[["a","1",{},{}]]'])
def test_a_line_that_says_nothing_is_refused(line: str) -> None:
    disk = MemoryDisk()
    storage = JournalStorage(disk, "db")
    storage.append(("a", "1", {}))
    storage.journal.add(line)
    with pytest.raises(CannotOpen) as refused:
        JournalStorage(disk, "db").read()
    assert english(refused.value.why) == "db is not what it should be"


def test_a_first_line_that_is_no_json() -> None:
    disk = MemoryDisk()
    JournalStorage(disk, "db").journal.add("nonsense")
    with pytest.raises(CannotOpen):
        JournalStorage(disk, "db")


def test_what_json_cannot_say_is_not_written(tmp_path: Path) -> None:
    db = TinyDB(Disk(tmp_path), "db", storage=JournalStorage)
    for wrong in (float("nan"), {1, 2}, object()):
        with pytest.raises((ValueError, TypeError)):
            db.insert({"x": wrong})
    assert db.all() == []


def test_what_is_handed_out_is_a_copy(tmp_path: Path) -> None:
    db = TinyDB(Disk(tmp_path), "db", storage=JournalStorage)
    db.insert(TANK)
    first = db.all()[0]
    first["gun"]["dice"].append(1)
    assert db.all() == [TANK]
